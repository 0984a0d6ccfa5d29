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
    if pattern.isAnchoredAtStart { writer.bytes.append(ASCII.caret) }
    for term in pattern.terms { writer.write(term) }
    if pattern.isAnchoredAtEnd { writer.bytes.append(ASCII.dollar) }
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
    case .any: bytes.append(ASCII.dot)
    case .characters(let characters): write(characters)
    case .group(let terms):
      bytes.append(ASCII.openParenthesis)
      for term in terms { write(term) }
      bytes.append(ASCII.closeParenthesis)
    }
    switch term.repetition {
    case .one: break
    case .optional: bytes.append(ASCII.question)
    case .zeroOrMore: bytes.append(ASCII.star)
    case .oneOrMore: bytes.append(ASCII.plus)
    }
  }

  private mutating func writeLiteral(_ byte: UInt8) {
    switch byte {
    case 0, 0x80...: write(URLFilterPattern.CharacterClass(ASCIISet(byte)))
    case 0x01..<0x20, 0x7f: writeHex(byte)
    case ASCII.backslash, ASCII.caret, ASCII.dollar, ASCII.dot, ASCII.pipe,
      ASCII.question, ASCII.star, ASCII.plus, ASCII.openParenthesis, ASCII.closeParenthesis,
      ASCII.openBracket, ASCII.closeBracket, ASCII.openBrace, ASCII.closeBrace:
      bytes.append(ASCII.backslash)
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
      bytes.append(ASCII.dot)
      return
    }
    bytes.append(ASCII.openBracket)
    if characters.isNegated { bytes.append(ASCII.caret) }
    // A hyphen at the end is literal, whatever precedes it.
    let hyphen = ASCII.dash
    let hasHyphen = members.contains(hyphen)
    if hasHyphen { members = members.subtracting(ASCIISet(hyphen)) }
    members.forEachRange { range in
      writeMember(range.lowerBound)
      if range.count > 2 { bytes.append(hyphen) }
      if range.count > 1 { writeMember(range.upperBound) }
    }
    if hasHyphen { bytes.append(hyphen) }
    bytes.append(ASCII.closeBracket)
  }

  private mutating func writeMember(_ byte: UInt8) {
    switch byte {
    case 0x00..<0x20, 0x7f...: writeHex(byte)
    case ASCII.backslash, ASCII.closeBracket, ASCII.openBracket, ASCII.caret:
      bytes.append(ASCII.backslash)
      bytes.append(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func writeHex(_ byte: UInt8) {
    bytes.append(ASCII.backslash)
    bytes.append(UInt8(ascii: "x"))
    bytes.append(.hexDigit(byte >> 4))
    bytes.append(.hexDigit(byte & 15))
  }
}
