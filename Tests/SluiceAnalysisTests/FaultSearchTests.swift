import SluiceText
import SluiceAnalysis
import SluiceRules
import Testing

/// The search for the rule that WebKit rejects, with a compiler that rejects the text `bad`.
@Suite struct FaultSearchTests {
  private func list(_ count: Int, bad: Set<Int>) -> [UInt8] {
    let rules = (0..<count).map { index in
      #"{"trigger":{"url-filter":"\#(bad.contains(index) ? "bad" : "good")\#(index)"},"action":{"type":"block"}}"#
    }
    return Array("[\(rules.joined(separator: ",\n"))]".utf8)
  }

  private func rejection(_ json: [UInt8]) -> String? {
    String(decoding: json, as: UTF8.self).contains("bad") ? "Invalid." : nil
  }

  @Test(arguments: [(1, 0), (2, 1), (7, 3), (1000, 0), (1000, 999), (1000, 617)])
  func rejectedRuleIsFoundWithFewCompilations(count: Int, bad: Int) throws {
    let json = list(count, bad: [bad])
    var search = try #require(FaultSearch(inJSON: json))
    guard case .rule(let rule, let place, let words) = search.run(rejection: rejection) else {
      Issue.record("nothing found")
      return
    }
    #expect(rule == bad)
    #expect(words == "Invalid.")
    #expect(String(decoding: json[place], as: UTF8.self).contains("\"bad\(bad)\""))
    #expect(search.compiles <= 11)
  }

  @Test func ruleWithLoggedPatternIsTriedFirst() throws {
    var search = try #require(FaultSearch(inJSON: list(1000, bad: [617])))
    let outcome = search.run(pattern: Array("bad617".utf8), rejection: rejection)
    guard case .rule(617, _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(search.compiles == 1)
  }

  @Test func rejectionWithoutSingleCauseFindsNoRule() throws {
    var search = try #require(FaultSearch(inJSON: list(8, bad: [])))
    // Only all rules together are rejected.
    #expect(search.run { $0.count > 400 ? "Too large." : nil } == .none)
  }

  @Test(arguments: ["", "[]", "{}", "[", "1"]) func inputsWithoutRulesAreNotSearched(json: String) {
    #expect(FaultSearch(inJSON: json) == nil)
  }

  @Test func searchedPartsStartWithNoOpRule() throws {
    let json = list(3, bad: [])
    guard let slices = RuleSlices(inJSON: json) else {
      Issue.record("no rules")
      return
    }
    let part = try RuleList(decodingJSON: slices.list(of: [0, 2], in: json.span))
    #expect(part.rules.map(\.trigger.urlFilter.description) == ["^no-rules:$", "good0", "good2"])
  }
}
