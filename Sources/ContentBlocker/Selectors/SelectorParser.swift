/// Recognizes a selector as WebKit's own parser does, in one pass over its bytes, building nothing unless asked to.
///
/// It is stricter than WebKit where CSS mends things at the end of the input (an open bracket, string,
/// comment or escape): selectors are joined with commas, and such a one would swallow the next.
///
/// The bytes are a parameter of every method because a `Span` cannot be stored.
struct SelectorParser {
  /// Where the next token starts.
  var offset = 0
  /// What not every WebKit knows of the selector that is read: the last of those between the commas.
  private(set) var needs = SelectorNeeds.none
  /// Whether what is read stands in `:has()`.
  var isInHas = false
  /// The features of which a place is wanted, and where the first of them is.
  var sought: SelectorFeatures = []
  private(set) var found: Range<Int>?
  /// Whether the parts that WebKit ignores are wanted, and those so far.
  var collectsIgnoredParts = false
  private(set) var ignoredParts: [IgnoredSelectorPart] = []
  /// The commas that divide the whole into selectors, with the needs of the selector before each.
  private(set) var commas: [Comma] = []
  /// How many functions are open.
  var depth = 0
  /// Takes the parts, where they are wanted.
  var builder: SelectorBuilder?

  /// A limit of our own: WebKit 2.50.6 takes 5,000 and crashes at 20,000. Lists nest 4 deep.
  static let maximumDepth = 64

  /// What the surroundings of a selector mean for it.
  struct Context {
    var isInHas = false
    var allowsPseudoElements = true
    /// The pseudo-element before the function that this is an argument of, as in `::before:not(...)`.
    var preceding = PseudoElement.Follow.anything

    func nested(after element: PseudoElement.Follow, inHas: Bool = false) -> Context {
      Context(isInHas: inHas || isInHas, allowsPseudoElements: false, preceding: element)
    }
  }

  /// Checks all of the bytes.
  mutating func wholeSelector(_ css: Span<UInt8>) throws(SelectorProblem) {
    try skipSpace(css)
    if offset == css.count { throw SelectorProblem(.empty, offset: 0, length: css.count) }
    try selectorList(css, Context())
    if offset < css.count { throw unexpected(css) }
  }

  enum ListKind { case complex, relative, compound }

  /// A comma between selectors.
  struct Comma {
    var offset: Int
    var needs: SelectorNeeds
  }

  /// `a, b, ...` up to the end or a `)`.
  mutating func selectorList(
    _ css: Span<UInt8>, _ context: Context, _ kind: ListKind = .complex
  ) throws(SelectorProblem) {
    while true {
      try skipSpace(css)
      let leading = kind == .relative ? try leadingCombinator(css) : nil
      if kind == .compound {
        try loneCompound(css, context)
        try skipSpace(css)
      } else {
        try complexSelector(css, context, behind: leading)
      }
      guard css.byte(offset) == UInt8(ascii: ",") else { return }
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

  /// Compound selectors with combinators in between, and the space after them.
  mutating func complexSelector(
    _ css: Span<UInt8>, _ context: Context, behind leading: UInt8? = nil
  ) throws(SelectorProblem) {
    builder?.beginSelector()
    var combinator = leading
    while true {
      builder?.beginCompound(behind: combinator)
      let last = try compoundSelector(css, context)
      let isSpaced = try skipSpace(css)
      if isEnd(css) || css.byte(offset) == UInt8(ascii: ",") { return }
      let start = offset
      if css.byte(offset).isCombinator {
        combinator = css.byte(offset)
        offset += 1
        try skipSpace(css)
        if isEnd(css) || css.byte(offset) == UInt8(ascii: ",") {
          throw SelectorProblem(.danglingCombinator, offset: start, length: 1)
        }
      } else if !isSpaced || !startsCompound(css) {
        throw unexpected(css)
      } else {
        combinator = UInt8(ascii: " ")
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
    if isEnd(css) || css.byte(offset) == UInt8(ascii: ",") {
      throw SelectorProblem(.danglingCombinator, offset: combinator, length: 1)
    }
    return css[combinator]
  }

  /// A compound selector that is all of a selector.
  mutating func loneCompound(_ css: Span<UInt8>, _ context: Context) throws(SelectorProblem) {
    builder?.beginSelector()
    builder?.beginCompound(behind: nil)
    _ = try compoundSelector(css, context)
  }

  /// What a compound selector ended with.
  struct Compound {
    var follow: PseudoElement.Follow
    /// A pseudo-element of its own, after which no combinator may come.
    var endsSelector: Bool
  }

  /// A type selector and simple selectors, without space in between.
  mutating func compoundSelector(
    _ css: Span<UInt8>, _ context: Context
  ) throws(SelectorProblem) -> Compound {
    var compound = Compound(follow: context.preceding, endsSelector: false)
    var isEmpty = !(try typeSelector(css))
    while true {
      let simple = offset
      switch css.byte(offset) {
      case UInt8(ascii: "."):
        offset += 1
        try skipComments(css)
        let name = try identifier(css)
        builder?.add(.class(css.unescapedCSSText(name)), simple..<offset)
      case UInt8(ascii: "#"):
        offset += 1
        // `#-->` is a hash token: the name comes before the `-->`.
        let isHyphens = css.byte(offset) == UInt8(ascii: "-") && css.byte(offset + 1) == UInt8(ascii: "-")
        guard isHyphens || css.startsCSSIdentifier(offset) else { throw badIdentifier(css) }
        offset = css.endOfCSSName(offset)
        builder?.add(.id(css.unescapedCSSText(simple + 1..<offset)), simple..<offset)
      case UInt8(ascii: "["):
        try attributeSelector(css)
      case UInt8(ascii: ":"):
        if let element = try pseudoSelector(css, context, compound.follow) {
          compound = Compound(follow: element.follow, endsSelector: true)
        }
        isEmpty = false
        continue
      case UInt8(ascii: "&"):
        offset += 1
        note(.states, simple)
        builder?.add(.nesting, simple..<offset)
      case UInt8(ascii: "/") where css.byte(offset + 1) == UInt8(ascii: "*"):
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

  /// `name`, `*`, `*|name`, `|name`; false when there is none.
  private mutating func typeSelector(_ css: Span<UInt8>) throws(SelectorProblem) -> Bool {
    let start = offset
    var isName = css.startsCSSIdentifier(offset)
    if isName {
      offset = css.endOfCSSName(offset)
      isName = !isEscapedStar(css, start..<offset)
    } else if css.byte(offset) == UInt8(ascii: "*") {
      offset += 1
    } else if css.byte(offset) != UInt8(ascii: "|") {
      return false
    }
    let end = offset
    try skipComments(css)
    guard css.byte(offset) == UInt8(ascii: "|") else {
      builder?.addType(css, start..<offset, named: isName ? start..<end : nil, .any)
      return true
    }
    if css.byte(offset + 1) == UInt8(ascii: "|") { throw unexpected(css) }
    if isName { throw SelectorProblem(.unknownNamespace, offset: start, length: offset + 1 - start) }
    let namespace: ParsedSelector.Namespace = offset == start ? .none : .any
    offset += 1
    try skipComments(css)
    if css.byte(offset) == UInt8(ascii: "*") {
      offset += 1
      builder?.addType(css, start..<offset, named: nil, namespace)
    } else {
      let name = try identifier(css)
      builder?.addType(css, start..<offset, named: name, namespace)
    }
    return true
  }

  /// Whether a name is `\*`, which WebKit takes for the `*` of `*|`.
  func isEscapedStar(_ css: Span<UInt8>, _ name: Range<Int>) -> Bool {
    css.hasCSSEscape(name) && css.unescapedCSSName(name) == [UInt8(ascii: "*")]
  }

  /// Notes the features of what begins there, up to the offset.
  @inline(__always)
  mutating func note(_ new: SelectorFeatures, _ start: Int) {
    if new.isEmpty { return }
    if isInHas { needs.featuresInHas.formUnion(new) } else { needs.features.formUnion(new) }
    if found == nil, !sought.isDisjoint(with: new) { found = start..<offset }
  }

  /// The needs of all selectors between the commas.
  var needsOfAll: SelectorNeeds { commas.reduce(needs) { $0.union($1.needs) } }

  /// Notes the features of what WebKit may ignore.
  mutating func noteForgiven(_ reader: SelectorParser) {
    needs.forgivenFeatures.formUnion(reader.needs.required.union(reader.needs.forgivenFeatures))
    if reader.needs.ignoresParts { needs.ignoresParts = true }
    if found == nil { found = reader.found }
    ignoredParts += reader.ignoredParts
  }

  /// Notes parts of a list that WebKit ignores.
  mutating func noteIgnored(_ parts: [IgnoredSelectorPart]) {
    if parts.isEmpty { return }
    needs.ignoresParts = true
    if collectsIgnoredParts { ignoredParts += parts }
  }

  /// Runs the body inside a function whose `(` is at the offset, and steps over the `)`.
  mutating func inParentheses(
    _ css: Span<UInt8>,
    _ body: (inout SelectorParser) throws(SelectorProblem) -> Void
  ) throws(SelectorProblem) {
    let open = offset
    if depth == Self.maximumDepth { throw SelectorProblem(.tooDeep, offset: open, length: 1) }
    depth += 1
    offset += 1
    try skipSpace(css)
    if css.byte(offset) == UInt8(ascii: ")") {
      throw SelectorProblem(.missingArgument, offset: open, length: offset + 1 - open)
    }
    if offset == css.count { throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1) }
    try body(&self)
    try skipSpace(css)
    if offset == css.count { throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1) }
    if css.byte(offset) != UInt8(ascii: ")") { throw badArgument(css) }
    offset += 1
    depth -= 1
  }
}

extension UInt8 {
  fileprivate var isCombinator: Bool {
    self == UInt8(ascii: ">") || self == UInt8(ascii: "+") || self == UInt8(ascii: "~")
  }
}
