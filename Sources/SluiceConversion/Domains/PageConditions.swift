import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The conditions for a list of domains. A filter needs its rule once for each condition.
struct PageConditions {
  /// The alternative conditions; `nil` stands for all pages.
  var alternatives: [Condition?]
  var finding: Finding?

  static let none = PageConditions(alternatives: [nil])

  /// Creates the conditions for `$domain=`.
  init(_ domains: DomainSet?) throws(Finding) {
    guard let domains else {
      self = .none
      return
    }
    finding = domains.finding
    if domains.includesNothing {
      alternatives = [Self.outside(domains)]
      return
    }
    alternatives = []
    let pages = try domains.includedPages()
    if pages.contains(where: { $0.isCut }) {
      if let urls = NonEmpty(pages.flatMap({ $0.filters })) { alternatives.append(.ifTopURL(urls)) }
    } else {
      let hosts = pages.compactMap { page -> Domain? in
        if case .host(let host) = page { Domain(host, includesSubdomains: true) } else { nil }
      }
      let urls = pages.flatMap { page -> [URLFilter] in
        if case .urls(let filters, _) = page { filters } else { [] }
      }
      if let hosts = NonEmpty(hosts) { alternatives.append(.ifDomain(hosts)) }
      if let urls = NonEmpty(urls) { alternatives.append(.ifTopURL(urls)) }
    }
  }

  init(alternatives: [Condition?], finding: Finding? = nil) {
    (self.alternatives, self.finding) = (alternatives, finding)
  }

  private static func outside(_ domains: DomainSet) -> Condition? {
    if domains.excludedEntities.isEmpty, domains.excludedRegexes.isEmpty {
      let hosts = domains.excludedHosts.compactMap { Domain($0, includesSubdomains: true) }
      return NonEmpty(hosts).map { .unlessDomain($0) }
    }
    let patterns =
      domains.excludedHosts.flatMap { URLFilter.pages(of: $0, without: []) }
      + domains.excludedEntities.compactMap { PagePattern.pages(of: .entity($0), .excluded) }
      + domains.excludedRegexes.flatMap { $0.pages }
    return NonEmpty(patterns).map { .unlessTopURL($0) }
  }
}

/// A part of the pages that a list of domains includes, after its exclusions are removed.
enum IncludedPages {
  /// All pages of a host and its subdomains.
  case host([UInt8])
  /// Pages whose URL matches one of these url-filters. `isCut` states whether exclusions have removed pages.
  case urls([URLFilter], isCut: Bool)

  var filters: [URLFilter] {
    switch self {
    case .host(let host): PagePattern.pages(of: .host(host), .included).map { [$0] } ?? []
    case .urls(let filters, _): filters
    }
  }

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
        pages += try cut([.included(.host(host))], names: cuts, regexes: excludedRegexHosts)
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
        pages += try cut([.included(.entity(entity))], names: cuts, regexes: excludedRegexHosts)
      }
    }
    for regex in regexes {
      pages += try cut(regex.hosts, names: excluded.names, regexes: excludedRegexHosts)
    }
    pages.removeAll { $0.filters.isEmpty }
    if pages.isEmpty { throw .unsupported(.mixedDomains, span: range) }
    return pages
  }

  private static func filters(of entity: [UInt8]) -> [URLFilter] {
    PagePattern.pages(of: .entity(entity), .included).map { [$0] } ?? []
  }

  private func cut(
    _ hosts: [HostPattern], names: [PageName], regexes: [HostPattern]
  ) throws(Finding) -> [IncludedPages] {
    let excluded = Array(Set(names)).sorted().map { HostPattern.excluded($0) } + regexes
    var left: [HostPattern] = []
    for host in hosts {
      guard let rest = host.without(excluded) else { throw .unsupported(.mixedDomains, span: range) }
      left += rest
    }
    guard let filters = HostPattern.pages(left) else { throw .unsupported(.mixedDomains, span: range) }
    return [.urls(filters, isCut: true)]
  }
}

/// Url-filters that match the URLs of pages or other requests by host.
package enum PagePattern {
  static func host(_ host: [UInt8]) -> URLFilter? { URLFilter.host(host.span) }

  static func requests(to host: [UInt8], _ scope: HostsLine.Scope) -> URLFilter? {
    upToHostEnd(of: host, scope).finish(with: .request)
  }

  static func upToHostEnd(of host: [UInt8], _ scope: HostsLine.Scope) -> URLFilterBuilder {
    switch scope {
    case .hostAndBelow: return URLFilterBuilder(.label, host: host)
    case .host: return URLFilterBuilder(.host, host: host)
    case .below:
      var builder = URLFilterBuilder(.authority)
      builder.authorityCharacter()
      builder.authorityRun()
      builder.literals([ASCII.dot] + host)
      return builder
    }
  }

  /// Returns the url-filter for requests to an IPv6 address in brackets.
  static func address(_ address: [UInt8]) -> URLFilter? {
    URLFilterBuilder(.host, host: address).finish(with: .request)
  }

  static func requests(to name: PageName, _ form: SuffixForm) -> URLFilter? {
    if case .host(let host) = name { return self.host(host) }
    return upToHostEnd(of: name, form, .label).finish(with: .request)
  }

  static func pages(of name: PageName, _ form: SuffixForm) -> URLFilter? {
    if case .host(let host) = name { return Domain(host, includesSubdomains: true).map { .page($0) } }
    return upToHostEnd(of: name, form, .label).finish(with: .page)
  }

  static func upToHostEnd(of name: PageName, _ form: SuffixForm, _ anchor: HostAnchor) -> URLFilterBuilder {
    switch name {
    case .host(let host): return URLFilterBuilder(anchor, host: host)
    case .entity(let name):
      var builder = URLFilterBuilder(anchor, host: name + [ASCII.dot])
      switch form {
      case .included: builder.publicSuffix()
      case .excluded: builder.oneOrTwoLabels()
      }
      return builder
    }
  }

  static func pages(below host: [UInt8]) -> URLFilter? { upToHostEnd(of: host, .below).finish(with: .page) }
}
