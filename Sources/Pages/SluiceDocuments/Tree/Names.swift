/// The unique names of elements and attributes in a document. The names in ``Tag`` have fixed numbers.
struct Names: Sendable {
  private var table: ByteTable

  private static let known: ByteTable = {
    var table = ByteTable(capacity: 512)
    for tag in Tag.allCases { _ = table.insert(tag.name) }
    _ = table.insert("class")
    _ = table.insert("id")
    return table
  }()

  init() { table = Self.known }

  /// The fixed numbers of the attribute names `class` and `id`.
  static let classNumber = Int32(Tag.allCases.count)
  static let idNumber = classNumber + 1

  var count: Int { table.count }

  subscript(_ number: Int32) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { table[Int(number)] }
  }

  mutating func insert(_ name: Span<UInt8>) -> Int32 {
    var hash = ByteHash()
    hash.mix(name)
    return Int32(truncatingIfNeeded: table.insert(name, hash))
  }

  /// Returns the number of a name, or `nil` if no element or attribute has it.
  func number(of name: Span<UInt8>) -> Int32? {
    var hash = ByteHash()
    hash.mix(name)
    return table.number(of: name, hash).map { Int32(truncatingIfNeeded: $0) }
  }
}
