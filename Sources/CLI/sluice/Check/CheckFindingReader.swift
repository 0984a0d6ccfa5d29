import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluiceRules

/// A sequence that locates findings one at a time.
struct CheckFindingReader: Sequence, IteratorProtocol {
  private let file: InputFile
  private let mapped: MappedFilters?
  private let ids: [Int: Int]
  private var rest: ArraySlice<RuleListFinding>
  private var position = PositionCounter()

  /// The number of bytes of a line to keep after the start of the span. No terminal shows more.
  private static let window = 4096
  /// The maximum number of filters per rule to print.
  private static let filterLimit = 4

  /// Creates a reader. The findings must be sorted by offset. `maps` may contain the source map of this file.
  /// `ids` has the ids of the rules, if they have any.
  init(
    _ findings: ArraySlice<RuleListFinding>, of file: InputFile, ids: [Int: Int], maps: SourceMapFiles
  ) {
    (self.file, self.ids) = (file, ids)
    mapped = maps.filters(of: file.bytes)
    rest = findings
  }

  mutating func next() -> LocatedDiagnostic? {
    guard let finding = rest.popFirst() else { return nil }
    let bytes = file.bytes
    let start = Swift.min(finding.offset, bytes.count)
    // Finds the start of the line. The finding contains its own line and column.
    position.move(to: start, in: bytes)
    let spanEnd = bytes[start..<Swift.min(start + finding.length, bytes.count)].endOfLine
    let lineEnd = bytes[spanEnd..<Swift.min(Swift.max(spanEnd, start + Self.window), bytes.count)].endOfLine
    let line = bytes[position.lineStart..<lineEnd]
    let reason = finding.reason
    return LocatedDiagnostic(
      file: file.name, location: finding.location, severity: reason.severity, reason: reason.id,
      message: reason.message, notes: notes(of: finding), advice: reason.advice,
      // An empty span means that something is missing at this position. The text after it identifies the
      // finding.
      subject: start == spanEnd ? line[start...] : line[(start..<spanEnd).clamped(to: line.indices)],
      excerpt: line, span: start..<spanEnd)
  }

  private func notes(of finding: RuleListFinding) -> [LocatedDiagnostic.Note] {
    var notes: [LocatedDiagnostic.Note] = []
    if let rule = finding.ruleIndex {
      let id = ids[rule].map { ", id \($0)" } ?? ""
      notes.append(.init(label: "rule", text: "\(rule), counted from 0\(id)"))
      if let mapped {
        let filters = mapped.origin(ofRule: rule).filters
        notes += filters.prefix(Self.filterLimit).map { .init(label: "filter", text: mapped.text(of: $0)) }
        if filters.count > Self.filterLimit {
          notes.append(
            .init(label: "filter", text: "and \(Format.grouped(filters.count - Self.filterLimit)) more"))
        }
      }
    }
    if let words = finding.reason.webKitMessage { notes.append(.init(label: "WebKit", text: words)) }
    return notes
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first line break, or the end index.
  fileprivate var endOfLine: Int { firstIndex { $0 == 0x0A || $0 == 0x0D } ?? endIndex }
}
