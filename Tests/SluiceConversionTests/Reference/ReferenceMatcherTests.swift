import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import Testing

/// The meaning of filters, as the reference matcher implements it.
@Suite struct ReferenceMatcherTests {
  private static func request(_ kind: Request.Kind, _ url: String, _ page: String) -> ReferenceRequest {
    ReferenceRequest(kind: kind, url: ReferenceURL(Array(url.utf8)), page: ReferenceURL(Array(page.utf8)))
  }

  private static func reference(_ filters: String) -> ReferenceMatcher {
    ReferenceMatcher(FilterList(parsing: filters)) { _ in false }
  }

  private static let requests: [(filters: String, url: String, isBlocked: Bool)] = [
    ("||ads.com^", "https://ads.com/", true), ("||ads.com^", "https://a.ads.com:8080/", true),
    ("||ads.com^", "wss://ads.com/", true), ("||ads.com^", "https://xads.com/", false),
    ("||ads.com^", "https://x-ads.com/", false), ("||ads.com^", "https://ads.com.evil.com/", false),
    ("||ads.com^", "https://x.com/?u=https://ads.com/", false),
    ("||ads.com", "https://ads.com.evil.com/", true),
    ("||ads.", "https://ads.foo.com/", true), ("||ads.", "https://myads.foo.com/", false),
    ("||a.com^|", "https://a.com/", true), ("||a.com^|", "https://a.com/x", false),
    ("/x^|", "https://a.com/x", true), ("/x^|", "https://a.com/x/", true),
    ("/x^|", "https://a.com/x/y", false),
    ("/x^", "https://a.com/x", true), ("/x^", "https://a.com/x%2F", false), ("/x|", "https://a.com/x", true),
    ("|https://a.com/*/y", "https://a.com/1/2/y", true), ("/ads/", "https://a.com/xads", true),
    ("/AD", "https://a.com/ad", true), ("/AD$match-case", "https://a.com/ad", false),
    ("/x$to=a.com|~b.a.com", "https://a.com/x", true), ("/x$to=a.com|~b.a.com", "https://b.a.com/x", false),
    (".com/x$denyallow=a.com", "https://b.a.com/x", false),
    (".com/x$denyallow=a.com", "https://b.com/x", true),
    ("/x$script,badfilter\n/x$script", "https://a.com/x", false),
    ("/X$From=B.com|page.com,~1P,badfilter\n/x$3p,domain=page.com|b.com", "https://a.com/x", false),
    ("/x$domain=page.com,badfilter\n/x$domain=page.com|b.com", "https://a.com/x", true),
    ("/x$cookie", "https://a.com/x", false), ("/x\n@@/x$cookie", "https://a.com/x", true),
    ("/x$popup", "https://a.com/x", false),
    ("/x$~script", "https://a.com/x", false), ("/x$document", "https://a.com/x", false),
    ("/x$all", "https://a.com/x", true), ("/x$third-party", "https://a.page.com/x", false),
    ("/x$3p", "https://a.com/x", true), ("/x$domain=page.com|~m.page.com", "https://a.com/x", false),
    ("/x$domain=~page.com|m.page.com", "https://a.com/x", true),
    ("/x$domain=page.*", "https://a.com/x", true),
    ("/x$domain=m.*", "https://a.com/x", false), ("/x\n@@/x", "https://a.com/x", false),
    ("/x$important\n@@/x", "https://a.com/x", true),
    ("/xyz$important\n@@/xyz$important", "https://a.com/xyz", false),
    ("/x\n@@||page.com^", "https://a.com/x", true), ("/x\n@@||page.com^$document", "https://a.com/x", false),
    ("/x\n@@||page.com^$urlblock", "https://a.com/x", false),
    ("/x\n@@||page.com^$ehide", "https://a.com/x", true),
    ("/x\n@@||page.com^$genericblock", "https://a.com/x", false),
    ("/x$domain=page.com\n@@||page.com^$genericblock", "https://a.com/x", true),
  ]

  @Test(arguments: requests)
  func referenceBlocksRequests(_ filters: String, _ url: String, _ isBlocked: Bool) {
    let request = Self.request(.script, url, "https://m.page.com/")
    #expect(Self.reference(filters).blocks(request) == isBlocked)
  }

  @Test(arguments: [
    ("/x$cookie", true), ("/x", false), ("/x$cookie\n@@/x", true), ("/x$cookie\n@@/x$cookie", false),
    ("/x$cookie,important\n@@/x$cookie", true), ("/x$cookie\n@@||page.com^$urlblock", false),
    ("/x$cookie\n@@||page.com^$document", false), ("/x$cookie\n@@||page.com^$genericblock", true),
    ("/x$cookie\n@@||b.com^$cookie", true),
  ])
  func referenceBlocksCookies(_ filters: String, _ areBlocked: Bool) {
    let request = Self.request(.script, "https://a.com/x", "https://m.page.com/")
    #expect(Self.reference(filters).blocksCookies(request) == areBlocked)
  }

  @Test func referenceBlocksPagesAndPopups() {
    let page = Self.request(.document, "https://a.com/", "https://a.com/")
    let popup = Self.request(.popup, "https://a.com/", "https://b.com/")
    #expect(!Self.reference("||a.com^").blocks(page))
    #expect(Self.reference("||a.com^$document,domain=a.com").blocks(page))
    #expect(!Self.reference("||a.com^$document\n@@||a.com^$document").blocks(page))
    #expect(!Self.reference("||a.com^").blocks(popup))
    #expect(Self.reference("||a.com^$popup\n@@||a.com^").blocks(popup))
    #expect(!Self.reference("||a.com^$popup\n@@||a.com^$popup").blocks(popup))
  }

  @Test(arguments: [
    ("##.x", [".x"]), ("page.com##.x", [".x"]), ("page.com,~m.page.com##.x", []), ("~page.com##.x", []),
    ("~b.com##.x", [".x"]), ("page.*##.x", [".x"]), ("m.*##.x", []), ("##.x\n#@#.x", []),
    ("page.com##.x\npage.com#@#.x", []), ("##.x\n##.y\nb.com#@#.y", [".x", ".y"]),
    ("##.x\npage.com##.y\n@@||page.com^$generichide", [".y"]),
    ("~b.com##.x\npage.com##.y\n@@||page.com^$specifichide", [".x"]),
    ("##.x\npage.com##.y\n@@||page.com^$elemhide", []), ("##.x\n@@||page.com^", [".x"]),
    ("##.x\n@@||page.com/x$document", [".x"]), ("##.x\n@@$generichide,domain=page.com", []),
  ])
  func referenceHidesSelectors(_ filters: String, _ selectors: [String]) {
    let page = ReferenceURL(Array("https://m.page.com/".utf8))
    #expect(Self.reference(filters).hidden(on: page) == Set(selectors.map { Array($0.utf8) }))
  }
}
