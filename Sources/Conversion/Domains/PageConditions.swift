import ContentBlocker
import FilterSyntax

/// The conditions which a list of domains becomes: the rule is emitted once for each.
struct PageConditions {
  /// Conditions of which any suffices; one nil for "on every page".
  var alternatives: [Condition?]
  /// What of the list they do not say.
  var finding: Finding?

  static let none = PageConditions(alternatives: [nil])

  /// The conditions for `$domain=`. The most specific entry that covers a page decides.
  init(_ entries: [DomainEntry], in bytes: Span<UInt8>) throws(Finding) {
    guard !entries.isEmpty else {
      self = .none
      return
    }
    let domains = try DomainSet(entries, in: bytes)
    finding = domains.finding
    if domains.includesNothing {
      alternatives = [try Self.outside(domains)]
      return
    }
    // Entities on both sides, or hosts cut out of entities, are beyond one condition.
    if !domains.excludedEntities.isEmpty || !domains.excludedURLs.isEmpty
      || !domains.excludedHosts.isEmpty && !(domains.entities.isEmpty && domains.urls.isEmpty)
    {
      throw .dropped(.mixedDomains, domains.range)
    }
    let excluded = PageNameSet(domains.excludedHosts.map { .host($0) })
    let hasExclusions = domains.hosts.contains { !excluded.members(within: .host($0)).isEmpty }
    if !hasExclusions {
      alternatives = []
      let hosts = domains.hosts.compactMap { Domain($0, includesSubdomains: true) }
      if let hosts = NonEmpty(hosts) { alternatives.append(.ifDomain(hosts)) }
      let urls = domains.entities.compactMap(PagePattern.entity) + domains.urls
      if let urls = NonEmpty(urls) { alternatives.append(.ifTopURL(urls)) }
    } else {
      let patterns = domains.hosts.flatMap { host in
        PagePattern.host(host, without: excluded.hosts(within: host))
      }
      guard let patterns = NonEmpty(patterns) else { throw .dropped(.mixedDomains, domains.range) }
      alternatives = [.ifTopURL(patterns)]
    }
  }

  private init(alternatives: [Condition?]) { self.alternatives = alternatives }

  /// Everywhere but on these domains.
  private static func outside(_ domains: DomainSet) throws(Finding) -> Condition? {
    if domains.excludedEntities.isEmpty, domains.excludedURLs.isEmpty {
      let hosts = domains.excludedHosts.compactMap { Domain($0, includesSubdomains: true) }
      return NonEmpty(hosts).map { .unlessDomain($0) }
    }
    let patterns =
      domains.excludedHosts.flatMap { PagePattern.host($0, without: []) }
      + domains.excludedEntities.compactMap(PagePattern.anySuffix) + domains.excludedURLs
    return NonEmpty(patterns).map { .unlessTopURL($0) }
  }
}
