import SluiceRules
import SluiceAnalysis
import SluiceConversion
import Testing
import TestSupport

/// Rules from the documentation of Chrome and MDN and from WebKit's tests of declarativeNetRequest, with what they say
/// about requests.
@Suite struct PublicExampleTests {
  private static func list(_ rulesets: [String]...) -> RuleList {
    Ruleset.translation(of: rulesets.map { Ruleset(decodingJSON: "[\($0.joined(separator: ","))]") }).list
  }

  private static func decide(
    _ rules: [String], _ url: String, _ kind: Request.Kind, page: String = "http://localhost/"
  ) -> Decision {
    let request = Request(kind, url: url, page: page, suffixes: .wellKnown)
    return RuleListEvaluator(list(rules)).decide(request)
  }

  private static func rule(
    _ condition: String, action: String = #"{"type":"block"}"#, id: Int = 1, priority: Int = 1
  ) -> String {
    #"{"id":\#(id),"priority":\#(priority),"action":\#(action),"condition":{\#(condition)}}"#
  }

  // MARK: - Documentation

  /// Examples of `urlFilter` that mean the same in WebKit.
  @Test(arguments: [
    ("abc", "https://abcd.com/", true),
    ("abc", "https://example.com/abcd", true),
    ("abc", "https://ab.com/", false),
    ("ABC", "https://example.com/abc", true),
    ("abc*d", "https://abcd.com/", true),
    ("abc*d", "https://example.com/abcxyzd", true),
    ("abc*d", "https://abc.com/", false),
    ("||a.example.com", "https://a.example.com/", true),
    ("||a.example.com", "https://b.a.example.com/xyz", true),
    ("||a.example.com", "https://a.example.company/", true),
    ("||a.example.com", "https://example.com/", false),
    ("|https*", "https://example.com/", true),
    ("|https*", "http://example.com/", false),
    ("|https*", "http://https.com/", false),
    ("example*^123|", "https://example.com/123", true),
    ("example*^123|", "http://abc.com/example?123", true),
    ("example*^123|", "https://example.com/1234", false),
    ("example*^123|", "https://abc.com/example0123", false),
  ])
  func filtersMatch(filter: String, url: String, matches: Bool) {
    let block = Self.rule(#""urlFilter":"\#(filter)""#)
    #expect(Self.decide([block], url, .script).isBlocked == matches)
    // Without types, a rule is not for pages.
    #expect(!Self.decide([block], url, .document).isBlocked)
  }

  /// The order of actions with the same priority.
  @Test(arguments: [
    (#"{"type":"allow"}"#, #"{"type":"block"}"#, false),
    (#"{"type":"block"}"#, #"{"type":"upgradeScheme"}"#, true),
    (#"{"type":"block"}"#, #"{"type":"redirect","redirect":{"extensionPath":"/a.js"}}"#, true),
  ])
  func equalPrioritiesAreOrderedByAction(first: String, second: String, isBlocked: Bool) {
    let filter = #""urlFilter":"||x.example^""#
    let rules = [Self.rule(filter, action: second, id: 1), Self.rule(filter, action: first, id: 2)]
    #expect(Self.decide(rules, "http://x.example/a", .script).isBlocked == isBlocked)
  }

  /// An example of Chrome's documentation whose regular expression WebKit does not support.
  @Test func alternativesInRegexesAreLeftOut() {
    let rule = Self.rule(
      #""regexFilter":"^https://www\\.(abc|def)\\.xyz\\.com/","resourceTypes":["main_frame"]"#,
      action: #"{"type":"redirect","redirect":{"regexSubstitution":"https://\\1.xyz.com/"}}"#)
    #expect(Self.list([rule]).rules.isEmpty)
  }

  @Test(arguments: [
    ("https://foo.com/", "https://example.com/abcd.js", Request.Kind.script, true),
    ("https://www.foo.com/", "https://abc.com/a.js", .script, true),
    ("https://bar.com/", "https://abc.com/a.js", .script, false),
    ("https://foo.com/", "https://abc.com/a.png", .image, false),
    ("https://foo.com/", "https://ab.com/a.js", .script, false),
  ])
  func scriptsOfInitiatorAreBlocked(page: String, url: String, kind: Request.Kind, isBlocked: Bool) {
    let rule = Self.rule(#""urlFilter":"abc","initiatorDomains":["foo.com"],"resourceTypes":["script"]"#)
    #expect(Self.decide([rule], url, kind, page: page).isBlocked == isBlocked)
  }

  // MARK: - WebKit's tests

  private static let frame = "http://localhost/frame.html"

  private static let requests: [(rules: [String], url: String, kind: Request.Kind, isBlocked: Bool)] = [
    ([rule(#""urlFilter":"frame""#)], frame, Request.Kind.subdocument, true),
    ([rule(#""urlFilter":"frame""#)], "http://localhost/", .document, false),
    ([rule(#""urlFilter":"frame""#)], frame, .document, false),
    ([rule(#""urlFilter":"frame","resourceTypes":["sub_frame"]"#)], frame, .subdocument, true),
    ([rule(#""urlFilter":"frame","resourceTypes":["main_frame"]"#)], frame, .document, true),
    (
      [rule(#""urlFilter":"script.js","resourceTypes":["script"]"#)], "http://localhost/script.js", .script,
      true
    ),
    // Excluded domains and methods
    (
      [rule(#""urlFilter":"frame","excludedRequestDomains":["localhost"],"resourceTypes":["sub_frame"]"#)],
      frame, .subdocument, false
    ),
    (
      [rule(#""urlFilter":"frame","excludedRequestMethods":["get"],"resourceTypes":["sub_frame"]"#)], frame,
      .subdocument, false
    ),
    (
      [
        rule(
          #""urlFilter":"frame","excludedRequestDomains":["localhost"],"excludedRequestMethods":["get"],"#
            + #""resourceTypes":["sub_frame"]"#)
      ], frame, .subdocument, false
    ),
    // Included ones
    (
      [rule(#""urlFilter":"frame","requestDomains":["localhost"],"resourceTypes":["sub_frame"]"#)], frame,
      .subdocument, true
    ),
    (
      [rule(#""urlFilter":"frame","requestMethods":["get"],"resourceTypes":["sub_frame"]"#)], frame,
      .subdocument, true
    ),
    (
      [
        rule(
          #""urlFilter":"frame","requestDomains":["localhost"],"requestMethods":["get"],"resourceTypes":["sub_frame"]"#
        )
      ], frame, .subdocument, true
    ),
    (
      [
        rule(
          #""urlFilter":"frame","initiatorDomains":["example.com"],"excludedInitiatorDomains":["localhost"],"#
            + #""resourceTypes":["sub_frame"]"#)
      ], frame, .subdocument, false
    ),
    // A page that allows all of its requests
    (
      [
        rule(
          #""urlFilter":"*","resourceTypes":["main_frame"]"#, action: #"{"type":"allowAllRequests"}"#,
          priority: 2), rule(#""urlFilter":"frame""#, id: 2),
      ], frame, .subdocument, false
    ),
    // Both rules of an id apply.
    ([rule(#""urlFilter":"foo""#), rule(#""urlFilter":"frame""#)], frame, .subdocument, true),
    // Chrome's sample
    (
      [rule(#""urlFilter":"||example.com","resourceTypes":["main_frame"]"#)], "https://www.example.com/",
      .document, true
    ),
  ]

  @Test(arguments: requests)
  func requestsAreBlocked(rules: [String], url: String, kind: Request.Kind, isBlocked: Bool) {
    #expect(Self.decide(rules, url, kind).isBlocked == isBlocked)
  }

  @Test(arguments: [
    (
      rule(
        #""urlFilter":"localhost","resourceTypes":["main_frame"]"#,
        action: #"{"type":"redirect","redirect":{"url":"http://127.0.0.1:8080/"}}"#),
      "http://localhost:8080/",
      Request.Kind.document, "http://127.0.0.1:8080/"
    ),
    (
      rule(#""urlFilter":"frame","resourceTypes":["sub_frame"]"#, action: #"{"type":"upgradeScheme"}"#),
      frame, .subdocument, "https://localhost/frame.html"
    ),
    // Chrome's sample
    (
      rule(
        #""urlFilter":"||example.com/original","resourceTypes":["main_frame"]"#,
        action: #"{"type":"redirect","redirect":{"url":"https://example.com/redirected"}}"#),
      "https://example.com/original?a", .document, "https://example.com/redirected"
    ),
  ])
  func requestsAreRedirected(rule: String, url: String, kind: Request.Kind, expected: String) {
    let changed = Self.decide([rule], url, kind).redirectedURL(of: Array(url.utf8), extensionURL: [])
    #expect(changed.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    (
      rule(
        #""urlFilter":"localhost","resourceTypes":["main_frame"]"#,
        action:
          #"{"type":"modifyHeaders","requestHeaders":[{"header":"Referer","operation":"set","value":"https://a/"}]}"#
      ), "http://localhost/", ["referer set https://a/"]
    ),
    // Chrome's sample
    (
      rule(
        #""urlFilter":"|*?no-cookies=1","resourceTypes":["main_frame"]"#,
        action: #"{"type":"modifyHeaders","requestHeaders":[{"header":"cookie","operation":"remove"}]}"#),
      "https://a.example/?no-cookies=1", ["cookie remove"]
    ),
    (
      rule(
        #""urlFilter":"|*?no-cookies=1","resourceTypes":["main_frame"]"#,
        action: #"{"type":"modifyHeaders","requestHeaders":[{"header":"cookie","operation":"remove"}]}"#),
      "https://a.example/?x=1", []
    ),
  ])
  func headersOfRequestsAreChanged(rule: String, url: String, expected: [String]) {
    let changes = Self.decide([rule], url, .document).effectiveHeaderChanges(ofResponse: false).map {
      change in
      let name = String(decoding: change.header, as: UTF8.self).lowercased()
      return switch change.operation {
      case .remove: "\(name) remove"
      case .set(let value): "\(name) set \(String(decoding: value, as: UTF8.self))"
      case .append(let value): "\(name) append \(String(decoding: value, as: UTF8.self))"
      }
    }
    #expect(changes == expected)
  }

  /// Rules of all rulesets are ordered together. Without a priority, it is 1, and fractions are dropped.
  @Test func rulesetsAreOrderedTogether() {
    func rule(_ action: String, _ priority: String) -> String {
      let types = action == "allowAllRequests" ? "main_frame" : "script"
      let headers = #","requestHeaders":[{"header":"DNT","operation":"set","value":"1"}]"#
      return #"{"id":1\#(priority.isEmpty ? "" : #","priority":\#(priority)"#),"action":{"type":"\#(action)""#
        + #"\#(action == "modifyHeaders" ? headers : "")},"condition":{"urlFilter":"a","resourceTypes":["\#(types)"]}}"#
    }
    func actions(_ rulesets: [String]...) -> [String] {
      Ruleset.translation(of: rulesets.map { Ruleset(decodingJSON: "[\($0.joined(separator: ","))]") })
        .list.rules.map(\.action.name)
    }
    #expect(actions([rule("allow", "2")], [rule("block", "1")]) == ["ignore-following-rules", "block"])
    #expect(
      actions([rule("upgradeScheme", ""), rule("block", "3")])
        == ["block", "make-https", "ignore-following-rules"])
    #expect(actions([rule("block", "5.8"), rule("allow", "5")]) == ["ignore-following-rules", "block"])
    #expect(
      actions(["upgradeScheme", "allowAllRequests", "allow", "block", "modifyHeaders"].map { rule($0, "") })
        == [
          "ignore-following-rules", "ignore-following-rules", "block", "make-https", "ignore-following-rules",
          "modify-headers",
        ])
  }
}
