import SluiceText

/// A table for finding entries whose text could be part of another text. Each entry is stored under a
/// sequence of its bytes that few others contain.
struct GramTable {
  /// The length of these sequences in bytes.
  private let length: Int
  private let chains: EntryChains

  /// Stores entries by their texts, except texts shorter than `length`. `numbers` are the indices in
  /// `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], in texts: Span<UInt8>, length: Int) {
    self.length = length
    // Counts stop at 255, and several sequences can share one. This is enough to find rare sequences, and the
    // table is fast to access.
    let bits = EntryChains.bits(for: numbers.count * 8)
    var frequency = [UInt8](repeating: 0, count: 1 << Int(bits))
    for number in numbers {
      Self.forEachGram(length, in: texts, text: entries[Int(number)].text) { hash in
        let index = EntryChains.index(hash, bits: bits)
        if frequency[index] < .max { frequency[index] += 1 }
      }
    }
    chains = EntryChains(numbers, of: entries.count) { number in
      var best: (hash: UInt64, frequency: UInt8)?
      Self.forEachGram(length, in: texts, text: entries[number].text) { hash in
        let count = frequency[EntryChains.index(hash, bits: bits)]
        if best.map({ count < $0.frequency }) ?? true { best = (hash, count) }
      }
      return best?.hash
    }
  }

  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, body: (Int) -> Void) {
    Self.forEachGram(length, in: texts, text: text) { hash in chains.forEach(under: hash, body) }
  }

  /// Returns whether a text contains a run of the given length without wildcards and separators.
  fileprivate static func hasRun(of length: Int, _ texts: Span<UInt8>, text: Range<Int>) -> Bool {
    var run = 0
    for index in text {
      run = isSpecial(texts[index]) ? 0 : run + 1
      if run >= length { return true }
    }
    return false
  }

  fileprivate static func isSpecial(_ byte: UInt8) -> Bool {
    byte == ASCII.star || byte == ASCII.caret
  }

  /// Calls a closure with the hashes of all sequences that contain no wildcard and no separator.
  private static func forEachGram(
    _ length: Int, in texts: Span<UInt8>, text: Range<Int>, body: (UInt64) -> Void
  ) {
    guard text.count >= length else { return }
    let mask: UInt64 = length == 8 ? .max : (1 << (8 * UInt64(length))) - 1
    var word: UInt64 = 0
    var since = 0
    for index in text {
      let byte = texts[index]
      word = word << 8 | UInt64(byte)
      since = isSpecial(byte) ? 0 : since + 1
      if since >= length { body((word & mask) &* 0x9E37_79B9_7F4A_7C15) }
    }
  }
}

/// Tables of entries by eight bytes of their text or, for shorter texts, by four.
struct GramTables {
  private let long, short: GramTable

  init(_ numbers: [Int32], of entries: [NetworkEntry], in texts: Span<UInt8>) {
    var (long, short): ([Int32], [Int32]) = ([], [])
    for number in numbers {
      if GramTable.hasRun(of: 8, texts, text: entries[Int(number)].text) {
        long.append(number)
      } else {
        short.append(number)
      }
    }
    self.long = GramTable(long, of: entries, in: texts, length: 8)
    self.short = GramTable(short, of: entries, in: texts, length: 4)
  }

  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, body: (Int) -> Void) {
    short.forEachCandidate(in: text, texts, body: body)
    long.forEachCandidate(in: text, texts, body: body)
  }

  /// Returns whether a text consists only of host characters, separators and wildcards. Text with other
  /// characters cannot be part of a host.
  static func mayBeInHost(_ texts: Span<UInt8>, text: Range<Int>) -> Bool {
    for index in text {
      let byte = texts[index]
      guard byte.isLabelByte || byte == ASCII.dot || GramTable.isSpecial(byte) else { return false }
    }
    return true
  }
}

/// A table for finding entries that consist of a host, such as `||ads.example^`, by the hosts of other
/// entries. Most filters have this form.
struct WholeHostTable {
  private let chains: EntryChains

  /// Stores entries that all consist of a host. `numbers` are the indices in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], in texts: Span<UInt8>) {
    chains = EntryChains(numbers, of: entries.count) { number in
      let text = entries[number].text
      return Self.hash(text.lowerBound..<text.upperBound - 1, in: texts)
    }
  }

  /// Returns whether an entry consists of a host and one more byte, which also ends the host of every filter
  /// that it covers.
  static func holds(_ entry: NetworkEntry, in texts: Span<UInt8>) -> Bool {
    guard entry.start == .hostLabel else { return false }
    let end = endOfHost(entry.text, in: texts)
    return end > entry.text.lowerBound && end == entry.text.upperBound - 1 && texts[end] != ASCII.star
  }

  /// Calls a closure with the entries for the host of a label-anchored pattern, or for a parent of that host.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, body: (Int) -> Void) {
    let end = Self.endOfHost(text, in: texts)
    var hash = ByteHash()
    for index in (text.lowerBound..<end).reversed() {
      hash.add(texts[index])
      if index == text.lowerBound || texts[index - 1] == ASCII.dot {
        chains.forEach(under: Self.spread(hash), body)
      }
    }
  }

  private static func endOfHost(_ text: Range<Int>, in texts: Span<UInt8>) -> Int {
    return texts.endOfRun(from: text.lowerBound, to: text.upperBound) { $0.isLabelByte || $0 == ASCII.dot }
  }

  /// Returns the hash of a host, computed from its end, so that one pass also computes the hashes of all
  /// parents.
  private static func hash(_ host: Range<Int>, in texts: Span<UInt8>) -> UInt64 {
    var hash = ByteHash()
    for index in host.reversed() { hash.add(texts[index]) }
    return spread(hash)
  }

  /// Returns the hash with all of its information in the upper bits, which the tables use.
  private static func spread(_ hash: ByteHash) -> UInt64 {
    (hash.value ^ hash.value >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}

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

  static func bits(for count: Int) -> UInt64 {
    var bits: UInt64 = 10
    while bits < 30, 1 << bits < count { bits += 1 }
    return bits
  }

  static func index(_ hash: UInt64, bits: UInt64) -> Int { Int(hash >> (64 - bits)) }

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
