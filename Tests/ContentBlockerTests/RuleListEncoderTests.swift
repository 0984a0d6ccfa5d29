import ContentBlocker
import Testing

/// What is written reads back the same.
@Suite struct RuleListEncoderTests {
  @Test(arguments: 0..<16) func listsReadBack(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<50 {
      let list = RuleList((0...random.below(6)).map { _ in random.rule() })
      let json = list.encodedJSON()
      #expect(
        try RuleList(decodingJSON: json) == list, "seed \(seed): \(String(decoding: json, as: UTF8.self))")
      let report = RuleList.problems(inJSON: json.span)
      #expect(report.problems.isEmpty, "seed \(seed)")
    }
  }

  @Test func anEmptyListIsWrittenAsOneRule() throws {
    #expect(try RuleList(decodingJSON: RuleList().encodedJSON()).rules == [.noOperation])
  }
}

extension SeededRandom {
  fileprivate mutating func rule() -> Rule {
    var trigger = Trigger(urlFilter: filter(), isCaseSensitive: chance(20))
    if chance(40) { trigger.resourceTypes = ResourceTypes(rawValue: UInt16(truncatingIfNeeded: next())) }
    if chance(40) { trigger.loadTypes = LoadTypes(rawValue: UInt8(below(4))) }
    if chance(40) { trigger.loadContexts = LoadContexts(rawValue: UInt8(below(4))) }
    if chance(20) { trigger.requestMethod = pick(RequestMethod.allCases) }
    if chance(60) { trigger.condition = condition() }
    if trigger.condition != nil { trigger.isConditionCaseSensitive = chance(30) }
    return Rule(trigger: trigger, action: action())
  }

  private mutating func filter() -> URLFilter {
    let texts = [".*", "ads\"x", "^https?://", #"a\.b\\c"#, "[^a-z]/$", "(x+y?)*z", #"\x01\t"#, "é"]
    return (try? URLFilter(parsing: Array(pick(texts).utf8).span)) ?? .any
  }

  private mutating func action() -> Action {
    let selectors = [".a", "#b > c", "[d=\"e,f\"]", ":not(.g, .h)", ".\\,", "/*,*/ i", "[j='k]\"']", ".é"]
    if chance(50) {
      let chosen = (0...below(3)).compactMap { _ in try? Selector(Array(pick(selectors).utf8).span) }
      if let chosen = NonEmpty(chosen) { return .hide(chosen) }
    }
    return pick([.block, .blockCookies, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS])
  }

  private mutating func condition() -> Condition? {
    let names = ["a.example", "xn--bcher-kva.example", "b-c_d", "127.0.0.1"]
    let domains = (0...below(3)).compactMap { _ in
      Domain(Array(pick(names).utf8), includesSubdomains: chance(50))
    }
    let patterns = (0...below(2)).map { _ in filter() }
    let filters: NonEmpty<URLFilter>? = NonEmpty(patterns)
    switch below(6) {
    case 0: return NonEmpty(domains).map(Condition.ifDomain)
    case 1: return NonEmpty(domains).map(Condition.unlessDomain)
    case 2: return filters.map(Condition.ifTopURL)
    case 3: return filters.map(Condition.unlessTopURL)
    case 4: return filters.map(Condition.ifFrameURL)
    default: return filters.map(Condition.unlessFrameURL)
    }
  }
}
