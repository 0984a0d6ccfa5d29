import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

/// Filters that continue over several lines count as one filter, and each diagnostic has its location in the
/// original list.
struct LineContinuationTests {
  @Test(arguments: [
    Row("||a.com^$script, \\\n    3p", #"block ||a\.com[:/] case type=script load=third-party"#),
    Row(
      "/x$domain=b.com| \\\r\n    c.com\r\n##.y", "hide .y .*", #"block /x if-top-url=*b.com,*c.com"#),
    Row(
      "a.com, \\\n    b.com##.x", #"hide .x ||a\.com[:/] case type=document"#,
      #"hide .x ||b\.com[:/] case type=document"#),
    Row("! c \\\n    ||a.com^"),
    Row("!#if (nothing || \\\n    ext_no)\n||a.com^\n!#endif"),
    Row(
      "!#if nothing\n||a.com^ \\\n    $script\n!#endif\n||b.com^ \\\n    $image",
      #"block ||b\.com[:/] case type=image"#),
  ])
  func continuedLinesBecomeOneFilter(row: Row) throws { try row.check() }

  @Test func diagnosticsOfContinuedLinesAreLocated() throws {
    let text = """
      ||a.com^$script, \\
          frobnicate
      x y \\
          z
      ||b.com^$domain=c..d| \\
            e.com
      a.com##.x:has-text(a \\
          b)
      !#if a && \\
          &&
      """
    let converted = try convert(text)
    #expect(
      converted.diagnostics == [
        "unsupported unknown-option: frobnicate", "unsupported blank-in-pattern:  ",
        "unsupported invalid-domain: c..d", "needsScript procedural-selector: :has-text",
        "unsupported unclosed-if: !#if a && \\\n    &&",
      ])
    let bytes = Array(text.utf8)
    #expect(
      converted.report.diagnostics.map { String(decoding: bytes[$0.line.indices], as: UTF8.self) } == [
        "||a.com^$script, \\\n    frobnicate", "x y \\\n    z", "||b.com^$domain=c..d| \\\n      e.com",
        "a.com##.x:has-text(a \\\n    b)", "!#if a && \\\n    &&",
      ])
    #expect(converted.report.lines == 10 && converted.report.filters == 5)
  }

  @Test func sourceMapJoinsContinuedLines() throws {
    var options = ConversionOptions()
    options.makesSourceMap = true
    let text = "! c\n||a.com^ \\\n    $script\n\n||b.com^"
    let result = try Converter(options: options).convert([Source(name: "list", bytes: Array(text.utf8))])
    let filters = try #require(result.sourceMap).filters
    #expect(filters.map(\.text) == ["||a.com^$script", "||b.com^"] && filters.map(\.line) == [2, 5])
  }

  /// Splitting filters over several lines does not change the output.
  @Test(arguments: seeds(200, oneIn: 5) as Range<UInt64>)
  func splittingFiltersOverLinesChangesNoOutput(_ seed: UInt64) throws {
    var generator = FilterGenerator(random: SeededRandom(seed))
    let filters = generator.list()
    var random = generator.random
    let cut = filters.map { filter in
      // Spaces at a line break would be removed.
      filter.reduce(into: "") { text, character in
        if random.oneIn(6), character != " ", !text.hasSuffix(" "), !text.isEmpty { text += " \\\n    " }
        text.append(character)
      }
    }
    for threads in [1, 3] {
      var options = ConversionOptions()
      (options.threads, options.dialect) = (threads, .adblockPlus)
      func convert(_ lines: [String]) throws -> ConversionResult {
        try Converter(options: options).convert([
          Source(name: "", bytes: Array(lines.joined(separator: "\n").utf8), accepts: .anything)
        ])
      }
      let (whole, pieces) = (try convert(filters), try convert(cut))
      #expect(whole.lists.map(\.rules) == pieces.lists.map(\.rules), "\(cut.joined(separator: "\n"))")
      #expect(whole.report.diagnostics.map(\.reason) == pieces.report.diagnostics.map(\.reason))
      #expect(whole.report.filters == pieces.report.filters)
    }
  }
}
