/// Pseudo-classes and pseudo-elements, and the arguments of the functional ones.
extension SelectorParser {
  /// `:name`, `::name`, `:name(...)` or `::name(...)` after what `follow` tells of. The offset is at the `:`.
  /// Returns the pseudo-element, nil when it is a pseudo-class.
  mutating func pseudoSelector(
    _ css: Span<UInt8>, _ context: Context, _ follow: PseudoElement.Follow
  ) throws(SelectorProblem) -> PseudoElement? {
    let start = offset
    offset += 1
    try skipComments(css)
    let hasTwoColons = css.byte(offset) == UInt8(ascii: ":")
    if hasTwoColons {
      offset += 1
      try skipComments(css)
    }
    let name = try identifier(css)
    func problem(_ reason: SelectorProblem.Reason) -> SelectorProblem {
      SelectorProblem(reason, offset: start, length: name.upperBound - start)
    }

    if !hasTwoColons, let pseudo = pseudoClass(css, name) {
      if pseudo.traits.contains(.newer) { noteNewer(start) }
      if !follow.allows(pseudo) { throw problem(.notAllowedAfterPseudoElement) }
      if context.isInHas, case .relativeList = pseudo.argument { throw problem(.nestedHas) }
      try arguments(css, of: pseudo, name, context, follow)
      return nil
    }

    guard let element = pseudoElement(css, name), hasTwoColons || element.traits.contains(.singleColon)
    else { throw problem(hasTwoColons ? .unknownPseudoElement : .unknownPseudoClass) }
    if element.traits.contains(.newer) { noteNewer(start) }
    if !context.allowsPseudoElements { throw problem(.pseudoElementNotAllowed) }
    if !follow.allows(element) { throw problem(.notAllowedAfterPseudoElement) }
    return try arguments(css, of: element, name, context, follow)
  }

  private func pseudoClass(_ css: Span<UInt8>, _ name: Range<Int>) -> PseudoClass? {
    guard css.hasCSSEscape(name) else { return PseudoClass.table.entry(for: css, name) }
    let plain = css.unescapedCSSName(name)
    return PseudoClass.table.entry(for: plain.span, 0..<plain.count)
  }

  private func pseudoElement(_ css: Span<UInt8>, _ name: Range<Int>) -> PseudoElement? {
    guard css.hasCSSEscape(name) else { return PseudoElement.named(css, name) }
    let plain = css.unescapedCSSName(name)
    return PseudoElement.named(plain.span, 0..<plain.count)
  }

  private mutating func arguments(
    _ css: Span<UInt8>, of pseudo: PseudoClass, _ name: Range<Int>, _ context: Context,
    _ follow: PseudoElement.Follow
  ) throws(SelectorProblem) {
    guard css.byte(offset) == UInt8(ascii: "(") else {
      if pseudo.argument == .none || pseudo.argument == .optionalCompound { return }
      throw SelectorProblem(.missingArgument, offset: name.lowerBound, length: name.count)
    }
    let inner = context.nested(after: follow)
    switch pseudo.argument {
    case .none:
      throw SelectorProblem(.unexpectedArgument, offset: offset, length: 1)
    case .forgivingList:
      try skipBlock(css)
    case .list:
      try inParentheses(css) { parser throws(SelectorProblem) in try parser.selectorList(css, inner) }
    case .relativeList:
      usesHas = true
      let inHas = context.nested(after: follow, inHas: true)
      try inParentheses(css) { parser throws(SelectorProblem) in
        try parser.selectorList(css, inHas, .relative)
      }
    case .optionalCompound:
      try inParentheses(css) { parser throws(SelectorProblem) in _ = try parser.compoundSelector(css, inner) }
    case .nth:
      try inParentheses(css) { parser throws(SelectorProblem) in _ = try parser.nth(css, takesSelector: false)
      }
    case .nthOfSelector:
      try inParentheses(css) { parser throws(SelectorProblem) in
        if try parser.nth(css, takesSelector: true) { try parser.selectorList(css, inner) }
      }
    case .languages:
      try inParentheses(css) { parser throws(SelectorProblem) in try parser.languages(css) }
    case .identifier:
      try inParentheses(css) { parser throws(SelectorProblem) in try parser.argumentIdentifier(css) }
    }
  }

  private mutating func arguments(
    _ css: Span<UInt8>, of element: PseudoElement, _ name: Range<Int>, _ context: Context,
    _ follow: PseudoElement.Follow
  ) throws(SelectorProblem) -> PseudoElement {
    guard css.byte(offset) == UInt8(ascii: "(") else {
      if element.argument == .none || element.argument == .optionalCompoundList { return element }
      throw SelectorProblem(.missingArgument, offset: name.lowerBound, length: name.count)
    }
    let inner = context.nested(after: follow)
    var result = element
    switch element.argument {
    case .none:
      throw SelectorProblem(.unexpectedArgument, offset: offset, length: 1)
    case .optionalCompoundList:
      try inParentheses(css) { parser throws(SelectorProblem) in
        try parser.selectorList(css, inner, .compound)
      }
      // Measured: `::cue:hover` is valid, `::cue(a):hover` is not.
      result.follow = .logical
    case .compound:
      try inParentheses(css) { parser throws(SelectorProblem) in _ = try parser.compoundSelector(css, inner) }
    case .identifier:
      try inParentheses(css) { parser throws(SelectorProblem) in try parser.argumentIdentifier(css) }
    case .identifiers:
      try inParentheses(css) { parser throws(SelectorProblem) in
        repeat {
          try parser.argumentIdentifier(css)
          try parser.skipSpace(css)
        } while !parser.isEnd(css)
      }
    }
    return result
  }

  private mutating func argumentIdentifier(_ css: Span<UInt8>) throws(SelectorProblem) {
    guard css.startsCSSIdentifier(offset) else { throw badArgument(css) }
    offset = css.endOfCSSName(offset)
  }

  /// `en, "*-CH", ...`.
  private mutating func languages(_ css: Span<UInt8>) throws(SelectorProblem) {
    while true {
      let start = offset
      let first = css.byte(offset)
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        try string(css)
        try language(css, start + 1..<offset - 1)
      } else {
        try argumentIdentifier(css)
        try language(css, start..<offset)
      }
      try skipSpace(css)
      guard css.byte(offset) == UInt8(ascii: ",") else { return }
      let comma = offset
      offset += 1
      try skipSpace(css)
      if isEnd(css) { throw SelectorProblem(.strayComma, offset: comma, length: 1) }
    }
  }

  /// WebKit takes no language that starts with two hyphens, quoted or not.
  private func language(_ css: Span<UInt8>, _ range: Range<Int>) throws(SelectorProblem) {
    let hyphen = UInt8(ascii: "-")
    var isBad = range.count >= 2 && css[range.lowerBound] == hyphen && css[range.lowerBound + 1] == hyphen
    if css.hasCSSEscape(range) { isBad = css.unescapedCSSName(range).starts(with: [hyphen, hyphen]) }
    if isBad { throw SelectorProblem(.badArgument, offset: range.lowerBound, length: range.count) }
  }
}
