import SluiceLint

/// A document that is open in an editor.
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

  /// Applies a change by the editor.
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

  /// Checks the changed lines.
  mutating func lintChanges() { linter.lintChanges(of: &text) }

  /// Checks the full text.
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

  func position(_ line: Int, _ byte: Int) -> Position {
    Position(line: line, character: encoding.column(ofByte: byte, in: text.lines[line]))
  }

  func range(_ line: Int, _ bytes: Range<Int>) -> TextRange {
    TextRange(start: position(line, bytes.lowerBound), end: position(line, bytes.upperBound))
  }

  /// Returns the range of a full line, without its line break.
  func range(ofLine line: Int) -> TextRange { range(line, 0..<text.lines[line].contentCount) }

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
