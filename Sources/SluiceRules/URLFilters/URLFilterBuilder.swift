import SluiceText

/// Builds a ``URLFilter`` term by term. WebKit accepts every result.
///
/// Measurements have shown that the forms are exact, and cheap for WebKit's compiler. The builder places
/// nothing optional or repeated around or after the text that distinguishes one filter from the next.
package struct URLFilterBuilder: Sendable {
  private var bytes: [UInt8] = []
  /// Whether anything other than a `^` was appended.
  private var hasTerm = false

  /// Creates an empty pattern and reserves `capacity` bytes.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Creates a pattern that is anchored at the start of the URL.
  package static func atStart(capacity: Int = 0) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 1)
    builder.bytes.append(ASCII.caret)
    return builder
  }

  /// Creates a pattern that is anchored in the authority, and continues with a host or a part of one. Reserves
  /// `capacity` bytes for the rest.
  package init(_ anchor: HostAnchor, host: [UInt8] = [], capacity: Int = 16) {
    self.init(capacity: host.count + capacity + 24)
    append(anchor.text)
    literals(host)
  }

  /// Appends a literal character. Control characters and non-ASCII bytes are percent-encoded, as in WebKit's
  /// serialized URLs.
  package mutating func literal(_ byte: UInt8) {
    hasTerm = true
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      ASCII.zero...ASCII.nine:
      bytes.append(byte)
    case 0x00..<0x20, 0x7f...0xff:
      bytes.append(ASCII.percent)
      bytes.append(UInt8.capitalHexDigit(byte >> 4))
      bytes.append(UInt8.capitalHexDigit(byte & 15))
    default:
      if URLFilterWriter.isEscaped(byte) { bytes.append(ASCII.backslash) }
      bytes.append(byte)
    }
  }

  /// Appends literal characters.
  package mutating func literals(_ text: [UInt8]) { literals(text.span, isCaseSensitive: true) }

  /// Appends literal characters, in lowercase unless the pattern is case-sensitive.
  package mutating func literals(_ text: Span<UInt8>, isCaseSensitive: Bool) {
    var index = 0
    while index < text.count {
      let start = index
      // Most characters need no escape.
      index = text.endOfRun(from: start, to: text.count) {
        $0.isLabelByte || $0 == ASCII.slash || $0.isCapital && isCaseSensitive
      }
      if index > start { bytes.append(text.extracting(start..<index)) }
      guard index < text.count else { break }
      literal(isCaseSensitive ? text[index] : text[index].asciiLowercased)
      index += 1
    }
    hasTerm = hasTerm || !text.isEmpty
  }

  /// Appends any number of characters: `*` in filter syntax.
  package mutating func anyRun() { append(".*") }

  /// Appends a literal character, which is not a control character, that may occur several times.
  package mutating func oneOrMore(_ byte: UInt8) {
    literal(byte)
    append("+")
  }

  /// Appends a separator: any character other than letters, digits and `_ - . %`. In a case-insensitive
  /// pattern, WebKit applies `a-z` to uppercase letters too.
  package mutating func separator(isCaseSensitive: Bool) {
    append(isCaseSensitive ? "[^A-Za-z0-9_.%-]" : "[^a-z0-9_.%-]")
  }

  /// Appends the character after a host: `/` or `:`.
  package mutating func hostEnd() { append(HostAnchor.End.request.text) }

  /// Appends an optional port.
  package mutating func optionalPort() { append("(:[0-9]+)?") }

  /// Appends a public suffix, the rest of a host after `name.`: one label, or two if the first is `co` or
  /// `com`. The labels exclude `@`, because otherwise `https://name.x@intranet/` would be a page of `name`.
  package mutating func publicSuffix() { append(Self.publicSuffixText) }

  /// Appends one or two labels of a host, which exclude `@` too.
  package mutating func oneOrTwoLabels() { append(Self.oneOrTwoLabelsText) }

  static var publicSuffixText: StaticString { #"(com?\.)?[^./:@]+"# }
  static var oneOrTwoLabelsText: StaticString { #"[^./:@]+(\.[^./:@]+)?"# }

  /// Appends one character of the authority (user, host and port).
  package mutating func authorityCharacter() { append("[^/]") }

  /// Appends any number of characters of the authority (user, host and port).
  package mutating func authorityRun() { append("[^/]*") }

  /// Appends one character other than these. Non-ASCII bytes never occur in URLs and are skipped.
  package mutating func otherThan(_ characters: [UInt8]) {
    append("[^")
    for byte in characters where byte > 0x20 && byte < 0x7f {
      switch byte {
      case ASCII.backslash, ASCII.closeBracket, ASCII.openBracket, ASCII.caret, ASCII.dash:
        bytes.append(ASCII.backslash)
      default: break
      }
      bytes.append(byte)
    }
    append("]")
  }

  /// Appends a part of a host that does not end with one of these characters. If `isOptional` is true, the
  /// part can be missing.
  package mutating func hostRun(endingOtherThan characters: [UInt8], isOptional: Bool) {
    if isOptional { append("(") }
    append("[^/:@]*")
    otherThan(characters + Array("/:@".utf8))
    if isOptional { append(")?") }
  }

  /// Returns the pattern; nil if nothing but a `^` was appended.
  package consuming func finish(atEnd: Bool = false) -> URLFilter? {
    guard hasTerm else { return nil }
    if atEnd { bytes.append(ASCII.dollar) }
    return URLFilter(trusted: bytes)
  }

  /// Returns the pattern of a host with one of the texts that can follow it.
  package consuming func finish(with hostEnd: HostAnchor.End) -> URLFilter? {
    append(hostEnd.text)
    return finish()
  }

  private mutating func append(_ text: StaticString) {
    hasTerm = true
    bytes.append(text)
  }
}

extension URLFilter {
  /// Creates a filter in a canonical form of WebKit's syntax; returns nil if that is not possible.
  ///
  /// It is not possible in two cases:
  /// - The pattern is anchored at both ends and has no mandatory terms, such as `^a*$`. WebKit treats these
  ///   filters as matching every URL (measured; its compiler only checks for a term without `?` or `*`).
  /// - Groups are nested more deeply than ``URLFilterParser/maximumDepth``.
  package init?(_ pattern: URLFilterPattern) {
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
    default:
      if Self.isEscaped(byte) { bytes.append(ASCII.backslash) }
      bytes.append(byte)
    }
  }

  /// Returns whether a backslash precedes a literal.
  @inline(__always)
  static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.backslash, ASCII.caret, ASCII.dollar, ASCII.dot, ASCII.pipe,
      ASCII.question, ASCII.star, ASCII.plus, ASCII.openParenthesis, ASCII.closeParenthesis,
      ASCII.openBracket, ASCII.closeBracket, ASCII.openBrace, ASCII.closeBrace:
      true
    default: false
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
