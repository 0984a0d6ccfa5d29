import SluiceText

extension RegexParser {
  enum Escape {
    /// A single UTF-16 unit.
    case character(UInt16)
    /// `\d` and similar escapes.
    case set(RegexClassEscape)
    case wordBoundary(isNegated: Bool)
    case reference
  }

  mutating func parseEscape() throws(Sink.Problem) -> Token {
    let offset = index
    switch try consumeEscape(inClass: false) {
    case .character(let unit): sink.literal(unit, at: offset)
    case .set(let escape): sink.classEscape(escape, at: offset)
    case .reference: try sink.reference(offset..<index)
    case .wordBoundary(let isNegated):
      sink.wordBoundary(isNegated: isNegated, at: offset)
      return .other
    }
    return .atom
  }

  mutating func consumeEscape(inClass: Bool) throws(Sink.Problem) -> Escape {
    let start = index
    index += 1
    guard let byte = peek() else { throw Sink.problem(.trailingBackslash, range: start..<index) }
    if byte >= 0x80 {
      // A second UTF-16 unit would be a separate atom, but neither unit can match anything in a URL.
      return .character(consumeCharacter().first)
    }
    if !inClass, consumeNumberedReference() { return .reference }
    if let escape = CharacterEscape(bytes, at: index, inClass: inClass) {
      index = escape.end
      return .character(escape.unit)
    }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return inClass ? .character(8) : .wordBoundary(isNegated: false)
    case UInt8(ascii: "B") where !inClass: return .wordBoundary(isNegated: true)
    case UInt8(ascii: "k"):
      return try consumeNamedReference(from: start, inClass: inClass) ? .reference : .character(UInt16(byte))
    default: return RegexClassEscape(byte).map(Escape.set) ?? .character(UInt16(byte))
    }
  }

  /// Consumes a number if the regex has a group with that number.
  private mutating func consumeNumberedReference() -> Bool {
    let start = index
    if peek() != ASCII.zero, let number = consumeNumber(), number <= groups.count { return true }
    index = start
    return false
  }

  /// Consumes the text after `\k` if it forms a reference.
  private mutating func consumeNamedReference(from start: Int, inClass: Bool) throws(Sink.Problem) -> Bool {
    switch Sink.dialect.references {
    case .ofWholeRegex:
      if inClass || !groups.haveNames { return false }
      guard consume(ASCII.less), try consumeGroupName() != nil else {
        throw Sink.problem(.invalidGroupName, range: start..<index)
      }
      return true
    case .toNamesBefore:
      let behind = index
      if !inClass, consume(ASCII.less), let name = try consumeGroupName(), names.contains(name) {
        return true
      }
      index = behind
      names.noteBareReference(at: start)
      return false
    }
  }
}

/// An escape in a regex that stands for a single UTF-16 unit, as in JavaScript without the `u` flag
/// (ECMA-262, Annex B): `\n`, `\cA`, `\x41`, `\u0041` and octal numbers.
struct CharacterEscape {
  let unit: UInt16
  let end: Int

  /// Parses the escape whose backslash precedes `index`. Returns nil for all other escapes and for a
  /// character that stands for itself. In a class, more characters can follow `\c`.
  init?(_ bytes: [UInt8], at index: Int, inClass: Bool) {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    switch byte {
    case ASCII.zero...ASCII.seven: self.init(octal: bytes[index...])
    case UInt8(ascii: "f"): self.init(0x0c, end: index + 1)
    case UInt8(ascii: "n"): self.init(0x0a, end: index + 1)
    case UInt8(ascii: "r"): self.init(0x0d, end: index + 1)
    case UInt8(ascii: "t"): self.init(0x09, end: index + 1)
    case UInt8(ascii: "v"): self.init(0x0b, end: index + 1)
    case UInt8(ascii: "c"):
      if index + 1 < bytes.count, Self.isControl(bytes[index + 1], inClass: inClass) {
        self.init(UInt16(bytes[index + 1] & 0x1f), end: index + 2)
      } else {
        // Not an escape: the backslash is literal, and the c is read again.
        self.init(UInt16(ASCII.backslash), end: index)
      }
    case UInt8(ascii: "x"), UInt8(ascii: "u"):
      let digits = byte == UInt8(ascii: "x") ? 2 : 4
      if let number = Self.number(bytes, at: index + 1, digits: digits) {
        self.init(number, end: index + 1 + digits)
      } else {
        self.init(UInt16(byte), end: index + 1)
      }
    default: return nil
    }
  }

  private init(_ unit: UInt16, end: Int) { (self.unit, self.end) = (unit, end) }

  /// Parses up to three octal digits of a number below 256.
  private init(octal bytes: ArraySlice<UInt8>) {
    var value: UInt16 = 0
    var index = bytes.startIndex
    while index < bytes.endIndex, index < bytes.startIndex + 3, value < 32, bytes[index] & 0xf8 == 0x30 {
      value = value * 8 + UInt16(bytes[index] & 7)
      index += 1
    }
    self.init(value, end: index)
  }

  private static func isControl(_ byte: UInt8, inClass: Bool) -> Bool {
    byte.isLetter || inClass && (byte.isDigit || byte == ASCII.underscore)
  }

  /// Parses this number of hexadecimal digits; returns nil if there are fewer.
  static func number(_ bytes: [UInt8], at index: Int, digits: Int) -> UInt16? {
    guard index + digits <= bytes.count else { return nil }
    let written = bytes[index..<index + digits]
    guard written.allSatisfy({ $0.isHexDigit }) else { return nil }
    return written.reduce(0) { $0 << 4 | UInt16($1.hexDigitValue) }
  }
}

/// The names of the groups in a regex. They have no effect on matching, but invalid names are errors.
struct RegexGroupNames {
  private var all: Set<[UInt32]> = []
  /// The names that cannot be used again, by nesting depth.
  private var active: [Set<[UInt32]>] = [[]]
  /// The offset of the first `\k` without a name, which is an error if any group has a name.
  private(set) var bareReference: Int?

  var isEmpty: Bool { all.isEmpty }

  func contains(_ name: [UInt32]) -> Bool { all.contains(name) }

  /// Adds a name, and returns whether a group can have it.
  mutating func add(_ name: [UInt32], names: RegexDialect.Names) -> Bool {
    if bareReference != nil { return false }
    let isNew = all.insert(name).inserted
    switch names {
    case .plain: return isNew
    case .identifiers: return active[active.count - 1].insert(name).inserted
    }
  }

  mutating func open() {
    if let last = active.last { active.append(last) }
  }

  mutating func close() {
    if active.count > 1 { active.removeLast() }
  }

  mutating func nextAlternative() {
    active[active.count - 1] = active.count > 1 ? active[active.count - 2] : []
  }

  mutating func noteBareReference(at offset: Int) { bareReference = bareReference ?? offset }
}

extension RegexParser {
  /// Parses a name and the `>` after it. Returns nil at the first invalid character.
  mutating func consumeGroupName() throws(Sink.Problem) -> [UInt32]? {
    var name: [UInt32] = []
    while peek() != nil {
      let character = try consumeIdentifierCharacter()
      if character == UInt32(ASCII.greater), !name.isEmpty { return name }
      guard Self.isIdentifier(character, isFirst: name.isEmpty) else { break }
      name.append(character)
    }
    return nil
  }

  private mutating func consumeIdentifierCharacter() throws(Sink.Problem) -> UInt32 {
    let offset = index
    guard let byte = peek() else { return 0 }
    index += 1
    guard byte == ASCII.backslash, Sink.dialect.names == .identifiers else {
      // Non-ASCII characters in names are not decoded.
      return byte < 0x80 ? UInt32(byte) : 0
    }
    guard consume(UInt8(ascii: "u")), let value = consumeCodePoint() else {
      throw Sink.problem(.invalidGroupName, range: offset..<index)
    }
    return value
  }

  /// Parses the text after `\u` in a name: `{61}`, `0061`, or two surrogates with a `\u` between them.
  private mutating func consumeCodePoint() -> UInt32? {
    if consume(ASCII.openBrace) {
      var value: UInt32 = 0
      repeat {
        guard let digit = consumeHexDigit() else { return nil }
        value = value << 4 | UInt32(digit)
        if value > 0x10_ffff { return nil }
      } while peek() != nil && peek() != ASCII.closeBrace
      return consume(ASCII.closeBrace) ? value : nil
    }
    guard let first = consumeHex(digits: 4) else { return nil }
    guard first & 0xfc00 == 0xd800 else { return UInt32(first) }
    let afterFirst = index
    if consume(ASCII.backslash), consume(UInt8(ascii: "u")), let second = consumeHex(digits: 4),
      second & 0xfc00 == 0xdc00
    {
      return 0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff))
    }
    index = afterFirst
    return UInt32(first)
  }

  private mutating func consumeHex(digits: Int) -> UInt16? {
    guard let number = CharacterEscape.number(bytes, at: index, digits: digits) else { return nil }
    index += digits
    return number
  }

  private mutating func consumeHexDigit() -> UInt8? {
    guard let byte = peek(), byte.isHexDigit else { return nil }
    index += 1
    return byte.hexDigitValue
  }

  private static func isIdentifier(_ value: UInt32, isFirst: Bool) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    if scalar == "_" || scalar == "$" { return true }
    switch scalar.category {
    case .letter: return true
    case .partOfWord: return !isFirst
    case .hidden, .other: return !isFirst && (value == 0x200c || value == 0x200d)
    }
  }
}
