/// A set of ASCII bytes, as two words.
///
/// WebKit matches URLs byte by byte and a serialised URL is pure ASCII, so 128 bits are all that a
/// character class can tell apart.
public struct ASCIISet: Hashable, Sendable {
  /// Members 0 to 63, by bit.
  private var low: UInt64
  /// Members 64 to 127, by bit.
  private var high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The empty set.
  public init() { self.init(low: 0, high: 0) }

  /// The set of one byte; empty for a byte outside ASCII.
  public init(_ byte: UInt8) {
    self.init()
    insert(byte)
  }

  /// The set of the ASCII bytes in `range`.
  public init(_ range: ClosedRange<UInt8>) {
    self.init()
    insert(range)
  }

  /// Every byte that can be matched: all of ASCII but NUL, with which WebKit marks the end of a URL.
  public static let all = ASCIISet(low: ~1, high: ~0)

  /// The letters of both cases.
  public static let letters = ASCIISet(low: 0, high: upperCase | upperCase << 32)

  /// What a regex's `\d` stands for.
  public static let digits = ASCIISet(UInt8(ascii: "0")...UInt8(ascii: "9"))

  /// Whether there are no members.
  public var isEmpty: Bool { low | high == 0 }

  /// How many members there are.
  public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The smallest member.
  public var first: UInt8? {
    if low != 0 { return UInt8(truncatingIfNeeded: low.trailingZeroBitCount) }
    if high != 0 { return UInt8(truncatingIfNeeded: 64 + high.trailingZeroBitCount) }
    return nil
  }

  /// Whether `byte` is a member.
  public func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  /// Adds `byte`; nothing happens for a byte outside ASCII.
  public mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte - 64)
    }
  }

  /// Adds the ASCII bytes in `range`.
  public mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range where byte < 128 { insert(byte) }
  }

  /// The members of either set.
  public func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low | other.low, high: high | other.high)
  }

  /// The members of both sets.
  public func intersection(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & other.low, high: high & other.high)
  }

  /// The members which `other` has not.
  public func subtracting(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & ~other.low, high: high & ~other.high)
  }

  /// Whether `other` has all members of this set.
  public func isSubset(of other: ASCIISet) -> Bool { subtracting(other).isEmpty }

  /// All of ASCII but NUL that is not a member.
  public var inverted: ASCIISet { Self.all.subtracting(self) }

  /// The set with every letter that is a member in its other case too.
  public var caseFolded: ASCIISet {
    let upper = high & Self.upperCase
    let lower = high >> 32 & Self.upperCase
    return ASCIISet(low: low, high: high | upper << 32 | lower)
  }

  /// The set without every capital whose small letter is a member too.
  public var withoutFoldedCapitals: ASCIISet {
    ASCIISet(low: low, high: high & ~(high >> 32 & Self.upperCase))
  }

  /// Removes the smallest member.
  public mutating func popFirst() -> UInt8? {
    let first = first
    if low != 0 { low &= low - 1 } else if high != 0 { high &= high - 1 }
    return first
  }

  /// Calls `body` with each run of neighbouring members, in order.
  public func forEachRange(_ body: (ClosedRange<UInt8>) -> Void) {
    var rest = self
    while let start = rest.first {
      var end = start
      while end < 127, contains(end + 1) { end += 1 }
      body(start...end)
      while let next = rest.first, next <= end { _ = rest.popFirst() }
    }
  }

  /// The bits of A to Z in the high word; those of a to z are 32 places further on.
  private static let upperCase: UInt64 = 0x07ff_fffe
}
