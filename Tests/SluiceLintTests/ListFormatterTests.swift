import SluiceText
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceLint

/// Sorting and combining within sections: `sluice lint --fix --select format`.
@Suite struct ListFormatterTests {
  private func formatted(_ text: String) -> String { Self.formatted(text) }

  private static func formatted(_ text: String) -> String {
    let settings = LintSettings(select: [.rule(.own(.format))], ignore: [], severities: [:])
    let sources = [LintSource(Source(name: "a.txt", bytes: Array(text.utf8)), settings: settings)]
    let linter = Linter()
    return String(decoding: linter.fixed(sources, report: linter.lint(sources)).lists[0].bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      // Order: filters by text, hiding filters by selector, and each section by its most frequent kind.
      ("||b.example^\n||A.example^\n/xy/\n", "/xy/\n||A.example^\n||b.example^\n"),
      ("b.example##.a\na.example##.b\n##.A\n", "##.A\nb.example##.a\na.example##.b\n"),
      ("a.example#@#.b\nb.example##.b\na.example##.a\n", "a.example##.a\na.example#@#.b\nb.example##.b\n"),
      (
        "b.example#?#.a:has-text(x)\n##.c\na.example##.b\n",
        "a.example##.b\n##.c\nb.example#?#.a:has-text(x)\n"
      ),
      (
        "##+js(set, b, 1)\na.example##+js(set, a, 1)\n##.c\n",
        "a.example##+js(set, a, 1)\n##+js(set, b, 1)\n##.c\n"
      ),
      ("||b.example^\n##.z\n##.a\n", "##.a\n##.z\n||b.example^\n"),
      ("||b.example^\n##.z\n/xy/\n", "##.z\n/xy/\n||b.example^\n"),
      ("||b.example^\n||a.example^", "||a.example^\n||b.example^"),
      ("||b.example^\r\n||a.example^\r\n", "||a.example^\r\n||b.example^\r\n"),
      ("  ||b.example^\n||a.example^ \n", "  ||a.example^\n||b.example^ \n"),
      ("\u{FEFF}||b.example^\n||a.example^\n", "\u{FEFF}||a.example^\n||b.example^\n"),
      // Duplicates.
      ("||a.example^\n||b.example^\n||a.example^\n", "||a.example^\n||b.example^\n"),
      ("||a.example^\n||a.example^", "||a.example^\n"),
      // Filters that differ only in their domains.
      ("/x$domain=b.example\n/x$domain=a.example\n", "/x$domain=a.example|b.example\n"),
      (
        "/x$domain=c.example|b.example,script\n/x$domain=A.example,script\n",
        "/x$domain=A.example|b.example|c.example,script\n"
      ),
      (
        "@@/x$domain=b.example\n@@/x$domain=a.example\n/x$domain=c.example\n",
        "/x$domain=c.example\n@@/x$domain=a.example|b.example\n"
      ),
      ("b.example##.x\na.example,c.example##.x\n##.x\n", "##.x\na.example,b.example,c.example##.x\n"),
      ("b.example#@#.x\na.example##.x\na.example#@#.x\n", "a.example##.x\na.example,b.example#@#.x\n"),
      ("b.example##+js(set, x, 1)\na.example##+js(set, x, 1)\n", "a.example,b.example##+js(set, x, 1)\n"),
      (
        "b.example##.x:style(top: 0)\na.example##.x:style(top: 0)\n",
        "a.example,b.example##.x:style(top: 0)\n"
      ),
      (
        "/x$from=b.example\n/x$from=a.example\n/x$domain=c.example\n",
        "/x$domain=c.example\n/x$from=a.example|b.example\n"
      ),
      ("/x$domain=a.example\n/x$domain=a.example|b.example\n", "/x$domain=a.example|b.example\n"),
      // A filter that is not combined keeps the order of its domains.
      ("/x$domain=b.example|a.example\n/w\n", "/w\n/x$domain=b.example|a.example\n"),
      // Filters that cannot be combined without a change.
      ("/x$domain=~b.example\n/x$domain=~a.example\n", "/x$domain=~a.example\n/x$domain=~b.example\n"),
      ("/x$domain=a.*\n/x$domain=b.example\n", nil),
      ("~a.example##.x\nb.example##.x\n", "b.example##.x\n~a.example##.x\n"),
      ("a.*##.x\nb.example##.x\n", nil), ("/x$domain=a.example\n/x$domain=b.example,script\n", nil),
      ("/x$domain=a.example\n/X$domain=b.example\n", nil),
      ("[$path=/p]a.example##.x\n[$path=/p]b.example##.x\n", nil),
      ("/x$domain=a.example,badfilter\n/x$domain=b.example,badfilter\n", nil),
      (
        "/x$domain=b.example\n/x$domain=a.example\n\n/x$domain=b.example,badfilter\n",
        "/x$domain=a.example\n/x$domain=b.example\n\n/x$domain=b.example,badfilter\n"
      ),
      ("/x$domain=a.example\n/x$to=b.example\n", nil),
      // Lines that stay in place and separate sections.
      ("! c\n||b.example^\n! d\n||a.example^\n", nil), ("||b.example^\n\n||a.example^\n", nil),
      (
        "||d.example^\n||c.example^\n! c\n||b.example^\n||a.example^\n",
        "||c.example^\n||d.example^\n! c\n||a.example^\n||b.example^\n"
      ),
      ("!#if env_safari\n||b.example^\n!#else\n||a.example^\n!#endif\n", nil),
      (
        "||z.example^\n!#if env_safari\n||b.example^\n||a.example^\n!#endif\n||y.example^\n",
        "||z.example^\n!#if env_safari\n||a.example^\n||b.example^\n!#endif\n||y.example^\n"
      ),
      ("||c.example^\n!+ NOT_OPTIMIZED\n||b.example^\n||a.example^\n", nil),
      (
        "!+ PLATFORM(ios)\n||c.example^\n||b.example^\n||a.example^\n",
        "!+ PLATFORM(ios)\n||c.example^\n||a.example^\n||b.example^\n"
      ),
      (
        "!+ PLATFORM(ios)\n! c\n||c.example^\n||b.example^\n",
        "!+ PLATFORM(ios)\n! c\n||b.example^\n||c.example^\n"
      ),
      (
        "! sluice-disable-next-line\n||c.example^\n||b.example^\n||a.example^\n",
        "! sluice-disable-next-line\n||c.example^\n||a.example^\n||b.example^\n"
      ),
      ("!#include b.txt\n||b.example^\n!#include a.txt\n||a.example^\n", nil),
      ("0.0.0.0 b.example\n0.0.0.0 a.example\n", nil),
      ("||b.example^$no-such=\n||a.example^\n", "||a.example^\n||b.example^$no-such=\n"),
      ("not a filter\n||b.example^\nalso none\n||a.example^\n", nil),
      ("b.example,a.example \\\n    ##.x\n||a.example^\n", nil), ("||b.example^\\\n||a.example^\n", nil),
      ("||b.example^\r||a.example^\r", nil), ("! sluice-disable format\n||b.example^\n||a.example^\n", nil),
      ("", nil), ("\n\n", nil),
      // The first line would become the header of a list.
      ("||a.example^\n[Adblock Plus 2.0]\n", nil),
    ] as [(String, String?)])
  func formatterSortsAndCombinesFilters(_ text: String, _ expected: String?) {
    #expect(formatted(text) == expected ?? text)
    #expect(formatted(expected ?? text) == expected ?? text)
  }

  /// A list of hosts contains few other filters.
  ///
  /// Combining these would turn the list into a list of hosts.
  @Test func formatterKeepsDialect() {
    let names = (0..<9).map { "ads\($0).example\n" }.joined()
    let text = "/x$domain=b.example\n/x$domain=a.example\n\n" + names
    #expect(FilterList(parsing: text).dialect == .adblockPlus)
    #expect(formatted(text) == text)
    // Filters are combined if that does not change the dialect.
    #expect(formatted(text + "/y\n/z\n/w\n").hasPrefix("/x$domain=a.example|b.example\n\n"))
  }

  /// Only the first fifty lines can contain a list's title and its new location.
  @Test func formatterCreatesNoMetadata() {
    let filters = (0..<49).map { _ in "||a.example^\n" }.joined()
    for (comment, isKept) in [
      ("! Redirect: https://x.example/", true), ("! Title: x", true), ("! see: x", false),
    ] {
      let text = filters + "||b.example^\n\(comment)\n||c.example^\n"
      #expect((formatted(text) == text) == isKept, "\(comment)")
    }
  }

  @Test func formattingFindingNamesLines() {
    let list = "! c\n||a.example^\n||c.example^\n||b.example^\n"
    let settings = LintSettings(select: [.group(.style)], ignore: [], severities: [:])
    let report = Linter().lint([
      LintSource(Source(name: "a.txt", bytes: Array(list.utf8)), settings: settings)
    ])
    #expect(
      LocatedFindings(report).map(\.diagnostic).map { "\($0.location.line) \($0.reason) \($0.message)" } == [
        "2 format the filters of lines 2 to 4 are not sorted or not combined"
      ])
    #expect(Linter().lint([LintSource(Source(name: "a.txt", bytes: Array(list.utf8)))]).findings.isEmpty)
  }

  // MARK: Any list

  private static let pieces = [
    "||a.example^", "||b.example^$third-party", "/ads/$script", "@@/ads/ok", "/x$domain=p.example",
    "/x$domain=q.example", "/x$domain=p.example|r.example", "/x$domain=~p.example",
    "/x$domain=q.example,script",
    "@@/x$domain=p.example", "@@/x$domain=q.example", "/x$domain=q.example,badfilter",
    "/x$important,domain=r.example",
    "/x$important,domain=p.example", "@@||a.example^$document,domain=q.example", "*$image,domain=p.example",
    "*$image,domain=q.example", "p.example##.x", "q.example##.x", "s.q.example##.x", "~q.example##.x", "##.x",
    "#@#.y",
    "p.example#@#.x", "q.example#@#.x", "p.example,q.example##.y", "r.example##.y", "##.y",
    "@@||p.example^$generichide",
    "p.*##.z", "r.example##.z", "a.example", "ads.example",
  ]
  private static let others = [
    "! comment", "!#if env_safari", "!#else", "!#endif", "", " ", "!+ NOT_OPTIMIZED", "0.0.0.0 h.example",
    "not a filter",
    "! sluice-disable-next-line", "b.example,a.example \\\n    ##.c",
  ]

  private static func list(_ random: inout SeededRandom) -> String {
    var text = random.chance(30) ? "[Adblock Plus 2.0]\n! Title: x\n" : ""
    for _ in 0..<random.below(50) {
      text += random.chance(15) ? random.pick(others) : random.pick(pieces)
      text += random.chance(5) ? "\r\n" : "\n"
    }
    return text
  }

  /// Comments and other lines that are not filters stay in place among the sections, and a second run changes
  /// nothing.
  @Test(.slow(10)) func formatterIsIdempotentAndKeepsComments() {
    var random = SeededRandom(2903)
    for _ in 0..<size(400) {
      let text = Self.list(&random)
      let result = formatted(text)
      #expect(formatted(result) == result, "\(text)")
      #expect(Self.frame(of: text) == Self.frame(of: result), "\(text)\nbecame\n\(result)")
    }
  }

  /// Returns the lines that are not filters, and the meanings of the filters between them, separately for
  /// each host.
  private static func frame(of text: String) -> [Set<String>] {
    let list = FilterList(parsing: text)
    let bytes = list.bytes.span
    var frame: [Set<String>] = [[]]
    for line in list.lines {
      switch line.content {
      case .network, .cosmetic:
        for one in single(bytes.text(line.range)) { frame[frame.count - 1].insert(one) }
      case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected:
        frame += [[bytes.text(line.range)], []]
      }
    }
    return frame
  }

  private static func single(_ filter: String) -> [String] {
    func split(_ start: String, _ domains: Substring, _ separator: Character, _ rest: String) -> [String] {
      if domains.contains("~") || domains.contains("*") || domains.isEmpty { return [filter] }
      return domains.split(separator: separator).map { start + $0 + rest }
    }
    if let marker = filter.firstRange(of: "##") ?? filter.firstRange(of: "#@#") {
      return split("", filter[..<marker.lowerBound], ",", String(filter[marker.lowerBound...]))
    }
    guard let option = filter.firstRange(of: "domain=") else { return [filter] }
    let domains = filter[option.upperBound...].prefix { $0 != "," }
    return split(String(filter[..<option.upperBound]), domains, "|", String(filter[domains.endIndex...]))
  }

  /// The list has the same effect in WebKit for every target, on all pages and for all requests that its
  /// filters can distinguish.
  @Test(.slow(10), arguments: [Target.any, .safari26, .webKitGTK2_50])
  func formattingKeepsWebKitBehavior(target: Target) throws {
    var random = SeededRandom(UInt64(target.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
    for _ in 0..<size(60) {
      let text = Self.list(&random)
      let result = formatted(text)
      guard result != text else { continue }
      #expect(try Self.verdicts(text, target) == Self.verdicts(result, target), "\(text)\nbecame\n\(result)")
    }
  }

  private static func verdicts(_ text: String, _ target: Target) throws -> [String] {
    var options = ConversionOptions()
    options.target = target
    let source = Source(name: "a.txt", bytes: Array(text.utf8), accepts: .anything)
    let result = try Converter(options: options).convert([source])
    let evaluators = result.lists.map { RuleListEvaluator($0.rules) }
    var verdicts = ["\(result.report.count(.converted) > 0)"]
    let pages = ["p.example", "q.example", "s.q.example", "r.example", "a.example", "other.example"]
    let urls = [
      "https://a.example/", "https://b.example/x", "https://c.example/ads/ok", "https://c.example/ads/",
      "https://c.example/x",
      "https://ads.example/", "https://h.example/", "https://p.example/x",
    ]
    for page in pages {
      for url in urls {
        for kind in [Request.Kind.script, .image, .document] {
          let request = Request(
            kind, url: Array(url.utf8), page: Array("https://\(page)/".utf8), suffixes: .wellKnown)
          let isBlocked = evaluators.contains { $0.decide(request).isBlocked }
          verdicts.append("\(url) \(page) \(kind) \(isBlocked)")
        }
      }
      let document = Request(
        .document, url: Array("https://\(page)/".utf8), page: Array("https://\(page)/".utf8),
        suffixes: .wellKnown)
      let hidden = Set(evaluators.flatMap { $0.decide(document).hiddenSelectors.map { "\($0)" } })
      let single = Set(hidden.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } })
      verdicts.append("\(page) hides \(single.sorted())")
    }
    return verdicts
  }
}
