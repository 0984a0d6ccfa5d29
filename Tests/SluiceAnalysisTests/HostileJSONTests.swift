import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// Files that are malicious or damaged cause an error with a location, and no crash.
@Suite struct HostileJSONTests {
  private static let rule = #"{"trigger":{"url-filter":"a"},"action":{"type":"block"}}"#

  private func first(_ json: [UInt8]) -> RuleListFinding? { RuleList.check(inJSON: json).findings.first }

  @Test(arguments: [
    ("", "empty-input", 0), (" ", "json-unexpected-end", 1), ("[", "json-unexpected-end", 1),
    (#"[{"trigger""#, "json-unexpected-end", 11), (#"[{"tri"#, "json-unclosed-string", 2),
    ("nul", "json-bad-word", 0),
    ("{}", "not-an-array", 0), ("7", "not-an-array", 0), ("[7]", "rule-not-object", 1),
    ("[[]]", "rule-not-object", 1),
    ("\u{FEFF}[]", "json-byte-order-mark", 0), ("[\0]", "json-unexpected-character", 1),
    ("[]]", "json-trailing-text", 2),
    (#"[{"a":1,}]"#, "json-trailing-comma", 7), ("[//x\n]", "json-comment", 1),
  ])
  func jsonErrorsAreLocated(_ json: String, _ id: String, _ offset: Int) {
    let finding = first(Array(json.utf8))
    #expect(finding?.reason.id == id)
    #expect(finding?.offset == offset)
  }

  @Test func otherTextEncodingsAreRejected() {
    let text = "[\(Self.rule)]"
    for isLittle in [true, false] {
      for mark in [true, false] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        let bytes = units.flatMap { unit in
          let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
          return isLittle ? [low, high] : [high, low]
        }
        let finding = first(bytes)
        #expect(finding?.reason.severity == .error, "\(isLittle) \(mark)")
        #expect((finding?.offset ?? 9) <= 1)
      }
    }
    let latin = Array(
      #"[{"trigger":{"url-filter":"é"},"action":{"type":"block"}}]"#.unicodeScalars.map { UInt8($0.value) })
    #expect(first(latin)?.reason.id == "json-invalid-utf8")
    #expect(first(latin)?.offset == 27)
  }

  @Test func truncatedJSONIsLocated() {
    let json = Array("[\(Self.rule),\(Self.rule)]".utf8)
    for count in 0..<json.count {
      let finding = first(Array(json.prefix(count)))
      #expect(finding?.reason.severity == .error, "\(count)")
      #expect((finding?.offset ?? .max) <= count, "\(count)")
    }
  }

  @Test func lastOfRepeatedKeysWins() {
    let json =
      #"[{"trigger":{"url-filter":"(","url-filter":"a"},"action":{"type":"x"},"action":{"type":"block"}}]"#
    let check = RuleList.check(inJSON: json)
    #expect(check.findings.map(\.reason.id) == ["repeated-key", "repeated-key"])
    #expect(check.isAcceptedByWebKit)
  }

  @Test func nulCharactersInStringsAreReported() {
    let json = Array("[{\"trigger\":{\"url-filter\":\"a\0b\"},\"action\":{\"type\":\"block\"}}]".utf8)
    #expect(RuleList.check(inJSON: json).findings.map(\.reason.id).contains("json-control-character"))
    #expect(RuleList.check(inJSON: json).findings.map(\.reason.id).contains("url-filter-misplaced-end"))
  }

  @Test(.ends, arguments: ["[", #"{"a":"#, #"[{"trigger":"#, "[[],"])
  func jsonDepthIsLimited(_ open: String) {
    let json = Array(String(repeating: open, count: 100_000).utf8)
    #expect(first(json)?.reason.id == "json-too-deep")
  }

  @Test(.ends) func hostileGroupNestingEnds() {
    for open in ["(", "(?:", "[", "a(b"] {
      let filter = String(repeating: open, count: 100_000)
      let json = #"[{"trigger":{"url-filter":"\#(filter)"},"action":{"type":"block"}}]"#
      #expect(first(Array(json.utf8))?.reason.severity != nil)
    }
    let selector = String(repeating: ":not(", count: 100_000)
    let json =
      #"[{"trigger":{"url-filter":"a"},"action":{"type":"css-display-none","selector":"\#(selector)"}}]"#
    #expect(first(Array(json.utf8)) != nil)
  }

  /// The limit applies to the number of findings, even if many rules have the same ones.
  @Test(.ends) func findingCountIsLimited() {
    let bad = #"{"trigger":{"url-filter":"","x":1,"load-type":[]},"action":{}}"#
    let json = Array("[\(Array(repeating: bad, count: 3_000).joined(separator: ","))]".utf8)
    let check = RuleList.check(inJSON: json)
    #expect(check.findings.count == 10_000)
    #expect(check.omitted == 2_000)
    #expect(check.counts == [.error: 6_000, .warning: 6_000])
  }

  /// Many rules with the same key or action are not compared pairwise.
  @Test(.ends, .slow(15)) func equalRulesAreCheckedInLinearTime() {
    for filter in ["a", #"^[^:]+://([^/]+\\.)?a.example[:/]"#] {
      let rules = (0..<size(30_000)).map {
        #"{"trigger":{"url-filter":"\#(filter)","if-domain":["d\#($0).example"]},"action":{"type":"block"}}"#
      }
      let check = RuleList.check(inJSON: "[\(rules.joined(separator: ","))]")
      #expect(check.findings.isEmpty)
    }
  }

  /// Counting states terminates, however many expensive patterns there are.
  @Test(.ends, .slow(4)) func expensivePatternsAreCheckedInBoundedTime() {
    let rules = (0..<size(1_000)).map {
      let classes = String(repeating: "[a-y]", count: 20)
      return #"{"trigger":{"url-filter":"a\#(classes)z\#($0)"},"action":{"type":"block"}}"#
    }
    let check = RuleList.check(inJSON: "[\(rules.joined(separator: ","))]")
    #expect(check.findings.contains { $0.reason == .expensivePattern(states: nil) })
  }
}
