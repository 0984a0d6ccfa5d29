import ContentBlocker
import Documents

/// What is asked about: which elements of a page, or what a filter names.
public enum ElementQuestion: Sendable {
  /// The elements that a selector means.
  case selector(AskedSelector)
  /// An element of which nothing around it is known.
  case element(SelectorMatcher, HTMLDocument.Node)
  /// All elements of a page.
  case page(SelectorMatcher, text: [UInt8])

  /// Whether the document is known to ask for a script. That an inline one asks for others is not.
  var asksForScript: Bool {
    switch self {
    case .selector, .element: false
    case .page(let matcher, _):
      DocumentReferences(matcher.document).all.contains { reference in
        switch reference {
        case .load(_, let kind): kind == .script
        case .frame, .style, .inlineFrame: false
        }
      }
    }
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
      return selectors.places.indices.filter { asked.isIn(selectors.places[$0].selector) }
        .map { Hit(selector: $0) }
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
