import SluiceConversion
import SluiceRules
import TestSupport
import Testing

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

  private static let invalidRules: [(rule: String, id: String)] = [
    (#"1"#, "ruleset-action"),
    (#"{"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":0,"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":"1","action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":true,"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":1e19,"action":{"type":"block"},"condition":{}}"#, "ruleset-id"),
    (#"{"id":1,"priority":0,"action":{"type":"block"},"condition":{}}"#, "ruleset-priority"),
    (#"{"id":1,"priority":-1.5,"action":{"type":"block"},"condition":{}}"#, "ruleset-priority"),
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
    (rule(#""regexFilter":"a^""#), "ruleset-regex-filter"),
    (rule(#""regexFilter":"$$""#), "ruleset-regex-filter"),
    (rule(#""regexFilter":"""#), "ruleset-regex-filter"),
    (rule(#""regexFilter":"Ä""#), "ruleset-filter-not-ascii"),
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
    (rule(redirect: #"{"url":""}"#), "ruleset-redirect-url"),
    (rule(redirect: #"{"url":"ftp://example.com"}"#), "ruleset-redirect-url"),
    (rule(redirect: #"{"url":[]}"#), "ruleset-wrong-type"),
    (rule(redirect: #"{"regexSubstitution":""}"#, #""regexFilter":".*""#), "ruleset-redirect-kind"),
    (rule(redirect: #"{"extensionPath":""}"#), "ruleset-extension-path"),
    (rule(redirect: #"{"transform":""}"#), "ruleset-transform"),
    (rule(redirect: #"{"transform":{"queryTransform":[]}}"#), "ruleset-transform"),
    (
      rule(redirect: #"{"transform":{"queryTransform":{"addOrReplaceParams":[{"key":"a"}]}}}"#),
      "ruleset-transform"
    ),
    (
      rule(
        redirect:
          #"{"transform":{"queryTransform":{"addOrReplaceParams":[{"key":"a","value":"b","replaceOnly":""}]}}}"#
      ),
      "ruleset-wrong-type"
    ),
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
    (rule(header: #"{"header":"Cookie","operation":"append"}"#), "ruleset-header-value"),
    (rule(header: #"{"operation":"set","value":"a"}"#), "ruleset-unknown-header"),
    (rule(header: "{}"), "ruleset-header-operation"),
    (
      #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"excludedResourceTypes":["script"]}}"#,
      "ruleset-allow-all-types"
    ),
    (
      #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"resourceTypes":["main_frame","script"]}}"#,
      "ruleset-allow-all-types"
    ),
  ]

  @Test(arguments: invalidRules)
  func invalidRulesAreLeftOut(rule: String, id: String) {
    let ruleset = Ruleset(decodingJSON: "[\(rule)]")
    #expect(Ruleset.translation(of: [ruleset]).list.rules.isEmpty)
    #expect(Self.findings(rule).contains(id), "\(Self.findings(rule))")
  }

  private static let misreadRules: [(rule: String, ids: [String])] = [
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
    (rule(#""urlFilter":"/ads^|""#), ["ruleset-separator-at-end"]),
    (rule(#""urlFilter":"||a.example/x^""#), ["ruleset-separator-at-end"]),
    (rule(#""initiatorDomains":["[::1]:8080"]"#), ["ruleset-initiator-port"]),
    (rule(#""excludedInitiatorDomains":["b.example","a.example:80"]"#), ["ruleset-initiator-port"]),
    // Several traps in one rule
    (
      #"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["csp_report","main_frame","font"],"#
        + #""requestDomains":["t.co"],"urlFilter":"x^","excludedRequestDomains":["a.example"]}}"#,
      [
        "ruleset-lost-types", "ruleset-merged-filter", "ruleset-separator-at-end",
        "ruleset-excluded-requests",
      ]
    ),
    (
      rule(#""excludedInitiatorDomains":[]"#),
      ["condition-list", "ruleset-all-rules"]
    ),
    // Rules for whole pages
    (
      #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"urlFilter":"||a.example/","#
        + #""resourceTypes":["main_frame","sub_frame"]}}"#, ["ruleset-ignored-frames"]
    ),
    (
      #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"resourceTypes":["sub_frame"],"#
        + #""initiatorDomains":["a.example"],"requestMethods":["get"]}}"#, ["ruleset-ignored-key"]
    ),
    (
      #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"resourceTypes":["main_frame"],"#
        + #""isUrlFilterCaseSensitive":true,"domainType":"thirdParty"}}"#, ["ruleset-ignored-key"]
    ),
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
  ]

  @Test(arguments: misreadRules)
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
    #"{"id":1,"action":{"type":"allowAllRequests"},"condition":{"urlFilter":"a","resourceTypes":["sub_frame"]}}"#,
    #"{"id":4294967296,"priority":5.8,"action":{"type":"block"},"condition":{}}"#,
    rule(#""urlFilter":"||ads.example^|""#),
    rule(#""initiatorDomains":["[::1]"]"#),
    rule(#""excludedDomains":["a.example"],"isUrlFilterCaseSensitive":false,"regexFilter":"a.*b""#),
    rule(redirect: #"{"transform":{"queryTransform":{"addOrReplaceParams":[{"key":"a","value":"b"}]}}}"#),
    rule(
      "",
      action: #"{"type":"modifyHeaders","responseHeaders":[{"header":"age","operation":"set","value":"5"}]}"#),
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
    func resource(_ id: Int, _ path: String, _ isEnabled: Bool) -> String {
      #"{"id":"\#(id)","path":"\#(path)","enabled":\#(isEnabled)}"#
    }
    let repeated = try manifest([
      resource(1, "a.json", false), resource(2, "b.json", false), resource(3, "/a.json", true),
    ])
    #expect(repeated.rulesets.map(\.path) == ["a.json", "b.json"])
    #expect(repeated.rulesets.map(\.isEnabled) == [true, false])
    let many = try manifest((0..<300).map { resource($0, "\($0).json", true) })
    #expect(many.rulesets.count == 100)
    #expect(
      many.check("{}", with: []).findings.map(\.reason.id).sorted() == [
        "ruleset-count", "ruleset-enabled-count", "ruleset-missing-permission",
      ])
  }
}

/// Findings in the manifest of a web extension.
@Suite struct ManifestCheckTests {
  private static let redirect = #"{"type":"redirect","redirect":{"extensionPath":"/a.js"}}"#

  /// Returns the ids of the findings in a manifest, whose rulesets have a rule with this action.
  private static func findings(_ manifest: String, action: String = #"{"type":"block"}"#) throws -> [String] {
    let rule = #"{"id":1,"action":\#(action),"condition":{"resourceTypes":["script"]}}"#
    let read = try #require(ExtensionManifest(decodingJSON: manifest))
    let rulesets = read.rulesets.map { _ in Ruleset(decodingJSON: "[\(rule)]") }
    return read.check(manifest, with: rulesets).findings.map(\.reason.id)
  }

  private static func manifest(
    _ resources: String, permissions: String = #""declarativeNetRequest""#, hosts: String? = nil
  ) -> String {
    let hosts = hosts.map { #","host_permissions":[\#($0)]"# } ?? ""
    return
      #"{"declarative_net_request":{"rule_resources":[\#(resources)]},"permissions":[\#(permissions)]\#(hosts)}"#
  }

  private static func resource(_ id: String, isEnabled: Bool = true) -> String {
    #"{"id":"\#(id)","enabled":\#(isEnabled),"path":"\#(id).json"}"#
  }

  private static let manifests: [(manifest: String, ids: [String])] = [
    (manifest(resource("a")), []),
    (manifest(resource("a") + "," + resource("b", isEnabled: false)), []),
    (manifest(""), []),
    (#"{"manifest_version":3}"#, []),
    (manifest(resource("a"), permissions: #""declarativeNetRequestWithHostAccess""#), []),
    (manifest(resource("a"), permissions: #""tabs""#), ["ruleset-missing-permission"]),
    (manifest(resource("a") + "," + resource("a")), ["ruleset-duplicate-resource"]),
    (manifest(#"{"id":"","enabled":true,"path":"a.json"}"#), ["ruleset-resource"]),
    (manifest(#"{"id":1,"enabled":true,"path":"a.json"}"#), ["ruleset-resource"]),
    (manifest(#"{"id":"a","enabled":true}"#), ["ruleset-resource"]),
    (manifest(#"{"id":"a","enabled":true,"path":""}"#), ["ruleset-resource"]),
    (manifest(#"{"id":"a","path":"a.json"}"#), ["ruleset-resource"]),
    (manifest(#"{"id":"a","enabled":"true","path":"a.json"}"#), ["ruleset-resource"]),
    (manifest("1"), ["ruleset-resource"]),
    (#"{"declarative_net_request":[],"permissions":["declarativeNetRequest"]}"#, ["ruleset-wrong-type"]),
    (#"{"declarative_net_request":{},"permissions":["declarativeNetRequest"]}"#, ["ruleset-wrong-type"]),
    (
      #"{"declarative_net_request":{"rule_resources":{}},"permissions":["declarativeNetRequest"]}"#,
      ["ruleset-wrong-type"]
    ),
    (manifest((0..<50).map { resource("\($0)") }.joined(separator: ",")), []),
    (manifest((0..<51).map { resource("\($0)") }.joined(separator: ",")), ["ruleset-enabled-count"]),
    (
      manifest((0..<101).map { resource("\($0)", isEnabled: false) }.joined(separator: ",")),
      ["ruleset-count"]
    ),
  ]

  @Test(arguments: manifests)
  func manifestHasFindings(manifest: String, ids: [String]) throws {
    #expect(try Self.findings(manifest) == ids, "\(manifest)")
  }

  /// WebKit's tests of redirects and changes of headers need both the permission and the sites.
  @Test(arguments: [
    (#""declarativeNetRequestWithHostAccess""#, #""*://*/*""#, []),
    (#""declarativeNetRequestWithHostAccess""#, "", ["ruleset-missing-right"]),
    (#""declarativeNetRequestWithHostAccess""#, nil, ["ruleset-missing-right"]),
    (#""declarativeNetRequest""#, #""*://*/*""#, ["ruleset-missing-right"]),
  ])
  func changesNeedHostAccess(permissions: String, hosts: String?, ids: [String]) throws {
    let manifest = Self.manifest(Self.resource("a"), permissions: permissions, hosts: hosts)
    #expect(try Self.findings(manifest, action: Self.redirect) == ids)
    #expect(try Self.findings(manifest) == [])
  }

  /// Rules of two rulesets may have the same id.
  @Test func idsAreUniqueWithinRuleset() {
    let json = #"[{"id":1,"action":{"type":"block"},"condition":{"urlFilter":"a"}}]"#
    let rulesets = [Ruleset(decodingJSON: json), Ruleset(decodingJSON: json)]
    let check = rulesets[1].check(json, in: Ruleset.translation(of: rulesets), number: 1, isStatic: true)
    #expect(check.findings.isEmpty)
  }
}
