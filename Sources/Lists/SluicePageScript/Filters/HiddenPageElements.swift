import SluiceConversion
import SluiceTrackers

/// The elements of DuckDuckGo's configuration that no rule can hide or change: those that are hidden while they are
/// empty, and those that get a style.
public struct HiddenPageElements: Sendable {
  let filters: [PageFilter]

  /// Creates the filters. Returns nil if rules can do everything.
  public init?(_ exceptions: TrackerExceptions) {
    guard let hiding = exceptions.elementHiding else { return nil }
    let labels = hiding.labels.map { TextOperand.escaped($0) }.joined(separator: "|")
    let emptiness = Emptiness(label: "^(?:\(labels))?$", content: hiding.contentSelector)
    filters = exceptions.hiddenElements.compactMap { elements in
      let css = SelectorStep.css(elements.selectors.joined(separator: ", "))
      let (steps, action): ([SelectorStep], ElementAction)
      switch elements.effect {
      case .hideEmpty: (steps, action) = ([css, .empty(emptiness)], .hide)
      case .closestEmpty: (steps, action) = ([css, .closestEmpty(emptiness)], .hide)
      case .style(let declarations):
        guard StyleDeclarations.areHarmless(declarations) else { return nil }
        (steps, action) = ([css], .style(declarations))
      case .hide, .override, .disableDefault: return nil
      }
      let selector = ProceduralSelector(chains: [SelectorChain(steps: steps)])
      return PageFilter(
        action: .elements(selector, action),
        identity: .configured(elements.selectors, elements.effect),
        included: (elements.sites ?? []).map { Self.scope($0) },
        excluded: elements.otherSites.map { Self.scope($0) },
        place: FilterPlace(source: -1, lineNumber: 0))
    }
    if filters.isEmpty { return nil }
  }

  /// The number of selectors.
  public var count: Int {
    filters.reduce(0) { count, filter in
      if case .configured(let selectors, _) = filter.identity { count + selectors.count } else { count }
    }
  }

  private static func scope(_ host: [UInt8]) -> PageScope {
    PageScope(AdvancedFilter.Domain(.host(String(decoding: host, as: UTF8.self))))
  }
}
