import SluiceRules

/// The rules for exceptions that apply to whole pages.
struct PageExceptionRules {
  private var hosts: [Domain] = []
  /// The locations of the exceptions for hosts.
  private(set) var locations: [FilterPlace] = []
  private var urls = URLs(isCaseSensitive: false)
  private var caseSensitiveURLs = URLs(isCaseSensitive: true)

  /// The exceptions for URLs with the same case sensitivity.
  private struct URLs {
    let isCaseSensitive: Bool
    var filters: [URLFilter] = []
    var seen: Set<URLFilter> = []
    var locations: [FilterPlace] = []

    mutating func add(_ more: [URLFilter], from location: FilterPlace) {
      for filter in more where seen.insert(filter).inserted { filters.append(filter) }
      locations.append(location)
    }
  }

  /// Collects the exceptions with at least one of these scopes, without duplicate pages.
  init(_ exceptions: [PageException], _ scopes: PageScopes) {
    var seenHosts: Set<Domain> = []
    for exception in exceptions where !exception.scopes.isDisjoint(with: scopes) {
      switch exception.pages {
      case .hosts(let domains):
        for domain in domains where seenHosts.insert(domain).inserted { hosts.append(domain) }
        locations.append(exception.location)
      case .urls(let filters, isCaseSensitive: false): urls.add(filters, from: exception.location)
      case .urls(let filters, isCaseSensitive: true):
        caseSensitiveURLs.add(filters, from: exception.location)
      }
    }
  }

  var isEmpty: Bool { hosts.isEmpty && urls.filters.isEmpty && caseSensitiveURLs.filters.isEmpty }

  /// The hosts whose pages are excepted.
  var domains: NonEmpty<Domain>? { NonEmpty(hosts) }

  /// The same hosts as page names, for excluding them from the pages of a filter.
  var names: PageNameSet { PageNameSet(hosts.map { .host($0.host) }) }

  /// The condition that the page is not one of the excepted pages, or `nil` if there are no exceptions. It
  /// ignores the case of all URLs, because case sensitivity applies to the whole condition.
  var condition: Condition? {
    let urls = urls.filters + caseSensitiveURLs.filters
    guard !urls.isEmpty else { return domains.map { .unlessDomain($0) } }
    return NonEmpty(hosts.map { .page($0) } + urls).map { .unlessTopURL($0) }
  }

  /// The exceptions for hosts and URLs.
  var allLocations: [FilterPlace] { locations + urls.locations + caseSensitiveURLs.locations }

  /// Returns a rule for all hosts, and one for all URLs with the same case sensitivity.
  ///
  /// Without types, the rules apply to all requests of these pages, including their frames. With
  /// `topDocument`, they only apply to the page load, and the condition is compared with the page's own URL.
  func rules(_ action: Action, types: ResourceTypes = []) -> SharedRules {
    var shared = SharedRules()
    if let domains, let location = locations.first {
      let trigger = Trigger(urlFilter: .any, resourceTypes: types, condition: .ifDomain(domains))
      shared.append(Rule(trigger: trigger, action: action), from: location, of: locations)
    }
    for urls in [urls, caseSensitiveURLs] {
      guard let filters = NonEmpty(urls.filters), let location = urls.locations.first else { continue }
      let trigger = Trigger(
        urlFilter: .any, resourceTypes: types, condition: .ifTopURL(filters),
        isConditionCaseSensitive: urls.isCaseSensitive)
      shared.append(Rule(trigger: trigger, action: action), from: location, of: urls.locations)
    }
    return shared
  }
}
