/// A map from names to entries. It looks up names as bytes, ignoring case, without creating a `String`.
///
/// The first conversion of a program fills these tables, so adding a name allocates nothing of its own.
@usableFromInline
package struct NameTable<Entry: Sendable>: Sendable {
  /// The names in lowercase, one behind the other.
  @usableFromInline var text: [UInt8] = []
  @usableFromInline var ends: [Int] = []
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var slots: HashSlots

  /// Creates an empty table with room for `capacity` names before it grows.
  @inlinable
  package init(capacity: Int = 0) {
    slots = HashSlots(capacity: capacity)
    text.reserveCapacity(capacity * 16)
    ends.reserveCapacity(capacity)
    entries.reserveCapacity(capacity)
  }

  /// Adds a name in lowercase. If the table already contains the name, the first entry remains.
  @inlinable
  package mutating func add(_ name: String, entry: Entry) {
    var name = name
    name.withUTF8 { add($0, entry: entry) }
  }

  /// Adds lowercase names, separated by spaces, as ``add(_:entry:)`` does.
  @inlinable
  package mutating func add(names: StaticString, entry: Entry) {
    var rest = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)[...]
    while let end = rest.firstIndex(of: ASCII.space) {
      add(UnsafeBufferPointer(rebasing: rest[..<end]), entry: entry)
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { add(UnsafeBufferPointer(rebasing: rest), entry: entry) }
  }

  @inlinable
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, entry: Entry) {
    // The bytes of a buffer exist as long as the call.
    let name = Span(_unsafeElements: name)
    let hash = Self.hash(name, in: 0..<name.count)
    guard slots.find(hash, where: { isName($0, other: name, range: 0..<name.count) }) == nil else { return }
    slots.add(entries.count, hash: hash)
    for index in 0..<name.count { text.append(name[index]) }
    ends.append(text.count)
    entries.append(entry)
  }

  /// Returns the entry of the name in this range, in any case.
  @inlinable
  package func entry(for text: Span<UInt8>, _ range: Range<Int>) -> Entry? {
    slots.find(Self.hash(text, in: range)) { isName($0, other: text, range: range) }.map { entries[$0] }
  }

  @inlinable @inline(__always)
  func isName(_ number: Int, other: Span<UInt8>, range: Range<Int>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == range.count else { return false }
    for index in 0..<range.count
    where other[range.lowerBound + index].asciiLowercased != text[start + index] { return false }
    return true
  }

  // Names have at most 41 bytes, so the hash can ignore the rest of longer names in malicious lists.
  @inlinable @inline(__always)
  static func hash(_ text: Span<UInt8>, in range: Range<Int>) -> ByteHash {
    var hash = ByteHash()
    let start = text.extracting(range.lowerBound..<min(range.upperBound, range.lowerBound + 48))
    // The bit that capitals lack.
    start.forEachWord(rest: UInt64(range.count)) { hash.mix($0 | 0x2020_2020_2020_2020) }
    return hash
  }
}

/// Suggestions for misspelled words.
package enum Suggestion {
  /// Returns the candidate that the word most likely means, or nil if no candidate is close.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    // Longer words are not misspellings, and computing the distance takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    let word = letters(of: word)
    // Allows one wrong letter in three, or one in a short word.
    let allowed = max(1, word.count(where: { $0 != UInt32(ASCII.dash) }) / 3)
    var longer: (name: String, count: Int)?
    var nearest: (name: String, distance: Int)?
    for name in candidates {
      let letters = letters(of: name)
      // `-x` differs by one letter from every short flag.
      guard letters.count > 2 && word.count > 2 || letters == word else { continue }
      if letters.starts(with: word), letters.count < longer?.count ?? .max { longer = (name, letters.count) }
      guard longer == nil, abs(letters.count - word.count) <= allowed else { continue }
      let distance = distance(letters, word)
      if distance <= allowed, distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    return longer?.name ?? nearest?.name
  }

  private static func letters(of word: String) -> [UInt32] {
    word.asciiLowercased.unicodeScalars.map { $0.value }
  }

  /// Returns the number of letters to insert, delete, replace or swap to turn one word into the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    distance(letters(of: first), letters(of: second))
  }

  private static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
