import Bytes

/// Finds the entries that are no more than a host, `||ads.example^`, by the hosts of others: most filters are such.
struct WholeHostTable {
  private let chains: EntryChains

  /// Keeps entries, all of which are whole hosts. `numbers` are their places in `entries`.
  init(_ numbers: [Int32], of entries: [NetworkEntry], _ texts: Span<UInt8>) {
    chains = EntryChains(numbers, of: entries.count) { number in
      let text = entries[number].text
      return Self.hash(text.lowerBound..<text.upperBound - 1, texts)
    }
  }

  /// Whether an entry is one: a host and one byte more, with which the host of whatever it covers ends too.
  static func holds(_ entry: NetworkEntry, _ texts: Span<UInt8>) -> Bool {
    guard entry.start == .hostLabel else { return false }
    let end = endOfHost(entry.text, texts)
    return end > entry.text.lowerBound && end == entry.text.upperBound - 1 && texts[end] != UInt8(ascii: "*")
  }

  /// The entries that may be the host of a pattern which is anchored to a label, or one above it.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    let end = Self.endOfHost(text, texts)
    var hash = ByteHash()
    for index in (text.lowerBound..<end).reversed() {
      hash.add(texts[index])
      if index == text.lowerBound || texts[index - 1] == UInt8(ascii: ".") {
        chains.forEach(under: Self.spread(hash), body)
      }
    }
  }

  private static func endOfHost(_ text: Range<Int>, _ texts: Span<UInt8>) -> Int {
    var end = text.lowerBound
    while end < text.upperBound, texts[end].isLabelByte || texts[end] == UInt8(ascii: ".") { end += 1 }
    return end
  }

  /// From the end to the start, so that the hosts above one are met on the way.
  private static func hash(_ host: Range<Int>, _ texts: Span<UInt8>) -> UInt64 {
    var hash = ByteHash()
    for index in host.reversed() { hash.add(texts[index]) }
    return spread(hash)
  }

  /// With all of the hash in the upper bits, which tables take.
  private static func spread(_ hash: ByteHash) -> UInt64 {
    (hash.value ^ hash.value >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
