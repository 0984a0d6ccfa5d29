import SluiceDocuments
import SluiceRules
import Testing
import TestSupport

@testable import SluicePageInspection

/// The contents of HARs beyond the requests themselves, which `RequestFileTests` covers.
@Suite struct PageArchiveTests: ArchiveReading {
  // MARK: Types

  @Test(arguments: [
    ("document", "document"), ("iframe", "subdocument"), ("style", "stylesheet"), ("track", "media"),
    ("embed", "object"), ("serviceworker", "other"), ("font", "font"), ("websocket", "websocket"),
    ("empty", "xmlhttprequest"), ("tomorrow", "xmlhttprequest"),
  ])
  func fetchDestinationDecidesRequestType(_ destination: String, _ kind: String) throws {
    let json = "\"response\":{\"content\":{\"mimeType\":\"application/json\"}}"
    let loads = try archive([entry("https://a.example/x", ["sec-fetch-dest: \(destination)"], json)]).loads
    #expect(loads.map(\.description.kind.rawValue) == [kind])
  }

  @Test(arguments: [
    (
      "https://a.example/s", ["Upgrade: WebSocket"], "\"response\":{\"status\":101}",
      "websocket wss://a.example/s"
    ),
    ("http://a.example/s", ["upgrade: websocket"], "", "websocket ws://a.example/s"),
    ("wss://a.example/s", [], "\"_resourceType\":\"other\"", "websocket wss://a.example/s"),
    ("https://a.example/p", [], "\"_resourceType\":\"ping\"", "beacon https://a.example/p"),
    (
      "https://a.example/p", ["Ping-To: https://b.example/"], "\"_resourceType\":\"ping\"",
      "ping https://a.example/p"
    ),
    ("https://a.example/e", ["Accept: text/event-stream"], "", "other https://a.example/e"),
    (
      "https://a.example/e", ["Accept: text/event-stream", "Sec-Fetch-Dest: empty"], "",
      "other https://a.example/e"
    ),
    (
      "https://a.example/f", ["Sec-Fetch-Dest: empty"],
      "\"response\":{\"content\":{\"mimeType\":\"text/html\"}}", "xmlhttprequest https://a.example/f"
    ),
    ("https://a.example/t.vtt", [], "\"_resourceType\":\"texttrack\"", "media https://a.example/t.vtt"),
    (
      "https://a.example/x", ["Sec-Fetch-Dest: image"], "\"_resourceType\":\"script\"",
      "script https://a.example/x"
    ),
  ])
  func headersDecideType(_ url: String, _ headers: [String], _ rest: String, _ expected: String) throws {
    let load = try #require(try read([entry(url, headers, rest)]).first)
    #expect(load.hasPrefix(expected + " on"), "\(load)")
  }

  /// The response of a redirect is a text page, whatever type was requested.
  @Test func redirectHasTypeOfItsTarget() throws {
    func hop(_ target: String) -> String {
      "\(inPage),\"response\":{\"status\":302,\"redirectURL\":\"\(target)\",\"content\":{\"mimeType\":\"text/html\"}}"
    }
    let loads = try read(
      [
        entry("https://a.example/1", [], hop("https://b.example/2")),
        entry("https://b.example/2", [], hop("/3")),
        entry(
          "https://b.example/3", [],
          "\(inPage),\"response\":{\"status\":200,\"content\":{\"mimeType\":\"image/gif\"}}"),
        entry("https://c.example/4", [], hop("https://lost.example/")),
      ], pages: "[{\"id\":\"1\",\"title\":\"https://p.example/\"}]")
    #expect(
      loads == [
        "image https://a.example/1 on https://p.example/", "image https://b.example/2 on https://p.example/",
        "image https://b.example/3 on https://p.example/",
        "subdocument https://c.example/4 on https://p.example/",
      ])
  }

  // MARK: The requesting page, without a referrer

  @Test(arguments: [
    (["Origin: https://p.example"], "https://p.example/home"),
    (["Origin: https://p.example:443"], "https://p.example/home"),
    (["Sec-Fetch-Site: cross-site"], "https://q.example/last"),
    (["Sec-Fetch-Site: same-site"], "https://q.example/last"),
    (["Sec-Fetch-Site: Cross-Site", "Origin: null"], "https://q.example/last"),
    (["Sec-Fetch-Site: cross-site", "Origin: https://p.example"], "https://p.example/home"),
    (["Referer: https://p.example/home", "Origin: https://q.example"], "https://p.example/home"),
    (["Origin: https://n.example"], "https://n.example/"),
    // These give no information.
    (["Origin: null"], "https://a.example/x"), (["Sec-Fetch-Site: none"], "https://a.example/x"),
    ([], "https://a.example/x"),
  ])
  func originHeadersNamePage(_ headers: [String], _ page: String) throws {
    for (url, type) in [("https://a.example/x", "xhr"), ("wss://a.example/x", "websocket")] {
      let loads = try archive([
        entry("https://p.example/home", ["Sec-Fetch-Dest: document"]),
        entry("https://q.example/last", ["Sec-Fetch-Dest: document"]), entry(url, headers, typed(type)),
      ]).loads
      let expected = page.hasSuffix("/x") ? url : page
      #expect(loads.last.map { Self.text($0.description.page) } == expected, "\(headers)")
    }
  }

  @Test func sameOriginRequestBelongsToItsPage() throws {
    let loads = try archive([
      entry("https://p.example/home", ["Sec-Fetch-Dest: document"]),
      entry("https://q.example/last", ["Sec-Fetch-Dest: document"]),
      entry("https://p.example/api", ["Sec-Fetch-Site: same-origin"], typed("xhr")),
    ]).loads
    #expect(
      loads.map { Self.text($0.description.page) } == [
        "https://p.example/home", "https://q.example/last", "https://p.example/home",
      ])
  }

  /// A proxy records requests to open a connection.
  @Test(arguments: ["https://a.example:443/", "a.example:443", "http://a.example:443"])
  func connectEntriesAreSkipped(_ url: String) throws {
    let connect =
      #"{"request":{"method":"CONNECT","url":"\#(url)","headers":[]},"response":{"status":200}}"#
    let archive = try archive([connect, entry("https://p.example/", [], page)])
    #expect(archive.loads.map { Self.text($0.description.url) } == ["https://p.example/"])
    #expect(archive.left == 1 && archive.invalid == 0)
  }

  @Test func preflightRequestsAreMarked() throws {
    func options(_ headers: [String]) -> String {
      entry("https://api.example/x", headers, typed("preflight")).replacing(
        #""request":{"#, with: #""request":{"method":"OPTIONS","#)
    }
    let loads = try archive([
      entry("https://p.example/", ["Sec-Fetch-Dest: document"]),
      options(["Access-Control-Request-Method: POST", "Origin: https://p.example"]),
      options(["Origin: https://p.example"]),
      entry("https://api.example/x", ["Origin: https://p.example"], typed("xhr")),
    ]).loads
    #expect(loads.map(\.isPreflight) == [false, true, false, false])
    #expect(loads.map(\.description.kind) == [.document, .xmlhttprequest, .other, .xmlhttprequest])
    #expect(loads.dropFirst().allSatisfy { Self.text($0.description.page) == "https://p.example/" })
  }

  /// Some programs write the content of `log` without the enclosing object.
  @Test func harWithoutLogObjectIsRead() throws {
    let text = #"{"version":"1.2","creator":{},"entries":[\#(entry("https://p.example/", [], page))]}"#
    #expect(PageArchive.matches(text))
    #expect(
      try PageArchive(decodingJSON: text).loads.map { Self.text($0.description.url) } == [
        "https://p.example/"
      ])
    #expect(!PageArchive.matches(#"{"url":"https://p.example/"}"#))
    #expect(throws: RequestFault.self) { try PageArchive(decodingJSON: #"{"version":"1.2"}"#) }
  }

  @Test(arguments: [true, false], [true, false])
  func utf16HARIsDecoded(isLittle: Bool, hasMark: Bool) throws {
    let text = #"{"log":{"entries":[\#(entry("https://é.example/", [], page))]}}"#
    let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
    let bytes = units.flatMap {
      isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
    }
    #expect(UTF16Text.utf8(bytes) == Array(text.utf8))
    #expect(UTF16Text.utf8(Array(text.utf8)) == nil && UTF16Text.utf8([]) == nil)
  }

  // MARK: Pages and frames

  @Test func severalPagesOfArchiveAreRead() throws {
    let loads = try read([
      entry("https://p.example/", [], page),
      entry("https://a.example/x.js", [], "\(inPage),\(typed("script"))"),
      entry("https://q.example/", [], "\"pageref\":\"2\",\(typed("document"))"),
      entry("https://a.example/x.js", [], "\"pageref\":\"2\",\(typed("script"))"),
      entry("https://r.example/", ["Sec-Fetch-Dest: document", "Referer: https://q.example/"]),
      entry("https://a.example/x.js", ["Referer: https://r.example/"]),
    ])
    #expect(
      loads == [
        "document https://p.example/ on https://p.example/",
        "script https://a.example/x.js on https://p.example/",
        "document https://q.example/ on https://q.example/",
        "script https://a.example/x.js on https://q.example/",
        "document https://r.example/ on https://r.example/",
        "script https://a.example/x.js on https://r.example/",
      ])
  }

  @Test func recordedFramesAreRead() throws {
    let loads = try read([
      entry("https://p.example/", [], "\(page),\"_frameref\":\"A\""),
      entry("https://f.example/f", [], "\(page),\"_frameref\":\"B\""),
      entry("https://a.example/1", [], "\(inPage),\(typed("image")),\"_frameref\":\"B\""),
      entry("https://a.example/2", [], "\(inPage),\(typed("image")),\"_frameref\":\"A\""),
      entry(
        "https://a.example/3", [],
        "\(inPage),\(typed("script")),\"_initiator\":{\"type\":\"parser\",\"url\":\"https://f.example/f#x\"}"),
      entry(
        "https://a.example/4", [],
        "\(inPage),\(typed("xhr")),\"_initiator\":{\"stack\":{\"callFrames\":[{\"url\":\"https://a.example/3\"}]}}"
      ),
    ])
    #expect(
      loads.map { $0.split(separator: " in ").dropFirst().first.map(String.init) } == [
        nil, nil, "https://f.example/f recorded", nil, "https://f.example/f recorded",
        "https://f.example/f guessed",
      ])
  }

  @Test(arguments: [
    ("https://f.example/f", "https://f.example/f guessed"),
    ("https://f.example/", "https://f.example/f guessed"),
    ("https://p.example/", nil), ("https://other.example/", nil),
  ])
  func frameIsGuessedFromReferrer(_ referrer: String, _ frame: String?) throws {
    let loads = try read([
      entry("https://p.example/", [], page), entry("https://f.example/f", [], page),
      entry("https://a.example/1", ["Referer: \(referrer)"], "\(inPage),\(typed("image"))"),
    ])
    #expect(loads.last?.split(separator: " in ").dropFirst().first.map(String.init) == frame)
  }

  /// Requests do not show whether they come from the page or from a frame of the same origin.
  @Test func sameOriginFrameIsNotGuessed() throws {
    let loads = try read([
      entry("https://p.example/", [], page), entry("https://p.example/f", [], page),
      entry("https://a.example/1", ["Referer: https://p.example/"], "\(inPage),\(typed("image"))"),
    ])
    #expect(loads.last == "image https://a.example/1 on https://p.example/")
  }

  // MARK: Times, sizes and cookies

  @Test func timesSizesAndCookiesAreRead() throws {
    let loads = try archive([
      entry(
        "https://a.example/1", ["Cookie: a=1; b=2; "],
        "\"startedDateTime\":\"2026-01-01T00:00:01Z\",\"time\":12.5"),
      entry(
        "https://a.example/2", [],
        """
        "startedDateTime":"2026-01-01T00:00:00.5Z","time":-1,"response":{"status":0,"_error":"net::ERR_BLOCKED_BY_CLIENT",\
        "bodySize":-1,"content":{"size":7},"headers":[{"name":"Set-Cookie","value":"a=1\\nb=2\\n"}]}
        """),
      entry(
        "https://a.example/3", [],
        "\"time\":\"1\",\"startedDateTime\":7,\"response\":{\"_transferSize\":1e300,\"status\":-1}"),
      entry("data:,x", [], "\"startedDateTime\":\"2020-01-01T00:00:00Z\""),
    ]).loads
    #expect(loads.map(\.recording.start) == [500_000, 0, nil])
    #expect(loads.map(\.recording.duration) == [12_500, 0, nil])
    #expect(loads.map(\.recording.size) == [nil, 7, nil])
    #expect(loads.map(\.recording.status) == [nil, 0, nil])
    #expect(loads.map(\.recording.failure) == [nil, "net::ERR_BLOCKED_BY_CLIENT", nil])
    #expect(loads.map(\.recording.cookiesSent) == [2, 0, 0])
    #expect(loads.map(\.recording.cookiesSet) == [0, 2, 0])
  }

  @Test func nonHTTPEntriesAreSkipped() throws {
    let archive = try archive([
      entry("data:text/css,x"), entry("blob:https://a.example/1"), entry("chrome-extension://x/y"),
      entry("about:blank"), entry(""), entry("a.example/x.js"), entry("https://"), entry("http:///x"),
      entry("https://:80/"), entry("https://a b/"), entry("https://a.example/"),
    ])
    #expect(archive.left == 4 && archive.invalid == 5 && archive.loads.map(\.entry) == [7, 10])
  }

  // MARK: Hostile archives

  /// Replacing any member with another type causes at most an error with a location.
  @Test func unexpectedMemberTypesAreLocatedOrIgnored() throws {
    let whole =
      #"{"log":{"pages":[{"id":"1","title":"https://p.example/"}],"entries":[{"pageref":"1","_frameref":"A","time":1,"#
      + #""startedDateTime":"2026-01-01T00:00:00Z","_initiator":{"url":"https://p.example/","stack":{"callFrames":"#
      + #"[{"url":"u"}]}},"request":{"url":"https://a.example/","headers":[{"name":"Referer","value":"v"}],"cookies":"#
      + #"[1]},"response":{"status":302,"redirectURL":"/x","content":{"mimeType":"text/html","size":1},"headers":[],"#
      + #""cookies":[],"_transferSize":1,"bodySize":1,"_error":"e"},"_resourceType":"script"}]}}"#
    #expect(try PageArchive(decodingJSON: whole).loads.count == 1)
    let values = ["null", "[]", "{}", "\"\"", "-1", "1e999", "\"\\ud800\"", "[[[{}]]]", "true"]
    var (read, refused) = (0, 0)
    for start in whole.indices where whole[start] == ":" {
      for value in values {
        let end = Self.end(ofValueAt: whole.index(after: start), in: whole)
        let text = Array((whole[...start] + value + whole[end...]).utf8)
        do throws(RequestFault) {
          _ = try PageArchive(decodingJSON: text)
          read += 1
        } catch {
          refused += 1
          #expect(error.offset <= text.count)
        }
      }
    }
    #expect(read > 100 && refused > 20)
  }

  /// Returns the end of a value, approximately: any change of the text will do.
  private static func end(ofValueAt start: String.Index, in text: String) -> String.Index {
    var depth = 0
    var isString = false
    for index in text[start...].indices {
      switch text[index] {
      case "\"": isString.toggle()
      case "{", "[": if !isString { depth += 1 }
      case "}", "]", ",":
        if isString { continue }
        if depth == 0 { return index }
        if text[index] != "," { depth -= 1 }
      default: break
      }
    }
    return text.endIndex
  }

  @Test func truncatedArchiveIsRejected() throws {
    let whole = #"{"log":{"entries":[{"request":{"url":"https://a.example/"}}]}}"#
    for length in 1..<whole.utf8.count {
      let text = Array(whole.utf8.prefix(length))
      #expect(throws: RequestFault.self) { try PageArchive(decodingJSON: text) }
    }
  }

  /// Circular redirects, frames with the same URL and long stacks do not take longer.
  @Test(.inTurn, .ends) func circularRedirectsAreReadInLinearTime() throws {
    let hop = "\(inPage),\"response\":{\"status\":302,\"redirectURL\":\"https://a.example/\"}"
    let stack = (0..<50).map { "{\"url\":\"https://s.example/\($0)\"}" }.joined(separator: ",")
    let script = "\(inPage),\"_initiator\":{\"stack\":{\"callFrames\":[\(stack)]}}"
    let entries = (0..<5_000).flatMap { _ in
      [
        entry("https://a.example/", [], hop), entry("https://f.example/", [], page),
        entry("https://x.example/", [], script),
      ]
    }
    #expect(try archive(entries).loads.count == 15_000)
  }
}
