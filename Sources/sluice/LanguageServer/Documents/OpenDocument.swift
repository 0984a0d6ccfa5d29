import Lint

/// A document that an editor has open.
struct OpenDocument {
  let uri: String
  /// What findings call it.
  let name: String
  var version: Int?
  var text: LintedText
  var linter: TextLinter
  let encoding: PositionEncoding
  /// What was found in the whole text, if it was not changed since.
  var report: LintReport?
  /// Whether something is to be told of it.
  var isChanged = true
  /// When all of it is to be looked at; nil if that was done.
  var wholeAt: ContinuousClock.Instant?

  /// The most findings that are shown: editors get slow with more.
  static let maximumShown = 2000

  init(_ item: OpenParams.Item, name: String, linter: TextLinter, encoding: PositionEncoding) {
    (uri, version, self.name, self.linter, self.encoding) = (item.uri, item.version, name, linter, encoding)
    text = LintedText(Array(item.text.utf8))
    wholeAt = .now
  }

  /// Makes a change of the editor's.
  mutating func apply(_ change: ChangeParams.Change) {
    report = nil
    isChanged = true
    guard let range = change.range else {
      text = LintedText(Array(change.text.utf8))
      return
    }
    let start = place(of: range.start)
    // An end before the start is none.
    let end = place(of: max(range.start, range.end))
    text.replace(from: start, to: end, with: Array(change.text.utf8))
  }

  /// Looks at what was changed.
  mutating func lintChanges() { linter.lintChanges(of: &text) }

  /// Looks at all of it.
  mutating func lintWhole() {
    report = linter.lint(&text)
    wholeAt = nil
    isChanged = true
  }

  // MARK: Places

  /// The line and its byte at a position; what is beyond the text is its end.
  func place(of position: Position) -> (line: Int, byte: Int) {
    guard position.line >= 0 else { return (0, 0) }
    guard position.line < text.lines.count else {
      return (text.lines.count - 1, text.lines[text.lines.count - 1].contentCount)
    }
    return (position.line, encoding.byte(ofColumn: position.character, in: text.lines[position.line]))
  }

  /// The position of a byte of a line.
  func position(_ line: Int, _ byte: Int) -> Position {
    Position(line: line, character: encoding.column(ofByte: byte, in: text.lines[line]))
  }

  /// A part of a line.
  func range(_ line: Int, _ bytes: Range<Int>) -> TextRange {
    TextRange(start: position(line, bytes.lowerBound), end: position(line, bytes.upperBound))
  }

  /// A whole line, without its end.
  func range(ofLine line: Int) -> TextRange { range(line, 0..<text.lines[line].contentCount) }

  /// The lines of a range, as far as there are such lines.
  func lines(of range: TextRange) -> Range<Int> {
    let first = place(of: range.start).line
    return first..<max(first, place(of: max(range.start, range.end)).line) + 1
  }

  /// A line as text, without its end.
  func content(ofLine line: Int) -> ArraySlice<UInt8> {
    text.lines[line].bytes[..<text.lines[line].contentCount]
  }

  /// The findings of a line that a position is in, or at the end of.
  func findings(at place: (line: Int, byte: Int)) -> [LineFinding] {
    text.lines[place.line].findings.filter {
      $0.range.lowerBound <= place.byte && place.byte <= $0.range.upperBound
    }
  }
}
