import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// A party that compares hosts: `strict1p` and `strict3p`.
///
/// WebKit's `load-type` compares sites. If the pattern names a host, a condition on the page compares it.
struct StrictParty {
  /// Whether the filter applies to requests to the host of the page. Otherwise, it applies to those to other hosts.
  var isSameHost: Bool
  var range: ByteRange

  var finding: Finding { .approximated(.strictParty, span: range) }

  struct Requests {
    var pattern: PatternConverter.Result
    var conditions: PageConditions
    /// The requests to the hosts below the host of the pattern.
    var below: (pattern: PatternConverter.Result, conditions: PageConditions)?
  }

  /// Returns the requests that a filter applies to, on all pages or some. Returns `nil` if its pattern does not
  /// name a host, or if the pages cannot be combined with the host.
  ///
  /// If the pattern also matches hosts below the host, WebKit cannot compare one of them with another. These requests
  /// are neither blocked nor, with `strict3p`, allowed.
  func requests(
    of filter: NetworkFilter, _ options: FilterOptions, on pages: DomainSet?, in bytes: Span<UInt8>
  ) throws(Finding) -> Requests? {
    guard options.requestDomains.isEmpty, options.allowedRequestDomains.isEmpty, options.subject == .requests,
      RuleTypes(options).pages.isEmpty
    else { return nil }
    let isCaseSensitive = options.isCaseSensitive
    if let host = try Self.exactHost(of: filter.pattern, options, in: bytes),
      let page = URLFilter.pages(ofExactly: host)
    {
      guard let conditions = try conditions(host, page: page, pages: pages, isBelow: false) else {
        return nil
      }
      return Requests(
        pattern: try PatternConverter.convert(filter.pattern, for: options, in: bytes),
        conditions: conditions)
    }
    guard case .plain(let plain) = filter.pattern,
      let (host, end) = PatternConverter.wholeHost(of: plain, in: bytes),
      let page = URLFilter.pages(ofExactly: host),
      let conditions = try conditions(host, page: page, pages: pages, isBelow: false)
    else { return nil }
    var start = PagePattern.upToHostEnd(of: host, .host)
    var startBelow = PagePattern.upToHostEnd(of: host, .below)
    try PatternConverter.checkLength(of: plain, in: bytes)
    let isSeparator = bytes[end] == ASCII.caret
    if isSeparator {
      start.hostEnd()
      startBelow.hostEnd()
    }
    func pattern(_ start: URLFilterBuilder, finding: Finding?) -> PatternConverter.Result {
      PatternConverter.Result(
        filters: PatternConverter.finish(
          start, pattern: plain, from: isSeparator ? end + 1 : end, isCaseSensitive: isCaseSensitive,
          in: bytes),
        isCaseSensitive: isCaseSensitive || isSeparator && end + 1 == plain.body.upperBound, finding: finding)
    }
    if let pages, pages.isUnrelated(to: host) {
      let whole = try PatternConverter.convert(filter.pattern, for: options, in: bytes)
      return Requests(pattern: whole, conditions: conditions)
    }
    var requests = Requests(pattern: pattern(start, finding: finding), conditions: conditions)
    if !isSameHost || filter.isException, let below = PagePattern.pages(below: host),
      let conditions = try self.conditions(host, page: below, pages: pages, isBelow: true)
    {
      requests.below = (pattern(startBelow, finding: finding), conditions)
    }
    return requests
  }

  /// Returns the conditions for some of the pages.
  ///
  /// - Parameters:
  ///   - host: The host of the requests, or the one that they are below.
  ///   - page: The url-filter for pages of the host, or of the hosts below it.
  private func conditions(
    _ host: [UInt8], page: URLFilter, pages: DomainSet?, isBelow: Bool
  ) throws(Finding) -> PageConditions? {
    guard let pages else {
      return PageConditions(alternatives: [
        isSameHost ? .ifTopURL(NonEmpty(page)) : .unlessTopURL(NonEmpty(page))
      ])
    }
    guard pages.entities.isEmpty, pages.regexes.isEmpty, pages.paths.isEmpty else { return nil }
    if isSameHost {
      guard pages.excludedEntities.isEmpty, pages.excludedRegexes.isEmpty else { return nil }
      // Some hosts below the host may not be among the pages.
      if isBelow, !pages.excludedHosts.isEmpty { return nil }
      if pages.excludedHosts.contains(where: { HostNames.isHost(host, within: $0) }) { return nil }
      guard pages.includesNothing || pages.hosts.contains(where: { HostNames.isHost(host, within: $0) })
      else {
        if pages.isUnrelated(to: host) { throw .unsupported(.conflictingOptions, span: pages.range) }
        return nil
      }
      return PageConditions(alternatives: [.ifTopURL(NonEmpty(page))], finding: pages.finding)
    }
    var conditions = try PageConditions(pages)
    if !pages.includesNothing {
      let areOthers = !pages.hosts.contains { HostNames.isHost(host, within: $0) }
      return areOthers && (!isBelow || pages.isUnrelated(to: host)) ? conditions : nil
    }
    let filters: [URLFilter]
    switch conditions.alternatives.first {
    case .some(.unlessDomain(let domains)?): filters = domains.elements.map { .page($0) }
    case .some(.unlessTopURL(let urls)?): filters = urls.elements
    case nil, .some(nil): filters = []
    case .some(.ifDomain?), .some(.ifTopURL?), .some(.ifFrameURL?), .some(.unlessFrameURL?): return nil
    }
    conditions.alternatives = [NonEmpty(filters + [page]).map { .unlessTopURL($0) }]
    return conditions
  }

  private static func exactHost(
    of pattern: Pattern, _ options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> [UInt8]? {
    switch pattern {
    case .plain(let plain): PatternConverter.exactHost(of: plain, in: bytes)
    case .regex(let body):
      RequestHosts.exactHost(
        of: try RegexPatterns.convert(
          body, isCaseSensitive: true, schemes: options.schemes, in: bytes
        ).patterns)
    }
  }
}

extension DomainSet {
  /// Whether the set names pages, and none of them has this host, or a host above or below it.
  fileprivate func isUnrelated(to host: [UInt8]) -> Bool {
    !includesNothing && entities.isEmpty && regexes.isEmpty && paths.isEmpty
      && !hosts.contains { HostNames.isHost(host, within: $0) || HostNames.isHost($0, within: host) }
  }
}
