/// The names of groups, which a url-filter may have though nothing comes of them.
struct GroupNames {
  /// Every name so far.
  private(set) var all: Set<[UInt32]> = []
  /// The names that cannot be given again, by depth of nesting.
  private var active: [Set<[UInt32]>] = [[]]
  /// Where `\k` stands without a name, which is an error if there is a group with one.
  private(set) var bareReferenceOffset = 0
  private(set) var hasBareReference = false

  mutating func add(_ name: [UInt32]) -> Bool {
    all.insert(name)
    return active[active.count - 1].insert(name).inserted
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

  mutating func noteBareReference(at offset: Int) {
    if !hasBareReference { bareReferenceOffset = offset }
    hasBareReference = true
  }
}

extension URLFilterParser {
  /// A name and the `>` after it; nil, without a step, if there is none.
  mutating func consumeGroupName() throws(URLFilterProblem) -> [UInt32]? {
    let start = index
    var name: [UInt32] = []
    while peek() != nil {
      let character = try consumeIdentifierCharacter()
      if character == UInt32(UInt8(ascii: ">")), !name.isEmpty { return name }
      guard Self.isIdentifier(character, isFirst: name.isEmpty) else { break }
      name.append(character)
    }
    index = start
    return nil
  }

  private mutating func consumeIdentifierCharacter() throws(URLFilterProblem) -> UInt32 {
    let offset = index
    guard let byte = peek() else { return 0 }
    index += 1
    guard byte == UInt8(ascii: "\\") else { return UInt32(byte) }
    guard consume(UInt8(ascii: "u")), let value = consumeCodePoint() else {
      throw URLFilterProblem(reason: .invalidGroupName, offset: offset)
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
