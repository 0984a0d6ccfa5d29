import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceText

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
    _ rule: LintRule, severity: LintSeverity, at location: FilterPlace, span: ByteRange,
    detail: LintDetail
  ) {
    (self.rule, self.severity, self.span, self.detail) = (rule, severity, span, detail)
    place = location
  }
}

/// More details of a finding, if its span is not enough.
enum LintDetail: Hashable, Sendable {
  case none
  case filter(FilterPlace)
  /// The number of blocked requests in the sample.
  case requests(stopped: UInt32, of: UInt32)
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

struct LintFindingCollector {
  let settings: [LintSettings]
  let sources: [ParsedSource]
  private(set) var findings: [LintFinding] = []

  init(_ sources: [ParsedSource], settings: [LintSettings]) {
    (self.sources, self.settings) = (sources, settings)
  }

  /// Returns whether one of the rules is on in any list.
  func isOn(_ rules: LintRule.Own...) -> Bool {
    settings.contains { settings in rules.contains { settings.isOn($0) } }
  }

  func isOn(where predicate: (LintRule) -> Bool) -> Bool {
    settings.contains { settings in settings.severities.keys.contains(where: predicate) }
  }

  mutating func takeFindings() -> [LintFinding] {
    defer { findings = [] }
    return findings
  }

  /// Adds a finding if its rule is on. `span` is a range of ``FilterList/bytes``.
  mutating func add(
    _ rule: LintRule.Own, at location: FilterPlace, span: ByteRange, detail: LintDetail = .none
  ) {
    add(.own(rule), at: location, place: sources[location.source].list.place(of: span), detail: detail)
  }

  /// Adds a finding if its rule is on. `place` is a range of the list as read.
  mutating func add(
    _ rule: LintRule, at location: FilterPlace, place: ByteRange, detail: LintDetail = .none
  ) {
    guard location.source < settings.count,
      let severity = settings[location.source].severities[rule]
    else { return }
    findings.append(LintFinding(rule, severity: severity, at: location, span: place, detail: detail))
  }
}

/// The findings of a report with everything needed to print them: lines, columns and messages are computed one
/// by one.
public struct LocatedFindings: Sequence, IteratorProtocol {
  private let report: LintReport
  private var rest: ArraySlice<LintFinding>
  private var current = -1
  private var position = PositionCounter()

  /// Creates a sequence of the first findings in a report.
  public init(_ report: LintReport, limit: Int = .max) {
    self.report = report
    rest = report.findings.prefix(limit)
  }

  /// Returns the next finding.
  public mutating func next() -> (finding: LintFinding, diagnostic: LocatedDiagnostic)? {
    guard let finding = rest.popFirst() else { return nil }
    if finding.source != current {
      current = finding.source
      position = PositionCounter()
    }
    let source = report.sources[finding.source]
    let bytes = source.bytes
    let start = Swift.min(finding.span.lowerBound, bytes.count)
    let end = Swift.min(Swift.max(start, finding.span.upperBound), bytes.count)
    let location = position.location(of: start..<end, in: bytes.span, file: source.name)
    // Messages repeat text only up to the end of its line.
    let lineEnd = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    let span = start..<Swift.min(end, lineEnd)
    let text = bytes[span].text(atMost: LocatedDiagnostic.quotedLength)
    let other = other(of: finding)
    let definition = finding.rule.definition(about: text, words(of: finding, other))
    let list = report.lists[finding.source].list
    // A long correction does not fit in a line.
    let correction = finding.correction(in: list.lines[finding.place.lineIndex], list).flatMap {
      $0.text.count <= LocatedDiagnostic.quotedLength ? String(decoding: $0.text, as: UTF8.self) : nil
    }
    let excerpt = bytes[position.lineStart..<lineEnd]
    return (
      finding,
      LocatedDiagnostic(
        file: source.name, location: location, severity: finding.severity, reason: finding.rule.id,
        message: definition.message,
        advice: correction.map { "did you mean '\($0)'?" } ?? advice(of: finding, text) ?? definition.advice,
        other: other,
        subject: excerpt, excerpt: excerpt, span: span)
    )
  }

  private func other(of finding: LintFinding) -> PlacedFilter? {
    guard case .filter(let location) = finding.detail else { return nil }
    return PlacedFilter(location, in: report.lists)
  }

  private func words(of finding: LintFinding, _ other: PlacedFilter?) -> String {
    switch finding.detail {
    case .none: ""
    case .words(let words): words
    case .filter: other.map { "\($0.file):\($0.line)" } ?? ""
    // A count of zero in a sample means little.
    case .requests(stopped: 0, of: _): ""
    case .requests(let stopped, let count):
      ": \(Format.grouped(Int(stopped))) of \(Format.grouped(Int(count))) requests"
    }
  }

  /// Returns the advice for a finding, such as the correct spelling of a word.
  private func advice(of finding: LintFinding, _ text: String) -> String? {
    switch finding.rule {
    case .reason(.conversion(.invalidSelector)): selectorProblem(of: finding)
    case .reason(let reason): Diagnostic.suggestion(reason, text: text)
    case .own(let own): own.rule.nearest?(text, finding.detail).map { "did you mean '\($0)'?" }
    }
  }

  private func selectorProblem(of finding: LintFinding) -> String? {
    let list = report.lists[finding.source].list
    guard case .cosmetic(let filter) = list.lines[finding.place.lineIndex].content else { return nil }
    let selector = list.bytes.span.extracting(filter.body.indices)
    return (CSSSelector.problem(in: selector) ?? CSSSelector.misreading(of: selector))?.message
  }
}
