import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The pages on which a selector is hidden, while exceptions are being applied. Exceptions with exclusions
/// split the pages into parts.
struct HidingPages {
  enum Kind {
    case everywhere
    case name(PageName)
    /// The pages of these hosts. If there are names, all of the hosts are within them.
    case hosts([HostPattern], of: [PageName])
    /// The pages that domains with a path define by URL. If there are names, the pages are within them.
    case urls([URLFilter], of: [PageName])
    /// The pages that the filter's modifier defines by URL. If there are names, the pages are within them.
    case modified(of: [PageName])
  }

  private var kind: Kind
  /// Whether the filter names no site, so that exceptions to generic filters apply to it.
  private var isGeneric: Bool
  private var names: [PageNameSet] = []
  private var urls: [ExcludedURLs] = []

  static let none = HidingPages(.hosts([], of: []), isGeneric: false, without: PageNameSet([]), regexes: [])

  init(_ kind: Kind, isGeneric: Bool, without excluded: PageNameSet, regexes: [HostRegex]) {
    (self.kind, self.isGeneric) = (kind, isGeneric)
    if !excluded.isEmpty { names = [excluded] }
    if !regexes.isEmpty { urls = [ExcludedURLs(filters: regexes.flatMap({ $0.pages }))] }
  }

  mutating func exclude(_ excluded: [ExcludedURLs]) { urls += excluded }

  /// Whether the set is known to be empty.
  var isEmpty: Bool {
    if case .hosts(let hosts, _) = kind { hosts.isEmpty } else { false }
  }

  /// The names that together contain all pages; empty if they are unknown.
  var sites: [PageName] {
    switch kind {
    case .everywhere: []
    case .name(let name): [name]
    case .hosts(_, let sites), .modified(let sites), .urls(_, let sites): sites
    }
  }

  /// Removes the pages of an exception.
  ///
  /// - Parameter steps: A counter to which the number of comparisons is added.
  /// - Returns: The parts of the pages to which the exception does not apply because of its exclusions, or
  ///   `nil` if they cannot be expressed.
  mutating func remove(_ exception: PartialException, steps: inout Int) -> [HidingPages]? {
    let sites = sites
    if !sites.isEmpty {
      // Nothing changes if the exception contains none of these pages, or if its exclusions cover all of
      // them.
      steps = steps.addingClamped(
        sites.count.multipliedClamped(by: exception.names.names.count + exception.kept.size))
      if !sites.contains(where: exception.mayOverlap) || sites.allSatisfy(exception.kept.covers) { return [] }
    }
    guard let kept = inside(exception.kept, steps: &steps) else { return nil }
    if exception.isEverywhere || !sites.isEmpty && sites.allSatisfy(exception.names.covers) {
      self = .none
      return kept
    }
    if sites.isEmpty || sites.contains(where: exception.names.overlaps) { names.append(exception.names) }
    urls += exception.urls
    return kept
  }

  private func inside(_ kept: KeptPages, steps: inout Int) -> [HidingPages]? {
    switch kind {
    case .everywhere:
      let hosts = kept.regexes.flatMap { $0.hosts }
      return parts(kept.names.names.map { .name($0) }, steps: &steps)
        + parts([.hosts(hosts, of: [])], steps: &steps)
    case .name(let name):
      var names: [PageName] = []
      var hosts: [HostPattern] = []
      for other in kept.names.members(overlapping: name) {
        guard let common = Self.intersection(name, b: other, steps: &steps) else { return nil }
        names += common.names
        hosts += common.hosts
      }
      guard
        let found = Self.intersection(
          [.included(name)], others: kept.regexes.flatMap({ $0.hosts }), steps: &steps)
      else {
        return nil
      }
      return parts(names.map { .name($0) }, steps: &steps)
        + parts([.hosts(hosts + found, of: [name])], steps: &steps)
    case .hosts(let hosts, let sites):
      // Sets larger than this are not compared.
      guard kept.size <= HostPattern.maximumExclusions else { return nil }
      let names = kept.names.names.filter { name in
        sites.isEmpty || sites.contains { $0.overlaps(name) }
      }
      let others = names.map { HostPattern.included($0) } + kept.regexes.flatMap { $0.hosts }
      return Self.intersection(hosts, others: others, steps: &steps).map {
        parts([.hosts($0, of: kept.regexes.isEmpty ? names : sites)], steps: &steps)
      }
    case .urls(_, let names):
      // Url-filters cannot be combined with hosts.
      let isApart =
        kept.regexes.isEmpty && !names.isEmpty && !names.contains(where: kept.names.overlaps)
      return kept.isEmpty || isApart ? [] : nil
    case .modified(let names):
      guard kept.regexes.isEmpty else { return nil }
      var inside = names.isEmpty ? kept.names.names : []
      for name in names {
        for other in kept.names.members(overlapping: name) {
          guard let common = Self.intersection(name, b: other, steps: &steps), common.hosts.isEmpty else {
            return nil
          }
          inside += common.names
        }
      }
      return inside.isEmpty ? [] : parts([.modified(of: inside)], steps: &steps)
    }
  }

  /// The number of steps to count for the conversion of a pattern to a url-filter.
  private static let urlFilterSteps = 16

  /// Returns the parts with the exclusions that overlap them. Empty parts are omitted.
  private func parts(_ kinds: [Kind], steps: inout Int) -> [HidingPages] {
    kinds.compactMap { kind in
      var part = HidingPages(kind, isGeneric: isGeneric, without: PageNameSet([]), regexes: [])
      guard !part.isEmpty else { return nil }
      if case .hosts(let hosts, _) = kind {
        steps = steps.addingClamped(hosts.count.multipliedClamped(by: Self.urlFilterSteps))
      }
      part.urls = urls
      let sites = part.sites
      steps = steps.addingClamped(names.count.multipliedClamped(by: sites.count))
      for names in names {
        if !sites.isEmpty {
          guard sites.contains(where: names.overlaps) else { continue }
          if sites.allSatisfy(names.covers) { return nil }
        }
        part.names.append(names)
      }
      return part
    }
  }

  /// Returns the scope of the pages without the exclusions, or `nil` if no page remains. Also returns a
  /// finding if the scope is not exact.
  ///
  /// - Parameter sharer: Creates exclusions that several scopes share; `nil` if the filter has few
  ///   exclusions.
  func scope(
    of filter: CosmeticFilter, without excluded: UnhiddenPages?, _ sharer: ExclusionSharer?,
    budget: inout ExclusionBudget, in bytes: Span<UInt8>
  ) throws(Finding) -> (HidingScope?, Finding?) {
    let (pages, finding) = try pages(of: filter, in: bytes)
    var scope: HidingScope? = HidingScope(pages: pages, hasExceptions: excluded != nil)
    let sites = scope?.sites ?? []
    if let sharer, let excluded, sites.count < 2 {
      for names in names { try checkUnrelated(names, filter: filter) }
      scope = scope?.without(names)
      scope?.exclude(urls)
      guard let site = sites.first else {
        guard let exclusions = sharer.all(of: excluded, &budget) else {
          throw .unsupported(.outOfProportion, span: filter.body)
        }
        scope?.exclude(exclusions)
        return (scope, finding)
      }
      if excluded.names.covers(site) { return (nil, finding) }
      try checkUnrelated(excluded.names, filter: filter)
      guard let exclusions = sharer.exclusions(of: excluded, on: site, &budget) else {
        throw .unsupported(.outOfProportion, span: filter.body)
      }
      scope?.exclude(exclusions)
      scope?.exclude(sharer.urlsOfAnySite(of: excluded))
      return (scope, finding)
    }
    let all = (excluded.map { [$0.names] } ?? []) + names
    for names in all { try checkUnrelated(names, filter: filter) }
    scope = scope?.without(all)
    scope?.exclude((excluded?.urls ?? []) + urls)
    return (scope, finding)
  }

  /// The maximum number of unrelated exclusions that a rule may need; see ``unrelatedCount(_:)``. All rules
  /// of its kind need the same ones. For example, a top-level domain can have hundreds of excluded entities.
  private static let maximumUnrelated = 512

  /// Returns the number of exclusions that overlap these pages without sharing a label with them. For
  /// example, an entity overlaps a top-level domain.
  func unrelatedCount(_ excluded: UnhiddenPages?) -> Int {
    guard case .name(let name) = kind, let excluded else { return 0 }
    return excluded.names.unrelatedCount(of: name)
  }

  private func checkUnrelated(_ names: PageNameSet, filter: CosmeticFilter) throws(Finding) {
    if case .name(let name) = kind, names.unrelatedCount(of: name) > Self.maximumUnrelated {
      throw .unsupported(.mixedDomains, span: filter.domainsRange)
    }
  }

  private func pages(
    of filter: CosmeticFilter, in bytes: Span<UInt8>
  ) throws(Finding) -> (HidingScope.Pages, Finding?) {
    switch kind {
    case .everywhere: return (.everywhere, nil)
    case .name(let name):
      guard isGeneric else { return (.on(name), nil) }
      return (.anySiteURLs(PagePattern.requests(to: name, .included).map { [$0] } ?? [], of: [name]), nil)
    case .hosts(let hosts, let sites):
      guard let filters = HostPattern.pages(hosts) else {
        throw .unsupported(.mixedDomains, span: filter.domainsRange)
      }
      return (isGeneric ? .anySiteURLs(filters, of: sites) : .urls(filters, of: sites), nil)
    case .urls(let urls, let names):
      return (isGeneric ? .anySiteURLs(urls, of: names) : .urls(urls, of: names), nil)
    case .modified(let names):
      let found = try PageModifiers.filters(
        of: filter, on: names.isEmpty ? nil : names, .included, in: bytes)
      let pages: HidingScope.Pages =
        isGeneric ? .anySiteURLs(found.filters, of: names) : .urls(found.filters, of: names)
      return (pages, found.finding)
    }
  }

  /// The pages, split by site if possible. The exclusions of one site then do not affect the others.
  var bySite: [HidingPages] {
    guard case .modified(let names) = kind, names.count > 1 else { return [self] }
    return names.map { part(.modified(of: [$0])) }
  }

  private func part(_ kind: Kind) -> HidingPages {
    var part = self
    part.kind = kind
    return part
  }

  /// Returns the intersection of two included names, as names or as patterns; `nil` if it cannot be
  /// expressed.
  private static func intersection(
    _ a: PageName, b: PageName, steps: inout Int
  ) -> (names: [PageName], hosts: [HostPattern])? {
    if a.isWithin(b, form: .included) { return ([a], []) }
    if b.isWithin(a, form: .included) { return ([b], []) }
    return intersection([.included(a)], others: [.included(b)], steps: &steps).map { ([], $0) }
  }

  private static func intersection(
    _ hosts: [HostPattern], others: [HostPattern], steps: inout Int
  ) -> [HostPattern]? {
    if others.isEmpty { return [] }
    var common: [HostPattern] = []
    for host in hosts {
      guard let inside = host.inside(others, steps: &steps) else { return nil }
      common += inside
    }
    return common.count <= HostPattern.maximumPatterns ? common : nil
  }
}
