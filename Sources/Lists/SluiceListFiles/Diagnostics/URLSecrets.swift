/// Possible secrets in URLs: user name and password, query values and the fragment. They are removed before
/// URLs are printed or written.
///
/// No program can tell which value is a token, so all values are removed. The path and the query keys stay.
package enum URLSecrets {
  private static let mask = Array("***".utf8)

  /// Removes secrets from a text that is entirely a URL. Returns any other text unchanged.
  package static func removed(fromLocation text: String) -> String {
    let bytes = Array(text.utf8)
    guard let start = start(in: bytes[...]), bytes[..<start].allSatisfy(\.isSchemeByte) else { return text }
    return String(
      decoding: bytes[..<start] + Array("://".utf8) + cleaned(bytes[(start + 3)...]), as: UTF8.self)
  }

  /// Removes secrets from a reference in a document: a URL or a relative URL.
  package static func removed(fromReference text: String) -> String {
    guard !text.contains("://") else { return removed(fromLocation: text) }
    let start = text.hasPrefix("//") ? "x:" : "x://x/"
    return String(removed(fromLocation: start + text).dropFirst(start.count))
  }

  /// Removes the secrets of all URLs in a text.
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

  /// Returns the position of the next `://`.
  private static func start(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == ASCII.colon && bytes[$0...].starts(with: "://".utf8) }
  }

  /// Returns the end of the URL whose `://` is at `start`.
  ///
  /// The URL ends at its closing quotation mark or, without an opening one, at a space. Punctuation at the
  /// end is not part of it.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int {
    let quote = ASCII.apostrophe
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

  /// The maximum nesting depth of URLs within URLs.
  private static let maximumDepth = 4

  /// Returns the part after `://` without secrets.
  private static func cleaned(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8] {
    var rest = bytes
    let isAt: (UInt8) -> Bool = { $0 == ASCII.at }
    let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
    if let at = authority.lastIndex(where: isAt) {
      rest = rest[(at + 1)...]
    } else if !hasPort(authority), let at = rest.lastIndex(where: isAt) {
      // A password with a slash. No server accepts a URL like this, but error messages can contain it.
      rest = rest[(at + 1)...]
    }
    let address = rest.prefix { !"?#".utf8.contains($0) }
    if let inner = start(in: address) {
      // The path, of an archive or a proxy for example, contains another URL.
      let rest = rest[(inner + 3)...]
      return Array(address[..<(inner + 3)]) + (depth < maximumDepth ? cleaned(rest, depth: depth + 1) : mask)
    }
    var output = Array(address)
    rest = rest[address.endIndex...]
    if rest.first == ASCII.question {
      let query = rest.dropFirst().prefix { $0 != ASCII.hash }
      output.append(ASCII.question)
      output += cleaned(query: query)
      rest = rest[query.endIndex...]
    }
    if rest.count > 1 { output += [ASCII.hash] + mask } else { output += rest }
    return output
  }

  /// Returns whether an authority has only a port after its last colon.
  private static func hasPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: ASCII.colon), authority.last != ASCII.closeBracket else {
      return true
    }
    return authority[(colon + 1)...].allSatisfy(\.isDigit)
  }

  /// Replaces `key=value` with `key=***`, and a bare value with `***`.
  private static func cleaned(query: ArraySlice<UInt8>) -> [UInt8] {
    let isSeparator: (UInt8) -> Bool = { $0 == ASCII.ampersand || $0 == ASCII.semicolon }
    var output: [UInt8] = []
    var rest = query
    while !rest.isEmpty {
      let field = rest.prefix { !isSeparator($0) }
      let equals = ASCII.equals
      let value = field.drop { $0 != equals }.drop { $0 == equals }
      // "dG9rZW4=" is a bare value, too.
      if !value.isEmpty { output += field.prefix { $0 != equals } + [equals] }
      if !field.isEmpty { output += mask }
      rest = rest[field.endIndex...]
      output += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return output
  }
}
