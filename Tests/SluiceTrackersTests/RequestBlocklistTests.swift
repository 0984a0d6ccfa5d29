import SluiceText
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TrackerTestSupport

/// The request blocklist, for both the WebKit rules and the resolver.
struct RequestBlocklistTests {
  private static let config = #"""
    {"features": {
      "contentBlocking": {"state": "enabled", "exceptions": [{"domain": "broken.example"}]},
      "trackerAllowlist": {"state": "enabled", "settings": {"allowlistedTrackers": {
        "a.example": {"rules": [{"rule": "ok.a.example/", "domains": ["<all>"]}]},
        "t.example": {"rules": [{"rule": "t.example/both", "domains": ["news.example"]}]}}}},
      "requestBlocklist": {"state": "enabled", "exceptions": [{"domain": "calm.example"}, {"domain": "c.news.example"}],
       "settings": {"blockedRequests": {
        "a.example": {"rules": [
          {"rule": "a.example/block", "domains": ["<all>"]},
          {"rule": "a.example/*/deep?x=*&y", "domains": ["<all>"]},
          {"rule": "s.a.example", "domains": ["news.example", "b.shop.example"]},
          {"rule": "a.example/(a|b).js", "domains": ["<all>"]},
          {"rule": "*.a.example/below", "domains": ["<all>"]},
          {"rule": "*a.example/star*", "domains": ["<all>"]},
          {"rule": "end.a.example*", "domains": ["<all>"]},
          {"rule": "a.example/Mixed/*/CASE", "domains": ["<all>"]},
          {"rule": "a.example:3000/port", "domains": ["<all>"], "reason": "a port"},
          {"rule": "p.a.example:3000", "domains": ["<all>"]}, {"rule": "q.a.example:*/port", "domains": ["<all>"]},
          {"rule": "a.example/wide", "domains": ["one.example"]},
          {"rule": "a.example/wide/narrow", "domains": ["two.example"]}]},
        "t.example": {"rules": [
          {"rule": "t.example/free", "domains": ["<all>"]}, {"rule": "t.example/both", "domains": ["<all>"]},
          {"rule": "t.example/m.js", "domains": ["<all>"]}]}}}}},
     "unprotectedTemporary": [{"domain": "weak.example"}]}
    """#
  private static let tds = #"""
    {"trackers": {"t.example": {"default": "ignore", "owner": {"name": "T"}, "rules": [
       {"rule": "t\\.example/free", "action": "ignore"}, {"rule": "t\\.example/m\\.js", "surrogate": "m.js"},
       {"rule": "t\\.example/"}]}},
     "entities": {"T": {"domains": ["t.example", "tt.example"]}}}
    """#

  private func radar() throws -> TrackerRadar {
    let (found, _, problems) = try TrackerExceptions.decodingJSON(Self.config)
    #expect(problems.isEmpty)
    var exceptions = found
    exceptions.userSites = [Array("mine.example".utf8)]
    return TrackerRadar(try TrackerData.decodingJSON(Self.tds).data, exceptions: exceptions)
  }

  private static let requests: [(url: String, page: String, isBlocked: Bool)] = [
    // Starting at a label of the host, with any suffix.
    ("a.example/block", "news.example", true), ("x.y.a.example/block", "news.example", true),
    ("a.example/blocked?q", "news.example", true), ("a.example/block/x", "news.example", true),
    // Case matters after the host, and so does the port.
    ("A.example/block", "news.example", true), ("a.example/BLOCK", "news.example", false),
    ("a.example/Mixed/x/CASE", "news.example", true), ("a.example/mixed/x/case", "news.example", false),
    ("a.example/MIXED/x/CASE", "news.example", false), ("s.a.example/ANY", "news.example", true),
    ("a.example:443/block", "news.example", true), ("a.example:8443/block", "news.example", false),
    ("a.example:3000/port", "news.example", true), ("x.a.example:3000/port/x", "news.example", true),
    ("a.example:3000/", "news.example", false), ("a.example/port", "news.example", false),
    ("a.example:3001/port", "news.example", false), ("a.example:13000/port", "news.example", false),
    ("p.a.example:3000/x", "news.example", true), ("p.a.example/x", "news.example", false),
    ("q.a.example:1/port", "news.example", true), ("q.a.example/port", "news.example", false),
    ("s.a.example:8080/", "news.example", true),
    ("xa.example/block", "news.example", false), ("a.example.net/block", "news.example", false),
    ("a.example/x/block", "news.example", false), ("a.example/?u=a.example/block", "news.example", false),
    ("other.example/?u=https://a.example/block", "news.example", false),
    // First-party requests are blocked too.
    ("a.example/block", "a.example", true), ("a.example/block", "www.a.example", true),
    // Wildcards and the query.
    ("a.example/p/deep?x=1&y=2", "news.example", true), ("a.example/p/q/deep?x=&y", "news.example", true),
    ("a.example/p/deep?y", "news.example", false), ("a.example/deep?x=1&y", "news.example", false),
    ("a.example/star", "news.example", true), ("b.a.example/stars", "news.example", true),
    ("b.a.example/below", "news.example", true), ("a.example/below", "news.example", false),
    ("x.end.a.example/x", "news.example", true), ("a.example/end", "news.example", false),
    // Other characters are not wildcards.
    ("a.example/a.js", "news.example", false), ("a.example/(a|b).js", "news.example", true),
    ("a.example/(a|b)xjs", "news.example", false),
    // Sites include their subdomains.
    ("s.a.example/", "news.example", true), ("x.s.a.example/any", "www.news.example", true),
    ("s.a.example/", "b.shop.example", true), ("s.a.example/", "shop.example", false),
    ("s.a.example/", "xnews.example", false), ("s.a.examples/", "news.example", false),
    // Any matching rule blocks, whatever precedes it.
    ("a.example/wide/narrow", "one.example", true), ("a.example/wide/narrow", "two.example", true),
    ("a.example/wide", "two.example", false),
    // Pages on which the blocklist is disabled, and pages without any blocking.
    ("a.example/block", "calm.example", false), ("a.example/block", "a.calm.example", false),
    ("s.a.example/", "c.news.example", false), ("s.a.example/", "d.c.news.example", false),
    ("s.a.example/", "cc.news.example", true), ("a.example/block", "broken.example", false),
    ("a.example/block", "weak.example", false), ("a.example/block", "www.mine.example", false),
    ("a.example/block", "a.mine.example", true),
    // The allowlist takes precedence, even for hosts that are not trackers.
    ("ok.a.example/block", "news.example", false), ("x.ok.a.example/block", "news.example", false),
    ("t.example/both", "news.example", false), ("t.example/both", "one.example", true),
    // Exceptions of trackers' rules and owners do not apply.
    ("t.example/free", "news.example", true), ("t.example/free", "tt.example", true),
    ("t.example/free", "t.example", true), ("t.example/x", "tt.example", false),
    ("t.example/x", "news.example", true), ("t.example/x", "calm.example", true),
  ]

  @Test(arguments: requests)
  func requestBlocklistBlocksRequests(_ url: String, _ page: String, _ isBlocked: Bool) throws {
    let radar = try radar()
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    for kind in [Request.Kind.script, .image, .subdocument] {
      let request = Request(
        kind, url: Array("https://\(url)".utf8), page: Array("https://\(page)/p".utf8), suffixes: .wellKnown)
      #expect(evaluator.decide(request).isBlocked == isBlocked, "\(kind)")
      let asked = TrackerRequest(url: "https://\(url)", page: "https://\(page)/p", type: kind.rawValue)
      #expect((radar.resolve(asked).verdict != .pass) == isBlocked, "\(kind) \(radar.resolve(asked))")
    }
  }

  @Test func requestBlocklistNeverBlocksPagesOrPopups() throws {
    let radar = try radar()
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    for (kind, type) in [(Request.Kind.document, "main_frame"), (.document, "document"), (.popup, "popup")] {
      for url in ["https://a.example/block", "https://t.example/x"] {
        let request = Request(
          kind, url: Array(url.utf8), page: Array("https://news.example/".utf8), suffixes: .wellKnown)
        #expect(!evaluator.decide(request).isBlocked)
        let decision = radar.resolve(TrackerRequest(url: url, page: "https://news.example/", type: type))
        #expect(decision.verdict == .pass)
      }
    }
  }

  @Test func resolverNamesBlocklistRule() throws {
    let decision = try radar().resolve(
      TrackerRequest(url: "https://t.example/m.js", page: "https://news.example/", type: "script"))
    #expect(decision.verdict == .block && decision.reason == .requestBlocklist)
    let place = try #require(decision.blocklistRule?.place)
    #expect(place.path == #"features.requestBlocklist.settings.blockedRequests["t.example"].rules[2]"#)
  }

  private static let invalidRules: [(rule: String, id: String)] = [
    (#"{"rule": "b.example/x", "domains": ["<all>"]}"#, "foreign-host"),
    (#"{"rule": "a.example/x", "domains": ["<all>"], "types": ["image"]}"#, "unknown-key"),
    (#"{"rule": "a.example/x", "domains": ["<all>"], "Reason": "r"}"#, "unknown-key"),
    (#"{"rule": "A.example/x", "domains": ["<all>"]}"#, "upper-case-host"),
    (#"{"rule": "*.A.EXAMPLE/X", "domains": ["<all>"]}"#, "upper-case-host"),
    (#"{"rule": "||a.example^", "domains": ["<all>"]}"#, "filter-syntax"),
    (#"{"rule": "a.example/x^", "domains": ["<all>"]}"#, "filter-syntax"),
    (#"{"rule": "/x", "domains": ["<all>"]}"#, "not-a-host"),
    (#"{"rule": "https://a.example/x", "domains": ["<all>"]}"#, "not-a-host"),
    (#"{"rule": "a.example?x", "domains": ["<all>"]}"#, "not-a-host"),
    (#"{"rule": "b*.a.example/x", "domains": ["<all>"]}"#, "not-a-host"),
    (#"{"domains": ["<all>"]}"#, "missing-key"), (#"{"rule": "a.example/x"}"#, "missing-key"),
    (#"{"rule": "a.example/x", "domains": []}"#, "missing-key"),
    (#"{"rule": 3, "domains": []}"#, "wrong-type"),
    (#"{"rule": "a.example/x", "domains": "<all>"}"#, "wrong-type"), (#""a.example/x""#, "wrong-type"),
    (#"{"rule": "a.example/x", "domains": ["a b"]}"#, "not-a-host"),
  ]

  @Test(arguments: invalidRules)
  func invalidBlocklistRulesAreNamed(_ rule: String, _ id: String) throws {
    let json =
      #"{"state": "enabled", "settings": {"blockedRequests": {"a.example": {"rules": [\#(rule)]}}}}"#
    let (exceptions, kind, problems) = try TrackerExceptions.decodingJSON(json)
    #expect(kind == .requestBlocklist)
    #expect(problems.map(\.reason.id).contains(id), "\(problems)")
    #expect(TrackerRadar(TrackerData(), exceptions: exceptions).rules().rules.isEmpty)
  }

  @Test(arguments: [
    ("a.example", true), ("a.co.uk", true), ("a.com.zz", true), ("github.io", true), ("127.0.0.1", true),
    ("localhost", true),
    ("b.a.example", false), ("b.a.co.uk", false), ("co.uk", false), ("a.github.io", false),
    ("b.a.github.io", false),
    ("www.a.example", false), ("b.a.zz", false), ("b.a.com.zz", false),
  ])
  func blocklistEntriesMustBeSites(_ domain: String, _ isSite: Bool) throws {
    let json =
      #"{"state": "enabled", "settings": {"blockedRequests": {"\#(domain)": {"rules": [{"rule": "\#(domain)/x", "domains": ["<all>"]}]}}}}"#
    let (exceptions, _, problems) = try TrackerExceptions.decodingJSON(json)
    #expect(exceptions.requestBlocklist.count == (isSite ? 1 : 0))
    #expect(problems.map(\.reason.id) == (isSite ? [] : ["not-a-site"]))
    #expect(problems.allSatisfy { $0.path.hasSuffix(#"blockedRequests["\#(domain)"]"#) })
  }

  @Test func tooExpensiveBlocklistRuleIsNamed() throws {
    let wild = (0..<120).map { "*ab\($0)" }.joined()
    let json =
      #"{"state": "enabled", "settings": {"blockedRequests": {"a.example": {"rules": [{"rule": "a.example/\#(wild)", "domains": ["<all>"]}]}}}}"#
    let exceptions = try TrackerExceptions.decodingJSON(json, file: 7).exceptions
    let radar = TrackerRadar(TrackerData(), exceptions: exceptions)
    let (rules, problems) = radar.rules()
    #expect(rules.isEmpty)
    #expect(problems.map(\.reason.id) == ["too-expensive"])
    #expect(problems.allSatisfy { $0.place.file == 7 && !$0.span.isEmpty })
  }
}
