extension URLFilter {
  /// Returns a pattern for a condition on the page URL that matches the pages of a domain. This is the
  /// intended meaning of `if-domain`.
  ///
  /// WebKit searches for the value of `if-domain` anywhere in the page's URL, including its query and
  /// fragment. Any page can therefore pass as a page of another site:
  /// `https://other.example/?u=https://good.example/` (measured, and in WebKit's source up to 2026). This
  /// pattern is anchored at the start of the URL and at the end of the authority.
  ///
  /// The pattern cannot end in `[:/]`: WebKit keeps the user name in the URL of a page, and
  /// `https://good.example:x@other.example/` is a page of `other.example` (measured). If the URL has a user
  /// name, the pattern matches subdomains but not the domain itself, as `if-domain` does. `([^/]+[.@])?`
  /// would match both, but takes 10% longer to compile (measured).
  public static func page(_ domain: Domain) -> URLFilter {
    let anchor = domain.includesSubdomains ? HostAnchor.label : .authority
    // The host of a domain is a valid host name, for which a filter always exists.
    return host(domain.host.span, between: anchor, and: .page) ?? Rule.noOperation.trigger.urlFilter
  }

  /// The domain, if this filter is one that ``page(_:)`` returns.
  package var pageDomain: Domain? {
    if let host = Self.host(in: bytes.span, between: .label, and: .page) {
      return Domain(host, includesSubdomains: true)
    }
    return Self.host(in: bytes.span, between: .authority, and: .page)
      .flatMap { Domain($0, includesSubdomains: false) }
  }
}
