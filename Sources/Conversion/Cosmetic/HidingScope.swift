import ContentBlocker

/// Where selectors are hidden.
struct HidingScope: Hashable {
  enum Pages: Hashable {
    case everywhere
    case on(PageName)
    /// Pages whose URL matches, of sites that the filter names: of these, if there are any.
    case urls([URLFilter], of: [PageName])
    /// Pages whose URL matches, of any site: what switches off generic filters switches these off.
    case anySiteURLs([URLFilter], of: [PageName])
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

  /// What is left of the scope without pages of a URL.
  func without(_ urls: ExcludedURLs) -> HidingScope {
    let isElsewhere = !sites.isEmpty && !urls.sites.isEmpty && !sites.contains(where: urls.sites.overlaps)
    if isElsewhere { return self }
    var scope = self
    scope.excludedURLs = Array(Set(excludedURLs + urls.filters)).sorted {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
    return scope
  }

  /// Whether more exclusions than a rule should have are not below its site: such as hundreds of entities
  /// that are spared on a top-level domain. Every other rule of that kind would have all of these too.
  var isTooScattered: Bool {
    guard case .on(let site) = pages, exclusions.count > Self.maximumScattered else { return false }
    return exclusions.count { !$0.isWithin(site) } > Self.maximumScattered
  }

  private static let maximumScattered = 512

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

/// Pages on which something is not hidden, by their URL.
struct ExcludedURLs {
  var filters: [URLFilter]
  /// Names that all of the pages are of; empty if none are known.
  var sites = PageNameSet([])
}
