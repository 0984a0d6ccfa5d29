/// Numbers by hash, with open addressing: the one such table. What the numbers are of is held elsewhere, so the
/// caller says whether a number with the right hash is the one that is looked for.
///
/// (`@usableFromInline`, as for all types here: without it the compiler puts none of the methods in line elsewhere.)
/// Of a hash 32 bits are kept, from which a larger table is made without asking for hashes again.
@usableFromInline
package struct HashSlots: Sendable {
  /// The hash in the upper half, one more than the number in the lower one; 0 in a free slot. A power of two.
  @usableFromInline var slots: [UInt64]
  /// How many numbers there are.
  @usableFromInline var count = 0

  /// A table with room for so many numbers before it grows.
  @inlinable
  package init(capacity: Int = 0) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// The number for which `isMeant`, of those with this hash in the order in which they were added.
  @inlinable @inline(__always)
  package func find(_ hash: ByteHash, where isMeant: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: isMeant)
    return slots[slot] == 0 ? nil : Self.number(in: slots[slot])
  }

  /// The same, and where there is none `number` is added.
  @inlinable @inline(__always)
  package mutating func find(_ hash: ByteHash, orAdd number: Int, where isMeant: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: isMeant)
    if slots[slot] != 0 { return Self.number(in: slots[slot]) }
    add(number, hash, to: slot)
    return nil
  }

  /// The same, and `number` takes the place of the one that is found.
  @inlinable @inline(__always)
  package mutating func replace(_ hash: ByteHash, by number: Int, where isMeant: (Int) -> Bool) -> Int? {
    let slot = slot(of: hash, where: isMeant)
    guard slots[slot] != 0 else {
      add(number, hash, to: slot)
      return nil
    }
    defer { slots[slot] = Self.entry(Self.tag(hash), number) }
    return Self.number(in: slots[slot])
  }

  /// The slot of the number that is meant, or the free one where it would be.
  @inlinable @inline(__always)
  func slot(of hash: ByteHash, where isMeant: (Int) -> Bool) -> Int {
    let tag = Self.tag(hash)
    let mask = slots.count - 1
    var slot = Int(tag) & mask
    while slots[slot] != 0, slots[slot] >> 32 != tag || !isMeant(Self.number(in: slots[slot])) {
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
    for entry in slots where entry != 0 {
      var slot = Int(entry >> 32) & mask
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
  static func number(in entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }
}
