import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// Important filters, exceptions and cookie filters encode their hosts in the pattern, because no rule that
/// overrides others follows them.
struct RemainingHostsTests {
  /// Returns whether the filters block a script on the page `https://page.example/`.
  private static func blocks(_ filters: String, _ url: String) throws -> Bool {
    try RemainingHostsCase(filters).blocks(url)
  }

  static let rows: [(String, String, Bool)] = [
    ("*$script,domain=page.example,denyallow=a.com,important", "https://a.com/x", false),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://b.a.com/x", false),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://ba.com/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://b-a.com/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://com/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://a.com.b/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://b.com/a.com/", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://a.com:8080/x", false),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://b.com:8080/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://u:8@a.com/x", false),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://a.com@b.com/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://a.com:8@b.com:9/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://[::1]:80/x", true),
    ("*$script,domain=page.example,denyallow=a.com,important", "https://1.2.3.4/x", true),
    ("/x/*$denyallow=a.com,important", "https://[::1]/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://[2001:db8::a]/w/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://u:p@[2001:db8::1]:8/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://[::1]/y", false),
    ("/x/*$denyallow=a.com,important", "https://a.com/x/[::1]/x/", false),
    ("ads$to=~a.com,important", "https://[::1]/ads.js", true),
    (".js|$to=~a.com,important", "https://[::1]/x.js", true),
    ("*\n@@.js|$script,denyallow=a.com", "https://[::1]/x.js", false),
    ("*\n@@/x/*$script,to=~a.com|~b.com", "https://[::1]:80/x/y", false),
    ("*$script,to=~[::1],important", "https://[::1]/x", false),
    ("*$script,to=~[::1],important", "https://[::2]/x", true),
    ("/x/*$denyallow=[::1],important", "https://[::1]/x/", false),
    ("||[::1]^$denyallow=a.com,important", "https://[::1]/x", true),
    ("||[::1]/x$to=~a.com,important", "https://[::1]/x", true),
    ("*$script,domain=page.example,denyallow=1.2.3.4,important", "https://1.2.3.4:8/x", false),
    ("*$script,domain=page.example,denyallow=a.com|b.a.com|c.b.com,important", "https://x.b.a.com/", false),
    ("*$script,domain=page.example,denyallow=a.com|b.a.com|c.b.com,important", "https://b.com/", true),
    ("*$script,domain=page.example,denyallow=a.com|b.a.com|c.b.com,important", "https://xc.b.com/", true),
    ("*$script,to=~a.com,important", "https://a.com/x", false),
    ("*$script,to=~a.com,important", "https://b.com/x", true),
    ("*$script,to=a.com|~b.a.com,important", "https://a.com/x", true),
    ("*$script,to=a.com|~b.a.com,important", "https://c.a.com:8/x", true),
    ("*$script,to=a.com|~b.a.com,important", "https://c.b.a.com/x", false),
    ("*$script,to=a.com|~b.a.com,important", "https://b.com/x", false),
    ("*$script,to=a.com|~b.a.com|c.b.a.com,important", "https://c.b.a.com/x", false),
    ("*$script,to=a.com|~b.a.com|c.b.a.com,important", "https://d.b.a.com/x", false),
    ("*$script,to=a.com|~b.a.com|c.b.a.com", "https://c.b.a.com/x", false),
    ("*$script,to=a.com|~b.a.com|c.b.a.com,denyallow=d.c.b.a.com", "https://d.c.b.a.com/x", false),
    ("||a.com^$denyallow=b.a.com,important", "https://a.com/x", true),
    ("||a.com^$denyallow=b.a.com,important", "https://c.a.com:80/x", true),
    ("||a.com^$denyallow=b.a.com,important", "https://x.b.a.com/x", false),
    ("||a.com/x$denyallow=b.a.com,important", "https://c.a.com/x", true),
    ("||a.com/x$denyallow=b.a.com,important", "https://b.a.com/x", false),
    ("||a.com/x$denyallow=b.a.com,important", "https://c.a.com/y", false),
    ("||a.com^$denyallow=b.com,important", "https://c.a.com/y", true),
    ("||b.a.com^$to=com|~a.com,important", "https://b.a.com/y", false),
    ("/x/*$denyallow=a.com,important", "https://b.com/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://b.com:8/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://b.com/w/x/y", true),
    ("/x/*$denyallow=a.com,important", "https://a.com/x/y", false),
    ("^xy^$denyallow=a.com,important", "https://b.com/xy", true),
    (".js|$denyallow=a.com,important", "https://b.com/x.js", true),
    (".js|$denyallow=a.com,important", "https://a.com/x.js", false),
    ("*\n@@*$script,domain=page.example,denyallow=a.com", "https://a.com/x.js", true),
    ("*\n@@*$script,domain=page.example,denyallow=a.com", "https://b.com/x.js", false),
    ("*\n@@*$script,to=~a.com", "https://a.com/x.js", true),
    ("*\n@@*.js|$script,denyallow=a.com", "https://b.com/x.js", false),
    ("*\n@@||a.com^$to=~b.a.com", "https://b.a.com/x", true),
    ("*\n@@||a.com^$to=~b.a.com", "https://c.a.com/x", false),
    ("||a.com^$to=~b.a.com,important", "https://u:p@c.a.com/x", true),
  ]

  @Test(arguments: rows)
  func excludedHostsAreEncodedInPattern(_ filters: String, _ url: String, _ isBlocked: Bool) throws {
    #expect(try Self.blocks(filters, url) == isBlocked)
  }

  /// `$important` takes precedence over exceptions, whatever hosts it excludes.
  @Test(arguments: [
    "*$script,3p,denyallow=cdn.example,domain=page.example,important", "*$script,to=~cdn.example,important",
    "*$script,to=com|~cdn.com,important", "||ads.com^$denyallow=cdn.ads.com,important",
  ])
  func importantFiltersOverrideExceptions(_ filter: String) throws {
    let lists = [
      "@@*$script,domain=page.example", "@@||ads.com^",
      "*$script,domain=page.example,denyallow=ads.com\n@@*$script",
    ]
    for exception in lists {
      let list = try RemainingHostsCase(filter + "\n" + exception)
      #expect(try list.blocks("https://ads.com/x.js"), "\(exception)")
      #expect(try !list.blocks("https://cdn.example/x.js"), "\(exception)")
      #expect(list.reasons(ofLine: 0).isEmpty)
    }
  }

  /// A filter that no pattern can express does not override exceptions, and the report says so.
  @Test(arguments: [
    "/ad[0-9]/$script,denyallow=a.com,important", "||ads$denyallow=a.com,important",
    "*$script,domain=page.example,denyallow=a.*,important", "|https://$script,denyallow=a.com,important",
  ])
  func inexpressibleImportantExclusionsAreReported(_ filter: String) throws {
    #expect(try RemainingHostsCase(filter).reasons(ofLine: 0).contains("important-exclusions"))
  }

  @Test(arguments: [
    "||a.com^$script,to=~b.com", "||a.com^$script,denyallow=b.com|c.com", "||b.a.com/x$to=a.com|~c.a.com",
    "*$script,to=a.com|~b.com",
  ])
  func simpleExclusionsNeedNoException(_ filter: String) throws {
    let converted = try convert(filter)
    #expect(converted.rules.count == 1)
    #expect(converted.diagnostics.isEmpty)
  }

  /// A filter that would need too many url-filters does not override exceptions.
  @Test func tooManyExcludedHostsAreReported() throws {
    let hosts = (0..<2_000).map { "h\($0).example" }.joined(separator: "|")
    let converted = try convert("*$script,domain=page.example,denyallow=\(hosts),important")
    #expect(converted.report.diagnostics.map(\.reason.id) == ["important-exclusions"])
    #expect(converted.rules.count == 2_001)
  }

  /// Compares the rules with the definition, for many random hosts.
  @Test(.slow(3)) func randomExcludedHostsAgreeWithDefinition() throws {
    var random = SeededRandom(20_260_822)
    func host() -> String {
      (0...Int(random.next() % 3)).map { _ in
        String((0...Int(random.next() % 2)).map { _ in Character(random.next() % 2 == 0 ? "a" : "b") })
      }.joined(separator: ".")
    }
    for _ in 0..<size(60) {
      let names = (0...Int(random.next() % 4)).map { _ in host() }
      let list = try RemainingHostsCase(
        "*$script,domain=page.example,denyallow=\(names.joined(separator: "|")),important")
      for _ in 0..<40 {
        let host = host()
        let isDenied = names.contains { host == $0 || host.hasSuffix("." + $0) }
        #expect(try list.blocks("https://\(host)/x") == !isDenied, "\(host), not \(names)")
      }
    }
  }
}

/// A list, with its decisions on the scripts of one page in every layout.
private struct RemainingHostsCase {
  private let emitted: [Emitted]
  private let source: ParsedSource

  private static let suffixes = PublicSuffixList(parsing: "com\nexample")

  init(_ filters: String) throws {
    var source = Source(name: "list", bytes: Array(filters.utf8))
    source.detectedDialect = .adblockPlus
    let parsed = Converter().parse([source])[0]
    self.source = parsed
    emitted = try EmittedLayout.allCases.map { try Emitted(parsed, $0) }
  }

  func blocks(_ url: String) throws -> Bool {
    let request = Request(
      .script, url: Array(url.utf8), page: Array("https://page.example/".utf8), suffixes: Self.suffixes)
    let answers = Set(emitted.map { $0.decide(request).isBlocked })
    try #require(answers.count == 1, "the layouts differ")
    return answers.contains(true)
  }

  func reasons(ofLine number: Int) -> Set<String> {
    let line = source.list.lines[number].range
    return Set(emitted.flatMap(\.report.diagnostics).filter { $0.line == line }.map(\.reason.id))
  }
}
