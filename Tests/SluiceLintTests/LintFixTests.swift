import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSyntax
import SluiceText
import TestSupport
import Testing

@testable import SluiceLint

/// `--fix` makes the right changes and no others.
@Suite struct LintFixTests {
  private func fixed(_ text: String, select: [LintSelector] = [.all]) -> String {
    let settings = LintSettings(select: select, ignore: [], severities: [:])
    let sources = [LintSource(Source(name: "a.txt", bytes: Array(text.utf8)), settings: settings)]
    let linter = Linter()
    return String(decoding: linter.fixed(sources, report: linter.lint(sources)).lists[0].bytes, as: UTF8.self)
  }

  private static let fixes: [(text: String, expected: String)] = [
    ("||a.example^ \n", "||a.example^\n"),
    ("||a.example^\t \r\n||b.example^\r\n", "||a.example^\n||b.example^\n"),
    ("||a.example^\r\n||b.example^", "||a.example^\n||b.example^"),
    ("||a.example^\n||b.example^\n||A.example^\n", "||a.example^\n||b.example^\n"),
    ("||a.example^\n||a.example^", "||a.example^\n"),
    ("0.0.0.0 a.example b.example\n0.0.0.0 a.example\n", "0.0.0.0 a.example b.example\n"),
    ("0.0.0.0 a.example\n0.0.0.0 b.example a.example\n", "0.0.0.0 a.example\n0.0.0.0 b.example a.example\n"),
    ("/x$domain=b.example|a.example\n", "/x$domain=a.example|b.example\n"),
    ("/x$domain=b.example|~a.b.example|B.example\n", "/x$domain=~a.b.example|b.example\n"),
    ("b.example,~c.b.example,a.example##.x\n", "a.example,b.example,~c.b.example##.x\n"),
    ("a.example,a.example##.x\n", "a.example##.x\n"),
    ("a.example,b.a.example,A.example,b.a.example##.x\n", "a.example,b.a.example##.x\n"),
    (
      "/x$domain=a.example|a.example|b.example|a.example,to=c.example|c.example\n",
      "/x$domain=a.example|b.example,to=c.example\n"
    ),
    ("/x$domain=a.example,script,third-party\n", "/x$third-party,script,domain=a.example\n"),
    ("||A.Example/Path$Script\n", "||a.example/Path$script\n"),
    (
      "||a.example^$third-party\n||b.example^$third-party\n||c.example^$3p\n",
      "||a.example^$third-party\n||b.example^$third-party\n||c.example^$third-party\n"
    ),
    ("/x$~match-case,script\n", "/x$script\n"), ("/x$script,~match-case\n", "/x$script\n"),
    ("/x$~match-case\n", "/x\n"),
    ("/x$script,script\n", "/x$script\n"),
    ("/x$\(Array(repeating: "script", count: 200).joined(separator: ","))\n", "/x$script\n"),
    // Several correct changes, or none.
    ("/x$~image,script\n", "/x$~image,script\n"),
    ("/x$domain=a.example|b.a.example\n", "/x$domain=a.example|b.a.example\n"),
    ("||a.example^\n||b.a.example^\n", "||a.example^\n||b.a.example^\n"),
    ("##.x.y\n##.y.x\n", "##.x.y\n##.y.x\n"),
    // A hint or comment would then apply to the next filter.
    (
      "||a.example^\n!+ PLATFORM(windows)\n||a.example^\n||b.example^\n",
      "||a.example^\n!+ PLATFORM(windows)\n||a.example^\n||b.example^\n"
    ),
    (
      "||a.example^\n!+ PLATFORM(windows)\n\n||a.example^\n||b.example^\n",
      "||a.example^\n!+ PLATFORM(windows)\n\n||b.example^\n"
    ),
    (
      "##.x\n! sluice-disable-next-line hides-tag\n##.x\n##div\n",
      "##.x\n! sluice-disable-next-line hides-tag\n##.x\n##div\n"
    ),
    ("[$domain=b.com|a.com,path=/x]d.com,c.com##.x\n", "[$domain=b.com|a.com,path=/x]d.com,c.com##.x\n"),
    // Domains next to each other share their separators.
    ("a.com,b.com,b.com,a.com,c.com##.x\n", "a.com,b.com,c.com##.x\n"),
    ("[$domain=a.com|a.com|b.com|b.com]##.x\n", "[$domain=a.com|b.com]##.x\n"),
    // Two lists of domains are invalid.
    ("[$domain=a.com|b.com]b.com,a.com,c.com##.x\n", "[$domain=a.com|b.com]b.com,a.com,c.com##.x\n"),
    ("/x$domain=a.com|a.com|a.com|b.com|b.com\n", "/x$domain=a.com|b.com\n"),
    ("x1.com/a\r||a.com^\r||a.com^\r\n||b.com^", "x1.com/a\r||a.com^\r||a.com^\n||b.com^"),
    // Values with commas keep their position.
    ("/x$replace=/a,script/b/,domain=B.example\n", "/x$replace=/a,script/b/,domain=b.example\n"),
    // Mistakes that have one right answer.
    ("||a.example^$$domain=b.example\n", "||a.example^$domain=b.example\n"),
    ("||a.example^$$$script\n", "||a.example^$script\n"),
    ("||a.example^third-party\n", "||a.example^$third-party\n"),
    ("||a.example^,script\n", "||a.example^$script\n"),
    ("||a.example^,domain=~b.example\n", "||a.example^$domain=~b.example\n"),
    ("@@||a.example^elemhide\n", "@@||a.example^$elemhide\n"),
    ("||a.example^frame,3p\n", "||a.example^$3p,frame\n"),
    ("||a.example,~third-party\n", "||a.example^$~third-party\n"),
    ("||a.example^third-party$script\n", "||a.example^$third-party,script\n"),
    ("/b.jsdomain=a\n", "/b.js$domain=a\n"), ("/b.css~third-party\n", "/b.css$~third-party\n"),
    ("/b.js,domain=a.example|b.example\n", "/b.js$domain=a.example|b.example\n"),
    ("/b/*,script\n", "/b/*$script\n"),
    ("||a.example^$script;image\n", "||a.example^$image,script\n"),
    ("||a.example^$script image\n", "||a.example^$image,script\n"),
    ("||a.example^$script.third-party\n", "||a.example^$third-party,script\n"),
    ("||a.example^$domain:b.example\n", "||a.example^$domain=b.example\n"),
    ("||a.example^$script|image\n", "||a.example^$image,script\n"),
    ("||a.example^$script$image\n", "||a.example^$image,script\n"),
    ("||a.example^$domain=b.example,c.example\n", "||a.example^$domain=b.example|c.example\n"),
    ("||a.example^$domain=b.example;c.example\n", "||a.example^$domain=b.example|c.example\n"),
    ("a.example;b.example##.ad\n", "a.example,b.example##.ad\n"),
    // Alone, a line with spaces is a text.
    (
      "||x.example^\n||y.example^\na.example b.example#@#.ad\n",
      "a.example,b.example#@#.ad\n||x.example^\n||y.example^\n"
    ),
    ("||0.0.0.0a.example^\n", "||a.example^\n"), ("0.0.0.0a.example\n", "0.0.0.0 a.example\n"),
    ("127.0.0.1a.example\n", "127.0.0.1 a.example\n"),
    ("0.0.0.0 0.0.0.0a.example\n", "0.0.0.0 a.example\n"),
    ("@||a.example^\n", "@@||a.example^\n"), ("|||a.example^\n", "||a.example^\n"),
    ("a.example#.ad\n", "a.example##.ad\n"), ("example,org##.ad\n", "example.org##.ad\n"),
    ("a.example|b.example##.ad\n", "a.example,b.example##.ad\n"),
    ("||a.example^##.ad\n", "a.example##.ad\n"), ("https://a.example/##.ad\n", "a.example##.ad\n"),
    ("@@||a.example##.ad\n", "@@||a.example##.ad\n"),
    // Mistakes with several right answers, or none.
    ("||a^b.example^\n", "||a^b.example^\n"), ("||a^com\n", "||a^com\n"), ("|a.example^\n", "|a.example^\n"),
    ("This costs $image\n", "This costs $image\n"), ("||a.example^$scirpt\n", "||a.example^$scirpt\n"),
    // Filters on several lines do not change.
    ("b.example,a.example \\\n    ##.x\n", "b.example,a.example \\\n    ##.x\n"),
    ("\u{FEFF}||a.example^ \n", "\u{FEFF}||a.example^\n"),
  ]

  @Test(arguments: fixes)
  func lintFixesAreWritten(_ text: String, _ expected: String) {
    #expect(fixed(text) == expected)
    #expect(fixed(expected) == expected)
  }

  @Test func fixKeepsChecksumValid() throws {
    let draft = "! Title: x\n! Checksum: x\n||a.example^ \n||b.example^\n"
    let right = ListMetadata(parsing: draft).rightChecksum(Array(draft.utf8))
    let list = fixed(draft.replacing("Checksum: x", with: "Checksum: \(right)"))
    #expect(list.contains("||a.example^\n"))
    #expect(ListMetadata(parsing: list).hasRightChecksum(Array(list.utf8)))
    #expect(fixed(draft).contains("Checksum: x\n"))
  }

  /// In random lists, every filter keeps its meaning, and only duplicates are removed.
  @Test(.slow(10)) func fixesKeepFilterMeaning() throws {
    var random = SeededRandom(1811)
    let patterns = [
      "||A.example^", "||a.example^", "/ads/", "/ads/*", "|https://x", "-ad-", "||b.example/X",
      "@@||a.example^",
    ]
    let options = [
      "script", "Script", "~image", "3p", "third-party", "~third-party", "match-case", "~match-case",
      "domain=b.example|a.example",
      "domain=A.example|~b.a.example|a.example", "important", "badfilter", "redirect=noop.js",
      "replace=/a,b/c/", "denyallow=x.example|w.example", "_",
    ]
    let others = [
      "##.ad", "B.example,a.example##.ad", "a.example,a.example#@#.ad", "[$path=/x]a.example##.ad",
      "a.example##+js(x, 1)", "! note ",
      "0.0.0.0 a.example b.example", "127.0.0.1 A.example", "!#if env_safari", "!#endif", "", " ",
      "a.example,b.example \\\n    ##.ad",
      "[$domain=a.example|b.example]b.example,a.example##.ad",
      "[$domain=b.example|a.example|b.example]a.example,c.example,b.example#@#.ad",
    ]
    for _ in 0..<size(300) {
      var text = ""
      for _ in 0..<random.below(30) {
        if random.chance(40) {
          text += random.pick(others)
        } else {
          text += random.pick(patterns)
          let chosen = (0..<random.below(4)).map { _ in random.pick(options) }
          if !chosen.isEmpty { text += "$" + chosen.joined(separator: ",") }
        }
        text += random.pick(["\n", "\n", " \n", "\r\n", "\t\n"])
      }
      let result = fixed(text)
      let different = Self.meanings(text).symmetricDifference(Self.meanings(result))
      #expect(different.isEmpty, "\(text)\nbecame\n\(result)")
      #expect(fixed(result) == result, "\(text)")
    }
  }

  /// Returns the meaning of all lines of a list.
  private static func meanings(_ text: String) -> Set<Meaning> {
    let list = FilterList(parsing: text)
    let bytes = list.bytes.span
    var meanings: Set<Meaning> = []
    for line in list.lines {
      switch line.content {
      case .network(let filter):
        // A filter that blocks a host equals a line of a hosts file.
        let identity = FilterIdentity(filter, in: bytes)
        meanings.insert(identity.blockedHost.map { .host($0) } ?? .network(identity))
      case .cosmetic(let filter):
        meanings.insert(
          .cosmetic(
            filter.kind, filter.isException, CosmeticPages(filter, in: bytes), bytes.text(filter.body)))
      case .hosts(let hosts):
        for host in hosts.hosts { meanings.insert(.host(bytes.lowercased(host))) }
      case .blank, .continuation: break
      case .comment, .header, .metadata, .directive, .hint, .rejected:
        meanings.insert(.text(bytes.text(line.range)))
      }
    }
    return meanings
  }

  private enum Meaning: Hashable {
    case network(FilterIdentity)
    case cosmetic(CosmeticFilter.Kind, Bool, CosmeticPages, String)
    case host([UInt8])
    case text(String)
  }

  @Test func baselineMatchesFindingsByText() throws {
    func report(_ text: String) -> LintReport {
      Linter().lint([LintSource(Source(name: "a.txt", bytes: Array(text.utf8)))])
    }
    let old = report("##div\n##span\n##div \n")
    let baseline = try LintBaseline(decodingJSON: LintBaseline(old).encodedJSON())
    #expect(baseline == LintBaseline(old))
    var same = old
    #expect(baseline.apply(to: &same) == old.findings.count && same.findings.isEmpty)
    // Lines may move, another occurrence of a finding is new, and a finding that is gone does not allow a
    // different one.
    var new = report("\n##p\n##div\n##div\n##span\n##span\n")
    _ = baseline.apply(to: &new)
    #expect(
      new.findings.map { "\($0.line) \($0.rule.id)" } == [
        "2 hides-tag", "6 duplicate-filter", "6 hides-tag",
      ])
    for json in ["", "[]", "{}", #"{"version":2,"findings":[]}"#, #"{"version":1,"findings":[{"file":1}]}"#] {
      #expect(throws: LintBaseline.Problem.self) { try LintBaseline(decodingJSON: json) }
    }
  }

  @Test func lintConfigurationIsRead() throws {
    func settings(_ json: String) throws -> LintSettings? {
      try LintConfiguration(parsing: Array(json.utf8), name: "sluice.json")?
        .settings(select: [], ignore: [], severities: [:])
    }
    #expect(try settings("{lists: []}") == nil)
    #expect(try settings("{lint: {}}") == LintSettings())
    let own = try #require(
      try settings(
        #"{lint: {select: ["style"], ignore: ["upper-case"], severity: {"option-order": "error"}}}"#))
    #expect(own.severities.count == LintRule.allCases.count { $0.group == .style } - 1)
    #expect(own.severities[.own(.optionOrder)] == .error)
    for json in [
      #"{lint: {select: ["no-such"]}}"#, #"{lint: {severity: {"x": "error"}}}"#, "{lint: {fail: 1}}",
      #"{lint: {severity: {"hides-tag": "bad"}}}"#, #"{lint: {failOn: "x"}}"#, "{lint: [}", "{lint: 3}",
    ] {
      #expect(throws: (any Error).self) { try settings(json) }
    }
  }
}
