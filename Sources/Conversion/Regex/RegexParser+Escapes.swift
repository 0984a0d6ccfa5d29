import ContentBlocker

/// Escapes and classes.
extension RegexParser {
  /// What a `\` and the characters after it stand for.
  private enum Escape {
    /// One UTF-16 unit.
    case character(UInt16)
    /// `\d` and its like.
    case set(ASCIISet)
    case wordBoundary(isNegated: Bool)
    case reference
  }

  mutating func parseEscape() throws(RegexFilterProblem) -> (RegexNode, isRepeatable: Bool) {
    let start = index
    switch try consumeEscape(inClass: false) {
    case .character(let unit): return (UInt8(exactly: unit).map(literal) ?? .never, true)
    case .set(let set): return (.set(set), true)
    case .reference: throw RegexFilterProblem(.backreference, start..<index)
    case .wordBoundary(let isNegated):
      return (.edge(RegexEdge(kind: .wordBoundary(isNegated: isNegated), range: start..<index)), false)
    }
  }

  /// A class in brackets. Case is folded before a `^` negates, as JavaScript and WebKit both do.
  mutating func parseClass() throws(RegexFilterProblem) -> ASCIISet {
    let start = index
    index += 1
    let isNegated = consume(UInt8(ascii: "^"))
    var set = ASCIISet()
    /// A character that may begin a range.
    var pending: UInt16?
    while let byte = peek() {
      if byte == UInt8(ascii: "]") {
        index += 1
        if let pending { insert(pending...pending, into: &set) }
        set = folded(set)
        return (isNegated ? set.inverted : set).intersection(.urlCharacters)
      }
      let itemStart = index
      // A hyphen with something on either side makes a range, unless one side is a class.
      if byte == UInt8(ascii: "-"), let first = pending, index + 1 < bytes.count,
        bytes[index + 1] != UInt8(ascii: "]")
      {
        index += 1
        pending = nil
        switch try consumeClassItem() {
        case .set(let other):
          insert(first...first, into: &set)
          set.insert(UInt8(ascii: "-"))
          set = set.union(other)
        case .units(let last, let next):
          guard first <= last else { throw RegexFilterProblem(.reversedRange, itemStart..<index) }
          insert(first...last, into: &set)
          pending = next
        }
        continue
      }
      if let first = pending { insert(first...first, into: &set) }
      switch try consumeClassItem() {
      case .set(let other):
        set = set.union(other)
        pending = nil
        // After a class a hyphen is literal, and what follows it begins no range.
        if peek() == UInt8(ascii: "-"), index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "]") {
          index += 1
          set.insert(UInt8(ascii: "-"))
          switch try consumeClassItem() {
          case .set(let other): set = set.union(other)
          case .units(let unit, let next):
            insert(unit...unit, into: &set)
            pending = next
          }
        }
      case .units(let unit, let next):
        if let next {
          insert(unit...unit, into: &set)
          pending = next
        } else {
          pending = unit
        }
      }
    }
    throw RegexFilterProblem(.unclosedBracket, start..<start + 1)
  }

  /// What can stand in a class: a set, or one or (outside of the basic plane) two UTF-16 units.
  private enum ClassItem {
    case set(ASCIISet)
    case units(UInt16, UInt16?)
  }

  private mutating func consumeClassItem() throws(RegexFilterProblem) -> ClassItem {
    guard peek() == UInt8(ascii: "\\") else {
      let units = consumeUnits()
      return .units(units.first, units.count > 1 ? units.second : nil)
    }
    switch try consumeEscape(inClass: true) {
    case .character(let unit): return .units(unit, nil)
    case .set(let set): return .set(set)
    // Neither stands in a class.
    case .wordBoundary, .reference: return .set(ASCIISet())
    }
  }

  private func insert(_ range: ClosedRange<UInt16>, into set: inout ASCIISet) {
    guard range.lowerBound < 0x80 else { return }
    set.insert(UInt8(range.lowerBound)...UInt8(min(range.upperBound, 0x7f)))
  }

  private mutating func consumeEscape(inClass: Bool) throws(RegexFilterProblem) -> Escape {
    let start = index
    index += 1
    guard let byte = peek() else { throw RegexFilterProblem(.trailingBackslash, start..<index) }
    if byte >= 0x80 {
      let units = consumeUnits()
      // The second half of a pair would be an atom of its own, but neither half matches anyway.
      return .character(units.first)
    }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return inClass ? .character(8) : .wordBoundary(isNegated: false)
    case UInt8(ascii: "B") where !inClass: return .wordBoundary(isNegated: true)
    case UInt8(ascii: "d"): return .set(.digits)
    case UInt8(ascii: "D"): return .set(ASCIISet.urlCharacters.subtracting(.digits))
    case UInt8(ascii: "w"): return .set(.wordCharacters)
    case UInt8(ascii: "W"): return .set(ASCIISet.urlCharacters.subtracting(.wordCharacters))
    case UInt8(ascii: "s"): return .set(.spaces)
    case UInt8(ascii: "S"): return .set(ASCIISet.urlCharacters.subtracting(.spaces))
    case UInt8(ascii: "1")...UInt8(ascii: "9") where !inClass:
      index -= 1
      if let group = peekNumber(), group <= groupCount {
        while let digit = peek(), ASCIISet.digits.contains(digit) { index += 1 }
        return .reference
      }
      index += 1
    case UInt8(ascii: "k") where hasNames && !inClass:
      guard consume(UInt8(ascii: "<")), consumeName() != nil else {
        throw RegexFilterProblem(.invalidGroup, start..<min(index, bytes.count))
      }
      return .reference
    default: break
    }
    if let escape = CharacterEscape(bytes, at: index - 1, inClass: inClass) {
      index = escape.end
      return .character(escape.unit)
    }
    return .character(UInt16(byte))
  }

  private func peekNumber() -> Int? {
    var number: Int?
    for byte in bytes[index...] {
      guard ASCIISet.digits.contains(byte) else { break }
      number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), RegexFilters.maximumCount)
    }
    return number
  }
}
