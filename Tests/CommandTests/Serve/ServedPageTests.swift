import SluiceDocuments
import SluiceText
import Foundation
import SluicePageInspection
import SluiceRules
import Testing
import TestSupport

@testable import sluice

/// The HTML page of a served directory, after parsing.
@Suite struct ServedPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n##.ad\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Returns the response for the directory `public`, with its text.
  private func answer(_ head: String = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080") throws -> (
    response: HTTPResponse, text: String
  ) {
    let server = HTTPServer(
      directory: folder.path("public"), hosts: ServerHosts(address: "127.0.0.1", ports: [9]), listeners: [],
      isShared: false
    ) { _ in }
    let response = try server.answer(to: try HTTPRequest(Array(head.utf8)))
    defer { try? response.file?.file.close() }
    let bytes = try response.file?.file.readInput().bytes ?? response.text
    return (response, String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the text of the elements, with the value of one attribute.
  private static func elements(
    _ selector: String, in page: String, _ attribute: String = "href"
  ) throws -> [(text: String, value: String?)] {
    let document = try HTMLDocument(parsing: Array(page.utf8))
    let parsed = try #require(ParsedSelector(try CSSSelector(parsing: Array(selector.utf8).span)))
    func text(_ node: HTMLDocument.Node) -> String {
      switch document.kind(of: node) {
      case .text: String(decoding: document.text(of: node), as: UTF8.self)
      default: document.children(of: node).map(text).joined()
      }
    }
    return SelectorMatcher(document).elements(matching: parsed).matching.map { node in
      (text(node), document.attribute(attribute, of: node).map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private func build(_ lists: String) throws {
    try folder.write("{lists: [\(lists)]}", to: "sluice.json")
    let result = try sh("sluice build -q --cache cache")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func servedPageShowsGNOMEWebCommand() throws {
    try build(
      """
      {name: "ads", title: "Our ads", description: "What it is for", homepage: "https://lists.example/?a=1&b=2",
       license: "GPL-3.0", sources: ["list.txt"], targets: ["webkitgtk-2.50", "safari-16", "webkitgtk"], outputs: {text: true}},
      {name: "apple", sources: ["list.txt"], targets: ["safari-26"]}, {name: "plain", sources: ["list.txt"]}
      """)
    let (response, page) = try answer()
    #expect(response.status == .ok)
    #expect(response.headers.contains { $0 == ("Content-Type", "text/html; charset=utf-8") })
    #expect(
      response.headers.contains {
        $0.name == "Content-Security-Policy" && $0.value.hasPrefix("default-src 'none';")
      })
    #expect(try Self.elements("h2", in: page).map(\.text).prefix(3) == ["Our ads", "apple", "plain"])
    let links = try Self.elements("th a", in: page).compactMap(\.value)
    #expect(
      links == [
        "/ads.webkitgtk-2.50.json", "/ads.safari-16.4.json", "/ads.webkitgtk-2.44.json", "/apple.json",
        "/plain.json",
      ])
    let manifest = try JSONDecoder().decode(
      Sizes.self, from: Data(contentsOf: URL(filePath: folder.path("public/manifest.json"))))
    let cells = try Self.elements("td", in: page).map(\.text)
    for (index, output) in manifest.outputs.enumerated() {
      let row = Array(cells.dropFirst(index * 4).prefix(4))
      #expect(
        row.dropFirst() == [
          Format.grouped(output.rules), Format.size(output.bytes), Format.size(output.gzip.bytes),
        ])
    }
    #expect(
      Array(cells.enumerated().filter { $0.0 % 4 == 0 }.map(\.1)) == [
        "webkitgtk-2.50", "safari-16.4", "webkitgtk-2.44", "safari-26", "any",
      ])
    // The oldest WebKitGTK that has a list, because the subscriber's version is unknown.
    #expect(
      try Self.elements("code.copy", in: page).map(\.text).first
        == "gsettings set org.gnome.Epiphany content-filters \"['http://127.0.0.1:8080/ads.webkitgtk-2.44.json', 'http://127.0.0.1:8080/plain.json']\""
    )
    #expect(
      try Self.elements("p a", in: page).map(\.value) == ["https://lists.example/?a=1&b=2", "/ads.txt"])
    #expect(
      try Self.elements("li a", in: page).map(\.value) == ["/report.json", "/manifest.json", "/NOTICE"])
    #expect(try Self.elements("script, img, iframe, link, form", in: page).isEmpty)
    _ = try sh("sluice report -q public -o public/report.html")
    #expect(try Self.elements("li a", in: answer().text).first?.value == "/report.html")
  }

  private struct Sizes: Decodable {
    struct File: Decodable { let bytes: Int }
    struct Output: Decodable {
      let rules, bytes: Int
      let gzip: File
    }
    let outputs: [Output]
  }

  @Test func linksOfServedPageResolve() throws {
    try build("{name: \"ads\", sources: [\"list.txt\"]}")
    for link in try Self.elements("a", in: answer().text).compactMap(\.value) {
      #expect(try answer("GET \(link) HTTP/1.0").response.status == .ok, "\(link)")
    }
  }

  /// The page's URLs use the host that the client requested.
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: localhost:8081", "http://localhost:8081/ads.json"),
    ("GET http://10.0.0.1:80/ HTTP/1.1\r\nHost: x", "http://10.0.0.1:80/ads.json"),
    ("GET / HTTP/1.0", "http://127.0.0.1:9/ads.json"),
  ])
  func servedURLsUseRequestedHost(head: String, url: String) throws {
    try build("{name: \"ads\", sources: [\"list.txt\"]}")
    #expect(try answer(head).text.contains("content-filters &quot;['\(url)']&quot;"))
  }

  @Test func servedPageHasCachingHeaders() throws {
    try build("{name: \"ads\", sources: [\"list.txt\"]}")
    let (response, page) = try answer()
    let etag = try #require(response.headers.first { $0.name == "ETag" }?.value)
    #expect(response.headers.contains { $0 == ("Cache-Control", "no-cache") })
    #expect(response.headers.contains { $0 == ("Cross-Origin-Resource-Policy", "same-origin") })
    let unchanged = try answer("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nIf-None-Match: \(etag)")
    #expect(unchanged.response.status == .notModified && unchanged.text == "")
    // Both responses have the same head, including the length of the body that only one of them has.
    let head = try answer("HEAD / HTTP/1.1\r\nHost: 127.0.0.1:8080").response.head
    #expect(head == response.head)
    #expect(String(decoding: head, as: UTF8.self).contains("Content-Length: \(page.utf8.count)\r\n"))
    // When the served files change, so does the page.
    try folder.write("||ads.example^\n||more.example^\n", to: "list.txt")
    #expect(try sh("sluice build -q --cache cache").status == 0)
    #expect(
      try answer("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nIf-None-Match: \(etag)").response.status == .ok)
  }

  @Test func userIndexPageTakesPrecedence() throws {
    try build("{name: \"ads\", sources: [\"list.txt\"]}")
    try folder.write("<p>mine", to: "public/index.html")
    #expect(try answer().text == "<p>mine")
    #expect(try answer("GET /index.html HTTP/1.0").text == "<p>mine")
    _ = try sh("rm public/index.html; ln -s ../list.txt public/index.html")
    #expect(try answer().text.contains("GNOME Web"))
    #expect(throws: HTTPStatus.notFound) { try answer("GET /index.html HTTP/1.0") }
  }

  @Test func mergeAndConformanceFoldersAreServed() throws {
    _ = try sh("mkdir public; sluice merge -q list.txt -o public/all.json")
    let merge = try answer().text
    #expect(try Self.elements("th a", in: merge).map(\.value) == ["/all.json"])
    #expect(merge.contains("&quot;['http://127.0.0.1:8080/all.json']&quot;"))
    _ = try sh("rm -r public; sluice conformance -q public")
    let conformance = try answer().text
    #expect(!conformance.contains("gsettings"))
    #expect(try Self.elements("p a", in: conformance).map(\.value) == ["/sluice-conformance.html"])
  }

  @Test(arguments: [
    "", "{}", "[",
    "{\"schema\":1,\"tool\":{\"name\":\"other\",\"version\":\"1\"},\"outputs\":[],\"inputs\":[]}",
  ])
  func servedPageReportsMissingManifest(manifest: String) throws {
    _ = try sh("mkdir public")
    if !manifest.isEmpty { try folder.write(manifest, to: "public/manifest.json") }
    let (response, page) = try answer()
    #expect(response.status == .ok && page.contains("with the names of the lists"))
    #expect(try Self.elements("table", in: page).isEmpty)
  }

  /// Text from a manifest is untrusted: it can be neither markup nor a command.
  @Test func servedPageEscapesManifestText() throws {
    let hostile = #"</h1></title><script>alert(1)</script>"'`$(id)&\#u{202E}"#
    let name = "$(id)`id`'\"<b>.json"
    let file: [String: Any] = ["name": name, "sha256": "", "bytes": 1 << 36]
    let manifest: [String: Any] = [
      "schema": 1, "tool": ["name": "sluice", "version": hostile],
      "inputs": [[String: Any]](),
      "outputs": [
        [
          "name": name, "identifier": hostile, "sha256": hostile, "bytes": 1 << 36, "rules": 0,
          "actions": [String: Int](), "gzip": file,
        ]
      ],
      "lists": [
        [
          "name": "$(id)`id`'\"<b>", "title": hostile, "description": hostile,
          "homepage": "javascript:alert(1)//\(hostile)",
          "license": hostile, "version": hostile, "targets": ["any", hostile], "defines": [String](),
          "outputs": [name, "missing.json"], "advanced": file, "inputs": [hostile], "fingerprint": hostile,
        ]
      ],
    ]
    _ = try sh("mkdir public")
    try JSONSerialization.data(withJSONObject: manifest).write(
      to: URL(filePath: folder.path("public/manifest.json")))
    let (_, page) = try answer()
    #expect(try Self.elements("script, b", in: page).isEmpty)
    #expect(try Self.elements("h2", in: page).first?.text == hostile.replacing("\u{202E}", with: "\\u{202E}"))
    #expect(try Self.elements("a", in: page).allSatisfy { $0.value?.hasPrefix("/") == true })
    let line = try #require(try Self.elements("code.copy", in: page).first?.text)
    #expect(
      line
        == "gsettings set org.gnome.Epiphany content-filters \"['http://127.0.0.1:8080/%24%28id%29%60id%60%27%22%3Cb%3E.json']\""
    )
    #expect(page.unicodeScalars.allSatisfy { $0 != "\u{202E}" })
  }

  /// No content of a manifest can crash the server.
  @Test func tooLargeManifestIsNotRead() throws {
    _ = try sh(
      "mkdir public; sluice merge -q list.txt -o public/all.json; truncate -s 5M public/manifest.json")
    #expect(try answer().text.contains("with the names of the lists"))
  }
}
