import SluiceConversion
import SluiceSyntax
import Testing

@testable import SluicePageScript

/// No style of a page overrides a hiding rule.
///
/// A filter that shows an element therefore acts as an exception to the filters that hide it.
@Suite struct ShownElementsTests {
  private func convert(_ lines: [String], _ dialect: Dialect) throws -> (
    json: String, report: ConversionReport
  ) {
    var options = ConversionOptions()
    options.dialect = dialect
    let converter = Converter(options: options)
    let list = Source(name: "list.txt", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    let result = try converter.convert(converter.parse([list]))
    return (String(decoding: result.lists[0].rules.encodedJSON(), as: UTF8.self), result.report)
  }

  @Test(arguments: [
    (Dialect.uBlockOrigin, "a.com##.bait:style(display: block !important)"),
    (.uBlockOrigin, "a.com##.bait:style(height: 1px; display: block!important; color: red)"),
    (.adGuard, "a.com#$#.bait { display: block !important; }"),
    (.adGuard, "a.com#$#.bait{DISPLAY:BLOCK!IMPORTANT}"),
  ])
  func forcedDisplayStylesBecomeHidingExceptions(dialect: Dialect, filter: String) throws {
    let exception = try convert(["##.bait", "##.other", "a.com#@#.bait"], dialect).json
    #expect(try convert(["##.bait", "##.other", filter], dialect).json == exception)
    #expect(try convert([filter, "##.bait", "##.other"], dialect).json == exception)
    #expect(try convert(["##.bait", "##.other"], dialect).json != exception)
  }

  @Test(arguments: [
    "a.com##.bait:style(display: block)", "a.com##.bait:style(display: none !important; color: red)",
    "a.com##.bait:style(color: red !important)", "a.com##div:has-text(x):style(display: block !important)",
    "a.com##.bait:style(--display: block !important)",
    "a.com#$#@media (max-width: 9px) { .bait { display: block !important; } }",
  ])
  func otherStylesKeepElementsHidden(filter: String) throws {
    let plain = try convert(["##.bait", "##.other"], .uBlockOrigin).json
    #expect(try convert(["##.bait", "##.other", filter], .uBlockOrigin).json == plain)
  }

  @Test func exceptedStylesMakeNoHidingException() throws {
    let style = ".bait:style(display: block !important)"
    let plain = try convert(["##.bait"], .uBlockOrigin).json
    #expect(try convert(["##.bait", "a.com##\(style)", "a.com#@#\(style)"], .uBlockOrigin).json == plain)
  }

  /// Rules still hide elements for which no exception is possible.
  @Test(arguments: [
    ("a.com##.bait:style(display: block !important)", Outcome.inPage),
    ("a.com##div:has-text(x):style(display: block !important)", .approximated),
    ("a.com##div:has-text(x):style(display: block)", .inPage),
    ("a.com#$#@media (max-width: 9px) { .bait { display: block !important; } }", .approximated),
    // The argument of a scriptlet is not a style.
    ("a.com##+js(aeld, click, .bait:style(display: block !important;)", .inPage),
  ])
  func reportSeparatesExactFromApproximateStyles(filter: String, outcome: Outcome) throws {
    var report = try convert([filter], .uBlockOrigin).report
    report.settleInPages { _ in true }
    #expect(report.diagnostics.map(\.outcome) == [outcome])
  }
}
