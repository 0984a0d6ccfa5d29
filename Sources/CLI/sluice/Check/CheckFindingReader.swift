import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluiceRules

/// A finding of `check` with everything needed to print it.
struct LocatedCheckFinding {
  let file: String
  let finding: RuleListFinding
  /// The filters that the rule was converted from, according to a source map.
  let filters: [SourceMap.Filter]
  let mapped: MappedFilters?
  /// The part of the line that an excerpt can show.
  let source: ArraySlice<UInt8>
  /// The byte range that the finding is about.
  let span: Range<Int>

  /// The maximum number of filters per rule to print.
  private static let filterLimit = 4

  /// The finding as commands print it.
  var diagnostic: LocatedDiagnostic {
    var notes: [LocatedDiagnostic.Note] = []
    if let rule = finding.ruleIndex { notes.append(.init(label: "rule", text: "\(rule), counted from 0")) }
    for filter in filters.prefix(Self.filterLimit) {
      notes.append(.init(label: "filter", text: mapped?.text(of: filter) ?? filter.text))
    }
    if filters.count > Self.filterLimit {
      notes.append(
        .init(label: "filter", text: "and \(Format.grouped(filters.count - Self.filterLimit)) more"))
    }
    if let words = finding.reason.webKitMessage { notes.append(.init(label: "WebKit", text: words)) }
    return LocatedDiagnostic(
      file: file, location: finding.location, severity: finding.reason.severity,
      reason: finding.reason.id, message: finding.reason.message, notes: notes, advice: finding.reason.advice,
      // An empty span means that something is missing at this position. The text after it identifies the
      // finding.
      subject: (span.isEmpty ? source[span.lowerBound...] : source[span.clamped(to: source.indices)]),
      excerpt: source, span: span)
  }
}

/// A sequence that locates findings one at a time.
struct CheckFindingReader: Sequence, IteratorProtocol {
  private let file: InputFile
  private let mapped: MappedFilters?
  private var rest: ArraySlice<RuleListFinding>
  private var position = PositionCounter()

  /// The number of bytes of a line to keep after the start of the span. No terminal shows more.
  private static let window = 4096

  /// Creates a reader. The findings must be sorted by offset. `maps` may contain the source map of this file.
  init(_ findings: ArraySlice<RuleListFinding>, of file: InputFile, maps: SourceMapFiles) {
    self.file = file
    mapped = maps.filters(of: file.bytes)
    rest = findings
  }

  mutating func next() -> LocatedCheckFinding? {
    guard let finding = rest.popFirst() else { return nil }
    let bytes = file.bytes
    let start = Swift.min(finding.offset, bytes.count)
    // Finds the start of the line. The finding contains its own line and column.
    position.move(to: start, in: bytes)
    let spanEnd = bytes[start..<Swift.min(start + finding.length, bytes.count)].endOfLine
    let lineEnd = bytes[spanEnd..<Swift.min(Swift.max(spanEnd, start + Self.window), bytes.count)].endOfLine
    return LocatedCheckFinding(
      file: file.name, finding: finding,
      filters: finding.ruleIndex.flatMap { mapped?.origin(ofRule: $0).filters } ?? [], mapped: mapped,
      source: bytes[position.lineStart..<lineEnd], span: start..<spanEnd)
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first line break, or the end index.
  fileprivate var endOfLine: Int { firstIndex { $0 == 0x0A || $0 == 0x0D } ?? endIndex }
}
