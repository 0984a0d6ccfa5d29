import SluiceRequestChanges
import Testing
import TestSupport

/// Findings in declarativeNetRequest rulesets.
@Suite struct RulesetCheckTests {
  /// Returns the ids of the findings in a ruleset of these rules.
  private static func findings(_ rules: String) -> [String] {
    let json = "[\(rules)]"
    let ruleset = Ruleset(decodingJSON: json)
    return ruleset.check(json, in: Ruleset.translation(of: [ruleset])).findings.map(\.reason.id)
  }

  private static func rule(_ condition: String, action: String = #"{"type":"block"}"#) -> String {
    let condition = condition.isEmpty ? "" : ",\(condition)"
    return #"{"id":1,"action":\#(action),"condition":{"resourceTypes":["script"]\#(condition)}}"#
  }

  private static func rule(redirect: String, _ condition: String = "") -> String {
    rule(condition, action: #"{"type":"redirect","redirect":\#(redirect)}"#)
  }

  private static func rule(header: String) -> String {
    rule("", action: #"{"type":"modifyHeaders","requestHeaders":[\#(header)]}"#)
  }

  @Test(arguments: [
    (#"1"#, "ruleset-action"),
    (#"{"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":0,"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":"1","action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":1,"priority":0,"action":{"type":"block"},"condition":{}}"#, "ruleset-priority"),
    (#"{"id":1,"condition":{}}"#, "ruleset-action"),
    (#"{"id":1,"action":{"type":"close"},"condition":{}}"#, "ruleset-action-type"),
    (#"{"id":1,"action":{"type":"block"}}"#, "ruleset-condition"),
    (#"{"id":1,"action":{"type":"block"},"condition":[]}"#, "ruleset-condition"),
    (rule(#""urlFilter":1"#), "ruleset-wrong-type"),
    (rule(#""isUrlFilterCaseSensitive":"yes""#), "ruleset-wrong-type"),
    (rule(#""domains":"a.example""#), "ruleset-wrong-type"),
    (rule(#""urlFilter":"a","regexFilter":"b""#), "ruleset-both-filters"),
    (rule(#""urlFilter":"é""#), "ruleset-filter-not-ascii"),
    (rule(#""regexFilter":"a|b""#), "ruleset-regex-filter"),
    (rule(#""excludedResourceTypes":["image"]"#), "ruleset-both-types"),
    (#"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":[]}}"#, "ruleset-no-types"),
    (#"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["csp_report"]}}"#, "ruleset-no-types"),
    (rule(#""domains":[]"#), "ruleset-domain-list"),
    (rule(#""excludedInitiatorDomains":["é.example"]"#), "ruleset-domain-list"),
    (rule(#""domainType":"third""#), "ruleset-domain-type"),
    (rule(#""requestMethods":["GET"]"#), "ruleset-request-method"),
    (rule("", action: #"{"type":"allowAllRequests"}"#), "ruleset-allow-all-types"),
    (rule("", action: #"{"type":"redirect"}"#), "ruleset-redirect-kind"),
    (rule(redirect: "{}"), "ruleset-redirect-kind"),
    (rule(redirect: #"{"url":"data:,"}"#), "ruleset-redirect-url"),
    (rule(redirect: #"{"regexSubstitution":"https://\\1"}"#), "ruleset-substitution"),
    (rule(redirect: #"{"extensionPath":"noop.js"}"#), "ruleset-extension-path"),
    (rule(redirect: #"{"transform":{}}"#), "ruleset-transform"),
    (rule(redirect: #"{"transform":{"queryTransform":{}}}"#), "ruleset-transform"),
    (rule(redirect: #"{"transform":{"queryTransform":{"removeParams":[]}}}"#), "ruleset-transform"),
    (rule("", action: #"{"type":"modifyHeaders"}"#), "ruleset-headers"),
    (rule("", action: #"{"type":"modifyHeaders","requestHeaders":[]}"#), "ruleset-headers"),
    (rule(header: #"{"header":"Cookie","operation":"drop"}"#), "ruleset-header-operation"),
    (rule(header: #"{"header":"Permissions-Policy","operation":"remove"}"#), "ruleset-unknown-header"),
    (rule(header: #"{"header":"Cookie","operation":"remove","value":"x"}"#), "ruleset-header-value"),
    (rule(header: #"{"header":"Cookie","operation":"set"}"#), "ruleset-header-value"),
  ])
  func invalidRulesAreLeftOut(rule: String, id: String) {
    let ruleset = Ruleset(decodingJSON: "[\(rule)]")
    #expect(Ruleset.translation(of: [ruleset]).list.rules.isEmpty)
    #expect(Self.findings(rule).contains(id), "\(Self.findings(rule))")
  }

  @Test(arguments: [
    (
      #"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["csp_report","sub_frame","font"]}}"#,
      ["ruleset-lost-types"]
    ),
    (
      #"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["csp_report","sub_frame"]}}"#,
      ["ruleset-any-type"]
    ),
    (
      #"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["webtransport","font"]}}"#,
      ["ruleset-unknown-type"]
    ),
    (rule(#""requestDomains":["t.co"]"#), ["ruleset-open-end"]),
    (rule(#""requestDomains":["t.co"],"urlFilter":"/a""#), ["ruleset-merged-filter"]),
    (rule(#""requestDomains":["t.co"],"regexFilter":"/a""#), ["ruleset-ignored-domains"]),
    (rule(#""excludedRequestDomains":["t.co"]"#), ["ruleset-excluded-requests"]),
    (rule(#""excludedRequestMethods":["post"]"#), ["ruleset-excluded-methods"]),
    (rule(#""requestMethods":["post"]"#), ["ruleset-request-methods"]),
    (rule(#""initiatorDomains":["a.example:8080"]"#), ["ruleset-initiator-port"]),
    (
      #"{"id":1,"action":{"type":"block"},"condition":{"initiatorDomains":["a.example"]}}"#,
      ["ruleset-initiator-of-frames"]
    ),
    (
      rule(#""initiatorDomains":["a.example"],"excludedInitiatorDomains":["b.a.example"]"#),
      ["ruleset-ends-following"]
    ),
    (rule(#""urlFilter":"/ads^""#), ["ruleset-separator-at-end"]),
    (rule(#""domains":["a.example"],"excludedDomains":["b.a.example"]"#), ["ruleset-conflicting-pages"]),
    (
      rule(redirect: #"{"url":"https://a.example/","extensionPath":"/noop.js"}"#),
      ["ruleset-second-redirect"]
    ),
    (rule(#""urlFilter":"a","tabIds":[1]"#), ["unused-key"]),
    (rule("") + "," + rule(#""urlFilter":"a""#), ["ruleset-duplicate-id"]),
    // WebKit rejects all rules of the extension.
    (rule(#""domains":["A.example"]"#), ["domain-not-lowercase-ascii", "ruleset-all-rules"]),
    (
      rule(#""domains":["a.example"],"initiatorDomains":["b.example"]"#),
      ["multiple-conditions", "ruleset-all-rules"]
    ),
    (
      rule(#""requestMethods":["get"],"excludedRequestDomains":["a.example"]"#),
      ["request-method", "ruleset-all-rules", "ruleset-excluded-requests", "ruleset-request-methods"]
    ),
  ])
  func misreadRulesAreReported(rule: String, ids: [String]) {
    #expect(Set(Self.findings(rule)) == Set(ids), "\(rule): \(Self.findings(rule))")
  }

  @Test(arguments: [
    rule(#""urlFilter":"||ads.example^","domainType":"thirdParty""#),
    rule(#""urlFilter":"/ads/*^x|""#),
    rule(#""regexFilter":"^https?://a\\.example/","isUrlFilterCaseSensitive":true"#),
    rule(#""initiatorDomains":["a.example","b.example"]"#),
    rule(#""excludedDomains":["a.example"]"#),
    rule(#""urlFilter":"a""#, action: #"{"type":"upgradeScheme"}"#),
    rule(redirect: #"{"transform":{"queryTransform":{"removeParams":["utm_source"]}}}"#),
    rule(redirect: #"{"regexSubstitution":"https://\\1"}"#, #""regexFilter":"^https?://a/(.*)$""#),
    rule(header: #"{"header":"Referer","operation":"remove"}"#),
    #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"resourceTypes":["main_frame"]}}"#,
  ])
  func validRulesHaveNoFindings(rule: String) { #expect(Self.findings(rule) == []) }

  @Test func rulesOfAllRulesetsCountTogether() {
    let domains = Array(repeating: "\"a\"", count: RuleList.maximumRules).joined(separator: ",")
    let json = "[\(Self.rule("\"requestDomains\":[\(domains)]"))]"
    let other = Self.rule("")
    let rulesets = [Ruleset(decodingJSON: json), Ruleset(decodingJSON: "[\(other)]")]
    let check = rulesets[0].check(json, in: Ruleset.translation(of: rulesets), isStatic: true)
    #expect(check.findings.map(\.reason.id).contains("ruleset-too-many-rules"))
  }

  /// A manifest can name a file thousands of times.
  @Test func manifestNamesEachFileOnce() throws {
    func manifest(_ resources: [String]) throws -> ExtensionManifest {
      try #require(
        ExtensionManifest(
          decodingJSON:
            #"{"declarative_net_request":{"rule_resources":[\#(resources.joined(separator: ","))]}}"#))
    }
    func resource(_ path: String, _ isEnabled: Bool) -> String {
      #"{"id":"x","path":"\#(path)","enabled":\#(isEnabled)}"#
    }
    let repeated = try manifest([
      resource("a.json", false), resource("b.json", false), resource("/a.json", true),
    ])
    #expect(repeated.rulesets.map(\.path) == ["a.json", "b.json"])
    #expect(repeated.rulesets.map(\.isEnabled) == [true, false])
    let many = try manifest((0..<300).map { resource("\($0).json", true) })
    #expect(many.rulesets.count == 100)
    #expect(
      many.check("{}", with: []).findings.map(\.reason.id).sorted() == [
        "ruleset-enabled-count", "ruleset-ruleset-count",
      ])
  }
}
