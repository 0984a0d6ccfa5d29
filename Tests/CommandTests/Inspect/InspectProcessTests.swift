import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice inspect`, with the built executable.
@Suite struct InspectProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ||ads.example^$third-party
      @@||ads.example/ok^
      ||log.example^$cookie
      ##.ad
      """, to: "ads.txt")
    try folder.write("||track.example^\n||ads.example/x.js\n", to: "privacy.txt")
    try folder.write("com\nexample\n", to: "suffixes.dat")
    try folder.write(
      """
      {"trackers":{},"entities":{"Ads Inc.":{"domains":["ads.example"]},"News":{"domains":["news.example"]}}}
      """, to: "tds.json")
    try folder.write(Self.archive, to: "page.har")
  }

  private static let archive = """
    {"log":{"pages":[{"id":"1","title":"https://news.example/"}],"entries":[
    {"pageref":"1","_resourceType":"document","startedDateTime":"2026-01-01T00:00:00.000Z","time":100,
     "request":{"url":"https://news.example/"},"response":{"status":200,"_transferSize":5000}},
    {"pageref":"1","_resourceType":"script","startedDateTime":"2026-01-01T00:00:00.100Z","time":50,
     "request":{"url":"https://ads.example/x.js"},"response":{"status":200,"_transferSize":2000}},
    {"pageref":"1","_resourceType":"script","request":{"url":"https://cdn.ads.example/ok/y.js"},"response":{"status":200}},
    {"pageref":"1","_resourceType":"document","startedDateTime":"2026-01-01T00:00:00.200Z","time":300,
     "request":{"url":"https://frame.example/f"}},
    {"pageref":"1","_resourceType":"image",
     "request":{"url":"https://log.example/1.gif","headers":[{"name":"Referer","value":"https://frame.example/"},
     {"name":"Cookie","value":"a=1; b=2"}]},"response":{"status":0,"_error":"net::ERR_FAILED"}},
    {"request":{"url":"data:text/css,x"}},{"request":{"url":""}}
    ]}}

    """

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private let lists = "ads.txt privacy.txt --suffixes suffixes.dat"

  @Test func inspectShowsRequestsAndTotals() throws {
    let result = try sh("sluice inspect page.har \(lists) --trackers tds.json")
    #expect(result.status == 0)
    #expect(
      result.output == """
        https://news.example/
        allowed  page document https://news.example/
          of News
          hides elements of 1 selector
        blocked  third script https://ads.example/x.js
          of Ads Inc.
          blocked by: ads.txt:1: ||ads.example^$third-party
          blocked by: privacy.txt:2: ||ads.example/x.js
        excepted third script https://cdn.ads.example/ok/y.js
          of Ads Inc.
          would block: ads.txt:1: ||ads.example^$third-party
          exception: ads.txt:2: @@||ads.example/ok^
        allowed  third subdocument https://frame.example/f
          hides elements of 1 selector
        allowed  third image https://log.example/1.gif
          in the frame https://frame.example/f, as far as can be told
          without its cookies (2 sent, 0 set)
          not answered: net::ERR_FAILED
          without cookies by: ads.txt:3: ||log.example^$cookie

        5 requests: 1 blocked (2.0 kB of 7.0 kB), 1 excepted, 1 without their cookies
          ads.txt: 1 blocked, 1 excepted, 1 without their cookies
          privacy.txt: 1 blocked
        by owner
          Ads Inc.: 2 requests, 1 blocked
          News: 1 request, 0 blocked
          not known: 2 requests, 0 blocked

        """)
    #expect(
      result.error == """
        note: public suffixes: suffixes.dat
        note: page.har: left out 1 load, not of the web
        note: page.har: left out 1 load, without a valid URL

        """)
  }

  /// The results are the same as those of `match`, key by key.
  @Test func inspectJSONAgreesWithMatch() throws {
    try folder.write(
      """
      {"page":"https://news.example/"}
      {"url":"https://ads.example/x.js","page":"https://news.example/","type":"script"}
      {"url":"https://cdn.ads.example/ok/y.js","page":"https://news.example/","type":"script"}
      {"url":"https://frame.example/f","page":"https://news.example/","type":"subdocument"}
      {"url":"https://log.example/1.gif","page":"https://news.example/","type":"image","frame":"https://frame.example/f"}

      """, to: "requests.jsonl")
    let inspected = try sh("sluice inspect -q page.har \(lists) --format jsonl --trackers tds.json").objects
    let matched = try sh("sluice match -q - \(lists) < requests.jsonl").objects
    try #require(inspected.count == 6 && matched.count == 5)
    for (one, other) in zip(inspected, matched) {
      for (key, value) in other where key != "line" {
        #expect((one[key] as? NSObject) == (value as? NSObject), "\(key)")
      }
      #expect(other["url"] != nil)
    }
    #expect(inspected.map { $0["entry"] as? Int } == [0, 1, 2, 3, 4, nil])
    #expect(
      inspected.map { $0["outcome"] as? String } == [
        "allowed", "blocked", "excepted", "allowed", "allowed", nil,
      ])
    #expect(inspected[1]["start"] as? Double == 0.1 && inspected[1]["duration"] as? Double == 0.05)
    #expect(inspected[1]["owner"] as? String == "Ads Inc." && inspected[1]["party"] as? String == "third")
    #expect(inspected[4]["frameSource"] as? String == "guessed" && inspected[4]["cookiesSent"] as? Int == 2)
    #expect(inspected[4]["status"] as? Int == 0 && inspected[4]["failure"] as? String == "net::ERR_FAILED")
    let summary = try #require(inspected[5]["summary"] as? [String: Any])
    #expect(
      summary["requests"] as? Int == 5 && summary["blockedSize"] as? Int == 2000
        && summary["left"] as? Int == 1 && summary["invalid"] as? Int == 1)
    #expect(
      (summary["owners"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Ads Inc.", "News", nil])
  }

  @Test func inspectReadsStandardInputAndRuleLists() throws {
    let result = try sh(
      """
      sluice convert -q ads.txt -o ads.json --source-map ads.map
      sluice inspect -q - ads.json --source-map ads.map --suffixes suffixes.dat < page.har | grep by:
      sluice inspect -q - ads.json --suffixes suffixes.dat < page.har | grep 'blocked by:'
      """)
    #expect(
      result.output == """
          blocked by: ads.txt:1: ||ads.example^$third-party
          without cookies by: ads.txt:3: ||log.example^$cookie
          blocked by: ads.json rule 0: block  ^[^:]+://([^/]+\\.)?ads\\.example[:/]  case-sensitive  load-type: third-party

        """)
  }

  // MARK: Errors

  private static let failures: [(words: String, status: Int, message: String)] = [
    ("", 64, "no PAGE given"), ("page.har", 64, "no LIST given"), ("- -", 64, "standard input"),
    ("ads.txt ads.txt", 2, "'ads.txt' is neither a HAR"),
    ("nowhere.har ads.txt", 2, "cannot read 'nowhere.har'"),
    ("tds.json ads.txt", 2, "tds.json:1:1: log is missing"),
    ("cut.har ads.txt", 2, "cut.har:2:42: unexpected end of the text"),
    ("page.har ads.txt --trackers page.har", 2, "page.har:1:1: "),
    ("page.har ads.txt --html page.har", 2, "'page.har' is an input and would be overwritten"),
    ("page.har ads.txt --html page.har", 2, "choose another --html"),
    (
      "page.har ads.txt --html notes.html", 2,
      "'notes.html' would be overwritten, and Sluice did not write it"
    ),
    ("page.har ads.txt --html notes.html", 2, "move it away, or choose another --html"),
    ("page.har ads.txt --html .", 2, "name a file in it, such as ./"),
    ("deep.har ads.txt", 2, "deep.har:1:1018: values are nested deeper than 1000\n"),
    ("two.har ads.txt", 2, "two.har:1:24: unexpected text after the end\n"),
    ("page.har ads.txt --html ads.txt", 2, "'ads.txt' is an input and would be overwritten"),
    ("page.har ads.txt --trackers tds.json --html tds.json", 2, "'tds.json' is an input"),
    ("page.har ads.txt --source-map ads.txt", 2, "it is not a source map"),
  ]

  @Test(arguments: failures)
  func inspectFailuresHaveMessage(words: String, status: Int, message: String) throws {
    try folder.write(
      "{\"log\":{\"pages\":[],\"entries\":[\n{\"request\":{\"url\":\"https://a.example/\"}},", to: "cut.har")
    try folder.write("{\"log\":{\"entries\":\(String(repeating: "[", count: 2_000))", to: "deep.har")
    try folder.write("{\"log\":{\"entries\":[]}} []", to: "two.har")
    let notes = "<!doctype html>\n<p>Mine, of what &lt;p>Written by sluice\n"
    try folder.write(notes, to: "notes.html")
    let before = folder.text(of: "page.har")
    let result = try sh("sluice inspect \(words)")
    #expect(Int(result.status) == status && result.error.contains(message), "\(result.error)")
    #expect(folder.text(of: "page.har") == before && folder.text(of: "notes.html") == notes)
  }

  /// Excessive nesting and overlong lines cause an error with a location.
  @Test func hostileHARFilesAreErrors() throws {
    let result = try sh(
      """
      (printf '{"log":{"entries":'; head -c 300000 /dev/zero | tr '\\0' '[') > deep.har
      (printf '{"log":{"entries":[{"request":{"url":"'; head -c 3000000 /dev/zero | tr '\\0' a) > long.har
      for file in deep long; do sluice inspect -q $file.har ads.txt; echo $?; done
      """)
    #expect(result.output == "2\n2\n")
    #expect(result.error.contains("deep.har:1:") && result.error.contains("long.har:1:"), "\(result.error)")
  }

  // MARK: The page

  @Test func inspectPageShowsEverything() throws {
    let result = try sh("sluice inspect -q page.har \(lists) --trackers tds.json --html page.html")
    #expect(result.status == 0)
    let page = try #require(folder.text(of: "page.html"))
    for text in [
      "https://cdn.ads.example/ok/y.js", "<code>ads.txt:2: @@||ads.example/ok^</code>", "Ads Inc.",
      "in the frame https://frame.example/f, as far as can be told", "net::ERR_FAILED",
      "margin-left: 20.0%; width: 10.0%",
    ] { #expect(page.contains(text), "\(text)") }
    #expect(page.contains("id=\"show-script\"") && !page.contains("id=\"show-font\""))
  }

  /// Only empty files and pages that any version of this program wrote are replaced.
  @Test(arguments: [
    "", "<!doctype html>\n<title>x</title>\n<p>Written by sluice 0.1.0.</p>\n",
    "<!doctype html>\n<meta name=\"generator\" content=\"sluice 9\">\n",
  ])
  func inspectReplacesEarlierPages(_ page: String) throws {
    try folder.write(page, to: "page.html")
    let result = try sh(
      """
      sluice inspect -q page.har \(lists) --html page.html >/dev/null; echo $?
      sluice inspect -q page.har \(lists) --html page.html >/dev/null; echo $?
      """)
    #expect(result.output == "0\n0\n", "\(result.error)")
    #expect(folder.text(of: "page.html")?.contains("<meta name=\"generator\" content=\"sluice ") == true)
  }

  @Test func inspectPageNamesPagesListsAndLongURLs() throws {
    let long = "https://a.example/?" + String(repeating: "x", count: 5_000)
    try folder.write(
      """
      {"log":{"pages":[{"id":"1","title":"https://p.example/#top"},{"id":"2","title":"https://q.example/"}],"entries":[
      {"pageref":"1","_resourceType":"document","request":{"url":"https://p.example/"}},
      {"pageref":"2","_resourceType":"document","request":{"url":"https://q.example/"}},
      {"pageref":"1","_resourceType":"image","request":{"url":"\(long)"}}]}}
      """, to: "two.har")
    let result = try sh("sluice inspect -q two.har \(lists) --html page.html")
    #expect(
      result.output.hasPrefix(
        """
        https://p.example/#top
        allowed  page document https://p.example/

        """), "\(result.output)")
    let page = try #require(folder.text(of: "page.html"))
    #expect(page.contains("By ads.txt, privacy.txt; public suffixes"))
    for text in ["<h3>https://p.example/#top</h3>", "<h3>https://q.example/</h3>", ">3 </span><details>"] {
      #expect(page.contains(text), "\(text)")
    }
    // The full text appears once, folded.
    #expect(page.components(separatedBy: long).count == 2)
    #expect(page.contains("<summary>\(long.prefix(200))…</summary>"))
    // A single page needs no heading.
    let single = try sh("sluice inspect -q page.har \(lists) --html one.html >/dev/null && cat one.html")
    #expect(!single.output.contains("<h3>"))
  }

  /// Whatever URLs, owners, filters and names contain, the page has the same tags, and no foreign content is
  /// loaded or run.
  @Test func hostileHARCannotChangeMarkup() throws {
    let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\\u202e\\\"'&"
    func page(_ text: String) throws -> String {
      let folder = try TemporaryFolder()
      try folder.write(
        #"{"log":{"entries":[{"request":{"url":"https://a.example/\#(text)"},"response":{"status":0,"_error":"\#(text)"}}]}}"#,
        to: "page.har")
      try folder.write("||a.example^$reason=\(text.replacing("\\", with: ""))\n", to: "list.txt")
      try folder.write(
        #"{"trackers":{},"entities":{"\#(text)":{"domains":["a.example"]}}}"#, to: "tds.json")
      let result = try Shell.run(
        "sluice inspect -q page.har list.txt --trackers tds.json --html page.html", in: folder)
      #expect(result.status == 0, "\(result.error)")
      return try #require(folder.text(of: "page.html"))
    }
    let (plain, wild) = (try page("x"), try page(hostile))
    #expect(Self.tags(plain) == Self.tags(wild))
    #expect(!wild.contains("alert(1)<") && !wild.contains("<img") && !wild.contains("\u{202E}"))
    #expect(wild.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"))
  }

  /// Contrast as in WCAG 2.2: a ratio of 3 for marks and bars.
  ///
  /// Text uses the colors of all pages.
  @Test func inspectColorsHaveContrast() throws {
    let css = InspectionStyle.css
    let dark = try #require(css.range(of: "prefers-color-scheme: dark")).upperBound
    for colors in [try PageColors.properties(css[...]), try PageColors.properties(css[dark...])] {
      for outcome in ["blocked", "excepted", "allowed"] {
        for back in ["background", "panel"] {
          let contrast = PageColors.contrast(try #require(colors[outcome]), try #require(colors[back]))
          #expect(contrast >= 3, "\(outcome) on \(back)")
        }
      }
    }
  }

  private static func tags(_ page: String) -> [Substring] {
    page.split(separator: "<").dropFirst().map { $0.prefix { $0 != " " && $0 != ">" } }
  }

  @Test func archivesWithoutTimesOrRequestsAreRead() throws {
    try folder.write("{\"log\":{\"entries\":[]}}", to: "empty.har")
    let result = try sh("sluice inspect -q empty.har ads.txt --html empty.html && cat empty.html")
    #expect(result.output.hasPrefix("\n0 requests: 0 blocked, 0 excepted\n"))
    #expect(result.output.contains("No list does anything with these requests."))
  }
}

extension Shell.Result {
  /// The output as JSON lines.
  fileprivate var objects: [[String: Any]] {
    get throws {
      try output.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }
}
