import ContentBlocker
import FilterSyntax

/// An exception that acts on whole pages: which pages, and what does not act there.
struct PageException {
  var scopes: FilterOptions.PageScopes
  var pages: Pages
  var location: FilterLocation

  /// Which pages.
  enum Pages: Hashable {
    /// Pages of these hosts and of those below them.
    case hosts([Domain])
    /// Pages whose URL matches one of these.
    /// Case is disregarded: that allows no more than the same page in another spelling.
    case urls([URLFilter])
  }

  /// The pages that an exception's pattern and domains mean, or why these cannot be told.
  static func pages(
    of filter: NetworkFilter, _ options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> Pages {
    let place = options.domainsRange ?? filter.options.first?.range ?? ByteRange(0, 0)
    guard options.requestDomains.isEmpty, options.allowedRequestDomains.isEmpty else {
      throw .dropped(.pageScope, place)
    }
    let host = bareHost(of: filter.pattern, in: bytes)
    if options.domains.isEmpty {
      if let host, let domain = Domain(host, includesSubdomains: true) { return .hosts([domain]) }
      let pattern = try PatternConverter.convert(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
      if let finding = pattern.finding {
        throw Finding(outcome: .dropped, reason: finding.reason, span: finding.span)
      }
      return .urls(pattern.filters)
    }
    let domains = try DomainSet(options.domains, in: bytes)
    guard domains.excludedHosts.isEmpty, domains.excludedEntities.isEmpty, !domains.includesNothing else {
      throw .dropped(.pageScope, place)
    }
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty {
      let hosts = domains.hosts.compactMap { Domain($0, includesSubdomains: true) }
      if domains.entities.isEmpty { return .hosts(hosts) }
      let filters =
        domains.hosts.compactMap { PagePattern.host($0) } + domains.entities.compactMap(PagePattern.entity)
      return .urls(filters)
    }
    // Both a pattern and domains: the page's own host must be in both.
    guard let host, domains.entities.isEmpty else { throw .dropped(.pageScope, place) }
    if domains.hosts.contains(where: { HostNames.isHost(host, within: $0) }) {
      return .hosts([host].compactMap { Domain($0, includesSubdomains: true) })
    }
    let inside = domains.hosts.filter { HostNames.isHost($0, within: host) }
    guard !inside.isEmpty else { throw .dropped(.conflictingOptions, place) }
    return .hosts(inside.compactMap { Domain($0, includesSubdomains: true) })
  }

  /// The host of a pattern that is no more than `||host^` or `||host/`.
  static func bareHost(of pattern: Pattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored else {
      return nil
    }
    let end = PatternConverter.hostEnd(bytes, plain.body)
    guard end + 1 == plain.body.upperBound, bytes[end] == UInt8(ascii: "^") else { return nil }
    return HostNames.ascii(bytes, ByteRange(plain.body.lowerBound, end))
  }
}
