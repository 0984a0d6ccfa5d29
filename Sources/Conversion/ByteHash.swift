/// A hash of bytes that is the same in every run.
///
/// Swift's own has a seed that changes with each run, and costs three times as much for the short texts here:
/// patterns and selectors, which are hashed once each. An attacker who makes them collide slows down the
/// conversion of their own list.
struct ByteHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }

  mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest = UInt64(bytes.count)
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(rest)
  }

  /// Where to look first in a table of `size` slots, a power of two.
  func slot(of size: Int) -> Int { Int(truncatingIfNeeded: value ^ value >> 32) & (size - 1) }
}
