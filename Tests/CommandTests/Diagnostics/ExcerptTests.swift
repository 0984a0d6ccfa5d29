import Testing

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

@Suite struct ExcerptTests {
  /// Returns the two-line excerpt around the part of a line between `«` and `»`.
  private func excerpt(_ marked: String, width: Int = 40) -> String {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }.map {
      Array($0.utf8)
    }
    return excerpt(parts[0], parts[1], parts[2], width: width)
  }

  private func excerpt(_ before: [UInt8], _ span: [UInt8], _ after: [UInt8], width: Int = 40) -> String {
    let line = [0xFF, 0x0A] + before + span + after
    let start = 2 + before.count
    let excerpt = Excerpt(of: line[2...], around: start..<start + span.count, width: width)
    return excerpt.text + "\n" + String(repeating: " ", count: excerpt.caretOffset)
      + String(repeating: "^", count: excerpt.caretWidth)
  }

  @Test(arguments: [
    ("||a.example^$«csp»", "||a.example^$csp\n             ^^^"),
    ("«»x", "x\n^"),
    ("||a^$«»", "||a^$\n     ^"),
    ("«»", "\n^"),
    ("a\tb«c»", "a bc\n   ^"),
    ("漢字#«字»x", "漢字#字x\n     ^^"),
    ("e\u{301}«x»", "e\u{301}x\n ^"),
    ("😀«x»", "😀x\n  ^"),
    ("a\u{1B}[31m«x»", "a\\u{1B}[31mx\n           ^"),
    ("\u{9B}«x»", "\\u{9B}x\n      ^"),
    ("«\u{202E}»x", "\\u{202E}x\n^^^^^^^^"),
    ("a\u{0}«x»", "a\\u{0}x\n      ^"),
  ])
  func caretIsUnderSpan(marked: String, expected: String) {
    #expect(excerpt(marked) == expected)
  }

  @Test func invalidBytesAreEscapedInExcerpts() {
    #expect(excerpt([0xC3], [0xFF, 0x07], [0x80]) == "\\xC3\\xFF\\u{7}\\x80\n    ^^^^^^^^^")
  }

  @Test(arguments: [
    ("0123456789«abc»0123456789", "…456789abc012345…\n       ^^^"),
    ("«abc»01234567890123456789", "abc012345678901…\n^^^"),
    ("01234567890123456789«abc»", "…890123456789abc\n             ^^^"),
    ("01234567890123456789«abc»0123", "…23456789abc0123\n         ^^^"),
    ("0123«abcdefghijklmnopqrstuvwxyz»", "…abcdefghijklmno…\n ^^^^^^^^^^^^^^^"),
    ("0123«abcdefghijk»0123456789", "…23abcdefghijk01…\n   ^^^^^^^^^^^"),
  ])
  func longLinesAreTruncatedAroundSpan(marked: String, expected: String) {
    #expect(excerpt(marked, width: 17) == expected)
  }

  @Test func excerptFitsWidth() {
    let texts = ["", "a", "漢", "\u{1B}", "abcdefghij", "漢字漢字漢字", String(repeating: "x😀", count: 40)]
    for before in texts {
      for span in texts {
        for after in texts {
          let result = excerpt(Array(before.utf8), Array(span.utf8), Array(after.utf8), width: 20)
          let columns = result.split(separator: "\n", omittingEmptySubsequences: false)[0].unicodeScalars
            .reduce(0) { $0 + DisplayText.cell($1).width }
          #expect(columns <= 20, "\(result)")
        }
      }
    }
  }

  @Test func excerptOfHugeLineIsFast() {
    let part = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
    let line = part + part
    let time = ContinuousClock().measure {
      for _ in 0..<100 { _ = Excerpt(of: line[...], around: 10_000_000..<20_000_000, width: 100) }
    }
    // Scanning the line again for each of the hundred excerpts would take longer.
    #expect(time < .seconds(2))
  }

  @Test func excerptStaysWithinLine() {
    let line: [UInt8] = Array("abc".utf8)
    #expect(Excerpt(of: line[...], around: 2..<9, width: 40).caretWidth == 1)
    #expect(Excerpt(of: line[1...], around: 0..<1, width: 40).caretOffset == 0)
    #expect(Excerpt(of: line[...], around: 7..<9, width: 40).caretOffset == 3)
  }
}
