import SluiceRequestChanges
import SluiceRules
import SluiceSyntax

/// The rules that redirect requests to resources, and the exceptions to them.
///
/// WebKit blocks a request that the rule list of the content blocker blocks, also if a rule of an extension redirects it.
/// The rule list therefore ignores exactly the requests that these rules redirect. A request that is neither blocked nor
/// redirected would be a mistake: where an exception of the extension could end a redirect that the rule list counts on,
/// the request stays blocked.
///
/// Redirects without exceptions precede all changes. The others follow them, after their exceptions. Where an exception to
/// parameters would end them, they precede it for the host of the exception (``RedirectRescue``).
struct RedirectOrder {
  private(set) var rules: [Rule] = []
  /// The redirects that do not apply to some of their requests.
  private(set) var limited: Set<FilterPlace> = []
  /// The exceptions to parameters that apply to all requests to their host.
  private(set) var widened: Set<FilterPlace> = []
  /// The redirects that have no rules because of exceptions.
  private(set) var undone: Set<FilterPlace> = []

  /// The name of the ruleset, which the names of the resources begin with.
  let ruleset: String
  private var redirects: [Redirect] = []
  private var exceptions: [Exception] = []
  private var index = ScopeIndex()
  private var importantBlocks: [ChangeScope] = []
  private var importantIndex = ScopeIndex()

  init(ruleset: String) { self.ruleset = ruleset }

  var isEmpty: Bool { redirects.isEmpty }

  /// A rule with the filters that it comes from.
  struct Rule {
    var rule: RequestChange
    var places: [FilterPlace]
    /// The patterns for URLs of pages on which the rule does not act because of another one.
    var excludedPages: [URLFilter] = []
    /// Whether another rule redirects the requests too.
    var isRepeated = false
    /// Whether important filters block its requests.
    var yieldsToImportant = false
  }

  /// A filter that redirects requests. It or others block all of them.
  struct Redirect {
    var resource: RedirectResource
    /// The redirect with the highest priority wins.
    var priority: Int
    var scope: ChangeScope
    var isImportant: Bool
    var place: FilterPlace
  }

  /// An exception to blocks or to redirects.
  struct Exception {
    enum Subject {
      /// The requests are not blocked.
      case blocks
      /// The requests of the pages are not blocked, in some dialects apart from important blocks.
      case pages(yieldsToImportant: Bool)
      /// The requests stay blocked; nil for all resources.
      case redirects(String?)
    }

    var subject: Subject
    var scope: ChangeScope
    /// Whether the scope has the requests of the exception and no others.
    var isExact: Bool
    var isImportant = false
    var place: FilterPlace

    var isToBlocks: Bool {
      switch subject {
      case .blocks: true
      case .pages, .redirects: false
      }
    }

    /// Returns whether a rule for the exception would end a redirect that the exception does not apply to.
    func endsRequests(of redirect: Redirect) -> Bool { isToBlocks && scope.mayMeet(redirect.scope) }
  }

  /// The priorities. Those of ``ChangeOrder`` are between them.
  private enum Level: Int {
    case withoutExceptions = 13
    case exceptions = 2
    case excepted = 1
  }

  /// The maximum number of sites, and of patterns for pages, on which a filter does not act.
  private static let maximumSites = 64
  /// The maximum number of pairs to compare. Further redirects have no rules.
  private static let maximumPairs = 1_000_000

  mutating func add(
    _ resource: RedirectResource, priority: Int, scope: ChangeScope, isImportant: Bool,
    at place: FilterPlace
  ) {
    redirects.append(
      Redirect(
        resource: resource, priority: priority, scope: scope, isImportant: isImportant, place: place))
  }

  /// Adds the requests that an important filter blocks, regardless of exceptions to other blocks.
  mutating func add(importantBlock scope: ChangeScope) {
    importantIndex.add(scope, number: importantBlocks.count)
    importantBlocks.append(scope)
  }

  mutating func add(_ exception: Exception) {
    index.add(exception.scope, number: exceptions.count)
    exceptions.append(exception)
  }

  /// Makes the rules that stand before and after the other changes.
  mutating func finish(among changes: ChangeOrder) {
    var ends = ScopeIndex()
    for (number, end) in changes.ending.enumerated() { ends.add(end.scope, number: number) }
    var rescue = RedirectRescue(changes, ruleset: ruleset)
    var used: Set<Int> = []
    var pairs = 0
    var parts: [(redirect: Redirect, rest: Remainder)] = []
    // The redirects with exceptions, which others of the same requests must not precede.
    var excepted = ScopeIndex()
    // If a request has several redirects, WebKit uses the first.
    let byPriority = redirects.indices.sorted { left, right in
      (redirects[right].priority, left) < (redirects[left].priority, right)
    }
    for number in byPriority {
      var redirect = redirects[number]
      guard !changes.exemptsOtherPages, pairs <= Self.maximumPairs else {
        undone.insert(redirect.place)
        continue
      }
      let candidates = index.candidates(for: redirect.scope)
      let preceding = excepted.candidates(for: redirect.scope).filter {
        parts[$0].redirect.priority > redirect.priority && parts[$0].redirect.scope.mayMeet(redirect.scope)
      }
      pairs += candidates.count + parts.count + changes.ending.count
      if let stronger = preceding.first(where: { parts[$0].redirect.scope.covers(redirect.scope) }) {
        redirect.resource = parts[stronger].redirect.resource
      }
      let met = candidates.filter { applies($0, to: redirect) }
      var rest = remainder(of: redirect, outside: met)
      var before: [Int] = []
      if rest == nil {
        let excluded = met.filter { mustBeExcluded($0, from: redirect) }
        rest = remainder(of: redirect, outside: excluded)
        rest?.endsByExceptions = true
        before = Set(met).subtracting(excluded).sorted()
        if rest == nil { rest = remainder(of: redirect, blockedBy: excluded) }
      }
      guard var rest, !rest.conditions.isEmpty else {
        undone.insert(redirect.place)
        continue
      }
      if !rest.endsByExceptions {
        rest.endsByExceptions = preceding.contains { parts[$0].redirect.resource != redirect.resource }
      }
      if rest.endsByExceptions {
        let numbers = ends.candidates(forRequestsOf: redirect.scope).filter {
          changes.ending[$0].scope.mayMeet(redirect.scope, comparesPages: false)
        }
        let own = before.map { (number: $0, scope: exceptions[$0].scope, place: exceptions[$0].place) }
        guard
          rescue.add(
            redirect, conditions: rest.conditions, excludedPages: rest.excludedPages,
            blockedHosts: rest.blockedHosts, from: numbers, unless: own)
        else {
          undone.insert(redirect.place)
          continue
        }
        excepted.add(redirect.scope, number: parts.count)
      }
      rest.yieldsToImportant = !redirect.isImportant && before.contains { exceptions[$0].isToBlocks }
      if met.contains(where: { exceptions[$0].isToBlocks }), !redirect.isImportant {
        let blocks = importantIndex.candidates(for: redirect.scope)
        pairs += blocks.count
        if blocks.contains(where: { importantBlocks[$0].mayMeet(redirect.scope) }) { rest.isExact = false }
      }
      used.formUnion(before)
      parts.append((redirect, rest))
    }
    // An exception that does not apply to an important redirect would end it too.
    parts.removeAll { redirect, rest in
      guard rest.endsByExceptions, redirect.isImportant else { return false }
      let isEnded = index.candidates(for: redirect.scope).contains {
        used.contains($0) && !applies($0, to: redirect) && exceptions[$0].endsRequests(of: redirect)
      }
      if isEnded { undone.insert(redirect.place) }
      return isEnded
    }
    excludePages(from: &parts)
    func rules(_ isSuitable: (Remainder) -> Bool, level: Level) -> [Rule] {
      parts.filter { isSuitable($0.rest) }.flatMap { redirect, rest in
        rest.conditions.map { condition in
          let action = RequestChange.Action.redirect(toExtensionPath: redirect.resource.path(of: ruleset))
          return Rule(
            rule: RequestChange(priority: level.rawValue, action, condition: condition),
            places: [redirect.place],
            excludedPages: rest.excludedPages, yieldsToImportant: rest.yieldsToImportant)
        }
      }
    }
    self.rules =
      rules({ !$0.endsByExceptions }, level: .withoutExceptions)
      + rescue.rules.filter { !$0.places.contains(where: undone.contains) }
    limited.formUnion(rescue.limited)
    limited.formUnion(parts.filter { !$0.rest.isExact }.map { $0.redirect.place })
    limitBlockedRedirects(parts)
    widened = rescue.widened
    var known: Set<URLFilter> = []
    for page in parts.flatMap({ $0.rest.excludedPages }) where known.insert(page).inserted {
      if let condition = RequestChange.Condition(page, types: .mainFrame) {
        self.rules.append(
          Rule(
            rule: RequestChange(priority: Level.exceptions.rawValue, .allowPages, condition: condition),
            places: []))
      }
    }
    for number in used.sorted() {
      for condition in exceptions[number].scope.conditions {
        self.rules.append(
          Rule(
            rule: RequestChange(priority: Level.exceptions.rawValue, .allow, condition: condition),
            places: [exceptions[number].place]))
      }
    }
    for (redirect, rest) in parts {
      self.rules += rest.blocked.map { condition in
        Rule(
          rule: RequestChange(priority: Level.excepted.rawValue, .block, condition: condition),
          places: [redirect.place])
      }
    }
    self.rules += rules({ $0.endsByExceptions }, level: .excepted)
  }

  /// Marks the redirects that blocks of other redirects limit.
  private mutating func limitBlockedRedirects(_ parts: [(redirect: Redirect, rest: Remainder)]) {
    guard parts.contains(where: { !$0.rest.blockedHosts.isEmpty }) else { return }
    var index = ScopeIndex()
    for (number, part) in parts.enumerated() { index.add(part.redirect.scope, number: number) }
    var pairs = 0
    for (redirect, rest) in parts where !rest.blockedHosts.isEmpty {
      let candidates = index.candidates(for: redirect.scope)
      pairs += candidates.count
      for number in candidates where pairs <= Self.maximumPairs {
        let other = parts[number].redirect
        let isBlocked = rest.blockedHosts.contains { host in
          other.scope.host.map { ChangeScope.areRelated($0, other: host) } ?? true
        }
        if isBlocked, other.scope.mayMeet(redirect.scope) { limited.insert(other.place) }
      }
    }
  }

  /// Keeps redirects with exceptions from the pages on which exceptions to other redirects end all of them. Their requests
  /// stay blocked there.
  private mutating func excludePages(from parts: inout [(redirect: Redirect, rest: Remainder)]) {
    let numbers = Set(parts.flatMap { $0.rest.pageExceptions }).sorted()
    guard !numbers.isEmpty else { return }
    var kept: [(redirect: Redirect, rest: Remainder)] = []
    for (redirect, rest) in parts {
      if let rest = remainder(rest, of: redirect, outsidePagesOf: numbers) {
        kept.append((redirect, rest))
      } else {
        undone.insert(redirect.place)
      }
    }
    parts = kept
  }

  /// Returns the part of a redirect on other pages than those of exceptions; nil if it has no place for them.
  private func remainder(
    _ rest: Remainder, of redirect: Redirect, outsidePagesOf numbers: [Int]
  ) -> Remainder? {
    guard rest.endsByExceptions else { return rest }
    var rest = rest
    for number in numbers where !rest.pageExceptions.contains(number) {
      let scope = exceptions[number].scope
      guard redirect.scope.maySharePages(with: scope) else { continue }
      guard redirect.scope.includesUnnamedPages, rest.excludedPages.count < Self.maximumSites else {
        return nil
      }
      rest.excludedPages += scope.pageURLs
      rest.isExact = false
    }
    return rest
  }

  private func applies(_ number: Int, to redirect: Redirect) -> Bool {
    let exception = exceptions[number]
    switch exception.subject {
    case .blocks: if redirect.isImportant, !exception.isImportant { return false }
    case .pages: break
    case .redirects(let name):
      if let name, let resource = RedirectResource(named: name), resource != redirect.resource {
        return false
      }
    }
    return exception.scope.mayMeet(redirect.scope)
  }

  /// Returns whether requests of an exception must stay blocked unless the rule list allows them itself.
  private func mustBeExcluded(_ number: Int, from redirect: Redirect) -> Bool {
    let exception = exceptions[number]
    guard exception.isExact, exception.scope.pageURLs.isEmpty else { return true }
    return switch exception.subject {
    case .blocks: false
    case .pages(let yields): yields && redirect.isImportant
    case .redirects: true
    }
  }

  /// Returns a redirect whose requests to the hosts of exceptions to redirects are blocked by rules of their own; nil if
  /// rules cannot name these requests.
  private func remainder(of redirect: Redirect, blockedBy numbers: [Int]) -> Remainder? {
    func isBlock(_ number: Int) -> Bool {
      switch exceptions[number].subject {
      case .redirects: exceptions[number].scope.host != nil && exceptions[number].scope.pageURLs.isEmpty
      case .blocks, .pages: false
      }
    }
    guard var rest = remainder(of: redirect, outside: numbers.filter { !isBlock($0) }) else { return nil }
    rest.endsByExceptions = true
    rest.isExact = false
    for number in numbers where isBlock(number) {
      let scope = exceptions[number].scope
      guard let host = scope.host, !rest.blockedHosts.contains(host) else { continue }
      // Nothing would remain.
      if let own = redirect.scope.host, HostNames.isHost(own, within: host) { return nil }
      // Other exceptions for the host may have other types.
      guard let blocked = redirect.scope.narrowed(rest.conditions, toHost: host, types: .all) else {
        return nil
      }
      rest.blockedHosts.append(host)
      rest.blocked += blocked
      guard rest.blockedHosts.count <= Self.maximumSites else { return nil }
    }
    return rest
  }

  /// The part of a redirect that exceptions leave.
  private struct Remainder {
    var conditions: [RequestChange.Condition]
    var excludedPages: [URLFilter] = []
    /// The numbers of the exceptions for these pages.
    var pageExceptions: [Int] = []
    /// The requests to hosts that a rule before it blocks.
    var blocked: [RequestChange.Condition] = []
    var blockedHosts: [[UInt8]] = []
    /// Whether important filters block its requests: the rule does not act on those of exceptions.
    var yieldsToImportant = false
    /// Whether the rule needs others before it that end it.
    var endsByExceptions = false
    var isExact = true
  }

  /// Returns a redirect on other pages than those of exceptions; nil if an exception does not name its pages.
  private func remainder(of redirect: Redirect, outside numbers: [Int]) -> Remainder? {
    var sites: [[UInt8]] = []
    var rest = Remainder(conditions: redirect.scope.conditions)
    for number in numbers {
      let scope = exceptions[number].scope
      if scope.namesOnlySites {
        sites += scope.sites
      } else {
        // The rules for these pages come first. Where the redirect names its own pages, it has no place for others.
        guard !scope.pageURLs.isEmpty, !scope.isOnOtherPages, redirect.scope.includesUnnamedPages else {
          return nil
        }
        rest.excludedPages += scope.pageURLs
        rest.pageExceptions.append(number)
        if !scope.entities.isEmpty { sites += scope.sites }
        rest.endsByExceptions = true
      }
      guard sites.count <= Self.maximumSites, rest.excludedPages.count <= Self.maximumSites else {
        return nil
      }
    }
    if let domains = NonEmpty(sites.compactMap { Domain($0, includesSubdomains: true) }) {
      (rest.conditions, rest.isExact) = redirect.scope.conditions(outsideTopPages: domains)
    }
    rest.isExact =
      rest.isExact
      && numbers.allSatisfy {
        let scope = exceptions[$0].scope
        let hasAllRequests =
          scope.pageURLs.isEmpty ? scope.sitesOfPages != nil : scope.isOfWholePages
        return hasAllRequests && scope.includesTypes(of: redirect.scope)
      }
    return rest
  }
}

/// Scopes by their hosts and the sites of their pages.
struct ScopeIndex {
  private var hosts = HostTree()
  private var sites = HostTree()
  private var others: [Int] = []

  /// Numbers by host.
  private struct HostTree {
    private var exact: [[UInt8]: [Int]] = [:]
    private var below: [[UInt8]: [Int]] = [:]
    private(set) var all: [Int] = []

    mutating func add(_ host: [UInt8], number: Int) {
      exact[host, default: []].append(number)
      for parent in HostNames.parents(of: host) { below[parent, default: []].append(number) }
      if all.last != number { all.append(number) }
    }

    /// Returns the numbers of hosts above, at or below a host.
    func related(to host: [UInt8]) -> [Int] {
      ([host] + HostNames.parents(of: host)).flatMap { exact[$0] ?? [] } + (below[host] ?? [])
    }
  }

  mutating func add(_ scope: ChangeScope, number: Int) {
    if let host = scope.host {
      hosts.add(host, number: number)
    } else if scope.sites.isEmpty || !scope.entities.isEmpty {
      others.append(number)
    } else {
      for site in scope.sites { sites.add(site, number: number) }
    }
  }

  /// Returns the numbers of the scopes that may meet a scope, in order.
  func candidates(for scope: ChangeScope) -> [Int] {
    let bySite = scope.sites.isEmpty ? sites.all : scope.sites.flatMap { sites.related(to: $0) }
    return Set(byHost(scope) + bySite + others).sorted()
  }

  /// Returns the numbers of the scopes whose requests may be those of a scope, regardless of pages.
  func candidates(forRequestsOf scope: ChangeScope) -> [Int] {
    Set(byHost(scope) + sites.all + others).sorted()
  }

  private func byHost(_ scope: ChangeScope) -> [Int] {
    scope.host.map { hosts.related(to: $0) } ?? hosts.all
  }
}
