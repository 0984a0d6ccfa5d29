import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport
import TrackerTestSupport

/// Surrogates run only where the rules block their script.
@Suite struct SurrogateRuleTests {
  private static let tds = #"""
    {"trackers": {
      "t.example": {"default": "block", "owner": {"name": "T"}, "rules": [
        {"rule": "t\\.example\\/ok\\/lib\\.js", "action": "ignore"},
        {"rule": "t\\.example\\/lib\\.js", "surrogate": "lib.js", "exceptions": {"domains": ["shop.example"]}},
        {"rule": "t\\.example\\/pic", "surrogate": "pic.js", "options": {"types": ["image"]}},
        {"rule": "t\\.example\\/only", "surrogate": "only.js", "options": {"domains": ["on.example"]}},
        {"rule": "t\\.example\\/plain"}]},
      "in.t.example": {"default": "block", "owner": {"name": "U"}, "rules": []},
      "v.example": {"default": "ignore", "rules": [
        {"rule": "v\\.example\\/fb", "action": "block-ctl-fb", "surrogate": "fb.js"}]}},
     "entities": {"T": {"domains": ["t.example", "own.example"]}, "U": {"domains": ["u.example"]}},
     "cnames": {"c.site.example": "x.t.example"}}
    """#

  /// A script, a page, and the surrogate that runs.
  private static let requests: [(url: String, page: String, surrogate: String?)] = [
    ("https://t.example/lib.js", "news.example", "lib.js"),
    ("https://a.b.t.example:8443/LIB.js?x", "news.example", "lib.js"),
    ("https://xt.example/lib.js", "news.example", nil),
    ("https://x.example/t.example/lib.js", "n.example", nil),
    ("https://t.example/ok/lib.js", "news.example", nil), ("https://t.example/plain", "news.example", nil),
    ("https://t.example/", "news.example", nil), ("https://t.example/pic", "news.example", nil),
    ("https://t.example/lib.js", "a.shop.example", nil), ("https://t.example/lib.js", "own.example", nil),
    ("https://t.example/lib.js", "a.t.example", nil), ("https://t.example/lib.js", "u.example", "lib.js"),
    ("https://t.example/only", "on.example", "only.js"), ("https://t.example/only", "news.example", nil),
    ("https://in.t.example/lib.js", "news.example", nil), ("https://in.t.example/lib.js", "u.example", nil),
    ("https://c.site.example/lib.js", "site.example", "lib.js"),
    ("https://d.c.site.example/lib.js", "site.example", nil),
    ("https://c.site.example/lib.js", "own.example", nil),
    ("https://v.example/fb", "news.example", nil),
  ]

  private func radar(_ exceptions: String? = nil, clickToLoad: Bool = false) throws -> TrackerRadar {
    var options = TrackerOptions()
    options.blocksClickToLoad = clickToLoad
    return TrackerRadar(
      try TrackerData.decodingJSON(Self.tds).data,
      exceptions: try exceptions.map { try TrackerExceptions.decodingJSON($0).exceptions }
        ?? TrackerExceptions(), options: options)
  }

  private func check(_ radar: TrackerRadar, _ url: String, _ page: String, _ surrogate: String?) throws {
    let page = "https://\(page)/"
    let action = surrogate.map { TrackerPageRule.Action.surrogate($0) } ?? .nothing
    let found = PageRuleReading.action(for: url, page: page, rules: radar.surrogateRules())
    #expect(found == action, "\(url) on \(page)")
    #expect(radar.resolve(TrackerRequest(url: url, page: page, type: "script")).action == action)
    let request = Request(.script, url: Array(url.utf8), page: Array(page.utf8), suffixes: .wellKnown)
    let isBlocked = RuleListEvaluator(RuleList(radar.rules().rules)).decide(request).isBlocked
    if surrogate != nil { #expect(isBlocked, "\(url) on \(page)") }
  }

  @Test(arguments: requests)
  func surrogatesReplaceBlockedScripts(url: String, page: String, surrogate: String?) throws {
    try check(try radar(), url, page, surrogate)
  }

  /// A configuration, and whether a surrogate for t.example/lib.js remains on news.example and on
  /// m.news.example.
  private static let exceptions: [(file: String, left: [Bool])] = [
    (#"["news.example"]"#, [false, true]), (#"["www.news.example"]"#, [false, true]),
    (#"{"unprotectedTemporary": [{"domain": "news.example"}]}"#, [false, false]),
    (#"{"features": {"contentBlocking": {"state": "disabled"}}}"#, [false, false]),
    (
      #"{"features": {"contentBlocking": {"state": "enabled", "exceptions": [{"domain": "m.news.example"}]}}}"#,
      [true, false]
    ),
    (allowlist(#"{"rule": "t.example/lib.js", "domains": ["m.news.example"]}"#), [true, false]),
    (allowlist(#"{"rule": "t.example", "domains": ["<all>"]}"#), [false, false]),
    (allowlist(#"{"rule": "t.example/lib.js.map", "domains": ["<all>"]}"#), [true, true]),
    (
      allowlist(
        #"{"rule": "t.example/lib", "domains": ["x.example"]}, {"rule": "t.example", "domains": ["<all>"]}"#),
      [true, true]
    ),
  ]

  private static func allowlist(_ rules: String) -> String {
    #"{"features": {"trackerAllowlist": {"state": "enabled", "settings": {"allowlistedTrackers": {"t.example": "#
      + #"{"rules": [\#(rules)]}}}}}}"#
  }

  @Test(arguments: exceptions)
  func exceptionsApplyToSurrogates(file: String, left: [Bool]) throws {
    for (page, isLeft) in zip(["news.example", "m.news.example"], left) {
      try check(try radar(file), "https://t.example/lib.js", page, isLeft ? "lib.js" : nil)
    }
  }

  @Test func clickToLoadRulesHaveSurrogates() throws {
    try check(try radar(clickToLoad: true), "https://v.example/fb", "news.example", "fb.js")
  }

  @Test func dataWithoutSurrogatesHasNoSurrogateRules() {
    #expect(TrackerRadar(TrackerData()).surrogateRules().isEmpty)
  }
}

/// The same with DuckDuckGo's own files.
@Suite(TrackerFiles.needsReal) struct RealSurrogateTests {
  @Test(.inTurn, .slow(5)) func surrogateRulesAgreeWithResolver() throws {
    let data = try TrackerData.decodingJSON([UInt8](try TrackerFiles.real("macos-tds.v6.json"))).data
    let exceptions = try TrackerExceptions.decodingJSON([UInt8](try TrackerFiles.realExceptions())).exceptions
    let radar = TrackerRadar(data, exceptions: exceptions)
    let rules = radar.surrogateRules(suffixes: TrackerFiles.suffixes)
    var withSurrogates = data
    withSurrogates.trackers.removeAll { !$0.rules.contains { $0.surrogate != nil } }
    var requests = TrackerRequests(withSurrogates, exceptions, seed: 3)
    var substituted = 0
    for made in requests.make(size(20_000)) {
      let decision = radar.resolve(
        TrackerRequest(url: made.url, page: made.page, type: "script"), suffixes: TrackerFiles.suffixes)
      let action = PageRuleReading.action(for: made.url, page: made.page, rules: rules)
      #expect(action == decision.action, "\(made)")
      substituted += action == .nothing ? 0 : 1
    }
    #expect(substituted > size(1_000))
  }
}
