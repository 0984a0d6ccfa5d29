import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// An exception that applies to whole pages, with its pages and scopes.
struct WholePageException {
  var scopes: PageScopes
  var pages: Pages
  /// Whether important blocks apply on the pages too, if they are of a list in the same dialect.
  var yieldsToImportant = false
  var location: FilterPlace

  enum Pages: Hashable {
    /// The pages of these hosts and their subdomains.
    case hosts([Domain])
    case urls([URLFilter], isCaseSensitive: Bool = false)
  }

  /// Returns the exception of a filter, with a finding if it is not exact. Throws a finding if WebKit cannot
  /// express it.
  static func exception(
    _ filter: NetworkFilter, options: FilterOptions, dialect: ListDialect, at location: FilterPlace,
    in bytes: Span<UInt8>
  ) throws(Finding) -> (WholePageException, Finding?) {
    var (pages, finding) = try pages(of: filter, options, dialect: dialect, in: bytes)
    var scopes = options.pageScopes
    if case .urls = pages, scopes.remove(.specifichide) != nil,
      scopes.isDisjoint(with: [.document, .elemhide])
    {
      // The pages of a site cannot be divided by URL; see ``RuleOrder``.
      let problem = Finding.unsupported(.pageScope, span: options.range)
      if scopes.isEmpty { throw problem }
      finding = finding ?? problem.ofOnePart
    }
    let exception = WholePageException(
      scopes: scopes, pages: pages,
      yieldsToImportant: dialect.importantOverridesPageExceptions && !options.isImportant, location: location)
    return (exception, finding)
  }

  /// Returns the pages that the pattern and domains of an exception define, with a finding if they are not
  /// exact. Throws a finding if WebKit cannot express them.
  static func pages(
    of filter: NetworkFilter, _ options: FilterOptions, dialect: ListDialect, in bytes: Span<UInt8>
  ) throws(Finding) -> (Pages, Finding?) {
    let place = options.range
    guard options.allowedRequestDomains.isEmpty else { throw .unsupported(.pageScope, span: place) }
    // In a page load, the page is the requested document, so `to` and `domain` mean the same.
    let entries = options.domains.isEmpty ? options.requestDomains : options.domains
    guard options.domains.isEmpty || options.requestDomains.isEmpty else {
      throw .unsupported(.pageScope, span: place)
    }
    let host = bareHost(of: filter.pattern, in: bytes)
    if entries.isEmpty {
      if let host, let domain = Domain(host, includesSubdomains: true) { return (.hosts([domain]), nil) }
      let pattern = try PatternConverter.convert(filter.pattern, for: options, in: bytes)
      if let finding = pattern.finding {
        throw Finding(outcome: .unsupported, reason: finding.reason, span: finding.span)
      }
      let pages = pattern.filters.flatMap { $0.inPageURL }
      if pages.isEmpty { throw .unsupported(.regexNeverMatches, span: place) }
      return (.urls(pages, isCaseSensitive: options.isCaseSensitive), nil)
    }
    let domains: DomainSet
    if let pages = try options.pages(dialect, isException: true, in: bytes) {
      domains = pages
    } else {
      domains = try DomainSet(entries, precedence: .excluded, in: bytes)
    }
    guard !domains.includesNothing else { throw .unsupported(.pageScope, span: place) }
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty {
      return (try pages(of: domains), domains.finding)
    }
    guard domains.excludedNames.isEmpty, !domains.hasRegexes else {
      throw .unsupported(.pageScope, span: place)
    }
    // The pattern is the beginning of a host. Only some of the domains begin with it.
    if domains.entities.isEmpty, let beginning = hostBeginning(of: filter.pattern, in: bytes) {
      let hosts = domains.hosts.filter { RequestHosts.begins($0, text: beginning) }
      guard !hosts.isEmpty else { throw .unsupported(.pageScope, span: place) }
      return (.hosts(hosts.compactMap { Domain($0, includesSubdomains: true) }), domains.finding)
    }
    // If there are both a pattern and domains, the host of the page must match both.
    guard let host, domains.entities.isEmpty else { throw .unsupported(.pageScope, span: place) }
    if domains.hosts.contains(where: { HostNames.isHost(host, within: $0) }) {
      return (.hosts([host].compactMap { Domain($0, includesSubdomains: true) }), domains.finding)
    }
    let inside = domains.hosts.filter { HostNames.isHost($0, within: host) }
    guard !inside.isEmpty else {
      throw .unsupported(dialect.exceptsFramesOfPages ? .pageScope : .conflictingOptions, span: place)
    }
    return (.hosts(inside.compactMap { Domain($0, includesSubdomains: true) }), domains.finding)
  }

  private static func pages(of domains: DomainSet) throws(Finding) -> Pages {
    let pages = try domains.includedPages()
    var hosts: [Domain] = []
    for page in pages {
      guard case .host(let host) = page else { return .urls(pages.flatMap({ $0.filters })) }
      if let domain = Domain(host, includesSubdomains: true) { hosts.append(domain) }
    }
    return .hosts(hosts)
  }

  /// Returns the host that a pattern requires, up to its end, and the text of URLs after it, in lower case.
  static func hostAndPath(of pattern: Pattern, in bytes: Span<UInt8>) -> (host: [UInt8], path: [UInt8])? {
    guard case .plain(let plain) = pattern, let text = plain.hostAtStart(in: bytes) else { return nil }
    let end = text.upperBound
    guard end < plain.body.upperBound, bytes[end] == ASCII.caret || bytes[end] == ASCII.slash else {
      return nil
    }
    let host = bytes.lowercased(text)
    guard Domain.isHost(host) else { return nil }
    let pathEnd = bytes.endOfRun(from: end, to: plain.body.upperBound) {
      $0 != ASCII.caret && $0 != ASCII.star
    }
    return (host, bytes.lowercased(ByteRange(end, pathEnd)))
  }

  /// Returns the host of a pattern of the form `||host^` or `||host/`, or `nil` for other patterns.
  static func bareHost(of pattern: Pattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored else {
      return nil
    }
    let end = PatternConverter.hostEnd(bytes, body: plain.body)
    guard end + 1 == plain.body.upperBound, bytes[end] == ASCII.caret else { return nil }
    return HostNames.ascii(bytes, in: ByteRange(plain.body.lowerBound, end))
  }

  /// Returns the text of a pattern that consists of `||` and the beginning of a host, or `nil` for other
  /// patterns.
  private static func hostBeginning(of pattern: Pattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored,
      PatternConverter.hostEnd(bytes, body: plain.body) == plain.body.upperBound
    else { return nil }
    return bytes.lowercased(plain.body)
  }
}
