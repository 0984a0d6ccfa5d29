/// A table of texts, numbered in the order in which they were added and stored in a single array.
///
/// A dictionary of strings takes three times as long, and treats composed and decomposed accents as equal.
package struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots: HashSlots

  /// Creates a table with room for `capacity` texts before it grows.
  package init(capacity: Int = 0) { slots = HashSlots(capacity: capacity) }

  /// The number of texts.
  package var count: Int { ends.count }

  /// Returns the text with this number.
  package subscript(_ number: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]) }
  }

  /// Returns the number of a text with this hash; nil for unknown texts. All texts of a table must be hashed
  /// in the same way.
  package func number(of text: Span<UInt8>, _ hash: ByteHash) -> Int? {
    slots.find(hash) { self[$0].equals(text) }
  }

  /// Returns the number of a text with this hash, and assigns a new one if necessary.
  package mutating func insert(_ text: Span<UInt8>, _ hash: ByteHash) -> Int {
    let known = slots.find(hash, orAdd: ends.count) { [bytes, ends] number in
      bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]).equals(text)
    }
    if let known { return known }
    bytes.append(text)
    ends.append(bytes.count)
    return ends.count - 1
  }

  /// Returns the number of a string, and assigns a new one if necessary.
  package mutating func insert(_ string: String) -> Int {
    var string = string
    return string.withUTF8 { utf8 in
      var hash = ByteHash()
      hash.mix(utf8.span)
      return insert(utf8.span, hash)
    }
  }
}
