import ContentBlocker

/// Where selectors are hidden.
struct HidingScope: Hashable {
  enum Pages: Hashable {
    case everywhere
    case on(PageName)
    /// Pages whose URL matches, of sites that the filter names: of these, if there are any.
    indirect case urls([URLFilter], of: [PageName])
    /// Pages whose URL matches, of any site: what switches off generic filters switches these off.
    indirect case anySiteURLs([URLFilter], of: [PageName])
  }

  /// Whether the filter names no site.
  var isGeneric: Bool {
    switch pages {
    case .everywhere, .anySiteURLs: true
    case .on, .urls: false
    }
  }

  /// Whether this is every page.
  var isUnlimited: Bool { pages == .everywhere && exclusions.isEmpty && excludedURLs.isEmpty }

  let pages: Pages
  /// Where not, sorted.
  private(set) var exclusions: [PageName] = []
  /// Url-filters of pages where not, sorted.
  private(set) var excludedURLs: [URLFilter] = []

  /// All of these pages.
  init(pages: Pages) { self.pages = pages }

  /// What is left of the scope without pages of these names; nil if that is nothing.
  func without(_ names: PageNameSet) -> HidingScope? {
    guard !names.isEmpty else { return self }
    var scope = self
    if sites.isEmpty {
      scope.exclude(names.names)
      return scope
    }
    if sites.allSatisfy(names.covers) { return nil }
    scope.exclude(sites.flatMap(names.members(overlapping:)))
    return scope
  }

  /// Excludes pages by their URL.
  mutating func exclude(_ urls: [ExcludedURLs]) {
    var filters: [URLFilter] = []
    for urls in urls where sites.isEmpty || urls.sites.isEmpty || sites.contains(where: urls.sites.overlaps) {
      filters += urls.filters
    }
    guard !filters.isEmpty else { return }
    excludedURLs = Array(Set(excludedURLs + filters)).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Names that all of the pages are of; empty if none are known.
  private var sites: [PageName] {
    switch pages {
    case .everywhere: []
    case .on(let name): [name]
    case .urls(_, let sites), .anySiteURLs(_, let sites): sites
    }
  }

  private mutating func exclude(_ names: [PageName]) {
    exclusions = exclusions.isEmpty && names.count < 2 ? names : Array(Set(exclusions + names)).sorted()
  }

  /// The condition for the exclusions. WebKit compares it with the top page, also in frames.
  var condition: Condition? {
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
}

extension HidingScope {
  /// Feeds the pages, and exclusions if there are any: most scopes have none, and there are many.
  func hash(into hasher: inout Hasher) {
    switch pages {
    case .everywhere: hasher.combine(0 as UInt8)
    case .on(let name): name.hash(into: &hasher)
    case .urls(let filters, _), .anySiteURLs(let filters, _): hasher.combine(filters)
    }
    if !exclusions.isEmpty { hasher.combine(exclusions) }
    if !excludedURLs.isEmpty { hasher.combine(excludedURLs) }
  }
}

/// Pages on which something is not hidden, by their URL.
struct ExcludedURLs {
  var filters: [URLFilter]
  /// Names that all of the pages are of; empty if none are known.
  var sites = PageNameSet([])
}
