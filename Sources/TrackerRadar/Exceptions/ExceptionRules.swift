import ContentBlocker
import Conversion

/// Writes exceptions as rules that cancel all before them in their list: a tail, which can also be appended to
/// a list that is finished.
struct ExceptionRules {
  private(set) var problems: [TrackerDataProblem] = []

  /// The rules of the exceptions.
  mutating func rules(_ exceptions: TrackerExceptions) -> [Rule] {
    // One for everything says the same as all the others.
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

  /// Requests to a host that are let through.
  struct Allowed {
    var host: [UInt8]
    /// The requests.
    var trigger: Trigger
    /// Where.
    var pages: PageSet
  }

  /// What an allowlist lets through.
  mutating func allowed(_ allowlist: [TrackerExceptions.AllowlistEntry]) -> [Allowed] {
    var allowed: [Allowed] = []
    for entry in allowlist {
      for index in entry.rules.indices { allowed += self.allowed(entry, index) }
    }
    return allowed
  }

  /// What an allowlist rule lets through. The first rule of a tracker that matches decides, so what an earlier one
  /// decides is taken out of a later one, unless that lets it through everywhere the later one would.
  private mutating func allowed(_ entry: TrackerExceptions.AllowlistEntry, _ index: Int) -> [Allowed] {
    let rule = entry.rules[index]
    let pages = rule.pages
    guard !pages.isEmpty else { return [] }
    var earlier: [TrackerExceptions.AllowlistRule] = []
    for other in entry.rules[..<index] where rule.overlaps(other) && !other.coversPages(of: rule) {
      // Where the earlier rule matches all that this one does, this one never decides.
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
  /// The path, to be compared.
  var rulePath: RulePath { RulePath(path, .allowlist) }

  /// The sites on which it holds.
  var pages: PageSet {
    (domains.map { PageSet(within: $0) } ?? .all).subtracting(PageSet(within: excludedDomains))
  }

  /// Whether some request could match both.
  fileprivate func overlaps(_ other: Self) -> Bool {
    guard HostNames.isHost(host, within: other.host) || HostNames.isHost(other.host, within: host) else {
      return false
    }
    return rulePath.mayOverlap(other.rulePath)
  }

  /// Whether this lets its requests through on all pages of the other one.
  fileprivate func coversPages(of other: Self) -> Bool { other.pages.subtracting(pages).isEmpty }

  /// Whether all requests of the other one match this one too.
  fileprivate func includes(_ other: Self) -> Bool {
    HostNames.isHost(other.host, within: host) && !rulePath.hasWildcard
      && other.path.count >= path.count && rulePath.mayOverlap(other.rulePath)
      && !RulePath(Array(other.path.prefix(path.count)), .allowlist).hasWildcard
  }
}
