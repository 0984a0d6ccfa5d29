import Bytes

/// Finds the entries whose text can stand in another text: each is kept under some bytes of its own that few others have.
struct GramTable {
  /// How many bytes of text an entry is kept under.
  private let length: Int
  /// How many entries of one gram are compared: of more, those that come later are not found.
  private static let limit = 64
  private let bits: UInt32

  private var first: [Int32]
  private var next: [Int32]
  private var counts: [UInt8]

  /// Keeps entries by their texts, those of which `isKept` says so; those of less text are not kept.
  init(_ entries: [NetworkEntry], _ texts: Span<UInt8>, length: Int, where isKept: (NetworkEntry) -> Bool) {
    self.length = length
    // About four places for each entry, so that large lists are found as fast as small ones.
    var bits: UInt32 = 12
    while bits < 26, 1 << bits < entries.count * 4 { bits += 1 }
    self.bits = bits
    let size = 1 << Int(bits)
    var frequency = [UInt32](repeating: 0, count: size)
    for entry in entries {
      Self.forEachGram(length, bits, texts, entry.text) { slot in frequency[slot] &+= 1 }
    }
    first = [Int32](repeating: -1, count: size)
    next = [Int32](repeating: -1, count: entries.count)
    counts = [UInt8](repeating: 0, count: size)
    var last = [Int32](repeating: -1, count: size)
    for (number, entry) in entries.enumerated() where isKept(entry) {
      var best = -1
      Self.forEachGram(length, bits, texts, entry.text) { slot in
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
    Self.forEachGram(length, bits, texts, text) { slot in
      var number = first[slot]
      while number >= 0 {
        body(Int(number))
        number = next[Int(number)]
      }
    }
  }

  /// Whether a text has a run of so many bytes without a wildcard and a separator.
  static func hasRun(of length: Int, _ texts: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var run = 0
    for index in text {
      run = isSpecial(texts[index]) ? 0 : run + 1
      if run >= length { return true }
    }
    return false
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "^")
  }

  /// All grams of a text that have no wildcard and no separator in them.
  private static func forEachGram(
    _ length: Int, _ bits: UInt32, _ texts: Span<UInt8>, _ text: Range<Int>, _ body: (Int) -> Void
  ) {
    guard text.count >= length else { return }
    let mask: UInt64 = length == 8 ? .max : (1 << (8 * UInt64(length))) - 1
    var word: UInt64 = 0
    var since = 0
    for index in text {
      let byte = texts[index]
      word = word << 8 | UInt64(byte)
      since = isSpecial(byte) ? 0 : since + 1
      if since >= length { body(Int(((word & mask) &* 0x9E37_79B9_7F4A_7C15) >> (64 - UInt64(bits)))) }
    }
  }
}
