import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport
import TrackerTestSupport

/// Pages handle exactly the requests that the data blocks and no WebKit rule can block.
@Suite struct UnsupportedTrackerRuleTests {
  private static let tds = #"""
    {"trackers": {
      "t.example": {"default": "ignore", "owner": {"name": "T"}, "rules": [
        {"rule": "t\\.example\\/ok", "action": "ignore"},
        {"rule": "t\\.example\\/(.)\\1.*\\.gif", "exceptions": {"domains": ["shop.example"]}},
        {"rule": "t\\.example\\/(s)\\1cript", "options": {"types": ["script"]}},
        {"rule": "^https:\\/\\/t\\.example\\/only", "options": {"domains": ["on.example"]}},
        {"rule": "t\\.example\\/(p)\\1ass", "action": "ignore"},
        {"rule": "t\\.example\\/(p)\\1"},
        {"rule": "t\\.example\\/beat", "options": {"types": ["beacon"]}},
        {"rule": "t\\.example\\/send", "options": {"types": ["ping", "other"]}},
        {"rule": "t\\.example\\/plain"}]},
      "in.t.example": {"default": "ignore", "owner": {"name": "U"}, "rules": []},
      "all.example": {"default": "block", "rules": [{"rule": "all\\.example\\/(.)\\1"}]}},
     "entities": {"T": {"domains": ["t.example", "own.example"]}, "U": {"domains": ["u.example"]}},
     "cnames": {"c.site.example": "x.t.example"}}
    """#

  private func radar(_ exceptions: String? = nil) throws -> TrackerRadar {
    TrackerRadar(
      try TrackerData.decodingJSON(Self.tds).data,
      exceptions: try exceptions.map { try TrackerExceptions.decodingJSON($0).exceptions }
        ?? TrackerExceptions())
  }

  /// A request, the page's host, and whether the page blocks it as `fetch` and as a beacon.
  private static let requests: [(url: String, page: String, asFetch: Bool, asBeacon: Bool)] = [
    ("https://t.example/aa.gif", "news.example", true, true),
    ("https://a.t.example:8443/AA.GIF?x", "news.example", true, true),
    ("https://t.example/ab.gif", "news.example", false, false),
    ("https://t.example/okk.gif", "news.example", false, false),
    ("https://t.example/aa.gif", "www.shop.example", false, false),
    ("https://t.example/aa.gif", "own.example", false, false),
    ("https://t.example/aa.gif", "a.t.example", false, false),
    ("https://t.example/sscript", "news.example", false, false),
    ("https://t.example/only", "a.on.example", true, true),
    ("https://t.example/only", "news.example", false, false),
    // A rule that allows requests and that WebKit cannot express applies here.
    ("https://t.example/ppass", "news.example", false, false),
    ("https://t.example/pp", "news.example", true, true),
    ("https://t.example/beat", "news.example", false, true),
    ("https://t.example/send", "news.example", false, false),
    // WebKit blocks it by itself.
    ("https://t.example/q", "news.example", false, false),
    ("https://all.example/aa", "news.example", false, false),
    ("https://in.t.example/aa.gif", "news.example", false, false),
    ("https://xt.example/aa.gif", "news.example", false, false),
    ("https://c.site.example/aa.gif", "site.example", true, true),
    ("https://c.site.example/aa.gif", "own.example", false, false),
    ("https://d.c.site.example/aa.gif", "site.example", false, false),
  ]

  private func isKeptBack(_ radar: TrackerRadar, _ url: String, _ page: String, as request: PageRequest)
    -> Bool
  {
    let rules = radar.unsupportedRules()[request] ?? []
    return PageRuleReading.action(for: url, page: "https://\(page)/", rules: rules) == .block
  }

  @Test(arguments: requests)
  func gapRulesHoldInexpressibleRequests(url: String, page: String, asFetch: Bool, asBeacon: Bool) throws {
    let radar = try radar()
    #expect(isKeptBack(radar, url, page, as: .xmlhttprequest) == asFetch)
    #expect(isKeptBack(radar, url, page, as: .beacon) == asBeacon)
    // Requests that rules block are not left to pages.
    let request = Request(
      .xmlhttprequest, url: Array(url.utf8), page: Array("https://\(page)/".utf8), suffixes: .wellKnown)
    if asFetch { #expect(!RuleListEvaluator(RuleList(radar.rules().rules)).decide(request).isBlocked) }
  }

  /// The rules left to pages are exactly the reported ones.
  @Test func gapRulesMatchReportedRules() throws {
    let problems = try radar().rules().problems.compactMap { problem -> String? in
      if case .regex = problem.reason { problem.path } else { nil }
    }
    #expect(problems == [5, 4, 3, 2, 1].map { "trackers[\"t.example\"].rules[\($0)]" })
  }

  @Test(arguments: [
    #"["news.example"]"#, #"{"unprotectedTemporary": [{"domain": "news.example"}]}"#,
    #"{"features": {"contentBlocking": {"state": "disabled"}}}"#,
    #"{"features": {"trackerAllowlist": {"state": "enabled", "settings": {"allowlistedTrackers": {"t.example": {"rules": [{"rule": "t.example/", "domains": ["<all>"]}]}}}}}}"#,
  ])
  func exceptionsApplyToGapRules(file: String) throws {
    #expect(!isKeptBack(try radar(file), "https://t.example/aa.gif", "news.example", as: .xmlhttprequest))
    #expect(isKeptBack(try radar(), "https://t.example/aa.gif", "news.example", as: .xmlhttprequest))
  }

  @Test func expressibleDataHasNoGapRules() {
    #expect(TrackerRadar(TrackerData()).unsupportedRules().isEmpty)
  }
}

/// The same with DuckDuckGo's own files.
@Suite(TrackerFiles.needsReal) struct RealGapTests {
  @Test func realTrackerFilesHaveNoGapRules() throws {
    for name in ["macos-tds.v6.json", "ios-tds.v5.json"] {
      let radar = TrackerRadar(try TrackerData.decodingJSON([UInt8](try TrackerFiles.real(name))).data)
      #expect(radar.unsupportedRules().isEmpty, "\(name)")
    }
  }
}
