import SluiceRules
import SluiceText
import TestSupport
import Testing

@testable import SluiceAnalysis

/// The CPU time that rules add to pages.
struct PageCostTests {
  private static func list(_ rules: [String]) throws -> RuleList {
    try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]")
  }

  private static func hide(_ selector: String, _ trigger: String = #""url-filter":".*""#) -> String {
    #"{"trigger":{\#(trigger)},"action":{"type":"css-display-none","selector":"\#(selector)"}}"#
  }

  private static func block(_ filter: String) -> String {
    let json = filter.replacing(#"\"#, with: #"\\"#)
    return #"{"trigger":{"url-filter":"\#(json)"},"action":{"type":"block"}}"#
  }

  private static let exception =
    #"{"trigger":{"url-filter":"x"},"action":{"type":"ignore-previous-rules"}}"#

  // MARK: - Selectors

  struct Row: Sendable, CustomTestStringConvertible {
    var rules: [String]
    var classes = 0
    var ids = 0
    var others = 0
    var unshared = 0
    var testDescription: String { rules.joined() }
  }

  private static let rows = [
    Row(rules: [hide(".a, .b, #c, a[href], .d .e")], classes: 2, ids: 1, others: 2),
    Row(rules: [hide(".a", #""url-filter":".*","resource-type":["document"]"#)], classes: 1, unshared: 1),
    Row(rules: [hide(".a", #""url-filter":".*","unless-domain":["*a.com"]"#)], classes: 1, unshared: 1),
    Row(rules: [hide(".a"), exception, hide(".b, .c")], classes: 3, unshared: 2),
    Row(rules: [hide(".a", #""url-filter":"^[^:]+://a\\.com/""#)]),
    Row(rules: [hide(".a", #""url-filter":".*","if-domain":["*a.com"]"#)]),
    Row(rules: [block(".*")]),
  ]

  @Test(arguments: rows) func genericSelectorsAreCounted(_ row: Row) throws {
    let cost = try Self.list(row.rules).pageCost()
    let selectors = cost.selectors
    #expect([selectors.classes, selectors.ids, selectors.others] == [row.classes, row.ids, row.others])
    #expect(selectors.count == row.classes + row.ids + row.others)
    #expect(cost.unsharedSelectors == row.unshared)
  }

  @Test func sharedStyleSheetCostsLess() throws {
    let names = (0..<1000).map { ".c\($0)" }.joined(separator: ", ")
    let shared = try Self.list([Self.hide(names)]).pageCost()
    let own = try Self.list([Self.hide(names, #""url-filter":".*","resource-type":["document"]"#)]).pageCost()
    #expect(shared.microsecondsPerDocument == 1400)
    #expect(own.microsecondsPerDocument == 1960)
  }

  // MARK: - Automata

  /// Each text before a repetition takes one automaton, unless automata are merged.
  @Test func automataAreCountedByPrefix() throws {
    let hosts = (0..<500).map { Self.block(#"^[^:]+://+([^:/]+\.)?h\#($0)\.example[:/]"#) }
    let plain = try Self.list(hosts).pageCost()
    #expect(plain.automata == 1 && plain.microsecondsPerRequest == 0)
    let long = String(repeating: "x", count: 120)
    let apart = (0..<20).map { Self.block(#"^[^:]+://+([^:/]+\.)?h\#($0)\.example/\#(long).*y"#) }
    #expect(try Self.list(hosts + apart).pageCost().automata == 21)
    // With the same text before the repetition.
    let together = (0..<20).map { Self.block(#"^[^:]+://+([^:/]+\.)?h\.example/\#(long).*y\#($0)"#) }
    #expect(try Self.list(hosts + together).pageCost().automata == 2)
    // Short texts are merged, and a pattern shared by several rules counts once.
    let short = (0..<20).map { Self.block(#"^[^:]+://+([^:/]+\.)?h\#($0)/.*y"#) }
    let joined = try Self.list(short).pageCost().automata
    #expect((1...10).contains(joined), "\(joined)")
    #expect(try Self.list(short + short).pageCost().automata == joined)
  }

  /// A pattern that can match anywhere is searched for in the entire URL.
  @Test func unanchoredPatternsCostMore() throws {
    let long = String(repeating: "x", count: 120)
    let cost = try Self.list([
      Self.block(#"^[^:]+://+([^:/]+\.)?h/\#(long).*y"#), Self.block("/\(long).*y"),
      Self.block(#"^[^:]+://+([^:/]+\.)?h\.example[:/]"#),
    ]).pageCost(mostExpensive: 5)
    #expect(cost.mostExpensive.map(\.ruleIndex) == [1, 0])
    #expect(cost.mostExpensive.map(\.nanosecondsPerRequest) == [670, 300])
    #expect(cost.mostExpensive.allSatisfy { $0.nanosecondsPerDocument == 0 })
  }

  @Test func mostExpensiveRulesComeFirst() throws {
    let cost = try Self.list([
      Self.hide(".a"), Self.hide("#a"), Self.hide(".a, .b, .c"), Self.block("a.*b"),
    ]).pageCost(mostExpensive: 2)
    #expect(cost.mostExpensive.map(\.ruleIndex) == [2, 0])
    #expect(try Self.list([Self.hide(".a")]).pageCost().mostExpensive.isEmpty)
    #expect(RuleList().pageCost() == PageCost())
  }

  /// With costs by filter, each selector counts separately at its own cost, including that of the unshared
  /// style sheet.
  @Test func costByFilterCountsEachSelector() throws {
    let cost = try Self.list([
      Self.hide(".a, #b, p > q", #""url-filter":".*","resource-type":["document"]"#), Self.block("a.*b"),
      Self.hide(".only"),
    ]).pageCost(mostExpensive: 9, by: .filter)
    #expect(cost.mostExpensive.map(\.ruleIndex) == [0, 0, 2, 0, 1])
    #expect(cost.mostExpensive.map { $0.selector?.description } == ["p > q", ".a", nil, "#b", nil])
    #expect(cost.mostExpensive.map(\.nanosecondsPerDocument) == [2660, 1960, 1400, 910, 0])
  }

  // MARK: - The finding

  @Test(arguments: [(49, 0), (50, 1), (400, 1)])
  func manySitesByConditionAreReported(count: Int, findings: Int) throws {
    let rules = (0..<count).map { Self.hide(".a", #""url-filter":".*","if-domain":["*s\#($0).com"]"#) }
    let json = Array("[\((["\(Self.block("x"))"] + rules).joined(separator: ","))]".utf8)
    let check = RuleList.check(inJSON: json)
    let found = check.findings.filter { $0.reason.id == "sites-by-condition" }
    #expect(found.count == findings && found.allSatisfy { $0.ruleIndex == 1 })
    #expect(check.pageCost.sitesByCondition == count)
    #expect(check.pageCost.microsecondsPerRequest == count * 70 / 1000)
  }

  /// With equal hashes, patterns that differ only in negation would be compared with each other.
  @Test func beginningsDifferInHashesByNegation() throws {
    let beginnings = try (0..<256).map { number in
      let classes = (0..<8).map { number >> $0 & 1 == 0 ? "[ab]" : "[^ab]" }.joined()
      let pattern = try URLFilter(parsing: "/\(classes)x*").pattern
      return PatternRuns.Beginning(terms: pattern.terms[...], isAnchored: false)
    }
    #expect(Set(beginnings.map(\.hash.value)).count == beginnings.count)
  }
}
