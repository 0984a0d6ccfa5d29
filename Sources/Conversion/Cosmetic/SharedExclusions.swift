import ContentBlocker

/// Pages on which many filters do not hide, kept once for all of them: a filter whose pages these are costs as much as
/// a reference, however many names they have.
final class SharedExclusions: Sendable {
  /// Sorted, each once.
  let names: [PageName]
  /// Sorted, each once.
  let urls: [URLFilter]
  /// Of the names and url-filters, in any order (see ``ExclusionHash``).
  let hash: UInt64
  /// The exceptions that they come from.
  let sources: [FilterLocation]
  /// About how many bytes of JSON they are as domains and url-filters.
  let size: Int
  /// Whether there are entities, which WebKit is told as url-filters.
  let hasEntities: Bool

  init(names: [PageName], urls: [URLFilter], sources: [FilterLocation]) {
    self.names = Array(Set(names)).sorted()
    self.urls = Array(Set(urls)).sorted { $0.bytes.precedes($1.bytes) }
    self.sources = sources
    hash = ExclusionHash.sum(self.names, self.urls)
    size = HidingScope.size(self.names, self.urls)
    hasEntities = self.names.contains(where: \.isEntity)
  }

  func contains(_ name: PageName) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low] == name
  }
}

/// A hash of excluded pages that does not depend on how they are split into those of one scope and those that
/// it shares with others: the sum of the hashes of each.
enum ExclusionHash {
  static func sum(_ names: [PageName], _ urls: [URLFilter]) -> UInt64 {
    var sum: UInt64 = 0
    for name in names { sum &+= UInt64(truncatingIfNeeded: name.hashValue) }
    for filter in urls { sum &+= UInt64(truncatingIfNeeded: filter.hashValue) }
    return sum
  }
}

/// Makes ``SharedExclusions`` of the exceptions to a selector, each once for the pages that they are looked up for.
final class ExclusionSharer {
  private struct Key: Hashable {
    let exceptions: Int
    /// Nil for the exceptions to filters whose sites are not known.
    let site: PageName?
  }

  private var known: [Key: SharedExclusions] = [:]
  /// How many names and url-filters they have.
  private var nameCount = 0

  private static let maximumNames = 1 << 18

  /// What is excepted from filters without a site: all that the exceptions name.
  func all(of excepted: ExceptedPages) -> SharedExclusions {
    shared(Key(exceptions: excepted.number, site: nil)) {
      SharedExclusions(
        names: excepted.names.names, urls: excepted.urls.flatMap(\.filters), sources: excepted.locations)
    }
  }

  /// Returns the exceptions for a site by names and by the URLs of that site; nil if the budget has too few steps left to
  /// find them.
  func exclusions(
    of excepted: ExceptedPages, on site: PageName, _ budget: inout ExclusionBudget
  ) -> SharedExclusions? {
    let key = Key(exceptions: excepted.number, site: site)
    if let known = known[key] { return known }
    let names = excepted.names.members(overlapping: site)
    guard budget.spend(steps: names.count + excepted.urlCount(overlapping: site)) else { return nil }
    let urls = excepted.urls(overlapping: site)
    return shared(key) {
      SharedExclusions(
        names: names, urls: urls.flatMap(\.filters),
        sources: excepted.sources(of: names) + urls.compactMap(\.source))
    }
  }

  /// What is excepted from the filters of any site by URLs for which no site is known.
  func urlsOfAnySite(of excepted: ExceptedPages) -> SharedExclusions? {
    if let anySite = anySite[excepted.number] { return anySite }
    let urls = excepted.urls.filter(\.sites.isEmpty)
    let shared =
      urls.isEmpty
      ? nil
      : SharedExclusions(
        names: [], urls: urls.flatMap(\.filters), sources: urls.compactMap(\.source))
    anySite[excepted.number] = .some(shared)
    return shared
  }

  private var anySite: [Int: SharedExclusions?] = [:]

  private func shared(_ key: Key, _ make: () -> SharedExclusions) -> SharedExclusions {
    if let shared = known[key] { return shared }
    let shared = make()
    // Few are asked for again; those that scopes have stay with these.
    if nameCount > Self.maximumNames { (known, nameCount) = ([:], 0) }
    known[key] = shared
    nameCount += shared.names.count + shared.urls.count + 1
    return shared
  }
}
