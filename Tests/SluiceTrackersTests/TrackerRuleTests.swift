import SluiceAnalysis
import SluiceRules
import Testing
import TrackerTestSupport

@testable import SluiceTrackers

/// The effect of single tracker rules, for both the WebKit rules and the resolver.
struct TrackerRuleTests {
  private struct Ask {
    var url: String
    var page = "https://news.example/"
    var type = "script"
    var isBlocked: Bool

    static func blocked(_ url: String, on page: String = "news.example", _ type: String = "script") -> Ask {
      Ask(url: url, page: "https://\(page)/", type: type, isBlocked: true)
    }

    static func passes(_ url: String, on page: String = "news.example", _ type: String = "script") -> Ask {
      Ask(url: url, page: "https://\(page)/", type: type, isBlocked: false)
    }
  }

  private func check(
    _ tracker: String, rest: String = "", clickToLoad: Bool = false, _ asks: [Ask],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let json = #"{"trackers": {\#(tracker)}\#(rest.isEmpty ? "" : ", \(rest)")}"#
    var options = TrackerOptions()
    options.blocksClickToLoad = clickToLoad
    let radar = TrackerRadar(try TrackerData.decodingJSON(json).data, options: options)
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    for ask in asks {
      let kind = try #require(Request.Kind(rawValue: ask.type))
      let request = Request(
        kind, url: Array(ask.url.utf8), page: Array(ask.page.utf8), suffixes: .wellKnown)
      #expect(
        evaluator.decide(request).isBlocked == ask.isBlocked, "rules: \(ask)", sourceLocation: location)
      let decision = radar.resolve(TrackerRequest(url: ask.url, page: ask.page, type: ask.type))
      #expect(
        (decision.verdict != .pass) == ask.isBlocked, "resolver: \(ask) \(decision)", sourceLocation: location
      )
    }
  }

  private func tracker(_ rules: String, byDefault: String = "ignore") -> String {
    #""t.example": {"default": "\#(byDefault)", "owner": {"name": "T"}, "rules": [\#(rules)]}"#
  }

  @Test func defaultActionAppliesToSubdomains() throws {
    try check(
      tracker("", byDefault: "block"),
      [
        .blocked("https://t.example/"), .blocked("http://a.b.t.example:8080/x"), .blocked("wss://t.example/"),
        .passes("https://t.example/", on: "www.t.example"), .passes("https://xt.example/"),
        .passes("https://t.example.net/"), .passes("https://other.example/?u=https://t.example/"),
      ])
  }

  @Test func firstMatchingTrackerRuleDecides() throws {
    try check(
      tracker(
        #"""
        {"rule": "t\\.example\\/a\\/ok", "action": "ignore"}, {"rule": "t\\.example\\/a\\/"},
        {"rule": "t\\.example\\/", "exceptions": {"types": ["image"]}}
        """#),
      [
        .passes("https://t.example/a/ok.js"), .blocked("https://t.example/a/x"),
        .blocked("https://t.example/a/x", "image"), .passes("https://t.example/b", "image"),
        .blocked("https://t.example/b"), .blocked("https://t.example:444/A/x"),
      ])
  }

  @Test func ruleOptionsAndExceptionsAreIntersected() throws {
    try check(
      tracker(
        #"""
        {"rule": "t\\.example\\/x", "options": {"domains": ["shop.example"], "types": ["script", "image"]},
         "exceptions": {"domains": ["a.shop.example", "other.example"], "types": ["image", "font"]}}
        """#),
      [
        .blocked("https://t.example/x", on: "shop.example"),
        .blocked("https://t.example/x", on: "b.shop.example", "image"),
        .passes("https://t.example/x", on: "a.shop.example", "image"),
        .blocked("https://t.example/x", on: "a.shop.example"),
        .passes("https://t.example/x", on: "a.shop.example", "font"),
        .passes("https://t.example/x"), .passes("https://t.example/x", on: "other.example", "image"),
      ])
  }

  @Test func unmetOptionsContinueWithNextRule() throws {
    try check(
      tracker(
        #"{"rule": "t\\.example\\/x", "action": "ignore", "options": {"domains": ["p.example"]}}, {"rule": "t\\.example\\/x"}"#
      ),
      [.passes("https://t.example/x", on: "p.example"), .blocked("https://t.example/x")])
  }

  @Test func earlierBlockOverridesLaterPageException() throws {
    try check(
      tracker(
        #"{"rule": "t\\.example\\/x"}, {"rule": "t\\.example\\/", "action": "ignore", "options": {"domains": ["p.example"]}}"#,
        byDefault: "block"),
      [
        .blocked("https://t.example/x", on: "p.example"), .passes("https://t.example/y", on: "p.example"),
        .blocked("https://t.example/x"), .blocked("https://t.example/y"),
      ])
  }

  @Test func unknownTypesMatchNoRequest() throws {
    try check(
      tracker(
        #"{"rule": "t\\.example\\/x", "options": {"types": ["speculative"]}}, {"rule": "t\\.example\\/y", "exceptions": {"types": ["speculative"]}}"#
      ),
      [.passes("https://t.example/x"), .blocked("https://t.example/y")])
  }

  @Test func emptyConditionListsAreIgnored() throws {
    try check(
      tracker(
        #"{"rule": "t\\.example\\/x", "options": {"types": [], "domains": []}, "exceptions": {"domains": ["p.example"], "types": []}}"#
      ),
      [.blocked("https://t.example/x"), .passes("https://t.example/x", on: "p.example")])
  }

  @Test func unknownActionsSkipRule() throws {
    let rules =
      #"{"rule": "t\\.example\\/x", "action": "sing"}, {"rule": "t\\.example\\/x\\/y", "action": "block"}"#
    try check(tracker(rules), [.passes("https://t.example/x"), .blocked("https://t.example/x/y")])
    try check(tracker(rules, byDefault: "block"), [.blocked("https://t.example/x")])
  }

  @Test func clickToLoadRulesAreOptional() throws {
    let rules = #"{"rule": "t\\.example\\/sdk", "action": "block-ctl-fb"}"#
    try check(tracker(rules), [.passes("https://t.example/sdk.js")])
    try check(
      tracker(rules), clickToLoad: true,
      [.blocked("https://t.example/sdk.js"), .passes("https://t.example/")])
  }

  @Test func hostOnlyRuleEndsAtHostBoundary() throws {
    try check(
      tracker(#"{"rule": "t\\.example"}, {"rule": "unused"}"#),
      [.blocked("https://t.example/"), .blocked("https://a.t.example:1/"), .passes("https://t.examples/")])
  }

  @Test func trackerRegexesMatchAnywhereInURL() throws {
    try check(
      tracker(
        #"{"rule": "cdn.t\\.example\\/p"}, {"rule": "\\/pixel\\.gif"}, {"rule": "t\\.example\\/q[0-9]+\\/(a|b)"}"#
      ),
      [
        .blocked("https://cdn.t.example/p"), .blocked("https://xcdn.t.example:81/p"),
        .blocked("https://cdn-t.example.t.example/x?cdn-t.example/p"), .passes("https://cdn-t.example/p"),
        .blocked("https://t.example/go?u=https://cdn.t.example/p"), .passes("https://t.example/p"),
        .passes("https://other.example/?u=https://cdn.t.example/p"), .blocked("https://t.example/pixel.gif"),
        .blocked("https://t.example/a/pixel.gif?x"), .passes("https://other.example/pixel.gif"),
        .blocked("https://t.example/q12/b"), .blocked("https://a.t.example:9/x/t.example/q1/a"),
        .passes("https://t.example/q/b"), .passes("https://t.example/q12/c"),
      ])
  }

  @Test func wildcardAfterHostMatchesPath() throws {
    try check(
      tracker(#"{"rule": "t\\.example.*\\/x\\.js"}"#),
      [
        .blocked("https://t.example/x.js"), .blocked("https://t.example:88/a/x.js"),
        .passes("https://t.example/y.js"),
        .passes("https://t.examples/x.js"), .blocked("https://t.example/?u=t.example/x.js"),
      ])
  }

  @Test func ownerPagesAreAllowed() throws {
    try check(
      #""t.example": {"default": "block", "owner": {"name": "T"}}, "u.example": {"default": "block", "owner": {"name": "T"}}"#,
      rest:
        #""entities": {"T": {"domains": ["t.example", "u.example", "v.example", "w.example", "x.example"]}, "O": {"domains": ["o.v.example"]}}"#,
      [
        .passes("https://t.example/", on: "v.example"), .passes("https://a.t.example/", on: "a.x.example"),
        .passes("https://u.example/", on: "t.example"), .blocked("https://u.example/", on: "o.v.example"),
        .blocked("https://t.example/", on: "a.o.v.example"), .blocked("https://t.example/", on: "yv.example"),
      ])
  }

  @Test func ownerWithManyDomainsNeedsFewRules() throws {
    var data = TrackerData()
    let own = (0..<1_803).map { Array("site\($0).example".utf8) }
    data.entities = [.init(name: "T", domains: own)]
    for number in 0..<240 {
      let name = Array("tracker\(number).example".utf8)
      data.trackers.append(Tracker(domain: name, defaultAction: .block, owner: "T"))
      data.cnames.append(.init(host: Array("t\(number).news.example".utf8), target: name))
    }
    // Part of this name is the end of one tracker's name followed by another one, and no rule may confuse
    // them.
    data.trackers.append(Tracker(domain: Array("exampletracker3.example".utf8), defaultAction: .block))
    // The data is larger than the budget allows for so few trackers.
    var options = TrackerOptions()
    options.freeBytes = 1 << 24
    let rules = TrackerRadar(data, options: options).rules().rules
    let domains = rules.reduce(0) { count, rule in
      switch rule.trigger.condition {
      case .ifDomain(let domains)?: count + domains.elements.count
      case .ifTopURL(let filters)?, .unlessTopURL(let filters)?: count + filters.elements.count
      default: count
      }
    }
    #expect(domains <= 1_803 * (480 / 24 + 4), "\(domains)")
    let evaluator = RuleListEvaluator(RuleList(rules))
    for (host, page, isBlocked) in [
      ("tracker0.example", "site1802.example", false), ("a.tracker239.example", "a.site0.example", false),
      ("t7.news.example", "site9.example", false), ("t7.news.example", "news.example", true),
      ("tracker3.example", "site5.example", false), ("tracker3.example", "news.example", true),
      ("tracker2.exampletracker3.example", "site5.example", true),
      ("exampletracker3.example", "site5.example", true),
    ] {
      let request = Request(
        .script, url: Array("https://\(host)/".utf8), page: Array("https://\(page)/".utf8),
        suffixes: .wellKnown)
      #expect(evaluator.decide(request).isBlocked == isBlocked, "\(host) on \(page)")
    }
  }

  @Test func nestedTrackerHasItsOwnRules() throws {
    try check(
      #""t.example": {"default": "block", "owner": {"name": "T"}}, "e.t.example": {"default": "ignore", "owner": {"name": "E"}, "rules": [{"rule": "e\\.t\\.example\\/x"}]}"#,
      rest: #""entities": {"T": {"domains": ["t.example", "tt.example"]}, "E": {"domains": ["ee.example"]}}"#,
      [
        .passes("https://e.t.example/"), .blocked("https://e.t.example/x"), .blocked("https://f.t.example/x"),
        .passes("https://e.t.example/x", on: "ee.example"),
        .blocked("https://e.t.example/x", on: "tt.example"),
        .passes("https://f.t.example/", on: "tt.example"), .blocked("https://f.t.example/", on: "ee.example"),
      ])
  }

  @Test func cnamesResolveToTrackers() throws {
    try check(
      tracker(
        #"{"rule": "c1\\.t\\.example\\/x"}, {"rule": "c2\\.t\\.example\\/y"}, {"rule": "t\\.example\\/z"}"#),
      rest:
        #""cnames": {"stats.news.example": "c1.t.example", "a.t.example": "c1.t.example", "n.example": "no.example"}, "entities": {"T": {"domains": ["tt.example"]}}"#,
      [
        .blocked("https://stats.news.example/x"), .blocked("https://stats.news.example:8/z"),
        .passes("https://stats.news.example/y"), .passes("https://a.stats.news.example/x"),
        .passes("https://stats.news.example/x", on: "tt.example"),
        .passes("https://stats.news.example/x", on: "t.example"), .passes("https://a.t.example/x"),
        .passes("https://n.example/x"), .blocked("https://stats.news.example/?u=c2.t.example/y"),
      ])
  }

  @Test func trackersNeverBlockPagesOrPopups() throws {
    let data = try TrackerData.decodingJSON(#"{"trackers": {\#(tracker("", byDefault: "block"))}}"#)
      .data
    let evaluator = RuleListEvaluator(RuleList(TrackerRadar(data).rules().rules))
    for kind in [Request.Kind.document, .popup] {
      let request = Request(
        kind, url: Array("https://t.example/".utf8), page: Array("https://news.example/".utf8),
        suffixes: .wellKnown)
      #expect(!evaluator.decide(request).isBlocked, "\(kind)")
    }
  }

  @Test func inexpressibleTrackerRulesAreReported() throws {
    let json =
      #"{"trackers": {\#(tracker(#"{"rule": "t\\.example\\/(?=x)(.)\\1"}, {"rule": "^t"}, {"rule": "t.*e\\/x"}"#))}}"#
    let data = try TrackerData.decodingJSON(json).data
    let (rules, problems) = TrackerRadar(data).rules()
    #expect(rules.isEmpty)
    #expect(
      problems.map(\.reason.id) == Array(repeating: "tracker-regex", count: 3) + ["unknown-owner"]
        || problems.count == 4)
    #expect(Set(problems.map(\.path)).contains(#"trackers["t.example"].rules[0]"#))
  }

  @Test func resolverReportsReasonAndSurrogate() throws {
    let data = try TrackerData.decodingJSON(Array(try TrackerFiles.sample("tds.json"))).data
    var exceptions = try TrackerExceptions.decodingJSON(Array(try TrackerFiles.sample("exceptions.json")))
      .exceptions
    exceptions.userSites = [Array("mine.example".utf8)]
    let radar = TrackerRadar(data, exceptions: exceptions)
    func resolve(_ url: String, _ page: String, _ type: String = "script") -> TrackerDecision {
      radar.resolve(TrackerRequest(url: "https://\(url)", page: "https://\(page)/", type: type))
    }
    #expect(resolve("metrics.example/m.js", "news.example").verdict == .surrogate("metrics.js"))
    #expect(resolve("metrics.example/m.js", "news.example").rule == 2)
    #expect(resolve("ads.example/", "news.example").reason == .byDefault)
    #expect(resolve("nobody.example/", "news.example").reason == .notTracker)
    #expect(resolve("ads.example/", "www.ads.example").reason == .firstParty)
    #expect(resolve("ads.example/", "adsblog.example").reason == .sameOwner)
    #expect(resolve("ads.example/", "a.fragile.example").reason == .temporarilyUnprotected)
    #expect(resolve("ads.example/", "broken.example").reason == .contentBlockingException)
    #expect(resolve("ads.example/", "www.mine.example").reason == .userUnprotected)
    #expect(resolve("ads.example/", "a.mine.example").verdict == .block)
    #expect(resolve("cdn.ads.example/player", "news.example").reason == .allowlisted)
    #expect(resolve("cdn.ads.example/player/strict", "news.example").verdict == .block)
    #expect(resolve("metrics.example/login", "bank.example").reason == .ruleException)
  }
}
