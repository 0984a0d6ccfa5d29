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
    let name: [UInt8]
    let hasSign = css.byte(offset).isSign
    if css.byte(offset + (hasSign ? 1 : 0)).isDigit {
      if hasSign { offset += 1 }
      try integer(css, start)
      guard css.startsCSSIdentifier(offset) else { return }
      name = nthName(css)
    } else {
      // A minus belongs to the name, a plus is a token of its own.
      let hasPlus = css.byte(offset) == UInt8(ascii: "+")
      if hasPlus {
        offset += 1
        try skipComments(css)
      }
      guard css.startsCSSIdentifier(offset) else { throw badNth(css, start) }
      var word = nthName(css)
      if !hasPlus {
        if word == Self.odd || word == Self.even { return }
        if word.first == UInt8(ascii: "-") { word.removeFirst() }
      }
      name = word
    }
    guard name.first == UInt8(ascii: "n"), name.count == 1 || name[1] == UInt8(ascii: "-") else {
      throw badNth(css, start)
    }
    if name.count > 2 {
      if !Self.isInteger(name[2...]) { throw badNth(css, start) }
      return
    }
    try summand(css, start, isSigned: name.count == 2)
  }

  /// The `+ 1` of `2n + 1`, which may be missing unless its sign is there already.
  private mutating func summand(
    _ css: Span<UInt8>, _ start: Int, isSigned: Bool
  ) throws(SelectorProblem) {
    try skipSpace(css)
    if !isSigned {
      guard css.byte(offset).isSign else { return }
      offset += 1
      try skipSpace(css)
    }
    guard css.byte(offset).isDigit else { throw badNth(css, start) }
    try integer(css, start)
    if css.startsCSSIdentifier(offset) { throw badNth(css, start) }
  }

  /// Steps over `of` and the space around it; false when it is not there.
  private mutating func skipOf(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    try skipSpace(css)
    let word = offset..<css.endOfCSSName(offset)
    guard css.startsCSSIdentifier(offset), css.unescapedCSSName(word) == Self.of else { return false }
    offset = word.upperBound
    try skipSpace(css)
    if isEnd(css) { throw SelectorProblem(.badNth, offset: word.lowerBound, length: word.count) }
    return true
  }

  /// Steps over the identifier, or the unit of a dimension, at the offset.
  private mutating func nthName(_ css: Span<UInt8>) -> [UInt8] {
    let start = offset
    offset = css.endOfCSSName(offset)
    return css.unescapedCSSName(start..<offset)
  }

  /// Steps over digits, which must not go on as a number with a fraction or an exponent. WebKit clamps those
  /// that are too large.
  private mutating func integer(_ css: Span<UInt8>, _ start: Int) throws(SelectorProblem) {
    while css.byte(offset).isDigit { offset += 1 }
    let next = css.byte(offset + 1)
    switch css.byte(offset) {
    case UInt8(ascii: "."): if next.isDigit { throw badNth(css, start) }
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      if next.isDigit || next.isSign && css.byte(offset + 2).isDigit { throw badNth(css, start) }
    default: break
    }
  }

  /// Whether WebKit takes these digits of a name, as in `n-5`. Here it clamps nothing: with the minus before
  /// them they must be a number of 32 bits. White space behind them, which only an escape can put into a
  /// name, does no harm.
  private static func isInteger(_ text: ArraySlice<UInt8>) -> Bool {
    var digits = text
    while let last = digits.last, last == 0x20 || (0x09...0x0D).contains(last) { digits.removeLast() }
    var number = 0
    for digit in digits {
      guard digit.isDigit else { return false }
      number = number * 10 + Int(digit & 0x0F)
      if number > 1 << 31 { return false }
    }
    return !digits.isEmpty
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
