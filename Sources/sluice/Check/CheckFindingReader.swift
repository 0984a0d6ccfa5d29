import ContentBlocker
import Conversion
import ListBuilding
import PageInspection

/// A finding of `check` with everything that a renderer shows.
struct LocatedCheckFinding {
  let file: String
  let finding: RuleListFinding
  /// The filters that the rule comes from and their lists, when a source map says so.
  let filters: [SourceMap.Filter]
  let mapped: MappedFilters?
  /// As much of the line as an excerpt can show.
  let source: ArraySlice<UInt8>
  /// The faulty part of it.
  let span: Range<Int>

  /// How many filters of a rule people are shown.
  private static let filterLimit = 4

  /// As people are shown it.
  var message: LocatedMessage {
    var notes: [LocatedMessage.Note] = []
    if let rule = finding.ruleIndex { notes.append(.init(label: "rule", text: "\(rule), counted from 0")) }
    for filter in filters.prefix(Self.filterLimit) {
      notes.append(.init(label: "filter", text: mapped?.text(of: filter) ?? filter.text))
    }
    if filters.count > Self.filterLimit {
      notes.append(
        .init(label: "filter", text: "and \(Format.grouped(filters.count - Self.filterLimit)) more"))
    }
    if let words = finding.reason.webKitMessage { notes.append(.init(label: "WebKit", text: words)) }
    if let advice = finding.reason.advice { notes.append(.init(label: "help", text: advice)) }
    return LocatedMessage(
      file: file, location: finding.location, severity: finding.reason.severity,
      text: finding.reason.message, reason: finding.reason.id,
      // Something is missing where the span is empty: what stands there instead tells it from others.
      subject: (span.isEmpty ? source[span.lowerBound...] : source[span.clamped(to: source.indices)]),
      source: source, span: span, notes: notes)
  }
}

/// Finds the lines of findings, one at a time.
struct CheckFindingReader: Sequence, IteratorProtocol {
  private let file: InputFile
  private let mapped: MappedFilters?
  private var rest: ArraySlice<RuleListFinding>
  private var position = PositionCounter()

  /// How much of a line is kept after the faulty part begins: no terminal shows more.
  private static let window = 4096

  /// The findings are in the order of their offsets. One of the maps may be of the file.
  init(_ findings: ArraySlice<RuleListFinding>, of file: InputFile, maps: SourceMapFiles) {
    self.file = file
    mapped = maps.filters(of: file.bytes)
    rest = findings
  }

  mutating func next() -> LocatedCheckFinding? {
    guard let finding = rest.popFirst() else { return nil }
    let bytes = file.bytes
    let start = Swift.min(finding.offset, bytes.count)
    // The start of the line; where in it the finding is it knows itself.
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
  /// Where the first line of it ends.
  fileprivate var endOfLine: Int { firstIndex { $0 == 0x0A || $0 == 0x0D } ?? endIndex }
}
