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
  /// The rules with the filters that they come from.
  private(set) var rules: [(rule: RequestChange, places: [FilterPlace])] = []
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

  /// A filter that redirects requests, all of which are blocked.
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

  /// The maximum number of sites on which a filter does not act.
  private static let maximumSites = 64
  /// The maximum number of pairs to compare. Further redirects have no rules.
  private static let maximumPairs = 4_000_000

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
    var made: [(priority: Int, rule: RequestChange, place: FilterPlace)] = []
    for redirect in redirects {
      let candidates = index.candidates(for: redirect.scope)
      pairs += candidates.count
      guard !exemptsOtherPages, pairs <= Self.maximumPairs else {
        undone.insert(redirect.place)
        continue
      }
      let met = candidates.filter { applies($0, to: redirect) }
      var conditions = conditions(of: redirect, outside: met)
      var level = Level.withoutExceptions
      if conditions == nil {
        let excluded = met.filter { mustBeExcluded($0, from: redirect) }
        let stops = ends.candidates(for: redirect.scope).contains { ending[$0].mayMeet(redirect.scope) }
        conditions = stops ? nil : self.conditions(of: redirect, outside: excluded)
        level = .excepted
        if conditions != nil { used.formUnion(Set(met).subtracting(excluded)) }
      }
      guard let conditions, !conditions.isEmpty else {
        limited.remove(redirect.place)
        undone.insert(redirect.place)
        continue
      }
      for condition in conditions {
        let rule = RequestChange(
          priority: level.rawValue, .redirect(toExtensionPath: redirect.resource.path(of: ruleset)), condition
        )
        made.append((redirect.priority, rule, redirect.place))
      }
    }
    // Of the redirects of a request, WebKit uses the first.
    let order = made.indices.sorted { left, right in
      (made[right].rule.priority, made[right].priority, left)
        < (made[left].rule.priority, made[left].priority, right)
    }
    let (top, rest) = (
      order.filter { made[$0].rule.priority == Level.withoutExceptions.rawValue },
      order.filter { made[$0].rule.priority == Level.excepted.rawValue }
    )
    rules = top.map { (made[$0].rule, [made[$0].place]) }
    for number in used.sorted() {
      for condition in exceptions[number].scope.conditions {
        rules.append(
          (
            RequestChange(priority: Level.exceptions.rawValue, .allow, condition),
            [exceptions[number].place]
          ))
      }
    }
    rules += rest.map { (made[$0].rule, [made[$0].place]) }
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
    guard exception.isExact else { return true }
    return switch exception.subject {
    case .blocks: false
    case .pages(let yields): yields && redirect.isImportant
    case .redirects: true
    }
  }

  /// Returns the conditions of a redirect on other pages than those of exceptions; nil if an exception names no pages.
  private mutating func conditions(
    of redirect: Redirect, outside numbers: [Int]
  ) -> [RequestChange.Condition]? {
    var sites: [[UInt8]] = []
    for number in numbers {
      let scope = exceptions[number].scope
      guard !scope.sites.isEmpty, sites.count + scope.sites.count <= Self.maximumSites else { return nil }
      sites += scope.sites
    }
    guard let domains = NonEmpty(sites.compactMap { Domain($0, includesSubdomains: true) }) else {
      return redirect.scope.conditions
    }
    let rest = redirect.scope.conditions(outsideTopPages: domains)
    let isExact = numbers.allSatisfy {
      exceptions[$0].scope.sitesOfPages != nil && exceptions[$0].scope.includesTypes(of: redirect.scope)
    }
    if !isExact || !rest.isExact { limited.insert(redirect.place) }
    return rest.conditions
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
    } else if scope.sites.isEmpty {
      others.append(number)
    } else {
      for site in scope.sites { sites.add(site, number: number) }
    }
  }

  /// Returns the numbers of the scopes that may meet a scope, in order.
  func candidates(for scope: ChangeScope) -> [Int] {
    let byHost = scope.host.map { hosts.related(to: $0) } ?? hosts.all
    let bySite = scope.sites.isEmpty ? sites.all : scope.sites.flatMap { sites.related(to: $0) }
    return Set(byHost + bySite + others).sorted()
  }
}
