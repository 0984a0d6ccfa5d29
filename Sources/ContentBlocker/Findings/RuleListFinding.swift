/// One thing that is to be said of the JSON of a rule list, and where it stands.
///
/// A reader of the JSON meets most of what can be said; `check` adds what takes all of the list, the meaning of a
/// pattern or a target.
public struct RuleListFinding: Error, Hashable, Sendable {
  /// What.
  public var reason: Reason
  /// The rule, counted from 0; nil when it is not about a single rule.
  public var ruleIndex: Int?
  /// The offset of the faulty part, in bytes from the start of the JSON.
  public var offset: Int
  /// The length of the faulty part in bytes; 0 when something is missing at ``offset``.
  public var length: Int
  /// Where that is: the file, if it has a name, line and columns.
  public var location: TextLocation

  /// A finding on some bytes of the JSON of a list.
  public init(
    _ reason: Reason, ruleIndex: Int?, at place: Range<Int>, in json: some InputBytes & ~Escapable
  ) {
    self.init(
      reason, ruleIndex: ruleIndex, offset: place.lowerBound, length: place.count,
      TextLocation(of: place, in: json))
  }

  init(_ reason: Reason, ruleIndex: Int?, offset: Int, length: Int, _ location: TextLocation) {
    self.reason = reason
    self.ruleIndex = ruleIndex
    self.offset = offset
    self.length = length
    self.location = location
  }

  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing goes wrong, but something could be better.
    case note
    /// WebKit takes the list, but some of it does nothing, or not what it seems to.
    case warning
    /// WebKit, or the target that was named, does not take the list, or it is beyond a limit that was asked for.
    case error

    /// Whether the left one is the less severe.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }
}

extension RuleListFinding: CustomStringConvertible {
  /// Where and why a list is not read, in plain words: `list.json:4:17: rule 3: ...`.
  public var description: String {
    let rule = ruleIndex.map { "rule \($0): " } ?? ""
    return "\(location): \(rule)\(reason.refusal)"
  }
}
