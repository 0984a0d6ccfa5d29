import SluiceConversion
import SluiceRules

/// Writes exceptions as rules that cancel all rules before them. Such rules can be appended to a finished
/// list.
struct ExceptionRules {
  private(set) var problems: [TrackerDataProblem] = []

  /// Returns the rules of the exceptions.
  mutating func rules(_ exceptions: TrackerExceptions) -> [Rule] {
    // A single rule for everything makes all others redundant.
    if exceptions.isContentBlockingOff {
      return [Rule(trigger: Trigger(urlFilter: .any), action: .ignorePreviousRules)]
    }
    var rules = allowed(exceptions.allowlist).compactMap { allowed in
      allowed.pages.limiting(allowed.trigger).map { Rule(trigger: $0, action: .ignorePreviousRules) }
    }
    var domains: [Domain] = []
    for host in exceptions.temporary + exceptions.contentBlocking {
      if let domain = Domain(host, includesSubdomains: true) { domains.append(domain) }
    }
    for host in exceptions.userSites {
      let bare = host.starts(with: Array("www.".utf8)) ? Array(host.dropFirst(4)) : host
      for name in [bare, Array("www.".utf8) + bare] {
        if let domain = Domain(name, includesSubdomains: false) { domains.append(domain) }
      }
    }
    var known: Set<Domain> = []
    domains.removeAll { !known.insert($0).inserted }
    if let domains = NonEmpty(domains) {
      let trigger = Trigger(urlFilter: .any, condition: .ifDomain(domains))
      rules.append(Rule(trigger: trigger, action: .ignorePreviousRules))
    }
    return rules
  }

  /// Requests to a host that the allowlist allows.
  struct Allowed {
    var host: [UInt8]
    /// The requests.
    var trigger: Trigger
    /// The pages that may make the requests.
    var pages: PageSet
  }

  /// Returns the requests that an allowlist allows.
  mutating func allowed(_ allowlist: [TrackerExceptions.AllowlistEntry]) -> [Allowed] {
    var allowed: [Allowed] = []
    for entry in allowlist {
      for index in entry.rules.indices { allowed += self.allowed(entry, index) }
    }
    return allowed
  }

  /// Returns the requests that an allowlist rule allows.
  ///
  /// The first matching rule decides. Therefore the requests of earlier rules are excluded, unless the
  /// earlier rule allows them on all pages on which this rule does.
  private mutating func allowed(_ entry: TrackerExceptions.AllowlistEntry, _ index: Int) -> [Allowed] {
    let rule = entry.rules[index]
    let pages = rule.pages
    guard !pages.isEmpty else { return [] }
    var earlier: [TrackerExceptions.AllowlistRule] = []
    for other in entry.rules[..<index] where rule.overlaps(other) && !other.coversPages(of: rule) {
      // If the earlier rule matches everything that this rule matches, this rule never decides.
      if other.includes(rule) { return [] }
      if other.rulePath.hasWildcard || rule.rulePath.hasWildcard || other.host != rule.host {
        problems.append(TrackerDataProblem(.widened, at: rule.place ?? TrackerDataPlace(path: "")))
      } else {
        earlier.append(other)
      }
    }
    return AllowlistRemainder.paths(of: rule.path, without: earlier.map(\.path)).compactMap { path in
      guard let filter = Self.urlFilter(host: rule.host, path: path.terms, isAtEnd: path.isAtEnd) else {
        return nil
      }
      return Allowed(
        host: rule.host, trigger: Trigger(urlFilter: filter, isCaseSensitive: path.terms.isEmpty),
        pages: pages)
    }
  }

  private static func urlFilter(host: [UInt8], path: [URLFilterPattern.Term], isAtEnd: Bool) -> URLFilter? {
    if path.isEmpty { return .host(host.span) }
    typealias Term = URLFilterPattern.Term
    return URLFilter(
      URLFilterPattern(
        .atHostLabel + host.map { Term(.literal($0)) } + [.port] + path, isAnchoredAtStart: true,
        isAnchoredAtEnd: isAtEnd))
  }
}

extension TrackerExceptions.AllowlistRule {
  var rulePath: RulePath { RulePath(path, .allowlist) }

  /// The sites that the rule applies to.
  var pages: PageSet {
    (domains.map { PageSet(within: $0) } ?? .all).subtracting(PageSet(within: excludedDomains))
  }

  /// Returns whether a request could match both rules.
  fileprivate func overlaps(_ other: Self) -> Bool {
    guard HostNames.isHost(host, within: other.host) || HostNames.isHost(other.host, within: host) else {
      return false
    }
    return rulePath.mayOverlap(other.rulePath)
  }

  /// Returns whether this rule allows its requests on all pages of the other rule.
  fileprivate func coversPages(of other: Self) -> Bool { other.pages.subtracting(pages).isEmpty }

  /// Returns whether all requests of the other rule also match this rule.
  fileprivate func includes(_ other: Self) -> Bool {
    HostNames.isHost(other.host, within: host) && !rulePath.hasWildcard
      && other.path.count >= path.count && rulePath.mayOverlap(other.rulePath)
      && !RulePath(Array(other.path.prefix(path.count)), .allowlist).hasWildcard
  }
}
