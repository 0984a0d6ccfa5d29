import SluiceText

/// Checks a selector like WebKit's own parser, in one pass over its bytes. It builds a tree only on request.
///
/// It is stricter than WebKit where CSS repairs the end of the input (an open bracket, string, comment or
/// escape). Selectors are joined with commas, and an unclosed one would swallow the next.
///
/// The bytes are a parameter of every method because a `Span` cannot be stored.
struct SelectorParser {
  /// The start of the next token.
  var offset = 0
  /// The features of the current selector, after the last comma, that not every WebKit version supports.
  private(set) var needs = SelectorNeeds.none
  var isInHas = false
  /// The features to search for. ``found`` is the range of the first one.
  var sought: SelectorFeatures = []
  private(set) var found: Range<Int>?
  var collectsIgnoredParts = false
  private(set) var ignoredParts: [IgnoredSelectorPart] = []
  /// The commas between the outermost selectors, each with the needs of the selector before it.
  private(set) var commas: [Comma] = []
  /// The number of open functions.
  var depth = 0
  /// Builds the tree; nil if no tree is requested.
  var builder: SelectorBuilder?

  /// The maximum nesting depth of functions, a limit of Sluice. WebKit 2.50.6 accepts a depth of 5,000 and
  /// crashes at 20,000. Existing lists have a depth of at most 4.
  static let maximumDepth = 64

  /// The restrictions that apply to a selector because of the functions around it.
  struct Context {
    var isInHas = false
    var allowsPseudoElements = true
    /// The rules of the pseudo-element before the function that contains the selector, as in
    /// `::before:not(...)`.
    var preceding = PseudoElement.Follow.anything

    func nested(after element: PseudoElement.Follow, inHas: Bool = false) -> Context {
      Context(isInHas: inHas || isInHas, allowsPseudoElements: false, preceding: element)
    }
  }

  mutating func wholeSelector(_ css: Span<UInt8>) throws(SelectorProblem) {
    try skipSpace(css)
    if offset == css.count { throw SelectorProblem(.empty, offset: 0, length: css.count) }
    try selectorList(css, context: Context())
    if offset < css.count { throw unexpected(css) }
  }

  enum ListKind { case complex, relative, compound }

  struct Comma {
    var offset: Int
    var needs: SelectorNeeds
  }

  /// Parses `a, b, ...` up to the end or a `)`.
  mutating func selectorList(
    _ css: Span<UInt8>, context: Context, kind: ListKind = .complex
  ) throws(SelectorProblem) {
    while true {
      try skipSpace(css)
      let leading = kind == .relative ? try leadingCombinator(css) : nil
      if kind == .compound {
        try loneCompound(css, context: context)
        try skipSpace(css)
      } else {
        try complexSelector(css, context: context, behind: leading)
      }
      guard css.byte(offset) == ASCII.comma else { return }
      let comma = offset
      if depth == 0 {
        commas.append(Comma(offset: comma, needs: needs))
        needs = .none
      }
      offset += 1
      try skipSpace(css)
      if isEnd(css) { throw SelectorProblem(.strayComma, offset: comma, length: 1) }
    }
  }

  mutating func complexSelector(
    _ css: Span<UInt8>, context: Context, behind leading: UInt8? = nil
  ) throws(SelectorProblem) {
    builder?.beginSelector()
    var combinator = leading
    while true {
      builder?.beginCompound(behind: combinator)
      let last = try compoundSelector(css, context: context)
      let isSpaced = try skipSpace(css)
      if isEnd(css) || css.byte(offset) == ASCII.comma { return }
      let start = offset
      if css.byte(offset).isCombinator {
        combinator = css.byte(offset)
        offset += 1
        try skipSpace(css)
        if isEnd(css) || css.byte(offset) == ASCII.comma {
          throw SelectorProblem(.danglingCombinator, offset: start, length: 1)
        }
      } else if !isSpaced || !startsCompound(css) {
        throw unexpected(css)
      } else {
        combinator = ASCII.space
      }
      if last.endsSelector {
        throw SelectorProblem(.notAllowedAfterPseudoElement, offset: start, length: 1)
      }
    }
  }

  private mutating func leadingCombinator(_ css: Span<UInt8>) throws(SelectorProblem) -> UInt8? {
    guard css.byte(offset).isCombinator else { return nil }
    let combinator = offset
    offset += 1
    try skipSpace(css)
    if isEnd(css) || css.byte(offset) == ASCII.comma {
      throw SelectorProblem(.danglingCombinator, offset: combinator, length: 1)
    }
    return css[combinator]
  }

  mutating func loneCompound(_ css: Span<UInt8>, context: Context) throws(SelectorProblem) {
    builder?.beginSelector()
    builder?.beginCompound(behind: nil)
    _ = try compoundSelector(css, context: context)
  }

  /// The restrictions on the text after a compound selector.
  struct Compound {
    var follow: PseudoElement.Follow
    /// Whether the compound selector ends with a pseudo-element, so that no combinator can follow.
    var endsSelector: Bool
  }

  mutating func compoundSelector(
    _ css: Span<UInt8>, context: Context
  ) throws(SelectorProblem) -> Compound {
    var compound = Compound(follow: context.preceding, endsSelector: false)
    var isEmpty = !(try typeSelector(css))
    while true {
      let simple = offset
      switch css.byte(offset) {
      case ASCII.dot:
        offset += 1
        try skipComments(css)
        let name = try identifier(css)
        builder?.add(.class(css.unescapedCSSText(name)), range: simple..<offset)
      case ASCII.hash:
        offset += 1
        // `#-->` begins with a hash token whose name is `--`.
        let isHyphens = css.byte(offset) == ASCII.dash && css.byte(offset + 1) == ASCII.dash
        guard isHyphens || css.startsCSSIdentifier(offset) else { throw badIdentifier(css) }
        offset = css.endOfCSSName(offset)
        builder?.add(.id(css.unescapedCSSText(simple + 1..<offset)), range: simple..<offset)
      case ASCII.openBracket:
        try attributeSelector(css)
      case ASCII.colon:
        if let element = try pseudoSelector(css, context: context, follow: compound.follow) {
          compound = Compound(follow: element.follow, endsSelector: true)
        }
        isEmpty = false
        continue
      case ASCII.ampersand:
        offset += 1
        note(.states, from: simple)
        builder?.add(.nesting, range: simple..<offset)
      case ASCII.slash where css.byte(offset + 1) == ASCII.star:
        try skipComments(css)
        continue
      default:
        if isEmpty { throw unexpected(css) }
        return compound
      }
      isEmpty = false
      if compound.follow != .anything {
        throw SelectorProblem(.notAllowedAfterPseudoElement, offset: simple, length: offset - simple)
      }
    }
  }

  /// Parses `name`, `*`, `*|name` or `|name`. Returns false for any other text.
  private mutating func typeSelector(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    let start = offset
    var isName = css.startsCSSIdentifier(offset)
    if isName {
      offset = css.endOfCSSName(offset)
      isName = !isEscapedStar(css, name: start..<offset)
    } else if css.byte(offset) == ASCII.star {
      offset += 1
    } else if css.byte(offset) != ASCII.pipe {
      return false
    }
    let end = offset
    try skipComments(css)
    guard css.byte(offset) == ASCII.pipe else {
      builder?.addType(css, range: start..<offset, named: isName ? start..<end : nil, namespace: .any)
      return true
    }
    if css.byte(offset + 1) == ASCII.pipe { throw unexpected(css) }
    if isName { throw SelectorProblem(.unknownNamespace, offset: start, length: offset + 1 - start) }
    let namespace: ParsedSelector.Namespace = offset == start ? .none : .any
    offset += 1
    try skipComments(css)
    if css.byte(offset) == ASCII.star {
      offset += 1
      builder?.addType(css, range: start..<offset, named: nil, namespace: namespace)
    } else {
      let name = try identifier(css)
      builder?.addType(css, range: start..<offset, named: name, namespace: namespace)
    }
    return true
  }

  /// Returns whether a name is `\*`, which WebKit reads as the `*` of `*|`.
  func isEscapedStar(_ css: Span<UInt8>, name: Range<Int>) -> Bool {
    css.hasCSSEscape(name) && css.unescapedCSSName(name) == [ASCII.star]
  }

  /// Records the features of the text from `start` to the offset.
  @inline(__always)
  mutating func note(_ new: SelectorFeatures, from start: Int) {
    if new.isEmpty { return }
    if isInHas { needs.featuresInHas.formUnion(new) } else { needs.features.formUnion(new) }
    if found == nil, !sought.isDisjoint(with: new) { found = start..<offset }
  }

  var needsOfAll: SelectorNeeds { commas.reduce(needs) { $0.union($1.needs) } }

  mutating func noteForgiven(_ reader: SelectorParser) {
    needs.forgivenFeatures.formUnion(reader.needs.required.union(reader.needs.forgivenFeatures))
    if reader.needs.ignoresParts { needs.ignoresParts = true }
    if found == nil { found = reader.found }
    ignoredParts += reader.ignoredParts
  }

  mutating func noteIgnored(_ parts: [IgnoredSelectorPart]) {
    if parts.isEmpty { return }
    needs.ignoresParts = true
    if collectsIgnoredParts { ignoredParts += parts }
  }

  /// Runs the body inside a function whose `(` is at the offset, and skips the `)`.
  mutating func inParentheses(
    _ css: Span<UInt8>,
    body: (inout SelectorParser) throws(SelectorProblem) -> Void
  ) throws(SelectorProblem) {
    let open = offset
    if depth == Self.maximumDepth { throw SelectorProblem(.tooDeep, offset: open, length: 1) }
    depth += 1
    offset += 1
    try skipSpace(css)
    if css.byte(offset) == ASCII.closeParenthesis {
      throw SelectorProblem(.missingArgument, offset: open, length: offset + 1 - open)
    }
    if offset == css.count { throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1) }
    try body(&self)
    try skipSpace(css)
    if offset == css.count { throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1) }
    if css.byte(offset) != ASCII.closeParenthesis { throw badArgument(css) }
    offset += 1
    depth -= 1
  }
}

extension UInt8 {
  fileprivate var isCombinator: Bool {
    self == ASCII.greater || self == ASCII.plus || self == ASCII.tilde
  }
}

/// Builds the tree of a selector while the parser reads it. The selector lists of all open functions form a
/// stack.
struct SelectorBuilder {
  private var lists: [[ParsedSelector.Complex]] = [[]]

  /// The selectors between the commas. They are complete after the whole text was read.
  var alternatives: [ParsedSelector.Complex] { lists[0] }

  mutating func beginList() { lists.append([]) }

  mutating func endList() -> [ParsedSelector.Complex] { lists.count > 1 ? lists.removeLast() : [] }

  mutating func beginSelector() { lists[lists.count - 1].append(ParsedSelector.Complex()) }

  mutating func add(_ selectors: [ParsedSelector.Complex]) { lists[lists.count - 1] += selectors }

  mutating func beginCompound(behind combinator: UInt8?) {
    let list = lists.count - 1
    let compound = ParsedSelector.Compound(combinator: combinator.flatMap { .init(rawValue: $0) })
    lists[list][lists[list].count - 1].compounds.append(compound)
  }

  mutating func add(_ condition: ParsedSelector.Condition, range: Range<Int>) {
    let list = lists.count - 1
    let selector = lists[list].count - 1
    let compound = lists[list][selector].compounds.count - 1
    lists[list][selector].compounds[compound].simples
      .append(ParsedSelector.Simple(condition: condition, range: range))
  }

  /// Adds a type selector. A nil name stands for `*`. A name `\*` is also added as `*`, because WebKit treats
  /// it like `*`.
  mutating func addType(
    _ css: Span<UInt8>, range: Range<Int>, named name: Range<Int>?, namespace: ParsedSelector.Namespace
  ) {
    let text = name.map { css.unescapedCSSText($0) }
    add(.type(text == [ASCII.star] ? nil : text, namespace), range: range)
  }
}
