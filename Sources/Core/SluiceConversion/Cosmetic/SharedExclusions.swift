import SluiceRules

/// Pages on which many filters do not hide elements. The pages are stored once, and each filter refers to
/// them.
final class SharedExclusions: Sendable {
  /// The names, sorted and unique.
  let names: [PageName]
  /// The url-filters, sorted and unique.
  let urls: [URLFilter]
  /// The hash of the names and url-filters; see ``ExclusionHash``.
  let hash: UInt64
  /// The exceptions that exclude the pages.
  let sources: [FilterPlace]
  /// The approximate size of the exclusions in JSON, in bytes.
  let size: Int
  /// Whether the names contain entities. Entities are written as url-filters.
  let hasEntities: Bool

  init(names: [PageName], urls: [URLFilter], sources: [FilterPlace]) {
    self.names = Array(Set(names)).sorted()
    self.urls = Array(Set(urls)).sorted { $0.bytes.precedes($1.bytes) }
    self.sources = sources
    hash = ExclusionHash.sum(self.names, self.urls)
    size = HidingScope.size(self.names, self.urls)
    hasEntities = self.names.contains(where: { $0.isEntity })
  }

  func contains(_ name: PageName) -> Bool { names.containsInOrder(name) }
}

/// A hash of excluded pages: the sum of the hashes of all pages. It is the same no matter which of the pages
/// are shared.
enum ExclusionHash {
  static func sum(_ names: [PageName], _ urls: [URLFilter]) -> UInt64 {
    var sum: UInt64 = 0
    for name in names { sum &+= UInt64(truncatingIfNeeded: name.hashValue) }
    for filter in urls { sum &+= UInt64(truncatingIfNeeded: filter.hashValue) }
    return sum
  }
}

/// Creates ``SharedExclusions`` for the exceptions to a selector. Equal sets of pages are created only once.
final class ExclusionSharer {
  private struct Key: Hashable {
    let exceptions: Int
    /// The site, or `nil` if the sites of a filter are unknown.
    let site: PageName?
  }

  private var known: [Key: SharedExclusions] = [:]
  /// The total number of names and url-filters in the cache.
  private var nameCount = 0

  private static let maximumNames = 1 << 18

  /// Returns the exclusions for a filter without a site: all pages that the exceptions name. Returns `nil` if the
  /// budget has too few steps left.
  func all(of excepted: ExceptedPages, _ budget: inout ExclusionBudget) -> SharedExclusions? {
    let key = Key(exceptions: excepted.number, site: nil)
    if let known = known[key] { return known }
    guard budget.spend(steps: excepted.size) else { return nil }
    return add(key) {
      SharedExclusions(
        names: excepted.names.names, urls: excepted.urls.flatMap { $0.filters }, sources: excepted.locations)
    }
  }

  /// Returns the exclusions for a site: by name, and by URL within the site. Returns `nil` if the budget has
  /// too few steps left.
  func exclusions(
    of excepted: ExceptedPages, on site: PageName, _ budget: inout ExclusionBudget
  ) -> SharedExclusions? {
    let key = Key(exceptions: excepted.number, site: site)
    if let known = known[key] { return known }
    let names = excepted.names.members(overlapping: site)
    guard budget.spend(steps: names.count + excepted.urlCount(overlapping: site)) else { return nil }
    let urls = excepted.urls(overlapping: site)
    let filters = urls.flatMap { $0.filters(on: [site]) }
    guard budget.spend(steps: filters.count) else { return nil }
    return add(key) {
      SharedExclusions(
        names: names, urls: filters,
        sources: excepted.sources(of: names) + urls.compactMap { $0.source })
    }
  }

  /// Returns the exclusions by URL whose sites are unknown, so that they apply to filters of any site.
  func urlsOfAnySite(of excepted: ExceptedPages) -> SharedExclusions? {
    if let anySite = anySite[excepted.number] { return anySite }
    let urls = excepted.urls.filter { $0.sites.isEmpty }
    let shared =
      urls.isEmpty
      ? nil
      : SharedExclusions(
        names: [], urls: urls.flatMap { $0.filters }, sources: urls.compactMap { $0.source })
    anySite[excepted.number] = .some(shared)
    return shared
  }

  private var anySite: [Int: SharedExclusions?] = [:]

  private func add(_ key: Key, _ make: () -> SharedExclusions) -> SharedExclusions {
    let shared = make()
    // The cache can be cleared, because few exclusions are requested again and scopes keep the ones that they
    // use.
    if nameCount > Self.maximumNames { (known, nameCount) = ([:], 0) }
    known[key] = shared
    nameCount += shared.names.count + shared.urls.count + 1
    return shared
  }
}
