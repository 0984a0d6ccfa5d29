/// Builds the tree of a selector while the parser reads it. The selector lists of all open functions form a
/// stack.
struct SelectorBuilder {
  private var lists: [[ParsedSelector.Complex]] = [[]]

  /// The selectors between the commas. They are complete after the whole text was read.
  var alternatives: [ParsedSelector.Complex] { lists[0] }

  /// Starts the selector list of a function.
  mutating func beginList() { lists.append([]) }

  /// Ends the selector list of the innermost function, and returns its selectors.
  mutating func endList() -> [ParsedSelector.Complex] { lists.count > 1 ? lists.removeLast() : [] }

  mutating func beginSelector() { lists[lists.count - 1].append(ParsedSelector.Complex()) }

  mutating func add(_ selectors: [ParsedSelector.Complex]) { lists[lists.count - 1] += selectors }

  mutating func beginCompound(behind combinator: UInt8?) {
    let list = lists.count - 1
    let compound = ParsedSelector.Compound(combinator: combinator.flatMap { .init(rawValue: $0) })
    lists[list][lists[list].count - 1].compounds.append(compound)
  }

  mutating func add(_ condition: ParsedSelector.Condition, _ range: Range<Int>) {
    let list = lists.count - 1
    let selector = lists[list].count - 1
    let compound = lists[list][selector].compounds.count - 1
    lists[list][selector].compounds[compound].simples
      .append(ParsedSelector.Simple(condition: condition, range: range))
  }

  /// Adds a type selector. A nil name stands for `*`. A name `\*` is also added as `*`, because WebKit treats
  /// it like `*`.
  mutating func addType(
    _ css: Span<UInt8>, _ range: Range<Int>, named name: Range<Int>?, _ namespace: ParsedSelector.Namespace
  ) {
    let text = name.map { css.unescapedCSSText($0) }
    add(.type(text == [ASCII.star] ? nil : text, namespace), range)
  }
}
