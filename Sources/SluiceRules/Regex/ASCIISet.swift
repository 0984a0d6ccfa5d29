import SluiceText

/// A set of ASCII bytes in two words.
///
/// WebKit matches URLs byte by byte, and a serialized URL is pure ASCII. 128 bits are therefore enough for
/// all character classes.
package struct ASCIISet: Hashable, Sendable {
  /// The members from 0 to 63, one bit each.
  @usableFromInline package var low: UInt64
  /// The members from 64 to 127, one bit each.
  @usableFromInline package var high: UInt64

  @inlinable package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Creates an empty set.
  @inlinable package init() { self.init(low: 0, high: 0) }

  /// Creates a set with one byte, or an empty set for a non-ASCII byte.
  @inlinable package init(_ byte: UInt8) {
    self.init()
    insert(byte)
  }

  /// Creates a set with the ASCII bytes in `range`.
  @inlinable package init(_ range: ClosedRange<UInt8>) {
    self.init()
    insert(range)
  }

  /// All bytes that can match: all of ASCII except NUL, which WebKit uses to mark the end of a URL.
  package static let all = ASCIISet(low: ~1, high: ~0)

  /// The letters in both cases.
  package static let letters = ASCIISet(low: 0, high: upperCase | upperCase << 32)

  /// The digits: `\d` in a regex.
  package static let digits = ASCIISet(ASCII.zero...ASCII.nine)

  /// Whether the set is empty.
  @inlinable package var isEmpty: Bool { low | high == 0 }

  /// The number of members.
  @inlinable package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The smallest member.
  @inlinable package var first: UInt8? {
    if low != 0 { return UInt8(truncatingIfNeeded: low.trailingZeroBitCount) }
    if high != 0 { return UInt8(truncatingIfNeeded: 64 + high.trailingZeroBitCount) }
    return nil
  }

  /// Returns whether `byte` is a member.
  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  /// Inserts `byte`; has no effect for a non-ASCII byte.
  @inlinable package mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte - 64)
    }
  }

  /// Inserts the ASCII bytes in `range`.
  @inlinable package mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range where byte < 128 { insert(byte) }
  }

  /// Returns the members of either set.
  @inlinable package func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low | other.low, high: high | other.high)
  }

  /// Returns the members of both sets.
  @inlinable package func intersection(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & other.low, high: high & other.high)
  }

  /// Returns the members that are not in `other`.
  @inlinable package func subtracting(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & ~other.low, high: high & ~other.high)
  }

  /// Returns whether `other` contains all members of this set.
  @inlinable package func isSubset(of other: ASCIISet) -> Bool { subtracting(other).isEmpty }

  /// All ASCII bytes except NUL that are not members.
  package var inverted: ASCIISet { Self.all.subtracting(self) }

  /// The set with both cases of each letter that it contains.
  package var caseFolded: ASCIISet {
    let upper = high & Self.upperCase
    let lower = high >> 32 & Self.upperCase
    return ASCIISet(low: low, high: high | upper << 32 | lower)
  }

  /// The set without uppercase letters whose lowercase form is also a member.
  package var withoutFoldedCapitals: ASCIISet {
    ASCIISet(low: low, high: high & ~(high >> 32 & Self.upperCase))
  }

  /// Removes and returns the smallest member.
  @inlinable package mutating func popFirst() -> UInt8? {
    let first = first
    if low != 0 { low &= low - 1 } else if high != 0 { high &= high - 1 }
    return first
  }

  /// Calls `body` with each range of adjacent members in ascending order.
  package func forEachRange(_ body: (ClosedRange<UInt8>) -> Void) {
    var rest = self
    while let start = rest.first {
      var end = start
      while end < 127, contains(end + 1) { end += 1 }
      body(start...end)
      while let next = rest.first, next <= end { _ = rest.popFirst() }
    }
  }

  /// The bits of A to Z in the high word. Those of a to z are 32 bits higher.
  private static let upperCase: UInt64 = 0x07ff_fffe
}
