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
  package init(file: String? = nil, line: Int, column: Int, endColumn: Int) {
    self.file = file
    (lineNumber, firstColumn) = (UInt32(clamping: line), UInt32(clamping: column))
    lastColumn = UInt32(clamping: endColumn)
  }

  /// Finds the place of a range of bytes in a text. A range beyond the text is placed at its end.
  ///
  /// This reads the text up to the range. To find many places in a text, use a single pass over it.
  package init(of range: Range<Int>, in text: some InputBytes & ~Escapable) {
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
  package var byteOrderMark: Int { equals(0..<3, text: "\u{FEFF}") ? 3 : 0 }

  /// Returns the number of scalars that start in a range.
  package func scalarStarts(_ range: Range<Int>) -> Int {
    var count = 0
    for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}

/// Counts lines and columns up to increasing offsets. All lookups together read the text only once, even if
/// it is a single line of several megabytes.
package struct PositionCounter {
  private var offset = 0
  package private(set) var line = 1
  /// The column in Unicode scalars, starting at 1.
  package private(set) var column = 1
  /// The offset of the start of the line.
  package private(set) var lineStart = 0

  package init() {}

  /// Moves to the scalar that contains the byte at `target`. LF, CRLF and CR end lines.
  package mutating func move(to target: Int, in bytes: [UInt8]) { move(to: target, in: bytes.span) }

  /// Moves to the scalar that contains the byte at `target`. LF, CRLF and CR end lines.
  package mutating func move(to target: Int, in bytes: Span<UInt8>) {
    if target < offset { self = PositionCounter() }
    bytes.withUnsafeBytes { bytes in
      let end = min(target, bytes.count)
      guard offset < end else { return }
      var (index, lines, start) = (offset, 0, offset)
      while index < end {
        if index + 8 <= end {
          // Skips to the next line end, or all eight bytes.
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          let others = Self.lineEnds(in: word).trailingZeroBitCount / 8
          index += others
          if others == 8 { continue }
        }
        let byte = bytes[index]
        index += 1
        // In CRLF, the LF ends the line.
        if byte == 0x0A || byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A) {
          lines += 1
          start = index
        }
      }
      if lines > 0 { (line, column, lineStart) = (line + lines, 1, start) }
      column += bytes[start..<end].count { $0 & 0xC0 != 0x80 }
      offset = end
    }
  }

  /// Returns a word whose lowest set bit is the top bit of the first LF or CR, starting from the lowest byte.
  /// Higher bits are not reliable.
  private static func lineEnds(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (lineFeeds, returns) = (word ^ ones &* 0x0A, word ^ ones &* 0x0D)
    return ((lineFeeds &- ones) & ~lineFeeds | (returns &- ones) & ~returns) & (ones &* 0x80)
  }
}

/// Finds lines and columns in a text, in any order, after a single pass over the text.
package struct TextPlaces: Sendable {
  /// The position at the start of each piece of ``step`` bytes.
  private let pieces: [PositionCounter]
  private let file: String?

  private static let step = 512

  /// Reads a text. ``location(of:in:)`` must receive the same bytes.
  package init(_ bytes: Span<UInt8>, file: String?) {
    self.file = file
    var counter = PositionCounter()
    pieces = stride(from: 0, through: bytes.count, by: Self.step).map { offset in
      counter.move(to: offset, in: bytes)
      return counter
    }
  }

  /// Returns the place of a range. A range beyond the text is placed at its end.
  package func location(of range: Range<Int>, in bytes: Span<UInt8>) -> TextLocation {
    let range = range.clamped(to: 0..<bytes.count)
    let start = counter(at: range.lowerBound, in: bytes)
    // Between CR and LF the line has not ended, and the CR does not belong to the place.
    let isWithinEnd = range.upperBound > range.lowerBound && bytes.byte(range.upperBound - 1) == 0x0D
    var end = counter(at: range.upperBound - (isWithinEnd ? 1 : 0), in: bytes)
    if end.line > start.line { end = self.end(ofLineAt: start, range.lowerBound, in: bytes) }
    let mark = start.line == 1 ? bytes.byteOrderMark : 0
    // A range that only contains the byte order mark is valid too.
    let endsInMark = range.lowerBound < mark && end.column <= 2
    let endColumn = max(end.column, start.column)
    return TextLocation(
      file: file, line: start.line, column: mark == 0 ? start.column : max(1, start.column - 1),
      endColumn: mark == 0 || endsInMark ? endColumn : endColumn - 1)
  }

  private func counter(at offset: Int, in bytes: Span<UInt8>) -> PositionCounter {
    var counter = pieces[offset / Self.step]
    counter.move(to: offset, in: bytes)
    return counter
  }

  private func end(
    ofLineAt start: PositionCounter, _ offset: Int, in bytes: Span<UInt8>
  ) -> PositionCounter {
    // The last piece that starts in the line contains its end.
    let low = (offset / Self.step + 1..<pieces.count).partitionPoint { pieces[$0].line == start.line } - 1
    let end = bytes.endOfRun(from: max(low * Self.step, offset), to: bytes.count) { $0 != 0x0A && $0 != 0x0D }
    return counter(at: end, in: bytes)
  }
}

/// A problem in a short text, such as a pattern, a selector or a line.
///
/// Problems in whole files have a `location` of their own instead.
public protocol TextProblem: Error {
  /// The affected bytes of the text; an empty range where text is missing.
  var place: Range<Int> { get }
}

extension TextProblem {
  /// Returns the location of the problem in the text, which must be the text that contains the problem.
  public func location(in text: some InputBytes & ~Escapable) -> TextLocation {
    TextLocation(of: place, in: text)
  }
}
