/// The argument of `:nth-child()` and its like: `odd`, `even`, `5`, `2n+1`.
///
/// CSS defines it over tokens (`n-1` is one identifier, `2n-` a dimension), which is where the rules for
/// space come from: `n - 1`, `n -1` and `n- 1` are valid, `n 1`, `+ n` and `n + -1` are not.
extension SelectorParser {
  /// Steps over the argument and an `of`; true when there is one, and a selector must follow.
  mutating func nth(_ css: Span<UInt8>, takesSelector: Bool) throws(SelectorProblem) -> Bool {
    let start = offset
    try nth(css)
    if takesSelector, try skipOf(css) { return true }
    try skipSpace(css)
    if !isEnd(css) { throw badNth(css, start) }
    return false
  }

  private mutating func nth(_ css: Span<UInt8>) throws(SelectorProblem) {
    let start = offset
    let word = offset..<css.endOfCSSName(offset)
    if css.equalsIgnoringCase(Self.odd, word) || css.equalsIgnoringCase(Self.even, word) {
      offset = word.upperBound
      return
    }
    if css.byte(offset).isSign { offset += 1 }
    let hasDigits = try digits(css)
    guard css.byte(offset) | 0x20 == UInt8(ascii: "n") else {
      if !hasDigits { throw badNth(css, start) }
      return try endOfNumber(css, start)
    }
    offset += 1
    if css.byte(offset) == UInt8(ascii: "-"), !css.byte(offset + 1).isCSSDigit {
      // `n-`, a name of its own: the number follows.
      offset += 1
      if css.byte(offset).isCSSName || css.isCSSEscape(offset) { throw badNth(css, start) }
      try skipSpace(css)
      guard try digits(css) else { throw badNth(css, start) }
      return try endOfNumber(css, start)
    }
    if css.byte(offset) != UInt8(ascii: "-") { try endOfNumber(css, start) }

    let end = offset
    try skipSpace(css)
    guard css.byte(offset).isSign else {
      offset = end
      return
    }
    offset += 1
    try skipSpace(css)
    guard try digits(css) else { throw badNth(css, start) }
    try endOfNumber(css, start)
  }

  /// Steps over `of` and the space around it; false when it is not there.
  private mutating func skipOf(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    try skipSpace(css)
    let word = offset..<css.endOfCSSName(offset)
    guard css.equalsIgnoringCase(Self.of, word) else { return false }
    offset = word.upperBound
    try skipSpace(css)
    if isEnd(css) { throw SelectorProblem(.badNth, offset: word.lowerBound, length: 2) }
    return true
  }

  private mutating func digits(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    let start = offset
    while css.byte(offset).isCSSDigit { offset += 1 }
    // WebKit clamps large numbers in some places and refuses them in others.
    if offset - start > 9 { throw SelectorProblem(.badNth, offset: start, length: offset - start) }
    return offset > start
  }

  /// What follows directly must not belong to the number's token.
  private func endOfNumber(_ css: Span<UInt8>, _ start: Int) throws(SelectorProblem) {
    if css.byte(offset).isCSSName || css.isCSSEscape(offset) { throw badNth(css, start) }
  }

  private func badNth(_ css: Span<UInt8>, _ start: Int) -> SelectorProblem {
    var end = start
    while end < css.count, css[end] != UInt8(ascii: ")") { end += 1 }
    return SelectorProblem(.badNth, offset: start, length: end - start)
  }

  private static let odd = Array("odd".utf8)
  private static let even = Array("even".utf8)
  private static let of = Array("of".utf8)
}

extension UInt8 {
  fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}
