extension SelectorParser {
  /// `[name]`, `[name operator value flag]`. The offset is at the `[`.
  mutating func attributeSelector(_ css: Span<UInt8>) throws(SelectorProblem) {
    let open = offset
    offset += 1
    try skipSpace(css)
    try attributeName(css, open)
    try skipSpace(css)
    if css.byte(offset) == UInt8(ascii: "]") {
      offset += 1
      return
    }
    try attributeOperator(css, open)
    try skipSpace(css)
    switch css.byte(offset) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try string(css)
    case _ where css.startsCSSIdentifier(offset): offset = css.endOfCSSName(offset)
    default: throw badAttribute(css, open)
    }
    try skipSpace(css)
    try attributeFlag(css)
    try skipSpace(css)
    guard css.byte(offset) == UInt8(ascii: "]") else { throw badAttribute(css, open) }
    offset += 1
  }

  /// `name`, `*|name` or `|name`. WebKit also takes `*` for a name, which could match nothing.
  private mutating func attributeName(_ css: Span<UInt8>, _ open: Int) throws(SelectorProblem) {
    let start = offset
    let startsName = css.startsCSSIdentifier(offset)
    let hasWord = attributeWord(css)
    let isName = startsName && !isEscapedStar(css, start..<offset)
    try skipComments(css)
    let isPrefix = css.byte(offset) == UInt8(ascii: "|") && css.byte(offset + 1) != UInt8(ascii: "=")
    guard isPrefix else {
      if hasWord { return }
      throw badAttribute(css, open)
    }
    if isName { throw SelectorProblem(.unknownNamespace, offset: start, length: offset + 1 - start) }
    offset += 1
    try skipComments(css)
    if !attributeWord(css) { throw badAttribute(css, open) }
  }

  /// Steps over a name or a `*` that is not that of `*=`; false when neither is there.
  private mutating func attributeWord(_ css: Span<UInt8>) -> Bool {
    if css.startsCSSIdentifier(offset) {
      offset = css.endOfCSSName(offset)
    } else if css.byte(offset) == UInt8(ascii: "*"), css.byte(offset + 1) != UInt8(ascii: "=") {
      offset += 1
    } else {
      return false
    }
    return true
  }

  private mutating func attributeOperator(_ css: Span<UInt8>, _ open: Int) throws(SelectorProblem) {
    switch css.byte(offset) {
    case UInt8(ascii: "="): offset += 1
    case UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "*"):
      guard css.byte(offset + 1) == UInt8(ascii: "=") else { throw badAttribute(css, open) }
      offset += 2
    default: throw badAttribute(css, open)
    }
  }

  /// `i`. WebKit does not know the flag `s` (measured on WebKitGTK 2.50.6).
  private mutating func attributeFlag(_ css: Span<UInt8>) throws(SelectorProblem) {
    guard css.startsCSSIdentifier(offset) else { return }
    let flag = try identifier(css)
    let isKnown =
      flag.count == 1
      ? css[flag.lowerBound] | 0x20 == UInt8(ascii: "i")
      : css.unescapedCSSName(flag) == [UInt8(ascii: "i")]
    if !isKnown { throw SelectorProblem(.badAttribute, offset: flag.lowerBound, length: flag.count) }
  }

  /// What is wrong with an attribute selector at the offset.
  private func badAttribute(_ css: Span<UInt8>, _ open: Int) -> SelectorProblem {
    if offset >= css.count { return SelectorProblem(.unclosedBracket, offset: open, length: 1) }
    if css[offset] == UInt8(ascii: "\\") { return badIdentifier(css) }
    return SelectorProblem(.badAttribute, offset: offset, length: max(1, css.endOfCSSName(offset) - offset))
  }
}
