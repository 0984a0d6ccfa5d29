import Foundation
import SluiceText
import TestSupport
import Testing

@testable import SluiceRules

/// Encoded lists decode to the same rules.
@Suite struct RuleListEncoderTests {
  @Test(.slow(3), arguments: 0..<16) func encodedListsRoundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<size(50) {
      let list = RuleList((0...random.below(6)).map { _ in random.rule() })
      let json = list.encodedJSON()
      #expect(list.encodedSize == json.count, "seed \(seed)")
      #expect(
        try RuleList(decodingJSON: json) == list, "seed \(seed): \(String(decoding: json, as: UTF8.self))")
      let report = RuleList.findings(inJSON: json)
      #expect(report.findings.isEmpty, "seed \(seed)")
    }
  }

  /// Characters that need an escape, at every position of the eight bytes written at once, and next to
  /// another escape.
  @Test(arguments: ["\"", "\\", "\u{1}", "\u{1F}", "\u{7F}", "é", "\u{FFFF}", "🙂"])
  func charactersAreEscapedAtEveryOffset(_ character: String) throws {
    for length in 0..<20 {
      for ending in ["", character, "x", "x" + character, "\"\\🙂x"] {
        let text = String(repeating: "a", count: length) + character + ending
        var output = JSONOutput(capacity: 1024)
        output.append("[\"")
        output.appendEscaped(Array(text.utf8), from: 0)
        output.append("\"]")
        var size = JSONSize()
        size.appendEscaped(Array(text.utf8), from: 0)
        let json = [UInt8](output.bytes)
        #expect(size.count + 4 == json.count)
        #expect(json.allSatisfy { $0 < 0x80 })
        #expect(try JSONDecoder().decode([String].self, from: Data(json)) == [text])
      }
    }
  }

  @Test func ruleOfAnySizeIsEncoded() throws {
    let small = Rule(trigger: Trigger(urlFilter: .any), action: .block)
    var rules = [Rule](repeating: small, count: 10_000)
    let name = String(repeating: "long-", count: 30)
    let selectors = try (0..<3000).map { try CSSSelector(parsing: ".\(name)\($0)") }
    rules.insert(
      Rule(trigger: small.trigger, action: .hide(try #require(NonEmpty(selectors)))), at: 7000)
    let list = RuleList(rules)
    var pieces = 0
    list.writeJSON { _ in pieces += 1 }
    #expect(pieces == 3)
    #expect(list.encodedSize == list.encodedJSON().count)
    #expect(RuleList().encodedSize == RuleList().encodedJSON().count)
    #expect(try RuleList(decodingJSON: list.encodedJSON()) == list)
  }

  @Test func encodingStopsAtFirstError() throws {
    struct Full: Error {}
    let rule = Rule(trigger: Trigger(urlFilter: .any), action: .block)
    var calls = 0
    #expect(throws: Full.self) {
      try RuleList([Rule](repeating: rule, count: 50_000)).writeJSON { (_) throws(Full) in
        calls += 1
        if calls == 2 { throw Full() }
      }
    }
    #expect(calls == 2)
  }

  @Test func emptyListIsEncodedAsNoOpRule() throws {
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
    return (try? URLFilter(parsing: pick(texts))) ?? .any
  }

  private mutating func action() -> Action {
    let selectors = [".a", "#b > c", "[d=\"e,f\"]", ":not(.g, .h)", ".\\,", "/*,*/ i", "[j='k]\"']", ".é"]
    if chance(50) {
      let chosen = (0...below(3)).compactMap { _ in try? CSSSelector(parsing: pick(selectors)) }
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
