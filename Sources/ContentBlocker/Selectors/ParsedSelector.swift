/// What a selector asks for, taken apart: names and values as they are meant, their escapes resolved, as UTF-8.
///
/// What WebKit ignores in `:is()` and its like, because it does not understand it, is not in it.
public struct ParsedSelector: Hashable, Sendable {
  /// The selectors between commas.
  public let alternatives: [Complex]

  /// Compound selectors that are joined by combinators.
  public struct Complex: Hashable, Sendable {
    /// In the order in which they are written; the last is about the element itself.
    public internal(set) var compounds: [Compound] = []
  }

  /// What is asked of one element.
  public struct Compound: Hashable, Sendable {
    /// What stands before it; nil for the first, but for what `:has()` begins with.
    public internal(set) var combinator: Combinator?
    /// All of it must hold.
    public internal(set) var simples: [Simple] = []
  }

  /// How an element is to the one before the combinator.
  public enum Combinator: UInt8, Hashable, Sendable {
    /// Within it.
    case descendant = 0x20
    /// `>`: in it.
    case child = 0x3E
    /// `+`: right behind it.
    case nextSibling = 0x2B
    /// `~`: somewhere behind it, in the same parent.
    case laterSibling = 0x7E
  }

  /// One thing that is asked of an element.
  public struct Simple: Hashable, Sendable {
    /// What it is.
    public var condition: Condition
    /// Its bytes in the selector.
    public var range: Range<Int>
  }

  /// What can be asked of an element.
  public enum Condition: Hashable, Sendable {
    /// `div`, `*|div`, `|div`; nil for `*`.
    case type([UInt8]?, Namespace)
    /// `.name`
    case `class`([UInt8])
    /// `#name`
    case id([UInt8])
    /// `[name]`
    case attribute(Attribute)
    /// `:is()`, `:where()` and their former names.
    case any([Complex])
    /// `:not()`
    case not([Complex])
    /// `:has()`, each with the combinator that it begins with, or none.
    case has([Complex])
    /// `:nth-child()` and its like.
    case nth(Position)
    /// `:lang()`: ranges of languages.
    case languages([[UInt8]])
    /// `:dir()`
    case direction([UInt8])
    /// Any other pseudo-class. What `:host()` and `:state()` ask for is not kept: no element of a document has it.
    case pseudoClass(PseudoClassName)
    /// A pseudo-element, which is no element of the document.
    case pseudoElement
    /// `&`
    case nesting
  }

  /// Which namespaces a name may have.
  public enum Namespace: Hashable, Sendable {
    /// Any.
    case any
    /// Only names without one.
    case none
  }

  /// `[name]` or `[name=value]`.
  public struct Attribute: Hashable, Sendable {
    /// As it is written.
    public var name: [UInt8]
    /// Which namespaces it may have. A name without a prefix asks for ``Namespace/none``.
    public var namespace: Namespace
    /// How its value is compared; nil if the attribute only has to be there.
    public var comparison: Comparison?
    /// What it is compared with.
    public var value: [UInt8] = []
    /// `i`: capitals of ASCII are as small letters.
    public var ignoresCase = false
    /// `s`: they are not, whatever HTML says of the attribute.
    public var respectsCase = false
  }

  /// How the value of an attribute is compared.
  public enum Comparison: Hashable, Sendable {
    /// `=`
    case equals
    /// `~=`: one of its words.
    case word
    /// `|=`: all of it, or what is before a hyphen.
    case language
    /// `^=`
    case prefix
    /// `$=`
    case suffix
    /// `*=`
    case substring
  }

  /// Where an element is among its siblings: at `step` · n + `offset` for some n from 0 on, counted from 1.
  public struct Position: Hashable, Sendable {
    /// The number before `n`.
    public var step: Int
    /// The number without `n`.
    public var offset: Int
    /// Counted from the last.
    public var isFromEnd = false
    /// Only siblings of the same name count.
    public var isOfType = false
    /// Only siblings that match one of these count, and the element must too; nil for all.
    public var of: [Complex]?
  }
}

extension ParsedSelector {
  /// The parts of a selector; nil where `:is()` is nested deeper than is read here.
  public init?(_ selector: Selector) { self.init(of: selector.bytes.span) }

  /// The parts of a selector; nil where WebKit does not take it. `bytes` are the selector alone.
  package init?(of bytes: Span<UInt8>) {
    var parser = SelectorParser()
    parser.builder = SelectorBuilder()
    guard (try? parser.wholeSelector(bytes)) != nil, let builder = parser.builder else { return nil }
    alternatives = builder.alternatives
  }

  /// The only simple selector, if there is just one.
  package var onlySimple: Simple? {
    guard alternatives.count == 1, alternatives[0].compounds.count == 1,
      alternatives[0].compounds[0].simples.count == 1
    else { return nil }
    return alternatives[0].compounds[0].simples[0]
  }
}
