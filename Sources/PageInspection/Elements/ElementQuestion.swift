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
  struct Hit {
    /// The number of the selector's place.
    let selector: Int
    /// The element; nil where no element was asked for.
    var element: HTMLDocument.Node?
    /// Why it is not known that the selector matches; none where it does.
    var doubts: [SelectorDoubt] = []
  }

  /// Which of the selectors are meant, in the order of the elements of a page.
  func hits(of selectors: HidingSelectors) -> [Hit] {
    switch self {
    case .selector(let asked):
      return selectors.places.indices.filter { number in
        let bytes = selectors.places[number].selector.bytes
        return asked.contains(bytes) || !asked.isDisjoint(with: Self.parts(of: bytes))
      }.map { Hit(selector: $0) }
    case .element(let matcher, let element): return hits(of: selectors, matcher, [element])
    case .page(let matcher, _): return hits(of: selectors, matcher, Array(matcher.document.elements))
    }
  }

  private func hits(
    of selectors: HidingSelectors, _ matcher: SelectorMatcher, _ elements: [HTMLDocument.Node]
  ) -> [Hit] {
    var scan = SelectorScan(selectors.set, matcher)
    return elements.flatMap { element in
      scan.verdicts(on: element).map { number, verdict in
        var hit = Hit(selector: selectors.numbers[number], element: element)
        if case .undecided(let doubts) = verdict { hit.doubts = doubts.all }
        return hit
      }
    }
  }
}
