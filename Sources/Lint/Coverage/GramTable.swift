import Bytes

/// Finds the entries whose text can stand in another text: each is kept under four bytes of its own that few others have.
struct GramTable {
  /// How many bytes of text an entry is kept under.
  static let length = 4
  /// How many entries of one gram are compared: of more, those that come later are not found.
  private static let limit = 64
  private static let bits = 18

  private var first: [Int32]
  private var next: [Int32]
  private var counts: [UInt8]

  /// Keeps entries by their texts; those of less text are not kept.
  init(_ entries: [NetworkEntry], _ texts: Span<UInt8>) {
    let size = 1 << Self.bits
    var frequency = [UInt32](repeating: 0, count: size)
    for entry in entries { Self.forEachGram(texts, entry.text) { slot in frequency[slot] &+= 1 } }
    first = [Int32](repeating: -1, count: size)
    next = [Int32](repeating: -1, count: entries.count)
    counts = [UInt8](repeating: 0, count: size)
    var last = [Int32](repeating: -1, count: size)
    for (number, entry) in entries.enumerated() {
      var best = -1
      Self.forEachGram(texts, entry.text) { slot in
        if best < 0 || frequency[slot] < frequency[best] { best = slot }
      }
      guard best >= 0, counts[best] < Self.limit else { continue }
      counts[best] += 1
      if last[best] < 0 { first[best] = Int32(number) } else { next[Int(last[best])] = Int32(number) }
      last[best] = Int32(number)
    }
  }

  /// The entries that may stand in a text, an entry perhaps several times.
  func forEachCandidate(in text: Range<Int>, _ texts: Span<UInt8>, _ body: (Int) -> Void) {
    Self.forEachGram(texts, text) { slot in
      var number = first[slot]
      while number >= 0 {
        body(Int(number))
        number = next[Int(number)]
      }
    }
  }

  /// All grams of a text that have no wildcard and no separator in them.
  private static func forEachGram(_ texts: Span<UInt8>, _ text: Range<Int>, _ body: (Int) -> Void) {
    guard text.count >= length else { return }
    var word: UInt32 = 0
    var since = 0
    for index in text {
      let byte = texts[index]
      word = word << 8 | UInt32(byte)
      since = byte == UInt8(ascii: "*") || byte == UInt8(ascii: "^") ? 0 : since + 1
      if since >= length { body(slot(word)) }
    }
  }

  private static func slot(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) >> (32 - UInt32(bits))) }
}
