import SluiceText

/// A table for finding entries that consist of a host, such as `||ads.example^`, by the hosts of other
/// entries. Most filters have this form.
struct WholeHostTable {
  private let chains: EntryChains

  /// Stores entries that all consist of a host. `numbers` are the indices in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], _ texts: Span<UInt8>) {
    chains = EntryChains(numbers, of: entries.count) { number in
      let text = entries[number].text
      return Self.hash(text.lowerBound..<text.upperBound - 1, texts)
    }
  }

  /// Returns whether an entry consists of a host and one more byte, which also ends the host of every filter
  /// that it covers.
  static func holds(_ entry: NetworkEntry, _ texts: Span<UInt8>) -> Bool {
    guard entry.start == .hostLabel else { return false }
    let end = endOfHost(entry.text, texts)
    return end > entry.text.lowerBound && end == entry.text.upperBound - 1 && texts[end] != ASCII.star
  }

  /// Calls a closure with the entries for the host of a label-anchored pattern, or for a parent of that host.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    let end = Self.endOfHost(text, texts)
    var hash = ByteHash()
    for index in (text.lowerBound..<end).reversed() {
      hash.add(texts[index])
      if index == text.lowerBound || texts[index - 1] == ASCII.dot {
        chains.forEach(under: Self.spread(hash), body)
      }
    }
  }

  private static func endOfHost(_ text: Range<Int>, _ texts: Span<UInt8>) -> Int {
    return texts.endOfRun(from: text.lowerBound, to: text.upperBound) { $0.isLabelByte || $0 == ASCII.dot }
  }

  /// Returns the hash of a host, computed from its end, so that one pass also computes the hashes of all
  /// parents.
  private static func hash(_ host: Range<Int>, _ texts: Span<UInt8>) -> UInt64 {
    var hash = ByteHash()
    for index in host.reversed() { hash.add(texts[index]) }
    return spread(hash)
  }

  /// Returns the hash with all of its information in the upper bits, which the tables use.
  private static func spread(_ hash: ByteHash) -> UInt64 {
    (hash.value ^ hash.value >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
