import SluiceRules

/// Writes exceptions as rules that cancel all rules before them. Such rules can be appended to a finished
/// list.
struct ExceptionRules {
  private(set) var problems: [TrackerDataProblem] = []

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
    domains += exceptions.userHosts.compactMap { Domain($0, includesSubdomains: false) }
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

/// Patterns for paths that begin with a text, but not with certain longer texts.
enum AllowlistRemainder {
  typealias Term = URLFilterPattern.Term

  /// Returns the patterns of paths that begin with `path`, but not with an element of `longer`. All elements
  /// must begin with `path`.
  ///
  /// WebKit's patterns have no lookahead, so this returns one pattern for each position where a path can end
  /// or deviate from all longer texts.
  static func paths(of path: [UInt8], without longer: [[UInt8]]) -> [(terms: [Term], isAtEnd: Bool)] {
    guard !longer.isEmpty else { return [(RulePath(path, .allowlist).terms, false)] }
    var patterns: [(terms: [Term], isAtEnd: Bool)] = []
    let path = path.isEmpty ? [ASCII.slash] : path
    let longer = longer.map { $0.map(\.asciiLowercased) }
    var starts: [[UInt8]] = [path.map(\.asciiLowercased)]
    var seen: Set<[UInt8]> = Set(starts)
    while let start = starts.popLast() {
      let following = longer.filter { $0.count > start.count && $0.starts(with: start) }
      var next = ASCIISet()
      for text in following {
        next.insert(text[start.count])
        let longerStart = start + [text[start.count]]
        if !longer.contains(longerStart), seen.insert(longerStart).inserted { starts.append(longerStart) }
      }
      let terms = RulePath(start, .allowlist).terms
      patterns.append((terms + [Term(.characters(.init(next, isNegated: true)))], false))
      patterns.append((terms, true))
    }
    return patterns
  }
}
