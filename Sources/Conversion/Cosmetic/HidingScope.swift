import ContentBlocker

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
    /// All pages.
    case everywhere
    /// Some pages of any site.
    case anySite
    /// Pages of the sites that the filter names.
    case namedSites
  }

  /// The sites whose pages the scope has.
  var reach: Reach {
    switch pages {
    case .everywhere: hasExclusions ? .anySite : .everywhere
    case .anySiteURLs: .anySite
    case .on, .urls: .namedSites
    }
  }

  /// Whether the filter names no site.
  var isGeneric: Bool { reach != .namedSites }

  /// Whether the scope has exclusions.
  var hasExclusions: Bool { !exclusions.isEmpty || !excludedURLs.isEmpty || !shared.isEmpty }

  let pages: Pages
  /// The excluded names, sorted.
  private(set) var exclusions: [PageName] = []
  /// The url-filters of excluded pages, sorted.
  private(set) var excludedURLs: [URLFilter] = []
  /// The exclusions that this scope shares with other scopes, in addition to its own.
  private(set) var shared: [SharedExclusions] = []

  /// Whether exceptions (`#@#`) are among the sources of the exclusions.
  private let hasExceptions: Bool

  /// Creates a scope with all of these pages.
  init(pages: Pages, hasExceptions: Bool = false) {
    self.pages = pages
    self.hasExceptions = hasExceptions
  }

  /// Returns the scope without the pages of these names, or `nil` if no page remains.
  func without(_ names: PageNameSet) -> HidingScope? { names.isEmpty ? self : without([names]) }

  /// Returns the scope without the pages of the names in several sets, or `nil` if no page remains.
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
    scope.exclude(excluded)
    return scope
  }

  /// Excludes pages by URL.
  mutating func exclude(_ urls: [ExcludedURLs]) {
    var filters: [URLFilter] = []
    for urls in urls where sites.isEmpty || urls.sites.isEmpty || sites.contains(where: urls.sites.overlaps) {
      filters += urls.filters
    }
    guard !filters.isEmpty else { return }
    excludedURLs = Array(Set(excludedURLs + filters)).sorted { $0.bytes.precedes($1.bytes) }
  }

  /// Adds shared exclusions and removes duplicates from the scope's own exclusions.
  mutating func exclude(_ more: SharedExclusions?) {
    guard let more, !more.names.isEmpty || !more.urls.isEmpty else { return }
    shared.append(more)
    if !exclusions.isEmpty { exclusions.removeAll(where: more.contains) }
    if !excludedURLs.isEmpty {
      let known = Set(more.urls)
      excludedURLs.removeAll(where: known.contains)
    }
  }

  /// The names that together contain all pages; empty if they are unknown.
  var sites: [PageName] {
    switch pages {
    case .everywhere: []
    case .on(let name): [name]
    case .urls(_, let sites), .anySiteURLs(_, let sites): sites
    }
  }

  private mutating func exclude(_ names: [PageName]) {
    exclusions = exclusions.isEmpty && names.count < 2 ? names : Array(Set(exclusions + names)).sorted()
    for shared in shared { exclusions.removeAll(where: shared.contains) }
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
    guard case .on(.host(let host)) = pages, hasExclusions, !isLimitedByExceptions else {
      return nil
    }
    // Each name has at least a character and a dot.
    guard exclusions.count + shared.reduce(0, { $0 + $1.names.count }) <= Self.maximumCharacters / 2 else {
      return nil
    }
    let (exclusions, excludedURLs) = allExclusions
    guard excludedURLs.isEmpty else { return nil }
    var below: [[UInt8]] = []
    var characters = 0
    for name in exclusions {
      guard case .host(let excluded) = name, excluded.count > host.count,
        HostNames.isHost(excluded, within: host)
      else { return nil }
      characters += excluded.count - host.count
      below.append(excluded)
    }
    return characters <= Self.maximumCharacters ? PagePattern.host(host, without: below) : nil
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
    let (exclusions, excludedURLs) = allExclusions
    var domains: [Domain] = []
    for case .host(let host) in exclusions {
      if let domain = Domain(host, includesSubdomains: true) { domains.append(domain) }
    }
    if domains.count == exclusions.count, excludedURLs.isEmpty {
      return NonEmpty(domains).map { .unlessDomain($0) }
    }
    let filters = exclusions.compactMap { PagePattern.pages(of: $0, .excluded) } + excludedURLs
    return NonEmpty(filters).map { .unlessTopURL($0) }
  }

  /// The names and url-filters of all exclusions, sorted.
  private var allExclusions: ([PageName], [URLFilter]) {
    guard let first = shared.first else { return (exclusions, excludedURLs) }
    if shared.count == 1, exclusions.isEmpty, excludedURLs.isEmpty { return (first.names, first.urls) }
    let all = SharedExclusions(
      names: exclusions + shared.flatMap { $0.names }, urls: excludedURLs + shared.flatMap { $0.urls },
      sources: [])
    return (all.names, all.urls)
  }
}

extension HidingScope: Equatable {
  static func == (a: HidingScope, b: HidingScope) -> Bool {
    guard a.pages == b.pages, a.isLimitedByExceptions == b.isLimitedByExceptions else { return false }
    if !a.hasExclusions, !b.hasExclusions { return true }
    if a.shared.elementsEqual(b.shared, by: ===) {
      return a.exclusions == b.exclusions && a.excludedURLs == b.excludedURLs
    }
    // One scope can share exclusions that the other scope has as its own.
    return a.exclusionHash == b.exclusionHash && a.allExclusions == b.allExclusions
  }

  private var exclusionHash: UInt64 {
    shared.reduce(ExclusionHash.sum(exclusions, excludedURLs)) { $0 &+ $1.hash }
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
    if hasExclusions { hash.mix(exclusionHash) }
    return hash
  }
}

/// Pages on which elements are not hidden, defined by URL.
struct ExcludedURLs {
  var filters: [URLFilter]
  /// The names that together contain all of these pages; empty if they are unknown.
  var sites = PageNameSet([])
  /// The exception that excludes the pages, or `nil` if the filter itself excludes them.
  var source: FilterLocation?
}
