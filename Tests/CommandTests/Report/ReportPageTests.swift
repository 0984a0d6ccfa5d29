import Foundation
import SluiceConversion
import Testing
import TestSupport

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

/// The page of `sluice report` for given contents.
@Suite struct ReportPageTests {
  /// Hostile text that a list or the author of a build file can put into any field.
  static let hostile = "</style><script>alert(1)</script>\"'&<!--]]>\u{202E}\u{0}\u{1B}"

  @Test func sampleReportPageIsUpToDate() throws {
    let bytes = Array(try Repository.text(of: "Samples/not-expressible.txt").utf8)
    let input = Source(name: "not-expressible.txt", bytes: bytes)
    let before = Source(name: "not-expressible.txt", bytes: bytes.dropLast(400))
    let content = try ReportContent(converting: [input], ConversionOptions())
    let previous = try ReportContent(converting: [before], ConversionOptions())
    try GeneratedText.checkSample(
      "report.html", of: "ReportPageTests", is: ReportPage(content, previous: previous).html)
  }

  @Test func reportTextCannotAddTags() {
    let plain = Self.tags(Self.page(.example("x")))
    #expect(Self.tags(Self.page(.example(Self.hostile))) == plain)
    #expect(plain.count { $0 == "<script>" } == 1 && plain.count { $0 == "<style>" } == 1)
    let page = Self.page(.example(Self.hostile))
    #expect(page.contains("&lt;/style&gt;&lt;script&gt;alert(1)"))
    for scalar in page.unicodeScalars { #expect(scalar == "\n" || !scalar.isHidden) }
  }

  @Test(arguments: [
    ("a", "a"), ("<b>", "&lt;b&gt;"), ("\"&'", "&quot;&amp;'"), ("\u{202E}", "\\u{202E}"),
    ("a\nb", "a\\u{A}b"),
  ])
  func htmlWriterEscapesTextAndAttributes(text: String, escaped: String) {
    var html = HTMLWriter()
    html.element(.p, attributes: [.id: text], text: text)
    #expect(String(decoding: html.bytes, as: UTF8.self) == "<p id=\"\(escaped)\">\(escaped)</p>\n")
  }

  @Test func backquotedWordsBecomeCodeElements() {
    var html = HTMLWriter()
    html.markdown("write `a<b` or ``, `c")
    #expect(
      String(decoding: html.bytes, as: UTF8.self)
        == "write <code>a&lt;b</code> or <code></code>, <code>c</code>")
  }

  @Test(arguments: ["x", hostile])
  func reportPageEmbedsItsContent(text: String) throws {
    let content = ReportContent.example(text)
    let page = ReportPage(content, previous: content).html
    #expect(try ReportContent(inReport: page, named: "x") == content)
    #expect(throws: CommandError.self) {
      try ReportContent(inReport: Array("<!doctype html>".utf8), named: "x")
    }
    #expect(throws: CommandError.self) {
      try ReportContent(
        inReport: Array(
          String(decoding: page, as: UTF8.self).replacing("\"converted\":3", with: "\"converted\":-3").utf8),
        named: "x")
    }
  }

  @Test func reportPageLoadsAndRunsNothing() {
    let page = Self.page(.example("https://a.example/x.js"))
    #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    #expect(!page.contains("@import") && !page.contains("url("))
    for tag in Self.tags(page, withAttributes: true) {
      let names = tag.matches(of: /\s([A-Za-z-]+)="/).map { String($0.1) }
      #expect(Set(names).isDisjoint(with: ["src", "srcset", "action", "data", "poster"]), "\(tag)")
      #expect(!names.contains { $0.hasPrefix("on") }, "\(tag)")
      if tag.contains(" href=") { #expect(tag.contains(" href=\"#"), "\(tag)") }
    }
  }

  @Test func reportHeadingsAndTableHeadersAreAccessible() {
    let tags = Self.tags(Self.page(.example("x")), withAttributes: true)
    var level = 0
    for tag in tags where tag.hasPrefix("<h") && tag.dropFirst(2).first?.isNumber == true {
      let next = tag.dropFirst(2).first?.wholeNumberValue ?? 0
      #expect(next <= level + 1, "\(tag)")
      level = next
    }
    #expect(tags.count { $0.hasPrefix("<h1") } == 1)
    let headers = tags.filter { $0.hasPrefix("<th ") || $0 == "<th>" }
    #expect(!headers.isEmpty)
    for header in headers { #expect(header.contains("scope=\"col\"") || header.contains("scope=\"row\"")) }
    #expect(tags.count { $0.hasPrefix("<table") } == tags.count { $0 == "<caption>" })
    #expect(tags.first { $0.hasPrefix("<html") } == "<html lang=\"en\">")
    let ids = tags.compactMap { $0.split(separator: " id=\"").dropFirst().first?.prefix { $0 != "\"" } }
    #expect(Set(ids).count == ids.count)
  }

  /// Contrast ratios as in WCAG 2.2: 4.5 for text, 3 for marks and bars.
  @Test func reportColorsHaveContrast() throws {
    let css = Self.page(.example("x"))
    let light = try PageColors.properties(css[...])
    let dark = try PageColors.properties(
      css[try #require(css.range(of: "prefers-color-scheme: dark")).upperBound...])
    for colors in [light, dark] {
      func contrast(_ one: String, _ other: String) throws -> Double {
        PageColors.contrast(try #require(colors[one]), try #require(colors[other]))
      }
      for text in ["text", "muted", "link"] {
        for back in ["background", "panel"] { #expect(try contrast(text, back) >= 4.5, "\(text) on \(back)") }
      }
      for outcome in Outcome.allCases {
        #expect(try contrast(outcome.rawValue, "background") >= 3, "\(outcome)")
        #expect(try contrast(outcome.rawValue, "line") >= 3, "\(outcome) beside what is left of a bar")
      }
    }
    #expect(light["text"] != dark["text"])
    let badges = [
      ReportBadge.colors.good, ReportBadge.colors.middling, ReportBadge.colors.poor,
      ReportBadge.colors.neutral,
    ]
    for color in badges + [ReportBadge.labelColor] {
      #expect(PageColors.contrast(try PageColors.channels(color), [1, 1, 1]) >= 4.5, "\(color)")
    }
  }
}

// MARK: - Helpers

extension ReportPageTests {
  private static func page(_ content: ReportContent) -> String {
    String(decoding: ReportPage(content, previous: content).html, as: UTF8.self)
  }

  /// Returns the tags in order.
  ///
  /// Attributes and texts contain neither `<` nor `>`.
  private static func tags(_ page: String, withAttributes: Bool = false) -> [String] {
    page.split(separator: "<").compactMap { piece in
      guard let end = piece.firstIndex(of: ">") else { return nil }
      let tag = piece[..<end]
      return "<\(withAttributes ? tag : tag.prefix { $0 != " " })>"
    }
  }
}

extension ReportContent {
  /// Returns two lists that fill every part of a report, with `text` in each text field.
  static func example(_ text: String) -> ReportContent {
    var list = List(
      name: text, targets: [text], inputs: [text],
      conversion: Conversion(
        lines: 9, filters: 7, inactive: 1, converted: 3, approximated: 1, inPage: 1, needsScript: 1,
        unsupported: 1))
    list.reasons = [
      Reason(
        outcome: "unsupported", reason: "unknown-option", filters: 1,
        examples: [
          Example(file: text, line: 3, outcome: "unsupported", reason: text, message: text, filter: text)
        ]),
      Reason(outcome: text, reason: text, filters: 1),
    ]
    list.notes = [Note(note: "object-loads", filters: 2), Note(note: text, filters: 1)]
    list.constructs = [
      Row(construct: text, converted: 3, approximated: 1, inPage: 1, needsScript: 1, unsupported: 1)
    ]
    list.options = [
      Row(option: text, converted: 3, approximated: 1, inPage: 1, needsScript: 1, unsupported: 1)
    ]
    list.files = [
      File(
        name: text, rules: 140_000, bytes: 9_000_000, ruleLimit: 150_000, byteLimit: 11_000_000,
        compressedBytes: 7),
      File(name: text, rules: 1, bytes: 1, ruleLimit: 150_000),
    ]
    list.pageCosts = [
      ListCost(
        file: text,
        cost: Cost(
          selectors: .init(classes: 2, ids: 1, others: 2), automata: 2, microsecondsPerDocument: 10,
          microsecondsPerRequest: 1,
          mostExpensive: [
            .init(
              urlFilter: text, nanosecondsPerDocument: 1900, nanosecondsPerRequest: 0,
              filter: .init(file: text, line: 1, text: text)),
            .init(urlFilter: text, selector: text),
          ]))
    ]
    return ReportContent(version: text, lists: [list, list], warnings: [.init(source: text, message: text)])
  }
}
