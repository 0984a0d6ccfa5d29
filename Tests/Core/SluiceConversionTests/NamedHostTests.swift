import SluiceConversion
import SluiceSyntax
import Testing

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
      "0.0.0.0 exa℀mple.com\n0.0.0.0 ads.example", ads, diagnostics: ["dropped unusable-domain: exa℀mple.com"]
    ),
    Row(
      "::\nads.example\nb.example", ads, #"block ||b\.example[:/] case"#,
      diagnostics: ["dropped invalid-host: ::"]),
    Row("192.0.2.1 ads.example", diagnostics: ["dropped hosts-mapping: 192.0.2.1"]),
    // dnsmasq.
    Row("address=/ads.example/", ads), Row("address=/ads.example/#", ads),
    Row("address=/ads.example/0.0.0.0", ads),
    Row("address=/ads.example/::", ads), Row("local=/ads.example/", ads), Row("server=/ads.example/", ads),
    Row("address=/ads.example/b.example/0.0.0.0", ads, #"block ||b\.example[:/] case"#),
    Row("server=/ads.example/#", diagnostics: ["dropped hosts-mapping: #"]),
    Row("server=/ads.example/9.9.9.9", diagnostics: ["dropped hosts-mapping: 9.9.9.9"]),
    // unbound.
    Row(#"local-zone: "ads.example" always_nxdomain"#, ads), Row(#"local-zone: "ads.example." static"#, ads),
    Row(#"local-zone: ads.example refuse # comment"#, ads),
    Row("server:\n" + #"local-data: "ads.example A 0.0.0.0""#, only),
    Row(#"local-data: "ads.example. 60 IN AAAA ::""#, only),
    Row(
      #"local-zone: "ads.example" transparent"#,
      diagnostics: [#"dropped hosts-mapping: local-zone: "ads.example" transparent"#]),
    Row(
      #"local-data: "ads.example A 192.0.2.1""#,
      diagnostics: [#"dropped hosts-mapping: local-data: "ads.example A 192.0.2.1""#]),
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
      diagnostics: ["dropped unsupported-entry: 32.1.2.0.192.rpz-ip"]),
    Row(
      "ads.example CNAME .\nb.example CNAME walled.example.", only,
      diagnostics: ["dropped hosts-mapping: b.example CNAME walled.example."]),
    // Proxy rules.
    Row("DOMAIN-SUFFIX,ads.example", ads), Row("DOMAIN-SUFFIX,ads.example,REJECT", ads),
    Row("DOMAIN,ads.example", only),
    Row("host-suffix, ads.example, reject", ads),
    Row("[Rule]\nDOMAIN-SUFFIX,ads.example,REJECT-TINYGIF # x", ads),
    Row("payload:\n  - '+.ads.example'", ads), Row("payload:\n  - DOMAIN,ads.example", only),
    Row(
      "DOMAIN-SUFFIX,ads.example\nDOMAIN-KEYWORD,ads\nIP-CIDR,192.0.2.0/24", ads,
      diagnostics: [
        "dropped unsupported-entry: DOMAIN-KEYWORD,ads", "dropped unsupported-entry: IP-CIDR,192.0.2.0/24",
      ]),
    Row(
      "DOMAIN-SUFFIX,ads.example\nDOMAIN,b.example,DIRECT", ads,
      diagnostics: ["dropped hosts-mapping: DOMAIN,b.example,DIRECT"]),
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
    (.uBlockOrigin, ".a.example", #"block \.a\.example"#), (.adblockPlus, "zip", "block zip"),
    (.uBlockOrigin, "zip", "block zip"), (.uBlockOrigin, "a.example", #"block ||a\.example[:/] case"#),
    (.adblockPlus, "a.example", #"block a\.example"#),
  ])
  func hostNamesInOtherDialectsArePatterns(dialect: Dialect, text: String, rule: String) throws {
    #expect(try convert(text) { $0.dialect = dialect }.rules == [rule])
  }
}
