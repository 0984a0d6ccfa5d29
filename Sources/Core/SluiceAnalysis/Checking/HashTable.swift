/// A table that finds numbers by a hash. Among numbers with the same hash, the last one added comes first.
/// Callers must verify that the hashed values are equal.
struct HashTable {
  /// The last number that was added for each hash.
  private var slots: HashSlots
  /// The hash of each number.
  private var keys: [UInt64]
  /// For each number, the number with the same hash that was added before it.
  private var links: [Int32]

  /// Creates a table for numbers below `count`.
  init(count: Int) {
    slots = HashSlots(capacity: count)
    keys = Array(repeating: 0, count: count)
    links = Array(repeating: -1, count: count)
  }

  mutating func add(_ number: Int32, key: ByteHash) {
    keys[Int(number)] = key.value
    let last = slots.replace(key, by: Int(number)) { keys[$0] == key.value }
    links[Int(number)] = Int32(truncatingIfNeeded: last ?? -1)
  }

  func contains(_ key: ByteHash) -> Bool { first(key) >= 0 }

  /// Returns the last number that was added with this hash, or -1.
  func first(_ key: ByteHash) -> Int32 {
    Int32(truncatingIfNeeded: slots.find(key) { keys[$0] == key.value } ?? -1)
  }

  /// Returns the number with the same hash that was added before this one, or -1.
  func next(_ number: Int32) -> Int32 { links[Int(number)] }
}

extension ByteHash {
  /// Creates the hash of a text with the hash `seed` followed by these bytes.
  init(_ seed: ByteHash, _ bytes: some Sequence<UInt8>) {
    self = seed
    for byte in bytes { add(byte) }
  }
}
