import ContentBlocker

/// The pages on which selectors are hidden.
struct HidingScope: Sendable {
  enum Pages: Hashable {
    case everywhere
    case on(PageName)
    /// Pages whose URL matches, of sites that the filter names, within these names if there are any.
    indirect case urls([URLFilter], of: [PageName])
    /// Pages of any site whose URL matches. Exceptions to generic filters apply to these.
    indirect case anySiteURLs([URLFilter], of: [PageName])
  }

  /// Whether the filter names no site.
  var isGeneric: Bool {
    switch pages {
    case .everywhere, .anySiteURLs: true
    case .on, .urls: false
    }
  }

  /// Whether the scope includes all pages.
  var isUnlimited: Bool { pages == .everywhere && !hasExclusions }

  /// Whether the scope has exclusions.
  var hasExclusions: Bool { !exclusions.isEmpty || !excludedURLs.isEmpty || !shared.isEmpty }

  let pages: Pages
  /// The excluded names, sorted.
  private(set) var exclusions: [PageName] = []
  /// The url-filters of excluded pages, sorted.
  private(set) var excludedURLs: [URLFilter] = []
  /// Additional exclusions that are shared with other scopes.
  private(set) var shared: [SharedExclusions] = []

  /// Whether exceptions (`#@#`) are among the sources of the exclusions.
  private let hasExceptions: Bool

  /// Creates a scope with all of these pages.
  init(pages: Pages, hasExceptions: Bool = false) {
    self.pages = pages
    self.hasExceptions = hasExceptions
  }

  /// Returns the scope without pages of these names, or `nil` if no page remains.
  func without(_ names: PageNameSet) -> HidingScope? { without([names]) }

  /// Returns the scope without pages of the names in several sets, or `nil` if no page remains.
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

  /// The names that contain all pages; empty if they are unknown.
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

  /// The condition for the exclusions. WebKit compares it with the top page, even in frames.
  var condition: Condition? {
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

extension HidingScope: Hashable {
  static func == (a: HidingScope, b: HidingScope) -> Bool {
    guard a.pages == b.pages, a.isLimitedByExceptions == b.isLimitedByExceptions else { return false }
    if a.shared.elementsEqual(b.shared, by: ===) {
      return a.exclusions == b.exclusions && a.excludedURLs == b.excludedURLs
    }
    // Exclusions can be shared in one scope and not in the other.
    return a.exclusionHash == b.exclusionHash && a.allExclusions == b.allExclusions
  }

  private var exclusionHash: UInt64 {
    shared.reduce(ExclusionHash.sum(exclusions, excludedURLs)) { $0 &+ $1.hash }
  }

  /// Hashes the pages, and the exclusions if the scope has any. Most of the many scopes have none.
  func hash(into hasher: inout Hasher) {
    switch pages {
    case .everywhere: hasher.combine(0 as UInt8)
    case .on(let name): name.hash(into: &hasher)
    case .urls(let filters, _), .anySiteURLs(let filters, _): hasher.combine(filters)
    }
    if hasExclusions { hasher.combine(exclusionHash) }
  }
}

/// Pages on which elements are not hidden, defined by URL.
struct ExcludedURLs {
  var filters: [URLFilter]
  /// The names that contain all of the pages; empty if they are unknown.
  var sites = PageNameSet([])
  /// The exception that excludes the pages, or `nil` if the filter itself does.
  var source: FilterLocation?
}
