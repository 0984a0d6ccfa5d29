import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

/// The styles that host apps apply with user style sheets.
@Suite struct PageStylesTests {
  /// Whether all declarations are important, by their text.
  static let declarations: [(text: String, areImportant: Bool)] = [
    ("color: red !important", true), ("color: red !important;", true), ("color:red!IMPORTANT", true),
    ("color: red ! important ; ", true), ("color: red", false), ("color: red !important; top: 0", false),
    ("top: 0; color: red !important", false), ("top: 0 !important; color: red !important", true),
    ("content: \"a; b\" !important", true), ("content: \"!important\"", false),
    ("content: '!important' !important", true), ("content: \"a !important", false),
    ("width: calc(1px + (2px)) !important", true), ("width: calc(1px !important", false),
    ("grid-area: [a;b] !important", true), ("width: 1px) !important", false), (";", false), ("", false),
    ("--x: 1 !important", true), ("color: red !important x", false), ("color: red !importantly", false),
    ("a: [)] !important", false), ("color: red\t!\timportant\t;\t", true),
  ]

  @Test func importantDeclarationsAreRecognized() {
    for (text, areImportant) in Self.declarations {
      #expect(StyleDeclarations.areImportant(text) == areImportant, "\(text)")
    }
  }

  /// Keys with equal checks in different buckets are different hosts.
  @Test func bucketsDistinguishKeys() {
    let entries = [0, 1, 2, 15, 16, 31].map { PageKeyHash.entry(bucket: $0, bits: 4, check: 7) }
    #expect(Set(entries.prefix(4)).count == 4)
    #expect(entries[4] == entries[0] && entries[5] == entries[3])
    #expect(PageKeyHash.entry(bucket: 1, bits: 4, check: 6) != entries[1])
  }

  private static func sheet(_ filters: [String], _ host: String, _ dialect: Dialect = .uBlockOrigin) throws
    -> String?
  {
    try Scripts(filters, dialect: dialect).script?.isolated.flatMap { PageStyles(isolatedScript: $0) }?
      .styleSheet(for: host)
  }

  private static let important = "p { top: 0 !important }\n"

  /// Filters, a host, and its user style sheet; nil if no filter of the list can be in one.
  static let sheets: [(filters: [String], host: String, sheet: String?)] = [
    (["a.com##p:style(top: 0 !important)"], "a.com", important),
    (["a.com##p:style(top: 0 !important)"], "x.a.com", important),
    (["a.com##p:style(top: 0 !important)"], "b.com", ""),
    (["a.*##p:style(top: 0 !important)"], "a.co.uk", important),
    (["##p:style(top: 0 !important)"], "b.com", important),
    (["a.com##p:style(top: 0)"], "a.com", nil),
    (["a.com##p:has-text(x):style(top: 0 !important)"], "a.com", nil),
    (["a.com##p:matches-path(/x):style(top: 0 !important)"], "a.com", nil),
    (["/^a/##p:style(top: 0 !important)"], "a.com", nil),
    (["a.com,~/^x/##p:style(top: 0 !important)"], "a.com", nil),
    (["##p:style(top: 0 !important)", "a.com#@#p:style(top: 0 !important)"], "a.com", ""),
    (["##p:style(top: 0 !important)", "a.com#@#p:style(top: 0 !important)"], "b.com", important),
    (["##p:style(top: 0 !important)", "/^a/#@#p:style(top: 0 !important)"], "b.com", nil),
    (["##p:style(top: 0 !important)", "@@||a.com^$ghide"], "a.com", ""),
    (["a.com##p:style(top: 0 !important)", "@@||a.com^$ghide"], "a.com", important),
    (["a.com##p:style(top: 0 !important)", "@@||a.com^$shide"], "a.com", ""),
    (["a.com##p:style(top: 0 !important)", "@@||a.com^$elemhide"], "x.a.com", ""),
    (["a.com##p:style(top: 0 !important)", "@@||a.com^$jsinject"], "a.com", important),
    (["a.com>>##p:style(top: 0 !important)"], "a.com", important),
    (["a.com##p:style(top: 0 !important)", "a.com##p:has-text(x)"], "a.com", important),
    (["a.com##p[title=\"}\"]:style(top: 0 !important)"], "a.com", "p[title=\"}\"] { top: 0 !important }\n"),
    (["a.com##p[title=\"ü\"]:style(top: 0 !important)"], "a.com", "p[title=\"ü\"] { top: 0 !important }\n"),
    (["a.com##+js(set, b, 1)"], "a.com", nil), (["a.com##p:has-text(x)"], "a.com", nil),
  ]

  @Test func sheetsHaveStylesOfHost() throws {
    for (filters, host, sheet) in Self.sheets {
      #expect(try Self.sheet(filters, host) == sheet, "\(filters) on \(host)")
    }
    let paths = ["##p:style(top: 0 !important)", "[$path=/x]a.com#@#p:style(top: 0 !important)"]
    #expect(try Self.sheet(paths, "a.com", .adGuard) == nil)
    #expect(
      try Self.sheet(["a.com#$#@media (min-width: 1px) { p { top: 0 !important } }"], "a.com", .adGuard)
        == "@media (min-width: 1px) { p { top: 0 !important } }\n")
  }

  /// The styles in the script's data are those of the look-up, and together with the styles of the script they
  /// are those of a plain interpretation.
  @Test(.slow(5), arguments: [Dialect.uBlockOrigin, .adGuard], [3, 5, 7])
  func generatedStylesAgreeWithReference(dialect: Dialect, seed: UInt64) throws {
    var random = SeededRandom(seed)
    var sizes: Set<Int> = []
    for _ in 0..<size(40) {
      let filters = GeneratedFilters(&random)
      let texts = filters.texts.map { $0.replacing(": 1)", with: ": 1 !important)") }
      let scripts = try Scripts(texts, dialect: dialect)
      // A style is the script's if a regex decides about it on some host.
      let scripted = Set(texts.filter { $0.contains("/^b") }.map(Self.style))
      let script = try #require(scripts.script?.isolated)
      guard let styles = PageStyles(isolatedScript: script) else {
        #expect(scripted.count >= 11)
        continue
      }
      for host in GeneratedFilters.hosts {
        let sheet = styles.styleSheet(for: host)
        let page = ScriptedPage(url: Array("https://\(host)/".utf8))
        #expect(sheet == scripts.lookUp.styleSheet(on: page), "\(texts) on \(host)")
        let found = Set(sheet.split(separator: "\n").map { Self.style(String($0)) })
        let acting = Set(filters.acting(on: host, dialect))
        #expect(found.isSubset(of: acting) && found.isSuperset(of: acting.subtracting(scripted)), "\(texts)")
        sizes.insert(found.count)
      }
    }
    #expect(sizes.count > 3)
  }

  private static func style(_ text: String) -> Int {
    Int(text.split(separator: "--f").last?.prefix { $0.isNumber } ?? "") ?? -1
  }

  /// Scripts come from elsewhere. Damaged ones have no styles, or other ones, and end in time.
  @Test(.slow(5)) func damagedScriptsAreRead() throws {
    let filters = (0..<120).map { number in
      "h\(number % 9).com,~x.h\(number % 7).com##p\(number):style(top: \(number)px !important)"
    }
    let script = try #require(
      try Scripts(filters + ["h1.com#@#p1:style(top: 1px !important)"]).script?.isolated)
    #expect(PageStyles(isolatedScript: script)?.styleSheet(for: "h8.com").isEmpty == false)
    let token = Array(PageScript.stylesToken.utf8)
    let start = try #require(script.indices.first { script[$0...].starts(with: token) })
    var random = SeededRandom(11)
    for round in 0..<size(1_500) {
      var damaged = script
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: start..<damaged.count, using: &random)
        switch round % 3 {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.removeSubrange(place...)
        }
        guard damaged.count > start else { break }
      }
      _ = PageStyles(isolatedScript: damaged)?.styleSheet(for: "x.h3.com")
    }
  }

  @Test func tokenOfStylesOccursOnce() throws {
    let filters = ["__SLUICE_STYLES__", "_SLUICE_STYLES__", "__SLUICE_STYLES_", "__SLUICE_SECRET__"]
      .map { "a.com##p[title=\"\($0)\"]:style(top: 0 !important)" }
    let isolated = try #require(try Scripts(filters).isolated)
    for token in [PageScript.stylesToken, PageScript.secretToken] {
      #expect(isolated.components(separatedBy: token).count == 2)
    }
    let styles = try #require(PageStyles(isolatedScript: Array(isolated.utf8)))
    #expect(styles.styleSheet(for: "a.com").contains("[title=\"__SLUICE_STYLES__\"]"))
    let other = try #require(try Scripts(["a.com##p:style(top: 0)"]).isolated)
    #expect(!other.contains(PageScript.stylesToken))
  }
}

extension InWebKit {
  @Suite(.browser) struct UserStyleTests {
    /// With the token replaced, the script applies in top-level pages exactly the styles that are in no sheet,
    /// and all styles in frames and on pages without a host.
    @Test func scriptsLeaveStylesToHost() async throws {
      let filters = [
        "##p:style(--f0: 1 !important)", "a.com##p:style(--f1: 1 !important)", "a.com##p:style(--f2: 1)",
        "a.com##p:matches-path(/x):style(--f3: 1 !important)", "/a/##p:style(--f4: 1 !important)",
        "a.com##p:has-text(a):style(--f5: 1 !important)",
      ]
      let scripts = try Scripts(filters)
      let user = try #require(scripts.isolated).replacing(PageScript.stylesToken, with: "user")
      let html = """
        <p id=a>a</p><iframe id=f></iframe><iframe id=g sandbox=allow-same-origin srcdoc="<p>a</p>"></iframe>
        """
      func styles(_ root: String) -> String {
        """
        [0, 1, 2, 3, 4, 5].filter((n) => getComputedStyle(\(root).querySelector("p"))
          .getPropertyValue("--f" + n)).join("")
        """
      }
      let value = "[\(styles("document")), \(styles("g.contentDocument"))]"
      let blank = "(f.contentDocument.body.innerHTML = '<p>a</p>', \(styles("f.contentDocument")))"
      let jobs = [user, scripts.isolated].flatMap { isolated in
        [("https://a.com/x", value), ("https://a.com/", blank), ("file:///x", styles("document"))].map {
          PageProbe.Job(isolated: isolated, page: scripts.page, html: html, url: $0.0, value: $0.1)
        }
      }
      let values = try await PageProbe.values(of: jobs)
      #expect(
        values == [
          .array([.string("2345"), .string("01245")]), .string("0124"), .string("0"),
          .array([.string("012345"), .string("01245")]), .string("0124"), .string("0"),
        ])
    }

    /// Without styles of their own, top-level pages adopt no sheet.
    @Test func pagesWithUserStylesAdoptNoSheet() async throws {
      let scripts = try Scripts(["a.com##p:style(--f0: 1 !important)"])
      let user = try #require(scripts.isolated).replacing(PageScript.stylesToken, with: "user")
      let value = "[document.adoptedStyleSheets.length, f.contentDocument.adoptedStyleSheets.length]"
      // Without the script in the page's world, which hides sheets.
      let jobs = [user, scripts.isolated].map {
        PageProbe.Job(
          isolated: $0, html: "<p>a</p><iframe id=f></iframe>", url: "https://a.com/", value: value)
      }
      let values = try await PageProbe.values(of: jobs)
      #expect(values == [.array([.number(0), .number(1)]), .array([.number(1), .number(1)])])
    }
  }
}
