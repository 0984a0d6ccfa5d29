import Foundation
@testable import sluice
import SluiceDocuments
import SluicePageInspection
import Testing
import TestSupport

/// The encoding of pages, compared with the real engine.
///
/// Each frame is a page of another site, so that no document around it determines its encoding.
@Suite(
  .browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment),
  .serialized,
  .ends)
struct PageEncodingTests {
  private static let text =
    "<p title=t>caf\u{E9} \u{201C}na\u{EF}ve\u{201D} \u{41F}\u{440}\u{438} \u{65E5}\u{672C}"

  private static func utf16(_ html: String, isLittle: Bool) -> [UInt8] {
    html.utf16.flatMap {
      let (high, low) = (UInt8($0 >> 8), UInt8($0 & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
  }

  /// Pages, as the bytes before the text and the bytes of the text.
  private static let pages: [(start: [UInt8], text: [UInt8])] = {
    let utf8 = Array(text.utf8)
    // café “naïve” in windows-1252, and Cyrillic in windows-1251.
    let western: [UInt8] =
      Array("<p title=t>caf".utf8) + [0xE9, 0x20, 0x93, 0x6E, 0x61, 0xEF, 0x76, 0x65, 0x94]
    let russian: [UInt8] = Array("<p title=t>".utf8) + [0xCF, 0xF0, 0xE8]
    let japanese: [UInt8] = Array("<p title=t>".utf8) + [0x93, 0xFA, 0x96, 0x7B]
    func meta(_ start: String, _ text: [UInt8]) -> ([UInt8], [UInt8]) { (Array(start.utf8), text) }
    let long = String(repeating: "x", count: 1100)
    return [
      meta("<!doctype html>", western), meta("<!doctype html>", utf8),
      ([0xEF, 0xBB, 0xBF], utf8), ([0xEF, 0xBB, 0xBF] + Array("<meta charset=windows-1251>".utf8), utf8),
      ([0xFF, 0xFE], utf16(text, isLittle: true)), ([0xFE, 0xFF], utf16(text, isLittle: false)),
      meta("<meta charset=utf-8>", utf8), meta("<META CHARSET = 'UTF8' >", utf8),
      meta("<meta charset=windows-1251>", russian),
      meta("<meta charset=cp1251>", russian), meta("<meta charset=utf-16>", utf8),
      meta("<meta charset=nonsense>", western),
      meta("<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>", russian),
      meta("<meta content='text/html; charset=\"windows-1251\"' http-equiv=content-type>", russian),
      meta("<meta http-equiv=refresh content='1; charset=windows-1251'>", western),
      meta("<meta charset=shift_jis>", japanese),
      meta("<meta name=x charset=windows-1251 charset=utf-8>", russian),
      meta("<!-- <meta charset=windows-1251> -->", western),
      meta("<!--><meta charset=windows-1251>-->", russian),
      meta("<script>'<meta charset=windows-1251>'</script>", western),
      meta("<title><meta charset=windows-1251></title>", western),
      meta("<a title='<meta charset=windows-1251>'>", western),
      meta("<!doctype html><html><head><title>\(long)</title><meta charset=windows-1251>", russian),
      meta("<body><p>\(long)</p><meta charset=windows-1251>", western),
      meta("<body><p>x</p><meta charset=windows-1251>", russian),
      meta("<head></head><body><meta charset=windows-1251>", russian),
      meta("</br><meta charset=windows-1251>", russian),
      meta("<?xml version='1.0' encoding='windows-1251'?>", russian),
      meta("<meta/charset=windows-1251>", russian),
      meta("<metacharset=windows-1251>", western), meta("<meta charset=x-user-defined>", western),
      meta("<meta charset=iso-8859-1>", western), meta("<meta charset=us-ascii>", western),
      meta("<meta charset=>", western),
    ]
  }()

  @Test func pageEncodingsAgreeWithEngine() async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    var frames = ""
    for (number, page) in Self.pages.enumerated() {
      let host = folder.url.appending(path: "page_files/f\(number).example")
      try files.createDirectory(at: host, withIntermediateDirectories: true)
      try Data(page.start + page.text).write(to: host.appending(path: "index.html"))
      frames += "<iframe src=https://f\(number).example/></iframe>"
    }
    try folder.write("<!doctype html><meta charset=utf-8>" + frames, to: "page.html")
    let path = folder.path("page.html")
    let browser = try PageBrowser(
      command: ["webkit-page", "--page", "https://news.example/", path],
      files: [path, folder.path("page_files")],
      program: try BuiltProgram.sluice, hasNetwork: false)
    var trial = EngineTrial.patient
    trial.readsDocuments = true
    let seen = try browser.observe(trial)
    for (number, page) in Self.pages.enumerated() {
      let bytes = page.start + page.text
      let shown = bytes.map {
        (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16)
      }.joined()
      let document = try #require(
        seen.documents.first { $0.address == "https://f\(number).example/" }, "\(shown)")
      #expect(
        Self.paragraph(document.html)
          == Self.paragraph(String(decoding: PageText(bytes).bytes, as: UTF8.self)), "\(shown)")
    }
  }

  /// A same-site frame has the encoding of its page unless it declares another.
  @Test func framesInheritPageEncoding() async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(
      at: folder.url.appending(path: "page_files/other.example"), withIntermediateDirectories: true)
    let russian: [UInt8] = Array("<p title=t>".utf8) + [0xCF, 0xF0, 0xE8]
    for path in ["page_files/own.html", "page_files/other.example/index.html"] {
      try Data(russian).write(to: folder.url.appending(path: path))
    }
    let start = "<meta charset=windows-1251><iframe src=page_files/own.html></iframe>"
    let page = Array("\(start)<iframe src=https://other.example/></iframe>".utf8) + russian
    try Data(page).write(to: folder.url.appending(path: "page.html"))
    let path = folder.path("page.html")
    let browser = try PageBrowser(
      command: ["webkit-page", "--page", "https://news.example/page.html", path],
      files: [path, folder.path("page_files")], program: try BuiltProgram.sluice, hasNetwork: false)
    var trial = EngineTrial.patient
    trial.readsDocuments = true
    let seen = try browser.observe(trial).documents
    let address = Array("https://news.example/page.html".utf8)
    let saved = try SavedLoads(FolderPage(PageText(page), at: path, address: address)).documents
    #expect(seen.count == 3 && saved.count == 3)
    for document in saved {
      let url = String(decoding: document.description.url, as: UTF8.self)
      let other = try #require(seen.first { $0.address == url }, "\(url)")
      let isOfPage = !url.contains("other.example")
      #expect(
        Self.paragraph(other.html) == (isOfPage ? "\u{41F}\u{440}\u{438}" : "\u{CF}\u{F0}\u{E8}"), "\(url)")
      #expect(
        Self.paragraph(String(decoding: document.text, as: UTF8.self)) == Self.paragraph(other.html), "\(url)"
      )
    }
  }

  private static func paragraph(_ html: String) -> Substring? {
    for start in ["<p title=t>", "<p title=\"t\">"] {
      if let found = html.firstRange(of: start) { return html[found.upperBound...].prefix { $0 != "<" } }
    }
    return nil
  }
}
