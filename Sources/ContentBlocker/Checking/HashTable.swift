/// A hash that grows byte by byte, so that the hashes of all beginnings of a text are had in one pass.
struct CoverageHash {
  private(set) var value: UInt64

  init(_ seed: UInt64) { value = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0xCBF2_9CE4_8422_2325 }

  init(_ seed: UInt64, _ bytes: [UInt8]) {
    self.init(seed)
    for byte in bytes { add(byte) }
  }

  init(_ seed: UInt64, reversed bytes: [UInt8]) {
    self.init(seed)
    for byte in bytes.reversed() { add(byte) }
  }

  mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// Numbers by hash: several of one hash, the last added first. That the hashes are of equal things is for the
/// caller to see to.
struct HashTable {
  /// For each slot the hash, and the number that was added last.
  private var slots: [(hash: UInt64, number: Int32)]
  /// For each number the one added before it.
  private var links: [Int32]
  private let mask: Int

  /// A table for numbers below `count`.
  init(count: Int) {
    var capacity = 64
    while capacity < 2 * count { capacity *= 2 }
    mask = capacity - 1
    slots = Array(repeating: (0, -1), count: capacity)
    links = Array(repeating: -1, count: count)
  }

  mutating func add(_ number: Int32, key: UInt64) {
    let slot = slot(of: key)
    links[Int(number)] = slots[slot].number
    slots[slot] = (key, number)
  }

  func contains(_ key: UInt64) -> Bool { slots[slot(of: key)].number >= 0 }

  /// The number that was added last, or -1.
  func first(_ key: UInt64) -> Int32 { slots[slot(of: key)].number }

  /// The number of the same hash that was added before this one, or -1.
  func next(_ number: Int32) -> Int32 { links[Int(number)] }

  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
    while slots[slot].number >= 0, slots[slot].hash != key { slot = (slot + 1) & mask }
    return slot
  }
}
