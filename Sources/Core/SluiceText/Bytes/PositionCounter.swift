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
