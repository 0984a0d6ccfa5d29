import SluiceText

/// The arguments of `:is()` and `:where()`, in which CSS ignores invalid selectors.
extension SelectorParser {
  /// Skips a block in parentheses with any content. The offset is at the `(`. Only brackets, strings,
  /// comments, escapes and `url()` are interpreted.
  mutating func skipBlock(_ css: Span<UInt8>) throws(SelectorProblem) {
    var open: [OpenBracket] = []
    repeat { try skipToken(css, open: &open) } while !open.isEmpty
  }

  /// Skips a block as ``skipBlock(_:)`` does, and records the features of the valid selectors in it. Returns
  /// these selectors if a builder is set, otherwise an empty array.
  mutating func forgivingList(
    _ css: Span<UInt8>, context: Context
  ) throws(SelectorProblem) -> [ParsedSelector.Complex] {
    let start = offset + 1
    try skipBlock(css)
    if depth == Self.maximumDepth {
      let problem = SelectorProblem(.tooDeep, offset: start - 1, length: 1)
      if builder == nil {
        noteIgnored([IgnoredSelectorPart(problem: problem, range: start..<offset - 1, isAll: true)])
        return []
      }
      throw problem
    }
    let inside = css.extracting(..<(offset - 1))
    var reader = SelectorParser()
    reader.offset = start
    var list: [ParsedSelector.Complex] = []
    var ignored: [IgnoredSelectorPart] = []
    var isAll = true
    defer { noteIgnored(isAll ? ignored.map { $0.asAll } : ignored) }
    while true {
      var trial = SelectorParser()
      trial.offset = reader.offset
      trial.depth = depth + 1
      trial.sought = sought
      trial.collectsIgnoredParts = collectsIgnoredParts
      if builder != nil { trial.builder = SelectorBuilder() }
      if let problem = try trial.forgivenSelectorProblem(inside, context: context) {
        let begin = reader.offset
        try reader.skipPart(inside)
        ignored.append(IgnoredSelectorPart(problem: problem, range: begin..<reader.offset))
      } else {
        isAll = false
        list += trial.builder?.alternatives ?? []
        noteForgiven(trial)
        reader.offset = trial.offset
      }
      if reader.offset >= inside.count { return list }
      reader.offset += 1
    }
  }

  /// Parses one selector, up to a comma or the end. Returns the problem that makes WebKit ignore it; nil if
  /// it is valid.
  private mutating func forgivenSelectorProblem(
    _ css: Span<UInt8>, context: Context
  ) throws(SelectorProblem) -> SelectorProblem? {
    do throws(SelectorProblem) {
      try skipSpace(css)
      try complexSelector(css, context: context)
    } catch {
      if error.reason == .tooDeep, builder != nil { throw error }
      return error
    }
    return offset == css.count || css[offset] == ASCII.comma ? nil : unexpected(css)
  }

  private mutating func skipPart(_ css: Span<UInt8>) throws(SelectorProblem) {
    var open: [OpenBracket] = []
    while offset < css.count, !open.isEmpty || css[offset] != ASCII.comma {
      try skipToken(css, open: &open)
    }
  }

  private mutating func skipToken(
    _ css: Span<UInt8>, open: inout [OpenBracket]
  ) throws(SelectorProblem) {
    let byte = css.byte(offset)
    switch byte {
    case 0 where offset >= css.count:
      // Reports the innermost bracket, because CSS closes it first at the end of the input.
      throw open.last.map(Self.unclosed) ?? unexpected(css)
    case ASCII.openParenthesis, ASCII.openBracket, ASCII.openBrace:
      if open.count == Self.maximumDepth { throw SelectorProblem(.tooDeep, offset: offset, length: 1) }
      open.append(OpenBracket(byte: byte, offset: offset))
      offset += 1
    case ASCII.closeParenthesis, ASCII.closeBracket, ASCII.closeBrace:
      // An unmatched closing bracket is an ordinary token.
      if open.last?.closing == byte { open.removeLast() }
      offset += 1
    case ASCII.quote, ASCII.apostrophe:
      try skipString(css)
    case ASCII.slash where css.byte(offset + 1) == ASCII.star:
      try skipComments(css)
    case ASCII.less where css.starts(with: "<!--", at: offset):
      offset += 4
    case ASCII.hash where css.byte(offset + 1).isCSSName || css.isCSSEscape(offset + 1),
      ASCII.at where css.startsCSSIdentifier(offset + 1):
      // A hash or an at-keyword is not a function, even if a parenthesis follows its name.
      offset = css.endOfCSSName(offset + 1)
    case ASCII.backslash where offset + 1 == css.count:
      throw badIdentifier(css)
    case _ where byte.isCSSName || css.isCSSEscape(offset):
      try skipWord(css)
    default:
      offset += 1
    }
  }

  /// Skips a string to its end, or to the end of the line if it is unclosed.
  private mutating func skipString(_ css: Span<UInt8>) throws(SelectorProblem) {
    do throws(SelectorProblem) {
      try string(css)
    } catch {
      guard error.reason == .lineBreakInString else { throw error }
      offset = error.offset
    }
  }

  /// Skips a name, or all of `url(...)`, in which brackets, quotes and comments have no meaning.
  private mutating func skipWord(_ css: Span<UInt8>) throws(SelectorProblem) {
    let start = offset
    offset = css.endOfCSSName(offset)
    guard css.byte(offset) == ASCII.openParenthesis, isURL(css, name: start..<offset) else { return }
    let open = offset
    var end = offset + 1
    while css.byte(end).isCSSSpace { end += 1 }
    // `url()` with a quoted argument is an ordinary function.
    if css.byte(end) == ASCII.quote || css.byte(end) == ASCII.apostrophe { return }
    while end < css.count, css[end] != ASCII.closeParenthesis {
      end = css.isCSSEscape(end) ? css.endOfCSSEscape(end) : end + 1
    }
    if end >= css.count { throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1) }
    offset = end + 1
  }

  private func isURL(_ css: Span<UInt8>, name: Range<Int>) -> Bool {
    // Directly after digits, the name would be the unit of a number.
    guard css.startsCSSIdentifier(name.lowerBound) else { return false }
    if css.hasCSSEscape(name) { return css.unescapedCSSName(name) == Self.url }
    return css.equalsIgnoringCase(Self.url, range: name)
  }

  private static let url = Array("url".utf8)

  private static func unclosed(_ bracket: OpenBracket) -> SelectorProblem {
    SelectorProblem(bracket.unclosed, offset: bracket.offset, length: 1)
  }
}

private struct OpenBracket {
  var byte: UInt8
  var offset: Int

  var closing: UInt8 {
    switch byte {
    case ASCII.openBracket: ASCII.closeBracket
    case ASCII.openBrace: ASCII.closeBrace
    default: ASCII.closeParenthesis
    }
  }

  var unclosed: SelectorProblem.Reason {
    switch byte {
    case ASCII.openBracket: .unclosedBracket
    case ASCII.openBrace: .unclosedBrace
    default: .unclosedParenthesis
    }
  }
}

/// A part of the selector list in `:is()`, `:where()` or one of their older names that WebKit ignores because
/// it does not support it.
///
/// Measured in WebKit 2.38 to 2.54: `.x:is(:has(a:has(b)))` matches nothing, and
/// `.x:not(:is(:has(a:has(b))))` matches every `.x`.
package struct IgnoredSelectorPart: Hashable, Sendable {
  /// The problem that makes WebKit ignore the part.
  package var problem: SelectorProblem
  /// The byte range of the part.
  package var range: Range<Int>
  /// Whether WebKit ignores all parts of the list. The list then matches no element.
  package var isAll = false

  /// Whether WebKit matches other elements than the selector intends.
  ///
  /// CSS requires every browser to ignore unknown parts, so an ignored part usually does not change the
  /// meaning. Two cases do: `:has()` inside `:has()` has a meaning that WebKit does not support, and nobody
  /// intends a list whose parts are all ignored.
  package var changesMeaning: Bool { isAll || problem.reason == .nestedHas || problem.reason == .tooDeep }

  var asAll: Self {
    var part = self
    part.isAll = true
    return part
  }

  /// The part without the bytes from `end` on, which were appended to the text.
  func limited(to end: Int) -> Self {
    var part = self
    part.problem = problem.limited(to: end)
    part.range = min(range.lowerBound, end)..<min(range.upperBound, end)
    return part
  }
}

extension CSSSelector {
  /// Returns all parts of a valid selector that WebKit ignores, at any depth.
  package static func ignoredParts(in text: some InputBytes & ~Escapable) -> [IgnoredSelectorPart] {
    text.withInputBytes { bytes in
      if isPlain(bytes) { return [] }
      var parser = SelectorParser()
      parser.collectsIgnoredParts = true
      try? parser.wholeSelector(bytes)
      return parser.ignoredParts
    }
  }

  /// Returns the problem that makes WebKit match other elements than a valid selector intends, or nil. See
  /// ``IgnoredSelectorPart/changesMeaning``.
  package static func misreading(of text: some InputBytes & ~Escapable) -> SelectorProblem? {
    ignoredParts(in: text).first(where: { $0.changesMeaning })?.problem
  }
}
