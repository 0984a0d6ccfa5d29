import TestSupport
import Testing

@testable import sluice

/// Comparisons as comments: their length, and the escaping of foreign text.
@Suite struct ComparisonReportMarkdownTests {
  @Test(arguments: [
    ("||a.example^", "`||a.example^`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a```", "```` a``` ````"),
    (" a ", "`  a  `"), ("", "(nothing)"), ("a\nb", "`a\\u{A}b`"), ("<b>@all</b>", "`<b>@all</b>`"),
    ("\u{202E}x", "`\\u{202E}x`"), ("`` ` ``", "``` `` ` `` ```"),
  ])
  func markdownCodeSpansAreDelimited(_ text: String, _ code: String) {
    #expect(Markdown.code(text) == code)
  }

  @Test func longMarkdownCodeIsTruncated() {
    let code = Markdown.code(String(repeating: "a\u{7}", count: 100_000))
    #expect(code.unicodeScalars.count < Markdown.maximumPiece + 10)
    #expect(code.hasSuffix("…`"))
  }

  /// Returns the parts of a Markdown text outside of code spans.
  ///
  /// A span ends with as many backticks as it starts with.
  private func outsideOfCode(_ markdown: String) -> String {
    var outside = ""
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = Substring(line)
      while let start = rest.firstIndex(of: "`") {
        outside += rest[..<start]
        let fence = rest[start...].prefix { $0 == "`" }
        rest = rest[fence.endIndex...]
        var end: Substring.Index?
        var index = rest.startIndex
        while let tick = rest[index...].firstIndex(of: "`") {
          let run = rest[tick...].prefix { $0 == "`" }
          index = run.endIndex
          if run.count == fence.count {
            end = tick
            break
          }
        }
        guard end != nil else { return outside + "UNCLOSED" }
        rest = rest[index...]
      }
      outside += rest + "\n"
    }
    return outside
  }

  @Test(arguments: 0..<100) func untrustedTextStaysInsideMarkdownCode(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let pieces = [
      "`", "``", "<img>", "@user", "|", "\n", "\r\n# x", "[a](b)", " ", "é", "\u{2028}", "&lt;", "\\", "***",
    ]
    func text() -> String { (0..<random.below(12)).map { _ in random.pick(pieces) }.joined() }
    let items = (0..<5).map { _ in
      ComparisonReport.Item(
        mark: .added, line: [.foreign(text()), .words(" on "), .url("https://\(text())")],
        details: [[.words("was "), .foreign(text())]])
    }
    let outline = ComparisonReport(
      headline: [.foreign(text()), .words(": x")],
      sections: [.init(title: "Filters", facts: [[.words("of "), .foreign(text())]], items: items, total: 9)])
    let outside = outsideOfCode(ComparisonReportMarkdown().render(outline))
    let own = "- #,:()\n" + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    #expect(outside.allSatisfy { own.contains($0) }, "\(outside)")
    #expect(!outside.contains("UNCLOSED"))
  }

  @Test func markdownOmitsURLSecrets() {
    let outline = ComparisonReport(headline: [.url("https://user:pass@a.example/x?token=abc")])
    let markdown = ComparisonReportMarkdown().render(outline)
    #expect(!markdown.contains("pass") && !markdown.contains("abc"))
  }

  @Test func markdownCommentLengthIsLimited() {
    func section(_ title: String, _ count: Int) -> ComparisonReport.Section {
      let item = ComparisonReport.Item(mark: .added, line: [.foreign(String(repeating: "é", count: 250))])
      return ComparisonReport.Section(
        title: title, facts: [[.words("fact")]], items: Array(repeating: item, count: count), total: count)
    }
    let outline = ComparisonReport(
      headline: [.words("x")],
      sections: [section("First", 100), section("Second", 1_000), section("Third", 10)])
    let markdown = ComparisonReportMarkdown().render(outline)
    #expect(markdown.unicodeScalars.count <= ComparisonReportMarkdown.maximumLength)
    #expect(markdown.unicodeScalars.count > ComparisonReportMarkdown.maximumLength - 1_000)
    let parts = markdown.components(separatedBy: "### ")
    #expect(parts.count == 4)
    #expect(parts[1].components(separatedBy: "- added").count == 101 && !parts[1].contains("more"))
    #expect(parts[2].contains("- added") && parts[2].contains(" more\n"))
    #expect(parts[3].contains("fact") && parts[3].contains("more\n"))
  }
}
