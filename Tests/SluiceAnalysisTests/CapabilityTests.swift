import Testing

@testable import SluiceAnalysis
@testable import SluiceRules

/// The capabilities that rules use, and what a target without them does with a list.
@Suite struct CapabilityTests {
  private func list(_ rules: [String]) throws -> RuleList {
    try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]")
  }

  private func rule(_ trigger: String, _ action: String = #""type":"block""#) -> String {
    #"{"trigger":{"url-filter":"\#(trigger.hasPrefix("^") ? trigger : "a")"\#(trigger.hasPrefix("^") ? "" : trigger)},"action":{\#(action)}}"#
  }

  private static let uses: [(trigger: String, action: String, capabilities: Set<Capability>)] = [
    ("", #""type":"block""#, []),
    (#","resource-type":["image","raw","popup"],"load-type":["third-party"]"#, #""type":"block""#, []),
    (#","if-domain":["a.example"]"#, #""type":"ignore-previous-rules""#, []),
    (#","unless-top-url":["a"]"#, #""type":"make-https""#, []),
    (#","resource-type":["fetch"]"#, #""type":"block""#, [.requestTypesAndContexts]),
    (#","resource-type":["ping"]"#, #""type":"block-cookies""#, [.requestTypesAndContexts]),
    (#","load-context":["child-frame"]"#, #""type":"block""#, [.requestTypesAndContexts]),
    (#","resource-type":["csp-report"]"#, #""type":"block""#, [.cspReport]),
    (#","if-frame-url":["a"]"#, #""type":"block""#, [.ifFrameURL]),
    (#","unless-frame-url":["a"]"#, #""type":"block""#, [.unlessFrameURL]),
    (#","resource-type":["child-document"]"#, #""type":"block""#, [.documentTypes]),
    (#","resource-type":["image","top-document"]"#, #""type":"block""#, [.documentTypes]),
    ("", #""type":"css-display-none","selector":"b:not(:focus-visible)""#, [.focusVisibleSelector]),
    (
      "", #""type":"css-display-none","selector":"b, :Focus-Visible:h\\61s(&)""#,
      [.focusVisibleSelector, .hasSelector, .stateSelectors]
    ),
    ("", #""type":"css-display-none","selector":":user-invalid""#, [.userValiditySelectors]),
    ("", #""type":"css-display-none","selector":"a::BEFORE""#, [.pseudoSpellings]),
    ("", #""type":"css-display-none","selector":"::view-transition""#, [.transitionSelectors]),
    (
      "", #""type":"css-display-none","selector":"::details-content::before""#,
      [.stateSelectors, .detailsPartSelectors]
    ),
    ("", #""type":"css-display-none","selector":":is(:focus-visible, .a)""#, []),
    (#","request-method":"get""#, #""type":"block""#, [.requestMethod]),
    ("", #""type":"ignore-following-rules""#, [.ignoreFollowingRules]),
    ("", #""type":"css-display-none","selector":".a, b:not(:h\\61s(c))""#, [.hasSelector]),
    ("", #""type":"css-display-none","selector":".a, [b=':has(c)']""#, []),
    ("^about:", #""type":"css-display-none","selector":"a""#, [.blankFrames]),
  ]

  @Test func rulesReportUsedCapabilities() throws {
    for (trigger, action, expected) in Self.uses {
      let list = try list([rule(trigger, action)])
      #expect(list.rules[0].capabilities == expected, "\(trigger) \(action)")
      #expect(list.capabilities == expected)
    }
    let ofLists: Set<Capability> = [.mixedConditions, .largeLists]
    #expect(Self.uses.reduce(ofLists) { $0.union($1.capabilities) } == Set(Capability.allCases))
  }

  @Test func listsReportUsedCapabilities() throws {
    let (domain, url) = (rule(#","if-domain":["a"]"#), rule(#","unless-top-url":["a"]"#))
    let frame = rule(#","if-frame-url":["a"]"#)
    #expect(try list([domain, domain]).capabilities.isEmpty)
    #expect(try list([url, frame, url]).capabilities == [.ifFrameURL])
    #expect(try list([domain, rule(""), url, domain]).rulesByCapability == [.mixedConditions: [2]])
    let noOperations = Array(repeating: Rule.noOperation, count: 50_001)
    #expect(RuleList(noOperations).rulesByCapability == [.largeLists: [50_000]])
    #expect(RuleList(noOperations.dropLast()).capabilities.isEmpty)
  }

  @Test func everyResourceTypeIsSupportedSomewhere() {
    let later = ResourceTypes.ofCapabilities.reduce(ResourceTypes()) { $0.union($1.types) }
    #expect(later.isDisjoint(with: .everywhere))
    #expect(later.union(.everywhere).rawValue == UInt16(1 << ResourceTypes.names.count - 1))
  }

  // MARK: - Targets

  @Test(
    arguments: [
      (.webKitGTK, 2, 36, .any), (.webKitGTK, 2, 44, .webKitGTK2_44), (.webKitGTK, 2, 45, .webKitGTK2_44),
      (.webKitGTK, 2, 54, .webKitGTK2_54), (.safari, 16, 3, .any),
      (.safari, 16, 4, .safari16_4), (.safari, 18, 5, .safari18), (.safari, 26, 2, .safari26),
      (.safari, 26, 4, .safari26_4),
    ] as [(Engine, Int, Int, Target)])
  func newestTargetForEngineIsChosen(_ engine: Engine, _ major: Int, _ minor: Int, _ expected: Target) {
    #expect(Target(newestFor: engine, Version(major, minor)) == expected)
  }

  @Test(arguments: Engine.allCases) func releaseAfterAllTargetsGetsNewest(_ engine: Engine) {
    let newest = Target.allCases.last { $0.release?.engine == engine }
    #expect(Target(newestFor: engine, Version(999, 0)) == newest)
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
