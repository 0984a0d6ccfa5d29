import SluiceRules
import SluiceSyntax

/// The conditions for a list of domains. A filter needs its rule once for each condition.
struct PageConditions {
  /// The alternative conditions; `nil` stands for all pages.
  var alternatives: [Condition?]
  /// The reason why the conditions do not represent the list exactly.
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

  /// Returns the condition for all pages except those of these domains.
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
