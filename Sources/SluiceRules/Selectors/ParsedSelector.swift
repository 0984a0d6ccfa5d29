import SluiceText

/// A selector as a tree. Names and values are UTF-8 with resolved escapes.
///
/// The tree does not contain selectors in `:is()` and similar pseudo-classes that WebKit does not support and
/// therefore ignores.
package struct ParsedSelector: Hashable, Sendable {
  /// The selectors between commas.
  package let alternatives: [Complex]

  /// A sequence of compound selectors, joined by combinators.
  package struct Complex: Hashable, Sendable {
    /// The compound selectors in order; the last one matches the element itself.
    package internal(set) var compounds: [Compound] = []
  }

  /// The conditions on a single element.
  package struct Compound: Hashable, Sendable {
    /// The combinator before the compound selector. It is nil for the first one, except in relative selectors
    /// of `:has()`.
    package internal(set) var combinator: Combinator?
    /// The simple selectors; all of them must match.
    package internal(set) var simples: [Simple] = []
  }

  /// The relation of an element to the element that the compound selector before it matches.
  package enum Combinator: UInt8, Hashable, Sendable {
    /// A descendant.
    case descendant = 0x20
    /// `>`: a child.
    case child = 0x3E
    /// `+`: the next sibling.
    case nextSibling = 0x2B
    /// `~`: a later sibling.
    case laterSibling = 0x7E
  }

  /// A single condition on an element.
  package struct Simple: Hashable, Sendable {
    /// The condition on the element.
    package var condition: Condition
    /// The byte range of the condition in the selector.
    package var range: Range<Int>
  }

  /// A condition on an element.
  package enum Condition: Hashable, Sendable {
    /// `div`, `*|div` or `|div`; nil for `*`.
    case type([UInt8]?, Namespace)
    /// `.name`
    case `class`([UInt8])
    /// `#name`
    case id([UInt8])
    /// `[name]`
    case attribute(Attribute)
    /// `:is()`, `:where()` and their older names.
    case any([Complex])
    /// `:not()`
    case not([Complex])
    /// `:has()`, whose selectors can start with a combinator.
    case has([Complex])
    /// `:nth-child()` and similar pseudo-classes.
    case nth(Position)
    /// `:lang()`, with language ranges.
    case languages([[UInt8]])
    /// `:dir()`
    case direction([UInt8])
    /// Any other pseudo-class. The arguments of `:host()` and `:state()` are omitted, because no element of a
    /// document matches them.
    case pseudoClass(PseudoClassName)
    /// A pseudo-element, which is not an element of the document.
    case pseudoElement
    /// `&`
    case nesting
  }

  /// The namespaces that a name can match.
  package enum Namespace: Hashable, Sendable {
    /// Any namespace.
    case any
    /// Only names without a namespace.
    case none
  }

  /// An attribute selector: `[name]` or `[name=value]`.
  package struct Attribute: Hashable, Sendable {
    /// The name as written.
    package var name: [UInt8]
    /// The namespaces of the attribute. A name without a prefix means ``Namespace/none``.
    package var namespace: Namespace
    /// The comparison of the value; nil if the attribute only has to exist.
    package var comparison: Comparison?
    /// The value to compare with.
    package var value: [UInt8] = []
    /// Whether the flag `i` is set: the comparison ignores ASCII case.
    package var ignoresCase = false
    /// Whether the flag `s` is set: the comparison respects case, even if HTML specifies otherwise for the
    /// attribute.
    package var respectsCase = false
  }

  /// A comparison of attribute values.
  package enum Comparison: Hashable, Sendable {
    /// `=`
    case equals
    /// `~=`: equal to one of the words.
    case word
    /// `|=`: equal to the value, or to its part before a hyphen.
    case language
    /// `^=`
    case prefix
    /// `$=`
    case suffix
    /// `*=`
    case substring
  }

  /// The position of an element among its siblings, counted from 1: `step` · n + `offset` for any n ≥ 0.
  package struct Position: Hashable, Sendable {
    /// The factor before `n`.
    package var step: Int
    /// The summand without `n`.
    package var offset: Int
    /// Whether to count from the last sibling.
    package var isFromEnd = false
    /// Whether to count only siblings of the same type.
    package var isOfType = false
    /// If not nil, counts only siblings that match one of these selectors. The element itself must also match
    /// one of them.
    package var of: [Complex]?
  }
}

extension ParsedSelector {
  /// Parses a selector; returns nil if `:is()` is nested more deeply than this library allows.
  package init?(_ selector: CSSSelector) { self.init(of: selector.bytes.span) }

  /// Parses a selector; returns nil if WebKit rejects it. `bytes` contains only the selector.
  package init?(of bytes: Span<UInt8>) {
    var parser = SelectorParser()
    parser.builder = SelectorBuilder()
    guard (try? parser.wholeSelector(bytes)) != nil, let builder = parser.builder else { return nil }
    alternatives = builder.alternatives
  }

  /// The simple selector, if the selector consists of exactly one; otherwise nil.
  package var onlySimple: Simple? {
    guard alternatives.count == 1, alternatives[0].compounds.count == 1,
      alternatives[0].compounds[0].simples.count == 1
    else { return nil }
    return alternatives[0].compounds[0].simples[0]
  }
}

/// A canonical form of a selector. Equivalent selectors have equal forms, even if the order, quoting,
/// escaping or spacing of their parts differs.
package struct SelectorNormalForm: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates the form of one of the selectors between commas. Returns nil if the selector has a part whose
  /// argument the tree does not contain.
  package init?(_ selector: ParsedSelector.Complex) {
    guard let bytes = NormalText(selector)?.bytes else { return nil }
    self.bytes = bytes
  }

  /// Creates the form of all selectors between commas.
  package init?(_ selector: ParsedSelector) {
    guard let bytes = NormalText(of: selector.alternatives)?.bytes else { return nil }
    self.bytes = bytes
  }
}

/// A text that is equal only for equivalent selectors. The length precedes each part that would otherwise be
/// ambiguous.
private struct NormalText {
  private(set) var bytes: [UInt8] = []

  init?(_ selector: ParsedSelector.Complex) {
    for compound in selector.compounds {
      append(compound.combinator?.rawValue ?? 0)
      // `*` has no effect next to other conditions.
      let simples = compound.simples.filter { compound.simples.count == 1 || !$0.condition.isAny }
      guard let texts = Self.each(simples, text: { NormalText($0.condition) }) else { return nil }
      append(texts)
    }
  }

  /// Creates the text of a list. The order and repetition of its selectors do not matter.
  init?(of selectors: [ParsedSelector.Complex]) {
    guard let texts = Self.each(selectors, text: { NormalText($0) }) else { return nil }
    append(texts)
  }

  private init?(_ condition: ParsedSelector.Condition) {
    switch condition {
    case .type(let name, let namespace):
      append(name == nil ? "*" : "t")
      append(namespace == .none ? 0 : 1)
      append(text: name ?? [])
    case .class(let name):
      append(".")
      append(text: name)
    case .id(let name):
      append("#")
      append(text: name)
    case .attribute(let attribute): append(attribute)
    case .any(let list): if !append("i", list: list) { return nil }
    case .not(let list): if !append("!", list: list) { return nil }
    case .has(let list): if !append("h", list: list) { return nil }
    case .nth(let position):
      append("n")
      append(position.isFromEnd ? 1 : 0)
      append(position.isOfType ? 1 : 0)
      append(text: Array("\(position.step)n\(position.offset)".utf8))
      if let list = position.of, !append("s", list: list) { return nil }
    case .languages(let ranges):
      append("l")
      append(ranges.map { NormalText(text: $0) })
    case .direction(let direction):
      append("d")
      append(text: direction)
    case .pseudoClass(let name):
      // The tree does not contain the arguments of these.
      if name == .host || name == .state || name == .heading || name == .activeViewTransitionType {
        return nil
      }
      append(":")
      append(text: Array("\(name)".utf8))
    case .pseudoElement: return nil
    case .nesting: append("&")
    }
  }

  private init(text: [UInt8]) { append(text: text) }

  private mutating func append(_ attribute: ParsedSelector.Attribute) {
    append("[")
    append(attribute.namespace == .none ? 0 : 1)
    append(text: attribute.name)
    append(text: Array(attribute.comparison.map { "\($0)" }?.utf8 ?? "".utf8))
    append(text: attribute.value)
    append(attribute.ignoresCase ? 1 : attribute.respectsCase ? 2 : 0)
  }

  private mutating func append(_ kind: Unicode.Scalar, list: [ParsedSelector.Complex]) -> Bool {
    guard let text = NormalText(of: list) else { return false }
    append(kind)
    append(text: text.bytes)
    return true
  }

  private mutating func append(_ kind: Unicode.Scalar) { bytes.append(UInt8(ascii: kind)) }

  private mutating func append(_ number: UInt8) { bytes.append(number) }

  private mutating func append(text: [UInt8]) {
    bytes += "\(text.count):".utf8
    bytes += text
  }

  private mutating func append(_ texts: [NormalText]) {
    let each = Set(texts.map { $0.bytes }).sorted { $0.lexicographicallyPrecedes($1) }
    bytes += "\(each.count);".utf8
    for text in each { append(text: text) }
  }

  private static func each<Element>(
    _ elements: [Element], text: (Element) -> NormalText?
  ) -> [NormalText]? {
    var texts: [NormalText] = []
    for element in elements {
      guard let text = text(element) else { return nil }
      texts.append(text)
    }
    return texts
  }
}

extension ParsedSelector.Condition {
  fileprivate var isAny: Bool { self == .type(nil, .any) }
}
