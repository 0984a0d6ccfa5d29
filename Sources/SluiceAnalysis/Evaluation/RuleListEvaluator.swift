import SluiceRules
import SluiceText

/// Determines the effect of a rule list on requests as WebKit does.
///
/// The semantics are those of WebKitGTK 2.50 (Safari 26), measured case by case. Each list is evaluated
/// separately, as in WebKit. A request is compared with only a few rules of a large list. These are found by
/// the host in their pattern, by a rare text in their pattern, or by the domain in their condition.
///
/// Creating an evaluator takes time and memory in proportion to the list. Evaluators are immutable and can be
/// shared between threads.
public struct RuleListEvaluator: Sendable {
  /// The list to evaluate.
  public let list: RuleList
  private let rules: [CompiledRule]
  private let conditions: [CompiledCondition]
  private let patterns: Patterns
  /// The hosts of the patterns that match only a host, and the rules with these patterns.
  private let hosts: HostTable
  private let rulesOfHosts: Postings
  private let grams: GramIndex
  private let pages: PageHosts
  private let rulesOfPages: Postings
  /// The rules that no index finds.
  private let always: [Int]

  /// Compiles a list for evaluation.
  public init(_ list: RuleList) {
    self.list = list
    var builder = EvaluatorBuilder()
    for index in list.rules.indices { builder.add(list.rules[index], at: index) }
    var rest: [Int] = []
    grams = GramIndex(builder.textual, rest: &rest)
    always = builder.always + rest
    rules = builder.rules
    conditions = builder.conditions
    patterns = builder.patterns
    hosts = builder.hosts
    rulesOfHosts = Postings(builder.hostPairs, keyCount: builder.hosts.count)
    pages = builder.pages
    rulesOfPages = Postings(builder.pagePairs, keyCount: builder.pages.numberCount)
  }

  /// Returns the effect of the list on a request.
  public func decide(_ request: Request) -> Decision {
    let decision = Decision(matching(request), of: list.rules, url: request.url)
    guard request.types.contains(.ping) else { return decision }
    // WebKit evaluates the ping of a link twice, the second time without the type `ping`. An exception only
    // for `ping` therefore does not allow the request (measured; the same holds for cookies).
    var again = request
    again.types.remove(.ping)
    return decision.joined(with: Decision(matching(again), of: list.rules, url: request.url))
  }

  /// Returns the indices of the rules whose trigger matches a request, in ascending order.
  public func matching(_ request: Request) -> [Int] {
    let isBlockable = request.isBlockable
    // Without a document, nothing can be hidden either.
    if request.url.isEmpty || !isBlockable && !request.types.contains(.document) { return [] }
    let url = request.url.map { $0.asciiLowercased }
    let page = request.topURL.map { $0.asciiLowercased }
    let domains = pages.holding(page.span)
    var found: [Int] = []
    func check(_ index: Int) {
      if !isBlockable, !list.rules[index].action.appliesToDocuments { return }
      if holds(rules[index], request: request, domains: domains) { found.append(index) }
    }
    if let authority = url.span.authorityOfWholeURL {
      hosts.forEachName(in: url.span, authority: authority) { number, start in
        // In the pattern, `[^/]+\.` requires text before the dot.
        if start == authority + 1 { return }
        for rule in rulesOfHosts[number] { check(Int(rule)) }
      }
    }
    grams.forEachCandidate(in: url.span, check)
    for domain in domains {
      for rule in rulesOfPages[Int(domain)] { check(Int(rule)) }
    }
    for rule in always { check(rule) }
    found.sort()
    // A rule can be found by several of its domains. In an unusual URL, its host can occur twice.
    var last = -1
    found.removeAll { index in
      defer { last = index }
      return index == last
    }
    return found
  }

  private func holds(_ rule: CompiledRule, request: Request, domains: [Int32]) -> Bool {
    guard rule.fits(request) else { return false }
    if rule.condition >= 0, !holds(conditions[Int(rule.condition)], request: request, domains: domains) {
      return false
    }
    return patterns.match(rule.matcher, url: request.url.span)
  }

  private func holds(_ condition: CompiledCondition, request: Request, domains: [Int32]) -> Bool {
    switch condition {
    case .domains(let numbers, let isNegated, let isCaseSensitive):
      // The lowercase page URL matches every domain that the original one matches, and possibly more.
      (isCaseSensitive ? pages.holding(request.topURL.span) : domains)
        .contains { numbers.containsInOrder($0) } != isNegated
    case .topURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, url: request.topURL.span) } != isNegated
    case .frameURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, url: request.frameURL.span) } != isNegated
    }
  }
}

struct EvaluatorBuilder {
  private(set) var rules: [CompiledRule] = []
  private(set) var conditions: [CompiledCondition] = []
  private(set) var patterns = Patterns()
  private(set) var hosts = HostTable()
  private(set) var pages = PageHosts()
  /// The rules that each index finds: by host, by domain of the page, by a text in the pattern, or by none.
  private(set) var hostPairs: [(key: Int, rule: Int)] = []
  private(set) var pagePairs: [(key: Int, rule: Int)] = []
  private(set) var textual: [(rule: Int, runs: [[UInt8]])] = []
  private(set) var always: [Int] = []
  private var knownConditions: [ConditionKey: Int32] = [:]

  private struct ConditionKey: Hashable {
    var condition: Condition
    var isCaseSensitive: Bool
  }

  mutating func add(_ rule: Rule, at index: Int) {
    let trigger = rule.trigger
    var compiled = CompiledRule(trigger)
    if let condition = trigger.condition {
      compiled.condition =
        trigger.requestMethod == nil
        ? number(condition, isCaseSensitive: trigger.isConditionCaseSensitive)
        : numberOfUnmet(condition)
    }
    if let host = trigger.urlFilter.plainHost, !trigger.isCaseSensitive {
      hostPairs.append((hosts.insert(host.span), index))
    } else {
      let pattern = trigger.urlFilter.pattern
      let runs = LiteralRuns(pattern).runs
      if let domains = compiled.requiredDomains(conditions), !runs.contains(where: { $0.count > 2 }) {
        for domain in domains { pagePairs.append((Int(domain), index)) }
      } else if runs.isEmpty {
        always.append(index)
      } else {
        textual.append((index, runs))
      }
      compiled.matcher = patterns.add(pattern, isCaseSensitive: trigger.isCaseSensitive)
    }
    rules.append(compiled)
  }

  /// Adds a condition of a rule that also has a `request-method`. For these rules, WebKit does not know the
  /// page or frame: `if-` conditions never hold and `unless-` conditions always do (measured with all methods
  /// and conditions).
  private mutating func numberOfUnmet(_ condition: Condition) -> Int32 {
    conditions.append(.domains([], isNegated: condition.isNegated, isCaseSensitive: false))
    return Int32(truncatingIfNeeded: conditions.count - 1)
  }

  private mutating func number(_ condition: Condition, isCaseSensitive: Bool) -> Int32 {
    let key = ConditionKey(condition: condition, isCaseSensitive: isCaseSensitive)
    if let number = knownConditions[key] { return number }
    if let pages = condition.pageDomains {
      conditions.append(
        .domains(numbers(pages), isNegated: pages.isNegated, isCaseSensitive: isCaseSensitive))
    } else {
      switch condition {
      case .ifTopURL(let filters), .unlessTopURL(let filters):
        conditions.append(
          .topURL(matchers(filters, isCaseSensitive: isCaseSensitive), isNegated: condition.isNegated))
      case .ifFrameURL(let filters), .unlessFrameURL(let filters):
        conditions.append(
          .frameURL(matchers(filters, isCaseSensitive: isCaseSensitive), isNegated: condition.isNegated))
      case .ifDomain, .unlessDomain: break
      }
    }
    let number = Int32(truncatingIfNeeded: conditions.count - 1)
    knownConditions[key] = number
    return number
  }

  private mutating func numbers(_ asked: PageDomains) -> [Int32] {
    asked.domains.map { pages.number($0, isAnchored: asked.isAnchored) }.sorted()
  }

  private mutating func matchers(
    _ filters: NonEmpty<URLFilter>, isCaseSensitive: Bool
  ) -> [CompiledRule.Matcher] {
    filters.elements.map { patterns.add($0.pattern, isCaseSensitive: isCaseSensitive) }
  }
}

extension CompiledRule {
  /// Returns the domains of the condition if the page must match one of them; otherwise nil.
  fileprivate func requiredDomains(_ conditions: [CompiledCondition]) -> [Int32]? {
    guard condition >= 0, case .domains(let numbers, isNegated: false, _) = conditions[Int(condition)] else {
      return nil
    }
    return numbers
  }
}

/// The properties of a rule other than its pattern, in a form that is fast to compare with a request.
struct CompiledRule: Sendable {
  var types: ResourceTypes
  var loadTypes: LoadTypes
  var loadContexts: LoadContexts
  var method: RequestMethod?
  /// The index of the condition, or -1.
  var condition: Int32 = -1
  var matcher = Matcher.always

  enum Matcher {
    /// No comparison is necessary: every URL matches, or the index has already checked the pattern.
    case always
    case narrow(Int32)
    case wide(Int32)
  }

  init(_ trigger: Trigger) {
    types = trigger.resourceTypes
    loadTypes = trigger.loadTypes
    loadContexts = trigger.loadContexts
    method = trigger.requestMethod
  }

  /// Returns whether the request matches all properties other than the URLs.
  func fits(_ request: Request) -> Bool {
    (types.isEmpty || !types.isDisjoint(with: request.types))
      && (loadTypes.isEmpty || !loadTypes.isDisjoint(with: request.party))
      && (loadContexts.isEmpty || !loadContexts.isDisjoint(with: request.context))
      && (method == nil || method == request.method)
  }
}

enum CompiledCondition: Sendable {
  /// The numbers of the domains in ascending order.
  case domains([Int32], isNegated: Bool, isCaseSensitive: Bool)
  case topURL([CompiledRule.Matcher], isNegated: Bool)
  case frameURL([CompiledRule.Matcher], isNegated: Bool)
}

struct Patterns: Sendable {
  private var narrow: [Automaton] = []
  private var wide: [WideAutomaton] = []

  mutating func add(_ pattern: URLFilterPattern, isCaseSensitive: Bool) -> CompiledRule.Matcher {
    let matcher: CompiledRule.Matcher
    if pattern == .any {
      matcher = .always
    } else if let automaton = Automaton(pattern, isCaseSensitive: isCaseSensitive) {
      matcher = .narrow(Int32(truncatingIfNeeded: narrow.count))
      narrow.append(automaton)
    } else {
      matcher = .wide(Int32(truncatingIfNeeded: wide.count))
      wide.append(WideAutomaton(pattern, isCaseSensitive: isCaseSensitive))
    }
    return matcher
  }

  func match(_ matcher: CompiledRule.Matcher, url: Span<UInt8>) -> Bool {
    switch matcher {
    case .always: true
    case .narrow(let number): narrow[Int(number)].matches(url)
    case .wide(let number): wide[Int(number)].matches(url)
    }
  }
}
