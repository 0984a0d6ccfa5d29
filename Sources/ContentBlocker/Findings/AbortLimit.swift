/// The numbers of rules with conditions at which WebKit's compiler ends its process instead of rejecting the list.
///
/// WebKit combines what rules without conditions do, and what others do not (read in its source). The actions of
/// one state of its automata are counted in 16 bits, and it asserts that they fit: 65,534 rules that match every
/// URL compile and one more aborts, of rules with one pattern it is 65,535 (measured on WebKitGTK 2.50.6).
public enum AbortLimit: Hashable, Sendable {
  /// Patterns of which no part must stand in a URL, such as `.*`.
  case everything
  /// One pattern.
  case pattern(URLFilter)

  /// The most rules that compile.
  public var maximumRules: Int {
    switch self {
    case .everything: 65_534
    case .pattern: 65_535
    }
  }

  /// From how many on a list is near it. Three quarters of the limit: lists that are built every day grow by
  /// themselves, and this leaves time to do something, while it is more than lists have that are not near.
  static let warningCount = 49_152

  /// How many rules a list may have that otherwise would be near a limit: too few to be.
  package static let safeRules = warningCount - 1

  /// What there is so much of.
  var subject: String {
    switch self {
    case .everything: "rules with conditions match every URL"
    case .pattern(let filter): "rules with conditions have the url-filter \(filter)"
    }
  }
}
