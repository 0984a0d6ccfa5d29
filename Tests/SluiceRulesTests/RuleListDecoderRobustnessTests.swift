import SluiceRules
import Testing
import TestSupport

/// Hostile input causes an error with a location in the text, and no crash.
@Suite struct RuleListDecoderRobustnessTests {
  private static let sample = Array(
    #"""
    [{"trigger":{"url-filter":"^[^:]+://([^/]+\\.)?ads\\.example[:/]","load-type":["third-party"],
    "resource-type":["image","script"],"if-domain":["*news.example","\u0061.b"]},"action":{"type":"block"}},
    {"trigger":{"url-filter":".*","unless-top-url":["x+y"]},"action":{"type":"css-display-none",
    "selector":".ad, [a=\"b,c\"], :not(.x, .y)"}},{"trigger":{"url-filter":"a"},
    "action":{"type":"modify-headers","priority":1,"request-headers":[{"operation":"set","header":"a"}]}}]
    """#.utf8)

  private func check(_ json: [UInt8], _ comment: Comment) {
    let report = RuleList.findings(inJSON: json)
    for finding in report.findings {
      let fits = finding.offset >= 0 && finding.length >= 0 && finding.offset + finding.length <= json.count
      #expect(fits, comment)
    }
    let list = try? RuleList(decodingJSON: json)
    #expect((list != nil) == report.isHeld, comment)
    if let list, !list.rules.isEmpty {
      #expect((try? RuleList(decodingJSON: list.encodedJSON())) == list, comment)
    }
  }

  @Test func decoderHandlesEveryPrefix() {
    for count in 0..<Self.sample.count { check(Array(Self.sample.prefix(count)), "\(count)") }
  }

  @Test(.slow(3), arguments: 0..<8) func decoderHandlesMutatedJSON(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let pieces = [
      #"\"#, "\"", ",", "[", "]", "{", "}", "é", #"\ud800"#, #"\x41"#, "null", "1e5", "|", "*", "\0",
    ]
    for round in 0..<size(500) {
      var json = Self.sample
      for _ in 0...random.below(3) {
        let index = random.below(json.count)
        switch random.below(4) {
        case 0: json.remove(at: index)
        case 1: json[index] = UInt8(truncatingIfNeeded: random.next())
        case 2: json.insert(contentsOf: Array(random.pick(pieces).utf8), at: index)
        default: json.removeSubrange(index..<min(json.count, index + random.below(20)))
        }
      }
      check(json, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 0..<4) func decoderHandlesRandomBytes(_ seed: UInt64) {
    var random = SeededRandom(seed)
    for round in 0..<500 {
      let json = (0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      check(json, "seed \(seed), round \(round)")
    }
  }

  @Test(.ends, arguments: ["[", "{\"a\":", "[{\"trigger\":", "[[],"])
  func deeplyNestedJSONIsRejected(_ open: String) {
    let json = Array(String(repeating: open, count: 100_000).utf8)
    let report = RuleList.findings(inJSON: json)
    #expect(report.findings.first?.reason == .syntax(.tooDeep))
  }

  @Test func jsonDepthLimitMatchesWebKit() {
    func reason(_ depth: Int) -> RuleListFinding.Reason? {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let rule = #"{"trigger":{"url-filter":"a"},"action":{"type":"block"},"x":\#(nested)}"#
      return RuleList.findings(inJSON: "[\(rule)]").findings.first?.reason
    }
    #expect(reason(999) == .unusedKey)
    #expect(reason(1000) == .syntax(.tooDeep))
  }

  @Test(.ends, .slow(4)) func longJSONPartsAreDecodedInTime() {
    let many = String(repeating: "\"a.example\",", count: size(100_000))
    let long = String(repeating: "a", count: size(1_000_000))
    for trigger in [
      #""url-filter":"a","if-domain":[\#(many)"b"]"#, #""url-filter":"\#(long)""#,
      #""url-filter":"a","\#(long)":1"#,
      #""url-filter":"a","if-domain":["\#(long)"]"#,
    ] {
      _ = RuleList.findings(inJSON: #"[{"trigger":{\#(trigger)},"action":{"type":"block"}}]"#)
    }
  }
}
