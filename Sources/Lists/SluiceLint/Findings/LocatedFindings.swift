import SluiceConversion
import SluiceListFiles
import SluiceRules

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
    case .reason(let reason): Diagnostic.suggestion(reason, text)
    case .own(let own): own.rule.nearest?(text, finding.detail).map { "did you mean '\($0)'?" }
    }
  }

  /// Returns a description of the problem with a filter's selector.
  private func selectorProblem(of finding: LintFinding) -> String? {
    let list = report.lists[finding.source].list
    guard case .cosmetic(let filter) = list.lines[finding.place.lineIndex].content else { return nil }
    let selector = list.bytes.span.extracting(filter.body.indices)
    return (CSSSelector.problem(in: selector) ?? CSSSelector.misreading(of: selector))?.message
  }
}
