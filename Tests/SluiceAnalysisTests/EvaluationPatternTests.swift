import SluiceText
import SluiceRules
import TestSupport
import Testing

@testable import SluiceAnalysis

/// Compares the automata with a plain backtracking matcher, and the index with testing every rule.
@Suite struct EvaluationPatternTests {
  @Test(.slow(8), arguments: 0..<8) func automataAgreeWithBacktracking(_ seed: UInt64) {
    var random = SeededRandom(seed)
    for round in 0..<size(150) {
      var pattern = URLFilterPattern(
        random.terms(depth: 2), isAnchoredAtStart: random.chance(30), isAnchoredAtEnd: random.chance(30))
      // WebKit treats a pattern without a mandatory term as one that matches every URL.
      if !pattern.terms.contains(where: \.isMandatory) {
        pattern.terms.append(.init(.literal(UInt8(ascii: "a"))))
      }
      let isCaseSensitive = random.chance(30)
      let wide = WideAutomaton(pattern, isCaseSensitive: isCaseSensitive)
      let narrow = Automaton(pattern, isCaseSensitive: isCaseSensitive)
      #expect(narrow != nil)
      for _ in 0..<20 {
        let url = (0..<random.below(9)).map { _ in random.pick(Array("abAB/".utf8)) }
        let expected = Backtracking(url: url, isCaseSensitive: isCaseSensitive).finds(pattern)
        let comment: Comment =
          "seed \(seed), round \(round): \(pattern) \(String(decoding: url, as: UTF8.self))"
        let found = (narrow?.matches(url.span), wide.matches(url.span))
        #expect(found == (expected, expected), comment)
      }
    }
  }

  @Test(.ends, .slow(4)) func nestedRepetitionMatchesInBoundedTime() {
    for (text, count) in [
      ("(a*)*b", size(20_000)), ("(a?a?a?)*b", size(20_000)),
      (String(repeating: "a?", count: 300) + "b", size(3_000)),
    ] {
      guard let filter = try? URLFilter(parsing: text) else { continue }
      let url = Array(repeating: UInt8(ascii: "a"), count: count)
      let narrow = Automaton(filter.pattern, isCaseSensitive: false)?.matches(url.span)
      let wide = WideAutomaton(filter.pattern, isCaseSensitive: false).matches(url.span)
      #expect(narrow != true && !wide)
    }
  }

  @Test(arguments: seeds(8, oneIn: 4)) func indexedEvaluationAgreesWithEveryRule(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let rules = (0..<60).map { _ in random.evaluatedRule() }
    let whole = RuleListEvaluator(RuleList(rules))
    let each = rules.map { RuleListEvaluator(RuleList([$0])) }
    for _ in 0..<40 {
      let hosts = ["ads.com", "a.ads.com", "b.com", "x.b.com", "c.net"]
      let url =
        "https://\(random.pick(hosts))/\(random.pick(["ad/x.js", "banner?u=https://b.com/", "", "AD/y"]))"
      let page = "https://\(random.pick(hosts))/\(random.pick(["", "?u=http://c.net/"]))"
      let request = Request(
        random.pick(Request.Kind.allCases), url: Array(url.utf8), page: Array(page.utf8), suffixes: .wellKnown
      )
      let expected = each.indices.filter { each[$0].matching(request) == [0] }
      #expect(whole.matching(request) == expected, "seed \(seed): \(url) on \(page)")
      let slow = rules.indices.filter { rules[$0].matchesPlainly(request) }
      #expect(expected == slow, "seed \(seed): \(url) on \(page)")
    }
  }
}

/// A matcher that tries every path.
///
/// The automata must give the same results.
private struct Backtracking {
  var url: [UInt8]
  var isCaseSensitive: Bool

  func finds(_ pattern: URLFilterPattern) -> Bool {
    for start in pattern.isAnchoredAtStart ? 0...0 : 0...url.count {
      let ends = self.ends(pattern.terms[...], [start])
      if pattern.isAnchoredAtEnd ? ends.contains(url.count) : !ends.isEmpty { return true }
    }
    return false
  }

  private func ends(_ terms: ArraySlice<URLFilterPattern.Term>, _ starts: Set<Int>) -> Set<Int> {
    terms.reduce(starts) { starts, term in
      var all = term.repetition == .optional || term.repetition == .zeroOrMore ? starts : []
      var reached = once(term.atom, starts)
      all.formUnion(reached)
      while term.repetition == .zeroOrMore || term.repetition == .oneOrMore {
        reached = once(term.atom, reached)
        if reached.isSubset(of: all) { break }
        all.formUnion(reached)
      }
      return all
    }
  }

  private func once(_ atom: URLFilterPattern.Atom, _ starts: Set<Int>) -> Set<Int> {
    if case .group(let terms) = atom { return ends(terms[...], starts) }
    let set = atom.matched(isCaseSensitive: isCaseSensitive)
    return Set(starts.filter { $0 < url.count && set.contains(url[$0]) }.map { $0 + 1 })
  }
}

extension Rule {
  fileprivate func matchesPlainly(_ request: Request) -> Bool {
    guard CompiledRule(trigger).fits(request) else { return false }
    let finder = Backtracking(url: request.url, isCaseSensitive: trigger.isCaseSensitive)
    guard finder.finds(trigger.urlFilter.pattern) else { return false }
    let domains: [Domain]
    let isNegated: Bool
    switch trigger.condition {
    case .ifDomain(let list): (domains, isNegated) = (list.elements, false)
    case .unlessDomain(let list): (domains, isNegated) = (list.elements, true)
    default: return true
    }
    let page = Backtracking(url: request.topURL, isCaseSensitive: false)
    return domains.contains { domain in
      let host = domain.host.map { $0 == UInt8(ascii: ".") ? #"\."# : String(UnicodeScalar($0)) }.joined()
      let text = "[a-z][a-z+.-]*://" + (domain.includesSubdomains ? #"([^/]*\.)*"# : "") + host + "[:/]"
      guard let filter = try? URLFilter(parsing: text) else { return false }
      return page.finds(filter.pattern)
    } != isNegated
  }
}

extension SeededRandom {
  fileprivate mutating func terms(depth: Int) -> [URLFilterPattern.Term] {
    (0...below(4)).map { _ in
      let repetition = pick(
        [.one, .one, .optional, .zeroOrMore, .oneOrMore] as [URLFilterPattern.Repetition])
      switch below(depth > 0 ? 6 : 4) {
      case 0: return .init(.any, repetition: repetition)
      case 1:
        var members = ASCIISet(pick(Array("abA".utf8)))
        if chance(30) { members.insert(UInt8(ascii: "/")) }
        return .init(.characters(.init(members, isNegated: chance(40))), repetition: repetition)
      case 4, 5: return .init(.group(terms(depth: depth - 1)), repetition: repetition)
      default: return .init(.literal(pick(Array("abAB/".utf8))), repetition: repetition)
      }
    }
  }

  fileprivate mutating func evaluatedRule() -> Rule {
    let texts = [
      ".*", "ad/", "AD", "^https?://", #"^[^:]+://([^/]+\.)?ads\.com[:/]"#, #"^[^:]+://([^/]+\.)?b\.com[:/]"#,
      "banner", #"\.js$"#, "[a-c]d/", "x", "(ba)?nner", "c.net", "//ads", "u=http",
    ]
    var trigger = Trigger(urlFilter: (try? URLFilter(parsing: pick(texts))) ?? .any)
    trigger.isCaseSensitive = chance(20)
    if chance(40) { trigger.resourceTypes = ResourceTypes(rawValue: UInt16(truncatingIfNeeded: next())) }
    if chance(30) { trigger.loadTypes = pick([.firstParty, .thirdParty]) }
    let domains = (0...below(2)).compactMap { _ in
      Domain(Array(pick(["ads.com", "b.com", "c.net", "com"]).utf8), includesSubdomains: chance(50))
    }
    if chance(50), let domains = NonEmpty(domains) {
      trigger.condition = chance(50) ? .ifDomain(domains) : .unlessDomain(domains)
    }
    return Rule(trigger: trigger, action: .block)
  }
}
