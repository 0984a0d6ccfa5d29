import SluiceRules
import Testing

@testable import SluiceAnalysis

/// The effects of rule lists on requests.
///
/// Each line is what WebKitGTK 2.50.6 did in webkit-probe.
@Suite struct EvaluationTests {
  /// A test case.
  ///
  /// A list is written as rules `filter {trigger} -> action`, in JSON.
  struct Case: Sendable, CustomTestStringConvertible {
    var rules: [String]
    var kind: Request.Kind
    var url: String
    var page: String
    var frame: String?
    var expected: String
    var testDescription: String { "\(rules) \(kind) \(url) on \(page)" }

    init(
      _ rules: String..., kind: Request.Kind = .script, url: String = "https://x.example/ads.js",
      page: String = "https://a.example/", frame: String? = nil, is expected: String
    ) {
      (self.rules, self.kind, self.url, self.page) = (rules, kind, url, page)
      (self.frame, self.expected) = (frame, expected)
    }

    func check() throws {
      let json = "[" + rules.joined(separator: ",") + "]"
      let evaluator = RuleListEvaluator(try RuleList(decodingJSON: json))
      let request = Request(
        kind, url: Array(url.utf8), page: Array(page.utf8), frame: frame.map { Array($0.utf8) },
        suffixes: .wellKnown)
      let decision = evaluator.decide(request)
      var found: [String] = []
      if decision.isBlocked { found.append("blocked") }
      if decision.blocksCookies { found.append("cookies") }
      if decision.isUpgraded { found.append("https") }
      found += decision.hiddenSelectors.map(\.description)
      #expect(found.joined(separator: " ") == expected)
    }
  }

  private static func rule(_ filter: String, _ rest: String = "", _ action: String = "block") -> String {
    let parts = rest.isEmpty ? "" : "," + rest
    let selector = action.hasPrefix(".") ? #"css-display-none","selector":"\#(action)"# : action
    return #"{"trigger":{"url-filter":"\#(filter)"\#(parts)},"action":{"type":"\#(selector)"}}"#
  }

  private static let host = #"^[^:]+://([^/]+\\.)?ads\\.com[:/]"#

  @Test(arguments: [
    Case(rule(".*", "", "make-https"), url: "http://x.example/a", page: "http://a.example/", is: "https"),
    Case(rule(".*", "", "make-https"), url: "http://x.example:80/a", page: "http://a.example/", is: "https"),
    Case(rule(".*", "", "make-https"), url: "http://x.example:8080/a", page: "http://a.example/", is: ""),
    Case(rule(".*", "", "make-https"), url: "http://x.example:443/a", page: "http://a.example/", is: ""),
    Case(rule(".*", "", "make-https"), url: "https://x.example/a", is: ""),
    Case(rule(".*", "", "make-https"), url: "http://[::1]/a", page: "http://a.example/", is: "https"),
    Case(rule(".*", "", "make-https"), url: "http://[::1]:8080/a", page: "http://a.example/", is: ""),
    Case(
      rule(".*", "", "make-https"), kind: .websocket, url: "ws://x.example/a", page: "http://a.example/",
      is: "https"),
  ])
  func defaultPortsAreUpgraded(_ test: Case) throws { try test.check() }

  @Test(arguments: [
    Case(rule(".*"), kind: .subdocument, url: "about:blank", is: ""),
    Case(rule(".*"), kind: .subdocument, url: "about:srcdoc", is: ""),
    Case(rule(".*"), kind: .subdocument, url: "data:text/html,x", is: ""),
    Case(rule(".*"), kind: .subdocument, url: "javascript:1", is: ""),
    Case(rule(".*"), url: "data:text/javascript,1", is: ""),
    Case(rule(".*"), kind: .image, url: "DATA:image/png,x", is: ""),
    Case(rule(".*"), kind: .xmlhttprequest, url: " data:,x", is: ""),
    Case(rule(".*", "", "make-https"), kind: .image, url: "data:,x", is: ""),
    Case(rule(".*"), kind: .image, url: "blob:https://a.example/1", is: "blocked"),
    Case(rule(".*"), kind: .popup, url: "about:blank", is: "blocked"),
    Case(rule(".*"), kind: .popup, url: "javascript:1", is: "blocked"),
    Case(rule(".*"), kind: .popup, url: "data:text/html,x", is: ""),
    Case(rule("^about:", "", ".x"), rule(".*"), kind: .subdocument, url: "about:srcdoc", is: ".x"),
    Case(rule(".*", "", ".x"), kind: .image, url: "data:,x", is: ""),
  ])
  func urlsWithoutServersAreLoaded(_ test: Case) throws { try test.check() }

  private static let patterns: [Case] = [
    Case(rule(host), url: "https://ads.com/x", is: "blocked"),
    Case(rule(host), url: "https://ads.com", is: "blocked"),
    Case(rule(host), url: "https://a.b.ads.com/x", is: "blocked"),
    Case(rule(host), url: "https://a_b.ads.com/x", is: "blocked"),
    Case(rule(host), url: "https://ads.com:8443/x", is: "blocked"),
    Case(rule(host), url: "wss://ads.com/x", is: "blocked"),
    Case(rule(host), url: "https://ADS.COM/x", is: "blocked"),
    Case(rule(host), url: "https://u:p@ads.com/x", is: ""),
    Case(rule(host), url: "https://xads.com/x", is: ""),
    Case(rule(host), url: "https://ads.com.evil.com/x", is: ""),
    Case(rule(host), url: "https://x.com/?u=https://ads.com/", is: ""),
    Case(rule("/ad[0-9]+\\\\."), url: "https://x.com/ad17.js", is: "blocked"),
    Case(rule("/AD/"), url: "https://x.com/ad/", is: "blocked"),
    Case(rule("/AD/", #""url-filter-is-case-sensitive":true"#), url: "https://x.com/ad/", is: ""),
    Case(rule("/AD/", #""url-filter-is-case-sensitive":true"#), url: "https://x.com/AD/", is: "blocked"),
    Case(rule("[^a]q"), url: "https://x.com/Aq", is: ""),
    Case(rule("\\\\.js$"), is: "blocked"),
    Case(rule("\\\\.js$"), url: "https://x.example/ads.js?q", is: ""),
    Case(rule("\\\\.js$"), url: "https://x.example/ads.js#f", is: "blocked"),
    Case(rule("^a*$"), is: "blocked"),
    Case(rule("%20b"), url: "https://x.com/a b", is: "blocked"),
  ]

  @Test(arguments: patterns)
  func patternsDecideRequests(_ test: Case) throws { try test.check() }

  private static let triggers: [Case] = [
    Case(rule("ads", #""resource-type":["image"]"#), is: ""),
    Case(rule("ads", #""resource-type":["script","image"]"#), is: "blocked"),
    Case(rule("ads", #""resource-type":["raw"]"#), kind: .beacon, is: "blocked"),
    Case(rule("ads", #""resource-type":["ping"]"#), kind: .beacon, is: ""),
    Case(rule("ads", #""resource-type":["top-document"]"#), kind: .document, is: "blocked"),
    Case(rule("ads", #""resource-type":["top-document"]"#), kind: .subdocument, is: ""),
    Case(rule("ads", #""resource-type":["child-document"]"#), kind: .subdocument, is: "blocked"),
    Case(rule("ads", #""resource-type":["popup"]"#), kind: .popup, is: "blocked"),
    Case(
      rule("ads", #""resource-type":["image"]"#), kind: .object, url: "https://x.com/ads.PNG?x", is: "blocked"
    ),
    Case(rule("ads", #""load-type":["third-party"]"#), is: "blocked"),
    Case(rule("ads", #""load-type":["third-party"]"#), page: "https://x.example/", is: ""),
    Case(rule("ads", #""load-type":["third-party"]"#), kind: .document, is: ""),
    Case(rule("ads", #""load-type":["first-party"]"#), url: "https://s.a.example/ads", is: "blocked"),
    Case(rule("ads", #""load-context":["child-frame"]"#), is: ""),
    Case(rule("ads", #""load-context":["child-frame"]"#), frame: "https://f.example/", is: "blocked"),
    Case(rule("ads", #""load-context":["child-frame"]"#), kind: .subdocument, is: "blocked"),
    Case(rule("ads", #""request-method":"post""#), is: ""),
    Case(rule("ads", #""request-method":"get""#), is: "blocked"),
    Case(rule("ads", #""request-method":"get","if-domain":["*a.example"]"#), is: ""),
    Case(rule("ads", #""request-method":"get","if-top-url":["a"]"#), is: ""),
    Case(rule("ads", #""request-method":"get","unless-domain":["*a.example"]"#), is: "blocked"),
    Case(rule("ads", #""request-method":"get","unless-frame-url":["a"]"#), is: "blocked"),
    Case(rule("^https:.*ads"), kind: .image, url: "http://x.com/ads", is: "blocked"),
    Case(rule("^https:.*ads"), url: "http://x.com/ads", is: ""),
  ]

  @Test(arguments: triggers)
  func triggersDecideRequests(_ test: Case) throws { try test.check() }

  /// WebKit evaluates the ping of a link as a ping, and again as a request of type `other`.
  @Test(arguments: [
    Case(rule("ads", #""resource-type":["ping"]"#), kind: .ping, is: "blocked"),
    Case(rule("ads", #""resource-type":["other"]"#), kind: .ping, is: "blocked"),
    Case(rule("ads"), rule("ads", #""resource-type":["ping"]"#, ignore), kind: .ping, is: "blocked"),
    Case(rule("ads"), rule("ads", #""resource-type":["other"]"#, ignore), kind: .ping, is: ""),
    Case(rule("ads"), rule("ads", #""resource-type":["raw"]"#, ignore), kind: .ping, is: ""),
    Case(rule("ads"), rule("ads", "", ignore), kind: .ping, is: ""),
    Case(
      rule("ads", "", "block-cookies"), rule("ads", #""resource-type":["ping"]"#, ignore), kind: .ping,
      is: "cookies"),
    Case(rule("ads", #""resource-type":["ping"]"#, "block-cookies"), kind: .ping, is: "cookies"),
  ])
  func pingsAreEvaluatedTwice(_ test: Case) throws { try test.check() }

  private static let ignore = "ignore-previous-rules"

  private static let conditions: [Case] = [
    Case(rule("ads", #""if-top-url":["[#]f$"]"#), page: "https://a.example/#f", is: "blocked"),
    Case(rule("ads", #""if-top-url":["[#]f$"]"#), kind: .document, url: "https://ads.example/#f", is: ""),
    Case(rule("ads", #""if-domain":["a.example"]"#), is: "blocked"),
    Case(rule("ads", #""if-domain":["a.example"]"#), page: "https://b.a.example/", is: ""),
    Case(rule("ads", #""if-domain":["*a.example"]"#), page: "https://b.a.example/", is: "blocked"),
    Case(rule("ads", #""if-domain":["*a.example"]"#), page: "https://ba.example/", is: ""),
    Case(rule("ads", #""if-domain":["a.example"]"#), page: "https://a.example:8443/", is: "blocked"),
    Case(rule("ads", #""if-domain":["a.example:8443"]"#), page: "https://a.example:8443/", is: "blocked"),
    Case(rule("ads", #""if-domain":["a.example:443"]"#), page: "https://a.example:443/", is: ""),
    Case(rule("ads", #""if-domain":["*.a.example",".a.example","a.*","*"]"#), is: ""),
    Case(rule("ads", #""if-domain":["a.example","*"]"#), is: "blocked"),
    Case(rule("ads", #""if-domain":["(a).example"]"#), is: "blocked"),
    Case(rule("ads", #""if-domain":["[ab].example"]"#), is: ""),
    Case(rule("ads", #""if-domain":["a.example/x"]"#), page: "https://a.example/x", is: ""),
    Case(rule("ads", #""if-domain":["a.example/x"]"#), page: "https://a.example/x/", is: "blocked"),
    // WebKit searches for its pattern in the entire URL of the page.
    Case(
      rule("ads", #""if-domain":["b.example"]"#), page: "https://a.example/?u=https://b.example/",
      is: "blocked"),
    Case(
      rule("ads", #""if-domain":["*b.example"]"#), page: "https://a.example/?u=https://b.example/",
      is: "blocked"),
    Case(
      rule("ads", #""if-domain":["b.example"]"#), page: "https://a.example/?u=HTTPS://B.example/",
      is: "blocked"),
    Case(rule("ads", #""if-domain":["b.example"]"#), page: "https://a.example/?u=https://b.example", is: ""),
    Case(
      rule("ads", #""if-domain":["b.example"]"#), page: "https://a.example/#https://b.example/", is: "blocked"
    ),
    Case(
      rule("ads", #""if-domain":["b.example"],"top-url-filter-is-case-sensitive":true"#),
      page: "https://a.example/?u=https://B.example/", is: ""),
    Case(
      rule("ads", #""unless-domain":["b.example"]"#), page: "https://a.example/?u=https://b.example/", is: ""),
    Case(rule("ads", #""if-domain":["a.example"]"#), page: "https://u:p@a.example/", is: ""),
    Case(rule("ads", #""unless-domain":["*a.example"]"#), is: ""),
    Case(rule("ads", #""unless-domain":["*b.example"]"#), is: "blocked"),
    Case(rule("ads", #""if-top-url":["/foo"]"#), page: "https://a.example/Foo", is: "blocked"),
    Case(rule("ads", #""if-top-url":["foo"]"#), page: "https://a.example/#foo", is: "blocked"),
    Case(
      rule("ads", #""if-top-url":["/foo"],"top-url-filter-is-case-sensitive":true"#),
      page: "https://a.example/Foo", is: ""),
    Case(rule("ads", #""if-frame-url":["^https://f"]"#), is: ""),
    Case(rule("ads", #""if-frame-url":["^https://f"]"#), frame: "https://f.example/", is: "blocked"),
    Case(rule("ads", #""if-frame-url":["x.example"]"#), kind: .subdocument, is: ""),
    Case(rule("ads", #""unless-frame-url":["x.example"]"#), kind: .subdocument, is: "blocked"),
  ]

  @Test(arguments: conditions)
  func conditionsDecideRequests(_ test: Case) throws { try test.check() }

  @Test(arguments: [
    Case(rule("ads"), rule("x", "", "ignore-previous-rules"), is: ""),
    Case(rule("ads"), rule("y", "", "ignore-previous-rules"), is: "blocked"),
    Case(rule("x", "", "ignore-previous-rules"), rule("ads"), is: "blocked"),
    Case(rule("x", "", "ignore-following-rules"), rule("ads"), is: ""),
    Case(rule("ads"), rule("x", "", "ignore-following-rules"), is: "blocked"),
    Case(
      rule("ads"), rule("x", "", "ignore-following-rules"), rule("x", "", "ignore-previous-rules"),
      is: "blocked"),
    Case(rule("ads", "", "block-cookies"), is: "cookies"),
    Case(rule("ads", "", "make-https"), url: "http://x.com/ads", is: "https"),
    Case(rule("ads", "", "make-https"), url: "https://x.com/ads", is: ""),
    Case(rule(".*", "", ".a,.b"), kind: .document, is: ".a .b"),
    Case(rule(".*", #""resource-type":["document"]"#, ".a"), is: ""),
    Case(rule("ads", "", ".a"), rule("ads"), is: "blocked .a"),
    Case(rule("ads"), rule(".*", #""if-domain":["a.example"]"#, "ignore-previous-rules"), is: ""),
  ])
  func ruleOrderDecidesRequests(_ test: Case) throws { try test.check() }

  @Test func decidingAndOverriddenRulesAreNamed() throws {
    let rules = [
      Self.rule("ads"), Self.rule("none"), Self.rule("ads", "", "ignore-previous-rules"),
      Self.rule("x", "", "block-cookies"), Self.rule("x", "", "ignore-following-rules"), Self.rule("js"),
    ]
    let list = try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]")
    let request = Request(
      .script, url: Array("https://x.example/ads.js".utf8), page: Array("https://a.example/".utf8),
      suffixes: .wellKnown)
    let decision = RuleListEvaluator(list).decide(request)
    #expect(decision.acting == [3] && decision.blocksCookies && !decision.isBlocked)
    #expect(decision.overridden == [.init(rule: 0, by: 2), .init(rule: 5, by: 4)])
  }

  /// Decisions with many selectors and overridden rules are combined in time that follows their size.
  @Test func largeDecisionsAreJoined() throws {
    func decision(_ numbers: Range<Int>) throws -> Decision {
      var decision = Decision([], of: [], url: [])
      decision.hiding = try numbers.map { NonEmpty(try CSSSelector(parsing: ".a\($0)")) }
      decision.acting = Array(numbers)
      decision.overridden = numbers.map { Decision.Overridden(rule: $0 + 100_000, by: 200_000) }
      return decision
    }
    let (first, second) = (try decision(0..<20_000), try decision(10_000..<30_000))
    let clock = ContinuousClock()
    var joined = first
    let time = clock.measure { joined = first.joined(with: second) }
    #expect(joined.hiding.count == 30_000 && joined.acting == Array(0..<30_000))
    #expect(joined.overridden.map(\.rule) == Array(100_000..<130_000))
    #expect(time < .seconds(20), "\(time)")
  }
}
