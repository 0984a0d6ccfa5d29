/// A set of hashes, which can also contain a few others.
///
/// Most look-ups find nothing. The set answers these, because it fits in the processor's cache even for long lists.
@usableFromInline
package struct HashFilter: Sendable {
  @usableFromInline var words: [UInt64]
  @usableFromInline let mask: UInt64

  /// Creates an empty set for `capacity` hashes, with at least `bits` bits for each.
  @inlinable
  package init(capacity: Int, bits: Int) {
    var size = 1 << 10
    while size < capacity * bits { size *= 2 }
    words = Array(repeating: 0, count: size / 64)
    mask = UInt64(size - 1)
  }

  /// Returns whether the set may contain a hash.
  @inlinable @inline(__always)
  package func contains(_ hash: UInt64) -> Bool {
    let bit = hash >> 32 & mask
    return words[Int(truncatingIfNeeded: bit >> 6)] >> (bit & 63) & 1 == 1
  }

  /// Inserts a hash, and returns whether it was certainly not in the set before.
  @inlinable @inline(__always) @discardableResult
  package mutating func insert(_ hash: UInt64) -> Bool {
    let bit = hash >> 32 & mask
    let index = Int(truncatingIfNeeded: bit >> 6)
    defer { words[index] |= 1 << (bit & 63) }
    return words[index] >> (bit & 63) & 1 == 0
  }
}

/// A table that finds numbers by a hash. Among numbers with the same hash, the last one added comes first. Callers
/// must verify that the hashed values are equal.
@usableFromInline
package struct HashChains: Sendable {
  @usableFromInline var filter: HashFilter
  /// The last number that was added for each hash.
  @usableFromInline var slots: HashSlots
  @usableFromInline var keys: [UInt64]
  /// For each number, the number with the same hash that was added before it, or -1.
  @usableFromInline var links: [Int32]

  /// Creates a table for numbers below `count`, with room for `capacity` of them before it grows.
  package init(count: Int, capacity: Int? = nil) {
    filter = HashFilter(capacity: capacity ?? count, bits: 8)
    slots = HashSlots(capacity: capacity ?? count)
    keys = Array(repeating: 0, count: count)
    links = Array(repeating: -1, count: count)
  }

  /// Adds a number that the table does not contain.
  package mutating func add(_ number: Int, key: ByteHash) {
    filter.insert(key.value)
    keys[number] = key.value
    let last = slots.replace(key, by: number) { keys[$0] == key.value }
    links[number] = Int32(truncatingIfNeeded: last ?? -1)
  }

  /// Returns the first number with a hash for which `predicate` returns true, among the first `limit` numbers.
  @inlinable @inline(__always)
  package func first(_ key: ByteHash, limit: Int, where predicate: (Int) -> Bool) -> Int? {
    guard filter.contains(key.value), var number = slots.find(key, where: { keys[$0] == key.value }) else {
      return nil
    }
    for _ in 0..<limit {
      if predicate(number) { return number }
      number = Int(links[number])
      if number < 0 { break }
    }
    return nil
  }
}
