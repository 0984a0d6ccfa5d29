/// The number of rules with conditions at which WebKit's compiler aborts the process instead of rejecting the
/// list.
///
/// WebKit merges the actions of rules without conditions, but not of rules with conditions (read in its
/// source). It counts the actions of an automaton state in 16 bits and asserts that the number fits. 65,534
/// rules that match every URL compile, and one more aborts. For rules with the same pattern the limit is
/// 65,535 (measured on WebKitGTK 2.50.6).
public enum AbortLimit: Hashable, Sendable {
  /// Rules whose patterns can match the empty string, such as `.*`.
  case everything
  /// Rules with the same pattern.
  case pattern(URLFilter)

  /// The maximum number of rules that compile.
  public var maximumRules: Int {
    switch self {
    case .everything: 65_534
    case .pattern: 65_535
    }
  }

  /// The number of rules from which a list gets a warning: three quarters of the limit. Automatically updated
  /// lists grow, so this leaves time to react. Ordinary lists have fewer rules.
  static let warningCount = 49_152

  /// A rule limit for lists that are near an abort limit: a list with at most this many rules cannot reach
  /// the warning.
  package static let safeRules = warningCount - 1

  /// The description of the counted rules.
  var subject: String {
    switch self {
    case .everything: "rules with conditions match every URL"
    case .pattern(let filter): "rules with conditions have the url-filter \(filter)"
    }
  }
}
