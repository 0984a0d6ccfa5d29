import SluiceText
import Foundation
import SluiceConversion
import SluiceRules
import Testing

@testable import sluice

@Suite struct PageCostTextTests {
  @Test(
    arguments: [
      (0, 670, "     0.670 µs a request  rule 7  a.*b"), (0, 3, "     0.003 µs a request  rule 7  a.*b"),
      (2_229_000, 0, "  2229.000 µs a document  rule 7  a.*b"),
      (1400, 0, "     1.400 µs a document  rule 7  a.*b"),
    ])
  func pageCostLineIsFormatted(document: Int, request: Int, line: String) throws {
    let list = try RuleList(
      decodingJSON: Array(#"[{"trigger":{"url-filter":"a.*b"},"action":{"type":"block"}}]"#.utf8).span)
    var cost = try #require(list.pageCost(mostExpensive: 1).mostExpensive.first)
    cost.ruleIndex = 7
    cost.nanosecondsPerDocument = document
    cost.nanosecondsPerRequest = request
    #expect(PageCostText.line(cost, width: 80) == line)
    let filter = PlacedFilter(file: "l\u{1B}.txt", line: 3, text: "a*b")
    let named = line.replacingOccurrences(of: "rule 7  a.*b", with: #"l\u{1B}.txt:3: a*b"#)
    #expect(PageCostText.line(cost, of: filter, width: 80) == named)
  }

  @Test func expensiveSelectorOfGroupIsNamed() throws {
    let rule = #"{"trigger":{"url-filter":".*"},"action":{"type":"css-display-none","selector":".a, p > q"}}"#
    let list = try RuleList(decodingJSON: "[\(rule)]")
    let lines = list.pageCost(mostExpensive: 2, by: .filter).mostExpensive.map {
      PageCostText.line($0, width: 80)
    }
    #expect(
      lines == ["     1.900 µs a document  rule 0  p > q", "     1.400 µs a document  rule 0  .a"])
  }
}
