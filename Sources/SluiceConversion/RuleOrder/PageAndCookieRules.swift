import SluiceRules

struct PageScopeRules {
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
  init(_ exceptions: [WholePageException], scopes: PageScopes) {
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

/// The position of cookie blocks among the rules.
///
/// Only exceptions to cookie blocks and exceptions for whole pages may override cookie blocks. There are two
/// cases:
///
/// - If there are no exceptions to cookie blocks, the cookie blocks follow all other exceptions, because
///   these override only rules before them.
/// - An exception to cookie blocks also overrides all other blocks before it. If there are exceptions of this
///   kind, they come first in the list, together with the cookie blocks. Other exceptions then override the
///   cookie blocks too, so WebKit sends more cookies than the filters specify, but never fewer.
///
/// Important blocks that apply on excepted pages must follow the exceptions for these pages, and exceptions to
/// these blocks must follow the blocks. The cookie blocks precede all of them, and the exceptions to important
/// blocks override them too.
struct CookieOrder {
  let haveExceptions: Bool
  /// Whether page loads keep their cookies. An exception to a rule that removes them would also override
  /// blocks of pages.
  let leavesPages: Bool
  /// The filters whose rules have less effect than the filters specify.
  let approximated: Set<FilterPlace>

  /// - Parameter hasBlocksOnExceptedPages: Whether important blocks apply on excepted pages.
  init(_ network: NetworkRules, hasBlocksOnExceptedPages: Bool) {
    let blocks = NetworkSection.of(.cookieBlocks)
    haveExceptions = network.hasCookieExceptions && blocks.contains { !network.isEmpty($0) }
    let hasURLBlock = network.pageExceptions.contains { $0.scopes.contains(.urlblock) }
    leavesPages = network.hasCookieExceptions || hasURLBlock
    let overriding: [NetworkSection] = [.exceptions, .importantExceptions, .blocksWithOwnExceptions]
    let areOverridden =
      haveExceptions
      && (overriding.contains { !network.isEmpty($0) }
        || network.pageExceptions.contains { $0.scopes.contains(.genericblock) })
    var approximated: Set<FilterPlace> = []
    let areOverriddenByImportant = hasBlocksOnExceptedPages && !network.isEmpty(.importantExceptions)
    if areOverridden || areOverriddenByImportant {
      for section in blocks { approximated.formUnion(network.locations(of: section)) }
    }
    for section in NetworkSection.of(.cookieBlocks, ofPages: true) where leavesPages {
      approximated.formUnion(network.locations(of: section))
    }
    self.approximated = approximated
  }
}
