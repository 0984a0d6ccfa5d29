/// Parsing character classes in brackets.
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
        try add(first, isHyphen: byte == ASCII.dash, at: offset, &place)
        if let second { try add(second, isHyphen: false, at: offset, &place) }
        continue
      }
      switch try consumeEscape(inClass: true) {
      case .character(let unit): try add(unit, isHyphen: false, at: offset, &place)
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
    throw Sink.problem(.unclosedBracket, start..<start + 1)
  }

  /// Adds a unit, or completes a range with it.
  private mutating func add(
    _ unit: UInt16, isHyphen: Bool, at offset: Int, _ place: inout ClassPlace
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
      guard first <= unit else { throw Sink.problem(.reversedRange, offset - 1..<index) }
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
