import SluiceText

/// Parses JavaScript regular expressions without the `u` flag, and passes their parts to a ``RegexSink``.
///
/// This grammar rejects little (ECMA-262, Annex B). A `{` that does not start a count, a single `]`, unknown
/// escapes, and references to missing groups are literal characters.
package struct RegexParser<Sink: RegexSink> {
  let bytes: [UInt8]
  var index = 0
  var sink: Sink
  var names = RegexGroupNames()
  /// The number of capturing groups in the whole regex, and whether any of them has a name. Counted only for
  /// dialects whose references depend on it.
  let groups: (count: Int, haveNames: Bool)
  private var openGroups: [OpenGroup] = []

  /// The kind of the last token, which determines whether a repetition can follow.
  enum Token { case atom, other }

  private struct OpenGroup {
    var offset: Int
    var isLookBehind = false
  }

  private init(_ bytes: [UInt8], sink: Sink) {
    self.bytes = bytes
    self.sink = sink
    switch Sink.dialect.references {
    case .ofWholeRegex: groups = Self.countGroups(bytes)
    case .toNamesBefore: groups = (0, false)
    }
  }

  /// Passes the parts of the whole regex to the sink, and returns the sink.
  package static func parse(_ bytes: [UInt8], into sink: Sink) throws(Sink.Problem) -> Sink {
    var parser = Self(bytes, sink: sink)
    try parser.parseTokens()
    return parser.sink
  }

  private mutating func parseTokens() throws(Sink.Problem) {
    var last = Token.other
    while let byte = peek() {
      let offset = index
      if let (minimum, maximum) = try consumeRepetition() {
        guard last == .atom else { throw Sink.problem(.nothingToRepeat, range: offset..<index) }
        _ = consume(ASCII.question)
        sink.repeatLast(minimum, maximum: maximum, at: offset)
        last = .other
        continue
      }
      last = .other
      switch byte {
      case ASCII.pipe:
        index += 1
        sink.nextAlternative(at: offset)
        names.nextAlternative()
      case ASCII.openParenthesis: try openGroup()
      case ASCII.closeParenthesis: last = try closeGroup()
      case ASCII.caret:
        index += 1
        sink.start(at: offset)
      case ASCII.dollar:
        index += 1
        sink.end(at: offset)
      case ASCII.backslash: last = try parseEscape()
      case ASCII.openBracket:
        try parseClass()
        last = .atom
      case ASCII.dot:
        index += 1
        sink.anyCharacter(at: offset)
        last = .atom
      default:
        // If the character has two UTF-16 units, a repetition applies only to the second.
        let (first, second) = consumeCharacter()
        sink.literal(first, at: offset)
        if let second { sink.literal(second, at: offset) }
        last = .atom
      }
    }
    if let group = openGroups.last {
      throw Sink.problem(.unbalancedParenthesis, range: group.offset..<group.offset + 1)
    }
    if let reference = names.bareReference, !names.isEmpty {
      throw Sink.problem(.invalidGroupName, range: reference..<reference + 1)
    }
  }

  // MARK: - Groups

  private mutating func openGroup() throws(Sink.Problem) {
    var group = OpenGroup(offset: index)
    var kind = RegexGroupKind.plain
    index += 1
    try sink.enterGroup(depth: openGroups.count + 1, at: group.offset)
    if consume(ASCII.question) {
      let letter = peek()
      index = min(index + 1, bytes.count)
      switch letter {
      case ASCII.colon: break
      case ASCII.equals: kind = .look(isBehind: false, isNegated: false)
      case ASCII.bang: kind = .look(isBehind: false, isNegated: true)
      case ASCII.less:
        group.isLookBehind = true
        if consume(ASCII.equals) {
          kind = .look(isBehind: true, isNegated: false)
        } else if consume(ASCII.bang) {
          kind = .look(isBehind: true, isNegated: true)
        } else {
          group.isLookBehind = false
          guard let name = try consumeGroupName(), names.add(name, names: Sink.dialect.names) else {
            throw Sink.problem(.invalidGroupName, range: group.offset..<index)
          }
        }
      default: throw Sink.problem(.invalidGroup, range: group.offset..<index)
      }
    }
    openGroups.append(group)
    names.open()
    try sink.openGroup(kind, depth: openGroups.count, at: group.offset)
  }

  private mutating func closeGroup() throws(Sink.Problem) -> Token {
    guard let group = openGroups.popLast() else {
      throw Sink.problem(.unbalancedParenthesis, range: index..<index + 1)
    }
    index += 1
    names.close()
    sink.closeGroup(group.offset..<index)
    // JavaScript allows repetitions of lookahead, but not of lookbehind.
    return group.isLookBehind ? .other : .atom
  }

  private static func countGroups(_ bytes: [UInt8]) -> (Int, Bool) {
    var count = 0
    var haveNames = false
    var isInClass = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBracket: isInClass = true
      case ASCII.closeBracket: isInClass = false
      case ASCII.openParenthesis where !isInClass:
        let rest = bytes[(index + 1)...].prefix(3)
        if rest.first != ASCII.question {
          count += 1
        } else if rest.count > 2, rest.dropFirst().first == ASCII.less, let third = rest.last,
          third != ASCII.equals, third != ASCII.bang
        {
          count += 1
          haveNames = true
        }
      default: break
      }
      index += 1
    }
    return (count, haveNames)
  }

  // MARK: - Repetitions

  private mutating func consumeRepetition() throws(Sink.Problem) -> (Int64, Int64?)? {
    switch peek() {
    case ASCII.star:
      index += 1
      return (0, nil)
    case ASCII.plus:
      index += 1
      return (1, nil)
    case ASCII.question:
      index += 1
      return (0, 1)
    case ASCII.openBrace: return try consumeCount()
    default: return nil
    }
  }

  /// Consumes `{2}`, `{2,}` or `{2,3}`. Any other text is literal; in this case, consumes nothing and returns
  /// nil.
  private mutating func consumeCount() throws(Sink.Problem) -> (Int64, Int64?)? {
    let start = index
    index += 1
    if let minimum = consumeNumber() {
      var maximum: Int64? = minimum
      if consume(ASCII.comma) { maximum = consumeNumber() }
      if consume(ASCII.closeBrace) {
        if let maximum, maximum < minimum { throw Sink.problem(.invalidCount, range: start..<index) }
        return (minimum, maximum)
      }
    }
    index = start
    return nil
  }

  mutating func consumeNumber() -> Int64? {
    var number: Int64?
    while let byte = peek(), ASCIISet.digits.contains(byte) {
      index += 1
      number = min((number ?? 0) * 10 + Int64(byte - ASCII.zero), Sink.dialect.maximumCount)
    }
    return number
  }

  // MARK: - Bytes

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// Consumes the next character and returns it as UTF-16; invalid UTF-8 becomes the replacement character.
  mutating func consumeCharacter() -> (first: UInt16, second: UInt16?) {
    guard let byte = peek() else { return (0xfffd, nil) }
    if byte < 0x80 {
      index += 1
      return (UInt16(byte), nil)
    }
    let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    let scalar =
      String(decoding: bytes[index..<min(index + length, bytes.count)], as: UTF8.self)
      .unicodeScalars.first ?? "\u{fffd}"
    index += scalar == "\u{fffd}" ? 1 : UTF8.width(scalar)
    let units = UTF16.encode(scalar).map(Array.init) ?? [0xfffd]
    return (units[0], units.count > 1 ? units[1] : nil)
  }
}

extension RegexParser {
  mutating func parseClass() throws(Sink.Problem) {
    let start = index
    index += 1
    sink.openClass()
    let isNegated = consume(ASCII.caret)
    var place = ClassPlace.start
    while let byte = peek() {
      let offset = index
      if byte == ASCII.closeBracket {
        index += 1
        finish(place)
        sink.closeClass(isNegated: isNegated, at: start)
        return
      }
      if byte != ASCII.backslash {
        let (first, second) = consumeCharacter()
        try add(first, isHyphen: byte == ASCII.dash, at: offset, place: &place)
        if let second { try add(second, isHyphen: false, at: offset, place: &place) }
        continue
      }
      switch try consumeEscape(inClass: true) {
      case .character(let unit): try add(unit, isHyphen: false, at: offset, place: &place)
      case .set(let escape):
        sink.classMembers(escape, at: offset)
        finish(place)
        switch place {
        case .characterAndHyphen, .afterClassAndHyphen: place = .start
        case .start, .character, .afterClass: place = .afterClass
        }
      // These do not occur in a class.
      case .wordBoundary, .reference: break
      }
    }
    throw Sink.problem(.unclosedBracket, range: start..<start + 1)
  }

  /// Adds a unit, or completes a range with it.
  private mutating func add(
    _ unit: UInt16, isHyphen: Bool, at offset: Int, place: inout ClassPlace
  ) throws(Sink.Problem) {
    switch place {
    case .afterClass where isHyphen:
      sink.classMembers(unit...unit, at: offset)
      place = .afterClassAndHyphen
    case .start, .afterClass: place = .character(unit, at: offset)
    case .character(let first, let firstOffset):
      if isHyphen {
        place = .characterAndHyphen(first, at: firstOffset)
      } else {
        finish(place)
        place = .character(unit, at: offset)
      }
    case .characterAndHyphen(let first, _):
      guard first <= unit else { throw Sink.problem(.reversedRange, range: offset - 1..<index) }
      sink.classMembers(first...unit, at: offset)
      place = .start
    case .afterClassAndHyphen:
      sink.classMembers(unit...unit, at: offset)
      place = .start
    }
  }

  /// Adds the pending characters, because no range starts with them.
  private mutating func finish(_ place: ClassPlace) {
    switch place {
    case .character(let unit, let offset): sink.classMembers(unit...unit, at: offset)
    case .characterAndHyphen(let unit, let offset):
      sink.classMembers(unit...unit, at: offset)
      let hyphen = UInt16(ASCII.dash)
      sink.classMembers(hyphen...hyphen, at: offset)
    case .start, .afterClass, .afterClassAndHyphen: break
    }
  }
}

/// The text before a position in a class, which determines whether a hyphen there forms a range.
private enum ClassPlace {
  /// Nothing that can be part of a range.
  case start
  /// A character that can start a range.
  case character(UInt16, at: Int)
  /// A character that can start a range, and a hyphen.
  case characterAndHyphen(UInt16, at: Int)
  /// `\d` or a similar escape. A hyphen after it is literal, and the character after that does not start a
  /// range.
  case afterClass
  case afterClassAndHyphen
}
