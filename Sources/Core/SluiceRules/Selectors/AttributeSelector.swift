extension SelectorParser {
  /// Parses `[name]` or `[name operator value flag]`. The offset is at the `[`.
  mutating func attributeSelector(_ css: Span<UInt8>) throws(SelectorProblem) {
    let open = offset
    offset += 1
    try skipSpace(css)
    let (name, namespace) = try attributeName(css, open)
    try skipSpace(css)
    if css.byte(offset) == ASCII.closeBracket {
      offset += 1
      builder?.add(
        .attribute(.init(name: css.unescapedCSSText(name), namespace: namespace)), open..<offset)
      return
    }
    let comparison = try attributeOperator(css, open)
    try skipSpace(css)
    var value = offset..<offset
    switch css.byte(offset) {
    case ASCII.quote, ASCII.apostrophe:
      try string(css)
      value = value.lowerBound + 1..<offset - 1
    case _ where css.startsCSSIdentifier(offset):
      offset = css.endOfCSSName(offset)
      value = value.lowerBound..<offset
    default: throw badAttribute(css, open)
    }
    try skipSpace(css)
    let flag = try attributeFlag(css)
    try skipSpace(css)
    guard css.byte(offset) == ASCII.closeBracket else { throw badAttribute(css, open) }
    offset += 1
    builder?.add(
      .attribute(
        .init(
          name: css.unescapedCSSText(name), namespace: namespace, comparison: comparison,
          value: css.unescapedCSSText(value), ignoresCase: flag == .ignoringCase,
          respectsCase: flag == .respectingCase)), open..<offset)
  }

  /// Parses `name`, `*|name` or `|name`. WebKit also accepts `*` as a name, although it cannot match
  /// anything.
  private mutating func attributeName(
    _ css: Span<UInt8>, _ open: Int
  ) throws(SelectorProblem) -> (Range<Int>, ParsedSelector.Namespace) {
    let start = offset
    let startsName = css.startsCSSIdentifier(offset)
    let hasWord = attributeWord(css)
    let end = offset
    let isName = startsName && !isEscapedStar(css, start..<offset)
    try skipComments(css)
    let isPrefix = css.byte(offset) == ASCII.pipe && css.byte(offset + 1) != ASCII.equals
    guard isPrefix else {
      if hasWord { return (start..<end, .none) }
      throw badAttribute(css, open)
    }
    if isName { throw SelectorProblem(.unknownNamespace, offset: start, length: offset + 1 - start) }
    offset += 1
    try skipComments(css)
    let name = offset
    if !attributeWord(css) { throw badAttribute(css, open) }
    return (name..<offset, hasWord ? .any : .none)
  }

  /// Skips a name, or a `*` that is not part of `*=`. Returns false if there is neither.
  private mutating func attributeWord(_ css: Span<UInt8>) -> Bool {
    if css.startsCSSIdentifier(offset) {
      offset = css.endOfCSSName(offset)
    } else if css.byte(offset) == ASCII.star, css.byte(offset + 1) != ASCII.equals {
      offset += 1
    } else {
      return false
    }
    return true
  }

  private mutating func attributeOperator(
    _ css: Span<UInt8>, _ open: Int
  ) throws(SelectorProblem) -> ParsedSelector.Comparison {
    let comparison: ParsedSelector.Comparison
    switch css.byte(offset) {
    case ASCII.equals:
      offset += 1
      return .equals
    case ASCII.tilde: comparison = .word
    case ASCII.pipe: comparison = .language
    case ASCII.caret: comparison = .prefix
    case ASCII.dollar: comparison = .suffix
    case ASCII.star: comparison = .substring
    default: throw badAttribute(css, open)
    }
    guard css.byte(offset + 1) == ASCII.equals else { throw badAttribute(css, open) }
    offset += 2
    return comparison
  }

  private enum AttributeFlag { case ignoringCase, respectingCase }

  /// Parses the flag `i` or `s`; WebKit supports `s` since 2.54. Returns nil if there is no flag.
  private mutating func attributeFlag(_ css: Span<UInt8>) throws(SelectorProblem) -> AttributeFlag? {
    guard css.startsCSSIdentifier(offset) else { return nil }
    let flag = try identifier(css)
    switch css.unescapedCSSName(flag) {
    case [UInt8(ascii: "i")]: return .ignoringCase
    case [UInt8(ascii: "s")]:
      note(.transitions, flag.lowerBound)
      return .respectingCase
    default: throw SelectorProblem(.badAttribute, offset: flag.lowerBound, length: flag.count)
    }
  }

  /// Returns the problem with an attribute selector at the offset.
  private func badAttribute(_ css: Span<UInt8>, _ open: Int) -> SelectorProblem {
    if offset >= css.count { return SelectorProblem(.unclosedBracket, offset: open, length: 1) }
    if css[offset] == ASCII.backslash { return badIdentifier(css) }
    return SelectorProblem(.badAttribute, offset: offset, length: max(1, css.endOfCSSName(offset) - offset))
  }
}
