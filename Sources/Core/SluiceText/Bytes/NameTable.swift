/// A map from names to entries. It looks up names as bytes, ignoring case, without creating a `String`.
@usableFromInline
package struct NameTable<Entry: Sendable>: Sendable {
  @usableFromInline var names: [[UInt8]] = []
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var slots = HashSlots()

  /// Creates an empty table.
  @inlinable package init() {}

  /// Adds a name in lowercase. If the table already contains the name, the first entry remains.
  @inlinable
  package mutating func add(_ name: [UInt8], _ entry: Entry) {
    let hash = Self.hash(name.span, 0..<name.count)
    guard slots.find(hash, orAdd: names.count, where: { [names] in names[$0] == name }) == nil else { return }
    names.append(name)
    entries.append(entry)
  }

  /// Returns the entry of the name in this range, in any case.
  @inlinable
  package func entry(for text: Span<UInt8>, _ range: Range<Int>) -> Entry? {
    slots.find(Self.hash(text, range)) { text.equalsIgnoringCase(names[$0], range) }.map { entries[$0] }
  }

  // Names have at most 41 bytes, so the hash can ignore the rest of longer names in malicious lists.
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
