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

  /// Creates a scope with all of these pages.
  init(pages: Pages) { self.pages = pages }

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
      names: exclusions + shared.flatMap(\.names), urls: excludedURLs + shared.flatMap(\.urls), sources: [])
    return (all.names, all.urls)
  }
}

extension HidingScope: Equatable {
  static func == (a: HidingScope, b: HidingScope) -> Bool {
    guard a.pages == b.pages else { return false }
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
