import Foundation
import SluiceDocuments
import SluiceSystem
import Testing
import TestSupport

@testable import SluicePageInspection

/// A page with its folder, whose files and no others serve as responses.
@Suite struct FolderPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["in", "in/page_files", "in/page_files/cdn.example", "in/page_files/cdn.example/dir", "out"] {
      try FileManager.default.createDirectory(
        at: URL(filePath: folder.path(name)), withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(
      at: URL(filePath: folder.path("in/page_files/port.example:8443")), withIntermediateDirectories: true)
    for (name, text) in [
      ("in/beside.js", "beside"), ("in/page_files/a.js", "a"), ("in/page_files/cdn.example/b.js", "b"),
      ("in/page_files/cdn.example/b.js?v=1", "b1"), ("in/page_files/cdn.example/dir/index.html", "index"),
      ("in/page_files/cdn.example/a b.png", "space"), ("in/page_files/cdn.example/a%20c.png", "encoded"),
      ("in/page_files/cdn.example/q?u=%2Fx", "slash"), ("in/page_files/port.example:8443/p.css", "port"),
      ("in/page_files/cdn.example/noend", "<p>"), ("out/secret.txt", "secret"),
    ] {
      try folder.write(text, to: name)
    }
    for (name, target) in [
      ("in/link.js", "../out/secret.txt"), ("in/page_files/up", "../../out"),
      ("in/page_files/etc.example", "/etc"),
      ("in/page_files/cdn.example/link.js", "../../../out/secret.txt"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }
    for name in ["in/pipe.js", "in/page_files/cdn.example/pipe.js"] {
      #expect(mkfifo(folder.path(name), 0o600) == 0)
    }
  }

  private func page(_ address: String = "https://news.example/") throws -> FolderPage {
    try FolderPage(PageText(Array("<p>".utf8)), at: folder.path("in/page.html"), address: Array(address.utf8))
  }

  @Test(
    arguments: [
      ("https://news.example/", "<p>", "text/html"),
      ("https://news.example/beside.js", "beside", "text/javascript"),
      ("https://news.example/page_files/a.js", "a", "text/javascript"),
      ("https://cdn.example/b.js", "b", "text/javascript"),
      ("https://cdn.example/b.js?v=1", "b1", "text/javascript"),
      ("https://cdn.example/b.js?v=2", "b", "text/javascript"),
      ("https://cdn.example/dir/", "index", "text/html"),
      ("https://cdn.example/a%20b.png", "space", "image/png"),
      ("https://cdn.example/a%20c.png", "encoded", "image/png"), ("https://cdn.example/q?u=/x", "slash", nil),
      ("https://port.example:8443/p.css", "port", "text/css"),
      ("https://cdn.example:81/b.js", "b", "text/javascript"),
      ("https://user:pw@cdn.example/b.js", "b", "text/javascript"), ("https://cdn.example/noend", "<p>", nil),
      ("https://cdn.example//dir//", "index", "text/html"),
    ] as [(String, String, String?)])
  func savedFilesAnswerURLs(_ url: String, _ body: String, _ type: String?) throws {
    let answer = try #require(try page().answer(to: Array(url.utf8)))
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
    #expect(answer.headers == (type.map { [.init(name: "Content-Type", value: $0)] } ?? []))
    #expect(answer.status == 200)
  }

  /// URLs lead only into the page's folder, and only regular files are read.
  @Test(arguments: [
    "https://news.example/../out/secret.txt", "https://news.example/%2e%2e/out/secret.txt",
    "https://news.example/..%2fout%2fsecret.txt", "https://news.example/page_files/../../out/secret.txt",
    "https://cdn.example/../../../out/secret.txt", "https://cdn.example/%2e%2e/%2e%2e/%2e%2e/out/secret.txt",
    "https://cdn.example/..%2f..%2f..%2fout%2fsecret.txt", "https://../secret.txt", "https://./a.js",
    "https://%2e%2e/out/secret.txt", "https://up/secret.txt", "https://etc.example/passwd",
    "https://cdn.example/link.js",
    "https://news.example/link.js", "https://news.example/pipe.js", "https://cdn.example/pipe.js",
    "https://cdn.example/b.js%00", "https://cdn.example/%00", "https://cdn.example/dir",
    "https://cdn.example/no.js",
    "https://other.example/b.js", "http://news.example/beside.js", "https://news.example:81/beside.js",
    "about:blank", "",
    "data:text/plain,x", "https://", "file:///etc/passwd", "https://cdn.example/b.js/",
    "https://cdn.example/b.js/x",
  ])
  func urlsOutsidePageFolderGetNoAnswer(_ url: String) throws {
    #expect(try page().answer(to: Array(url.utf8)) == nil)
  }

  @Test func longURLsGetNoAnswer() throws {
    for url in [
      "https://cdn.example/" + String(repeating: "a/", count: 100_000),
      "https://cdn.example/" + String(repeating: "a", count: 100_000),
    ] {
      #expect(try page().answer(to: Array(url.utf8)) == nil)
    }
  }

  @Test func hugeSavedFileGetsNoAnswer() throws {
    let path = folder.path("in/huge.js")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, off_t(FolderPage.maximumFileSize + 1)) == 0)
    #expect(try page().answer(to: Array("https://news.example/huge.js".utf8)) == nil)
  }

  /// The folder next to the page holds URLs below the page's own path.
  @Test func savedPageKeepsItsPath() throws {
    let page = try page("https://news.example/dir/story.html?x=1#part")
    #expect(String(decoding: page.address, as: UTF8.self) == "https://news.example/dir/story.html?x=1")
    #expect(page.answer(to: Array("https://news.example/dir/beside.js".utf8)) != nil)
    #expect(page.answer(to: Array("https://news.example/beside.js".utf8)) == nil)
  }

  /// A page without a file extension, standard input, and a page next to a folder of the same name.
  @Test func otherSavedPagesHaveNoFolder() throws {
    let text = Array("<p>".utf8)
    let address = Array("https://news.example/".utf8)
    let url = Array("https://cdn.example/b.js".utf8)
    #expect(try FolderPage(PageText(text), at: nil, address: address).answer(to: url) == nil)
    #expect(
      try FolderPage(PageText(text), at: folder.path("in/other.html"), address: address).answer(to: url)
        == nil)
    #expect(
      try FolderPage(PageText(text), at: folder.path("in/page_files.html"), address: address).answer(to: url)
        != nil)
    #expect(
      try FolderPage(PageText(text), at: folder.path("none/page.html"), address: address).answer(to: url)
        == nil)
  }

  @Test(
    arguments: [
      ("<!-- saved from url=(0021)https://news.example/ --><p>", "https://news.example/"),
      (
        "<!DOCTYPE html>\r\n<!-- saved from url=(0026)https://news.example/a?b=c#d -->",
        "https://news.example/a?b=c#d"
      ),
      ("<!-- saved from url=(0021)https://news.example/-->", "https://news.example/--"),
      ("<!-- saved from url=(0014)about:internet -->", nil),
      ("<!-- saved from url=(0011)file:///etc -->", nil),
      ("<p>", nil), ("", nil), ("<!-- saved from url=(", nil), ("<!-- saved from url=(12", nil),
      ("<!-- saved from url=https://news.example/ -->", nil),
      (String(repeating: " ", count: 5000) + "<!-- saved from url=(0021)https://news.example/ -->", nil),
      // The comment of SingleFile, which comes first in the document element.
      (
        "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://news.example/a?b=c \n saved date: Wed Nov 25 2026 \n--><meta charset=utf-8>",
        "https://news.example/a?b=c"
      ),
      (
        "<html><!-- other --><!--\r\n Page saved with SingleFile\r\n url:https://news.example/\r\n-->",
        "https://news.example/"
      ),
      ("<html><!--\n Page saved with SingleFile \n url: file:///etc/passwd \n-->", nil),
      ("<html><!--\n Archive processed by SingleFile \n-->\n url: https://news.example/", nil),
      ("<html><!--\n url: https://news.example/ \n-->", nil),
      ("<html><!--\n SingleFile url: https://news.example/", nil),
      (
        "<!-- saved from url=(0021)https://news.example/ --><!--\n SingleFile \n url: https://other.example/ \n-->",
        "https://news.example/"
      ),
    ] as [(String, String?)])
  func pageAddressIsReadFromSavedFile(_ html: String, _ expected: String?) {
    #expect(FolderPage.address(in: Array(html.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func savedPageNeedsWebAddress() {
    #expect(throws: SavedPageProblem.noAddress) { try FolderPage(PageText([]), at: nil) }
    for text in ["news.example", "file:///x", "", "javascript:x"] {
      #expect(throws: SavedPageProblem.notOfTheWeb(Array(text.utf8))) {
        try FolderPage(PageText([]), at: nil, address: Array(text.utf8))
      }
    }
  }
}
