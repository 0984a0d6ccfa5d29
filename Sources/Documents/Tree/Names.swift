/// The names of elements and attributes of a document, each once. Those of ``Tag`` have the numbers that it says.
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

  /// The numbers that the names of these attributes have in every document.
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

  /// The number of a name that some element or attribute has.
  func number(of name: Span<UInt8>) -> Int32? {
    var hash = ByteHash()
    hash.mix(name)
    return table.number(of: name, hash).map { Int32(truncatingIfNeeded: $0) }
  }
}
