import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// Rules for lists of hosts, in every published format.
struct NamedHostTests {
  private static let ads = #"block ||ads\.example[:/] case"#
  private static let only = #"block ^[^:]+://([^/]*@)?ads\.example[:/] case"#
  private static let below = #"block ^[^:]+://[^/][^/]*\.ads\.example[:/] case"#

  static let rows: [Row] = [
    // Domains: all forms of a name stand for the host and its subdomains.
    Row("ads.example", ads), Row("*.ads.example", ads), Row(".ads.example", ads), Row("ads.example.", ads),
    Row("a.example\nzip", #"block ||a\.example[:/] case"#, "block ||zip[:/] case"),
    Row("zip\nwin", "block ||zip[:/] case", "block ||win[:/] case"),
    Row("*.zip\n*.xn--p1ai", "block ||zip[:/] case", "block ||xn--p1ai[:/] case"),
    Row("; comment\n// comment\nads.example # comment", ads),
    Row("localhost\nads.example", ads),
    Row("{+block{ads}}\n.ads.example", ads),
    Row("пример.рф", #"block ||xn--e1afmkfd\.xn--p1ai[:/] case"#),
    // Hosts files.
    Row("0.0.0.0 ads.example", ads), Row("0.0.0.0 *.ads.example", ads), Row("0.0.0.0 ads.example.", ads),
    Row("0 ads.example", ads), Row(":: ads.example", ads), Row("0:0:0:0:0:0:0:0 ads.example", ads),
    Row("::1 localhost6 localhost4 ip6-loopback localhost4.localdomain4 ads.example", ads),
    Row("127.0.0.1 ads.example 127.0.0.1 b.example", ads, #"block ||b\.example[:/] case"#),
    Row(
      "0.0.0.0 ads.example exa℀mple.com", ads, diagnostics: ["approximated unusable-domain: exa℀mple.com"]),
    Row("0.0.0.0 a/b ads.example", ads, diagnostics: ["approximated unusable-domain: a/b"]),
    Row(
      "0.0.0.0 exa℀mple.com\n0.0.0.0 ads.example", ads,
      diagnostics: ["unsupported unusable-domain: exa℀mple.com"]
    ),
    Row(
      "::\nads.example\nb.example", ads, #"block ||b\.example[:/] case"#,
      diagnostics: ["unsupported invalid-host: ::"]),
    Row("192.0.2.1 ads.example", diagnostics: ["unsupported hosts-mapping: 192.0.2.1"]),
    // dnsmasq.
    Row("address=/ads.example/", ads), Row("address=/ads.example/#", ads),
    Row("address=/ads.example/0.0.0.0", ads),
    Row("address=/ads.example/::", ads), Row("local=/ads.example/", ads), Row("server=/ads.example/", ads),
    Row("address=/ads.example/b.example/0.0.0.0", ads, #"block ||b\.example[:/] case"#),
    Row("server=/ads.example/#", diagnostics: ["unsupported hosts-mapping: #"]),
    Row("server=/ads.example/9.9.9.9", diagnostics: ["unsupported hosts-mapping: 9.9.9.9"]),
    // unbound.
    Row(#"local-zone: "ads.example" always_nxdomain"#, ads), Row(#"local-zone: "ads.example." static"#, ads),
    Row(#"local-zone: ads.example refuse # comment"#, ads),
    Row("server:\n" + #"local-data: "ads.example A 0.0.0.0""#, only),
    Row(#"local-data: "ads.example. 60 IN AAAA ::""#, only),
    Row(
      #"local-zone: "ads.example" transparent"#,
      diagnostics: [#"unsupported hosts-mapping: local-zone: "ads.example" transparent"#]),
    Row(
      #"local-data: "ads.example A 192.0.2.1""#,
      diagnostics: [#"unsupported hosts-mapping: local-data: "ads.example A 192.0.2.1""#]),
    // Response policy zones.
    Row("ads.example CNAME .", only), Row("*.ads.example CNAME .", below),
    Row("ads.example IN CNAME rpz-drop.", only),
    Row("ads.example 300 IN CNAME *.", only),
    Row("$TTL 60\n@ SOA a. b. 1\n NS a.\nads.example CNAME .", only),
    Row(
      "b.example CNAME .\nads.example CNAME rpz-passthru.",
      #"ignore-following ^[^:]+://([^/]*@)?ads\.example[:/] case"#,
      #"block ^[^:]+://([^/]*@)?b\.example[:/] case"#),
    Row("ads.example A 0.0.0.0\nb.example CNAME .", only, #"block ^[^:]+://([^/]*@)?b\.example[:/] case"#),
    Row(
      "ads.example CNAME .\n32.1.2.0.192.rpz-ip CNAME .", only,
      diagnostics: ["unsupported unsupported-entry: 32.1.2.0.192.rpz-ip"]),
    Row(
      "ads.example CNAME .\nb.example CNAME walled.example.", only,
      diagnostics: ["unsupported hosts-mapping: b.example CNAME walled.example."]),
    // Proxy rules.
    Row("DOMAIN-SUFFIX,ads.example", ads), Row("DOMAIN-SUFFIX,ads.example,REJECT", ads),
    Row("DOMAIN,ads.example", only),
    Row("host-suffix, ads.example, reject", ads),
    Row("[Rule]\nDOMAIN-SUFFIX,ads.example,REJECT-TINYGIF # x", ads),
    Row("payload:\n  - '+.ads.example'", ads), Row("payload:\n  - DOMAIN,ads.example", only),
    Row(
      "DOMAIN-SUFFIX,ads.example\nDOMAIN-KEYWORD,ads\nIP-CIDR,192.0.2.0/24", ads,
      diagnostics: [
        "unsupported unsupported-entry: DOMAIN-KEYWORD,ads",
        "unsupported unsupported-entry: IP-CIDR,192.0.2.0/24",
      ]),
    Row(
      "DOMAIN-SUFFIX,ads.example\nDOMAIN,b.example,DIRECT", ads,
      diagnostics: ["unsupported hosts-mapping: DOMAIN,b.example,DIRECT"]),
    // JSON.
    Row(#"["ads.example"]"#, ads), Row(#"{"version": "1.2", "domains": ["*.ads.example"]}"#, ads),
    Row("[\n  \"ads.example\",\n  \"b.example\"\n]\n", ads, #"block ||b\.example[:/] case"#),
  ]

  @Test(arguments: rows) func hostListsOfEveryFormatAreConverted(_ row: Row) throws { try row.check() }

  /// A list that the user declares to be a list of hosts.
  @Test(arguments: [
    ("zap", ["block ||zap[:/] case"]),
    ("*.a.example\n||b.example^", ["block ||a\\.example[:/] case", "block ||b\\.example[:/] case"]),
    ("; x\nzip", ["block ||zip[:/] case"]),
  ])
  func hostsDialectIsConverted(text: String, rules: [String]) throws {
    #expect(try convert(text) { $0.dialect = .hosts }.rules == rules)
  }

  /// In the other dialects these are parts of URLs, as in content blockers.
  @Test(arguments: [
    (Dialect.adblockPlus, ".a.example", #"block \.a\.example"#),
    (.adGuard, "*.a.example", #"block \.a\.example"#),
    (.uBlockOrigin, ".a.example", #"block \.a\.example"#), (.adblockPlus, "zone", "block zone"),
    (.uBlockOrigin, "a.example", #"block ||a\.example[:/] case"#),
    (.adblockPlus, "a.example", #"block a\.example"#),
  ])
  func hostNamesInOtherDialectsArePatterns(dialect: Dialect, text: String, rule: String) throws {
    #expect(try convert(text) { $0.dialect = dialect }.rules == [rule])
  }

  // MARK: Lines that name no host

  /// Also a short list stays a list of names: its kind is the same as without the sign.
  @Test(arguments: ["*", "**", ".", "/", "^", "*|", "@@*", "@@.", "://"], [1, 3])
  func straySignsAreReportedInListsOfNames(sign: String, count: Int) throws {
    let names = (1...count).map { "ads\($0).example.com" }
    let rules = try convert(names.joined(separator: "\n")).rules
    #expect(rules.count == count)
    for lines in [names + [sign], [sign] + names] {
      let converted = try convert(lines.joined(separator: "\n"))
      #expect(converted.rules == rules)
      #expect(converted.diagnostics.count == 1 && converted.diagnostics[0].hasPrefix("unsupported"))
    }
  }

  private static func list(_ lines: [String], _ kind: ListKind) -> FilterList {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let piece = FilterList.Piece(parsing: 0..<bytes.count, of: bytes, kind: kind)
    return FilterList(joining: [piece], of: bytes, kind: kind, judgement: .list(kind))
  }

  /// Stray signs and other patterns make no rule and are reported, also in exceptions.
  @Test(arguments: ListKind.allCases.filter(\.namesHosts))
  func linesWithoutHostAreReported(_ kind: ListKind) throws {
    let lines = [
      ".", "*", "*.", ".*", "/", "^", "?", "=", "&", "://", "*.*", "*/", "-", "_", "..", "||", "|*", "||*",
      "||^", "||.", "a/b", "ads*", "*ads", "http:", "https://", "|http", "a b", "/ads/", "a:80", "..ads",
      "a^",
      "*$script", "$image",
    ]
    for line in lines.flatMap({ [$0, "@@" + $0] }) {
      let list = Self.list([line], kind)
      let result = try Converter().convert([ParsedSource(name: "list", list: list)])
      #expect(result.lists.allSatisfy { Self.ownRules($0).isEmpty }, "\(line)")
      // These look like settings of unbound.
      let isSetting = kind == .unbound && ["http:", "a:80", "https://"].contains(line)
      #expect(result.report.diagnostics.count == (isSetting ? 0 : 1), "\(line)")
    }
  }

  private static func ownRules(_ list: ConvertedList) -> [Rule] {
    list.rules.rules.filter { rule in
      switch rule.action {
      case .block, .blockCookies: true
      case .ignorePreviousRules, .ignoreFollowingRules:
        rule.trigger.resourceTypes.isEmpty && rule.trigger.urlFilter.description != "^no-rules:$"
      default: false
      }
    }
  }

  /// No line makes a rule for URLs without a host that the line names.
  @Test(.slow(100), arguments: ListKind.allCases.filter(\.namesHosts))
  func randomLinesMakeNoRulesForOtherHosts(_ kind: ListKind) throws {
    var random = SeededRandom(SeededRandom.seedOfRun)
    let pieces = [
      ".", "*", "/", "^", "?", "=", "&", ":", "|", "||", "@@", "@", "$", "#", "##", "~", ",", "_", "-", "%",
      "(", ")", "[", "]", "{", "}", "+", ";", "!", "\\", "'", "\"", " ", "a", "b", "ab", "a.b", "0", "1",
      "com",
      "0.0.0.0 ", "::1 ", "://", "http", "https://", "|https://", "address=/", "local=/", "local-zone: ",
      "local-data: ", " static", " CNAME .", " CNAME rpz-passthru.", "DOMAIN,", "DOMAIN-SUFFIX,", "- ", "+.",
      "$image", "$script,important", "$third-party", "$domain=", "$denyallow=", "é", "\u{3002}",
    ]
    let suffixes = PublicSuffixList(parsing: "qq")
    let requests = ["", "a.b/", "?a=b&0=1", "x-a_b", "a/b/0/1", "0.0.0.0", "%61", "com", "http://ab/", "*^|"]
      .map {
        Request(
          .script, url: Array("https://zyx.qq/\($0)".utf8), page: Array("https://wv.qq/".utf8),
          suffixes: suffixes)
      }
    for _ in 0..<size(100) {
      let lines = (0..<1_000).map { _ in (0...random.below(6)).map { _ in random.pick(pieces) }.joined() }
      let result = try Converter().convert([ParsedSource(name: "list", list: Self.list(lines, kind))])
      let rules = result.lists.flatMap(Self.ownRules).map { Rule(trigger: $0.trigger, action: .block) }
      let evaluator = RuleListEvaluator(RuleList(rules))
      for request in requests {
        let decision = evaluator.decide(request)
        #expect(
          !decision.isBlocked,
          "\(rules.filter { RuleListEvaluator(RuleList([$0])).decide(request).isBlocked })")
      }
    }
  }
}
