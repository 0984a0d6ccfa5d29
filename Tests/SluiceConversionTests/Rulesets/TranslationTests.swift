import SluiceConversion
import Testing
import TestSupport

/// The rule list that WebKit makes of declarativeNetRequest rules.
@Suite struct TranslationTests {
  /// The rules of a list, one in a line, without the parts that all have.
  private static func lines(_ rules: String) -> [String] {
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: "[\(rules)]")])
    return translation.list.encodedString().split(separator: "\n").map { line in
      line.trimmingPrefix("[").replacing(/[\],]$/, with: "")
        .replacing(#"{"trigger":{"url-filter":"#, with: "")
        .replacing(#"}}"#, with: "").replacing(#"},"action":{"type":"#, with: " ")
    }.map { String($0) }
  }

  private static func rule(_ condition: String, action: String = #"{"type":"block"}"#) -> String {
    #"{"id":1,"action":\#(action),"condition":{"resourceTypes":["script"],\#(condition)}}"#
  }

  @Test(arguments: [
    ("a.b?c+[(){}$|\\\\x]", #"a\\.b\\?c\\+\\[\\(\\)\\{\\}\\$\\|\\\\x]"#),
    ("*ad*", ".*ad.*"),
    ("ad^", "ad[^a-zA-Z0-9_.%-]"),
    ("||ads.example^", #"^[^:]+://+([^:/]+\\.)?ads\\.example[^a-zA-Z0-9_.%-]"#),
    ("|https://a.example/|", #"^https://a\\.example/$"#),
    ("", ".*"),
    ("*", ".*"),
    ("shop||.com", #"shop\\|\\|\\.com"#),
    ("|shop|.com|", #"^shop\\|\\.com$"#),
    ("shop|com", #"shop\\|com"#),
    ("*shop*com", ".*shop.*com"),
    ("shop.com*", #"shop\\.com.*"#),
    ("shop^com", "shop[^a-zA-Z0-9_.%-]com"),
  ])
  func urlFilterBecomesRegex(filter: String, regex: String) {
    let lines = Self.lines(Self.rule(#""urlFilter":"\#(filter)""#))
    #expect(lines == [#""\#(regex)","resource-type":["script"] "block""#])
  }

  private static let types: [(condition: String, types: String)] = [
    (#""resourceTypes":["main_frame"]"#, #"["top-document"]"#),
    (
      #""resourceTypes":["sub_frame","stylesheet","xmlhttprequest"]"#,
      #"["child-document","fetch","style-sheet"]"#
    ),
    (
      #""urlFilter":"ad""#,
      #"["child-document","fetch","font","image","media","other","ping","script","style-sheet","websocket"]"#
    ),
    (
      #""excludedResourceTypes":["script","image"]"#,
      #"["child-document","fetch","font","media","other","ping","style-sheet","top-document","websocket"]"#
    ),
    (
      #""excludedResourceTypes":["main_frame","sub_frame","font"]"#,
      #"["fetch","image","media","other","ping","script","style-sheet","websocket"]"#
    ),
    (
      #""excludedResourceTypes":["image","☃"]"#,
      #"["child-document","fetch","font","media","other","ping","script","style-sheet","top-document","websocket"]"#
    ),
    (
      #""excludedResourceTypes":[]"#,
      #"["child-document","fetch","font","image","media","other","ping","script","style-sheet","top-document","websocket"]"#
    ),
    (#""resourceTypes":["main_frame","main_frame"]"#, #"["top-document"]"#),
    (#""resourceTypes":["script","unknown","font"]"#, #"["font","script"]"#),
    // WebKit's own names, which rules do not have, are lost next to an unknown type.
    (#""resourceTypes":["csp_report","xmlhttprequest","script"]"#, #"["script"]"#),
    (#""resourceTypes":["object","main_frame","image","ping"]"#, #"["image","ping"]"#),
  ]

  @Test(arguments: types)
  func typesHaveOtherNames(condition: String, types: String) {
    let lines = Self.lines(#"{"id":1,"action":{"type":"block"},"condition":{\#(condition)}}"#)
    #expect(lines.count == 1 && lines[0].contains(#""resource-type":\#(types) "#), "\(lines)")
  }

  @Test func ruleWithOnlyLostTypesActsOnAllTypes() {
    let rule =
      #"{"id":1,"action":{"type":"block"},"condition":{"resourceTypes":["csp_report","xmlhttprequest"]}}"#
    #expect(Self.lines(rule) == [#"".*" "block""#])
  }

  @Test(arguments: [
    (#""initiatorDomains":["a.example"]"#, #""if-frame-url":["^[^:]+://+([^:/]+\\.)?a\\.example/.*"]"#),
    (
      #""excludedInitiatorDomains":["a.example"]"#,
      #""unless-frame-url":["^[^:]+://+([^:/]+\\.)?a\\.example/.*"]"#
    ),
    (#""domains":["a.example","b.example"]"#, #""if-domain":["*a.example","*b.example"]"#),
    (#""excludedDomains":["a.example"]"#, #""unless-domain":["*a.example"]"#),
    (#""domains":["a.example"],"excludedDomains":["b.a.example"]"#, #""if-domain":["*a.example"]"#),
    (#""domainType":"thirdParty""#, #""load-type":["third-party"]"#),
    (#""domainType":"firstParty""#, #""load-type":["first-party"]"#),
    (#""isUrlFilterCaseSensitive":true"#, #""url-filter-is-case-sensitive":true"#),
    (#""requestMethods":["get"]"#, #""request-method":"get""#),
  ])
  func conditionsBecomeTriggers(condition: String, member: String) {
    let lines = Self.lines(Self.rule(condition))
    #expect(lines.count == 1 && lines[0].contains(member), "\(lines)")
  }

  /// How WebKit's tests join a domain of requests and a filter.
  @Test(arguments: [
    ("com", ".com/foo/bar", #"^[^:]+://+([^:/]+\\.)?\\.com/foo/bar"#),
    ("foo.com", "bar-*.com", #"^[^:]+://+([^:/]+\\.)?bar-.*foo\\.com"#),
    ("foo.com", "foo.*/bar/baz", #"^[^:]+://+([^:/]+\\.)?foo\\.com.*/bar/baz"#),
    ("com", "||foo", #"^[^:]+://+([^:/]+\\.)?foo.*com"#),
    ("com", "://www.", #"://www\\..*com"#),
    ("com", "://www.*", #"://www\\..*com"#),
    ("com", "://www./foo/bar", #"://www\\..*com/foo/bar"#),
    ("com", "://www.*/foo/bar", #"://www\\..*com/foo/bar"#),
    ("com", "/foo/bar", #"^[^:]+://+([^:/]+\\.)?com.*/foo/bar"#),
    ("com", "&foo=bar|", #"^[^:]+://+([^:/]+\\.)?com.*&foo=bar$"#),
    ("*shop.com", "", #"^[^:]+://+([^:/]+\\.)?.*shop\\.com"#),
  ])
  func requestDomainIsJoinedWithFilter(domain: String, filter: String, regex: String) {
    let filter = filter.isEmpty ? "" : #","urlFilter":"\#(filter)""#
    let lines = Self.lines(Self.rule(#""requestDomains":["\#(domain)"]\#(filter)"#))
    #expect(lines == [#""\#(regex)","resource-type":["script"] "block""#])
  }

  private static let severalRules: [(condition: String, expected: [String])] = [
    // Only the beginning of the host is compared.
    (
      #""requestDomains":["t.co","x.example"]"#,
      [
        #""^[^:]+://+([^:/]+\\.)?t\\.co","resource-type":["script"] "block""#,
        #""^[^:]+://+([^:/]+\\.)?x\\.example","resource-type":["script"] "block""#,
      ]
    ),
    (
      #""requestDomains":["foo.com"],"urlFilter":"foo.*/bar""#,
      [#""^[^:]+://+([^:/]+\\.)?foo\\.com.*/bar","resource-type":["script"] "block""#]
    ),
    (
      #""requestDomains":["ads.example"],"urlFilter":"||x/p""#,
      [#""://.*ads\\.example/p","resource-type":["script"] "block""#]
    ),
    (
      #""requestDomains":["ads.example"],"urlFilter":"/q/""#,
      [#""^[^:]+://+([^:/]+\\.)?ads\\.example.*/q/","resource-type":["script"] "block""#]
    ),
    (
      #""requestDomains":["ads.example"],"regexFilter":"q.*z""#,
      [#""q.*z","resource-type":["script"] "block""#]
    ),
    (
      #""excludedRequestDomains":["a.example"],"urlFilter":"ad""#,
      [
        #""a\\.example","resource-type":["script"] "ignore-following-rules""#,
        #""ad","resource-type":["script"] "block""#,
      ]
    ),
    (
      #""excludedRequestMethods":["post"],"urlFilter":"ad""#,
      [
        #""ad","resource-type":["script"],"request-method":"post" "ignore-following-rules""#,
        #""ad","resource-type":["script"] "block""#,
      ]
    ),
    (
      #""requestDomains":["a.example"],"excludedRequestDomains":["b.example"],"requestMethods":["get"],"#
        + #""excludedRequestMethods":["post"]"#,
      [
        #""b\\.example","resource-type":["script"],"request-method":"post" "ignore-following-rules""#,
        #""^[^:]+://+([^:/]+\\.)?a\\.example","resource-type":["script"],"request-method":"get" "block""#,
      ]
    ),
    (
      #""requestMethods":["get","put"],"urlFilter":"ad""#,
      [
        #""ad","resource-type":["script"],"request-method":"get" "block""#,
        #""ad","resource-type":["script"],"request-method":"put" "block""#,
      ]
    ),
    (
      #""initiatorDomains":["a.example"],"excludedInitiatorDomains":["b.a.example"],"urlFilter":"ad""#,
      [
        #""ad","resource-type":["script"],"if-frame-url":["^[^:]+://+([^:/]+\\.)?b\\.a\\.example/.*"] "#
          + #""ignore-following-rules""#,
        #""ad","resource-type":["script"],"if-frame-url":["^[^:]+://+([^:/]+\\.)?a\\.example/.*"] "block""#,
      ]
    ),
  ]

  @Test(arguments: severalRules)
  func ruleBecomesSeveralRules(condition: String, expected: [String]) {
    #expect(Self.lines(Self.rule(condition)) == expected)
  }

  private static let translatedActions: [(action: String, expected: [String])] = [
    (#"{"type":"allow"}"#, [#""ad","resource-type":["script"] "ignore-following-rules""#]),
    (
      #"{"type":"upgradeScheme"}"#,
      [
        #""ad","resource-type":["script"] "make-https""#,
        #""ad","resource-type":["script"] "ignore-following-rules""#,
      ]
    ),
    (
      #"{"type":"redirect","redirect":{"extensionPath":"/noop.js"}}"#,
      [#""ad","resource-type":["script"] "redirect","redirect":{"extension-path":"/noop.js""#]
    ),
    (
      #"{"type":"redirect","redirect":{"transform":{"scheme":"https","queryTransform":{"#
        + #""removeParams":["a"],"addOrReplaceParams":[{"key":"b","value":"1","replaceOnly":true}]}}}}"#,
      [
        #""ad","resource-type":["script"] "redirect","redirect":{"transform":{"scheme":"https","#
          + #""query-transform":{"remove-parameters":["a"],"add-or-replace-parameters":["#
          + #"{"key":"b","value":"1","replace-only":true}]"#
      ]
    ),
    (
      #"{"type":"modifyHeaders","requestHeaders":[{"header":"Referer","operation":"remove"}],"#
        + #""responseHeaders":[{"header":"Link","operation":"set","value":"x"}]}"#,
      [
        #""ad","resource-type":["script"] "modify-headers","request-headers":["#
          + #"{"header":"Referer","operation":"remove"}],"response-headers":["#
          + #"{"header":"Link","operation":"set","value":"x"}],"priority":1"#
      ]
    ),
  ]

  @Test(arguments: translatedActions)
  func actionsBecomeActions(action: String, expected: [String]) {
    // The closing braces of nested objects go with those of the rule.
    let lines = Self.lines(Self.rule(#""urlFilter":"ad""#, action: action))
    #expect(lines.map { $0.replacing(/}+$/, with: "") } == expected.map { $0.replacing(/}+$/, with: "") })
  }

  @Test(arguments: [
    ("main_frame", #"".*","if-top-url":["^[^:]+://+([^:/]+\\.)?a\\.example"] "ignore-following-rules""#),
    (
      "sub_frame",
      #"".*","load-context":["child-frame"],"if-frame-url":["^[^:]+://+([^:/]+\\.)?a\\.example"] "#
        + #""ignore-following-rules""#
    ),
  ])
  func allowAllRequestsComparesPages(type: String, expected: String) {
    let rule =
      #"{"id":1,"action":{"type":"allowAllRequests"},"#
      + #""condition":{"urlFilter":"||a.example","resourceTypes":["\#(type)"],"domainType":"thirdParty"}}"#
    #expect(Self.lines(rule) == [expected])
  }

  @Test func rulesAreOrderedByPriorityThenAction() {
    let actions = [
      ("block", 1), ("allow", 1), ("upgradeScheme", 1), ("block", 5), ("allow", 2),
    ]
    let rules = actions.enumerated().map { index, rule in
      #"{"id":\#(index + 1),"priority":\#(rule.1),"action":{"type":"\#(rule.0)"},"#
        + #""condition":{"urlFilter":"\#(index)","resourceTypes":["script"]}}"#
    }
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: "[\(rules.joined(separator: ","))]")])
    #expect(translation.origins.map(\.id) == [4, 5, 2, 1, 3, 3])
  }
}
