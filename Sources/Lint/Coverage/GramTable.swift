import Bytes

/// Finds the entries whose text can stand in another text: each is kept under some bytes of its own that few others have.
struct GramTable {
  /// How many bytes of text an entry is kept under.
  private let length: Int
  private let chains: EntryChains

  /// Keeps entries by their texts; those of less text are not kept. `numbers` are their places in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], _ texts: Span<UInt8>, length: Int) {
    self.length = length
    // Counts end at 255, and grams share them: enough to tell rare ones, in a table that is quick to reach.
    let bits = EntryChains.bits(for: numbers.count * 8)
    var frequency = [UInt8](repeating: 0, count: 1 << Int(bits))
    for number in numbers {
      Self.forEachGram(length, texts, entries[Int(number)].text) { hash in
        let index = EntryChains.index(hash, bits: bits)
        if frequency[index] < .max { frequency[index] += 1 }
      }
    }
    chains = EntryChains(numbers, of: entries.count) { number in
      var best: (hash: UInt64, frequency: UInt8)?
      Self.forEachGram(length, texts, entries[number].text) { hash in
        let count = frequency[EntryChains.index(hash, bits: bits)]
        if best.map({ count < $0.frequency }) ?? true { best = (hash, count) }
      }
      return best?.hash
    }
  }

  /// The entries that may stand in a text, an entry perhaps several times.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    Self.forEachGram(length, texts, text) { hash in chains.forEach(under: hash, body) }
  }

  /// Whether a text has a run of so many bytes without a wildcard and a separator.
  fileprivate static func hasRun(of length: Int, _ texts: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var run = 0
    for index in text {
      run = isSpecial(texts[index]) ? 0 : run + 1
      if run >= length { return true }
    }
    return false
  }

  fileprivate static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "^")
  }

  /// The hashes of all grams of a text that have no wildcard and no separator in them.
  private static func forEachGram(
    _ length: Int, _ texts: Span<UInt8>, _ text: Range<Int>, _ body: (UInt64) -> Void
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

/// Entries by eight bytes of their text, and those that have no eight by four.
struct GramTables {
  private let long, short: GramTable

  /// Keeps entries by their texts. `numbers` are their places in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], _ texts: Span<UInt8>) {
    var (long, short): ([Int32], [Int32]) = ([], [])
    for number in numbers {
      if GramTable.hasRun(of: 8, texts, entries[Int(number)].text) {
        long.append(number)
      } else {
        short.append(number)
      }
    }
    self.long = GramTable(long, of: entries, texts, length: 8)
    self.short = GramTable(short, of: entries, texts, length: 4)
  }

  /// The entries that may stand in a text, an entry perhaps several times.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    short.forEachCandidate(in: text, texts, body)
    long.forEachCandidate(in: text, texts, body)
  }

  /// Whether a text has nothing but what hosts have, separators and wildcards. What has more does not stand in it.
  static func mayBeInHost(_ texts: Span<UInt8>, _ text: Range<Int>) -> Bool {
    for index in text {
      let byte = texts[index]
      guard byte.isLabelByte || byte == UInt8(ascii: ".") || GramTable.isSpecial(byte) else { return false }
    }
    return true
  }
}
