import ContentBlocker
import Documents

/// What is asked about: which elements of a page, or what a filter names.
public enum ElementQuestion: Sendable {
  /// A selector, the text of each of its parts.
  case selector(Set<[UInt8]>)
  /// An element of which nothing around it is known.
  case element(SelectorMatcher, HTMLDocument.Node)
  /// All elements of a page.
  case page(SelectorMatcher, text: [UInt8])

  /// The texts between the commas of a selector, without the blanks around them.
  public static func parts(of selector: [UInt8]) -> Set<[UInt8]> {
    guard let parsed = ParsedSelector(of: selector.span) else { return [] }
    return Set(
      parsed.alternatives.compactMap { complex in
        guard let first = complex.compounds.first?.simples.first,
          let last = complex.compounds.last?.simples.last
        else { return nil }
        return Array(selector[first.range.lowerBound..<last.range.upperBound])
      })
  }

  /// An element that a selector matches, or may.
  public struct Hit: Sendable {
    /// The index of the selector.
    public let selector: Int
    /// The element; nil where no element was asked for.
    public internal(set) var element: HTMLDocument.Node?
    /// Why it is not known that the selector matches; none where it does.
    public internal(set) var doubts: [SelectorDoubt] = []
  }

  /// Which of the selectors are meant, in the order of the elements of a page.
  public func hits(of selectors: [Selector]) -> [Hit] {
    switch self {
    case .selector(let asked):
      return selectors.indices.filter { number in
        asked.contains(selectors[number].bytes)
          || !asked.isDisjoint(with: Self.parts(of: selectors[number].bytes))
      }.map { Hit(selector: $0) }
    case .element(let matcher, let element): return hits(of: selectors, matcher, [element])
    case .page(let matcher, _): return hits(of: selectors, matcher, Array(matcher.document.elements))
    }
  }

  private func hits(
    of selectors: [Selector], _ matcher: SelectorMatcher, _ elements: [HTMLDocument.Node]
  ) -> [Hit] {
    let read = selectors.enumerated().compactMap { number, selector in
      ParsedSelector(selector).map { (number, $0) }
    }
    let set = SelectorSet(read.map(\.1))
    return elements.flatMap { element in
      set.verdicts(on: element, matcher).map { number, verdict in
        var hit = Hit(selector: read[number].0, element: element)
        if case .undecided(let doubts) = verdict { hit.doubts = doubts.all }
        return hit
      }
    }
  }
}
