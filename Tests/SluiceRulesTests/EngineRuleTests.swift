import Foundation
import SluiceAnalysis
import SluiceRules
import Testing
import TestSupport

/// Compares the url-filters, types, actions and conditions that each engine accepts with the findings of
/// `check` for that release.
@Suite(.enabled(if: EngineTool.isAvailable, EngineTool.comment), .ends)
struct EngineRuleTests {
  private struct Answer: Decodable {
    let name: String
    let error: String?
    let status: Int?
  }

  private static let filters = [
    "a", ".", ".*", "a.b", "[abc]", "[a-z]", "[^/]", "[^a-z0-9_.%-]", "(a)", "(?:a)", "(ab)?", "(ab)+",
    "(ab)*",
    "a?", "a+", "a*", "a*?", "a+?", "a??", "^a", "a$", "^a$", "^[htpsw]+:\\/\\/a",
    "^[^:]+://([^/]+\\.)?a\\.b[/:]",
    "\\.", "\\/", "\\x41", "\\t", "\\$", "\\^", "[\\]]", "[a\\-z]", "[.]", "[(]", "[$]", "((a)b)", "(a(b)?)*",
    "(a|b)", "a|b", "|", "\\d", "\\w", "\\s", "\\D", "[\\d]", "\\b", "a{2}", "a{2,3}", "(?=a)", "(?!a)",
    "(?<=a)",
    "(?i)a", "é", "a^b", "a$b", "(^a)", "(a$)", "(a", "a)", "[a", "]", "*", "+a", "?", "a**", "a*+", "[z-a]",
    "a\\",
    "[]", "[^]", "\\1", "(a)\\1", "\\p{L}", "{", "}", "a{", "\\u0041", "\\cA", "\\0", "a\\.b$", ".*a.*",
    "^.*$",
    "(?:a", "()", "(?:)", "^", "$", "^$", "[[]", "[a-]", "[-a]", "\\-", "a-b", "a:b", "a/b", "a b", "A",
  ]

  private static let triggers =
    [
      "document", "top-document", "child-document", "image", "style-sheet", "script", "font", "raw",
      "svg-document",
      "media", "popup", "ping", "fetch", "websocket", "other", "csp-report", "object", "Image",
    ].map { #""resource-type":["\#($0)"]"# } + [
      #""load-type":["third-party"]"#, #""load-context":["child-frame"]"#, #""load-context":["top"]"#,
      #""if-domain":["a.example"]"#, #""unless-domain":["*a.example"]"#, #""if-top-url":["a"]"#,
      #""unless-top-url":["a"]"#, #""if-frame-url":["a"]"#, #""unless-frame-url":["a"]"#,
      #""if-domain":["A.example"]"#, #""if-domain":[]"#, #""if-domain":["a"],"unless-domain":["b"]"#,
      #""if-domain":["a"],"if-top-url":["b"]"#, #""resource-type":[]"#, #""resource-type":"image""#,
      #""request-method":"get""#, #""unknown":1"#,
    ]

  private static let actions = [
    "block", "block-cookies", "ignore-previous-rules", "ignore-following-rules", "make-https",
    "css-display-none",
    "nothing",
  ]

  private static let lists: [String: String] = {
    func list(_ trigger: String, _ action: String = #""type":"block""#) -> String {
      #"[{"trigger":{\#(trigger)},"action":{\#(action)}}]"#
    }
    var lists: [String: String] = [:]
    for filter in filters {
      let text = String(decoding: (try? JSONEncoder().encode(filter)) ?? Data(), as: UTF8.self)
      lists["url-filter \(filter)"] = list(#""url-filter":\#(text)"#)
    }
    for trigger in triggers { lists[trigger] = list(#""url-filter":"a",\#(trigger)"#) }
    for action in actions { lists["action \(action)"] = list(#""url-filter":"a""#, #""type":"\#(action)""#) }
    return lists
  }()

  @Test(arguments: EngineTool.engines)
  func enginesAcceptSameRulesAsCheck(_ engine: String) async throws {
    let version = try EngineTool.version(of: engine)
    let target = Target.allCases.first {
      $0.release?.engine == .webKitGTK && $0.release?.version == version
    }
    var options = CheckOptions()
    // The oldest release has no target of its own. It must accept everything that target `any` allows.
    options.target = target ?? .any
    let answers = try await EngineTool.answers("ask", engine, try JSONEncoder().encode(Self.lists))
      .map { try JSONDecoder().decode(Answer.self, from: $0) }
    #expect(answers.count == Self.lists.count)
    for answer in answers {
      let check = RuleList.check(inJSON: try #require(Self.lists[answer.name]), options: options)
      #expect(answer.status == 0, "\(engine): \(answer.name) ends the process")
      #expect(
        check.isAcceptedByWebKit == (answer.error == nil),
        "\(engine): \(answer.name): \(answer.error ?? "taken"), \(check.findings.map(\.reason.id))")
    }
  }
}
