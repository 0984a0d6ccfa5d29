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
  /// The domains of conditions, and the rules that are found by them.
  private let pages: PageHosts
  private let rulesOfPages: Postings
  /// The rules that no index finds.
  private let always: [Int]

  /// Compiles a list for evaluation.
  public init(_ list: RuleList) {
    self.list = list
    var builder = EvaluatorBuilder()
    for index in list.rules.indices { builder.add(list.rules[index], index) }
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
      if holds(rules[index], request, domains) { found.append(index) }
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

  private func holds(_ rule: CompiledRule, _ request: Request, _ domains: [Int32]) -> Bool {
    guard rule.fits(request) else { return false }
    if rule.condition >= 0, !holds(conditions[Int(rule.condition)], request, domains) { return false }
    return patterns.match(rule.matcher, request.url.span)
  }

  private func holds(_ condition: CompiledCondition, _ request: Request, _ domains: [Int32]) -> Bool {
    switch condition {
    case .domains(let numbers, let isNegated, let isCaseSensitive):
      // The lowercase page URL matches every domain that the original one matches, and possibly more.
      (isCaseSensitive ? pages.holding(request.topURL.span) : domains)
        .contains { numbers.containsInOrder($0) } != isNegated
    case .topURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, request.topURL.span) } != isNegated
    case .frameURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, request.frameURL.span) } != isNegated
    }
  }
}
