/// A selector as a tree. Names and values are UTF-8 with resolved escapes.
///
/// The tree does not contain selectors in `:is()` and similar pseudo-classes that WebKit does not support and
/// therefore ignores.
public struct ParsedSelector: Hashable, Sendable {
  /// The selectors between commas.
  public let alternatives: [Complex]

  /// A sequence of compound selectors, joined by combinators.
  public struct Complex: Hashable, Sendable {
    /// The compound selectors in order; the last one matches the element itself.
    public internal(set) var compounds: [Compound] = []
  }

  /// The conditions on a single element.
  public struct Compound: Hashable, Sendable {
    /// The combinator before the compound selector. It is nil for the first one, except in relative selectors
    /// of `:has()`.
    public internal(set) var combinator: Combinator?
    /// The simple selectors; all of them must match.
    public internal(set) var simples: [Simple] = []
  }

  /// The relation of an element to the element that the compound selector before it matches.
  @frozen public enum Combinator: UInt8, Hashable, Sendable {
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
  public struct Simple: Hashable, Sendable {
    /// The condition on the element.
    public var condition: Condition
    /// The byte range of the condition in the selector.
    public var range: Range<Int>
  }

  /// A condition on an element.
  @nonexhaustive public enum Condition: Hashable, Sendable {
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
  @frozen public enum Namespace: Hashable, Sendable {
    /// Any namespace.
    case any
    /// Only names without a namespace.
    case none
  }

  /// An attribute selector: `[name]` or `[name=value]`.
  public struct Attribute: Hashable, Sendable {
    /// The name as written.
    public var name: [UInt8]
    /// The namespaces of the attribute. A name without a prefix means ``Namespace/none``.
    public var namespace: Namespace
    /// The comparison of the value; nil if the attribute only has to exist.
    public var comparison: Comparison?
    /// The value to compare with.
    public var value: [UInt8] = []
    /// Whether the flag `i` is set: the comparison ignores ASCII case.
    public var ignoresCase = false
    /// Whether the flag `s` is set: the comparison respects case, even if HTML specifies otherwise for the
    /// attribute.
    public var respectsCase = false
  }

  /// A comparison of attribute values.
  @frozen public enum Comparison: Hashable, Sendable {
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
  public struct Position: Hashable, Sendable {
    /// The factor before `n`.
    public var step: Int
    /// The summand without `n`.
    public var offset: Int
    /// Whether to count from the last sibling.
    public var isFromEnd = false
    /// Whether to count only siblings of the same type.
    public var isOfType = false
    /// If not nil, counts only siblings that match one of these selectors. The element itself must also match
    /// one of them.
    public var of: [Complex]?
  }
}

extension ParsedSelector {
  /// Parses a selector; returns nil if `:is()` is nested more deeply than this library allows.
  public init?(_ selector: CSSSelector) { self.init(of: selector.bytes.span) }

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
