import SluiceText

/// A table for finding entries whose text could be part of another text. Each entry is stored under a
/// sequence of its bytes that few others contain.
struct GramTable {
  /// The length of these sequences in bytes.
  private let length: Int
  private let chains: HashChains

  /// Stores entries by their texts, except texts shorter than `length`. `numbers` are the indices in
  /// `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], in texts: Span<UInt8>, length: Int) {
    self.length = length
    // Counts stop at 255, and several sequences can share one. This is enough to find rare sequences, and the
    // table is fast to access.
    var frequency = [UInt8](repeating: 0, count: 1 << 10)
    while frequency.count < numbers.count * 8 { frequency += frequency }
    let shift = UInt64(frequency.count.leadingZeroBitCount + 1)
    for number in numbers {
      Self.forEachGram(length, in: texts, text: entries[Int(number)].text) { hash in
        let index = Int(hash.value >> shift)
        if frequency[index] < .max { frequency[index] += 1 }
      }
    }
    chains = HashChains(numbers, of: entries.count) { number in
      var best: (hash: ByteHash, frequency: UInt8)?
      Self.forEachGram(length, in: texts, text: entries[number].text) { hash in
        let count = frequency[Int(hash.value >> shift)]
        if best.map({ count < $0.frequency }) ?? true { best = (hash, count) }
      }
      return best?.hash
    }
  }

  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, body: (Int) -> Void) {
    Self.forEachGram(length, in: texts, text: text) { chains.forEachEntry(under: $0, body) }
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
    _ length: Int, in texts: Span<UInt8>, text: Range<Int>, body: (ByteHash) -> Void
  ) {
    guard text.count >= length else { return }
    var hash = ByteHash()
    let mask: UInt64 = length == 8 ? .max : (1 << (8 * UInt64(length))) - 1
    var word: UInt64 = 0
    var since = 0
    for index in text {
      let byte = texts[index]
      word = word << 8 | UInt64(byte)
      since = isSpecial(byte) ? 0 : since + 1
      if since >= length {
        hash.value = (word & mask) &* 0x9E37_79B9_7F4A_7C15
        body(hash)
      }
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
  private let chains: HashChains

  /// Stores entries that all consist of a host. `numbers` are the indices in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], in texts: Span<UInt8>) {
    chains = HashChains(numbers, of: entries.count) { number in
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
        chains.forEachEntry(under: hash, body)
      }
    }
  }

  private static func endOfHost(_ text: Range<Int>, in texts: Span<UInt8>) -> Int {
    return texts.endOfRun(from: text.lowerBound, to: text.upperBound) { $0.isLabelByte || $0 == ASCII.dot }
  }

  /// Returns the hash of a host, computed from its end, so that one pass also computes the hashes of all
  /// parents.
  private static func hash(_ host: Range<Int>, in texts: Span<UInt8>) -> ByteHash {
    var hash = ByteHash()
    for index in host.reversed() { hash.add(texts[index]) }
    return hash
  }
}

extension HashChains {
  /// Creates a table of the entries with the given numbers, of `count` entries in all. The first entry with a hash
  /// comes first.
  ///
  /// - Parameter hash: Returns the hash of an entry; nil to leave the entry out.
  fileprivate init(_ numbers: [Int32], of count: Int, hash: (Int) -> ByteHash?) {
    self.init(count: numbers.isEmpty ? 0 : count, capacity: numbers.count)
    for number in numbers.reversed() { if let hash = hash(Int(number)) { add(Int(number), key: hash) } }
  }

  /// Calls a closure with the first entries under a hash. Later ones are not found.
  fileprivate func forEachEntry(under hash: ByteHash, _ body: (Int) -> Void) {
    _ = first(hash, limit: 64) { number in
      body(number)
      return false
    }
  }
}
