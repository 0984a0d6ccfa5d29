import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluicePageInspection
import SluiceRules
import Testing

/// The narrowest exceptions that undo the effect of filters on a request.
@Suite struct RepairExceptionTests {
  struct Row {
    var filters: String
    var url: String
    var kind: Request.Kind = .script
    var frame: String?
    /// The expected exception, or nil for none.
    var exception: String?
    /// Other requests of the page.
    var others: [String] = []

    init(
      _ filters: String, _ url: String, _ kind: Request.Kind = .script, frame: String? = nil,
      others: [String] = [], gives exception: String?
    ) {
      (self.filters, self.url, self.kind, self.frame) = (filters, url, kind, frame)
      (self.exception, self.others) = (exception, others)
    }
  }

  static let rows: [Row] = [
    Row(
      "||cdn.example^", "https://cdn.example/a.js",
      gives: "@@||cdn.example/a.js$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example:8443/a.js",
      gives: "@@||cdn.example:8443/a.js$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/", .subdocument,
      gives: "@@||cdn.example/|$subdocument,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/dir/", .image,
      gives: "@@||cdn.example/dir/|$image,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a.js?v=1#x",
      gives: "@@||cdn.example/a.js?$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a.js?v=1", others: ["https://cdn.example/a.js?v=2"],
      gives: "@@||cdn.example/a.js?v=1|$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a", others: ["https://cdn.example/ab"],
      gives: "@@||cdn.example/a|$script,domain=www.news.example"),
    Row(
      "||cdn.example^$important", "https://cdn.example/a.js",
      gives: "@@||cdn.example/a.js$script,domain=www.news.example,important"),
    Row(
      "||cdn.example^\n/a.js$script", "https://cdn.example/a.js",
      gives: "@@||cdn.example/a.js$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a$b,c.js",
      gives: "@@||cdn.example/a$b,c.js$script,domain=www.news.example"),
    Row(
      "||cdn.example^", "wss://cdn.example/a", .websocket,
      gives: "@@||cdn.example/a$websocket,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a", .beacon,
      gives: "@@||cdn.example/a$other,domain=www.news.example"),
    Row(
      "||cdn.example^", "https://cdn.example/a", .xmlhttprequest,
      gives: "@@||cdn.example/a$xmlhttprequest,domain=www.news.example"),
    Row("||cdn.example^", "https://other.example/a", gives: nil),
    // The same file on another host or with another scheme.
    Row(
      "||cdn.example^", "https://cdn.example/a.js", others: ["https://x.cdn.example/a.js"],
      gives: "@@|https://cdn.example/a.js|$script,domain=www.news.example"),
    Row(
      "||cdn.example^$important", "https://cdn.example/a.js", others: ["http://cdn.example/a.js"],
      gives: "@@|https://cdn.example/a.js|$script,domain=www.news.example,important"),
    // If the requests are indistinguishable, the exception is as narrow and as weak as possible.
    Row(
      "||cdn.example^", "https://cdn.example/a.js", others: ["https://cdn.example/A.js"],
      gives: "@@|https://cdn.example/a.js|$script,domain=www.news.example"),
    // The page itself, without its other requests.
    Row(
      "||www.news.example^$document", "https://www.news.example/story", .document,
      gives: "@@||www.news.example/story|$all"),
    Row(
      "||cdn.example^$script", "https://cdn.example/a.js", frame: "https://frame.example/",
      gives: "@@||cdn.example/a.js$script,domain=www.news.example"),
  ]

  @Test(arguments: rows) func repairCandidateHasExpectedException(_ row: Row) throws {
    var lists = Blocklists()
    _ = try lists.append(
      converting: [Source(name: "list", bytes: Array(row.filters.utf8))], named: "list", ConversionOptions())
    let page = Array("https://www.news.example/story".utf8)
    var candidates = RepairCandidates(lists, suffixes: .wellKnown)
    candidates.add(
      ([row.url] + row.others).map {
        RequestDescription(
          url: Array($0.utf8), page: page, frame: row.frame.map { Array($0.utf8) }, kind: row.kind)
      })
    let found = candidates.all.first { $0.effect.url == row.url }
    #expect(found?.exception == row.exception)
    #expect(candidates.beyond.isEmpty)
  }

  /// In a frame, an exception to a generic filter names the site of the page, and any other names that of the
  /// frame.
  @Test(arguments: [
    ("##.ad", "https://frame.example/f", "www.news.example#@#.ad"),
    ("frame.example##.ad", "https://frame.example/f", "frame.example#@#.ad"),
    ("##.ad", "https://www.news.example/", "www.news.example#@#.ad"),
  ])
  func hidingExceptionNamesPageOrFrame(filter: String, document: String, exception: String) throws {
    var lists = Blocklists()
    _ = try lists.append(
      converting: [Source(name: "list", bytes: Array(filter.utf8))], named: "list", ConversionOptions())
    var candidates = RepairCandidates(lists, suffixes: .wellKnown)
    let (page, text) = (Array("https://www.news.example/".utf8), Array("<p class=ad>".utf8))
    let url = Array(document.utf8)
    candidates.add(
      SavedDocument(
        description: RequestDescription(url: url, page: page, kind: url == page ? .document : .subdocument),
        text: text, try HTMLDocument(parsing: text)))
    #expect(candidates.all.map(\.exception) == [exception] && candidates.beyond.isEmpty)
  }

  /// A rule list without filters cannot be repaired with exceptions.
  @Test func ruleListsCannotBeRepaired() throws {
    var lists = Blocklists()
    lists.append(
      Blocklist(
        name: "list.json",
        rules: try RuleList(
          decodingJSON: Array(#"[{"trigger":{"url-filter":"cdn"},"action":{"type":"block"}}]"#.utf8)),
        filters: nil))
    var candidates = RepairCandidates(lists, suffixes: .wellKnown)
    let load = RequestDescription(
      url: Array("https://cdn.example/a".utf8), page: Array("https://news.example/".utf8), kind: .script)
    candidates.add([load])
    #expect(candidates.all.isEmpty)
    #expect(candidates.beyond == [.blocks(load)])
  }
}

extension RepairCandidate.Effect {
  fileprivate var url: String? {
    if case .blocks(let load) = self { String(decoding: load.url, as: UTF8.self) } else { nil }
  }
}
