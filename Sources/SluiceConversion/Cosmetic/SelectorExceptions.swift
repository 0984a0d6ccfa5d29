import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The `#@#` exceptions of all inputs, found by the exact text of their selectors.
struct SelectorExceptions {
  private var pages: [[UInt8]: UnhiddenPages] = [:]
  /// The hashes of all selectors with exceptions. They avoid lookups for other selectors.
  private var filter = HashFilter(capacity: 1 << 16, bits: 1)
  private var collected: [[UInt8]: Collected] = [:]

  private let isTraced: Bool

  private struct Collected {
    var isEverywhere = false
    var names: [PageName] = []
    var urls: [ExcludedURLs] = []
    var partial: [PartialException] = []
    var nameSources: [PageName: [FilterPlace]] = [:]
  }

  init(isTraced: Bool) { self.isTraced = isTraced }

  /// The maximum number of exceptions with exclusions for one selector, because each of them is compared with
  /// each filter.
  private static let maximumPartial = 32
  /// The maximum number of exceptions for one selector that define pages by more than hosts.
  private static let maximumURLs = 256
  /// The maximum number of exceptions to trace for one page.
  private static let maximumSources = 8

  /// Adds an exception. Returns the reason why it is not exact, or `nil` if it is.
  mutating func add(
    _ filter: CosmeticFilter, dialect: ListDialect, at location: FilterPlace, in bytes: Span<UInt8>
  ) -> Finding? {
    var own: PartialException
    var finding: Finding?
    do throws(Finding) {
      (own, finding) = try PartialException.pages(of: filter, dialect, in: bytes)
    } catch {
      return error
    }
    self.filter.insert(Self.hash(of: filter.body, in: bytes))
    let key = bytes.array(filter.body)
    var all = collected.removeValue(forKey: key) ?? Collected()
    if !own.kept.isEmpty, all.partial.count == Self.maximumPartial {
      // Without its exclusions, the exception also applies to the excluded pages. Less is hidden than the
      // list specifies.
      own.kept = KeptPages()
      finding = .approximated(.mixedDomains, span: filter.domainsRange)
    }
    if !own.urls.isEmpty, all.urls.count == Self.maximumURLs {
      own.widen()
      finding = .approximated(.mixedDomains, span: filter.domainsRange)
    }
    if isTraced {
      own.source = location
      for index in own.urls.indices { own.urls[index].source = location }
    }
    if own.kept.isEmpty {
      all.isEverywhere = all.isEverywhere || own.isEverywhere
      all.names += own.names.names
      all.urls += own.urls
      if isTraced {
        for name in own.names.names where (all.nameSources[name]?.count ?? 0) < Self.maximumSources {
          all.nameSources[name, default: []].append(location)
        }
      }
    } else {
      all.partial.append(own)
    }
    collected[key] = all
    return finding
  }

  func has(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool { collected[bytes.array(body)] != nil }

  /// Prepares the exceptions for lookups. Call this after adding all exceptions.
  mutating func finish() {
    var count = 0
    pages = collected.mapValues { all in
      count += 1
      return UnhiddenPages(
        isEverywhere: all.isEverywhere, names: all.names, urls: all.urls, partial: all.partial,
        nameSources: all.nameSources, number: count)
    }
    collected = [:]
  }

  /// Returns the pages on which filters with this selector do not apply, or `nil` if there are no exceptions.
  func exceptions(to body: ByteRange, in bytes: Span<UInt8>) -> UnhiddenPages? {
    filter.contains(Self.hash(of: body, in: bytes)) ? pages[bytes.array(body)] : nil
  }

  private static func hash(of body: ByteRange, in bytes: Span<UInt8>) -> UInt64 {
    var hash = ByteHash()
    hash.mix(bytes.extracting(body.indices))
    return hash.value
  }
}

/// The pages that are excluded from a scope.
struct HidingExclusions {
  /// The excluded names, sorted.
  private(set) var names: [PageName] = []
  /// The url-filters of excluded pages, sorted.
  private(set) var urls: [URLFilter] = []
  private(set) var shared: [SharedExclusions] = []

  var isEmpty: Bool { names.isEmpty && urls.isEmpty && shared.isEmpty }

  mutating func add(_ more: [PageName]) {
    names = names.isEmpty && more.count < 2 ? more : Array(Set(names + more)).sorted()
    for shared in shared { names.removeAll(where: shared.contains) }
  }

  mutating func add(_ more: [URLFilter]) {
    urls = Array(Set(urls + more)).sorted { $0.bytes.precedes($1.bytes) }
  }

  /// Adds shared exclusions and removes duplicates from the scope's own exclusions.
  mutating func add(_ more: SharedExclusions) {
    shared.append(more)
    if !names.isEmpty { names.removeAll(where: more.contains) }
    if !urls.isEmpty { urls.removeAll(where: more.contains) }
  }

  var all: (names: [PageName], urls: [URLFilter]) {
    guard let first = shared.first else { return (names, urls) }
    if shared.count == 1, names.isEmpty, urls.isEmpty { return (first.names, first.urls) }
    let all = SharedExclusions(
      names: names + shared.flatMap { $0.names }, urls: urls + shared.flatMap { $0.urls })
    return (all.names, all.urls)
  }

  /// The same hash for equal pages, no matter which of them are shared.
  var hash: UInt64 { shared.reduce(ExclusionHash.sum(names, urls: urls)) { $0 &+ $1.hash } }
}

extension HidingExclusions: Equatable {
  static func == (a: HidingExclusions, b: HidingExclusions) -> Bool {
    if a.shared.elementsEqual(b.shared, by: ===) { return a.names == b.names && a.urls == b.urls }
    // One scope can share exclusions that the other scope has as its own.
    return a.hash == b.hash && a.all == b.all
  }
}

/// Pages on which many filters do not hide elements. The pages are stored once, and each filter refers to
/// them.
final class SharedExclusions: Sendable {
  /// The names, sorted and unique.
  let names: [PageName]
  /// The url-filters, sorted and unique.
  let urls: [URLFilter]
  let hash: UInt64
  /// The approximate size of the exclusions in JSON, in bytes.
  let size: Int
  /// Whether the names contain entities. Entities are written as url-filters.
  let hasEntities: Bool

  init(names: [PageName], urls: [URLFilter]) {
    self.names = Array(Set(names)).sorted()
    self.urls = Array(Set(urls)).sorted { $0.bytes.precedes($1.bytes) }
    hash = ExclusionHash.sum(self.names, urls: self.urls)
    size = HidingScope.size(self.names, urls: self.urls)
    hasEntities = self.names.contains(where: { $0.isEntity })
  }

  func contains(_ name: PageName) -> Bool { names.containsInOrder(name) }

  func contains(_ filter: URLFilter) -> Bool {
    let position = urls.indices.partitionPoint { urls[$0].bytes.precedes(filter.bytes) }
    return position < urls.count && urls[position] == filter
  }
}

/// A hash of excluded pages: the sum of the hashes of all pages. It is the same no matter which of the pages
/// are shared.
enum ExclusionHash {
  static func sum(_ names: [PageName], urls: [URLFilter]) -> UInt64 {
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
  /// The exclusions by hash. The budget limits how many are created.
  private var created: [UInt64: [SharedExclusions]] = [:]

  /// Returns the exclusions for a filter without a site: all pages that the exceptions name. Returns `nil` if the
  /// budget has too few steps left.
  func all(of excepted: UnhiddenPages, _ budget: inout ExclusionBudget) -> SharedExclusions? {
    let key = Key(exceptions: excepted.number, site: nil)
    if let known = known[key] { return known }
    guard budget.spend(steps: excepted.size) else { return nil }
    return add(key, names: excepted.names.names, urls: excepted.urls.flatMap { $0.filters })
  }

  /// Returns the exclusions for a site: by name, and by URL within the site. Returns `nil` if the budget has
  /// too few steps left.
  func exclusions(
    of excepted: UnhiddenPages, on site: PageName, _ budget: inout ExclusionBudget
  ) -> SharedExclusions? {
    let key = Key(exceptions: excepted.number, site: site)
    if let known = known[key] { return known }
    let names = excepted.names.members(overlapping: site)
    guard budget.spend(steps: names.count + excepted.urlCount(overlapping: site)) else { return nil }
    let filters = excepted.urls(overlapping: site).flatMap { $0.filters(on: [site]) }
    guard budget.spend(steps: filters.count) else { return nil }
    return add(key, names: names, urls: filters)
  }

  /// Returns the exclusions by URL whose sites are unknown, so that they apply to filters of any site.
  func urlsOfAnySite(of excepted: UnhiddenPages) -> SharedExclusions? {
    if let anySite = anySite[excepted.number] { return anySite }
    let urls = excepted.urls.filter { $0.sites.isEmpty }
    let shared = urls.isEmpty ? nil : shared(names: [], urls: urls.flatMap { $0.filters })
    anySite[excepted.number] = .some(shared)
    return shared
  }

  private var anySite: [Int: SharedExclusions?] = [:]

  private func add(_ key: Key, names: [PageName], urls: [URLFilter]) -> SharedExclusions {
    let shared = shared(names: names, urls: urls)
    known[key] = shared
    return shared
  }

  /// Returns the same object for equal pages, so that scopes are compared without comparing all of their pages.
  private func shared(names: [PageName], urls: [URLFilter]) -> SharedExclusions {
    let new = SharedExclusions(names: names, urls: urls)
    if let old = created[new.hash]?.first(where: { $0.names == new.names && $0.urls == new.urls }) {
      return old
    }
    created[new.hash, default: []].append(new)
    return new
  }
}
