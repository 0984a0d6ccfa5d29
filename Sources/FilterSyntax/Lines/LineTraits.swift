/// What was seen of a line while its end was looked for: most lines need no second look for the rest.
struct LineTraits {
  /// Whether the line is among those that may be metadata.
  var mayBeMetadata: Bool
  /// All bytes of the line, or-ed.
  var combined: UInt8 = 0
  /// A bit for each byte up to `$` that is in the line.
  var lowBytes: UInt64 = 0

  /// Bytes up to this one have a bit in ``lowBytes``.
  static let lastLowByte = ASCII.dollar

  var isASCII: Bool { combined < 0x80 }
  var hasControlCharacter: Bool { lowBytes & 0xffff_ffff & ~Self.bit(ASCII.tab) != 0 }
  var hasBlank: Bool { lowBytes & (Self.bit(ASCII.space) | Self.bit(ASCII.tab)) != 0 }
  var hasHash: Bool { lowBytes & Self.bit(ASCII.hash) != 0 }
  var hasDollar: Bool { lowBytes & Self.bit(ASCII.dollar) != 0 }

  private static func bit(_ byte: UInt8) -> UInt64 { 1 &<< UInt64(byte) }

  /// Looks at the line that begins at `start` and returns the offset of its line end, or `end`.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    var combined: UInt8 = 0
    while index < end {
      let byte = bytes[index]
      if byte <= Self.lastLowByte {
        if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
        lowBytes |= Self.bit(byte)
      }
      combined |= byte
      index += 1
    }
    self.combined = combined
    return index
  }
}
