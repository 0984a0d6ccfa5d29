/// A map from names to entries. It looks up names as bytes, ignoring case, without creating a `String`.
///
/// The first conversion of a program fills these tables, so adding a name allocates nothing of its own.
@usableFromInline
package struct NameTable<Entry: Sendable>: Sendable {
  /// The names in lowercase, one behind the other.
  @usableFromInline var text: [UInt8] = []
  /// The end of each name in the text.
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
  package mutating func add(_ name: String, _ entry: Entry) {
    var name = name
    name.withUTF8 { add($0, entry) }
  }

  /// Adds lowercase names, separated by spaces, as ``add(_:_:)`` does.
  @inlinable
  package mutating func add(names: StaticString, _ entry: Entry) {
    var rest = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)[...]
    while let end = rest.firstIndex(of: ASCII.space) {
      add(UnsafeBufferPointer(rebasing: rest[..<end]), entry)
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { add(UnsafeBufferPointer(rebasing: rest), entry) }
  }

  @inlinable
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ entry: Entry) {
    // The bytes of a buffer exist as long as the call.
    let name = Span(_unsafeElements: name)
    let hash = Self.hash(name, 0..<name.count)
    guard slots.find(hash, where: { isName($0, name, 0..<name.count) }) == nil else { return }
    slots.add(entries.count, hash)
    for index in 0..<name.count { text.append(name[index]) }
    ends.append(text.count)
    entries.append(entry)
  }

  /// Returns the entry of the name in this range, in any case.
  @inlinable
  package func entry(for text: Span<UInt8>, _ range: Range<Int>) -> Entry? {
    slots.find(Self.hash(text, range)) { isName($0, text, range) }.map { entries[$0] }
  }

  @inlinable @inline(__always)
  func isName(_ number: Int, _ other: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == range.count else { return false }
    for index in 0..<range.count
    where other[range.lowerBound + index].asciiLowercased != text[start + index] { return false }
    return true
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
