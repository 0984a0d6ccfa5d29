import SluiceRules
import SluiceText
import Testing
import TrackerTestSupport

@testable import SluiceTrackers

/// Reading tds.json: the parts that are used, and the paths reported for ignored ones.
struct TrackerDataTests {
  private func decode(_ json: String) throws -> (data: TrackerData, problems: [TrackerDataProblem]) {
    try TrackerData.decodingJSON(json)
  }

  @Test func trackerDataReadsKnownKeysOnly() throws {
    let (data, problems) = try decode(
      """
      {"_builtWith": {"x": [1, {"trackers": 2}]}, "trackers": {"A.Example": {"domain": "A.Example",
       "prevalence": 0.5, "owner": {"name": "A \\u0026 B", "url": null}, "default": "block", "categories": ["Analytics", "Ad Motivated Tracking"],
       "rules": [{"rule": "a\\\\.example\\/x", "surrogate": "s.js", "comment": "c", "fingerprinting": 3,
        "options": {"domains": ["P.example"], "types": []}, "exceptions": {"types": ["image"]}}]}},
       "domains": {"a.example": "A & B"}, "cnames": {"c.site.example": "t.a.example"}, "future": true}
      """)
    #expect(problems.isEmpty)
    let tracker = try #require(data.trackers.first)
    #expect(tracker.domain.text == "a.example")
    #expect(tracker.owner == "A & B")
    #expect(tracker.defaultAction == .block)
    #expect(tracker.categories == ["Analytics", "Ad Motivated Tracking"])
    let rule = try #require(tracker.rules.first)
    #expect(rule.regex.text == "a\\.example/x")
    #expect(rule.surrogate == "s.js")
    #expect(rule.options == TrackerRule.Scope(domains: [Array("p.example".utf8)]))
    #expect(rule.exceptions == TrackerRule.Scope(types: ["image"]))
    #expect(data.entities == [.init(name: "A & B", domains: [Array("a.example".utf8)])])
    #expect(data.cnames.map(\.target.text) == ["t.a.example"])
  }

  private static let malformed: [(json: String, path: String, id: String)] = [
    (#"{"trackers": {"a b": {"default": "block"}}}"#, #"trackers["a b"]"#, "not-a-host"),
    (#"{"trackers": {"a.b": 3}}"#, #"trackers["a.b"]"#, "wrong-type"),
    (#"{"trackers": {"a.b": {"rules": []}}}"#, #"trackers["a.b"]"#, "missing-key"),
    (#"{"trackers": {"a.b": {"default": "maybe"}}}"#, #"trackers["a.b"].default"#, "unknown-value"),
    (#"{"trackers": {"a.b": {"default": "block", "rules": 1}}}"#, #"trackers["a.b"].rules"#, "wrong-type"),
    (
      #"{"trackers": {"a.b": {"default": "block", "rules": [{"rule": "x"}, {}]}}}"#,
      #"trackers["a.b"].rules[1]"#, "missing-key"
    ),
    (
      #"{"trackers": {"a.b": {"default": "block", "rules": [{"rule": "x", "action": "dance"}]}}}"#,
      #"trackers["a.b"].rules[0].action"#, "unknown-value"
    ),
    (
      #"{"trackers": {"a.b": {"default": "block", "rules": [{"rule": "x", "options": []}]}}}"#,
      #"trackers["a.b"].rules[0].options"#, "wrong-type"
    ),
    (
      #"{"trackers": {"a.b": {"default": "block", "rules": [{"rule": "x", "exceptions": {"domains": ["*"]}}]}}}"#,
      #"trackers["a.b"].rules[0].exceptions.domains[0]"#, "not-a-host"
    ),
    (#"{"trackers": {}, "cnames": {"a.b": 1}}"#, #"cnames["a.b"]"#, "wrong-type"),
    (#"{"trackers": {}, "entities": {"E": {"domains": "x"}}}"#, "entities.E.domains", "wrong-type"),
    (
      #"{"trackers": {"a.b": {"default": "block"}, "A.b": {"default": "ignore"}}}"#, #"trackers["A.b"]"#,
      "repeated-tracker"
    ),
  ]

  @Test(arguments: malformed)
  func malformedTrackerEntriesAreNamed(_ json: String, _ path: String, _ id: String) throws {
    let problems = try decode(json).problems
    #expect(problems.map(\.path).contains(path), "\(problems)")
    #expect(problems.map(\.reason.id).contains(id), "\(problems)")
    for problem in problems {
      #expect(!problem.span.isEmpty && !problem.description.isEmpty)
      #expect(problem.location == TextLocation(of: problem.span, in: json))
    }
  }

  @Test func readingContinuesAfterMalformedTracker() throws {
    let (data, problems) = try decode(
      #"{"trackers": {"a.b": {"default": 1}, "c.d": {"default": "block", "rules": [3, {"rule": "c\\.d\\/x"}]}}}"#
    )
    #expect(data.trackers.map(\.domain.text) == ["c.d"])
    #expect(data.trackers.first?.rules.map(\.index) == [1])
    #expect(problems.count >= 2)
  }

  @Test(arguments: [
    ("", "not-json"), ("{", "not-json"), ("{\"trackers\": {}", "not-json"), ("[]", "no-trackers"),
    ("{}", "no-trackers"), (#"{"trackers": []}"#, "wrong-type"), (#"{"trackers": null}"#, "wrong-type"),
    ("\u{FEFF}{}", "not-json"),
    ("{\"trackers\": {},}", "not-json"),
  ])
  func nonTrackerDataIsRejected(_ json: String, _ id: String) {
    let problem = #expect(throws: TrackerDataProblem.self) { try decode(json) }
    #expect(problem?.reason.id == id)
  }

  @Test func conversionProblemsAreLocated() throws {
    let json = #"""
      {"trackers": {"t.example": {"default": "ignore", "owner": {"name": "T"}, "rules": [
        {"rule": "t\\.example\\/x", "exceptions": {"types": ["beacon", "no-type"]}},
        {"rule": "^t", "options": {"types": ["no-type"]}}]}},
       "cnames": {"c.example": "d.example"}}
      """#
    let problems = TrackerRadar(try decode(json).data).rules().problems
    #expect(
      Set(problems.map(\.reason.id)).isSuperset(of: ["no-counterpart", "unknown-owner", "unused-cname"]))
    for problem in problems {
      #expect(!problem.span.isEmpty, "\(problem)")
      #expect(problem.location == TextLocation(of: problem.span, in: json))
    }
  }

  @Test func truncatedTrackerDataDoesNotCrash() throws {
    let json = Array(try TrackerFiles.sample("tds.json"))
    for end in stride(from: 0, to: json.count, by: 7) {
      _ = try? TrackerData.decodingJSON(Array(json[..<end]))
      var broken = json
      broken[end] = UInt8(ascii: "\"")
      _ = try? TrackerData.decodingJSON(broken)
      _ = try? TrackerExceptions.decodingJSON(broken)
    }
  }

  @Test func domainsOverrideEntities() throws {
    let data = try decode(
      #"{"trackers": {}, "entities": {"A": {"domains": ["x.example", "y.example"]}}, "domains": {"y.example": "B"}}"#
    ).data
    #expect(
      data.entities == [
        .init(name: "A", domains: [Array("x.example".utf8)]),
        .init(name: "B", domains: [Array("y.example".utf8)]),
      ])
  }
}
