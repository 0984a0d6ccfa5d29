import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// The sites of hosts, and URLs in WebKit's serialization.
@Suite struct EvaluationSiteTests {
  private static let list = PublicSuffixList(
    parsing:
      "// comment\ncom\n\nuk\nco.uk\r\n*.ck\n!www.ck\ngithub.io trailing\nуниверситет\n*.kawasaki.jp\njp\n"
  )

  @Test(arguments: [
    ("a.b.example.com", "example.com"), ("example.com", "example.com"), ("com", "com"),
    ("x.co.uk", "x.co.uk"),
    ("y.x.co.uk", "x.co.uk"), ("co.uk", "co.uk"), ("a.b.ck", "a.b.ck"), ("z.a.b.ck", "a.b.ck"),
    ("b.ck", "b.ck"),
    ("www.ck", "www.ck"), ("x.www.ck", "www.ck"), ("a.github.io", "a.github.io"),
    ("b.a.unknown", "a.unknown"),
    ("127.0.0.1", "127.0.0.1"), ("[::1]", "[::1]"), ("", ""), ("localhost", "localhost"),
    ("a.xn--e1anbcefdsf2b", "a.xn--e1anbcefdsf2b"), ("b.a.b.kawasaki.jp", "a.b.kawasaki.jp"),
  ])
  func registrableDomainsFollowSuffixList(_ host: String, _ site: String) {
    let found = Self.list.registrableDomain(of: Array(host.utf8))
    #expect(String(decoding: found, as: UTF8.self) == site)
  }

  @Test func wellKnownSuffixesAreBuiltIn() {
    let found = PublicSuffixList.wellKnown.registrableDomain(of: Array("a.b.co.uk".utf8))
    #expect(String(decoding: found, as: UTF8.self) == "b.co.uk")
    #expect(PublicSuffixList.wellKnown.count > 100)
  }

  private static let serialized: [(url: String, expected: String)] = [
    ("https://Host.Example", "https://host.example/"), ("HTTPS://h?q", "https://h/?q"),
    ("http://h:80/", "http://h/"), ("https://h:443/", "https://h/"), ("https://h:80/", "https://h:80/"),
    ("https://h:/", "https://h/"), ("https://u:P@H/", "https://u:P@h/"), ("about:blank", "about:blank"),
    ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
    ("https://h/a b\"", "https://h/a%20b%22"),
    // As WebKitGTK 2.50.6 requests them.
    ("https://h/a^b`c{d}e|f[g]'", "https://h/a%5Eb%60c%7Bd%7De|f[g]'"),
    ("https://h/?^`{}|'#'", "https://h/?^`{}|%27#'"), ("https://h\\a\\b?\\", "https://h/a/b?\\"),
    ("x://h/'?'\\", "x://h/'?'\\"),
    ("https://h#f", "https://h/#f"), ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"), ("", ""),
    ("://", ""),
    // IP addresses in all notations, and dot segments in paths.
    ("http://127.1/", "http://127.0.0.1/"), ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://0X7F.0.0.01/", "http://127.0.0.1/"), ("http://2130706433/", "http://127.0.0.1/"),
    ("http://017700000001/x", "http://127.0.0.1/x"), ("http://127.0.0.1./", "http://127.0.0.1/"),
    ("http://1.2.3/", "http://1.2.0.3/"), ("ws://127.1:80/", "ws://127.0.0.1/"),
    ("http://[2001:DB8:0:0::1]/", "http://[2001:db8::1]/"),
    ("https://u:p@[2001:db8:0:0:0:0:0:1]:8443/", "https://u:p@[2001:db8::1]:8443/"),
    ("http://[::FFFF:1.2.3.4]/", "http://[::ffff:102:304]/"),
    ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"), ("http://[0:0:0:0:0:0:0:0]/", "http://[::]/"),
    ("http://[1:0:2:3:4:5:6:7]/", "http://[1:0:2:3:4:5:6:7]/"),
    ("https://h/path/./y/../x", "https://h/path/x"), ("https://h/.", "https://h/"),
    ("https://h/..", "https://h/"),
    ("https://h/../../x", "https://h/x"), ("https://h/a/b/..", "https://h/a/"),
    ("https://h/a/%2e%2E/x", "https://h/x"), ("https://h/a/.%2e/x", "https://h/x"),
    ("https://h/%2e/x", "https://h/x"),
    ("https://h/a//../x", "https://h/a/x"), ("https://h/...", "https://h/..."),
    ("https://h/.x/..x", "https://h/.x/..x"),
    ("https://h\\a\\..\\b", "https://h/b"), ("https://h/?a/../b", "https://h/?a/../b"),
    ("https://h/#a/../b", "https://h/#a/../b"), ("https://h/a/..?q", "https://h/?q"),
    // As the URL Standard reads them.
    ("http:a.test", "http://a.test/"), (#"https:\\a.test\x"#, "https://a.test/x"),
    ("https://a.test:0443/", "https://a.test/"), ("https://a.test:00080/", "https://a.test:80/"),
    ("http://@a.test/", "http://a.test/"), ("http://u:@a.test/", "http://u@a.test/"),
    ("http://u:p:q@a.test/", "http://u:p%3Aq@a.test/"), ("http://a%2etest/", "http://a.test/"),
    ("http://\u{FF41}ds.test/", "http://ads.test/"), ("http://\u{FB01}.test/", "http://fi.test/"),
    ("http://a\u{AD}ds.test/", "http://ads.test/"), ("http://ä\u{3002}test/", "http://xn--4ca.test/"),
    ("http://\u{FF11}.2.3.4/", "http://1.2.3.4/"), ("http://XN--4CA.test/", "http://xn--4ca.test/"),
    ("http://-ä-.test/", "http://xn-----via.test/"), (" http://a.te\tst/\n", "http://a.test/"),
    ("blob:https://a.test/x", "blob:https://a.test/x"), ("data:text/html,a b", "data:text/html,a b"),
    // WebKit rejects these.
    ("http://1.2.3.4.5/", ""), ("http://256.1.1.1/", ""), ("http://a.1/", ""), ("http://xn--a.test/", ""),
    ("http://xn--.test/", ""), ("http://a b.test/", ""), ("http://a%20b.test/", ""), ("http://a:65536/", ""),
    ("http://a:x/", ""), ("http://@/", ""), ("http://[::1.2.3.04]/", ""), ("a.test", ""), ("http://", ""),
    // Neither an IP address nor a valid host.
    ("http://a.1.example/", "http://a.1.example/"), ("http://0x7g/", "http://0x7g/"),
    ("http://[1:2]/", ""),
    ("https://[::1]:8080/", "https://[::1]:8080/"), ("https://ÄÖ/", "https://xn--4ca0b/"),
  ]

  @Test(arguments: serialized)
  func urlsAreSerialized(_ url: String, _ expected: String) {
    #expect(String(decoding: SerializedURL(Array(url.utf8)).bytes, as: UTF8.self) == expected)
  }

  /// WebKit compares the end of the request's host with the registrable domain of the page (measured).
  @Test(arguments: [
    ("github.io", "b.github.io", true), ("b.github.io", "github.io", false),
    ("a.github.io", "b.github.io", false),
    ("com", "a.com", true), ("a.com", "com", false), ("intranet", "x.intranet", true),
    ("intranet", "xintranet", false), ("a.b.com", "c.b.com", true), ("a.b.com", "b.com", true),
    ("www.b.com.", "x.b.com.", true), ("www.b.com.", "x.com.", false), ("1.2.3.4", "1.2.3.4", true),
    ("1.2.3.4", "5.2.3.4", false),
  ])
  func partyFollowsRegistrableDomainOfPage(_ page: String, _ host: String, _ isFirstParty: Bool) {
    let request = Request(
      .script, url: "http://\(host)/x", page: "http://\(page)/", suffixes: Self.list)
    #expect((request.party == .firstParty) == isFirstParty)
  }

  @Test(arguments: 0..<4) func randomURLsAreEvaluated(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let evaluator = RuleListEvaluator(RuleList([.noOperation]))
    for _ in 0..<500 {
      let parts = [
        "http", ":", "/", "//", "@", "?", "#", ".", "é", "\0", "a.co.uk", "[", "xn--", "80", "\u{FF}",
      ]
      let url = Array((0..<random.below(12)).map { _ in random.pick(parts) }.joined().utf8)
      let bytes = url + (0..<random.below(3)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let request = Request(
        random.pick(Request.Kind.allCases), url: bytes, page: url, frame: bytes, suffixes: Self.list)
      #expect(!evaluator.decide(request).isBlocked, "seed \(seed)")
    }
  }
}
