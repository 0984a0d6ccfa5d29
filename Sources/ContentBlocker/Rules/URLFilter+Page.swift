extension URLFilter {
  /// Pages of a domain, for a condition on the URL of a page: what `if-domain` is meant to say.
  ///
  /// WebKit looks for the value of `if-domain` anywhere in the page's URL, query and fragment included, so that
  /// any page can pass itself off as another: `https://other.example/?u=https://good.example/` (measured, and
  /// in its source to 2026). This pattern begins with the URL and ends with the authority. `[:/]` would not do
  /// for its end: WebKit keeps the user in the URL of a page, and `https://good.example:x@other.example/` is a
  /// page of `other.example` (measured). What is below a domain is found behind a user too, the domain itself
  /// is not, as with `if-domain`: `([^/]+[.@])?` would say that, and take a tenth more time to compile
  /// (measured).
  public static func page(_ domain: Domain) -> URLFilter {
    let anchor = domain.includesSubdomains ? HostAnchor.label : .authority
    // A domain is a host name, of which there always is a filter.
    return host(domain.host.span, between: anchor, and: .page) ?? Rule.noOperation.trigger.urlFilter
  }

  /// The domain if the filter is what ``page(_:)`` writes.
  var pageDomain: Domain? {
    if let host = Self.host(in: bytes.span, between: .label, and: .page) {
      return Domain(host, includesSubdomains: true)
    }
    return Self.host(in: bytes.span, between: .authority, and: .page)
      .flatMap { Domain($0, includesSubdomains: false) }
  }
}
