import SluiceRules
import SluiceText

/// Writes exceptions as rules that cancel all rules before them. Such rules can be appended to a finished
/// list.
struct ExceptionRules {
  private let exceptions: TrackerExceptions
  private(set) var problems: [TrackerDataProblem] = []
  private var budget: TrackerBudget

  init(_ exceptions: TrackerExceptions, free: Int = TrackerBudget.freeBytes) {
    self.exceptions = exceptions
    budget = TrackerBudget(size: exceptions.size, free: free)
  }

  mutating func rules() -> [Rule] {
    // A single rule for everything makes all others redundant.
    if exceptions.isContentBlockingOff {
      return [Rule(trigger: Trigger(urlFilter: .any), action: .ignorePreviousRules)]
    }
    var rules: [Rule] = []
    for allowed in allowed() {
      guard let limited = allowed.pages.limiting(Trigger(urlFilter: .any)) else { continue }
      for var trigger in allowed.triggers {
        // The rules share the condition.
        trigger.condition = limited.condition
        rules.append(Rule(trigger: trigger, action: .ignorePreviousRules))
      }
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

  struct Allowed {
    var host: [UInt8]
    var triggers: [Trigger]
    var pages: PageSet
  }

  mutating func allowed() -> [Allowed] {
    var allowed: [Allowed] = []
    for entry in exceptions.allowlist {
      var earlier: [PreparedRule] = []
      for rule in entry.rules {
        budget.begin(size: rule.size)
        let steps = earlier.count.multipliedClamped(by: 16 + rule.path.count) / 256
        guard budget.spend(steps: steps.addingClamped(1 + rule.excludedDomains.count)) else {
          noteProportion(rule)
          continue
        }
        let prepared = PreparedRule(rule)
        if let own = self.allowed(prepared, after: earlier) { allowed.append(own) }
        earlier.append(prepared)
      }
    }
    return allowed
  }

  private mutating func noteProportion(_ rule: TrackerExceptions.RequestRule) {
    problems.append(TrackerDataProblem(.outOfProportion, at: rule.place ?? TrackerDataPlace(path: "")))
  }

  /// Returns the requests that an allowlist rule allows.
  ///
  /// The first matching rule decides. Therefore the requests of earlier rules are excluded, unless the
  /// earlier rule allows them on all pages on which this rule does.
  private mutating func allowed(_ prepared: PreparedRule, after all: [PreparedRule]) -> Allowed? {
    let (rule, pages) = (prepared.rule, prepared.pages)
    guard !pages.isEmpty else { return nil }
    var earlier: [TrackerExceptions.RequestRule] = []
    for other in all where prepared.overlaps(other) {
      guard budget.spend(steps: 1 + (pages.size + other.pages.size) / 64) else {
        noteProportion(rule)
        return nil
      }
      // The earlier rule allows its requests on all pages of this one.
      if pages.subtracting(other.pages).isEmpty { continue }
      // If the earlier rule matches everything that this rule matches, this rule never decides.
      if other.includes(prepared) { return nil }
      if other.hasWildcard || prepared.hasWildcard || other.rule.host != rule.host {
        problems.append(TrackerDataProblem(.widened, at: rule.place ?? TrackerDataPlace(path: "")))
      } else {
        earlier.append(other.rule)
      }
    }
    let longest = earlier.reduce(rule.path.count) { max($0, $1.path.count) }
    let count = earlier.reduce(1) { $0 + 2 * max(1, $1.path.count - rule.path.count) }
    let size = TrackerBudget.ruleSize + rule.host.count + longest + pages.size
    guard budget.spend(steps: count.multipliedClamped(by: earlier.count) / 64),
      budget.spend(count.multipliedClamped(by: size))
    else {
      noteProportion(rule)
      return nil
    }
    let paths = AllowlistRemainder.paths(of: rule.path, without: earlier.map(\.path))
    let triggers = paths.compactMap { path in
      Self.urlFilter(host: rule.host, path: path.terms, isAtEnd: path.isAtEnd).map {
        Trigger(urlFilter: $0, isCaseSensitive: path.terms.isEmpty)
      }
    }
    return Allowed(host: rule.host, triggers: triggers, pages: pages)
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

/// An allowlist rule, prepared for comparisons with others.
private struct PreparedRule {
  let rule: TrackerExceptions.RequestRule
  let pages: PageSet
  /// The path before the first wildcard, in lowercase.
  private let start: [UInt8]

  init(_ rule: TrackerExceptions.RequestRule) {
    self.rule = rule
    pages = rule.pages
    start = rule.rulePath.literalStart.map(\.asciiLowercased)
  }

  var hasWildcard: Bool { start.count < rule.path.count }

  /// Returns whether a request could match both rules, judged by the text before the first wildcard.
  func overlaps(_ other: PreparedRule) -> Bool {
    (HostNames.isHost(rule.host, within: other.rule.host)
      || HostNames.isHost(other.rule.host, within: rule.host))
      && (0..<min(start.count, other.start.count)).allSatisfy { start[$0] == other.start[$0] }
  }

  /// Returns whether all requests of the other rule also match this rule. They must overlap.
  func includes(_ other: PreparedRule) -> Bool {
    HostNames.isHost(other.rule.host, within: rule.host) && !hasWildcard
      && other.start.count >= rule.path.count
  }
}

extension TrackerExceptions.RequestRule {
  var rulePath: RulePath { RulePath(path, syntax: .allowlist) }

  var pages: PageSet {
    (domains.map { PageSet(within: $0) } ?? .all).subtracting(PageSet(within: excludedDomains))
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
    guard !longer.isEmpty else { return [(RulePath(path, syntax: .allowlist).terms, false)] }
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
      let terms = RulePath(start, syntax: .allowlist).terms
      patterns.append((terms + [Term(.characters(.init(next, isNegated: true)))], false))
      patterns.append((terms, true))
    }
    return patterns
  }
}
