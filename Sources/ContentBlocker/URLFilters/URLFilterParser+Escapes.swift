/// Escapes and classes, with the oddities of JavaScript's grammar without the `u` flag.
extension URLFilterParser {
  /// What a `\` and the characters after it stand for.
  private enum Escape {
    /// One UTF-16 unit.
    case character(UInt16)
    /// `\d` and its like.
    case characterClass
    case wordBoundary
    case reference
  }

  mutating func parseEscape() throws(URLFilterProblem) -> Token {
    let offset = index
    switch try consumeEscape(inClass: false) {
    case .character(let unit): tree.literal(unit, at: offset)
    case .characterClass: tree.unsupportedAtom(.classEscape, at: offset)
    case .reference: tree.fail(.backreference, at: offset)
    case .wordBoundary:
      tree.fail(.wordBoundary, at: offset)
      return .other
    }
    return .atom
  }

  /// A class in brackets.
  mutating func parseClass() throws(URLFilterProblem) {
    let start = index
    index += 1
    tree.beginAtom()
    let isNegated = consume(UInt8(ascii: "^"))
    var members = ClassMembers()
    while let byte = peek() {
      let offset = index
      if byte == UInt8(ascii: "]") {
        index += 1
        members.finish()
        if let problem = members.problem { tree.fail(problem.reason, at: problem.offset) }
        tree.characters(members.set, isNegated: isNegated, at: start)
        return
      }
      if byte == UInt8(ascii: "\\") {
        switch try consumeEscape(inClass: true) {
        case .character(let unit): members.add(unit, isHyphen: false, at: offset)
        default:
          members.addClass()
          tree.fail(.classEscapeInBrackets, at: offset)
        }
      } else {
        index += 1
        members.add(UInt16(byte), isHyphen: byte == UInt8(ascii: "-"), at: offset)
      }
      if let problem = members.problem {
        guard problem.reason == .notASCII else { throw problem }
        tree.fail(.notASCII, at: problem.offset)
      }
    }
    throw URLFilterProblem(reason: .unclosedBracket, offset: start)
  }

  private mutating func consumeEscape(inClass: Bool) throws(URLFilterProblem) -> Escape {
    let offset = index
    index += 1
    guard let byte = peek() else { throw URLFilterProblem(reason: .trailingBackslash, offset: offset) }
    // WebKit compiles url-filters with a limit of no backreference at all: digits are octal.
    if let escape = CharacterEscape(bytes, at: index, inClass: inClass) {
      index = escape.end
      return .character(escape.unit)
    }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return inClass ? .character(8) : .wordBoundary
    case UInt8(ascii: "B") where !inClass: return .wordBoundary
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "w"),
      UInt8(ascii: "W"):
      return .characterClass
    case UInt8(ascii: "k"):
      let afterK = index
      if !inClass, consume(UInt8(ascii: "<")), let name = try consumeGroupName(), names.all.contains(name) {
        return .reference
      }
      index = afterK
      names.noteBareReference(at: offset)
      return .character(UInt16(byte))
    default: return .character(UInt16(byte))
    }
  }

  mutating func consumeHex(digits: Int) -> UInt16? {
    guard let number = CharacterEscape.number(bytes, at: index, digits: digits) else { return nil }
    index += digits
    return number
  }

  mutating func consumeHexDigit() -> UInt8? {
    guard let digit = peek().flatMap(CharacterEscape.digit) else { return nil }
    index += 1
    return digit
  }
}

/// The members of a class as they are read, and the state that tells whether a hyphen makes a range.
private struct ClassMembers {
  private(set) var set = ASCIISet()
  private(set) var problem: URLFilterProblem?
  private var state = State.empty
  /// Where the character that may begin a range stands.
  private var pendingOffset = 0

  private enum State {
    case empty
    /// A character that may begin a range.
    case character(UInt16)
    /// That and a hyphen.
    case characterAndHyphen(UInt16)
    /// `\d` or its like, after which a hyphen is literal and the character after that begins no range.
    case afterClass
    case afterClassAndHyphen
  }

  mutating func add(_ unit: UInt16, isHyphen: Bool, at offset: Int) {
    switch state {
    case .afterClass where isHyphen:
      insert(unit...unit, at: offset)
      state = .afterClassAndHyphen
    case .empty, .afterClass: begin(unit, at: offset)
    case .character(let first):
      if isHyphen {
        state = .characterAndHyphen(first)
      } else {
        insert(first...first, at: pendingOffset)
        begin(unit, at: offset)
      }
    case .characterAndHyphen(let first):
      if unit < first {
        problem = URLFilterProblem(reason: .reversedRange, offset: offset)
      } else {
        insert(first...unit, at: offset)
      }
      state = .empty
    case .afterClassAndHyphen:
      insert(unit...unit, at: offset)
      state = .empty
    }
  }

  /// `\d` or its like, whose members do not matter: WebKit rejects the filter.
  mutating func addClass() {
    finish()
    switch state {
    case .characterAndHyphen, .afterClassAndHyphen: state = .empty
    case .empty, .character, .afterClass: state = .afterClass
    }
  }

  /// Adds what may still have begun a range.
  mutating func finish() {
    switch state {
    case .character(let unit): insert(unit...unit, at: pendingOffset)
    case .characterAndHyphen(let unit):
      insert(unit...unit, at: pendingOffset)
      set.insert(UInt8(ascii: "-"))
    default: break
    }
  }

  private mutating func begin(_ unit: UInt16, at offset: Int) {
    state = .character(unit)
    pendingOffset = offset
  }

  private mutating func insert(_ range: ClosedRange<UInt16>, at offset: Int) {
    if range.upperBound >= 0x80, problem == nil {
      problem = URLFilterProblem(reason: .notASCII, offset: offset)
    }
    guard range.lowerBound < 0x80 else { return }
    set.insert(UInt8(range.lowerBound)...UInt8(min(range.upperBound, 0x7f)))
  }
}
