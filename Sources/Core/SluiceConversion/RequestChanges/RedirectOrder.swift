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
/// Redirects without exceptions precede all changes. The others follow them, after their exceptions.
struct RedirectOrder {
  private(set) var rules: [Rule] = []
  /// The redirects that do not apply to some of their requests.
  private(set) var limited: Set<FilterPlace> = []
  /// The redirects that have no rules because of exceptions.
  private(set) var undone: Set<FilterPlace> = []

  /// The name of the ruleset, which the names of the resources begin with.
  let ruleset: String
  private var redirects: [Redirect] = []
  private var exceptions: [Exception] = []
  private var index = ScopeIndex()

  init(ruleset: String) { self.ruleset = ruleset }

  var isEmpty: Bool { redirects.isEmpty }

  /// A rule with the filters that it comes from.
  struct Rule {
    var rule: RequestChange
    var places: [FilterPlace]
    /// The patterns for URLs of pages on which the rule does not act because of another one.
    var excludedPages: [URLFilter] = []
  }

  /// A filter that redirects requests. It or others block all of them.
  private struct Redirect {
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
  }

  /// The priorities. Those of ``ChangeOrder`` are between them.
  private enum Level: Int {
    case withoutExceptions = 10
    case exceptions = 2
    case excepted = 1
  }

  /// The maximum number of sites, and of patterns for pages, on which a filter does not act.
  private static let maximumSites = 64
  /// The maximum number of pairs to compare. Further redirects have no rules.
  private static let maximumPairs = 1_000_000

  mutating func add(
    _ resource: RedirectResource, priority: Int, _ scope: ChangeScope, isImportant: Bool,
    at place: FilterPlace
  ) {
    redirects.append(
      Redirect(
        resource: resource, priority: priority, scope: scope, isImportant: isImportant, place: place))
  }

  mutating func add(_ exception: Exception) {
    index.add(exception.scope, number: exceptions.count)
    exceptions.append(exception)
  }

  /// Makes the rules.
  ///
  /// - Parameter ending: The scopes of the exceptions to other changes, which end redirects with exceptions.
  mutating func finish(ending: [ChangeScope], exemptsOtherPages: Bool) {
    var ends = ScopeIndex()
    for (number, scope) in ending.enumerated() { ends.add(scope, number: number) }
    var used: Set<Int> = []
    var pairs = 0
    var made: [(priority: Int, rule: Rule)] = []
    var pages: [URLFilter] = []
    for redirect in redirects {
      guard !exemptsOtherPages, pairs <= Self.maximumPairs else {
        undone.insert(redirect.place)
        continue
      }
      let candidates = index.candidates(for: redirect.scope)
      pairs += candidates.count + ending.count
      let met = candidates.filter { applies($0, to: redirect) }
      var rest = remainder(of: redirect, outside: met)
      if rest == nil {
        let excluded = met.filter { mustBeExcluded($0, from: redirect) }
        rest = remainder(of: redirect, outside: excluded)
        rest?.endsByExceptions = true
        if rest != nil { used.formUnion(Set(met).subtracting(excluded)) }
      }
      let isEnded =
        rest?.endsByExceptions ?? true
        && ends.candidates(forRequestsOf: redirect.scope).contains {
          ending[$0].mayMeet(redirect.scope, comparesPages: false)
        }
      guard let rest, !isEnded, !rest.conditions.isEmpty else {
        undone.insert(redirect.place)
        continue
      }
      if !rest.isExact { limited.insert(redirect.place) }
      pages += rest.excludedPages
      let level: Level = rest.endsByExceptions ? .excepted : .withoutExceptions
      for condition in rest.conditions {
        let rule = RequestChange(
          priority: level.rawValue, .redirect(toExtensionPath: redirect.resource.path(of: ruleset)), condition
        )
        made.append(
          (
            redirect.priority,
            Rule(rule: rule, places: [redirect.place], excludedPages: rest.excludedPages)
          ))
      }
    }
    // If a request has several redirects, WebKit uses the first.
    let order = made.indices.sorted { left, right in
      (made[right].priority, left) < (made[left].priority, right)
    }
    func rules(_ level: Level) -> [Rule] {
      order.lazy.map { made[$0].rule }.filter { $0.rule.priority == level.rawValue }
    }
    self.rules = rules(.withoutExceptions)
    var known: Set<URLFilter> = []
    for page in pages where known.insert(page).inserted {
      if let condition = RequestChange.Condition(page, types: .mainFrame) {
        self.rules.append(
          Rule(
            rule: RequestChange(priority: Level.exceptions.rawValue, .allowPages, condition), places: []))
      }
    }
    for number in used.sorted() {
      for condition in exceptions[number].scope.conditions {
        self.rules.append(
          Rule(
            rule: RequestChange(priority: Level.exceptions.rawValue, .allow, condition),
            places: [exceptions[number].place]))
      }
    }
    self.rules += rules(.excepted)
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

  /// The part of a redirect that exceptions leave.
  private struct Remainder {
    var conditions: [RequestChange.Condition]
    var excludedPages: [URLFilter] = []
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
        return (scope.sitesOfPages != nil || scope.conditions.isEmpty)
          && scope.includesTypes(of: redirect.scope)
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
