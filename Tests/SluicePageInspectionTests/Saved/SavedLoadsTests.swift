import Foundation
import SluiceDocuments
import SluiceRules
import Testing
import TestSupport

@testable import SluicePageInspection

/// The requests that documents make.
@Suite struct SavedLoadsTests {
  private static let address = "https://news.example/"

  private static func loads(_ html: String, at path: String? = nil) throws -> SavedLoads {
    try SavedLoads(FolderPage(PageText(Array(html.utf8)), at: path, address: Array(address.utf8)))
  }

  /// Returns the requests except the one for the page, without the page's own URL.
  private static func words(_ loads: SavedLoads) -> String {
    loads.loads.dropFirst().map { load in
      let url = String(decoding: load.description.url, as: UTF8.self).replacing(address, with: "/")
      let frame = load.description.frame.map { " in \(String(decoding: $0, as: UTF8.self))" } ?? ""
      return "\(load.description.kind.rawValue) \(url)\(frame)" + (load.isConditional ? " maybe" : "")
        + (load.hasLostAddress ? " lost" : "")
    }.joined(separator: ", ")
  }

  private static func write(_ text: String, to name: String, in folder: TemporaryFolder) throws {
    let url = URL(filePath: folder.path("page_files/\(name)"))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private static let documents: [(html: String, expected: String)] = [
    ("<script src=a.js></script>", "script /a.js"),
    ("<script src=a.js type=module></script>", "script /a.js"),
    ("<script src=a.js type=text/template></script>", ""), ("<script src=a.js nomodule></script>", ""),
    ("<script src></script><script></script>", ""), ("<svg><script href=a.js /></svg>", "script /a.js"),
    ("<link rel=stylesheet href=a.css>", "stylesheet /a.css"),
    ("<link rel='alternate StyleSheet' href=a.css>", "stylesheet /a.css"),
    ("<link rel=stylesheet href=a.css disabled>", ""),
    ("<link rel='shortcut icon' href=a.ico>", "image /a.ico"),
    (
      "<link rel=preload as=font href=a.woff><link rel=preload href=b><link rel=modulepreload href=c.js>",
      "font /a.woff, script /c.js"
    ),
    (
      "<link rel=preconnect href=//a.example><link rel=canonical href=/b><link rel=dns-prefetch href=//c.example>",
      ""
    ),
    ("<img src=a.png><img src=a.png>", "image /a.png"), ("<img srcset='a.png 2x, b.png'>", "image /b.png"),
    ("<img src=b.png srcset='a.png 2000w'>", "image /a.png"),
    ("<picture><source srcset=a.webp type=image/webp><img src=b.png></picture>", "image /a.webp"),
    (
      "<picture><source srcset=a.jxl type=image/jxl><source srcset=c.png media=print><img src=b.png></picture>",
      "image /b.png"
    ),
    ("<picture><img src=b.png><source srcset=a.webp></picture>", "image /b.png"),
    ("<input type=IMAGE src=a.png><input src=b.png>", "image /a.png"),
    ("<body background=a.png>", "image /a.png"),
    ("<svg><image xlink:href=a.png /><image href='#b' /></svg>", "image /a.png"),
    ("<iframe src=//f.example/x></iframe><frame src=no>", "subdocument https://f.example/x"),
    ("<iframe></iframe><iframe src=about:blank></iframe><iframe src='javascript:x'></iframe>", ""),
    ("<iframe srcdoc='<img src=a.png>' src=b.html></iframe>", "image /a.png in about:srcdoc"),
    ("<object data=a.swf></object><embed src=b.swf>", "object /a.swf, object /b.swf"),
    ("<video poster=p.png src=a.mp4></video>", "image /p.png, media /a.mp4"),
    ("<audio><source src=a.ogg><source src=b.mp3></audio>", "media /a.ogg"),
    ("<video preload=none src=a.mp4></video><video preload=none autoplay src=b.mp4></video>", "media /b.mp4"),
    ("<video><track src=a.vtt><track src=b.vtt default></video>", "media /b.vtt"),
    ("<style>@import 'a.css';a{background:url(b.png)}</style>", "stylesheet /a.css, image /b.png maybe"),
    ("<style type=text/less>a{background:url(b.png)}</style>", ""),
    ("<p style='background:url(&quot;a.png&quot;)'>", "image /a.png maybe"),
    (
      "<base href=//cdn.example/x/><base href=/no/><script src=a.js></script>",
      "script https://cdn.example/x/a.js"
    ),
    ("<script src=a.js></script><base href=/dir/>", "script /dir/a.js"),
    ("<base href=data:x><img src=a.png>", "image /a.png"),
    ("<meta http-equiv=refresh content='0;url=/b'>", ""), ("<template><img src=a.png></template>", ""),
    ("<noscript><img src=a.png></noscript>", ""), ("<!-- <img src=a.png> -->", ""),
    ("<a href=/x ping=/y>z</a><form action=/w></form>", ""),
  ]

  @Test(arguments: documents)
  func requestsOfDocumentAreFound(_ html: String, _ expected: String) throws {
    #expect(Self.words(try Self.loads(html)) == expected)
  }

  @Test func nonHTTPReferencesAreCounted() throws {
    let loads = try Self.loads(
      "<img src=data:image/png,x><img src=blob:x><img src=chrome-extension://x/y><img src=about:x>")
    #expect(loads.left == 3)
    #expect(loads.loads.map(\.description.kind) == [.document])
    #expect(loads.documents.count == 1)
  }

  /// Saved style sheets and frames are read too, with their own URLs.
  @Test func savedStyleSheetsAndFramesAreRead() throws {
    let folder = try TemporaryFolder()
    for (name, text) in [
      ("cdn.example/css/a.css", "@import 'b.css'; a{background:url(../x.png)}"),
      ("cdn.example/css/b.css", "@import 'a.css'; @import 'b.css'; b{c:url(y.png)}"),
      ("f.example/index.html", "<script src=/f.js></script><iframe src=/g></iframe>"),
      (
        "f.example/g",
        "<base href=/deep/><img src=g.png><iframe src=/></iframe><iframe src=https://news.example/></iframe>"
      ),
      ("f.example/t.txt", "no HTML"),
    ] {
      try Self.write(text, to: name, in: folder)
    }
    let loads = try Self.loads(
      """
      <link rel=stylesheet href=https://cdn.example/css/a.css><img src=page_files/own.png>
      <iframe src=https://f.example/></iframe><iframe src=https://f.example/t.txt></iframe>
      """, at: folder.path("page.html"))
    #expect(
      Self.words(loads).split(separator: ", ") == [
        "stylesheet https://cdn.example/css/a.css", "stylesheet https://cdn.example/css/b.css",
        "image https://cdn.example/css/y.png maybe", "image https://cdn.example/x.png maybe",
        "image /page_files/own.png lost", "subdocument https://f.example/",
        "script https://f.example/f.js in https://f.example/",
        "subdocument https://f.example/g in https://f.example/",
        "image https://f.example/deep/g.png in https://f.example/g",
        "subdocument https://f.example/ in https://f.example/g", "subdocument / in https://f.example/g",
        "subdocument https://f.example/t.txt",
      ])
    #expect(
      loads.documents.map { String(decoding: $0.description.url, as: UTF8.self) } == [
        "https://news.example/", "https://f.example/", "https://f.example/g",
      ])
    #expect(!loads.isCut)
  }

  /// Reading stops for nested frames and for a page with very many of them.
  @Test(.inTurn) func savedPageRequestsAreLimited() throws {
    let folder = try TemporaryFolder()
    for number in 1...40 {
      let frames = (1...20).map { "<iframe src=https://f.example/\(number * 7 + $0).html></iframe>" }
      try Self.write(frames.joined(), to: "f.example/\(number).html", in: folder)
    }
    let loads = try Self.loads("<iframe src=https://f.example/1.html></iframe>", at: folder.path("page.html"))
    #expect(loads.documents.count <= 64)
    let nested = (0..<30).reduce("<img src=a.png>") { inner, _ in
      "<iframe srcdoc=\"\(inner.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\"></iframe>"
    }
    #expect(try Self.loads(String(nested.prefix(1 << 20))).loads.count < 10)
    let many = (0..<100_050).map { "<img src=\($0)>" }.joined()
    let cut = try Self.loads(many)
    #expect(cut.isCut)
    #expect(cut.loads.count == 100_000)
  }
}
