import SluiceText

/// Parsing white space, comments, identifiers and strings, and creating problems for unexpected text.
extension SelectorParser {
  mutating func skipComments(_ css: Span<UInt8>) throws(SelectorProblem) {
    while css.byte(offset) == ASCII.slash, css.byte(offset + 1) == ASCII.star {
      let start = offset
      offset += 2
      while !(css.byte(offset) == ASCII.star && css.byte(offset + 1) == ASCII.slash) {
        if offset >= css.count { throw SelectorProblem(.unclosedComment, offset: start, length: 2) }
        offset += 1
      }
      offset += 2
    }
  }

  /// Skips white space and comments. Returns true if there was white space.
  @discardableResult
  mutating func skipSpace(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    var isSpaced = false
    while offset < css.count {
      if css[offset].isCSSSpace {
        isSpaced = true
        offset += 1
      } else if css[offset] == ASCII.slash, css.byte(offset + 1) == ASCII.star {
        try skipComments(css)
      } else {
        break
      }
    }
    return isSpaced
  }

  @discardableResult
  mutating func identifier(_ css: Span<UInt8>) throws(SelectorProblem) -> Range<Int> {
    guard css.startsCSSIdentifier(offset) else { throw badIdentifier(css) }
    let start = offset
    offset = css.endOfCSSName(offset)
    return start..<offset
  }

  /// Skips a string whose quote is at the offset.
  mutating func string(_ css: Span<UInt8>) throws(SelectorProblem) {
    let start = offset
    let quote = css[start]
    offset += 1
    while offset < css.count {
      let byte = css[offset]
      if byte == quote {
        offset += 1
        return
      }
      if byte.isCSSLineBreak { throw SelectorProblem(.lineBreakInString, offset: offset, length: 1) }
      offset = byte == ASCII.backslash ? endOfEscapeInString(css) : offset + 1
    }
    throw SelectorProblem(.unclosedString, offset: start, length: css.count - start)
  }

  /// Returns the end of the escape at the offset. An escaped line break continues the string.
  private func endOfEscapeInString(_ css: Span<UInt8>) -> Int {
    css.isCSSEscape(offset) ? css.endOfCSSEscape(offset) : css.endOfCSSLineBreak(offset + 1)
  }

  /// Returns whether the input or the argument of the function has ended.
  func isEnd(_ css: Span<UInt8>) -> Bool {
    offset >= css.count || css[offset] == ASCII.closeParenthesis
  }

  func startsCompound(_ css: Span<UInt8>) -> Bool {
    switch css.byte(offset) {
    case ASCII.dot, ASCII.hash, ASCII.openBracket, ASCII.colon, ASCII.ampersand,
      ASCII.star, ASCII.pipe:
      true
    default: css.startsCSSIdentifier(offset)
    }
  }

  func badIdentifier(_ css: Span<UInt8>) -> SelectorProblem {
    if css.byte(offset) == ASCII.backslash {
      return SelectorProblem(.badEscape, offset: offset, length: 1)
    }
    return SelectorProblem(.badIdentifier, offset: offset, length: css.endOfCSSName(offset) - offset)
  }

  /// Returns the problem for an argument at the offset that is missing, invalid or too long.
  func badArgument(_ css: Span<UInt8>) -> SelectorProblem {
    switch css.byte(offset) {
    case 0, ASCII.openBrace, ASCII.closeBracket, ASCII.closeBrace, ASCII.backslash:
      return unexpected(css)
    default: break
    }
    let length = max(1, css.endOfCSSName(offset) - offset)
    return SelectorProblem(.badArgument, offset: offset, length: length)
  }

  func unexpected(_ css: Span<UInt8>) -> SelectorProblem {
    let byte = css.byte(offset)
    let next = css.byte(offset + 1)
    func problem(_ reason: SelectorProblem.Reason, length: Int = 1) -> SelectorProblem {
      SelectorProblem(reason, offset: offset, length: length)
    }
    switch byte {
    case 0: return problem(.unclosedParenthesis, length: 0)
    case ASCII.openBrace: return problem(.declarationBlock, length: css.count - offset)
    case ASCII.closeParenthesis, ASCII.closeBracket, ASCII.closeBrace: return problem(.unmatchedBracket)
    case ASCII.comma: return problem(.strayComma)
    case ASCII.greater where offset > 0 && css[offset - 1] == byte: return problem(.unknownCombinator)
    case ASCII.pipe where next == byte: return problem(.unknownCombinator, length: 2)
    case ASCII.slash where next == UInt8(ascii: "d"): return problem(.unknownCombinator)
    case ASCII.greater, ASCII.plus, ASCII.tilde: return problem(.danglingCombinator)
    case ASCII.backslash: return problem(.badEscape)
    case ASCII.pipe: return problem(.unknownNamespace)
    case ASCII.star: return problem(.misplacedTypeSelector)
    default: break
    }
    if css.startsCSSIdentifier(offset) {
      return problem(.misplacedTypeSelector, length: css.endOfCSSName(offset) - offset)
    }
    // The problem covers the whole character, not only its first byte.
    let end = css.endOfRun(from: offset + 1, to: css.count) { $0 & 0xC0 == 0x80 }
    return problem(.unexpectedCharacter, length: end - offset)
  }
}

/// The character classes of CSS tokens for UTF-8 bytes. Every byte of a non-ASCII character is a name byte,
/// because WebKit allows U+0080 and above in names (measured for the whole Basic Multilingual Plane).
extension UInt8 {
  package var isCSSSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }
  package var isCSSLineBreak: Bool { self == 0x0A || self == 0x0C || self == 0x0D }
  var isCSSNameStart: Bool { isLetter || self == ASCII.underscore || self >= 0x80 }
  package var isCSSName: Bool { isCSSNameStart || isDigit || self == ASCII.dash }
}

extension Span<UInt8> {
  /// Returns whether a backslash at the offset starts an escape. At the end of the text it does not: CSS
  /// would read it as U+FFFD, but in a selector list it would escape the next comma.
  package func isCSSEscape(_ offset: Int) -> Bool {
    byte(offset) == ASCII.backslash && offset + 1 < count && !byte(offset + 1).isCSSLineBreak
  }

  /// Returns whether an identifier starts at the offset. `-->` is a separate token.
  func startsCSSIdentifier(_ offset: Int) -> Bool {
    let first = byte(offset)
    if first.isCSSNameStart { return true }
    if first == ASCII.backslash { return isCSSEscape(offset) }
    guard first == ASCII.dash else { return false }
    let second = byte(offset + 1)
    if second == ASCII.dash { return byte(offset + 2) != ASCII.greater }
    return second.isCSSNameStart || isCSSEscape(offset + 1)
  }

  /// Returns the end of the name, or of the rest of a name, that starts at the offset.
  package func endOfCSSName(_ start: Int) -> Int {
    var offset = start
    while offset < count {
      if self[offset].isCSSName {
        offset += 1
      } else if isCSSEscape(offset) {
        offset = endOfCSSEscape(offset)
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the end of the escape at the offset, which is up to six hexadecimal digits with an optional
  /// space, or one character.
  package func endOfCSSEscape(_ start: Int) -> Int {
    var offset = start + 1
    guard byte(offset).isHexDigit else { return offset + 1 }
    while offset < start + 7, byte(offset).isHexDigit { offset += 1 }
    if byte(offset) == 0x0D, byte(offset + 1) == 0x0A { return offset + 2 }
    return byte(offset).isCSSSpace ? offset + 1 : offset
  }

  /// Returns the end of the line break at the offset. CR LF counts as a single one.
  func endOfCSSLineBreak(_ start: Int) -> Int {
    byte(start) == 0x0D && byte(start + 1) == 0x0A ? start + 2 : start + 1
  }

  func hasCSSEscape(_ name: Range<Int>) -> Bool {
    for index in name where self[index] == ASCII.backslash { return true }
    return false
  }

  /// Returns the name or string in the range with resolved escapes, in lowercase.
  package func unescapedCSSName(_ range: Range<Int>) -> [UInt8] {
    unescapedCSSText(range).map { $0.asciiLowercased }
  }

  /// Returns the name or string in the range with resolved escapes, as UTF-8.
  package func unescapedCSSText(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard self[offset] == ASCII.backslash, offset + 1 < range.upperBound else {
        text.append(self[offset])
        offset += 1
        continue
      }
      guard isCSSEscape(offset) else {
        // An escaped line break, which only strings can contain, is removed.
        offset = endOfCSSLineBreak(offset + 1)
        continue
      }
      let end = endOfCSSEscape(offset)
      if self[offset + 1].isHexDigit {
        text.append(
          contentsOf: Self.escapedCSSCharacter(hexValue(offset + 1, digits: min(6, end - offset - 1))))
      } else {
        // The remaining bytes of a non-ASCII character follow unchanged.
        text.append(self[offset + 1])
      }
      offset = end
    }
    return text
  }

  /// Returns the character for an escaped number; U+FFFD if the number is not a valid character.
  private static func escapedCSSCharacter(_ value: UInt32) -> [UInt8] {
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Array(String(scalar ?? "\u{FFFD}").utf8)
  }
}
