/// A map from names to what is known of them, looked up by bytes without making a `String`.
struct PseudoTable<Entry: Sendable>: Sendable {
  private var names: [[UInt8]] = []
  private var entries: [Entry] = []
  /// Open addressing: the index of a name plus 1, or 0. More than twice as many slots as there are names.
  private var slots = [UInt8](repeating: 0, count: 256)

  /// Adds the names, divided by spaces, with one meaning.
  mutating func add(_ spaced: String, _ entry: Entry) {
    for name in spaced.split(separator: " ") {
      let bytes = Array(name.utf8)
      var slot = Self.hash(bytes.span, 0..<bytes.count)
      while slots[Int(slot)] != 0 { slot &+= 1 }
      names.append(bytes)
      entries.append(entry)
      slots[Int(slot)] = UInt8(truncatingIfNeeded: names.count)
    }
  }

  /// What is known of the name in this range, in any case of its letters.
  func entry(for css: Span<UInt8>, _ range: Range<Int>) -> Entry? {
    var slot = Self.hash(css, range)
    while slots[Int(slot)] != 0 {
      let index = Int(slots[Int(slot)]) - 1
      if css.equalsIgnoringCase(names[index], range) { return entries[index] }
      slot &+= 1
    }
    return nil
  }

  private static func hash(_ css: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    var hash: UInt32 = 2_166_136_261
    // The names are at most 41 bytes long; no more are needed of a hostile one.
    for index in range.prefix(48) { hash = (hash ^ UInt32(css[index].asciiLowercased)) &* 16_777_619 }
    return UInt8(truncatingIfNeeded: hash ^ (hash >> 15))
  }
}
