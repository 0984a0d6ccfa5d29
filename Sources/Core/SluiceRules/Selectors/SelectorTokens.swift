/// Parsing white space, comments, identifiers and strings, and creating problems for unexpected text.
extension SelectorParser {
  /// Skips comments, which CSS ignores.
  mutating func skipComments(_ css: Span<UInt8>) throws(SelectorProblem) {
    while css.byte(offset) == UInt8(ascii: "/"), css.byte(offset + 1) == UInt8(ascii: "*") {
      let start = offset
      offset += 2
      while !(css.byte(offset) == UInt8(ascii: "*") && css.byte(offset + 1) == UInt8(ascii: "/")) {
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
      } else if css[offset] == UInt8(ascii: "/"), css.byte(offset + 1) == UInt8(ascii: "*") {
        try skipComments(css)
      } else {
        break
      }
    }
    return isSpaced
  }

  /// Skips an identifier.
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
      offset = byte == UInt8(ascii: "\\") ? endOfEscapeInString(css) : offset + 1
    }
    throw SelectorProblem(.unclosedString, offset: start, length: css.count - start)
  }

  /// Returns the end of the escape at the offset. An escaped line break continues the string.
  private func endOfEscapeInString(_ css: Span<UInt8>) -> Int {
    css.isCSSEscape(offset) ? css.endOfCSSEscape(offset) : css.endOfCSSLineBreak(offset + 1)
  }

  /// Returns whether the input or the argument of the function has ended.
  func isEnd(_ css: Span<UInt8>) -> Bool {
    offset >= css.count || css[offset] == UInt8(ascii: ")")
  }

  func startsCompound(_ css: Span<UInt8>) -> Bool {
    switch css.byte(offset) {
    case UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "&"),
      UInt8(ascii: "*"), UInt8(ascii: "|"):
      true
    default: css.startsCSSIdentifier(offset)
    }
  }

  /// Returns the problem for a missing identifier at the offset.
  func badIdentifier(_ css: Span<UInt8>) -> SelectorProblem {
    if css.byte(offset) == UInt8(ascii: "\\") {
      return SelectorProblem(.badEscape, offset: offset, length: 1)
    }
    return SelectorProblem(.badIdentifier, offset: offset, length: css.endOfCSSName(offset) - offset)
  }

  /// Returns the problem for an argument at the offset that is missing, invalid or too long.
  func badArgument(_ css: Span<UInt8>) -> SelectorProblem {
    switch css.byte(offset) {
    case 0, UInt8(ascii: "{"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\\"):
      return unexpected(css)
    default: break
    }
    let length = max(1, css.endOfCSSName(offset) - offset)
    return SelectorProblem(.badArgument, offset: offset, length: length)
  }

  /// Returns the problem for text at the offset that is not allowed there.
  func unexpected(_ css: Span<UInt8>) -> SelectorProblem {
    let byte = css.byte(offset)
    let next = css.byte(offset + 1)
    func problem(_ reason: SelectorProblem.Reason, _ length: Int = 1) -> SelectorProblem {
      SelectorProblem(reason, offset: offset, length: length)
    }
    switch byte {
    case 0: return problem(.unclosedParenthesis, 0)
    case UInt8(ascii: "{"): return problem(.declarationBlock, css.count - offset)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return problem(.unmatchedBracket)
    case UInt8(ascii: ","): return problem(.strayComma)
    case UInt8(ascii: ">") where offset > 0 && css[offset - 1] == byte: return problem(.unknownCombinator)
    case UInt8(ascii: "|") where next == byte: return problem(.unknownCombinator, 2)
    case UInt8(ascii: "/") where next == UInt8(ascii: "d"): return problem(.unknownCombinator)
    case UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"): return problem(.danglingCombinator)
    case UInt8(ascii: "\\"): return problem(.badEscape)
    case UInt8(ascii: "|"): return problem(.unknownNamespace)
    case UInt8(ascii: "*"): return problem(.misplacedTypeSelector)
    default: break
    }
    if css.startsCSSIdentifier(offset) {
      return problem(.misplacedTypeSelector, css.endOfCSSName(offset) - offset)
    }
    // The problem covers the whole character, not only its first byte.
    var end = offset + 1
    while end < css.count, css[end] & 0xC0 == 0x80 { end += 1 }
    return problem(.unexpectedCharacter, end - offset)
  }
}
