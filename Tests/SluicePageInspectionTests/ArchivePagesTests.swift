import SluiceAnalysis
import SluiceRules
import Testing
import TestSupport

@testable import SluicePageInspection

/// The page to which each request of a HAR belongs.
@Suite struct ArchivePagesTests: ArchiveReading {
  // MARK: Without page references

  private let home = "https://p.example/home"

  /// Returns a page with a style sheet, a script and a frame, all from other origins.
  private func parts() -> [String] {
    [
      entry("https://q.example/", ["Sec-Fetch-Dest: document"]),
      entry(home, ["Sec-Fetch-Dest: document"]),
      entry("https://cdn.example/a.css", ["Referer: \(home)", "Sec-Fetch-Dest: style"]),
      entry("https://js.example/a.js", ["Referer: \(home)", "Sec-Fetch-Dest: script"]),
      entry("https://f.example/f", ["Referer: \(home)", "Sec-Fetch-Dest: iframe"]),
    ]
  }

  @Test(arguments: [
    (["Referer: https://cdn.example/a.css"], ""), (["Referer: https://cdn.example/"], ""),
    (["Referer: https://CDN.example:443/a.css#x"], ""), (["Referer: https://f.example/f"], ""),
    (["Referer: https://f.example/"], ""), (["Referer: https://p.example/"], ""),
    ([], "\"_initiator\":{\"url\":\"https://cdn.example/a.css\"}"),
    (
      [], "\"_initiator\":{\"stack\":{\"callFrames\":[{\"url\":\"\"},{\"url\":\"https://js.example/a.js\"}]}}"
    ),
    // The script of one page is stronger evidence than an origin.
    (["Referer: https://q.example/"], "\"_initiator\":{\"url\":\"https://js.example/a.js\"}"),
    (["Referer: https://cdn.example/a.css"], "\"pageref\":\"lost\""),
  ])
  func requestBelongsToPageOfReferrer(_ headers: [String], _ rest: String) throws {
    let rest = [rest, typed("font")].filter { !$0.isEmpty }.joined(separator: ",")
    let loads = try read(parts() + [entry("https://cdn.example/a.woff", headers, rest)])
    #expect(loads.last?.hasPrefix("font https://cdn.example/a.woff on \(home)") == true, "\(loads)")
  }

  @Test func referrerChainsAreFollowed() throws {
    let loads = try read(
      parts() + [
        entry("https://cdn.example/b.css", ["Referer: https://cdn.example/a.css", "Sec-Fetch-Dest: style"]),
        entry("https://cdn.example/c.woff", ["Referer: https://cdn.example/b.css", "Sec-Fetch-Dest: font"]),
        entry("https://f.example/f.js", ["Referer: https://f.example/f", "Sec-Fetch-Dest: script"]),
      ])
    #expect(
      loads.suffix(3) == [
        "stylesheet https://cdn.example/b.css on \(home)", "font https://cdn.example/c.woff on \(home)",
        "script https://f.example/f.js on \(home) in https://f.example/f guessed",
      ])
  }

  @Test func unrecordedReferrerIsPage() throws {
    let archive = try archive([
      entry("https://a.example/1", ["Referer: https://n.example/x"], typed("image")),
      entry("https://a.example/2", ["Referer: https://n.example:443/x"], typed("image")),
      entry("https://a.example/3", [], typed("image")), entry("https://a.example/3", [], typed("image")),
    ])
    #expect(archive.loads.map(\.page) == [0, 0, 1, 1])
    #expect(archive.pages.map(Self.text) == ["https://n.example/x", "https://a.example/3"])
  }

  // MARK: Links

  @Test(arguments: [
    // As on secure origins, and in other cases.
    ["Sec-Fetch-Dest: document", "Referer: https://p.example/home"], ["Referer: https://p.example/home"],
    ["Referer: https://p.example/"], ["Referer: https://search.example/"],
  ])
  func navigationStartsNewPage(_ headers: [String]) throws {
    let loads = try read([
      entry(home, ["Sec-Fetch-Dest: document"]),
      entry("https://a.example/1", ["Referer: \(home)"], typed("image")),
      entry("https://n.example/", headers, typed("document")),
      // A page sends these requests when it is left, so they come late.
      entry("https://log.example/", ["Referer: \(home)"], typed("ping")),
      entry("https://a.example/2", ["Referer: https://n.example/"], typed("image")),
    ])
    #expect(
      loads == [
        "document \(home) on \(home)", "image https://a.example/1 on \(home)",
        "document https://n.example/ on https://n.example/", "beacon https://log.example/ on \(home)",
        "image https://a.example/2 on https://n.example/",
      ])
  }

  @Test(arguments: [
    (["Sec-Fetch-Dest: iframe"], "", ""),
    // The page continues to load.
    ([], "", "https://p.example/home"), ([], "\"_initiator\":{\"url\":\"https://p.example/home\"},", ""),
  ])
  func frameDocumentsAreNotPages(_ headers: [String], _ initiator: String, _ later: String) throws {
    let loads = try read([
      entry(home, [], typed("document")),
      entry("https://f.example/", headers + ["Referer: \(home)"], initiator + typed("document")),
      entry("https://a.example/1", later.isEmpty ? [] : ["Referer: \(later)"], typed("image")),
    ])
    #expect(loads[1] == "subdocument https://f.example/ on \(home)")
  }

  /// Playwright uses one id for all pages of a window and separate ids for frames.
  @Test func navigationsInOneWindowAreSeparatePages() throws {
    func load(_ url: String, _ type: String, _ frame: String) -> String {
      entry(url, [], "\"pageref\":\"1\",\(typed(type)),\"_frameref\":\"\(frame)\"")
    }
    let loads = try read(
      [
        load("https://p.example/", "document", "A"), load("https://f.example/", "document", "B"),
        load("https://a.example/1", "image", "A"), load("https://n.example/", "document", "A"),
        load("https://a.example/2", "image", "A"), load("https://g.example/", "document", "C"),
        entry("https://a.example/3", ["Referer: https://f.example/"], "\"pageref\":\"1\",\(typed("image"))"),
      ], pages: "[{\"id\":\"1\",\"title\":\"News\"}]")
    #expect(
      loads == [
        "document https://p.example/ on https://p.example/",
        "subdocument https://f.example/ on https://p.example/",
        "image https://a.example/1 on https://p.example/",
        "document https://n.example/ on https://n.example/",
        "image https://a.example/2 on https://n.example/",
        "subdocument https://g.example/ on https://n.example/",
        "image https://a.example/3 on https://p.example/ in https://f.example/ guessed",
      ])
  }

  // MARK: Titles

  @Test(arguments: [
    ("https://p.example/#top", "https://p.example/"), ("https://p.example:443/", "https://p.example/"),
    ("https://P.Example/", "https://p.example/"), ("HTTPS://p.example", "https://p.example/"),
    ("https://p.example/", "https://p.example"), ("http://p.example:80/ü", "http://p.example/%C3%BC"),
  ])
  func pageTitleIsComparedAsURL(_ title: String, _ url: String) throws {
    let archive = try archive(
      [
        entry(url, [], page), entry("https://f.example/", [], page),
        entry("https://a.example/1", [], "\(inPage),\(typed("image"))"),
      ], pages: "[{\"id\":\"1\",\"title\":\"\(title)\"}]")
    #expect(archive.loads.map(\.description.kind) == [.document, .subdocument, .image])
    #expect(archive.pages.map(Self.text) == [title])
  }

  @Test(arguments: [
    "\"redirectURL\":\"https://p.example/new\"", "\"redirectURL\":\"https://P.example:443/new#part\"",
    "\"redirectURL\":\"/new\"", "\"redirectURL\":\"new#part\"",
    "\"redirectURL\":\"\",\"headers\":[{\"name\":\"location\",\"value\":\"../new#part\"}]",
    "\"headers\":[{\"name\":\"Location\",\"value\":\"//p.example/new\"}]",
  ])
  func pageRedirectsAreFollowed(_ target: String) throws {
    let hop = "\"response\":{\"status\":302,\(target),\"content\":{\"mimeType\":\"text/html\"}}"
    let came = "\"response\":{\"status\":200,\"content\":{\"mimeType\":\"text/html\"}}"
    // With a title, only an id, or neither.
    for (id, pages) in [
      ("\(inPage),", "[{\"id\":\"1\",\"title\":\"https://p.example/old\"}]"), ("\(inPage),", "[]"),
      ("", "[]"),
    ] {
      let loads = try read(
        [
          entry("https://p.example/old", [], id + hop),
          entry(
            "https://f.example/", ["Sec-Fetch-Dest: iframe", "Referer: https://p.example/new"], id + came),
          entry("https://p.example/new", [], id + came),
          entry("https://a.example/1", ["Referer: https://p.example/new"], id + typed("image")),
        ], pages: pages)
      #expect(
        [loads[0], loads[2], loads[3]] == [
          "document https://p.example/old on https://p.example/new",
          "document https://p.example/new on https://p.example/new",
          "image https://a.example/1 on https://p.example/new",
        ], "\(id)\(pages)")
    }
    // A redirect of something other than a document has the type of its target.
    let image = "\(inPage),\"response\":{\"content\":{\"mimeType\":\"image/gif\"}}"
    #expect(
      try read(
        [
          entry("https://p.example/old", [], "\(inPage),\(hop)"), entry("https://p.example/new", [], image),
        ], pages: "[{\"id\":\"1\",\"title\":\"https://q.example/\"}]"
      ).first
        == "image https://p.example/old on https://q.example/")
  }

  /// If no response follows a redirect, the redirected URL is the page.
  @Test func redirectWithoutResponseIsPage() throws {
    let hop = "\"response\":{\"status\":301,\"redirectURL\":\"https://p.example/\"}"
    for id in ["", "\(inPage),"] {
      let loads = try read([
        entry("http://p.example/", [], "\(id)\(typed("document")),\(hop)"),
        entry("https://a.example/", ["Referer: http://p.example/"], "\(id)\(typed("image"))"),
      ])
      #expect(
        loads == [
          "document http://p.example/ on http://p.example/", "image https://a.example/ on http://p.example/",
        ])
    }
  }

  @Test func windowDocumentWithoutTitleIsPage() throws {
    let loads = try read(
      [
        entry("https://www.p.example/start", ["Sec-Fetch-Dest: document"], page),
        entry("https://a.example/1", [], "\(inPage),\(typed("image"))"),
      ], pages: "[{\"id\":\"1\",\"title\":\"https://p.example/\"}]")
    #expect(loads.last == "image https://a.example/1 on https://www.p.example/start")
  }

  @Test func onePageIDMayNameTwoPages() throws {
    let archive = try archive(
      [
        entry("https://p.example/", [], page),
        entry("https://a.example/1", [], "\(inPage),\(typed("image"))"),
        entry("https://q.example/", [], page), entry("https://f.example/", [], page),
        entry("https://a.example/2", [], "\(inPage),\(typed("image"))"),
      ],
      pages:
        "[{\"id\":\"1\",\"title\":\"https://p.example/\"},{\"id\":\"1\",\"title\":\"https://q.example/\"}]")
    #expect(archive.loads.map(\.page) == [0, 0, 1, 1, 1])
    #expect(archive.loads.map(\.description.kind) == [.document, .image, .document, .subdocument, .image])
    #expect(archive.pages.map(Self.text) == ["https://p.example/", "https://q.example/"])
  }

  /// The fast check of a URL gives the same result as serializing it again.
  @Test func urlKeyAgreesWithSerialization() {
    for scheme in ["https", "HTTPS", "ws", "http"] {
      for host in [
        "a.example", "A.example", "a.example:443", "a.example:80", "u:p@a-1.b", "ü.example", "[::1]:8",
      ] {
        for rest in [
          "", "/", "?", "#", "/a?b#c", "/ü", "/a b", "/\"<>\u{7F}", "/a#b#c", "//x", "?/#", "/A%2f",
          "/'?'", "/^`{}?^`{}", "\\a\\b?\\",
        ] {
          let url = Array("\(scheme)://\(host)\(rest)".utf8)
          #expect(ArchiveURL.key(url) == SerializedURL(url).withoutFragment, "\(Self.text(url))")
          let origin = ArchiveURL.key(url).map(ArchiveURL.origin)
          #expect(origin.map(ArchiveURL.isOrigin) == true && origin?.last == UInt8(ascii: "/"))
          #expect(ArchiveURL.key(url).map(ArchiveURL.isOrigin) == (origin == ArchiveURL.key(url)))
        }
      }
    }
    for url in [
      "", ":", "https:", "https:/", "https:?a", "https://a.1/", "data:,x", "a.example/", "wss://#",
      "https://?x",
    ] {
      #expect(ArchiveURL.key(Array(url.utf8)) == nil, "\(url)")
    }
    for url in ["https:a", "https:///a", " https://a/", "\thttps://a"] {
      #expect(ArchiveURL.key(Array(url.utf8)) == Array("https://a/".utf8), "\(url)")
    }
  }

  // MARK: Hostile archives

  /// Many entries with the same id, address or title do not take longer.
  @Test(.inTurn, .ends) func repeatedArchiveIDsAreReadInLinearTime() throws {
    let titles = (0..<10_000).map { "{\"id\":\"1\",\"title\":\"https://p.example/\($0 % 3)\"}" }
    let hop = "\"response\":{\"status\":302,\"redirectURL\":\"/1\"}"
    let entries = (0..<5_000).flatMap { number in
      [
        entry("https://p.example/\(number % 3)", ["Sec-Fetch-Dest: document"], page),
        entry("https://p.example/0", ["Referer: https://p.example/1"], hop),
        entry("https://p.example/1", ["Referer: https://p.example/0"], typed("document")),
        entry("https://a.example/", ["Referer: https://p.example/1"], inPage),
      ]
    }
    let archive = try archive(entries, pages: "[\(titles.joined(separator: ","))]")
    #expect(
      archive.loads.count == 20_000 && archive.loads.allSatisfy { archive.pages.indices.contains($0.page) })
    #expect(archive.answer(to: Array("https://p.example/9".utf8)) == nil)
  }
}
