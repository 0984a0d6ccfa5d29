/// Numbers by hash: several of one hash, the last added first. That the hashes are of equal things is for the
/// caller to see to.
struct HashTable {
  /// For each hash the number that was added last.
  private var slots: HashSlots
  /// For each number its hash.
  private var keys: [UInt64]
  /// For each number the one added before it.
  private var links: [Int32]

  /// A table for numbers below `count`.
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

  /// The number that was added last, or -1.
  func first(_ key: ByteHash) -> Int32 {
    Int32(truncatingIfNeeded: slots.find(key) { keys[$0] == key.value } ?? -1)
  }

  /// The number of the same hash that was added before this one, or -1.
  func next(_ number: Int32) -> Int32 { links[Int(number)] }
}

extension ByteHash {
  /// The hash of bytes behind what has the hash `seed`, byte by byte.
  init(_ seed: ByteHash, _ bytes: some Sequence<UInt8>) {
    self = seed
    for byte in bytes { add(byte) }
  }
}
