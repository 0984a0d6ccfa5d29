import SluiceText

extension SelectorParser {
  /// Parses `:name`, `::name`, `:name(...)` or `::name(...)`. Throws if `follow` does not allow it here. The
  /// offset is at the `:`. Returns the pseudo-element, or nil for a pseudo-class.
  mutating func pseudoSelector(
    _ css: Span<UInt8>, context: Context, follow: PseudoElement.Follow
  ) throws(SelectorProblem) -> PseudoElement? {
    let start = offset
    offset += 1
    try skipComments(css)
    let hasTwoColons = css.byte(offset) == ASCII.colon
    if hasTwoColons {
      offset += 1
      try skipComments(css)
    }
    let name = try identifier(css)
    func problem(_ reason: SelectorProblem.Reason) -> SelectorProblem {
      SelectorProblem(reason, offset: start, length: name.upperBound - start)
    }

    if !hasTwoColons, let pseudo = pseudoClass(css, name: name) {
      if !follow.allows(pseudo) { throw problem(.notAllowedAfterPseudoElement) }
      if context.isInHas, case .relativeList = pseudo.argument { throw problem(.nestedHas) }
      let condition = try arguments(css, of: pseudo, name: name, context: context, follow: follow)
      note(pseudo.features, from: start)
      builder?.add(condition, range: start..<offset)
      return nil
    }

    guard let element = pseudoElement(css, name: name), hasTwoColons || element.traits.contains(.singleColon)
    else { throw problem(hasTwoColons ? .unknownPseudoElement : .unknownPseudoClass) }
    if !context.allowsPseudoElements { throw problem(.pseudoElementNotAllowed) }
    if !follow.allows(element) { throw problem(.notAllowedAfterPseudoElement) }
    let read = try arguments(css, of: element, name: name, context: context, follow: follow)
    let isAdapted = hasTwoColons && hasCapitals(css, name: name)
    note(
      element.features.union(follow.features(of: element)).union(isAdapted ? .spellings : []), from: start)
    builder?.add(.pseudoElement, range: start..<offset)
    return read
  }

  private func pseudoClass(_ css: Span<UInt8>, name: Range<Int>) -> PseudoClass? {
    guard css.hasCSSEscape(name) else { return PseudoClass.table.entry(for: css, name) }
    let plain = css.unescapedCSSName(name)
    return PseudoClass.table.entry(for: plain.span, 0..<plain.count)
  }

  private func pseudoElement(_ css: Span<UInt8>, name: Range<Int>) -> PseudoElement? {
    guard css.hasCSSEscape(name) else { return PseudoElement.named(css, name: name) }
    let plain = css.unescapedCSSName(name)
    return PseudoElement.named(plain.span, name: 0..<plain.count)
  }

  /// Returns whether a pseudo-element's name contains uppercase letters in the part that WebKit looks up. For
  /// `::-webkit-` names, that part is the prefix.
  private func hasCapitals(_ css: Span<UInt8>, name: Range<Int>) -> Bool {
    let plain = css.unescapedCSSText(name)
    let vendor = "-webkit-".utf8
    let isVendor =
      plain.count >= vendor.count && zip(plain, vendor).allSatisfy { $0.asciiLowercased == $1 }
    return plain.prefix(isVendor ? vendor.count : plain.count).contains { $0 != $0.asciiLowercased }
  }

  private mutating func arguments(
    _ css: Span<UInt8>, of pseudo: PseudoClass, name: Range<Int>, context: Context,
    follow: PseudoElement.Follow
  ) throws(SelectorProblem) -> ParsedSelector.Condition {
    guard css.byte(offset) == ASCII.openParenthesis else {
      switch pseudo.argument {
      case .none, .optionalCompound, .optionalIntegers: return .pseudoClass(pseudo.name)
      case .forgivingList, .list, .relativeList, .nth, .nthOfSelector, .languages, .identifier, .names: break
      }
      throw SelectorProblem(.missingArgument, offset: name.lowerBound, length: name.count)
    }
    let inner = context.nested(after: follow)
    switch pseudo.argument {
    case .none:
      throw SelectorProblem(.unexpectedArgument, offset: offset, length: 1)
    case .forgivingList:
      return .any(try forgivingList(css, context: inner))
    case .list:
      return .not(
        try list(css) { parser throws(SelectorProblem) in try parser.selectorList(css, context: inner) })
    case .relativeList:
      let inHas = context.nested(after: follow, inHas: true)
      let wasInHas = isInHas
      isInHas = true
      defer { isInHas = wasInHas }
      return .has(
        try list(css) { parser throws(SelectorProblem) in
          try parser.selectorList(css, context: inHas, kind: .relative)
        })
    case .optionalCompound:
      _ = try list(css) { parser throws(SelectorProblem) in try parser.loneCompound(css, context: inner) }
      return .pseudoClass(pseudo.name)
    case .nth, .nthOfSelector:
      return .nth(try position(css, of: pseudo, inner: inner))
    case .languages:
      var languages: [[UInt8]] = []
      try inParentheses(css) { parser throws(SelectorProblem) in languages = try parser.languages(css) }
      return .languages(languages)
    case .optionalIntegers:
      try items(css) { parser throws(SelectorProblem) in try parser.integerToken(css) }
      return .pseudoClass(pseudo.name)
    case .names:
      try items(css) { parser throws(SelectorProblem) in try parser.customName(css) }
      return .pseudoClass(pseudo.name)
    case .identifier:
      var word = offset..<offset
      try inParentheses(css) { parser throws(SelectorProblem) in word = try parser.argumentIdentifier(css) }
      return pseudo.name == .dir ? .direction(css.unescapedCSSText(word)) : .pseudoClass(pseudo.name)
    }
  }

  private mutating func items(
    _ css: Span<UInt8>, item: (inout SelectorParser) throws(SelectorProblem) -> Void
  ) throws(SelectorProblem) {
    try inParentheses(css) { parser throws(SelectorProblem) in
      while true {
        try item(&parser)
        try parser.skipSpace(css)
        guard css.byte(parser.offset) == ASCII.comma else { return }
        let comma = parser.offset
        parser.offset += 1
        try parser.skipSpace(css)
        if parser.isEnd(css) { throw SelectorProblem(.strayComma, offset: comma, length: 1) }
      }
    }
  }

  /// Parses the argument of a function. Returns its selectors if a builder is set, otherwise an empty array.
  private mutating func list(
    _ css: Span<UInt8>, body: (inout SelectorParser) throws(SelectorProblem) -> Void
  ) throws(SelectorProblem) -> [ParsedSelector.Complex] {
    builder?.beginList()
    try inParentheses(css, body: body)
    return builder?.endList() ?? []
  }

  private mutating func position(
    _ css: Span<UInt8>, of pseudo: PseudoClass, inner: Context
  ) throws(SelectorProblem) -> ParsedSelector.Position {
    var position = ParsedSelector.Position(step: 0, offset: 0)
    var hasOf = false
    let list = try list(css) { parser throws(SelectorProblem) in
      (position, hasOf) = try parser.nth(css, takesSelector: pseudo.argument == .nthOfSelector)
      if hasOf { try parser.selectorList(css, context: inner) }
    }
    position.isFromEnd = pseudo.name == .nthLastChild || pseudo.name == .nthLastOfType
    position.isOfType = pseudo.argument == .nth
    if hasOf { position.of = list }
    return position
  }

  private mutating func arguments(
    _ css: Span<UInt8>, of element: PseudoElement, name: Range<Int>, context: Context,
    follow: PseudoElement.Follow
  ) throws(SelectorProblem) -> PseudoElement {
    guard css.byte(offset) == ASCII.openParenthesis else {
      if element.argument == .none || element.argument == .optionalCompoundList { return element }
      throw SelectorProblem(.missingArgument, offset: name.lowerBound, length: name.count)
    }
    let inner = context.nested(after: follow)
    var result = element
    switch element.argument {
    case .none:
      throw SelectorProblem(.unexpectedArgument, offset: offset, length: 1)
    case .optionalCompoundList:
      _ = try list(css) { parser throws(SelectorProblem) in
        try parser.selectorList(css, context: inner, kind: .compound)
      }
      // Measured: `::cue:hover` is valid, `::cue(a):hover` is not.
      result.follow = .logical
    case .compound:
      _ = try list(css) { parser throws(SelectorProblem) in try parser.loneCompound(css, context: inner) }
    case .identifier:
      try inParentheses(css) { parser throws(SelectorProblem) in _ = try parser.argumentIdentifier(css) }
    case .transition:
      try inParentheses(css) { parser throws(SelectorProblem) in try parser.transitionName(css) }
    case .identifiers:
      try inParentheses(css) { parser throws(SelectorProblem) in
        repeat {
          _ = try parser.argumentIdentifier(css)
          try parser.skipSpace(css)
        } while !parser.isEnd(css)
      }
    }
    return result
  }

  /// Parses `name`, `*`, `name.class` or `.class.class` without spaces.
  private mutating func transitionName(_ css: Span<UInt8>) throws(SelectorProblem) {
    if css.byte(offset) == ASCII.star {
      offset += 1
    } else if css.byte(offset) != ASCII.dot {
      try customName(css)
    }
    try skipComments(css)
    while css.byte(offset) == ASCII.dot {
      offset += 1
      try customName(css)
      try skipComments(css)
    }
  }

  /// Parses a name other than the CSS-wide keywords.
  private mutating func customName(_ css: Span<UInt8>) throws(SelectorProblem) {
    let name = css.unescapedCSSName(try argumentIdentifier(css))
    if Self.wordsOfAllOfCSS.contains(String(decoding: name, as: UTF8.self)) { throw badArgument(css) }
  }

  private static let wordsOfAllOfCSS: Set<String> = [
    "default", "inherit", "initial", "revert", "revert-layer", "unset",
  ]

  /// Parses digits with an optional sign.
  private mutating func integerToken(_ css: Span<UInt8>) throws(SelectorProblem) {
    let start = offset
    if css.byte(offset) == ASCII.dash || css.byte(offset) == ASCII.plus { offset += 1 }
    let digits = offset
    while css.byte(offset).isDigit { offset += 1 }
    let hasFraction = css.byte(offset) == ASCII.dot && css.byte(offset + 1).isDigit
    // After the digits, a name would be a unit, and an `e` could start an exponent.
    if offset == digits || hasFraction || css.byte(offset) == ASCII.percent
      || css.startsCSSIdentifier(offset)
      || css.byte(offset) | 0x20 == UInt8(ascii: "e")
    {
      offset = start
      throw badArgument(css)
    }
  }

  private mutating func argumentIdentifier(_ css: Span<UInt8>) throws(SelectorProblem) -> Range<Int> {
    guard css.startsCSSIdentifier(offset) else { throw badArgument(css) }
    let start = offset
    offset = css.endOfCSSName(offset)
    return start..<offset
  }

  /// Parses language ranges: `en, "*-CH", ...`.
  private mutating func languages(_ css: Span<UInt8>) throws(SelectorProblem) -> [[UInt8]] {
    var languages: [[UInt8]] = []
    while true {
      let start = offset
      let first = css.byte(offset)
      if first == ASCII.quote || first == ASCII.apostrophe {
        try string(css)
        languages.append(try language(css, range: start + 1..<offset - 1))
      } else {
        languages.append(try language(css, range: try argumentIdentifier(css)))
      }
      try skipSpace(css)
      guard css.byte(offset) == ASCII.comma else { return languages }
      let comma = offset
      offset += 1
      try skipSpace(css)
      if isEnd(css) { throw SelectorProblem(.strayComma, offset: comma, length: 1) }
    }
  }

  /// Parses a language range. WebKit rejects those that start with two hyphens, quoted or not.
  private func language(_ css: Span<UInt8>, range: Range<Int>) throws(SelectorProblem) -> [UInt8] {
    let language = css.unescapedCSSText(range)
    if language.starts(with: [ASCII.dash, ASCII.dash]) {
      throw SelectorProblem(.badArgument, offset: range.lowerBound, length: range.count)
    }
    return language
  }
}
