/// A map from names to what is known of them, looked up by bytes in any case, without making a `String`.
@usableFromInline
package struct NameTable<Entry: Sendable>: Sendable {
  @usableFromInline var names: [[UInt8]] = []
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var slots = HashSlots()

  /// No names.
  @inlinable package init() {}

  /// Adds a name in small letters. Of a name that comes twice the first one counts.
  @inlinable
  package mutating func add(_ name: [UInt8], _ entry: Entry) {
    let hash = Self.hash(name.span, 0..<name.count)
    guard slots.find(hash, orAdd: names.count, where: { [names] in names[$0] == name }) == nil else { return }
    names.append(name)
    entries.append(entry)
  }

  /// What is known of the name in this range, in any case of its letters.
  @inlinable
  package func entry(for text: Span<UInt8>, _ range: Range<Int>) -> Entry? {
    slots.find(Self.hash(text, range)) { text.equalsIgnoringCase(names[$0], range) }.map { entries[$0] }
  }

  // The names are at most 41 bytes long; no more are needed of a hostile one.
  @inlinable @inline(__always)
  static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> ByteHash {
    var hash = ByteHash()
    var index = range.lowerBound
    while index < min(range.upperBound, range.lowerBound + 48) {
      hash.add(text[index].asciiLowercased)
      index += 1
    }
    return hash
  }
}
