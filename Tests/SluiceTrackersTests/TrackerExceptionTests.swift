import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceText
import SluiceTrackers
import Testing
import TrackerTestSupport

/// Exceptions: their formats and what they allow.
struct TrackerExceptionTests {
  @Test(arguments: [
    (#"{"exceptions": [{"domain": "A.example"}, "b.example"]}"#, TrackerExceptionsKind.temporary),
    (#"{"state": "enabled", "exceptions": [{"domain": "a.example"}]}"#, .contentBlocking),
    (#"["a.example", "b.example"]"#, .userSites),
    (#"{"state": "enabled", "settings": {"allowlistedTrackers": {}}}"#, .allowlist),
    (#"{"allowlistedTrackers": {}}"#, .allowlist),
    (#"{"features": {}, "unprotectedTemporary": []}"#, .privacyConfiguration),
    (#"{"t.example": {"rules": [{"rule": "t.example/x", "domains": ["<all>"]}]}}"#, .allowlist),
    (#"{"state": "enabled", "settings": {"blockedRequests": {}}, "exceptions": []}"#, .requestBlocklist),
    (
      #"{"state": "enabled", "exceptions": [], "settings": {"E": {"state": "enabled", "ruleActions": []}}}"#,
      .clickToLoad
    ),
    (
      #"{"state": "enabled", "exceptions": [], "settings": {"rules": [], "domains": [], "adLabelStrings": []}}"#,
      .elementHiding
    ),
    (#"{"state": "enabled", "settings": {}, "exceptions": []}"#, .contentBlocking),
  ])
  func exceptionFileKindsAreDetected(_ json: String, _ kind: TrackerExceptionsKind) throws {
    let result = try TrackerExceptions.decodingJSON(json)
    #expect(result.kind == kind)
    #expect(result.problems.isEmpty)
  }

  /// The format of the published reference: trackers with their rules and no enclosing object.
  @Test func allowlistMayBeBareTrackers() throws {
    let rules = #"{"t.example": {"rules": [{"rule": "t.example/x", "domains": ["<all>"], "reason": "r"}]}}"#
    let bare = try TrackerExceptions.decodingJSON(rules)
    let whole = try TrackerExceptions.decodingJSON(
      #"{"state": "enabled", "settings": {"allowlistedTrackers": \#(rules)}}"#)
    #expect(bare.problems.isEmpty)
    #expect(TrackerRadar.rules(of: bare.exceptions).rules == TrackerRadar.rules(of: whole.exceptions).rules)
    #expect(bare.exceptions.allowlist.count == 1)
  }

  private func decode(
    _ json: String, appVersion: String? = nil
  ) throws -> (exceptions: TrackerExceptions, ids: [String]) {
    let result = try TrackerExceptions.decodingJSON(json, appVersion: appVersion)
    for problem in result.problems {
      #expect(!problem.span.isEmpty && !problem.description.isEmpty && problem.place.file == 0)
      #expect(problem.location == TextLocation(of: problem.span, in: json))
    }
    return (result.exceptions, result.problems.map(\.reason.id))
  }

  @Test(arguments: [
    ("enabled", true, []), ("disabled", false, []), ("internal", false, ["feature-off"]),
    ("preview", false, ["feature-off"]), ("beta", false, ["feature-off"]), ("", false, ["feature-off"]),
  ])
  func onlyEnabledFeaturesAreOn(_ state: String, _ isOn: Bool, _ ids: [String]) throws {
    func feature(_ name: String, _ rest: String) -> String {
      #"{"features": {"\#(name)": {"state": "\#(state)", \#(rest)}}}"#
    }
    let rules = #"{"t.example": {"rules": [{"rule": "t.example", "domains": ["<all>"]}]}}"#
    let allowlist = try decode(
      feature("trackerAllowlist", #""settings": {"allowlistedTrackers": \#(rules)}"#))
    #expect(allowlist.exceptions.allowlist.isEmpty != isOn && allowlist.ids == ids)
    let blocklist = try decode(feature("requestBlocklist", #""settings": {"blockedRequests": \#(rules)}"#))
    #expect(blocklist.exceptions.requestBlocklist.isEmpty != isOn && blocklist.ids == ids)
    let content = try decode(feature("contentBlocking", #""exceptions": [{"domain": "a.example"}]"#))
    #expect(content.exceptions.contentBlocking.isEmpty != isOn)
    #expect(content.exceptions.isContentBlockingOff != isOn)
    #expect(content.ids == ids + (isOn ? [] : ["content-blocking-off"]))
    let click = try decode(
      feature("clickToLoad", #""settings": {"E": {"state": "enabled", "ruleActions": ["block-ctl-x"]}}"#))
    #expect(click.exceptions.clickToLoad?.blocks("block-ctl-x") == isOn && click.ids == ids)
  }

  @Test func standaloneDisabledFeatureIsNamed() throws {
    let list = #"{"state": "disabled", "settings": {"blockedRequests": {}}}"#
    #expect(try decode(list).ids == ["feature-off"])
    #expect(try decode(#"{"settings": {"blockedRequests": {}}}"#).ids == ["missing-key"])
    #expect(
      try decode(#"{"exceptions": [], "settings": {"E": {"ruleActions": []}}}"#).ids == ["missing-key"])
  }

  @Test(arguments: [
    (#""minSupportedVersion": "1.20.0""#, "1.20", true),
    (#""minSupportedVersion": "1.20.0""#, "1.19.9", false),
    (#""minSupportedVersion": "1.9""#, "1.10", true), (#""minSupportedVersion": 52000000"#, "52000001", true),
    (#""minSupportedVersion": 52000000"#, "51999999", false), (#""minSupportedVersion": "soon""#, "9", false),
    (#""maxSupportedVersion": "1.20""#, "1.20.0", true), (#""maxSupportedVersion": "1.20""#, "1.20.1", false),
    (#""minSupportedVersion": "1", "maxSupportedVersion": "2""#, "3", false),
    (#""minSupportedVersion": "1", "maxSupportedVersion": "2""#, "1.5", true),
    (#""minSupportedVersion": "1.20.0""#, nil, true), (#""maxSupportedVersion": "1.20.0""#, nil, false),
  ])
  func minimumVersionEnablesFeature(_ versions: String, _ app: String?, _ isOn: Bool) throws {
    let (exceptions, ids) = try decode(
      #"{"features": {"contentBlocking": {"state": "enabled", \#(versions), "exceptions": ["a.example"]}}}"#,
      appVersion: app)
    #expect(exceptions.contentBlocking.isEmpty != isOn)
    #expect(ids.contains("version-unknown") == (app == nil))
    #expect(ids.contains("wrong-type") == versions.contains("soon"))
  }

  @Test func unusedBlockingFeaturesAreNamed() throws {
    let (_, ids) = try decode(
      #"""
      {"features": {"adClickAttribution": {"state": "enabled"}, "blockList": {"state": "disabled"},
       "cookie": {"state": "enabled"}, "autofill": {"state": "enabled"}, "requestFilterer": null}}
      """#)
    #expect(ids == ["unused-feature", "unused-feature"])
  }

  @Test func escapedExceptionKeysAreDecoded() throws {
    let (exceptions, ids) = try decode(
      #"{"t.example": {"rules": [{"rule": "t.example\/\u0078", "domains": ["\u003call\u003e"]}]}}"#)
    let rule = try #require(exceptions.allowlist.first?.rules.first)
    #expect(rule.domains == nil && rule.path == Array("/x".utf8) && ids.isEmpty)
  }

  @Test func nullValuesCountAsMissing() throws {
    let (exceptions, ids) = try decode(
      #"""
      {"features": {"contentBlocking": null, "clickToLoad": null, "trackerAllowlist": {"state": null,
       "minSupportedVersion": null, "exceptions": null, "settings": {"allowlistedTrackers": {}}}}}
      """#)
    #expect(exceptions == TrackerExceptions() && ids.isEmpty)
  }

  @Test func disabledContentBlockingBlocksNothing() throws {
    let config = #"{"features": {"contentBlocking": {"state": "disabled"}}}"#
    let tds = #"{"trackers": {"t.example": {"default": "block"}}}"#
    let exceptions = try decode(config).exceptions
    let radar = TrackerRadar(try TrackerData.decodingJSON(tds).data, exceptions: exceptions)
    #expect(radar.rules().rules.isEmpty)
    let request = TrackerRequest(url: "https://t.example/", page: "https://news.example/", type: "script")
    #expect(radar.resolve(request).reason == .contentBlockingOff)
    // Appended to a finished list, it overrides everything, as all exceptions do there.
    let block = Rule(trigger: Trigger(urlFilter: .any), action: .block)
    let evaluator = RuleListEvaluator(RuleList([block] + TrackerRadar.rules(of: exceptions).rules))
    let image = Request(
      .image, url: Array("https://x.example/".utf8), page: Array("https://y.example/".utf8),
      suffixes: .wellKnown)
    #expect(!evaluator.decide(image).isBlocked)
  }

  @Test func allowlistExceptionsDisableAllowlist() throws {
    let config =
      #"{"features": {"trackerAllowlist": {"state": "enabled", "exceptions": ["strict.example", "s.one.example"], "settings": {"allowlistedTrackers": {"t.example": {"rules": [{"rule": "t.example/one", "domains": ["one.example"]}, {"rule": "t.example", "domains": ["<all>"]}]}}}}}}"#
    let tds = #"{"trackers": {"t.example": {"default": "block"}}}"#
    let radar = TrackerRadar(
      try TrackerData.decodingJSON(tds).data, exceptions: try decode(config).exceptions)
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    for (path, page, isBlocked) in [
      ("x", "news.example", false), ("x", "strict.example", true), ("x", "a.strict.example", true),
      ("one", "one.example", false), ("one", "a.one.example", false), ("one", "s.one.example", true),
      ("one", "x.s.one.example", true), ("one", "ss.one.example", false), ("one", "news.example", true),
    ] {
      let (url, page) = ("https://t.example/\(path)", "https://\(page)/")
      let request = Request(.script, url: Array(url.utf8), page: Array(page.utf8), suffixes: .wellKnown)
      #expect(evaluator.decide(request).isBlocked == isBlocked, "\(url) \(page)")
      let decision = radar.resolve(TrackerRequest(url: url, page: page, type: "script"))
      #expect((decision.verdict != .pass) == isBlocked, "\(url) \(page)")
    }
  }

  @Test(arguments: [
    "{}", "[", "3", #"{"trackers": {}}"#,
    #"{"state": "enabled", "settings": {"linkFormats": []}, "exceptions": []}"#,
  ])
  func otherExceptionFilesAreRejected(_ json: String) {
    #expect(throws: TrackerDataProblem.self) { try TrackerExceptions.decodingJSON(json) }
  }

  @Test func malformedExceptionEntriesAreNamed() throws {
    let json =
      #"{"allowlistedTrackers": {"t.example": {"rules": [{"domains": []}, {"rule": "x.example/", "domains": ["<all>"]}, {"rule": "t.example/ok", "domains": ["a b", "c.example"]}]}}}"#
    let (exceptions, _, problems) = try TrackerExceptions.decodingJSON(json)
    #expect(problems.map(\.reason.id) == ["missing-key", "foreign-host", "not-a-host"])
    #expect(problems.last?.path == #"allowlistedTrackers["t.example"].rules[2].domains[0]"#)
    #expect(exceptions.allowlist.first?.rules.count == 1)
  }

  /// Returns whether rules of a tracker, given by text and sites, allow a request.
  private func allowed(_ rules: [(String, [String])], _ url: String, on page: String) throws -> Bool {
    let entries = rules.map {
      #"{"rule": "\#($0)", "domains": [\#($1.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }
    let json = #"{"allowlistedTrackers": {"t.example": {"rules": [\#(entries.joined(separator: ","))]}}}"#
    let exceptions = try TrackerExceptions.decodingJSON(json).exceptions
    let tds = #"{"trackers": {"t.example": {"default": "block"}}}"#
    let radar = TrackerRadar(try TrackerData.decodingJSON(tds).data, exceptions: exceptions)
    let request = Request(
      .script, url: Array(url.utf8), page: Array("https://\(page)/".utf8), suffixes: .wellKnown)
    let byRules = !RuleListEvaluator(RuleList(radar.rules().rules)).decide(request).isBlocked
    let decision = radar.resolve(TrackerRequest(url: url, page: "https://\(page)/", type: "script"))
    #expect(byRules == (decision.verdict == .pass), "\(rules) \(url) \(page)")
    return byRules
  }

  @Test(arguments: [
    ("https://t.example/v.js", true), ("https://a.t.example/v.js", true),
    ("http://t.example:8080/v.js", true),
    ("https://t.example/v.js?a=1&b=2", true), ("https://t.example/v.js;x", true),
    ("https://t.example/V.JS", true),
    ("https://t.example/x/v.js", false), ("https://t.example/v", false), ("https://t.example/?/v.js", false),
  ])
  func allowlistPathIsPrefix(_ url: String, _ expected: Bool) throws {
    #expect(try allowed([("t.example/v.js", ["news.example"])], url, on: "news.example") == expected)
    #expect(try allowed([("t.example/v.js", ["news.example"])], url, on: "a.news.example") == expected)
    #expect(try !allowed([("t.example/v.js", ["news.example"])], url, on: "xnews.example"))
    #expect(try allowed([("t.example/v.js", ["<all>"])], url, on: "any.example") == expected)
  }

  @Test func firstMatchingAllowlistRuleDecides() throws {
    let rules = [("t.example/a/b", ["one.example"]), ("t.example/a", ["one.example", "two.example"])]
    #expect(try allowed(rules, "https://t.example/a/b/c", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/a/b/c", on: "two.example"))
    #expect(try allowed(rules, "https://t.example/a/bb", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/a/bb", on: "two.example"))
    for path in ["a", "a/", "a/c", "a?x", "ab/b", "a/?b"] {
      #expect(try allowed(rules, "https://t.example/\(path)", on: "two.example"), "\(path)")
      #expect(try !allowed(rules, "https://t.example/\(path)", on: "three.example"), "\(path)")
    }
  }

  @Test func ruleAfterBroaderRuleNeverDecides() throws {
    let rules = [("t.example/a", ["one.example"]), ("t.example/a/b", ["two.example"])]
    #expect(try !allowed(rules, "https://t.example/a/b", on: "two.example"))
  }

  @Test func allowlistWildcardsMatchAnyText() throws {
    let rules = [("t.example/u/.*/x.js", ["one.example"])]
    #expect(try allowed(rules, "https://t.example/u/1/2/x.js?y", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/u/1/2/y.js?/x.js", on: "one.example"))
  }

  @Test func siteExceptionsOverrideEarlierRules() throws {
    let block = Rule(trigger: Trigger(urlFilter: .any), action: .block)
    var exceptions = TrackerExceptions()
    exceptions.userSites = [Array("www.mine.example".utf8)]
    exceptions.temporary = [Array("weak.example".utf8)]
    let evaluator = RuleListEvaluator(RuleList([block] + TrackerRadar.rules(of: exceptions).rules))
    for (page, isBlocked) in [
      ("mine.example", false), ("www.mine.example", false), ("a.mine.example", true), ("weak.example", false),
      ("a.weak.example", false), ("news.example", true),
    ] {
      let request = Request(
        .image, url: Array("https://x.example/".utf8), page: Array("https://\(page)/".utf8),
        suffixes: .wellKnown)
      #expect(evaluator.decide(request).isBlocked == isBlocked, "\(page)")
    }
  }
}
