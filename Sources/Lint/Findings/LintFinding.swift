import Bytes
import Conversion

/// Something that a rule found in a list. What is said of it is made only for those that are shown:
/// ``LocatedFindings``.
public struct LintFinding: Hashable, Sendable {
  /// Index of the list among those of the report.
  public var source: Int { Int(sourceNumber) }
  /// The line in the list, from 1; of a filter that goes on over several lines the first.
  public var line: Int { Int(lineIndex) + 1 }
  /// The bytes of the list as it was read that it is about.
  public var span: ByteRange
  /// Which rule.
  public var rule: LintRule
  /// How bad it is.
  public var severity: LintSeverity
  var detail: LintDetail

  let sourceNumber: UInt32
  let lineIndex: UInt32

  init(
    _ rule: LintRule, _ severity: LintSeverity, at location: FilterLocation, _ span: ByteRange,
    _ detail: LintDetail
  ) {
    (self.rule, self.severity, self.span, self.detail) = (rule, severity, span, detail)
    (sourceNumber, lineIndex) = (location.source, location.line)
  }

  var location: FilterLocation { FilterLocation(source: sourceNumber, line: lineIndex) }
}

/// What a finding is compared with, as far as its span does not say it.
enum LintDetail: Hashable, Sendable {
  case none
  /// A filter in one of the lists.
  case filter(FilterLocation)
  /// Of the requests of the sample so many.
  case requests(stopped: UInt32, of: UInt32)
  /// A word or two.
  case words(String)
}

extension LintFinding {
  /// Whether the finding stands before another one: by list, line, column and rule.
  static func isBefore(_ left: LintFinding, _ right: LintFinding) -> Bool {
    if left.sourceNumber != right.sourceNumber { return left.sourceNumber < right.sourceNumber }
    if left.lineIndex != right.lineIndex { return left.lineIndex < right.lineIndex }
    if left.span.start != right.span.start { return left.span.start < right.span.start }
    if left.rule != right.rule { return left.rule.id < right.rule.id }
    return left.span.end < right.span.end
  }
}
