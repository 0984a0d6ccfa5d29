import SluiceText

/// A table for finding entries whose text could be part of another text. Each entry is stored under a
/// sequence of its bytes that few others contain.
struct GramTable {
  /// The length of these sequences in bytes.
  private let length: Int
  private let chains: EntryChains

  /// Stores entries by their texts, except texts shorter than `length`. `numbers` are the indices in
  /// `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], _ texts: Span<UInt8>, length: Int) {
    self.length = length
    // Counts stop at 255, and several sequences can share one. This is enough to find rare sequences, and the
    // table is fast to access.
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

  /// Calls a closure with the entries that could be part of a text. An entry can occur several times.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    Self.forEachGram(length, texts, text) { hash in chains.forEach(under: hash, body) }
  }

  /// Returns whether a text contains a run of the given length without wildcards and separators.
  fileprivate static func hasRun(of length: Int, _ texts: Span<UInt8>, _ text: Range<Int>) -> Bool {
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

/// Tables of entries by eight bytes of their text or, for shorter texts, by four.
struct GramTables {
  private let long, short: GramTable

  /// Stores entries by their texts. `numbers` are the indices in `entries`.
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

  /// Calls a closure with the entries that could be part of a text. An entry can occur several times.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    short.forEachCandidate(in: text, texts, body)
    long.forEachCandidate(in: text, texts, body)
  }

  /// Returns whether a text consists only of host characters, separators and wildcards. Text with other
  /// characters cannot be part of a host.
  static func mayBeInHost(_ texts: Span<UInt8>, _ text: Range<Int>) -> Bool {
    for index in text {
      let byte = texts[index]
      guard byte.isLabelByte || byte == ASCII.dot || GramTable.isSpecial(byte) else { return false }
    }
    return true
  }
}
