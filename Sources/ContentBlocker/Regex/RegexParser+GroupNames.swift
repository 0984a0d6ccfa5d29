/// The names of groups, which a regex may have though nothing comes of them.
struct RegexGroupNames {
  /// Every name so far.
  private var all: Set<[UInt32]> = []
  /// The names that cannot be given again, by depth of nesting.
  private var active: [Set<[UInt32]>] = [[]]
  /// Where the first `\k` stands without a name, which is an error if there is a group with one.
  private(set) var bareReference: Int?

  var isEmpty: Bool { all.isEmpty }

  func contains(_ name: [UInt32]) -> Bool { all.contains(name) }

  /// Whether a group can have the name.
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
  /// A name and the `>` after it; nil behind the first character that does not fit.
  mutating func consumeGroupName() throws(Sink.Problem) -> [UInt32]? {
    var name: [UInt32] = []
    while peek() != nil {
      let character = try consumeIdentifierCharacter()
      if character == UInt32(UInt8(ascii: ">")), !name.isEmpty { return name }
      guard Self.isIdentifier(character, isFirst: name.isEmpty) else { break }
      name.append(character)
    }
    return nil
  }

  private mutating func consumeIdentifierCharacter() throws(Sink.Problem) -> UInt32 {
    let offset = index
    guard let byte = peek() else { return 0 }
    index += 1
    guard byte == UInt8(ascii: "\\"), Sink.dialect.names == .identifiers else {
      // Of what is outside ASCII names are not read.
      return byte < 0x80 ? UInt32(byte) : 0
    }
    guard consume(UInt8(ascii: "u")), let value = consumeCodePoint() else {
      throw Sink.problem(.invalidGroupName, offset..<index)
    }
    return value
  }

  /// What follows `\u` in a name: `{61}`, `0061`, or two surrogates with a `\u` between.
  private mutating func consumeCodePoint() -> UInt32? {
    if consume(UInt8(ascii: "{")) {
      var value: UInt32 = 0
      repeat {
        guard let digit = consumeHexDigit() else { return nil }
        value = value << 4 | UInt32(digit)
        if value > 0x10_ffff { return nil }
      } while peek() != nil && peek() != UInt8(ascii: "}")
      return consume(UInt8(ascii: "}")) ? value : nil
    }
    guard let first = consumeHex(digits: 4) else { return nil }
    guard first & 0xfc00 == 0xd800 else { return UInt32(first) }
    let afterFirst = index
    if consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")), let second = consumeHex(digits: 4),
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
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (value == 0x200c || value == 0x200d)
    }
  }
}
