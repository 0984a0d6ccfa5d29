import SluiceConversion
import SluiceLists
import SluiceRules
import SluiceSyntax
import SluiceText

/// A finding with everything needed to print it.
public struct LocatedFinding: Sendable {
  /// The name of the list.
  public let file: String
  /// The location of the finding.
  public let location: TextLocation
  /// The severity.
  public let severity: LintSeverity
  /// The rule.
  public let rule: LintRule
  /// The message: one line without a full stop.
  public let message: String
  /// How to fix the problem; nil if the advice does not fit in one line.
  public let advice: String?
  /// The filter that the finding refers to, if any.
  public let other: PlacedFilter?
  /// The line that contains the span, without its line end.
  package let excerpt: ArraySlice<UInt8>
  /// The span, as indices of ``excerpt``, limited to that line.
  package let span: Range<Int>
}

/// A sequence of located findings, with lines, columns and messages computed one by one.
public struct LocatedFindings: Sequence, IteratorProtocol {
  private let report: LintReport
  private var rest: ArraySlice<LintFinding>
  private var current = -1
  private var position = PositionCounter()

  /// The maximum number of scalars of the span that a message repeats.
  private static let quotedLength = 80

  /// Creates a sequence of the first findings in a report.
  public init(_ report: LintReport, limit: Int = .max) {
    self.report = report
    rest = report.findings.prefix(limit)
  }

  /// Returns the next finding.
  public mutating func next() -> LocatedFinding? {
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
    let text = bytes[span].text(atMost: Self.quotedLength)
    let other = other(of: finding)
    let definition = finding.rule.definition(about: text, words(of: finding, other))
    return LocatedFinding(
      file: source.name, location: location, severity: finding.severity, rule: finding.rule,
      message: definition.message, advice: advice(of: finding, text) ?? definition.advice, other: other,
      excerpt: bytes[position.lineStart..<lineEnd], span: span)
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
    case .reason(.conversion(.unknownOption)):
      Self.question(
        OptionTable.foreignNames[text.lowercased()] ?? Suggestion.nearest(to: text, among: Self.optionNames))
    case .own(let own): Self.question(own.rule.nearest?(text, finding.detail))
    case .reason: nil
    }
  }

  private static func question(_ name: String?) -> String? { name.map { "did you mean '\($0)'?" } }

  /// Returns a description of the problem with a filter's selector.
  private func selectorProblem(of finding: LintFinding) -> String? {
    let list = report.lists[finding.source].list
    guard case .cosmetic(let filter) = list.lines[finding.place.lineIndex].content else { return nil }
    let selector = list.bytes.span.extracting(filter.body.indices)
    return (Selector.problem(in: selector) ?? Selector.misreading(of: selector))?.message
  }

  private static let optionNames = OptionTable.definitions.flatMap { [$0.name] + $0.aliases }
}
