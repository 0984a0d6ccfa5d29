/// A number of rules with conditions above which WebKit's compiler aborts the process instead of rejecting
/// the list.
///
/// WebKit merges the actions of rules without conditions, but not of rules with conditions (read in its
/// source). It counts the actions of an automaton state in 16 bits and asserts that the number fits. 65,534
/// rules that match every URL compile; one more aborts the process. For rules with the same pattern, the
/// limit is 65,535 (measured on WebKitGTK 2.50.6).
@nonexhaustive public enum AbortLimit: Hashable, Sendable {
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

  /// The number of rules from which a list gets a warning: three quarters of the limit. Lists that are
  /// updated automatically grow, so the warning leaves time to react. Ordinary lists have fewer rules.
  package static let warningCount = 49_152

  /// The maximum number of rules in a list that never gets the warning. It is the rule limit for lists near
  /// an abort limit.
  package static let safeRules = warningCount - 1

  /// A clause that describes the counted rules, for messages.
  var subject: String {
    switch self {
    case .everything: "rules with conditions match every URL"
    case .pattern(let filter): "rules with conditions have the url-filter \(filter)"
    }
  }
}
