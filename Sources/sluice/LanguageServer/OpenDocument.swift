import SluiceLint
import SluiceListFiles
import SluiceLists
import SluiceSyntax
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct OpenDocument {
  let uri: String
  /// The name in findings.
  let name: String
  var version: Int?
  var text: LintedText
  var linter: TextLinter
  let encoding: PositionEncoding
  /// The report of the last full check; nil if the text has changed since.
  var report: LintReport?
  /// Whether there are changes to publish.
  var isChanged = true
  /// The time of the next full check; nil if it is done.
  var wholeAt: ContinuousClock.Instant?

  /// The maximum number of findings to publish. More would make editors slow.
  static let maximumShown = 2000

  init(_ item: OpenParams.Item, name: String, linter: TextLinter, encoding: PositionEncoding) {
    (uri, version, self.name, self.linter, self.encoding) = (item.uri, item.version, name, linter, encoding)
    text = LintedText(Array(item.text.utf8))
    wholeAt = .now
  }

  mutating func apply(_ change: ChangeParams.Change) {
    report = nil
    isChanged = true
    guard let range = change.range else {
      text = LintedText(Array(change.text.utf8))
      return
    }
    let start = place(of: range.start)
    // An end before the start is ignored.
    let end = place(of: max(range.start, range.end))
    text.replace(from: start, to: end, with: Array(change.text.utf8))
  }

  mutating func lintChanges() { linter.lintChanges(of: &text) }

  mutating func lintWhole() {
    report = linter.lint(&text)
    wholeAt = nil
    isChanged = true
  }

  // MARK: Places

  /// Returns the line and byte of a position. A position after the text becomes the end of the text.
  func place(of position: Position) -> (line: Int, byte: Int) {
    guard position.line >= 0 else { return (0, 0) }
    guard position.line < text.lines.count else {
      return (text.lines.count - 1, text.lines[text.lines.count - 1].contentCount)
    }
    return (position.line, encoding.byte(ofColumn: position.character, in: text.lines[position.line]))
  }

  func position(_ line: Int, byte: Int) -> Position {
    Position(line: line, character: encoding.column(ofByte: byte, in: text.lines[line]))
  }

  func range(_ line: Int, bytes: Range<Int>) -> TextRange {
    TextRange(start: position(line, byte: bytes.lowerBound), end: position(line, byte: bytes.upperBound))
  }

  /// Returns the range of a full line, without its line break.
  func range(ofLine line: Int) -> TextRange { range(line, bytes: 0..<text.lines[line].contentCount) }

  /// Returns the existing lines in a range.
  func lines(of range: TextRange) -> Range<Int> {
    let first = place(of: range.start).line
    return first..<max(first, place(of: max(range.start, range.end)).line) + 1
  }

  /// Returns the text of a line without its line break.
  func content(ofLine line: Int) -> ArraySlice<UInt8> {
    text.lines[line].bytes[..<text.lines[line].contentCount]
  }

  /// Returns the findings that contain a position or end at it.
  func findings(at place: (line: Int, byte: Int)) -> [LineFinding] {
    text.lines[place.line].findings.filter {
      $0.range.lowerBound <= place.byte && place.byte <= $0.range.upperBound
    }
  }
}

/// The unit of columns in positions.
enum PositionEncoding: String, Codable, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Chooses among the encodings that a client supports: UTF-8 if possible. The default is UTF-16.
  init(amongThose names: [String]?) {
    let known = (names ?? []).compactMap(PositionEncoding.init)
    self = known.contains(.utf8) ? .utf8 : known.first ?? .utf16
  }

  /// Returns the byte at a column of a line. A column inside a scalar is moved to the start of the scalar,
  /// and a column after the end of the line to the end.
  func byte(ofColumn column: Int, in line: LintedText.Line) -> Int {
    let end = line.contentCount
    var index = 0
    var units = 0
    while index < end {
      let (length, count) = scalar(line.bytes[index])
      guard units + count <= column else { break }
      units += count
      index += length
    }
    return min(index, end)
  }

  func column(ofByte byte: Int, in line: LintedText.Line) -> Int {
    let end = min(byte, line.contentCount)
    var index = 0
    var units = 0
    while index < end {
      let (length, count) = scalar(line.bytes[index])
      units += count
      index += length
    }
    return units
  }

  /// Returns the number of bytes and of units of a scalar, given its first byte.
  private func scalar(_ lead: UInt8) -> (length: Int, units: Int) {
    let length =
      switch lead {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      case _: 1
      }
    switch self {
    case .utf8: return (length, length)
    case .utf16: return (length, length == 4 ? 2 : 1)
    case .utf32: return (length, 1)
    }
  }
}

/// Conversion between paths and the URIs that editors use.
enum FileURI {
  /// Returns the path of a `file:` URI; nil for any other URI.
  static func path(of uri: String) -> String? {
    guard let url = URL(string: uri), url.scheme?.lowercased() == "file",
      url.host() ?? "" == "" || url.host() == "localhost"
    else {
      return nil
    }
    let path = url.path(percentEncoded: false)
    return path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil
  }

  static func uri(ofPath path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString
  }
}

extension OpenDocument {
  /// Returns the sections of the list, which begin at headings between dashes or asterisks, and its `!#if`
  /// blocks.
  func symbols() -> [DocumentSymbol] {
    var sections: [DocumentSymbol] = []
    var section: DocumentSymbol?
    /// The open blocks, outermost first.
    var open: [DocumentSymbol] = []
    func add(_ symbol: DocumentSymbol) {
      if open.isEmpty {
        if section == nil { sections.append(symbol) } else { section?.children.append(symbol) }
      } else {
        open[open.count - 1].children.append(symbol)
      }
    }
    func close(before line: Int) {
      guard var last = section else { return }
      last.range.end = range(ofLine: max(line - 1, last.range.start.line)).end
      sections.append(last)
      section = nil
    }
    for line in text.lines.indices where text.lines[line].bytes.first == ASCII.bang {
      let list = FilterList(parsing: content(ofLine: line))
      let parsed = list.lines.first
      switch parsed?.content {
      case .directive(let directive) where directive.kind == .if && open.count < Self.maximumDepth:
        open.append(
          symbol(list.bytes.span.text(directive.argument), kind: .event, line: line, prefix: "!#if "))
      case .directive(let directive) where directive.kind == .endif:
        guard var block = open.popLast() else { continue }
        block.range.end = range(ofLine: line).end
        add(block)
      case .comment:
        guard let title = Self.title(content(ofLine: line)), open.isEmpty else { continue }
        close(before: line)
        section = symbol(title, kind: .namespace, line: line)
      case .blank, .header, .metadata, .directive, .hint, .network, .cosmetic, .hosts, .continuation,
        .rejected, nil:
        break
      }
    }
    let end = text.lines.count
    while var block = open.popLast() {
      block.range.end = range(ofLine: end - 1).end
      add(block)
    }
    close(before: end)
    return sections
  }

  /// The maximum nesting depth of shown blocks.
  private static let maximumDepth = 32

  private func symbol(_ name: String, kind: DocumentSymbol.Kind, line: Int, prefix: String = "")
    -> DocumentSymbol
  {
    // A symbol's name must be short and not empty.
    let shown = DisplayText.escaping(String((prefix + name).prefix(100)))
    return DocumentSymbol(
      name: shown, kind: kind, range: range(ofLine: line), selectionRange: range(ofLine: line))
  }

  /// Returns the title in a decorated comment, such as `! ---- Sites ---- !`.
  private static func title(_ comment: ArraySlice<UInt8>) -> String? {
    let signs = Set("-=*#!~ \t".utf8)
    let start = comment.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = start.first, Set("-=*".utf8).contains(first),
      start.prefix(3).allSatisfy({ $0 == first }),
      start.count >= 3, let from = start.firstIndex(where: { !signs.contains($0) }),
      let last = start.lastIndex(where: { !signs.contains($0) })
    else { return nil }
    return String(decoding: start[from...last], as: UTF8.self)
  }
}
