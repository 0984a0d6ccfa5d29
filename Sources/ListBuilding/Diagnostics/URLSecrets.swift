/// Takes out of URLs what may be secret, wherever they are shown or written: the name and password before the
/// host, the values of the query, the fragment.
///
/// Which value is a token and which is not, nobody can tell, so all go. A path stays, as do the query's keys.
package enum URLSecrets {
  private static let mask = Array("***".utf8)

  /// The text, which is as a whole a URL or none, without its secrets.
  package static func removed(fromLocation text: String) -> String {
    let bytes = Array(text.utf8)
    guard let start = start(in: bytes[...]), bytes[..<start].allSatisfy(\.isSchemeByte) else { return text }
    return String(
      decoding: bytes[..<start] + Array("://".utf8) + cleaned(bytes[(start + 3)...]), as: UTF8.self)
  }

  /// What a document at a URL calls another, a URL or a part of one, without its secrets.
  package static func removed(fromReference text: String) -> String {
    guard !text.contains("://") else { return removed(fromLocation: text) }
    let start = text.hasPrefix("//") ? "x:" : "x://x/"
    return String(removed(fromLocation: start + text).dropFirst(start.count))
  }

  /// The text with the secrets of all URLs in it taken out.
  package static func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    guard var next = start(in: bytes[...]) else { return text }
    var output: [UInt8] = []
    var done = 0
    while true {
      let end = end(of: next, in: bytes)
      output += bytes[done..<next + 3] + cleaned(bytes[next + 3..<end])
      done = end
      guard let following = start(in: bytes[end...]) else { break }
      next = following
    }
    return String(decoding: output + bytes[done...], as: UTF8.self)
  }

  /// Where the next `://` is.
  private static func start(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == UInt8(ascii: ":") && bytes[$0...].starts(with: "://".utf8) }
  }

  /// Where the URL ends whose `://` is at `start`: at its closing quotation mark or, without an opening one, at a
  /// space, and not behind what ends a sentence or a part of it.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int {
    let quote = UInt8(ascii: "'")
    let scheme = bytes[..<start].reversed().prefix(while: \.isSchemeByte).count
    if start > scheme, bytes[start - scheme - 1] == quote {
      let closing = bytes.indices.dropFirst(start).first { index in
        bytes[index] == quote
          && (index + 1 == bytes.count || isEnd(bytes[index + 1]) || isSpace(bytes[index + 1]))
      }
      if let closing { return closing }
    }
    var end = bytes[start...].firstIndex(where: isSpace) ?? bytes.count
    while end > start + 3, isEnd(bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7f }

  private static func isEnd(_ byte: UInt8) -> Bool { ".,;:!)'\"".utf8.contains(byte) }

  /// How many URLs within each other are looked at.
  private static let maximumDepth = 4

  /// What is behind `://`, without secrets.
  private static func cleaned(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8] {
    var rest = bytes
    let isAt: (UInt8) -> Bool = { $0 == UInt8(ascii: "@") }
    let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
    if let at = authority.lastIndex(where: isAt) {
      rest = rest[(at + 1)...]
    } else if !hasPort(authority), let at = rest.lastIndex(where: isAt) {
      // A password with a slash: no server can be asked for that, but messages tell of it.
      rest = rest[(at + 1)...]
    }
    let address = rest.prefix { !"?#".utf8.contains($0) }
    if let inner = start(in: address) {
      // The path of an archive or a proxy has another URL in it.
      let rest = rest[(inner + 3)...]
      return Array(address[..<(inner + 3)]) + (depth < maximumDepth ? cleaned(rest, depth: depth + 1) : mask)
    }
    var output = Array(address)
    rest = rest[address.endIndex...]
    if rest.first == UInt8(ascii: "?") {
      let query = rest.dropFirst().prefix { $0 != UInt8(ascii: "#") }
      output.append(UInt8(ascii: "?"))
      output += cleaned(query: query)
      rest = rest[query.endIndex...]
    }
    if rest.count > 1 { output += [UInt8(ascii: "#")] + mask } else { output += rest }
    return output
  }

  /// Whether an authority has nothing behind its last colon but a port.
  private static func hasPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]") else {
      return true
    }
    return authority[(colon + 1)...].allSatisfy(\.isDigit)
  }

  /// `key=value` becomes `key=***`, and what is no more than a value `***`.
  private static func cleaned(query: ArraySlice<UInt8>) -> [UInt8] {
    let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }
    var output: [UInt8] = []
    var rest = query
    while !rest.isEmpty {
      let field = rest.prefix { !isSeparator($0) }
      let equals = UInt8(ascii: "=")
      let value = field.drop { $0 != equals }.drop { $0 == equals }
      // "dG9rZW4=" is a value too.
      if !value.isEmpty { output += field.prefix { $0 != equals } + [equals] }
      if !field.isEmpty { output += mask }
      rest = rest[field.endIndex...]
      output += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return output
  }
}
