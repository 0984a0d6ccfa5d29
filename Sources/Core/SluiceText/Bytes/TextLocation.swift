/// A place in a text, with lines and columns as editors count them.
public struct TextLocation: Hashable, Sendable {
  /// The name of the text: a path or URL; nil if it has no name.
  public var file: String?
  /// The line, starting at 1. LF, CR LF and CR end lines.
  public var line: Int { Int(lineNumber) }
  /// The column in Unicode scalars, starting at 1. A byte order mark does not count.
  public var column: Int { Int(firstColumn) }
  /// The column after the place. It equals ``column`` if the place is empty. A place that spans several lines
  /// is cut at the end of the first line.
  public var endColumn: Int { Int(lastColumn) }

  // Stored in 32 bits, because reports of large lists contain many thousands of locations.
  private let lineNumber, firstColumn, lastColumn: UInt32

  /// Creates a place from a known line and columns.
  public init(file: String? = nil, line: Int, column: Int, endColumn: Int) {
    self.file = file
    (lineNumber, firstColumn) = (UInt32(clamping: line), UInt32(clamping: column))
    lastColumn = UInt32(clamping: endColumn)
  }

  /// Finds the place of a range of bytes in a text. A range beyond the text is placed at its end.
  ///
  /// This reads the text up to the range. To find many places in a text, use a single pass over it.
  public init(of range: Range<Int>, in text: some InputBytes & ~Escapable) {
    let file = text.inputName
    self = text.withInputBytes { bytes in
      var counter = PositionCounter()
      return counter.location(of: range, in: bytes, file: file)
    }
  }
}

extension TextLocation: CustomStringConvertible {
  /// The place as text: `list.txt:3:5`, or `3:5` in a text without a name.
  public var description: String { (file.map { "\($0):" } ?? "") + "\(line):\(column)" }
}

extension PositionCounter {
  /// Returns the place of a range of bytes. Calls are most efficient with increasing offsets.
  package mutating func location(
    of range: Range<Int>, in bytes: Span<UInt8>, file: String?
  ) -> TextLocation {
    let range = range.clamped(to: 0..<bytes.count)
    move(to: range.lowerBound, in: bytes)
    let end = bytes.endOfRun(from: range.lowerBound, to: range.upperBound) { $0 != 0x0A && $0 != 0x0D }
    let mark = line == 1 ? bytes.byteOrderMark : 0
    let column = mark == 0 ? column : max(1, column - 1)
    // A range that only contains the byte order mark is valid too.
    let start = end > mark ? max(range.lowerBound, mark) : range.lowerBound
    return TextLocation(
      file: file, line: line, column: column, endColumn: column + bytes.scalarStarts(start..<end))
  }
}

extension Span<UInt8> {
  /// The length of the byte order mark at the start of the text; 0 without one.
  package var byteOrderMark: Int { equals(0..<3, "\u{FEFF}") ? 3 : 0 }

  /// Returns the number of scalars that start in a range.
  package func scalarStarts(_ range: Range<Int>) -> Int {
    var count = 0
    for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
