import SluiceAnalysis
import SluiceConversion
import TestSupport
import Testing

/// The effects of the translated list on requests.
@Suite struct RequestEffectTests {
  private static func decide(_ rules: [String], _ url: String, _ kind: Request.Kind = .script) -> Decision {
    let json = "[\(rules.joined(separator: ","))]"
    let list = Ruleset.translation(of: [Ruleset(decodingJSON: json)]).list
    let request = Request(kind, url: url, page: "https://news.example/", suffixes: .wellKnown)
    return RuleListEvaluator(list).decide(request)
  }

  private static func redirected(
    _ rules: [String], _ url: String, _ kind: Request.Kind = .script
  ) -> String? {
    decide(rules, url, kind).redirectedURL(
      of: Array(url.utf8), extensionURL: Array("safari-web-extension://id".utf8)
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func rule(_ redirect: String, priority: Int = 1, filter: String = "") -> String {
    #"{"id":1,"priority":\#(priority),"action":{"type":"redirect","redirect":\#(redirect)},"#
      + #""condition":{"resourceTypes":["script","main_frame"],"urlFilter":"\#(filter)"}}"#
  }

  private static func rule(removing names: String..., filter: String = "") -> String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    return rule(#"{"transform":{"queryTransform":{"removeParams":[\#(list)]}}}"#, filter: filter)
  }

  private static func headers(
    _ header: String, _ operation: String, _ value: String? = nil, priority: Int = 1
  ) -> String {
    let value = value.map { #","value":"\#($0)""# } ?? ""
    return #"{"id":1,"priority":\#(priority),"action":{"type":"modifyHeaders","responseHeaders":["#
      + #"{"header":"\#(header)","operation":"\#(operation)"\#(value)}]},"condition":{}}"#
  }

  private static let url = "https://x.example/a?b=1&utm_source=x&c"

  private static let redirects: [(rules: [String], url: String, expected: String)] = [
    ([rule(removing: "utm_source")], url, "https://x.example/a?b=1&c"),
    ([rule(removing: "utm_source", "b", "c")], url, "https://x.example/a?"),
    ([rule(removing: "UTM_SOURCE")], url, url),
    ([rule(removing: "utm")], url, url),
    // Several redirects act one after the other.
    ([rule(removing: "b"), rule(removing: "c")], url, "https://x.example/a?utm_source=x"),
    ([rule(removing: "a b")], "https://x.example/?a+b=1&c=2", "https://x.example/?c=2"),
    ([rule(removing: "a")], "https://x.example/?%61=1&b=a", "https://x.example/?b=a"),
    ([rule(removing: "a")], "https://x.example/", "https://x.example/"),
    ([rule(removing: "a")], "https://x.example/?&&a&b", "https://x.example/?b"),
    ([rule(#"{"transform":{"query":""}}"#)], url, "https://x.example/a"),
    ([rule(#"{"transform":{"query":"?q"}}"#)], url, "https://x.example/a?q"),
    (
      [
        rule(
          #"{"transform":{"scheme":"http","host":"y.example","port":"8080","path":"/z","username":"u","password":"p"}}"#
        )
      ], url, "http://u:p@y.example:8080/z?b=1&utm_source=x&c"
    ),
    (
      [
        rule(
          #"{"transform":{"queryTransform":{"addOrReplaceParams":[{"key":"b","value":"2","replaceOnly":true},"#
            + #"{"key":"d","value":"4"},{"key":"e","value":"5","replaceOnly":true}]}}}"#)
      ], url, "https://x.example/a?b=2&utm_source=x&c&d=4"
    ),
    ([rule(#"{"extensionPath":"/noop.js"}"#)], url, "safari-web-extension://id/noop.js"),
    ([rule(#"{"url":"https://y.example"}"#)], url, "https://y.example/"),
    ([rule(#"{"regexSubstitution":"","extensionPath":"/a.js"}"#)], url, "safari-web-extension://id/a.js"),
    // The rule with the higher priority decides.
    (
      [rule(#"{"extensionPath":"/1.js"}"#, priority: 1), rule(#"{"extensionPath":"/2.js"}"#, priority: 2)],
      url, "safari-web-extension://id/2.js"
    ),
    (
      [
        rule(removing: "b"),
        #"{"id":2,"priority":2,"action":{"type":"allow"},"condition":{"urlFilter":"||x.example^"}}"#,
      ], url, url
    ),
  ]

  @Test(arguments: redirects)
  func redirectsChangeURLs(rules: [String], url: String, expected: String) {
    #expect(Self.redirected(rules, url) == expected)
  }

  @Test func blockedRequestHasNoURL() {
    let block = #"{"id":2,"action":{"type":"block"},"condition":{"urlFilter":"||x.example^"}}"#
    #expect(Self.redirected([Self.rule(removing: "b"), block], Self.url) == nil)
  }

  @Test func upgradedRequestIsSecure() {
    let rule = #"{"id":1,"action":{"type":"upgradeScheme"},"condition":{"urlFilter":"||x.example^"}}"#
    #expect(Self.redirected([rule], "http://x.example/a") == "https://x.example/a")
  }

  @Test(arguments: [
    ([headers("Link", "remove")], ["link remove"]),
    // The first operation on a header decides, apart from values to append.
    ([headers("Link", "remove"), headers("link", "set", "a", priority: 2)], ["link set a"]),
    ([headers("Link", "remove", priority: 2), headers("Link", "append", "a")], ["link remove"]),
    (
      [headers("Link", "set", "a", priority: 2), headers("Link", "append", "b")],
      ["link set a", "link append b"]
    ),
    (
      [headers("Link", "append", "a"), headers("Link", "append", "b"), headers("Via", "remove")],
      ["link append a", "link append b", "via remove"]
    ),
  ])
  func headersChangeOnce(rules: [String], expected: [String]) {
    let changes = Self.decide(rules, Self.url).effectiveHeaderChanges(ofResponse: true).map { change in
      let name = String(decoding: change.header, as: UTF8.self).lowercased()
      return switch change.operation {
      case .remove: "\(name) remove"
      case .set(let value): "\(name) set \(String(decoding: value, as: UTF8.self))"
      case .append(let value): "\(name) append \(String(decoding: value, as: UTF8.self))"
      }
    }
    #expect(changes == expected)
  }
}
