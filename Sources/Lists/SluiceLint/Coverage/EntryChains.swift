/// A hash table of entries.
///
/// Most lookups fail. A small filter table, which fits in the processor's cache even for long lists, handles
/// these. A successful lookup mostly finds only the entry that is being compared, at the cost of one more
/// memory access.
struct EntryChains {
  /// The maximum number of entries per hash to compare. Later entries are not found.
  private static let limit = 64
  private let slotBits: UInt64
  private let filterBits: UInt64
  private var filter: [UInt64]
  private var first: [Int32]
  private var links: [Link]

  /// The link of an entry: the next entry in its slot, and the lower bits of its own hash.
  private struct Link {
    var next: Int32 = -1
    var tag: UInt32 = 0
  }

  /// Creates a table of the entries with the given numbers, in order. `count` is the number of all entries.
  ///
  /// - Parameter hash: Returns the hash of an entry; nil to leave the entry out.
  init(_ numbers: [Int32], of count: Int, hash: (Int) -> UInt64?) {
    slotBits = Self.bits(for: numbers.count * 2)
    filterBits = Self.bits(for: numbers.count * 8)
    filter = [UInt64](repeating: 0, count: 1 << (Int(filterBits) - 6))
    first = [Int32](repeating: -1, count: 1 << Int(slotBits))
    links = [Link](repeating: Link(), count: numbers.isEmpty ? 0 : count)
    // In reverse, so that the first entry with a hash comes first.
    for number in numbers.reversed() {
      guard let hash = hash(Int(number)) else { continue }
      let mark = Self.index(hash, bits: filterBits)
      filter[mark >> 6] |= 1 << UInt64(mark & 63)
      let slot = Self.index(hash, bits: slotBits)
      links[Int(number)] = Link(next: first[slot], tag: UInt32(truncatingIfNeeded: hash))
      first[slot] = number
    }
  }

  /// Returns the number of index bits for a table of the given size.
  static func bits(for count: Int) -> UInt64 {
    var bits: UInt64 = 10
    while bits < 30, 1 << bits < count { bits += 1 }
    return bits
  }

  /// Returns the upper bits of a hash as an index.
  static func index(_ hash: UInt64, bits: UInt64) -> Int { Int(hash >> (64 - bits)) }

  /// Calls a closure with the entries that have a hash.
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
