/// The names of the groups in a regex. They have no effect on matching, but invalid names are errors.
struct RegexGroupNames {
  /// All names that have been added.
  private var all: Set<[UInt32]> = []
  /// The names that cannot be used again, by nesting depth.
  private var active: [Set<[UInt32]>] = [[]]
  /// The offset of the first `\k` without a name, which is an error if any group has a name.
  private(set) var bareReference: Int?

  var isEmpty: Bool { all.isEmpty }

  func contains(_ name: [UInt32]) -> Bool { all.contains(name) }

  /// Adds a name, and returns whether a group can have it.
  mutating func add(_ name: [UInt32], _ names: RegexDialect.Names) -> Bool {
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
      throw Sink.problem(.invalidGroupName, offset..<index)
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
