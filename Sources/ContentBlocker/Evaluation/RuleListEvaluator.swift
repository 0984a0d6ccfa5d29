/// Answers what WebKit does with a load under a rule list.
///
/// The semantics are WebKitGTK 2.50's (Safari 26's), measured case by case; each list is judged for itself,
/// as WebKit does. A load is compared with few rules of a large list: rules are found by the host that their
/// pattern names, by a rare piece of text of it, or by the domain of their condition.
///
/// Making one takes time and memory in proportion to the list. It is immutable: threads can share it.
public struct RuleListEvaluator: Sendable {
  /// The list that is evaluated.
  public let list: RuleList
  private let rules: [CompiledRule]
  private let conditions: [CompiledCondition]
  private let patterns: Patterns
  /// The hosts of patterns that ask for nothing but a host, and their rules.
  private let hosts: HostTable
  private let rulesOfHosts: Postings
  private let grams: GramIndex
  /// The domains of conditions, and the rules that are found by them.
  private let pages: PageHosts
  private let rulesOfPages: Postings
  /// The rules that are found by nothing.
  private let always: [Int]

  /// Makes a list ready.
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

  /// What the list does with a load.
  public func decide(_ request: Request) -> Decision {
    let decision = Decision(matching(request), of: list.rules, url: request.url)
    guard request.types.contains(.ping) else { return decision }
    // WebKit judges the ping of a link twice, the second time as no ping: an exception for `ping` alone does
    // not let it through (measured, like the cookies).
    var again = request
    again.types.remove(.ping)
    return decision.joined(with: Decision(matching(again), of: list.rules, url: request.url))
  }

  /// The rules whose trigger matches a load, as indices of the list, in its order.
  public func matching(_ request: Request) -> [Int] {
    let url = request.url.map(\.asciiLowercased)
    let page = request.topURL.map(\.asciiLowercased)
    let domains = pages.holding(page.span)
    var found: [Int] = []
    func check(_ index: Int) {
      if holds(rules[index], request, domains) { found.append(index) }
    }
    if let authority = url.span.authorityOfWholeURL {
      hosts.forEachName(in: url.span, authority: authority) { number, start in
        // Before its dot, `[^/]+\.` wants something.
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
    // A rule can have been found by several of its domains, or its host twice in an odd URL.
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
      // Of a page's URL in lower case more may hold than of the URL itself, never less.
      (isCaseSensitive ? pages.holding(request.topURL.span) : domains)
        .contains { numbers.containsInOrder($0) } != isNegated
    case .topURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, request.topURL.span) } != isNegated
    case .frameURL(let matchers, let isNegated):
      matchers.contains { patterns.match($0, request.frameURL.span) } != isNegated
    }
  }
}

extension [Int32] {
  /// Whether the number is in the array, which is in order.
  fileprivate func containsInOrder(_ number: Int32) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
