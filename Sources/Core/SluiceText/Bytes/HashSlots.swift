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
  /// The count of numbers.
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
    add(number, hash, to: slot)
    return nil
  }

  /// Returns the number as ``find(_:where:)`` does, and replaces it with `number`. If there is no match, adds
  /// `number` and returns nil.
  @inlinable @inline(__always)
  package mutating func replace(_ hash: ByteHash, by number: Int, where predicate: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: predicate)
    guard slots[slot] != 0 else {
      add(number, hash, to: slot)
      return nil
    }
    defer { slots[slot] = Self.entry(Self.tag(hash), number) }
    return Self.number(in: slots[slot])
  }

  /// Adds a number that the table does not contain.
  @inlinable @inline(__always)
  package mutating func add(_ number: Int, _ hash: ByteHash) {
    add(number, hash, to: slot(of: hash) { _ in false })
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
  mutating func add(_ number: Int, _ hash: ByteHash, to slot: Int) {
    slots[slot] = Self.entry(Self.tag(hash), number)
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
  static func entry(_ tag: UInt64, _ number: Int) -> UInt64 {
    tag << 32 | UInt64(UInt32(truncatingIfNeeded: number + 1))
  }

  @inlinable @inline(__always)
  static func number(in entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1 }
}
