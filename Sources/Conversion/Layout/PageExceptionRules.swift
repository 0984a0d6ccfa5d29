import ContentBlocker

/// The rules for exceptions that act on whole pages.
struct PageExceptionRules {
  private var hosts: [Domain] = []
  private var urls: [URLFilter] = []
  /// The exceptions for hosts, and those for URLs.
  private(set) var locations: [FilterLocation] = []
  private var urlLocations: [FilterLocation] = []

  /// Takes those of the exceptions that have one of these scopes; each page once.
  init(_ exceptions: [PageException], _ scopes: FilterOptions.PageScopes) {
    var seenHosts: Set<Domain> = []
    var seenURLs: Set<URLFilter> = []
    for exception in exceptions where !exception.scopes.isDisjoint(with: scopes) {
      switch exception.pages {
      case .hosts(let domains):
        for domain in domains where seenHosts.insert(domain).inserted { hosts.append(domain) }
        locations.append(exception.location)
      case .urls(let filters):
        for filter in filters where seenURLs.insert(filter).inserted { urls.append(filter) }
        urlLocations.append(exception.location)
      }
    }
  }

  var isEmpty: Bool { hosts.isEmpty && urls.isEmpty }

  /// The hosts, all of whose pages are excepted.
  var domains: NonEmpty<Domain>? { NonEmpty(hosts) }

  /// One rule for all hosts and one for all URLs.
  ///
  /// Without types they act on every load of these pages, frames and what they load included; with
  /// `topDocument` on the load of the page alone, whose own URL the condition is then compared with.
  func rules(_ action: Action, types: ResourceTypes = []) -> SharedRules {
    var shared = SharedRules()
    if let domains, let location = locations.first {
      let trigger = Trigger(urlFilter: .any, resourceTypes: types, condition: .ifDomain(domains))
      shared.append(Rule(trigger: trigger, action: action), from: location, of: locations)
    }
    if let filters = NonEmpty(urls), let location = urlLocations.first {
      let trigger = Trigger(urlFilter: .any, resourceTypes: types, condition: .ifTopURL(filters))
      shared.append(Rule(trigger: trigger, action: action), from: location, of: urlLocations)
    }
    return shared
  }
}
