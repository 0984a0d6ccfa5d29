import ContentBlocker
import FilterSyntax

/// Where filters with one selector do not act.
struct ExceptedPages {
  var isEverywhere = false
  var names: PageNameSet
  var urls: [ExcludedURLs]
  /// Exceptions that spare something of what they name.
  var partial: [PartialException]
  /// The exceptions; empty where nobody asks for them.
  var locations: [FilterLocation]
  /// The first exceptions that name each page; empty where nobody asks for them.
  var nameSources: [PageName: [FilterLocation]]
  /// A number of its own.
  var number: Int

  /// How many pages the exceptions name in one way or another.
  let size: Int
  private let urlSites: SiteIndex
  private let partialSites: SiteIndex

  init(
    isEverywhere: Bool, names: [PageName], urls: [ExcludedURLs], partial: [PartialException],
    locations: [FilterLocation], nameSources: [PageName: [FilterLocation]], number: Int
  ) {
    (self.isEverywhere, self.names, self.urls) = (isEverywhere, PageNameSet(names), urls)
    (self.partial, self.locations, self.nameSources) = (partial, locations, nameSources)
    self.number = number
    // Where none are known, they are not looked for by sites.
    urlSites = SiteIndex(urls.map(\.sites.names))
    partialSites = SiteIndex(partial.map(\.sites))
    size =
      names.count + urls.reduce(0) { $0 + $1.filters.count }
      + partial.reduce(0) { $0 + $1.names.names.count + $1.urls.count + $1.kept.size }
  }

  /// How many ``urls(overlapping:)`` there are, some perhaps counted several times.
  func urlCount(overlapping site: PageName) -> Int { urlSites.count(concerning: site) }

  /// The pages excepted by their URLs whose sites are known and have something in common with this one.
  func urls(overlapping site: PageName) -> [ExcludedURLs] {
    urlSites.positions(concerning: [site]).map { urls[$0] }
  }

  /// The exceptions that spare something and may concern pages of these sites; without sites, all.
  func partial(concerning sites: [PageName]) -> [PartialException] {
    partialSites.positions(concerning: sites).map { partial[$0] }
  }

  /// The exceptions because of which these names are excluded.
  func sources(of names: [PageName]) -> [FilterLocation] {
    nameSources.isEmpty ? [] : names.flatMap { nameSources[$0] ?? [] }
  }

  /// The exceptions that take pages from a scope.
  func sources(limiting scope: HidingScope) -> [FilterLocation] {
    guard !locations.isEmpty else { return [] }
    var sources = sources(of: scope.exclusions) + scope.shared.flatMap(\.sources)
    if !scope.excludedURLs.isEmpty {
      let excluded = Set(scope.excludedURLs)
      sources += urls.filter { $0.filters.contains(where: excluded.contains) }.compactMap(\.source)
    }
    return sources + partial(concerning: scope.sites).compactMap(\.source)
  }
}

/// An exception: `a.com,~b.a.com#@#.ad` is for the pages of a.com without those of b.a.com, `~a.com#@#.ad` for
/// all pages without those of a.com.
struct PartialException {
  var isEverywhere: Bool
  var names: PageNameSet
  var urls: [ExcludedURLs]
  /// Where filters act nevertheless, as far as they would without the exception.
  var kept: KeptPages
  /// The exception.
  var source: FilterLocation?

  /// The pages of an exception, and what is not exact about them.
  static func pages(
    of filter: CosmeticFilter, in bytes: Span<UInt8>
  ) throws(Finding) -> (PartialException, Finding?) {
    let domains = filter.domains.isEmpty ? DomainSet() : try DomainSet(filter.domains, in: bytes)
    let isAnywhere = filter.domains.isEmpty || domains.includesNothing
    var pages = PartialException(
      isEverywhere: isAnywhere, names: PageNameSet(domains.names),
      urls: domains.regexes.isEmpty ? [] : [ExcludedURLs(filters: domains.regexes.flatMap(\.pages))],
      kept: KeptPages(domains.excludedNames, domains.excludedRegexes))
    if let modifier = filter.modifiers.first {
      guard domains.regexes.isEmpty else { throw .dropped(.cosmeticModifier, modifier.value) }
      let found = try PageModifiers.filters(
        of: filter, on: isAnywhere ? nil : domains.names, .excluded, in: bytes)
      // On fewer pages than it names the exception would let filters act where they must not.
      if let finding = found.finding {
        throw Finding(outcome: .dropped, reason: finding.reason, span: finding.span)
      }
      pages.urls = [ExcludedURLs(filters: found.filters.flatMap(\.inPageURL), sites: pages.names)]
      (pages.isEverywhere, pages.names) = (false, PageNameSet([]))
    } else if !isAnywhere, domains.regexes.isEmpty {
      // What is excluded from other pages than those of the names changes nothing.
      pages.kept.limit(to: pages.names)
    }
    return (pages, domains.finding)
  }

  /// Excepts all pages of the sites instead of some URLs.
  mutating func widen() {
    isEverywhere = isEverywhere || urls.contains { $0.sites.isEmpty }
    names = PageNameSet(names.names + urls.flatMap(\.sites.names))
    urls = []
  }

  /// Names that all of its pages are of; nil if none are known.
  var sites: [PageName]? {
    isEverywhere || urls.contains(where: \.sites.isEmpty) ? nil : names.names + urls.flatMap(\.sites.names)
  }

  /// Whether a filter for this name acts on pages of the exception; in doubt it does.
  func concerns(_ name: PageName) -> Bool {
    isEverywhere || names.overlaps(name) || urls.contains { $0.sites.isEmpty || $0.sites.overlaps(name) }
  }
}

/// Pages that an exception spares.
struct KeptPages {
  private(set) var names = PageNameSet([])
  private(set) var regexes: [HostRegex] = []

  init() {}

  init(_ names: [PageName], _ regexes: [HostRegex]) {
    self.names = PageNameSet(names)
    self.regexes = regexes
  }

  var isEmpty: Bool { names.isEmpty && regexes.isEmpty }
  var size: Int { names.names.count + regexes.count }

  /// Whether all pages of a name that a filter has are among them.
  func covers(_ name: PageName) -> Bool { names.names.contains { name.isWithin($0, .included) } }

  /// Leaves out names which have nothing in common with any of these.
  mutating func limit(to others: PageNameSet) { names = PageNameSet(names.names.filter(others.overlaps)) }
}

extension CosmeticFilter {
  /// The list of domains; the body where there is none.
  var domainsRange: ByteRange {
    domains.isEmpty ? body : DomainEntry.range(of: domains)
  }
}
