/// A writer of bits with the lowest bit first, as deflate requires.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count: UInt64 = 0

  init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Appends up to 32 bits.
  mutating func append(_ bits: UInt32, _ length: UInt32) {
    pending |= UInt64(bits) << count
    count += UInt64(length)
    guard count >= 32 else { return }
    append(word: UInt32(truncatingIfNeeded: pending))
    pending >>= 32
    count -= 32
  }

  /// Appends zeros up to the next byte.
  mutating func align() {
    while count > 0 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count = count > 8 ? count - 8 : 0
    }
  }

  /// Appends a byte. The output must be aligned.
  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends four bytes in little-endian order. The output must be aligned.
  mutating func append(word: UInt32) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes. The output must be aligned.
  mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

  /// Appends the codes of tokens. This loop takes most of the time for writing.
  mutating func append(
    _ tokens: UnsafeBufferPointer<DeflateToken>, _ literals: UnsafeBufferPointer<HuffmanCode.Entry>,
    _ distances: UnsafeBufferPointer<HuffmanCode.Entry>
  ) {
    // A token has at most 15 + 5 + 15 + 13 bits, so eight bytes are enough for each.
    let start = bytes.count
    var (pending, count) = (pending, count)
    let room = tokens.count * 8 + 8
    let written = [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
      let target = UnsafeMutableRawBufferPointer(buffer)
      var offset = 0
      for token in tokens {
        if let literal = token.literal {
          let entry = literals[Int(literal)]
          pending |= UInt64(entry.bits) << count
          count += UInt64(entry.length)
        } else {
          let symbol = token.lengthSymbol
          let entry = literals[Int(symbol.code)]
          pending |= UInt64(entry.bits) << count
          count += UInt64(entry.length)
          pending |= UInt64(symbol.extra) << count
          count += UInt64(symbol.extraBits)
          let (number, extra, extraBits) = token.distanceSymbol
          let distance = distances[Int(number)]
          // Up to 31 + 20 bits are pending here, and 28 more would not fit.
          target.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
          offset += Int(count >> 3)
          pending >>= count & ~7
          count &= 7
          pending |= UInt64(distance.bits) << count
          count += UInt64(distance.length)
          pending |= UInt64(extra) << count
          count += UInt64(extraBits)
        }
        if count >= 32 {
          target.storeBytes(
            of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: offset, as: UInt32.self)
          offset += 4
          pending >>= 32
          count -= 32
        }
      }
      length = offset
    }
    bytes.append(contentsOf: written)
    assert(bytes.count >= start)
    (self.pending, self.count) = (pending, count)
  }
}
