/// Where something stands in a text, as people and editors count.
public struct TextLocation: Hashable, Sendable {
  /// What the text is called: a path or URL; nil where it has no name.
  public var file: String?
  /// From 1. LF, CR LF and CR end lines.
  public var line: Int { Int(lineNumber) }
  /// From 1, in Unicode scalars; a byte order mark is none.
  public var column: Int { Int(firstColumn) }
  /// The column behind it, which is ``column`` where something is missing. What goes over several lines ends with the
  /// first of them here.
  public var endColumn: Int { Int(lastColumn) }

  // Reports of large lists have one for each of many thousand filters.
  private let lineNumber, firstColumn, lastColumn: UInt32

  /// A place that is known.
  public init(file: String? = nil, line: Int, column: Int, endColumn: Int) {
    self.file = file
    (lineNumber, firstColumn) = (UInt32(clamping: line), UInt32(clamping: column))
    lastColumn = UInt32(clamping: endColumn)
  }

  /// Where bytes of a text are. A range that the text has not is at its end.
  ///
  /// The text is read up to there. Readers which find much in one text do so once for all of it.
  public init(of range: Range<Int>, in text: some InputBytes & ~Escapable) {
    let file = text.inputName
    self = text.withInputBytes { bytes in
      var counter = PositionCounter()
      return counter.location(of: range, in: bytes, file: file)
    }
  }
}

extension TextLocation: CustomStringConvertible {
  /// `list.txt:3:5`, or `3:5` in a text without a name.
  public var description: String { (file.map { "\($0):" } ?? "") + "\(line):\(column)" }
}

extension PositionCounter {
  /// Where bytes of a text are, which are best asked for in rising order.
  package mutating func location(
    of range: Range<Int>, in bytes: Span<UInt8>, file: String?
  ) -> TextLocation {
    let range = range.clamped(to: 0..<bytes.count)
    move(to: range.lowerBound, in: bytes)
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let mark = line == 1 ? bytes.byteOrderMark : 0
    let column = mark == 0 ? column : max(1, column - 1)
    // Nothing but the mark is a place too.
    let start = end > mark ? max(range.lowerBound, mark) : range.lowerBound
    return TextLocation(
      file: file, line: line, column: column, endColumn: column + bytes.scalarStarts(start..<end))
  }
}

extension Span<UInt8> {
  /// How many bytes the byte order mark has with which the text begins; 0 where there is none.
  var byteOrderMark: Int { equals(0..<3, "\u{FEFF}") ? 3 : 0 }

  /// How many scalars begin in a range.
  package func scalarStarts(_ range: Range<Int>) -> Int {
    var count = 0
    for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
