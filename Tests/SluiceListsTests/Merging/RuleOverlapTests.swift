import SluiceRules
import Testing

@testable import SluiceListFiles
@testable import SluiceLists

/// Whether two rules can match the same request.
///
/// The answer "no" must be certain.
@Suite struct RuleOverlapTests {
  private static func rule(_ trigger: String) throws -> Rule {
    let json = #"[{"trigger":{\#(trigger)},"action":{"type":"block"}}]"#
    return try #require(try RuleList(decodingJSON: json).rules.first)
  }

  private static func host(_ host: String, end: String = "[:/]", anchor: String = #"^[^:]+://([^/]+\\.)?"#)
    -> String
  {
    #""url-filter":"\#(anchor)\#(host.replacing(".", with: #"\\."#))\#(end)""#
  }

  /// Equal rules of two inputs stay if it would take too long to compare the exceptions to them.
  @Test func duplicatesBeyondLimitStay() throws {
    let texts = (0..<200).flatMap { number in
      ["block", "ignore-previous-rules"].map {
        #"{"trigger":{"url-filter":"x\#(number)"},"action":{"type":"\#($0)"}}"#
      }
    }
    let rules = try RuleList(decodingJSON: "[\(texts.joined(separator: ","))]").rules
    let parts = [0, 1].map { MergePart(inputs: [$0], rules: rules, licenses: []) }
    #expect(RuleDuplicates.removed(from: parts, freeSteps: 1 << 26).map(\.rules.count) == [400, 200])
    // 800 rules pay for 102,400 steps, and each comparison takes 406.
    let some = RuleDuplicates.removed(from: parts, freeSteps: 50 * 406 - 102_400)
    #expect(some.map(\.rules.count) == [400, 350])
  }

  private static let cases: [(String, String, Bool)] = [
    (host("a.example"), host("a.example"), true),
    (host("a.example"), host("b.example"), false),
    (host("x.a.example"), host("a.example"), true),
    (host("xa.example"), host("a.example"), false),
    // The starts and ends of patterns that the project itself writes.
    (host("a.example", end: "[/:]"), host("b.example", end: "(:[0-9]+)?/"), false),
    (host("a.example", end: "/ads"), host("a.example"), true),
    (host("a.example", end: "/ads"), host("b.example", end: "/ads"), false),
    (host("a.example", anchor: "^[^:]+://"), host("b.example"), false),
    (host("a.example", anchor: #"^[^:]+://+([^/]+\\.)?"#), host("b.example"), false),
    // Text before the first dot may be the end of a longer label.
    (host("a.example", anchor: "^[^:]+://[^/]*"), host("xa.example"), true),
    (host("a.example", anchor: "^[^:]+://[^/]*"), host("a.other"), false),
    // A host without an end matches any host that starts with it.
    (host("a.ex", end: ""), host("a.example"), true),
    (host("a.ex", end: ".*"), host("a.example"), true),
    (host("a.example", end: "[a-z]"), host("a.examples"), true),
    (host("A.example"), host("a.example"), true),
    (#""url-filter":"ads""#, host("a.example"), true),
    (#""url-filter":".*""#, #""url-filter":"ads""#, true),
    (#""url-filter":"a","resource-type":["image"]"#, #""url-filter":"a","resource-type":["script"]"#, false),
    (#""url-filter":"a","resource-type":["image"]"#, #""url-filter":"a""#, true),
    (
      #""url-filter":"a","resource-type":["document"]"#,
      #""url-filter":"a","resource-type":["child-document"]"#, true
    ),
    (#""url-filter":"a","resource-type":["raw"]"#, #""url-filter":"a","resource-type":["fetch"]"#, true),
    (
      #""url-filter":"a","load-type":["first-party"]"#, #""url-filter":"a","load-type":["third-party"]"#,
      false
    ),
    (
      #""url-filter":"a","load-context":["top-frame"]"#, #""url-filter":"a","load-context":["child-frame"]"#,
      false
    ),
    // The URLs of data that pages make have no host.
    (#""url-filter":"^blob:""#, host("a.example"), false),
    (#""url-filter":"^blob:""#, host("a.example", end: "/ads"), false),
    (#""url-filter":"^blob:""#, #""url-filter":"ads""#, true),
    (#""url-filter":"^blob:""#, #""url-filter":".*""#, true),
    (#""url-filter":"^blob:""#, #""url-filter":"^blob:","resource-type":["image"]"#, true),
    // Conditions on pages are not compared: both may be true.
    (#""url-filter":"a","if-top-url":["b"]"#, #""url-filter":"a","unless-top-url":["b"]"#, true),
  ]

  @Test(arguments: cases.indices) func ruleOverlapIsDetermined(index: Int) throws {
    let (one, other, mayMeet) = Self.cases[index]
    let (first, second) = (try Self.rule(one), try Self.rule(other))
    #expect(RuleOverlap.Key(first).mayMeet(RuleOverlap.Key(second)) == mayMeet, "\(one) and \(other)")
    for (inserted, asked) in [(first, second), (second, first)] {
      var overlap = RuleOverlap()
      overlap.insert(RuleOverlap.Key(inserted), at: 0)
      #expect(overlap.mayMatch(RuleOverlap.Key(asked)) == mayMeet, "\(one) and \(other)")
    }
  }

  /// An empty set of rules overlaps with nothing.
  @Test func emptyRuleSetOverlapsNothing() throws {
    #expect(!RuleOverlap().mayMatch(RuleOverlap.Key(try Self.rule(#""url-filter":".*""#))))
  }
}
