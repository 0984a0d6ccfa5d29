/// A hash table of numbers with open addressing, the basis of all other tables. The numbered values are
/// stored elsewhere, so callers decide whether a number with the right hash is the one that they want.
///
/// The table stores 32 bits of each hash, so that it can grow without hashing values again. All types in this
/// module are `@usableFromInline`, because otherwise the compiler inlines none of their methods in other
/// modules.
@usableFromInline
package struct HashSlots: Sendable {
  /// The slots: the hash in the upper half and the number plus one in the lower half; 0 for a free slot.
  /// Their count is a power of two.
  @usableFromInline var slots: [UInt64]
  @usableFromInline var count = 0

  /// Creates a table with room for `capacity` numbers before it grows.
  @inlinable
  package init(capacity: Int = 0) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// Returns the first number with this hash for which `predicate` returns true, in insertion order.
  @inlinable @inline(__always)
  package func find(_ hash: ByteHash, where predicate: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: predicate)
    return slots[slot] == 0 ? nil : Self.number(in: slots[slot])
  }

  /// Returns the number as ``find(_:where:)`` does. If there is no match, adds `number` and returns nil.
  @inlinable @inline(__always)
  package mutating func find(_ hash: ByteHash, orAdd number: Int, where predicate: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: predicate)
    if slots[slot] != 0 { return Self.number(in: slots[slot]) }
    add(number, hash: hash, to: slot)
    return nil
  }

  /// Returns the number as ``find(_:where:)`` does, and replaces it with `number`. If there is no match, adds
  /// `number` and returns nil.
  @inlinable @inline(__always)
  package mutating func replace(_ hash: ByteHash, by number: Int, where predicate: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: predicate)
    guard slots[slot] != 0 else {
      add(number, hash: hash, to: slot)
      return nil
    }
    defer { slots[slot] = Self.entry(Self.tag(hash), number: number) }
    return Self.number(in: slots[slot])
  }

  /// Adds a number that the table does not contain.
  @inlinable @inline(__always)
  package mutating func add(_ number: Int, hash: ByteHash) {
    add(number, hash: hash, to: slot(of: hash) { _ in false })
  }

  /// Returns the slot of the matching number, or the free slot where it belongs.
  @inlinable @inline(__always)
  func slot(of hash: ByteHash, where predicate: (Int) -> Bool) -> Int {
    let tag = Self.tag(hash)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: tag) & mask
    while slots[slot] != 0, slots[slot] >> 32 != tag || !predicate(Self.number(in: slots[slot])) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  @inlinable @inline(__always)
  mutating func add(_ number: Int, hash: ByteHash, to slot: Int) {
    slots[slot] = Self.entry(Self.tag(hash), number: number)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  @usableFromInline
  mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 4)
    let mask = larger.count - 1
    // Starts behind a chain, so that the entries of one that wraps around keep their order.
    let first = slots.firstIndex(of: 0) ?? 0
    for index in slots.indices {
      let entry = slots[(first + index) & (slots.count - 1)]
      if entry == 0 { continue }
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }

  @inlinable @inline(__always)
  static func tag(_ hash: ByteHash) -> UInt64 { (hash.value ^ hash.value >> 32) & 0xFFFF_FFFF }

  @inlinable @inline(__always)
  static func entry(_ tag: UInt64, number: Int) -> UInt64 {
    tag << 32 | UInt64(UInt32(truncatingIfNeeded: number + 1))
  }

  @inlinable @inline(__always)
  static func number(in entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1 }
}

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

/// A table of texts, numbered in the order in which they were added and stored in a single array.
///
/// A dictionary of strings takes three times as long, and treats composed and decomposed accents as equal.
package struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots: HashSlots

  /// Creates a table with room for `capacity` texts before it grows.
  package init(capacity: Int = 0) { slots = HashSlots(capacity: capacity) }

  /// The number of texts.
  package var count: Int { ends.count }

  /// Returns the text with this number.
  package subscript(_ number: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]) }
  }

  /// Returns the number of a text with this hash; nil for unknown texts. All texts of a table must be hashed
  /// in the same way.
  package func number(of text: Span<UInt8>, _ hash: ByteHash) -> Int? {
    slots.find(hash) { self[$0].equals(text) }
  }

  /// Returns the number of a text with this hash, and assigns a new one if necessary.
  package mutating func insert(_ text: Span<UInt8>, hash: ByteHash) -> Int {
    let known = slots.find(hash, orAdd: ends.count) { [bytes, ends] number in
      bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]).equals(text)
    }
    if let known { return known }
    bytes.append(text)
    ends.append(bytes.count)
    return ends.count - 1
  }

  /// Returns the number of a string, and assigns a new one if necessary.
  package mutating func insert(_ string: String) -> Int {
    var string = string
    return string.withUTF8 { utf8 in
      var hash = ByteHash()
      hash.mix(utf8.span)
      return insert(utf8.span, hash: hash)
    }
  }
}
