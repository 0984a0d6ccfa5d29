import SluiceConversion

/// A finding of a rule in a list. ``LocatedFindings`` creates the message only for findings that are printed.
public struct LintFinding: Hashable, Sendable {
  /// The index of the list in the report.
  public var source: Int { place.source }
  /// The line in the list, from 1. If the filter has continuation lines, it is the first line.
  public var line: Int { place.lineNumber }
  /// The list and the line of the filter.
  public let place: FilterPlace
  /// The range of the finding in the list as read.
  public var span: ByteRange
  /// The rule that reported the finding.
  public var rule: LintRule
  /// The severity that the settings give the rule.
  public var severity: LintSeverity
  var detail: LintDetail

  init(
    _ rule: LintRule, _ severity: LintSeverity, at location: FilterPlace, _ span: ByteRange,
    _ detail: LintDetail
  ) {
    (self.rule, self.severity, self.span, self.detail) = (rule, severity, span, detail)
    place = location
  }
}

/// More details of a finding, if its span is not enough.
enum LintDetail: Hashable, Sendable {
  case none
  /// A filter in one of the lists.
  case filter(FilterPlace)
  /// The number of blocked requests in the sample.
  case requests(stopped: UInt32, of: UInt32)
  /// A short text.
  case words(String)

  /// The text that replaces the text of a finding that has one right answer; nil without one.
  var correction: String? { if case .words(let words) = self { words } else { nil } }
}

extension LintFinding {
  /// Returns whether a finding comes before another one: by list, line, column and rule.
  static func isBefore(_ left: LintFinding, _ right: LintFinding) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.span.start != right.span.start { return left.span.start < right.span.start }
    if left.rule != right.rule { return left.rule.id < right.rule.id }
    return left.span.end < right.span.end
  }
}

/// The findings in a set of lists.
public struct LintReport: Sendable {
  /// The lists, sorted by name.
  public let sources: [Source]
  /// The parsed lists, followed by the lists that they are compared with.
  package let lists: [ParsedSource]
  /// The findings, sorted by list, line, column and rule.
  public var findings: [LintFinding]

  /// The number of findings of each severity.
  public var counts: [LintSeverity: Int] {
    findings.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }
  }
}
