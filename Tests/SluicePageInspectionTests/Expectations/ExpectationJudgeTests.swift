import SluiceConversion
import SluiceDocuments
import SluiceRules
import Testing

@testable import SluicePageInspection

/// The results of expectations with lists, without an engine.
@Suite struct ExpectationJudgeTests {
  private static let html = """
    <div id=box class=ad><p id=inner>x</p></div><p id=free class=spare>y</p><p class=mixed>a</p><p class="mixed ad">b</p>
    <b class=warm id=warm>w</b><script src=https://ads.example/x.js></script><script src=/own.js></script>
    <iframe src=https://frame.example/f></iframe><script src=https://ok.example/ok.js></script>
    """
  private static let list = """
    ##.ad
    ##.spare
    news.example#@#.spare
    ##.warm:hover
    ||ads.example^
    ||frame.example^$subdocument
    ||ok.example^
    @@||ok.example/ok.js
    """

  private static func lists(_ list: String) throws -> Blocklists {
    var lists = Blocklists()
    _ = try lists.append(
      converting: [Source(name: "list", bytes: Array(list.utf8))], named: "list", ConversionOptions())
    return lists
  }

  private static func verdict(_ json: String, _ list: String) throws -> ExpectationVerdict {
    let address = Array("https://news.example/".utf8)
    let lists = try lists(list)
    let page = try FolderPage(PageText(Array(html.utf8)), at: nil, address: address)
    var pages = PageJudge(lists, suffixes: .wellKnown)
    let saved = SavedPageInspection(try SavedLoads(page), judge: &pages)
    var judge = ExpectationJudge(
      saved.inspection, document: saved.documents.first, page: address,
      judge: PageJudge(lists, suffixes: .wellKnown))
    let placed = try #require(try Expectations(decodingJSON: json).all.first)
    return judge.verdict(on: placed)
  }

  private static func text(_ verdict: ExpectationVerdict) -> String {
    let causes = verdict.causes.map { cause in
      switch cause {
      case .filter(let filter): " \(filter.line)"
      case .rule(let list, let index): " \(list)/\(index)"
      }
    }
    return "\(verdict.outcome) \(verdict.ground)" + causes.joined() + (verdict.isGuessed ? " guessed" : "")
  }

  private static let judged: [(json: String, expected: String)] = [
    ("\"visible\":[\"#free\"]", "met shown"), ("\"hidden\":[\"#free\"]", "broken shown 3"),
    ("\"visible\":[\"#box\"]", "broken hidden 1"), ("\"hidden\":[\"#box\"]", "met hidden 1"),
    // The content of a hidden element is hidden.
    ("\"visible\":[\"#inner\"]", "broken hidden 1"), ("\"hidden\":[\"#inner\"]", "met hidden 1"),
    // One shown element satisfies `visible` and violates `hidden`.
    ("\"visible\":[\".mixed\"]", "met shown"), ("\"hidden\":[\".mixed\"]", "broken shown"),
    ("\"visible\":[\"#nosuch\"]", "undecided absent"), ("\"hidden\":[\"#nosuch\"]", "undecided absent"),
    ("\"visible\":[\"#warm\"]", "undecided doubtful 4"), ("\"hidden\":[\"#warm\"]", "undecided doubtful 4"),
    ("\"visible\":[\"p:hover\"]", "undecided doubtful"),
    ("\"visible\":[\"body\"]", "met shown"),
    ("\"loads\":[\"https://news.example/own.js\"]", "met loaded"),
    ("\"blocked\":[\"https://news.example/own.js\"]", "broken loaded"),
    ("\"loads\":[\"https://ads.example/x.js\"]", "broken blocked 5"),
    ("\"blocked\":[\"https://ads.example/*\"]", "met blocked 5"),
    ("\"loads\":[\"https://frame.example/f\"]", "broken blocked 6"),
    ("\"loads\":[\"https://ok.example/ok.js\"]", "met loaded"),
    ("\"blocked\":[\"https://ok.example/ok.js\"]", "broken loaded 8"),
    // A URL that the page does not request is evaluated by itself.
    ("\"loads\":[\"https://other.example/a.js\"]", "met loaded guessed"),
    ("\"blocked\":[\"https://ads.example/later.js\"]", "met blocked 5 guessed"),
    ("\"blocked\":[\"https://x.ads.example/*\"]", "met blocked 5 guessed"),
    ("\"noErrors\":true", "undecided needsEngine"),
  ]

  @Test(arguments: judged)
  func expectationsAreJudged(_ json: String, _ expected: String) throws {
    #expect(Self.text(try Self.verdict("{\(json)}", Self.list)) == expected)
  }

  /// The content of a blocked frame or page does not exist.
  @Test func blockedFrameHasNoContent() throws {
    let har = """
      {"log":{"pages":[{"id":"1","title":"https://news.example/"}],"entries":[
      {"pageref":"1","_resourceType":"document","request":{"url":"https://news.example/"}},
      {"pageref":"1","_resourceType":"document","request":{"url":"https://frame.example/f"}},
      {"pageref":"1","_resourceType":"script","request":{"url":"https://cdn.example/in.js",
        "headers":[{"name":"Referer","value":"https://frame.example/f"}]}}]}}
      """
    let address = Array("https://news.example/".utf8)
    for (list, expected) in [
      ("||frame.example^$subdocument", "broken blockedAround"),
      ("||news.example^$document", "broken blockedAround"),
      ("||x.example^", "met loaded"),
    ] {
      let lists = try Self.lists(list)
      var judge = ExpectationJudge(
        PageInspection(try PageArchive(decodingJSON: har), lists: lists, suffixes: .wellKnown), document: nil,
        page: address,
        judge: PageJudge(lists, suffixes: .wellKnown))
      let all = try Expectations(
        decodingJSON: "{\"visible\":[\"a\"],\"loads\":[\"https://cdn.example/in.js\"]}"
      ).all
      #expect(Self.text(judge.verdict(on: all[0])) == "undecided noDocument")
      #expect(Self.text(judge.verdict(on: all[1])).hasPrefix(expected), "\(list)")
    }
  }

  /// Without a source map, the result names the rule.
  @Test func ruleIsNamedWithoutSourceMap() throws {
    var lists = Blocklists()
    let json = #"[{"trigger":{"url-filter":"ads"},"action":{"type":"block"}}]"#
    lists.append(
      Blocklist(name: "list.json", rules: RuleList.decodingJSON(json).0, filters: nil))
    let address = Array("https://news.example/".utf8)
    let page = try FolderPage(PageText(Array(Self.html.utf8)), at: nil, address: address)
    var pages = PageJudge(lists, suffixes: .wellKnown)
    let saved = SavedPageInspection(try SavedLoads(page), judge: &pages)
    var judge = ExpectationJudge(
      saved.inspection, document: saved.documents.first, page: address,
      judge: PageJudge(lists, suffixes: .wellKnown))
    let all = try Expectations(decodingJSON: "{\"loads\":[\"https://ads.example/x.js\"]}").all
    #expect(Self.text(judge.verdict(on: all[0])) == "broken blocked list.json/0")
  }
}
