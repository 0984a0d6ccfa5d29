import SluiceAnalysis
import SluiceRules
import SluiceText

/// The pages on which selectors are hidden.
struct HidingScope: Sendable {
  enum Pages: Equatable {
    case everywhere
    case on(PageName)
    /// Pages of certain sites whose URL matches one of these url-filters. If there are names, the pages are
    /// within them.
    indirect case urls([URLFilter], of: [PageName])
    /// Pages of any site whose URL matches one of these url-filters. Exceptions to generic filters apply to
    /// them. If there are names, the pages are within them.
    indirect case anySiteURLs([URLFilter], of: [PageName])
  }

  /// The sites whose pages a scope has.
  enum Reach {
    case everywhere
    /// Some pages of any site.
    case anySite
    case namedSites
  }

  var reach: Reach {
    switch pages {
    case .everywhere: hasExclusions ? .anySite : .everywhere
    case .anySiteURLs: .anySite
    case .on, .urls: .namedSites
    }
  }

  var isGeneric: Bool { reach != .namedSites }

  let pages: Pages
  private var excluded = Excluded.nothing

  /// Few scopes have exclusions, and all are copied. The exclusions are therefore stored outside of the scope.
  private indirect enum Excluded {
    case nothing
    case pages(HidingExclusions)
  }

  var hasExclusions: Bool {
    switch excluded {
    case .nothing: false
    case .pages: true
    }
  }

  private(set) var exclusions: HidingExclusions {
    get {
      switch excluded {
      case .nothing: HidingExclusions()
      case .pages(let exclusions): exclusions
      }
    }
    set { excluded = newValue.isEmpty ? .nothing : .pages(newValue) }
  }

  /// Whether exceptions (`#@#`) are among the sources of the exclusions.
  private let hasExceptions: Bool

  init(pages: Pages, hasExceptions: Bool = false) {
    self.pages = pages
    self.hasExceptions = hasExceptions
  }

  /// Returns the scope without the pages of these names, or `nil` if no page remains.
  func without(_ names: PageNameSet) -> HidingScope? { names.isEmpty ? self : without([names]) }

  func without(_ sets: [PageNameSet]) -> HidingScope? {
    let sites = sites
    var excluded: [PageName] = []
    for names in sets where !names.isEmpty {
      if sites.isEmpty {
        excluded += names.names
        continue
      }
      if sites.allSatisfy(names.covers) { return nil }
      for site in sites { excluded += names.members(overlapping: site) }
    }
    guard !excluded.isEmpty else { return self }
    var scope = self
    scope.exclusions.add(excluded)
    return scope
  }

  mutating func exclude(_ urls: [ExcludedURLs]) {
    var filters: [URLFilter] = []
    for urls in urls { filters += urls.filters(on: sites) }
    if !filters.isEmpty { exclusions.add(filters) }
  }

  mutating func exclude(_ shared: SharedExclusions?) {
    guard let shared, !shared.names.isEmpty || !shared.urls.isEmpty else { return }
    exclusions.add(shared)
  }

  /// The names that together contain all pages; empty if they are unknown.
  var sites: [PageName] {
    switch pages {
    case .everywhere: []
    case .on(let name): [name]
    case .urls(_, let sites), .anySiteURLs(_, let sites): sites
    }
  }

  /// The number of url-filters for the pages. Each needs rules of its own.
  var filterCount: Int {
    if let filters = documentFilters { return filters.count }
    return switch pages {
    case .everywhere, .on: 1
    case .urls(let filters, _), .anySiteURLs(let filters, _): filters.count
    }
  }

  /// Url-filters for the documents of the scope, if a few express its exclusions, or `nil`.
  ///
  /// They compare the document's own URL, so they are exact in frames, too. This is possible for a host without
  /// hosts below it, such as `a.com,~b.a.com##.ad`. For other exclusions, such as `~a.com##.ad`, each name
  /// would need two rules for each of its characters.
  ///
  /// Exceptions stay a condition, so that the rule matches where an exception overrides it, and `match` can
  /// name the exception.
  var documentFilters: [URLFilter]? {
    guard hasExclusions, case .on(.host(let host)) = pages, !isLimitedByExceptions else { return nil }
    // Each name has at least a character and a dot.
    let count = exclusions.shared.reduce(exclusions.names.count) { $0 + $1.names.count }
    guard count <= Self.maximumCharacters / 2 else { return nil }
    let (names, urls) = exclusions.all
    guard urls.isEmpty else { return nil }
    var below: [[UInt8]] = []
    var characters = 0
    for name in names {
      guard case .host(let excluded) = name, excluded.count > host.count,
        HostNames.isHost(excluded, within: host)
      else { return nil }
      characters += excluded.count - host.count
      below.append(excluded)
    }
    return characters <= Self.maximumCharacters ? URLFilter.pages(of: host, without: below) : nil
  }

  /// Whether exceptions exclude pages of a single host.
  private var isLimitedByExceptions: Bool {
    guard hasExceptions, hasExclusions, case .on(.host) = pages else { return false }
    return true
  }

  /// The maximum number of characters in excluded names of ``documentFilters``, which has up to two url-filters
  /// for each.
  private static let maximumCharacters = 16

  /// Whether WebKit compares exclusions of the scope with the page, although the filter refers to the document.
  var comparesPage: Bool { hasExclusions && documentFilters == nil }

  /// Whether the rules of the scope end with the host of a site. In `https://a.com:x@b.com/`, a user name ends
  /// like a host.
  var isClaimable: Bool {
    switch pages {
    case .everywhere: false
    case .on: documentFilters == nil
    case .urls(_, let sites), .anySiteURLs(_, let sites): !sites.isEmpty
    }
  }

  /// The condition that excludes the pages. WebKit compares it with the top page, even in frames.
  var condition: Condition? {
    guard hasExclusions else { return nil }
    let (names, urls) = exclusions.all
    var domains: [Domain] = []
    for case .host(let host) in names {
      if let domain = Domain(host, includesSubdomains: true) { domains.append(domain) }
    }
    if domains.count == names.count, urls.isEmpty {
      return NonEmpty(domains).map { .unlessDomain($0) }
    }
    let filters = names.compactMap { PagePattern.pages(of: $0, .excluded) } + urls
    return NonEmpty(filters).map { .unlessTopURL($0) }
  }
}

extension HidingScope: Equatable {
  static func == (a: HidingScope, b: HidingScope) -> Bool {
    guard a.pages == b.pages, a.isLimitedByExceptions == b.isLimitedByExceptions else { return false }
    return !a.hasExclusions && !b.hasExclusions || a.exclusions == b.exclusions
  }

  /// The hash of the pages, and of the exclusions if the scope has any. Most of the many scopes have none.
  var hash: ByteHash {
    var hash = ByteHash()
    switch pages {
    case .everywhere: break
    case .on(.host(let name)): hash.mix(name)
    case .on(.entity(let name)):
      hash.mix(1)
      hash.mix(name)
    case .urls(let filters, _), .anySiteURLs(let filters, _): for filter in filters { hash.mix(filter.bytes) }
    }
    if hasExclusions { hash.mix(exclusions.hash) }
    return hash
  }
}

/// Pages on which elements are not hidden, defined by URL.
struct ExcludedURLs {
  private(set) var filters: [URLFilter]
  /// The names that together contain all of these pages; empty if they are unknown.
  let sites: PageNameSet
  private var positions: [PageName: Range<Int>] = [:]
  /// The exception that excludes the pages, or `nil` if the filter itself excludes them.
  var source: FilterPlace?

  /// Creates pages whose sites are unknown.
  init(filters: [URLFilter]) { (self.filters, sites) = (filters, PageNameSet([])) }

  init(_ pages: [(site: PageName, filters: [URLFilter])]) {
    sites = PageNameSet(pages.map { $0.site })
    filters = []
    for page in pages {
      positions[page.site] = filters.count..<filters.count + page.filters.count
      filters += page.filters
    }
  }

  /// Returns the url-filters of pages that overlap some sites, or of all pages if there are no sites.
  func filters(on names: [PageName]) -> [URLFilter] {
    guard !names.isEmpty, !sites.isEmpty else { return filters }
    // A site can be above, below or next to several names.
    let found = Set(names.flatMap { sites.members(overlapping: $0) }).compactMap { positions[$0] }
    return found.sorted { $0.lowerBound < $1.lowerBound }.flatMap { filters[$0] }
  }
}

extension ExclusionBudget {
  /// Takes the size of a scope's rules from the budget, beyond one rule without conditions.
  ///
  /// - Parameter specifichide: The pages to exclude from each scope that names sites or defines its pages by
  /// URL.
  mutating func spend(for scope: HidingScope, without specifichide: PageNameSet) -> Bool {
    var written: HidingScope? = scope
    if !scope.isGeneric, !specifichide.isEmpty {
      // Looking these pages up takes steps too, even if there is no room for them.
      let count =
        scope.sites.isEmpty
        ? specifichide.names.count
        : scope.sites.reduce(0) { $0.addingClamped(specifichide.maximumCount(overlapping: $1)) }
      guard count <= steps, count.multipliedClamped(by: HidingScope.separatorSize) <= rest else {
        return false
      }
      _ = spend(steps: count)
      written = scope.without(specifichide)
    }
    let cost = written?.cost ?? 0
    return cost == 0 || spend(cost)
  }
}

extension HidingScope {
  /// The approximate size of the scope's rules in bytes, beyond one rule with one pattern and no exclusions.
  var cost: Int {
    if let filters = documentFilters { return Self.size(ofMore: filters) }
    var bytes = 0
    if hasExclusions {
      let exclusions = exclusions
      bytes += exclusions.shared.reduce(Self.size(exclusions.names, urls: exclusions.urls)) { $0 + $1.size }
      // If entities or URLs are excluded, every name is also written as a pattern.
      if !exclusions.urls.isEmpty || exclusions.names.contains(where: { $0.isEntity })
        || exclusions.shared.contains(where: { !$0.urls.isEmpty || $0.hasEntities })
      {
        let names = exclusions.shared.reduce(exclusions.names.count) { $0 + $1.names.count }
        bytes += names * Self.patternSize
      }
    }
    switch pages {
    case .everywhere, .on: return bytes
    case .urls(let filters, _), .anySiteURLs(let filters, _):
      return filters.count.multipliedClamped(by: bytes).addingClamped(Self.size(ofMore: filters))
    }
  }

  static func size(_ names: [PageName], urls: [URLFilter]) -> Int {
    names.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
      + urls.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
  }

  /// Returns the size of the patterns after the first one. Each pattern needs a rule of its own.
  private static func size(ofMore filters: [URLFilter]) -> Int {
    filters.dropFirst().reduce(0) { $0 + $1.bytes.count + ruleSize }
  }

  /// The size of the quotes, the comma and the `*` of a domain.
  fileprivate static let separatorSize = 4
  /// The additional bytes that a name needs if it is written as a URL pattern.
  private static let patternSize = 44
  /// The size of a rule without its pattern and selector.
  private static let ruleSize = 120
}
