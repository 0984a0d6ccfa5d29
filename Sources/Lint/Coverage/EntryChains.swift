/// Entries under the hashes of what they are found by.
///
/// Most of what is looked up is not there: a small table, which stays in the processor's cache however long the lists are,
/// says so. What is there is mostly one entry, and that the one which is compared with others: it costs one place more.
struct EntryChains {
  /// How many entries of one hash are compared: those that come later are not found.
  private static let limit = 64
  private let slotBits: UInt64
  private let filterBits: UInt64
  private var filter: [UInt64]
  private var first: [Int32]
  private var links: [Link]

  /// What stands behind an entry: the next one of its slot, and the lower bits of its own hash.
  private struct Link {
    var next: Int32 = -1
    var tag: UInt32 = 0
  }

  /// The entries with these numbers, in order, of so many.
  ///
  /// - Parameter hash: By what an entry is found; nil for one that is not kept.
  init(_ numbers: [Int32], of count: Int, hash: (Int) -> UInt64?) {
    slotBits = Self.bits(for: numbers.count * 2)
    filterBits = Self.bits(for: numbers.count * 8)
    filter = [UInt64](repeating: 0, count: 1 << (Int(filterBits) - 6))
    first = [Int32](repeating: -1, count: 1 << Int(slotBits))
    links = [Link](repeating: Link(), count: numbers.isEmpty ? 0 : count)
    // From the last one, so that the first of a hash comes first.
    for number in numbers.reversed() {
      guard let hash = hash(Int(number)) else { continue }
      let mark = Self.index(hash, bits: filterBits)
      filter[mark >> 6] |= 1 << UInt64(mark & 63)
      let slot = Self.index(hash, bits: slotBits)
      links[Int(number)] = Link(next: first[slot], tag: UInt32(truncatingIfNeeded: hash))
      first[slot] = number
    }
  }

  /// How many bits a table of so many places has.
  static func bits(for count: Int) -> UInt64 {
    var bits: UInt64 = 10
    while bits < 30, 1 << bits < count { bits += 1 }
    return bits
  }

  /// The upper bits of a hash as an index.
  static func index(_ hash: UInt64, bits: UInt64) -> Int { Int(hash >> (64 - bits)) }

  /// The entries under a hash.
  func forEach(under hash: UInt64, _ body: (Int) -> Void) {
    let mark = Self.index(hash, bits: filterBits)
    guard filter[mark >> 6] & (1 << UInt64(mark & 63)) != 0 else { return }
    var number = first[Self.index(hash, bits: slotBits)]
    var count = 0
    while number >= 0, count < Self.limit {
      let link = links[Int(number)]
      if link.tag == UInt32(truncatingIfNeeded: hash) {
        body(Int(number))
        count += 1
      }
      number = link.next
    }
  }
}
