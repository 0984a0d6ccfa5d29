/// A finding about the JSON of a rule list, with its location.
///
/// The reader of the JSON produces most findings. `check` adds the findings that depend on the whole list, on
/// the meaning of a pattern, or on a target.
public struct RuleListFinding: Error, Hashable, Sendable {
  /// The kind of finding, with its details.
  public var reason: Reason
  /// The index of the rule, from 0; nil if the finding is not about a single rule.
  public var ruleIndex: Int?
  /// The offset of the affected text, in bytes from the start of the JSON.
  public var offset: Int
  /// The length of the affected text in bytes; 0 if something is missing at ``offset``.
  public var length: Int
  /// The location of the affected text: line, columns, and the file if it has a name.
  public var location: TextLocation

  /// Creates a finding about a range of bytes in the JSON of a list.
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

  /// The severity of a finding.
  @frozen public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// The list works, but could be better.
    case note
    /// WebKit accepts the list, but a part of it has no effect, or not the effect that it appears to have.
    case warning
    /// WebKit, or the WebKit of the target, rejects the list, or the list exceeds a requested limit.
    case error

    /// Returns whether the left severity is lower.
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
  /// The location of the finding and the reason why the list cannot be read: `list.json:4:17: rule 3: ...`.
  public var description: String {
    let rule = ruleIndex.map { "rule \($0): " } ?? ""
    return "\(location): \(rule)\(reason.refusal)"
  }
}
