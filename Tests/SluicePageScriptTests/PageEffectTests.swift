import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

/// The filters that act on pages, computed without a browser.
@Suite struct PageEffectTests {
  /// Compares the look-up of the data in Swift with a plain interpretation of generated filters.
  @Test(.slow(6), arguments: [Dialect.uBlockOrigin, .adGuard], [3, 5, 7])
  func generatedFilterLookupAgreesWithReference(dialect: Dialect, seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<size(60) {
      let filters = GeneratedFilters(&random)
      let lookUp = try Scripts(filters.texts, dialect: dialect).lookUp
      for host in GeneratedFilters.hosts {
        let effects = lookUp.effects(on: ScriptedPage(url: Array("https://\(host)/".utf8)))
        let styles = Set(effects.map { style(of: filters.texts[$0.place.lineIndex]) }).sorted()
        #expect(styles == filters.acting(on: host, dialect), "\(filters.texts) on \(host)")
      }
    }
  }

  private func style(of filter: String) -> Int {
    Int(filter.split(separator: "--f").last?.prefix { $0.isNumber } ?? "") ?? -1
  }

  @Test func pageExceptionsLimitActions() throws {
    for (exceptions, left) in InWebKit.PageLookUpTests.pageExceptions {
      let texts = InWebKit.PageLookUpTests.exceptedFilters + exceptions
      let lookUp = try Scripts(texts).lookUp
      for host in ["a.com", "y.a.com"] {
        let effects = lookUp.effects(on: ScriptedPage(url: Array("https://\(host)/".utf8)))
        #expect(Set(effects.map { style(of: texts[$0.place.lineIndex]) }).sorted() == left, "\(exceptions)")
      }
    }
  }

  /// A list, a page with its embedding pages, and the lines of the filters that act.
  private static let pages: [(list: [String], urls: [String], lines: [Int])] = [
    (["a.com##p:matches-path(/x):has-text(y)"], ["https://a.com/x"], [1]),
    (["a.com##p:matches-path(/x):has-text(y)"], ["https://a.com/?q=/x#z"], [1]),
    (["a.com##p:matches-path(/x):has-text(y)"], ["https://a.com/#/x"], []),
    (["a.com##p:matches-path(/^\\/X/i):has-text(y)"], ["https://a.com:8080/x"], [1]),
    (["a.com##p:matches-path(/^\\/X/):has-text(y)"], ["https://a.com/x"], []),
    (["a.com##p:matches-path(/x):has-text(y), p:has-text(z)"], ["https://a.com/w"], [1]),
    // Conditions that only a browser can evaluate: filters with them are named, and exceptions with them are
    // ignored.
    (["a.com##p:matches-media((min-width: 9em)):has-text(y)"], ["https://a.com/"], [1]),
    (["a.com##p:matches-path(/(?<name/):has-text(y)"], ["https://a.com/"], [1]),
    (["a.com##p:has-text(y)", "[$path=/(?<name/]a.com#@#p:has-text(y)"], ["https://a.com/"], [1]),
    (["a.com>>##p:has-text(y)"], ["https://b.com/", "https://c.com/", "https://a.com/"], [1]),
    (["a.com##p:has-text(y)"], ["https://b.com/", "https://a.com/"], []),
    (["a.com##p:has-text(y)"], ["about:blank", "https://a.com/"], [1]),
    (["##p:has-text(y)", "a.com##p:has-text(z)"], ["about:blank"], [1]),
    (["a.com##+js(set, b, 1)", "a.com##+js(set, c, 1)", "a.com#@#+js(set, c, 1)"], ["https://a.com/"], [1]),
    (["a.com##+js(set, b, 1)", "x.a.com#@#+js()"], ["https://x.a.com/"], []),
    (["a.com##+js(set, b, 1)", "x.a.com#@#+js()"], ["https://a.com/"], [1]),
    (["a.com##+js(aopr, b)", "#@#+js(abort-on-property-read, b)"], ["https://a.com/"], []),
    (["a.com,~b.a.com##p:has-text(y)", "b.a.com##p:has-text(y)"], ["https://b.a.com/"], []),
    (["a.com##+js(trusted-set, b, 1)", "a.com##+js(none)"], ["https://a.com/"], []),
  ]

  @Test(arguments: pages)
  func filtersActOnTheirPages(list: [String], urls: [String], lines: [Int]) throws {
    let urls = urls.map { Array($0.utf8) }
    let page = ScriptedPage(url: urls[0], ancestors: Array(urls.dropFirst()))
    #expect(try Scripts(list).lookUp.effects(on: page).map(\.place.lineNumber) == lines)
  }

  private static let kinds: [(filter: String, kind: PageEffect.Kind)] = [
    ("a.com##+js(aopr, b.c)", .scriptlet("abort-on-property-read", arguments: ["b.c"], .page)),
    ("a.com##+js(ra, title, p)", .scriptlet("remove-attr", arguments: ["title", "p"], .isolated)),
    (
      "a.com#%#//scriptlet('ubo-set.js', 'b', '1')",
      .scriptlet("set-constant", arguments: ["b", "1"], .page)
    ),
    (
      "a.com##p:-abp-contains(x):not(:has(b:contains(/y/))):nth-ancestor(2)",
      .elements(.hide, operators: ["has-text", "not", "has", "upward"])
    ),
    ("a.com##p:style(color: red)", .elements(.style, operators: [])),
    ("a.com##p:has-text(x):remove()", .elements(.remove, operators: ["has-text"])),
    (
      "a.com##p:matches-css-before(content: x):matches-media(print):remove-class(b)",
      .elements(.removeClass, operators: ["matches-media", "matches-css-before"])
    ),
    ("a.com##p:remove-attr(b)", .elements(.removeAttribute, operators: [])),
  ]

  @Test(arguments: kinds)
  func actionsDescribeFilters(filter: String, kind: PageEffect.Kind) throws {
    let page = ScriptedPage(url: Array("https://a.com/".utf8))
    #expect(try Scripts([filter]).lookUp.effects(on: page).map(\.kind) == [kind])
  }

  /// The important plain styles of a page, for hosts that support user style sheets.
  @Test func styleSheetOfPageIsCollected() throws {
    let filters = [
      "a.com##p:style(color: red !important)", "##.x:style(color: blue !important)",
      "a.com##.y:style(top: 0)",
      "a.com##p:has-text(x):style(left: 0)", "b.com##p:style(right: 0)", "a.com##.hidden",
      "sub.a.com#@#p:style(color: red !important)",
    ]
    let lookUp = try Scripts(filters).lookUp
    func sheet(_ url: String) -> String { lookUp.styleSheet(on: ScriptedPage(url: Array(url.utf8))) }
    #expect(
      sheet("https://a.com/") == "p { color: red !important }\n.x { color: blue !important }\n")
    #expect(sheet("https://sub.a.com/") == ".x { color: blue !important }\n")
    #expect(sheet("https://c.com/") == ".x { color: blue !important }\n")
  }
}
