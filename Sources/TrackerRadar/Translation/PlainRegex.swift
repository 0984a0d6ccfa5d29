import ContentBlocker

/// Reads the regexes of which nearly all of a tds.json consists without a parser of regexes: characters,
/// escaped signs, `.` and `.*`. They are in WebKit's subset as they are.
enum PlainRegex {
  /// The pattern of a regex that is that plain; nil for any other.
  static func pattern(of regex: [UInt8]) -> URLFilterPattern? {
    var terms: [URLFilterPattern.Term] = []
    terms.reserveCapacity(regex.count)
    var index = 0
    while index < regex.count {
      let byte = regex[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard index < regex.count, isSign(regex[index]) else { return nil }
        terms.append(.init(.literal(regex[index])))
        index += 1
      case UInt8(ascii: "."):
        if index < regex.count, regex[index] == UInt8(ascii: "*") {
          index += 1
          // `.*?` finds the same URLs.
          if index < regex.count, regex[index] == UInt8(ascii: "?") { index += 1 }
          terms.append(.init(.any, .zeroOrMore))
        } else {
          terms.append(.init(.any))
        }
      case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "|"), UInt8(ascii: "?"), UInt8(ascii: "*"),
        UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), 0...0x20, 0x7F...0xFF:
        return nil
      default: terms.append(.init(.literal(byte)))
      }
    }
    while let first = terms.first, first.atom == .any, first.repetition == .zeroOrMore { terms.removeFirst() }
    // Anything may follow: `.*` at the end says nothing.
    while let last = terms.last, last.atom == .any, last.repetition == .zeroOrMore { terms.removeLast() }
    return terms.isEmpty ? nil : URLFilterPattern(terms)
  }

  /// Whether a backslash before the byte makes it stand for itself in every dialect of regexes.
  private static func isSign(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !byte.isLetter && !byte.isDigit && byte != UInt8(ascii: "_")
  }
}
