import SluiceText

extension SelectorParser {
  /// Parses `[name]` or `[name operator value flag]`. The offset is at the `[`.
  mutating func attributeSelector(_ css: Span<UInt8>) throws(SelectorProblem) {
    let open = offset
    offset += 1
    try skipSpace(css)
    let (name, namespace) = try attributeName(css, open: open)
    try skipSpace(css)
    if css.byte(offset) == ASCII.closeBracket {
      offset += 1
      builder?.add(
        .attribute(.init(name: css.unescapedCSSText(name), namespace: namespace)), range: open..<offset)
      return
    }
    let comparison = try attributeOperator(css, open: open)
    try skipSpace(css)
    var value = offset..<offset
    switch css.byte(offset) {
    case ASCII.quote, ASCII.apostrophe:
      try string(css)
      value = value.lowerBound + 1..<offset - 1
    case _ where css.startsCSSIdentifier(offset):
      offset = css.endOfCSSName(offset)
      value = value.lowerBound..<offset
    default: throw badAttribute(css, open: open)
    }
    try skipSpace(css)
    let flag = try attributeFlag(css)
    try skipSpace(css)
    guard css.byte(offset) == ASCII.closeBracket else { throw badAttribute(css, open: open) }
    offset += 1
    builder?.add(
      .attribute(
        .init(
          name: css.unescapedCSSText(name), namespace: namespace, comparison: comparison,
          value: css.unescapedCSSText(value), ignoresCase: flag == .ignoringCase,
          respectsCase: flag == .respectingCase)), range: open..<offset)
  }

  /// Parses `name`, `*|name` or `|name`. WebKit also accepts `*` as a name, although it cannot match
  /// anything.
  private mutating func attributeName(
    _ css: Span<UInt8>, open: Int
  ) throws(SelectorProblem) -> (Range<Int>, ParsedSelector.Namespace) {
    let start = offset
    let startsName = css.startsCSSIdentifier(offset)
    let hasWord = attributeWord(css)
    let end = offset
    let isName = startsName && !isEscapedStar(css, name: start..<offset)
    try skipComments(css)
    let isPrefix = css.byte(offset) == ASCII.pipe && css.byte(offset + 1) != ASCII.equals
    guard isPrefix else {
      if hasWord { return (start..<end, .none) }
      throw badAttribute(css, open: open)
    }
    if isName { throw SelectorProblem(.unknownNamespace, offset: start, length: offset + 1 - start) }
    offset += 1
    try skipComments(css)
    let name = offset
    if !attributeWord(css) { throw badAttribute(css, open: open) }
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
    _ css: Span<UInt8>, open: Int
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
    default: throw badAttribute(css, open: open)
    }
    guard css.byte(offset + 1) == ASCII.equals else { throw badAttribute(css, open: open) }
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
      note(.transitions, from: flag.lowerBound)
      return .respectingCase
    default: throw SelectorProblem(.badAttribute, offset: flag.lowerBound, length: flag.count)
    }
  }

  /// Returns the problem with an attribute selector at the offset.
  private func badAttribute(_ css: Span<UInt8>, open: Int) -> SelectorProblem {
    if offset >= css.count { return SelectorProblem(.unclosedBracket, offset: open, length: 1) }
    if css[offset] == ASCII.backslash { return badIdentifier(css) }
    return SelectorProblem(.badAttribute, offset: offset, length: max(1, css.endOfCSSName(offset) - offset))
  }
}

/// The argument of `:nth-child()` and similar pseudo-classes: `odd`, `even`, `5`, `2n+1`.
///
/// CSS defines the argument as a sequence of tokens (`n-1` is an identifier, `2n-` a dimension). This
/// determines where spaces are allowed: `n - 1`, `n -1` and `n- 1` are valid; `n 1`, `+ n` and `n + -1` are
/// not.
extension SelectorParser {
  /// Parses the argument and, if `takesSelector` is true, an optional `of`. After an `of`, the caller must
  /// parse a selector list.
  mutating func nth(
    _ css: Span<UInt8>, takesSelector: Bool
  ) throws(SelectorProblem) -> (position: ParsedSelector.Position, hasOf: Bool) {
    let start = offset
    let position = try nth(css)
    if takesSelector, try skipOf(css) { return (position, true) }
    try skipSpace(css)
    if !isEnd(css) { throw badNth(css, from: start) }
    return (position, false)
  }

  private mutating func nth(_ css: Span<UInt8>) throws(SelectorProblem) -> ParsedSelector.Position {
    let start = offset
    let name: [UInt8]
    var step = 1
    let hasSign = css.byte(offset).isSign
    if css.byte(offset + (hasSign ? 1 : 0)).isDigit {
      if hasSign { offset += 1 }
      step = try integer(css, from: start, isNegative: css[start] == ASCII.dash)
      guard css.startsCSSIdentifier(offset) else { return .init(step: 0, offset: step) }
      name = nthName(css)
    } else {
      // In CSS, a minus belongs to the name, but a plus is a separate token.
      let hasPlus = css.byte(offset) == ASCII.plus
      if hasPlus {
        offset += 1
        try skipComments(css)
      }
      guard css.startsCSSIdentifier(offset) else { throw badNth(css, from: start) }
      var word = nthName(css)
      if !hasPlus {
        if word == Self.odd || word == Self.even { return .init(step: 2, offset: word == Self.odd ? 1 : 0) }
        if word.first == ASCII.dash {
          word.removeFirst()
          step = -1
        }
      }
      name = word
    }
    guard name.first == UInt8(ascii: "n"), name.count == 1 || name[1] == ASCII.dash else {
      throw badNth(css, from: start)
    }
    if name.count > 2 {
      guard let digits = Self.integer(name[2...]) else { throw badNth(css, from: start) }
      return .init(step: step, offset: Int(-digits))
    }
    return .init(step: step, offset: try summand(css, from: start, isSigned: name.count == 2))
  }

  /// Parses the `+ 1` of `2n + 1`, which is optional unless its sign was already read.
  private mutating func summand(
    _ css: Span<UInt8>, from start: Int, isSigned: Bool
  ) throws(SelectorProblem) -> Int {
    try skipSpace(css)
    var isNegative = true
    if !isSigned {
      guard css.byte(offset).isSign else { return 0 }
      isNegative = css[offset] == ASCII.dash
      offset += 1
      try skipSpace(css)
    }
    guard css.byte(offset).isDigit else { throw badNth(css, from: start) }
    let number = try integer(css, from: start, isNegative: isNegative)
    if css.startsCSSIdentifier(offset) { throw badNth(css, from: start) }
    return number
  }

  /// Skips `of` and the spaces around it. Returns false if there is no `of`.
  private mutating func skipOf(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    try skipSpace(css)
    let word = offset..<css.endOfCSSName(offset)
    guard css.startsCSSIdentifier(offset), css.unescapedCSSName(word) == Self.of else { return false }
    offset = word.upperBound
    try skipSpace(css)
    if isEnd(css) { throw SelectorProblem(.badNth, offset: word.lowerBound, length: word.count) }
    return true
  }

  /// Returns the identifier, or the unit of a dimension, at the offset, and skips it.
  private mutating func nthName(_ css: Span<UInt8>) -> [UInt8] {
    let start = offset
    offset = css.endOfCSSName(offset)
    return css.unescapedCSSName(start..<offset)
  }

  /// Parses an integer. Throws if the digits continue as a number with a fraction or an exponent. As in
  /// WebKit, numbers that are too large are clamped.
  private mutating func integer(
    _ css: Span<UInt8>, from start: Int, isNegative: Bool
  ) throws(SelectorProblem) -> Int {
    var number: Int64 = 0
    while css.byte(offset).isDigit {
      number = min(number * 10 + Int64(css[offset] & 0x0F), 1 << 31)
      offset += 1
    }
    let next = css.byte(offset + 1)
    switch css.byte(offset) {
    case ASCII.dot: if next.isDigit { throw badNth(css, from: start) }
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      if next.isDigit || next.isSign && css.byte(offset + 2).isDigit { throw badNth(css, from: start) }
    default: break
    }
    return Int(isNegative ? -number : min(number, 1 << 31 - 1))
  }

  /// Parses digits in a name, such as the 5 in `n-5`; returns nil if WebKit rejects them. WebKit does not
  /// clamp here: with the minus before them, the digits must form a 32-bit number. White space after them is
  /// allowed, but only an escape can put it into a name.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    var digits = text
    while let last = digits.last, last == 0x20 || (0x09...0x0D).contains(last) { digits.removeLast() }
    var number: Int64 = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      number = number * 10 + Int64(digit & 0x0F)
      if number > 1 << 31 { return nil }
    }
    return digits.isEmpty ? nil : number
  }

  private func badNth(_ css: Span<UInt8>, from start: Int) -> SelectorProblem {
    let end = css.endOfRun(from: start, to: css.count) { $0 != ASCII.closeParenthesis }
    return SelectorProblem(.badNth, offset: start, length: end - start)
  }

  private static let odd = Array("odd".utf8)
  private static let even = Array("even".utf8)
  private static let of = Array("of".utf8)
}

extension UInt8 {
  fileprivate var isSign: Bool { self == ASCII.plus || self == ASCII.dash }
}
