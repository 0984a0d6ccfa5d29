extension URLFilter {
  /// Creates a filter in a canonical form of WebKit's syntax; returns nil if that is not possible.
  ///
  /// It is not possible in two cases:
  /// - The pattern is anchored at both ends and has no mandatory terms, such as `^a*$`. WebKit treats these
  ///   filters as matching every URL (measured; its compiler only checks for a term without `?` or `*`).
  /// - Groups are nested more deeply than ``URLFilterParser/maximumDepth``.
  public init?(_ pattern: URLFilterPattern) {
    if URLFilterPattern.depth(of: pattern.terms) > URLFilterParser.maximumDepth { return nil }
    guard pattern.terms.contains(where: { $0.isMandatory }) else {
      if pattern.isAnchoredAtStart, pattern.isAnchoredAtEnd { return nil }
      self = .any
      return
    }
    var writer = URLFilterWriter()
    if pattern.isAnchoredAtStart { writer.bytes.append(UInt8(ascii: "^")) }
    for term in pattern.terms { writer.write(term) }
    if pattern.isAnchoredAtEnd { writer.bytes.append(UInt8(ascii: "$")) }
    self.init(trusted: writer.bytes)
  }
}

/// Writes terms in WebKit's syntax.
struct URLFilterWriter {
  var bytes: [UInt8] = []
  /// The class that was written last, and its range. Expanded counts often repeat one class.
  private var last: (characters: URLFilterPattern.CharacterClass, range: Range<Int>)?

  mutating func write(_ term: URLFilterPattern.Term) {
    switch term.atom {
    case .literal(let byte): writeLiteral(byte)
    case .any: bytes.append(UInt8(ascii: "."))
    case .characters(let characters): write(characters)
    case .group(let terms):
      bytes.append(UInt8(ascii: "("))
      for term in terms { write(term) }
      bytes.append(UInt8(ascii: ")"))
    }
    switch term.repetition {
    case .one: break
    case .optional: bytes.append(UInt8(ascii: "?"))
    case .zeroOrMore: bytes.append(UInt8(ascii: "*"))
    case .oneOrMore: bytes.append(UInt8(ascii: "+"))
    }
  }

  private mutating func writeLiteral(_ byte: UInt8) {
    switch byte {
    case 0, 0x80...: write(URLFilterPattern.CharacterClass(ASCIISet(byte)))
    case 0x01..<0x20, 0x7f: writeHex(byte)
    case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "|"),
      UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func write(_ characters: URLFilterPattern.CharacterClass) {
    if let last, last.characters == characters {
      bytes += bytes[last.range]
    } else {
      let start = bytes.count
      writeAnew(characters)
      last = (characters, start..<bytes.count)
    }
  }

  private mutating func writeAnew(_ characters: URLFilterPattern.CharacterClass) {
    var members = characters.members
    // For WebKit, a class that contains only NUL is `$` and must be the last term. Adding U+0001, which URLs
    // never contain, prevents this and changes nothing else.
    if members == ASCIISet(0) {
      if characters.isNegated { members = ASCIISet() } else { members.insert(1) }
    }
    if characters.isNegated, members.isEmpty {
      bytes.append(UInt8(ascii: "."))
      return
    }
    bytes.append(UInt8(ascii: "["))
    if characters.isNegated { bytes.append(UInt8(ascii: "^")) }
    // A hyphen at the end is literal, whatever precedes it.
    let hyphen = UInt8(ascii: "-")
    let hasHyphen = members.contains(hyphen)
    if hasHyphen { members = members.subtracting(ASCIISet(hyphen)) }
    members.forEachRange { range in
      writeMember(range.lowerBound)
      if range.count > 2 { bytes.append(hyphen) }
      if range.count > 1 { writeMember(range.upperBound) }
    }
    if hasHyphen { bytes.append(hyphen) }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func writeMember(_ byte: UInt8) {
    switch byte {
    case 0x00..<0x20, 0x7f...: writeHex(byte)
    case UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "^"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func writeHex(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "x"))
    bytes.append(.hexDigit(byte >> 4))
    bytes.append(.hexDigit(byte & 15))
  }
}
