/// The parts of a selector outside of functions: which simple selectors it has, and how they are joined.
package struct SelectorOutline: Hashable, Sendable {
  /// What a simple selector asks for.
  package enum Kind: Hashable, Sendable {
    /// `div`, `*`
    case type
    case `class`
    case id
    case attribute
    case pseudoClass
    /// A pseudo-element, or what follows one.
    case element
  }

  /// One thing that a selector asks of an element.
  package struct Simple: Hashable, Sendable {
    package var kind: Kind
    /// Its bytes in the selector.
    package var range: Range<Int>
  }

  /// What is asked of one element.
  package struct Compound: Hashable, Sendable {
    /// What stands before it: ` `, `>`, `+`, `~`; nil for the first.
    package var combinator: UInt8?
    package var simples: [Simple] = []
  }

  /// The selectors between commas, each of its compounds in order.
  package private(set) var selectors: [[Compound]] = []

  init() {}

  /// The parts of a selector; nil where WebKit does not take it. `bytes` are the selector alone.
  package init?(of bytes: Span<UInt8>) {
    var parser = SelectorParser()
    parser.outline = SelectorOutline()
    guard (try? parser.wholeSelector(bytes)) != nil, let outline = parser.outline else { return nil }
    self = outline
  }

  mutating func beginSelector() { selectors.append([]) }

  mutating func beginCompound(behind combinator: UInt8?) {
    selectors[selectors.count - 1].append(Compound(combinator: combinator))
  }

  mutating func add(_ kind: Kind, _ range: Range<Int>) {
    let last = selectors.count - 1
    selectors[last][selectors[last].count - 1].simples.append(Simple(kind: kind, range: range))
  }

  /// The only simple selector, if there is just one.
  package var onlySimple: Simple? {
    guard selectors.count == 1, selectors[0].count == 1, selectors[0][0].simples.count == 1 else {
      return nil
    }
    return selectors[0][0].simples[0]
  }
}

extension SelectorOutline {
  /// A text that is the same for all selectors which ask for the same in another order: of the selectors between commas,
  /// and of what is asked of one element. Nil where a pseudo-element makes the order matter.
  package func canonical(_ bytes: Span<UInt8>) -> [UInt8]? {
    var texts: [[UInt8]] = []
    for selector in selectors {
      var text: [UInt8] = []
      for compound in selector {
        if compound.simples.contains(where: { $0.kind == .element }) { return nil }
        if let combinator = compound.combinator { text.append(combinator) }
        // A type stands first, and there is one at most.
        let parts = compound.simples.map { simple in
          (simple.kind == .type, [UInt8](bytes.extracting(simple.range)))
        }
        let sorted = parts.sorted { left, right in
          left.0 != right.0 ? left.0 : left.1.lexicographicallyPrecedes(right.1)
        }
        for part in sorted { text += part.1 }
      }
      texts.append(text)
    }
    return Array(texts.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [UInt8(ascii: ",")]))
  }
}
