/// A hash of bytes that is the same in every run.
///
/// Swift's `Hasher` has a random seed and takes three times as long for patterns and selectors, because they
/// are short and each is hashed once. An attacker who causes collisions only slows down the conversion of
/// their own list.
@usableFromInline
package struct ByteHash: Sendable {
  /// The hash of the bytes so far.
  @usableFromInline package var value: UInt64

  /// Creates the hash of an empty text.
  @inlinable @inline(__always) package init() { value = 0xcbf2_9ce4_8422_2325 }

  /// Creates the hash of an empty text with a seed.
  @inlinable package init(seed: UInt64) {
    self.init()
    mix(seed)
  }

  /// Adds one byte with 64-bit FNV-1a, so a single pass computes the hashes of all prefixes of a text. A hash
  /// that only uses this method is a stable fingerprint that documents may contain.
  @inlinable @inline(__always)
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  /// Adds eight bytes at once.
  @inlinable @inline(__always)
  package mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }

  /// Adds bytes and their count, eight at a time.
  @inlinable @inline(__always)
  package mutating func mix(_ bytes: [UInt8]) { mix(bytes.span) }

  /// Adds bytes and their count, eight at a time.
  @inlinable @inline(__always)
  package mutating func mix(_ bytes: Span<UInt8>) {
    bytes.forEachWord(rest: UInt64(bytes.count)) { mix($0) }
  }

  /// Returns a slot number below `size`, which must be a power of two.
  @inlinable @inline(__always)
  package func slot(of size: Int) -> Int { Int(truncatingIfNeeded: value ^ value >> 32) & (size - 1) }
}

extension Hasher {
  /// Feeds all bytes at once. `Array` feeds them one by one, which takes ten times as long, and names and
  /// selectors are hashed 100,000 times.
  @inlinable
  package mutating func combineBytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { combine(bytes: $0) }
    combine(bytes.count)
  }
}
