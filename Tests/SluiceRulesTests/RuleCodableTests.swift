import Foundation
import SluiceRules
import TestSupport
import Testing

@Suite struct RuleCodableTests {
  private struct Document: Codable, Equatable {
    var name: String
    var rule: Rule
    var list: RuleList
  }

  @Test(arguments: Array(((try? Repository.goldenRuleLists()) ?? []).prefix(6)))
  func codedRulesOfGoldenListsAreTheSame(_ url: URL) throws {
    let json = [UInt8](try Data(contentsOf: url))
    let list = try RuleList(decodingJSON: json)
    let coded = try JSONEncoder().encode(list)
    #expect(try RuleList(decodingJSON: [UInt8](coded)) == list)
    #expect(try JSONDecoder().decode(RuleList.self, from: Data(json)) == list)
  }

  @Test func ruleIsPartOfOtherDocuments() throws {
    let text =
      #"{"name":"é","rule":{"trigger":{"url-filter":"^https?://ad\\.example/\"x","resource-type":["image"]},"#
      + #""action":{"type":"css-display-none","selector":".a, .b > c"},"x":[1,null,{"y":2.5}]},"list":[]}"#
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    let selectors = try #require(try NonEmpty([CSSSelector(parsing: ".a"), CSSSelector(parsing: ".b > c")]))
    #expect(document.rule.action == .hide(selectors))
    #expect(document.list == RuleList())
    for encode in [{ try JSONEncoder().encode($0) }, { try PropertyListEncoder().encode($0) }]
      as [(Document) throws -> Data]
    {
      let data = try encode(document)
      let isJSON = data.first == UInt8(ascii: "{")
      let other =
        isJSON
        ? try JSONDecoder().decode(Document.self, from: data)
        : try PropertyListDecoder().decode(Document.self, from: data)
      #expect(other == document)
    }
  }

  @Test(arguments: [
    (#"{"trigger":{"url-filter":"("},"action":{"type":"block"}}"#, "parenthesis"),
    (#"{"trigger":{},"action":{"type":"block"}}"#, "url-filter"), ("[]", "rule"), ("7", "rule"),
    (
      #"{"trigger":{"url-filter":"a"},"action":{"type":"css-display-none","selector":"p:has-text(x)"}}"#,
      "pseudo-class"
    ),
    (
      #"{"trigger":{"url-filter":"a","if-domain":[7]},"action":{"type":"block"}}"#,
      "array of non-empty strings"
    ),
  ])
  func invalidRuleIsAnErrorWithWords(json: String, word: String) {
    do {
      let rule = try JSONDecoder().decode(Rule.self, from: Data(json.utf8))
      Issue.record("\(rule)")
    } catch let DecodingError.dataCorrupted(context) {
      #expect(context.debugDescription.contains(word), "\(context.debugDescription)")
    } catch {
      Issue.record(error)
    }
  }
}
