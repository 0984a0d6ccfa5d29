import SluiceText

/// Properties of a line that are collected during the search for its end. Most lines need no second pass.
struct LineTraits {
  /// Whether the line can be metadata, which only occurs in the first 50 lines.
  var mayBeMetadata: Bool
  var isASCII = true
  /// The byte values up to `$` that occur in the line, as one bit each.
  var lowBytes: UInt64 = 0

  static let lastLowByte = ASCII.dollar

  var hasControlCharacter: Bool { lowBytes & 0xffff_ffff & ~Self.bit(ASCII.tab) != 0 }
  var hasBlank: Bool { lowBytes & (Self.bit(ASCII.space) | Self.bit(ASCII.tab)) != 0 }
  var hasHash: Bool { lowBytes & Self.bit(ASCII.hash) != 0 }
  var hasDollar: Bool { lowBytes & Self.bit(ASCII.dollar) != 0 }

  private static func bit(_ byte: UInt8) -> UInt64 { 1 &<< UInt64(byte) }

  /// Scans the line that starts at `start`. Returns the offset of its line end, or `end`.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    var bits: UInt64 = 0
    while true {
      index = bytes.firstIndex(ofAtMost: Self.lastLowByte, from: index, to: end, addingTo: &bits)
      if index >= end { break }
      let byte = bytes[index]
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
      lowBytes |= Self.bit(byte)
      index += 1
    }
    isASCII = bits & 0x8080_8080_8080_8080 == 0
    return index
  }

  /// Removes Unicode white space from both ends: no-break and other spaces, form feeds, and byte order marks,
  /// which occur inside concatenated lists. JavaScript's `trim`, which the ad blockers use, does the same.
  mutating func trim(_ line: inout ByteRange, in bytes: Span<UInt8>) {
    let whole = line
    while let length = Self.spaceLength(bytes, at: line.lowerBound, in: line) {
      line = ByteRange(line.lowerBound + length, line.upperBound)
    }
    while let length = Self.spaceLength(bytes, before: line.upperBound, in: line) {
      line = ByteRange(line.lowerBound, line.upperBound - length)
    }
    guard line != whole else { return }
    self = LineTraits(mayBeMetadata: mayBeMetadata)
    _ = scan(bytes, from: line.lowerBound, to: line.upperBound)
  }

  private static func spaceLength(_ bytes: Span<UInt8>, at index: Int, in line: ByteRange) -> Int? {
    for length in 1...3 where index + length <= line.upperBound {
      if isSpace(bytes, in: ByteRange(index, index + length)) { return length }
    }
    return nil
  }

  private static func spaceLength(_ bytes: Span<UInt8>, before index: Int, in line: ByteRange) -> Int? {
    for length in 1...3 where index - length >= line.lowerBound {
      if isSpace(bytes, in: ByteRange(index - length, index)) { return length }
    }
    return nil
  }

  private static func isSpace(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    let start = range.lowerBound
    switch (range.count, bytes[start]) {
    case (1, 0x09), (1, 0x0B), (1, 0x0C), (1, 0x20): return true
    case (2, 0xC2): return bytes[start + 1] == 0xA0
    case (3, 0xE1): return bytes[start + 1] == 0x9A && bytes[start + 2] == 0x80
    case (3, 0xE2):
      switch (bytes[start + 1], bytes[start + 2]) {
      case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): return true
      case _: return false
      }
    case (3, 0xE3): return bytes[start + 1] == 0x80 && bytes[start + 2] == 0x80
    case (3, 0xEF): return bytes[start + 1] == 0xBB && bytes[start + 2] == 0xBF
    case _: return false
    }
  }
}
