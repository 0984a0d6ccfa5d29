/// A literal byte, or a copy of previous bytes.
struct DeflateToken {
  /// The literal byte. For a copy: the top bit, the length minus 3, and the distance minus 1.
  private let value: UInt32

  init(literal: UInt8) { value = UInt32(literal) }

  /// Creates a copy of 3 to 258 bytes at a distance of 1 to 32,768 bytes.
  init(length: Int, distance: Int) {
    value = 1 << 31 | UInt32(truncatingIfNeeded: length - 3) << 16 | UInt32(truncatingIfNeeded: distance - 1)
  }

  var literal: UInt8? { value >> 31 == 0 ? UInt8(truncatingIfNeeded: value) : nil }

  /// The symbol of the length, which is 257 or higher, and the extra bits after its code.
  var lengthSymbol: (code: UInt32, extra: UInt32, extraBits: UInt32) {
    let length = value >> 16 & 0xff
    // The length 258 has a symbol of its own.
    if length == 255 { return (285, 0, 0) }
    if length < 8 { return (257 + length, 0, 0) }
    let bits = 29 - UInt32(truncatingIfNeeded: length.leadingZeroBitCount)
    return (257 + bits << 2 + length >> bits, length & (1 << bits - 1), bits)
  }

  /// The symbol of the distance, and the extra bits after its code.
  var distanceSymbol: (code: UInt32, extra: UInt32, extraBits: UInt32) {
    let distance = value & 0xffff
    if distance < 4 { return (distance, 0, 0) }
    let bits = 30 - UInt32(truncatingIfNeeded: distance.leadingZeroBitCount)
    return (bits << 1 + distance >> bits, distance & (1 << bits - 1), bits)
  }
}
