import Testing
import TestSupport

@testable import SluiceRules

/// The capabilities that rules use, and the targets that have them.
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

  // MARK: - Documentation

  @Test func capabilityDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/targets.md", of: "CapabilityTests", from: "<!-- capabilities",
      to: "<!-- end of capabilities -->", is: Self.capabilityTable)
  }

  private static var capabilityTable: String {
    GeneratedText.table(
      ["what", "where it is missing"] + Engine.allCases.map(\.rawValue) + ["measured in", "known from"],
      Capability.allCases.map { capability in
        [capability.rawValue, capability.absence.rawValue]
          + Engine.allCases.map { "\(capability.support[$0])" }
          + [measured(capability), capability.support.source]
      }
    ).replacing("<", with: "\\<")
  }

  /// Returns the measured support in the form `not in 2.38 to 2.48, in 2.50 to 2.54`.
  private static func measured(_ capability: Capability) -> String {
    let since = capability.support.webKitGTK
    let releases = Capability.measuredReleases
    let (old, new) = (releases.filter { !since.isKnown(in: $0) }, releases.filter(since.isKnown))
    func span(_ word: String, _ releases: [Version]) -> String? {
      guard let first = releases.first, let last = releases.last else { return nil }
      return first == last ? "\(word) \(first)" : "\(word) \(first) to \(last)"
    }
    return [span("not in", old), span("in", new)].compactMap { $0 }.joined(separator: ", ")
  }
}
