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

  /// Returns the position of the end of the line at the counter's position.
  private func end(
    ofLineAt start: PositionCounter, _ offset: Int, in bytes: Span<UInt8>
  ) -> PositionCounter {
    // The last piece that starts in the line contains its end.
    let low = (offset / Self.step + 1..<pieces.count).partitionPoint { pieces[$0].line == start.line } - 1
    let end = bytes.endOfRun(from: max(low * Self.step, offset), to: bytes.count) { $0 != 0x0A && $0 != 0x0D }
    return counter(at: end, in: bytes)
  }
}
