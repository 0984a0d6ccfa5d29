/// Parsing escapes, which start with a `\`.
extension RegexParser {
  /// The meaning of an escape.
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
    guard let byte = peek() else { throw Sink.problem(.trailingBackslash, start..<index) }
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
        throw Sink.problem(.invalidGroupName, start..<index)
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
