/// The domains of a condition on the page. The condition is either a condition by domain, or one by URL with
/// the patterns of `URLFilter.page(_:)`.
struct PageDomains {
  let domains: [Domain]
  /// Whether the page must not belong to any of the domains.
  let isNegated: Bool
  /// Whether only the host of the page can match. WebKit searches for the domains of `if-domain` anywhere in
  /// the page URL.
  let isAnchored: Bool
}

extension Condition {
  /// The domains, if the condition depends only on the domain of the page; otherwise nil.
  var pageDomains: PageDomains? {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains):
      PageDomains(domains: domains.elements, isNegated: isNegated, isAnchored: false)
    case .ifTopURL(let filters), .unlessTopURL(let filters): PageDomains(filters, isNegated: isNegated)
    case .ifFrameURL, .unlessFrameURL: nil
    }
  }
}

extension PageDomains {
  fileprivate init?(_ filters: NonEmpty<URLFilter>, isNegated: Bool) {
    var domains: [Domain] = []
    domains.reserveCapacity(filters.elements.count)
    for filter in filters.elements {
      guard let domain = filter.pageDomain else { return nil }
      domains.append(domain)
    }
    self.init(domains: domains, isNegated: isNegated, isAnchored: true)
  }
}
