import SluiceRules
import TestSupport
import Testing

@testable import sluice

/// Reading requests from files: JSON lines and HARs.
@Suite struct RequestFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the requests in a file with this text, one per line: type, page, URL.
  private func read(_ text: String) throws -> (requests: [String], left: Int) {
    try folder.write(text, to: "requests")
    let file = try RequestFile(folder.path("requests"))
    func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let requests = file.requests.map { "\($0.kind.rawValue) \(shown($0.page)) \(shown($0.url))" }
    return (requests, file.left)
  }

  /// Returns the error for a file with this text: line, column and message.
  private func failure(_ text: String) throws -> String? {
    try folder.write(text, to: "requests")
    do throws(CommandError) {
      _ = try RequestFile(folder.path("requests"))
      return nil
    } catch {
      let message = try #require(error.message)
      let place = message.dropFirst(folder.path("requests").count + 1)
      return String(place.replacing(": ", with: " ", maxReplacements: 1))
    }
  }

  @Test(arguments: [
    "{\"url\":\"https://a.example/x.js\",\"page\":\"https://p.example/\"}",
    "\u{FEFF}\n\r\n {\"url\":\"https://a.example/x.js\",\"page\":\"https://p.example/\"} \r\n\n",
    "{\"more\":[1],\"type\":\"script\",\"url\":\"https://a.example/x.js\",\"page\":\"https://p.example/\"}\n",
  ])
  func requestLinesAreRead(_ text: String) throws {
    #expect(try read(text).requests == ["script https://p.example/ https://a.example/x.js"])
  }

  @Test func blankRequestFileHasNoRequests() throws {
    for text in ["", "\u{FEFF}", "\n \n"] { #expect(try read(text).requests.isEmpty) }
  }

  @Test(arguments: [
    ("x", "1:1 "), ("{\"page\":\"https://p.example/\"}\n\n  [1]", "3:1 a request must be a JSON object"),
    ("{\"page\":\"https://é.example/\",\"type\":\"no\"}", "1:37 there is no type 'no'"),
    ("{\"page\":\"p.example\"}", "1:9 \"page\" must be a URL"), ("{\"url\":", "1:8 "),
    ("\u{FEFF}{\"page\":1}", "1:9 \"page\" must be a string"),
    ("{\"version\":1}", "1:1 log is missing"), ("{\"entries\":[1]}", "1:13 log.entries[0] must be an object"),
    ("{\"log\":1}", "1:8 log must be an object"), ("{\"log\":{}}", "1:8 log.entries is missing"),
    ("{\"log\":{\"entries\":{}}}", "1:19 log.entries must be an array"),
    ("{\"log\":{\n\"entries\":[\n1]}}", "3:1 log.entries[0] must be an object"),
    ("{\"log\":{\"entries\":[{}]}}", "1:20 log.entries[0].request is missing"),
    (
      "{\"log\":{\"entries\":[{\"request\":{\"url\":7}}]}}",
      "1:38 log.entries[0].request.url must be a string"
    ),
    ("{\"log\":{\"entries\":[", "1:20 unexpected end of the text"),
    ("{\"log\":\(String(repeating: "[", count: 100_000))", "1:"),
    ("{\"log\":{\"entries\":[]}} {}", "1:24 "),
  ])
  func requestFileErrorsAreLocated(_ text: String, _ expected: String) throws {
    let said = try failure(text)
    #expect(said?.hasPrefix(expected) == true, "\(said ?? "nothing")")
  }

  /// Returns the text of a HAR with these entries.
  private func archive(_ entries: [String], pages: String = "[]") -> String {
    "{ \"log\": {\"version\":\"1.2\",\"pages\":\(pages),\"entries\":[\(entries.joined(separator: ","))]}}"
  }

  private func entry(_ url: String, _ rest: String = "", request: String = "") -> String {
    "{\"request\":{\"url\":\"\(url)\"\(request)}\(rest)}"
  }

  @Test func documentEntryOfHARNamesPage() throws {
    let text = archive([
      entry(
        "http://p.example/", ",\"pageref\":\"1\",\"_resourceType\":\"document\",\"response\":{\"status\":301}"
      ),
      entry(
        "https://p.example/",
        ",\"pageref\":\"1\",\"_resourceType\":\"document\",\"response\":{\"status\":200}"),
      entry("https://f.example/", ",\"pageref\":\"1\",\"_resourceType\":\"document\""),
      entry("https://a.example/x", ",\"pageref\":\"1\",\"_resourceType\":\"xhr\""),
      entry("https://a.example/y", ",\"pageref\":\"1\",\"_resourceType\":\"manifest\""),
      entry("data:text/css,x", ",\"pageref\":\"1\""), entry("", ",\"pageref\":\"1\""),
    ])
    let file = try read(text)
    #expect(
      file.requests == [
        "document https://p.example/ http://p.example/", "document https://p.example/ https://p.example/",
        "subdocument https://p.example/ https://f.example/",
        "xmlhttprequest https://p.example/ https://a.example/x",
        "other https://p.example/ https://a.example/y",
      ])
    #expect(file.left == 2)
  }

  @Test(arguments: [
    ("image/png", "image"), ("Text/CSS; charset=x", "stylesheet"), ("application/x-javascript", "script"),
    ("application/ld+json", "xmlhttprequest"), ("font/woff2", "font"), ("application/font-woff", "font"),
    ("video/mp4", "media"), ("text/html", "subdocument"),
    ("x/unknown", "image"),
  ])
  func mimeTypeDecidesRequestType(_ mime: String, _ kind: String) throws {
    let text = archive(
      [
        entry(
          "https://a.example/x.png",
          ",\"pageref\":\"1\",\"response\":{\"content\":{\"mimeType\":\"\(mime)\"}}")
      ],
      pages: "[{\"id\":\"1\",\"title\":\"https://p.example/\"}]")
    #expect(try read(text).requests == ["\(kind) https://p.example/ https://a.example/x.png"])
  }

  @Test(arguments: [
    (",\"headers\":[{\"name\":\"Referer\",\"value\":\"https://r.example/\"}]", "", "https://r.example/"),
    ("", ",\"_initiator\":{\"url\":\"https://i.example/\"}", "https://i.example/"),
    (
      ",\"headers\":[1,{\"name\":2},{\"name\":\"referer\",\"value\":\"none\"}]", ",\"_initiator\":7",
      "https://a.example/x"
    ),
    (",\"headers\":{}", ",\"pageref\":\"lost\",\"response\":[]", "https://a.example/x"),
  ])
  func pageIsTakenFromReferrerOrInitiator(_ request: String, _ rest: String, _ page: String) throws {
    let text = archive([
      entry("https://a.example/x", rest + ",\"_resourceType\":\"script\"", request: request)
    ])
    #expect(try read(text).requests == ["script \(page) https://a.example/x"])
  }
}
