import Testing

@testable import SluiceAnalysis
@testable import SluiceRules

/// The findings about lists for targets that lack a capability, and about lists that abort WebKit.
@Suite struct TargetFindingTests {
  private func list(_ rules: [String]) throws -> RuleList {
    try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]")
  }

  private func rule(_ trigger: String, _ action: String = #""type":"block""#) -> String {
    #"{"trigger":{"url-filter":"\#(trigger.hasPrefix("^") ? trigger : "a")"\#(trigger.hasPrefix("^") ? "" : trigger)},"action":{\#(action)}}"#
  }

  private func missing(_ rules: [String], _ target: Target?) -> [String] {
    var options = CheckOptions()
    options.target = target
    let check = RuleList.check(inJSON: "[\(rules.joined(separator: ","))]", options: options)
    #expect(check.isAcceptedByWebKit == (check.worst != .error))
    return check.findings.filter { $0.reason.id.hasPrefix("target-") }
      .map { "\($0.ruleIndex ?? -1) \($0.reason.id)" }
  }

  @Test(
    arguments: [
      (#","resource-type":["child-document"]"#, .safari18, "rejects-list"),
      (#","resource-type":["child-document"]"#, .any, "rejects-list"),
      (#","resource-type":["child-document"]"#, .webKitGTK2_48, "rejects-list"),
      (#","resource-type":["child-document"]"#, .safari18_6, nil),
      (#","resource-type":["child-document"]"#, .webKitGTK2_50, nil),
      (#","resource-type":["csp-report","fetch"],"if-domain":["a"]"#, .any, nil),
      (#","unless-frame-url":["a"]"#, .safari17, "widens-rule"),
      (#","unless-frame-url":["a"]"#, .webKitGTK2_46, "widens-rule"),
      (#","unless-frame-url":["a"]"#, .webKitGTK2_48, nil),
      // Safari 18.4 is inferred, so the feature is unknown in 18 and probably known in 18.6.
      (#","unless-frame-url":["a"]"#, .safari18, "widens-rule"),
      (#","unless-frame-url":["a"]"#, .safari18_6, "unproven"),
      (#","request-method":"post""#, .safari18_6, "widens-rule"),
      (#","request-method":"post""#, .safari26, nil),
    ] as [(String, Target, String?)])
  func triggerGapsOfTargetsAreReported(_ trigger: String, _ target: Target, _ expected: String?) {
    #expect(missing([rule(""), rule(trigger)], target) == (expected.map { ["1 target-\($0)"] } ?? []))
    #expect(missing([rule(trigger)], nil).isEmpty)
  }

  @Test(
    arguments: [
      (#""type":"ignore-following-rules""#, .any, "rejects-list"),
      (#""type":"ignore-following-rules""#, .safari18_6, "rejects-list"),
      (#""type":"ignore-following-rules""#, .safari26, "unproven"),
      (#""type":"ignore-following-rules""#, .webKitGTK2_50, nil),
      (#""type":"css-display-none","selector":":has(a)""#, .any, nil),
    ] as [(String, Target, String?)])
  func actionGapsOfTargetsAreReported(_ action: String, _ target: Target, _ expected: String?) {
    #expect(missing([rule("", action)], target) == (expected.map { ["0 target-\($0)"] } ?? []))
  }

  /// A problem that costs the whole list is reported once; one that affects single rules is reported for
  /// each.
  @Test func listGapsAreReportedOnceRuleGapsEach() {
    let document = rule(#","resource-type":["top-document"]"#)
    let frame = rule(#","unless-frame-url":["a"]"#)
    #expect(
      missing([frame, document, document, frame], .any)
        == ["0 target-widens-rule", "1 target-rejects-list", "3 target-widens-rule"])
    let missing = MissingCapability(capability: .documentTypes, target: .safari18, ruleCount: 2)
    #expect(
      RuleListFinding.Reason.missingCapability(missing).message == """
        safari-18 does not support child-document, top-document, so the list is rejected; 2 rules use it; \
        Safari supports it since 18.6 (fact), WebKitGTK supports it since 2.50 (measured)
        """)
  }

  // MARK: - Limits that abort the process

  /// Lists with this many conditional rules are only counted here: a real WebKit would abort.
  @Test(
    arguments: [
      (".*", 65_534, 49_151, nil), (".*", 65_534, 49_152, "near-abort-limit"),
      (".*", 65_534, 65_534, "near-abort-limit"),
      (".*", 65_534, 65_535, "abort-limit"), ("a", 65_535, 65_535, "near-abort-limit"),
      ("a", 65_535, 65_536, "abort-limit"), ("(a)?b*", 65_534, 65_535, "abort-limit"),
    ] as [(String, Int, Int, String?)])
  func nearAbortLimitIsReported(_ filter: String, _ limit: Int, _ count: Int, _ expected: String?) throws {
    let rule = try list([rule(#","if-top-url":["x"]"#).replacing("\"a\"", with: "\"\(filter)\"")]).rules[0]
    let found = AbortCount.all(in: [.noOperation] + Array(repeating: rule, count: count))
    #expect(found.map(\.reason.id) == (expected.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.limit.maximumRules == limit && $0.count == count })
    if expected == "abort-limit" { #expect(found[0].rule == limit + 1) }
    var bare = rule
    bare.trigger.condition = nil
    #expect(AbortCount.all(in: Array(repeating: bare, count: count)).isEmpty)
  }

  @Test func abortLimitCountsPatternsSeparately() throws {
    let rules = try ["a", "b", ".*", ".?"].map { filter in
      try list([rule(#","if-domain":["x"]"#).replacing("\"a\"", with: "\"\(filter)\"")]).rules[0]
    }
    let found = AbortCount.all(in: rules.flatMap { Array(repeating: $0, count: 40_000) })
    #expect(found.map(\.count) == [80_000])
    #expect(found.map(\.limit) == [.everything])
  }
}
