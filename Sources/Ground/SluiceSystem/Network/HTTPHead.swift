/// The head of an HTTP/1 request as received.
package struct HTTPHead: Equatable, Sendable {
  package let method: Substring
  package let target: Substring
  /// The version, such as `HTTP/1.1`.
  package let version: Substring
  /// The header fields in order, with lowercase names and without spaces around their values.
  package let fields: [Field]

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  /// Parses a head up to its empty line; returns nil if it is invalid. Heads that intermediaries could
  /// interpret differently are invalid too: two spaces in the first line, bare CR or LF, spaces before a colon,
  /// folded lines, fields without a name.
  package init?(_ head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty, words[2].hasPrefix("HTTP/1.") else {
      return nil
    }
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

  /// Returns whether there are control characters other than tabs and complete line ends.
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

  /// Returns whether the text is a field name: letters, digits and some symbols (RFC 9110, 5.6.2).
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

  /// Returns the first value of a field with this lowercase name.
  package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
