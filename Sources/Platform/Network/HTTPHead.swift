/// The head of a request of HTTP/1, as it was sent.
package struct HTTPHead: Equatable, Sendable {
  package let method: Substring
  package let target: Substring
  /// Such as `HTTP/1.1`.
  package let version: Substring
  /// In their order, with names in lower case and without the blanks around values.
  package let fields: [Field]

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  /// Reads a head, up to its empty line; nil for what is none.
  package init?(_ head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = (lines.popFirst() ?? "").split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    (method, target, version) = (words[0], words[1], words[2])
    var fields: [Field] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      fields.append(Field(name: line[..<colon].lowercased(), value: String(value)))
    }
    self.fields = fields
  }

  /// The first value of a field, by its name in lower case.
  package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
