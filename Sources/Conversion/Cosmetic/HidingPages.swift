import ContentBlocker
import FilterSyntax

/// Pages on which a selector is hidden, before exceptions are taken from them for good: exceptions that spare
/// something cut them into parts.
struct HidingPages {
  /// What the pages have in common.
  enum Kind {
    case everywhere
    case name(PageName)
    case hosts([HostPattern])
    /// Pages that the filter's modifier tells by their URL: of these names, if there are any.
    case modified(of: [PageName])
  }

  var kind: Kind
  /// Whether the filter names no site: what switches off generic filters switches it off.
  var isGeneric: Bool
  private var names: [PageNameSet] = []
  private var urls: [ExcludedURLs] = []

  /// Pages without those that the filter itself excludes.
  init(_ kind: Kind, isGeneric: Bool, without excluded: PageNameSet, _ regexes: [HostRegex]) {
    (self.kind, self.isGeneric) = (kind, isGeneric)
    if !excluded.isEmpty { names = [excluded] }
    if !regexes.isEmpty { urls = [ExcludedURLs(filters: regexes.flatMap(\.pages))] }
  }

  /// What an exception that spares something leaves of the pages; nil if that cannot be said.
  func without(_ exception: PartialException) -> [HidingPages]? {
    if case .name(let name) = kind, !exception.concerns(name) { return [self] }
    var left: [HidingPages] = []
    if !exception.isEverywhere {
      var outside = self
      outside.names.append(exception.names)
      outside.urls += exception.urls
      left.append(outside)
    }
    guard let kept = inside(exception.kept) else { return nil }
    return left + kept
  }

  /// The parts of the pages that are among those kept.
  private func inside(_ kept: KeptPages) -> [HidingPages]? {
    switch kind {
    case .everywhere:
      let hosts = kept.regexes.flatMap(\.hosts)
      return kept.names.names.map { part(.name($0)) } + (hosts.isEmpty ? [] : [part(.hosts(hosts))])
    case .name(let name):
      var names: [PageName] = []
      var hosts: [HostPattern] = []
      for other in kept.names.members(overlapping: name) {
        guard let common = Self.intersection(name, other) else { return nil }
        names += common.names
        hosts += common.hosts
      }
      guard let found = Self.intersection([.included(name)], kept.regexes.flatMap(\.hosts)) else {
        return nil
      }
      hosts += found
      return names.map { part(.name($0)) } + (hosts.isEmpty ? [] : [part(.hosts(hosts))])
    case .hosts(let hosts):
      // As many are not compared.
      guard kept.size <= HostPattern.maximumExclusions else { return nil }
      let others = kept.names.names.map { HostPattern.included($0) } + kept.regexes.flatMap(\.hosts)
      return Self.intersection(hosts, others).map { $0.isEmpty ? [] : [part(.hosts($0))] }
    case .modified(let names):
      guard kept.regexes.isEmpty else { return nil }
      var inside = names.isEmpty ? kept.names.names : []
      for name in names {
        for other in kept.names.members(overlapping: name) {
          guard let common = Self.intersection(name, other), common.hosts.isEmpty else { return nil }
          inside += common.names
        }
      }
      return inside.isEmpty ? [] : [part(.modified(of: inside))]
    }
  }

  /// The scope of the pages without those that are excluded, nil if nothing is left, and what of it is not
  /// exact.
  ///
  /// - Parameter sharer: makes exclusions that several scopes share; nil for few of them.
  func scope(
    of filter: CosmeticFilter, without excluded: ExceptedPages?, _ sharer: ExclusionSharer?,
    in bytes: Span<UInt8>
  ) throws(Finding) -> (HidingScope?, Finding?) {
    let (pages, finding) = try pages(of: filter, in: bytes)
    var scope: HidingScope? = HidingScope(pages: pages)
    if let sharer, let excluded {
      for names in names {
        try checkUnrelated(names, filter)
        scope = scope?.without(names)
      }
      scope?.exclude(urls)
      guard let site = scope?.sites.first, scope?.sites.count == 1 else {
        scope?.exclude(sharer.all(of: excluded))
        return (scope, finding)
      }
      if excluded.names.covers(site) { return (nil, finding) }
      try checkUnrelated(excluded.names, filter)
      scope?.exclude(sharer.exclusions(of: excluded, on: site))
      scope?.exclude(sharer.urlsOfAnySite(of: excluded))
      return (scope, finding)
    }
    for names in (excluded.map { [$0.names] } ?? []) + names {
      try checkUnrelated(names, filter)
      scope = scope?.without(names)
    }
    scope?.exclude((excluded?.urls ?? []) + urls)
    return (scope, finding)
  }

  /// How many exclusions a rule may have that every other rule of its kind has too: hundreds of entities that
  /// are spared on a top-level domain, say.
  private static let maximumUnrelated = 512

  /// How many names are excluded though they have no label in common with these pages, as entities with a top-level
  /// domain.
  func unrelatedCount(_ excluded: ExceptedPages?) -> Int {
    guard case .name(let name) = kind, let excluded else { return 0 }
    return excluded.names.unrelatedCount(of: name)
  }

  private func checkUnrelated(_ names: PageNameSet, _ filter: CosmeticFilter) throws(Finding) {
    if case .name(let name) = kind, names.unrelatedCount(of: name) > Self.maximumUnrelated {
      throw .dropped(.mixedDomains, filter.domainsRange)
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
    case .hosts(let hosts):
      guard let filters = HostPattern.pages(hosts) else {
        throw .dropped(.mixedDomains, filter.domainsRange)
      }
      return (isGeneric ? .anySiteURLs(filters, of: []) : .urls(filters, of: []), nil)
    case .modified(let names):
      let found = try PageModifiers.filters(
        of: filter, on: names.isEmpty ? nil : names, .included, in: bytes)
      let pages: HidingScope.Pages =
        isGeneric ? .anySiteURLs(found.filters, of: names) : .urls(found.filters, of: names)
      return (pages, found.finding)
    }
  }

  /// The same pages, each part of one site where that can be told: what is excluded from one is not from the others.
  var bySite: [HidingPages] {
    guard case .modified(let names) = kind, names.count > 1 else { return [self] }
    return names.map { part(.modified(of: [$0])) }
  }

  private func part(_ kind: Kind) -> HidingPages {
    var part = self
    part.kind = kind
    return part
  }

  /// The pages that two names have in common, both included: a name or patterns.
  private static func intersection(
    _ a: PageName, _ b: PageName
  ) -> (names: [PageName], hosts: [HostPattern])? {
    if a.isWithin(b, .included) { return ([a], []) }
    if b.isWithin(a, .included) { return ([b], []) }
    return intersection([.included(a)], [.included(b)]).map { ([], $0) }
  }

  private static func intersection(_ hosts: [HostPattern], _ others: [HostPattern]) -> [HostPattern]? {
    if others.isEmpty { return [] }
    var common: [HostPattern] = []
    for host in hosts {
      guard let inside = host.inside(others) else { return nil }
      common += inside
    }
    return common.count <= HostPattern.maximumPatterns ? common : nil
  }
}
