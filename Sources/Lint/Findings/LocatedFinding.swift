import Bytes
import ContentBlocker
import Conversion
import FilterSyntax
import ListBuilding

/// A finding with everything that a renderer shows.
public struct LocatedFinding: Sendable {
  /// The list.
  public let file: String
  /// Where it is.
  public let location: TextLocation
  /// How bad it is.
  public let severity: LintSeverity
  /// The rule.
  public let rule: LintRule
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What to do; nil where nothing helps in one line.
  public let advice: String?
  /// The filter that it is compared with, if it is with one.
  public let other: PlacedFilter?
  /// The line with the span, without its end.
  package let excerpt: ArraySlice<UInt8>
  /// The span, as indices of ``excerpt``; as much of it as is in that line.
  package let span: Range<Int>
}

/// Finds the lines and columns of findings, and what is said of them, one at a time.
public struct LocatedFindings: Sequence, IteratorProtocol {
  private let report: LintReport
  private var rest: ArraySlice<LintFinding>
  private var current = -1
  private var position = PositionCounter()

  /// How much of the span a message repeats, in scalars.
  private static let quotedLength = 80

  /// The first so many findings of a report.
  public init(_ report: LintReport, limit: Int = .max) {
    self.report = report
    rest = report.findings.prefix(limit)
  }

  /// The next finding.
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
    // What a message repeats ends with its line.
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
    return PlacedFilter(
      FilterLine(source: Int(location.source), line: Int(location.line) + 1), in: report.lists)
  }

  private func words(of finding: LintFinding, _ other: PlacedFilter?) -> String {
    switch finding.detail {
    case .none: ""
    case .words(let words): words
    case .filter: other.map { "\($0.file):\($0.line)" } ?? ""
    // That none of a sample is stopped says little.
    case .requests(stopped: 0, of: _): ""
    case .requests(let stopped, let count):
      ": \(Format.grouped(Int(stopped))) of \(Format.grouped(Int(count))) requests"
    }
  }

  /// What somebody who mistyped a word meant.
  private func advice(of finding: LintFinding, _ text: String) -> String? {
    let names: [String]
    switch finding.rule {
    case .reason(.conversion(.invalidSelector)): return selectorProblem(of: finding)
    case .own(.unknownScriptlet):
      guard case .words(let nearest) = finding.detail, !nearest.isEmpty else { return nil }
      return "did you mean '\(nearest)'?"
    case .reason(.conversion(.unknownOption)): names = Self.optionNames
    case .own(.unknownDirective): names = Directive.Kind.allCases.map { "!#\($0.rawValue)" }
    case .own(.unknownConstant): names = KnownNames.constants.sorted()
    case .own(.unknownHint): names = (KnownNames.hints.union(KnownNames.platforms)).sorted()
    case .own(.unknownLintRule): names = LintRule.allCases.map(\.id)
    case .reason, .own: return nil
    }
    let foreign =
      finding.rule == .reason(.conversion(.unknownOption)) ? OptionTable.foreignNames[text.lowercased()] : nil
    return (foreign ?? Suggestion.nearest(to: text, among: names)).map { "did you mean '\($0)'?" }
  }

  /// What is wrong with the selector of a filter, in plain words.
  private func selectorProblem(of finding: LintFinding) -> String? {
    let list = report.lists[finding.source].list
    guard case .cosmetic(let filter) = list.lines[Int(finding.lineIndex)].content else { return nil }
    let selector = list.bytes.span.extracting(filter.body.indices)
    return (Selector.problem(in: selector) ?? Selector.misreading(of: selector))?.message
  }

  private static let optionNames = OptionTable.definitions.flatMap { [$0.name] + $0.aliases }
}
