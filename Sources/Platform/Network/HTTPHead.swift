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

  /// Reads a head, up to its empty line; nil for what is none. What programs on the way could read otherwise is none: line
  /// ends of one character, blanks before a colon, lines that go on, fields without a name.
  package init?(_ head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = (lines.popFirst() ?? "").split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    (method, target, version) = (words[0], words[1], words[2])
    var fields: [Field] = []
    guard !Self.hasControls(head) else { return nil }
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), Self.isName(line[..<colon]) else { return nil }
      var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      fields.append(Field(name: line[..<colon].lowercased(), value: String(value)))
    }
    self.fields = fields
  }

  /// Whether there are control characters besides tabs and whole line ends.
  private static func hasControls(_ head: [UInt8]) -> Bool {
    head.indices.contains { index in
      switch head[index] {
      case 0x09: false
      case 0x0A: index == 0 || head[index - 1] != 0x0D
      case 0x0D: index + 1 == head.count || head[index + 1] != 0x0A
      case let byte: byte < 0x20 || byte == 0x7F
      }
    }
  }

  /// Whether this is the name of a field: letters, digits and some signs (RFC 9110, 5.6.2).
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// The first value of a field, by its name in lower case.
  package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
