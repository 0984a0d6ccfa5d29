import SluiceRules

/// A part of the pages that a list of domains includes, after its exclusions are removed.
enum IncludedPages {
  /// All pages of a host and its subdomains.
  case host([UInt8])
  /// Pages whose URL matches one of these url-filters. `isCut` states whether exclusions have removed pages.
  case urls([URLFilter], isCut: Bool)

  /// The url-filters of the pages.
  var filters: [URLFilter] {
    switch self {
    case .host(let host): PagePattern.pages(of: .host(host), .included).map { [$0] } ?? []
    case .urls(let filters, _): filters
    }
  }

  /// Whether exclusions have removed pages.
  var isCut: Bool {
    if case .urls(_, isCut: true) = self { true } else { false }
  }
}

extension DomainSet {
  /// Returns the pages that a list includes after its exclusions are removed, for `$domain=`, `$top=` and
  /// similar options.
  ///
  /// If one host is within another, the inner one decides, unless ``DomainPrecedence`` has removed it. Between
  /// a host and an entity or regex, the exclusion wins.
  func includedPages() throws(Finding) -> [IncludedPages] {
    guard hasExclusions else {
      return hosts.map { .host($0) }
        + entities.map { .urls(Self.filters(of: $0), isCut: false) }
        + regexes.map { .urls($0.pages, isCut: false) }
    }
    let excluded = PageNameSet(excludedNames)
    let excludedRegexHosts = excludedRegexes.flatMap { $0.hosts }
    var pages: [IncludedPages] = []
    for host in hosts {
      let cuts = excluded.members(overlapping: .host(host)).filter {
        if case .host(let cut) = $0 { HostNames.isHost(cut, within: host) } else { true }
      }
      if cuts.contains(where: { PageName.host(host).isWithin($0) }) { continue }
      if !excludedRegexHosts.isEmpty || cuts.contains(where: { $0.isEntity }) {
        pages += try cut([.included(.host(host))], cuts, excludedRegexHosts)
      } else if cuts.isEmpty {
        pages.append(.host(host))
      } else {
        let below = cuts.compactMap { if case .host(let host) = $0 { host } else { nil } }
        pages.append(.urls(URLFilter.pages(of: host, without: below), isCut: true))
      }
    }
    for entity in entities {
      let cuts = excluded.members(overlapping: .entity(entity))
      if cuts.contains(where: { PageName.entity(entity).isWithin($0) }) { continue }
      if cuts.isEmpty, excludedRegexHosts.isEmpty {
        pages.append(.urls(Self.filters(of: entity), isCut: false))
      } else {
        pages += try cut([.included(.entity(entity))], cuts, excludedRegexHosts)
      }
    }
    for regex in regexes {
      pages += try cut(regex.hosts, excluded.names, excludedRegexHosts)
    }
    pages.removeAll { $0.filters.isEmpty }
    if pages.isEmpty { throw .unsupported(.mixedDomains, range) }
    return pages
  }

  private static func filters(of entity: [UInt8]) -> [URLFilter] {
    PagePattern.pages(of: .entity(entity), .included).map { [$0] } ?? []
  }

  /// Returns the pages of these hosts that remain after the exclusions.
  private func cut(
    _ hosts: [HostPattern], _ names: [PageName], _ regexes: [HostPattern]
  ) throws(Finding) -> [IncludedPages] {
    let excluded = Array(Set(names)).sorted().map { HostPattern.excluded($0) } + regexes
    var left: [HostPattern] = []
    for host in hosts {
      guard let rest = host.without(excluded) else { throw .unsupported(.mixedDomains, range) }
      left += rest
    }
    guard let filters = HostPattern.pages(left) else { throw .unsupported(.mixedDomains, range) }
    return [.urls(filters, isCut: true)]
  }
}
