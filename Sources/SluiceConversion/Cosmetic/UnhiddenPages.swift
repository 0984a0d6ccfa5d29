import SluiceRules
import SluiceSyntax
import SluiceText

/// The pages on which filters with a selector do not apply. A class, because these are looked up for every
/// filter, and an optional structure of this size is copied even if it is nil.
final class UnhiddenPages: Sendable {
  let isEverywhere: Bool
  let names: PageNameSet
  let urls: [ExcludedURLs]
  let partial: [PartialException]
  /// For each page, the first exceptions that name it; empty if they are not traced.
  let nameSources: [PageName: [FilterPlace]]
  /// A number that is unique among all ``UnhiddenPages``.
  let number: Int

  /// The total number of names, URLs and exclusions in the exceptions.
  let size: Int
  private let urlSites: SiteIndex
  private let partialSites: SiteIndex

  init(
    isEverywhere: Bool, names: [PageName], urls: [ExcludedURLs], partial: [PartialException],
    nameSources: [PageName: [FilterPlace]], number: Int
  ) {
    (self.isEverywhere, self.names, self.urls) = (isEverywhere, PageNameSet(names), urls)
    (self.partial, self.nameSources, self.number) = (partial, nameSources, number)
    // Exceptions whose sites are unknown have no entry in this index.
    urlSites = SiteIndex(urls.map { $0.sites.names })
    partialSites = SiteIndex(partial.map { $0.sites })
    size =
      names.count + urls.reduce(0) { $0 + $1.filters.count }
      + partial.reduce(0) { $0 + $1.names.names.count + $1.urls.count + $1.kept.size }
  }

  /// Returns the number of elements in ``urls(overlapping:)``, possibly with duplicates.
  func urlCount(overlapping site: PageName) -> Int { urlSites.count(overlapping: site) }

  /// Returns the pages excepted by URL whose sites are known and overlap this site.
  func urls(overlapping site: PageName) -> [ExcludedURLs] {
    urlSites.positions(overlapping: [site]).map { urls[$0] }
  }

  /// Returns the exceptions with exclusions that may apply to pages of these sites. If `sites` is empty,
  /// returns all of them.
  func partial(overlapping sites: [PageName]) -> [PartialException] {
    partialSites.positions(overlapping: sites).map { partial[$0] }
  }

  private func sources(of names: [PageName]) -> [FilterPlace] {
    nameSources.isEmpty ? [] : names.flatMap { nameSources[$0] ?? [] }
  }

  func sources(limiting scope: HidingScope) -> [FilterPlace] {
    let sites = scope.sites
    var sources = sources(of: scope.exclusions.names)
    for shared in scope.exclusions.shared { sources += self.sources(of: shared.names) }
    sources += urlSites.positions(overlapping: sites).compactMap { urls[$0].source }
    if !sites.isEmpty { sources += urls.compactMap { $0.sites.isEmpty ? $0.source : nil } }
    return sources + partial(overlapping: sites).compactMap { $0.source }
  }
}

/// An exception that has exclusions of its own. `a.com,~b.a.com#@#.ad` is for the pages of a.com except those
/// of b.a.com. `~a.com#@#.ad` is for all pages except those of a.com.
struct PartialException {
  var isEverywhere: Bool
  var names: PageNameSet
  var urls: [ExcludedURLs]
  /// The pages excluded from the exception. Filters apply there as they would without the exception.
  var kept: KeptPages
  var source: FilterPlace?

  /// Returns the pages that an exception names, with a finding if they are not exact.
  static func pages(
    of filter: CosmeticFilter, _ dialect: ListDialect, in bytes: Span<UInt8>
  ) throws(Finding) -> (PartialException, Finding?) {
    if let finding = filter.pathFinding(in: dialect) { throw finding }
    let domains = filter.domains.isEmpty ? DomainSet() : try DomainSet(filter.domains, in: bytes)
    let isAnywhere = filter.domains.isEmpty || domains.includesNothing
    var pages = PartialException(
      isEverywhere: isAnywhere, names: PageNameSet(domains.names),
      urls: domains.regexes.isEmpty ? [] : [ExcludedURLs(filters: domains.regexes.flatMap { $0.pages })],
      kept: KeptPages(domains.excludedNames, regexes: domains.excludedRegexes))
    if let modifier = filter.modifiers.first {
      guard domains.regexes.isEmpty else { throw .unsupported(.cosmeticModifier, span: modifier.value) }
      if PageModifiers.isTooLarge(filter) {
        // The exception then applies to all pages of the sites. Less is hidden than the list specifies.
        if !isAnywhere { pages.kept.limit(to: pages.names) }
        return (pages, .approximated(.mixedDomains, span: filter.domainsRange))
      }
      pages.urls = [
        isAnywhere
          ? ExcludedURLs(filters: try urlFilters(of: filter, on: nil, in: bytes))
          : ExcludedURLs(
            try domains.names.map { name throws(Finding) in
              (name, try urlFilters(of: filter, on: [name], in: bytes))
            })
      ]
      (pages.isEverywhere, pages.names) = (false, PageNameSet([]))
    } else if !domains.paths.isEmpty {
      let reading = dialect.pathReading(isException: true) ?? .anywhere
      for path in domains.paths { pages.urls.append(try path.excluded(reading, in: bytes)) }
    } else if !isAnywhere, domains.regexes.isEmpty {
      // Exclusions outside the named pages have no effect.
      pages.kept.limit(to: pages.names)
    }
    return (pages, domains.finding)
  }

  private static func urlFilters(
    of filter: CosmeticFilter, on names: [PageName]?, in bytes: Span<UInt8>
  ) throws(Finding) -> [URLFilter] {
    let found = try PageModifiers.filters(of: filter, on: names, .excluded, in: bytes)
    // An exception that applied to fewer pages than it names would let filters apply where they must not.
    if let finding = found.finding {
      throw Finding(outcome: .unsupported, reason: finding.reason, span: finding.span)
    }
    return found.filters.flatMap { $0.inPageURL }
  }

  /// Extends the exception from certain URLs to all pages of their sites.
  mutating func widen() {
    isEverywhere = isEverywhere || urls.contains { $0.sites.isEmpty }
    names = PageNameSet(names.names + urls.flatMap { $0.sites.names })
    urls = []
  }

  /// The names that together contain all pages of the exception, or `nil` if they are unknown.
  var sites: [PageName]? {
    isEverywhere || urls.contains(where: { $0.sites.isEmpty })
      ? nil : names.names + urls.flatMap { $0.sites.names }
  }

  /// Returns whether a filter for this name may apply to pages of the exception.
  func mayOverlap(_ name: PageName) -> Bool {
    isEverywhere || names.overlaps(name) || urls.contains { $0.sites.isEmpty || $0.sites.overlaps(name) }
  }
}

struct KeptPages {
  private(set) var names = PageNameSet([])
  private(set) var regexes: [HostRegex] = []

  init() {}

  init(_ names: [PageName], regexes: [HostRegex]) {
    self.names = PageNameSet(names)
    self.regexes = regexes
  }

  var isEmpty: Bool { names.isEmpty && regexes.isEmpty }
  var size: Int { names.names.count + regexes.count }

  func covers(_ name: PageName) -> Bool { names.names.contains { name.isWithin($0, form: .included) } }

  mutating func limit(to others: PageNameSet) { names = PageNameSet(names.names.filter(others.overlaps)) }
}

extension CosmeticFilter {
  /// The range of all domains of the filter, or of its body if it has no domains.
  var domainsRange: ByteRange {
    domains.isEmpty ? body : DomainEntry.range(of: domains)
  }
}

struct SiteIndex {
  private let names: PageNameSet
  private var positions: [PageName: [Int]] = [:]
  /// The exceptions with unknown sites.
  private var always: [Int] = []
  private let count: Int

  /// - Parameter sites: For each exception, the names that together contain all its pages, or `nil` if they
  ///   are unknown.
  init(_ sites: [[PageName]?]) {
    count = sites.count
    for (position, sites) in sites.enumerated() {
      guard let sites else {
        always.append(position)
        continue
      }
      for name in sites { positions[name, default: []].append(position) }
    }
    names = PageNameSet(Array(positions.keys))
  }

  /// Returns the number of exceptions that may apply to pages of a site. Duplicates are possible.
  func count(overlapping site: PageName) -> Int {
    names.members(overlapping: site).reduce(always.count) { $0 + (positions[$1]?.count ?? 0) }
  }

  /// Returns the positions of the exceptions that may apply to pages of these sites, in order. If `sites` is
  /// empty, returns all positions.
  func positions(overlapping sites: [PageName]) -> [Int] {
    if sites.isEmpty { return Array(0..<count) }
    if names.isEmpty { return always }
    var found: Set<Int> = []
    for site in sites {
      for name in names.members(overlapping: site) { found.formUnion(positions[name] ?? []) }
    }
    return found.isEmpty ? always : found.union(always).sorted()
  }
}
