import SluiceRules
import SluiceSyntax
import SluiceText

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
  /// The redirects whose requests stay blocked where important filters block them.
  private(set) var yielding: Set<FilterPlace> = []
  /// The exceptions to parameters that apply to all requests to their host.
  private(set) var widened: Set<FilterPlace> = []
  /// The redirects that have no rules because of exceptions.
  private(set) var undone: Set<FilterPlace> = []

  /// The name of the ruleset, which the names of the resources begin with.
  let ruleset: String
  private var redirects: [Redirect] = []
  private var exceptions = RedirectExceptions()
  private var importantBlocks: [ChangeScope] = []
  private var importantIndex = ScopeIndex()

  init(ruleset: String) { self.ruleset = ruleset }

  var isEmpty: Bool { redirects.isEmpty }

  struct Rule {
    var rule: WebExtensionRule
    var places: [FilterPlace]
    /// The patterns for URLs of pages on which the rule does not act because of another one.
    var excludedPages: [URLFilter] = []
    /// Whether another rule redirects the requests too.
    var isRepeated = false
    /// Whether important filters block its requests.
    var yieldsToImportant = false
  }

  /// The priorities. Those of ``ChangeOrder`` are between them.
  private enum Level: Int {
    case withoutExceptions = 13
    case exceptions = 2
    case excepted = 1
  }

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

  mutating func add(_ exception: Exception) { exceptions.add(exception) }

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
      let candidates = exceptions.candidates(for: redirect)
      let preceding = excepted.candidates(for: redirect.scope).filter {
        parts[$0].redirect.priority > redirect.priority && parts[$0].redirect.scope.mayMeet(redirect.scope)
      }
      pairs += candidates.count + parts.count + changes.ending.count
      if let stronger = preceding.first(where: { parts[$0].redirect.scope.covers(redirect.scope) }) {
        redirect.resource = parts[stronger].redirect.resource
      }
      let met = candidates.filter { exceptions.applies($0, to: redirect) }
      var rest = exceptions.remainder(of: redirect, outside: met)
      var before: [Int] = []
      if rest == nil {
        let excluded = met.filter { exceptions.mustBeExcluded($0, from: redirect) }
        rest = exceptions.remainder(of: redirect, outside: excluded)
        rest?.endsByExceptions = true
        before = Set(met).subtracting(excluded).sorted()
        if rest == nil { rest = exceptions.remainder(of: redirect, blockedBy: excluded) }
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
        if blocks.contains(where: { importantBlocks[$0].mayMeet(redirect.scope) }) {
          rest.leavesImportant = true
        }
      }
      used.formUnion(before)
      parts.append((redirect, rest))
    }
    // An exception that does not apply to an important redirect would end it too.
    parts.removeAll { redirect, rest in
      guard rest.endsByExceptions, redirect.isImportant else { return false }
      let isEnded = exceptions.candidates(for: redirect).contains {
        used.contains($0) && !exceptions.applies($0, to: redirect)
          && exceptions[$0].endsRequests(of: redirect)
      }
      if isEnded { undone.insert(redirect.place) }
      return isEnded
    }
    excludePages(from: &parts)
    func rules(_ isSuitable: (Remainder) -> Bool, level: Level) -> [Rule] {
      parts.filter { isSuitable($0.rest) }.flatMap { redirect, rest in
        rest.conditions.map { condition in
          let action = WebExtensionRule.Action.redirect(toExtensionPath: redirect.resource.path(of: ruleset))
          return Rule(
            rule: WebExtensionRule(priority: level.rawValue, action, condition: condition),
            places: [redirect.place],
            excludedPages: rest.excludedPages + rest.exemptPages, yieldsToImportant: rest.yieldsToImportant)
        }
      }
    }
    self.rules =
      rules({ !$0.endsByExceptions }, level: .withoutExceptions)
      + rescue.rules.filter { !$0.places.contains(where: undone.contains) }
    limited.formUnion(rescue.limited)
    limited.formUnion(parts.filter { !$0.rest.isExact }.map { $0.redirect.place })
    yielding.formUnion(parts.filter { $0.rest.leavesImportant }.map { $0.redirect.place })
    limitBlockedRedirects(parts)
    widened = rescue.widened
    var known: Set<URLFilter> = []
    for page in parts.flatMap({ $0.rest.excludedPages }) where known.insert(page).inserted {
      if let condition = WebExtensionRule.Condition(page, types: .mainFrame) {
        self.rules.append(
          Rule(
            rule: WebExtensionRule(priority: Level.exceptions.rawValue, .allowPages, condition: condition),
            places: []))
      }
    }
    for number in used.sorted() {
      for condition in exceptions[number].scope.conditions {
        self.rules.append(
          Rule(
            rule: WebExtensionRule(priority: Level.exceptions.rawValue, .allow, condition: condition),
            places: [exceptions[number].place]))
      }
    }
    for (redirect, rest) in parts {
      self.rules += rest.blocked.map { condition in
        Rule(
          rule: WebExtensionRule(priority: Level.excepted.rawValue, .block, condition: condition),
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
      if let rest = exceptions.remainder(rest, of: redirect, outsidePagesOf: numbers) {
        kept.append((redirect, rest))
      } else {
        undone.insert(redirect.place)
      }
    }
    parts = kept
  }
}
