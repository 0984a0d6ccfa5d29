import SluiceText
import SluiceRules

/// The parts of a scope that rules can name.
extension ChangeScope {
  /// Whether the only condition is about types.
  var isForAllURLs: Bool {
    conditions.count == 1
      && conditions.allSatisfy { $0.urlFilter == .any && $0.pages == nil && $0.loadTypes.isEmpty }
  }

  /// The sites of the pages, if the scope contains all of their requests with its types; nil for other scopes.
  var sitesOfPages: [Domain]? {
    var sites: [Domain] = []
    for condition in conditions {
      guard condition.urlFilter == .any, condition.loadTypes.isEmpty else { return nil }
      switch condition.pages {
      case .initiators(let domains), .pages(let domains): sites += domains.elements
      case .otherInitiators, .otherPages, nil: return nil
      }
    }
    return sites
  }

  /// The approximate size of the filter, in which a line counts as 128 bytes at least, and a site as 48.
  var size: Int { max(128, 48 * sites.count) }

  /// Returns the approximate size of ``conditions(outside:)``.
  func size(outside sites: NonEmpty<Domain>) -> Int {
    let once = sites.elements.reduce(64) { $0 + $1.host.count + 4 }
    return once.multipliedClamped(by: 2 * conditions.count)
  }

  /// Returns the conditions of the requests that are not those of some sites; nil if they already name pages.
  func conditions(outside sites: NonEmpty<Domain>) -> [WebExtensionRule.Condition]? {
    guard conditions.allSatisfy({ $0.pages == nil }) else { return nil }
    return conditions.flatMap { condition in
      [
        (condition.types.subtracting(.subFrame), WebExtensionRule.Pages.otherInitiators(sites)),
        (condition.types.intersection(.subFrame), .otherPages(sites)),
      ].compactMap { types, pages in
        WebExtensionRule.Condition(
          condition.urlFilter, isCaseSensitive: condition.isCaseSensitive, types: types,
          loadTypes: condition.loadTypes, pages: pages)
      }
    }
  }

  /// Returns the conditions on pages in the window that are not those of some sites, and whether they have all of these
  /// pages. For scopes that compare pages in the window.
  func conditions(
    outsideTopPages sites: NonEmpty<Domain>
  ) -> (conditions: [WebExtensionRule.Condition], isExact: Bool) {
    var isExact = true
    let remaining = conditions.compactMap { condition -> WebExtensionRule.Condition? in
      let pages: WebExtensionRule.Pages
      switch condition.pages {
      case nil: pages = .otherPages(sites)
      case .otherInitiators(let domains), .otherPages(let domains):
        pages = .otherPages(domains.appending(sites))
      case .initiators(let domains), .pages(let domains):
        let kept = domains.elements.filter { domain in
          !sites.elements.contains { site in
            if HostNames.isHost(domain.host, within: site.host) { return true }
            guard HostNames.isHost(site.host, within: domain.host) else { return false }
            isExact = false
            return true
          }
        }
        guard let kept = NonEmpty(kept) else { return nil }
        pages = .pages(kept)
      }
      return WebExtensionRule.Condition(
        condition.urlFilter, isCaseSensitive: condition.isCaseSensitive, types: condition.types,
        loadTypes: condition.loadTypes, pages: pages)
    }
    return (remaining, isExact)
  }

  /// Returns the parts of conditions of the scope that have the requests to a host with some types; nil if rules cannot name
  /// them.
  func narrowed(
    _ conditions: [WebExtensionRule.Condition], toHost host: [UInt8], types: DeclarativeTypes
  ) -> [WebExtensionRule.Condition]? {
    var narrowed: [WebExtensionRule.Condition] = []
    for condition in conditions {
      let filters: [URLFilter]
      if let own = self.host {
        guard HostNames.isHost(own, within: host) else { return nil }
        filters = [condition.urlFilter]
      } else {
        let found = condition.urlFilter.requests(
          toHost: host, isCaseSensitive: condition.isCaseSensitive)
        guard let found else { return nil }
        filters = found
      }
      narrowed += filters.compactMap {
        WebExtensionRule.Condition(
          $0, isCaseSensitive: condition.isCaseSensitive, types: condition.types.intersection(types),
          loadTypes: condition.loadTypes, pages: condition.pages)
      }
    }
    return narrowed
  }
}
