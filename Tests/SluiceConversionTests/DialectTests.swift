import SluiceConversion
import SluiceSyntax
import Testing

/// Filters that ad blockers read differently, or refuse.
struct DialectTests {
  /// A filter, and its rules or the reason why it has none, in each dialect and in a list that any ad blocker
  /// may read.
  struct Case: Sendable, CustomTestStringConvertible {
    var filter: String
    var results: [String]

    init(_ filter: String, abp: String, ublock: String, adguard: String, any: String) {
      (self.filter, results) = (filter, [abp, ublock, adguard, any])
    }

    init(_ filter: String, _ result: String) {
      (self.filter, results) = (filter, Array(repeating: result, count: 4))
    }

    /// A filter that only uBlock Origin reads differently.
    init(_ filter: String, _ result: String, ublock: String) {
      (self.filter, results) = (filter, [result, ublock, result, result])
    }

    /// A filter that only AdGuard reads differently.
    init(_ filter: String, _ result: String, adguard: String) {
      (self.filter, results) = (filter, [result, result, adguard, result])
    }

    var testDescription: String { filter }

    func check() throws {
      let dialects: [Dialect?] = [.adblockPlus, .uBlockOrigin, .adGuard, nil]
      for (dialect, result) in zip(dialects, results) {
        // The second filter makes a list of one word a list of filters.
        let converted = try convert("\(filter)\n||own.example/y") { $0.dialect = dialect }
        let rules = converted.rules.filter { !$0.contains("own") }
        let reasons = converted.diagnostics.filter { $0.hasPrefix("unsupported") }.map {
          String($0.dropFirst("unsupported ".count).prefix { $0 != ":" })
        }
        #expect((rules + reasons).joined(separator: " + ") == result, "in \(dialect?.name ?? "no dialect")")
      }
    }
  }

  private static let short = "pattern-too-short"
  private static let host = #"block ||h\.example[:/] case"#
  private static let text = #"block h\.example"#

  static let shortPatterns: [Case] = [
    Case(".", short), Case("s", short), Case("-", short), Case("@@/", short), Case("@@.", short),
    Case("^", short), Case("?", short), Case("=", short), Case("&", short), Case("://", short),
    Case("//", short), Case(".*", short), Case("*.", short), Case("*.*", short),
    Case("*/", short), Case("|*", short), Case("||*", short), Case("||.", short), Case("|h", short),
    Case("||h", short), Case("..", short), Case("^^", short), Case("*://*", short), Case("/a/", short),
    Case("/./", short),
    Case("é", short, ublock: "block ||xn--9ca[:/] case"),
    Case("ok", short, ublock: "block ||ok[:/] case"),
    Case("@@ok", short, ublock: "ignore-following ||ok[:/] case"),
    Case("ok$script", short, ublock: "block ||ok[:/] case type=script"),
    Case("a-b", short, ublock: "block ||a-b[:/] case"),
    Case(".js", abp: short, ublock: #"block \.js"#, adguard: short, any: #"block \.js"#),
    Case(
      "/ad$image", abp: short, ublock: "block /ad type=image", adguard: short, any: "block /ad type=image"),
    Case("$script", abp: short, ublock: "block .* type=script", adguard: short, any: "block .* type=script"),
    Case("*$script", "block .* type=script", adguard: short),
    Case("*", abp: "block .*", ublock: short, adguard: short, any: "block .*"),
    Case("/a$domain=p.example", "block /a if-top-url=*p.example"),
    Case("/a$domain=~p.example", "block /a unless-top-url=*p.example", adguard: short),
    Case(
      "||h^", abp: short, ublock: "block ||h[:/] case", adguard: "block ||h[:/] case",
      any: "block ||h[:/] case"),
    Case("/ads", "block /ads"), Case("*ads*", "block ads"), Case("/ab/", "block ab"),
  ]

  static let names: [Case] = [
    Case("h.example", text, ublock: host), Case("zip", short, ublock: "block ||zip[:/] case"),
    Case("H.Example$script", "\(text) type=script", ublock: "\(host) type=script"),
    Case(
      "h.example$3p,image", "\(text) type=image load=third-party",
      ublock: "\(host) type=image load=third-party"),
    Case(
      "@@h.example", #"ignore-following h\.example"#, ublock: #"ignore-following ||h\.example[:/] case"#),
    Case(
      "@@h.example$xhr", #"ignore-following h\.example type=fetch"#,
      ublock: #"ignore-following ||h\.example[:/] case type=fetch"#),
    Case(
      "h.example$all", "\(text) type=popup,top-document + \(text)",
      ublock: "\(host) type=popup,top-document + \(host)"),
    Case("h.example$domain=p.example", "\(text) if-top-url=*p.example"),
    Case("h.example$script,domain=p.example", "\(text) type=script if-top-url=*p.example"),
    Case("h.example$important", text), Case("h.example*", text), Case("*h.example", text),
    Case("*h.example*", text), Case("h.exa_mple", #"block h\.exa_mple"#), Case("a.b.c", #"block a\.b\.c"#),
    Case("1.2.3.4", #"block 1\.2\.3\.4"#), Case(".h.example", #"block \.h\.example"#),
    Case("h.example.", #"block h\.example\."#), Case("-h.example", #"block -h\.example"#),
    Case(
      "||-h.example^", #"block ||-h\.example[:/] case"#, ublock: #"block -h\.example‹^› + block -h\.example$"#
    ),
    Case("||.example^", "pattern-never-matches", ublock: #"block \.example‹^› + block \.example$"#),
    Case("|.example/", "pattern-never-matches", ublock: #"block \.example/"#),
    Case("||-h.example/x", #"block ||-h\.example/x"#),
  ]

  static let refusals: [Case] = [
    // Adblock Plus lacks the option, and the ad blockers that have it refuse the filter.
    Case("*$script,denyallow=a.example", short, ublock: "option-needs-domain"),
    Case("$image,denyallow=a.example", short, ublock: "option-needs-domain"),
    Case("@@*$important", short, ublock: "option-not-in-exception"),
    Case("@@*$script,important,domain=~p.example", short, ublock: "option-not-in-exception"),
    Case(
      "||h.example^$denyallow=a.h.example", #"ignore-following ||a\.h\.example[:/] + \#(host)"#,
      ublock: "option-needs-domain"),
    Case(
      "@@||h.example^$important", #"ignore-following ||h\.example[:/] case"#,
      ublock: "option-not-in-exception"),
    Case("||h.example/X$match-case", #"block ||h\.example/X case"#, ublock: "option-needs-regex"),
    Case("/h[0-9]X/$match-case", "block .?h[0-9]X case"),
    Case("||h.example^$script,script", "\(host) type=script", ublock: "repeated-option"),
    Case("||h.example^$css,stylesheet", "\(host) type=style-sheet", ublock: "repeated-option"),
    Case(
      "*$denyallow=a.example,to=b.example,domain=p.example",
      #"block ||b\.example[:/] case if-top-url=*p.example"#,
      adguard: "incompatible-options"),
    Case(
      "*$to=b.example,denyallow=b.example|c.example,domain=p.example", "conflicting-options",
      adguard: "incompatible-options"),
    Case("||h.example^$_,__", host), Case("||h.example^$_,script,_", "\(host) type=script"),
    Case(
      "@@||h.example^$all",
      #"ignore-following ||h\.example[:/] case type=popup,top-document + ignore-following ||h\.example[:/] case"#,
      adguard: "option-not-in-exception"),
    Case(
      "||h.example^$domain=p.example|", abp: "\(host) if-top-url=*p.example", ublock: "empty-domain",
      adguard: "empty-domain", any: "\(host) if-top-url=*p.example"),
    Case(
      "||h.example^$domain=|p.example", abp: "\(host) if-top-url=*p.example", ublock: "empty-domain",
      adguard: "empty-domain", any: "\(host) if-top-url=*p.example"),
    Case(
      "||h.example^$from=p.example||q.example", abp: "\(host) if-top-url=*p.example,*q.example",
      ublock: "empty-domain", adguard: "empty-domain", any: "\(host) if-top-url=*p.example,*q.example"),
    Case(
      "p.example,##.x", #"hide .x ||p\.example[:/] case type=document"#, ublock: "empty-domain"),
    Case("||h.example^$domain=*", "invalid-domain"), Case("||h.example^$domain=~*", "invalid-domain"),
    Case("||h.example^$domain=*|p.example", "invalid-domain"), Case("||h.example^$to=*", "invalid-domain"),
    Case("[$domain=p.example]q.example##.x", "repeated-domains"),
  ]

  private static let page = #"block ||h\.example[:/]$"#

  static let ends: [Case] = [
    Case("||h.example^|", abp: host, ublock: page, adguard: page, any: page),
    Case(
      "/metrics^|", abp: "block /metrics‹^› + block /metrics$",
      ublock: "block /metrics‹^›$ + block /metrics$",
      adguard: "block /metrics‹^›$ + block /metrics$", any: "block /metrics‹^›$ + block /metrics$"),
    Case("/metrics|", "block /metrics$"),
    Case(
      "@@||h.example^|$xhr", abp: #"ignore-following ||h\.example[:/] case type=fetch"#,
      ublock: #"ignore-following ||h\.example[:/]$ type=fetch"#,
      adguard: #"ignore-following ||h\.example[:/]$ type=fetch"#,
      any: #"ignore-following ||h\.example[:/]$ type=fetch"#),
  ]

  @Test(arguments: shortPatterns) func shortPatternsAreRefusedAsInEachDialect(_ one: Case) throws {
    try one.check()
  }

  @Test(arguments: names) func namesAreReadAsInEachDialect(_ one: Case) throws { try one.check() }

  @Test(arguments: refusals) func filtersAreRefusedAsInEachDialect(_ one: Case) throws { try one.check() }

  @Test(arguments: ends) func endsAreReadAsInEachDialect(_ one: Case) throws { try one.check() }

  /// Parts of a filter whose host was anchored are found at their place in the list.
  @Test func anchoredNamesKeepTheirPlaces() throws {
    let converted = try convert("||x.example^\n@@h.example$ping\nh.example$script,ping") {
      $0.dialect = .uBlockOrigin
    }
    #expect(converted.diagnostics == ["approximated ping-type: ping", "approximated ping-type: ping"])
    let diagnostics = converted.report.diagnostics
    #expect(diagnostics.map(\.location.line) == [2, 3])
    #expect(diagnostics.map(\.location.column) == [13, 18])
  }

  /// The lists of AdGuard's DNS servers name hosts.
  @Test func listsForDNSServersNameHosts() throws {
    let converted = try convert("! Title: AdGuard DNS filter\n||a.example^|\n@@||h.example^|\nads.example\n.")
    #expect(
      converted.rules == [
        #"ignore-following ||h\.example[:/] case"#, #"block ||a\.example[:/] case"#,
        #"block ||ads\.example[:/] case"#,
      ])
    #expect(converted.diagnostics == ["unsupported pattern-too-short: ."])
  }
}
