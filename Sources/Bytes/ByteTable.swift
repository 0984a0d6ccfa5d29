/// Texts with a number each, in the order in which they were added, one behind the other in one array.
///
/// A dictionary of strings takes three times as long, and takes two spellings of one accent for equal.
package struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots: HashSlots

  /// A table with room for so many texts before it grows.
  package init(capacity: Int = 0) { slots = HashSlots(capacity: capacity) }

  /// How many texts there are.
  package var count: Int { ends.count }

  /// The text with a number.
  package subscript(_ number: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]) }
  }

  /// The number of a text with this hash, which all texts of a table are to be hashed alike for; nil for others.
  package func number(of text: Span<UInt8>, _ hash: ByteHash) -> Int? {
    slots.find(hash) { self[$0].equals(text) }
  }

  /// The number of a text with this hash, a new one if it has none yet.
  package mutating func insert(_ text: Span<UInt8>, _ hash: ByteHash) -> Int {
    let known = slots.find(hash, orAdd: ends.count) { [bytes, ends] number in
      bytes.span.extracting((number == 0 ? 0 : ends[number - 1])..<ends[number]).equals(text)
    }
    if let known { return known }
    bytes.append(text)
    ends.append(bytes.count)
    return ends.count - 1
  }

  /// The number of a string, a new one if it has none yet.
  package mutating func insert(_ string: String) -> Int {
    var string = string
    return string.withUTF8 { utf8 in
      var hash = ByteHash()
      hash.mix(utf8.span)
      return insert(utf8.span, hash)
    }
  }
}
