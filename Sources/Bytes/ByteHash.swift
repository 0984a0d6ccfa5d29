/// A hash of bytes that is the same in every run.
///
/// Swift's own has a seed that changes with each run, and costs three times as much for the short texts here:
/// patterns and selectors, which are hashed once each. An attacker who makes them collide slows down the
/// conversion of their own list.
@usableFromInline
package struct ByteHash: Sendable {
  /// The hash of what was added so far.
  @usableFromInline package var value: UInt64

  /// The hash of nothing.
  @inlinable @inline(__always) package init() { value = 0xcbf2_9ce4_8422_2325 }

  /// The hash of nothing, another one for each seed.
  @inlinable package init(seed: UInt64) {
    self.init()
    mix(seed)
  }

  /// Adds one byte: FNV-1a of 64 bits, so that the hashes of all beginnings of a text are had in one pass. With nothing
  /// else added it is a fingerprint that documents may hold.
  @inlinable @inline(__always)
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  /// Adds eight bytes at once.
  @inlinable @inline(__always)
  package mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }

  /// Adds bytes and their number, eight at a time.
  @inlinable @inline(__always)
  package mutating func mix(_ bytes: [UInt8]) { mix(bytes.span) }

  /// Adds bytes and their number, eight at a time.
  @inlinable @inline(__always)
  package mutating func mix(_ bytes: Span<UInt8>) {
    bytes.forEachWord(rest: UInt64(bytes.count)) { mix($0) }
  }

  /// A number below a power of two.
  @inlinable @inline(__always)
  package func slot(of size: Int) -> Int { Int(truncatingIfNeeded: value ^ value >> 32) & (size - 1) }
}

extension Hasher {
  /// Feeds all bytes at once. The array's own way, byte by byte, takes ten times as long, and names and
  /// selectors are hashed a hundred thousand times.
  @inlinable
  package mutating func combineBytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { combine(bytes: $0) }
    combine(bytes.count)
  }
}
