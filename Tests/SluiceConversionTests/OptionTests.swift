import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing

/// The types, parties and conditions for options of network filters, or the reason why an option is
/// unsupported.
struct OptionTests {
  private static let rest =
    "child-document,csp-report,fetch,font,image,media,other,ping,script,style-sheet,svg-document,websocket"

  static let types: [Row] = [
    Row("/x$script", "block /x type=script"),
    Row("/x$image,stylesheet,font,media", "block /x type=font,image,media,style-sheet"),
    Row("/x$css,xhr,frame", "block /x type=child-document,fetch,style-sheet"),
    Row("/x$websocket", "block /x type=websocket"),
    Row("/x$ping", "block /x type=ping", diagnostics: ["approximated ping-type: ping"]),
    Row("/x$other", diagnostics: ["unsupported other-type: other"]),
    Row("/x$other,script", "block /x type=script", diagnostics: ["approximated other-type: other"]),
    Row("/x$other,ping", "block /x type=csp-report,other,ping"),
    Row(
      "@@/x$other", "ignore-following /x type=csp-report,other",
      diagnostics: ["approximated other-type: other"]),
    Row(
      "/x$~ping", "block /x type=\(rest.replacing("other,ping,", with: ""))",
      diagnostics: ["approximated ping-type: ~ping"]),
    Row(
      "/x$~other,~ping",
      "block /x type=\(rest.replacing("other,ping,", with: "").replacing("csp-report,", with: ""))"),
    Row("/x$object,script", "block /x type=script", diagnostics: ["approximated object-type: object"]),
    Row("/x$object", diagnostics: ["unsupported object-type: object"]),
    Row("/x$webrtc", diagnostics: ["unsupported no-webkit-type: webrtc"]),
    Row("/x$~script", "block /x type=\(rest.replacing("script,", with: ""))"),
    Row(
      "/x$~image", "block /x type=\(rest.replacing("image,", with: "").replacing("svg-document,", with: ""))"),
    Row("/x$script,~script", diagnostics: ["unsupported conflicting-options: script"]),
    // Pages and popups have separate rules, and a filter without them does not act on these.
    Row("||a.com^$document", #"block ||a\.com[:/] case type=top-document"#),
    Row("/x$popup", "block /x type=popup"),
    Row("/x$popup,script", "block /x type=popup", "block /x type=script"),
    Row("/x$popup,third-party", "block /x type=popup load=third-party"),
    Row("/x$all", "block /x type=popup,top-document", "block /x"),
    Row("/x$~document", "block /x"),
  ]

  static let parties: [Row] = [
    Row("/x$third-party", "block /x load=third-party"),
    Row("/x$3p", "block /x load=third-party"),
    Row("/x$~third-party", "block /x load=first-party"),
    Row("/x$1p,script", "block /x type=script load=first-party"),
    Row("/x$1p,3p", "block /x"),
    Row("/x$strict3p", "block /x load=third-party", diagnostics: ["approximated strict-party: strict3p"]),
    Row("/x$strict1p", diagnostics: ["unsupported strict-party: strict1p"]),
    Row(
      "@@/x$strict1p", "ignore-following /x load=first-party",
      diagnostics: ["approximated strict-party: strict1p"]),
    Row("/x$~strict3p", diagnostics: ["unsupported strict-party: ~strict3p"]),
    Row("/x$strict3p,3p", "block /x load=third-party"),
    Row("/x$strict1p,3p", diagnostics: ["unsupported conflicting-options: strict1p"]),
    Row("/x$strict3p,strict1p", diagnostics: ["unsupported conflicting-options: strict1p"]),
    // Requests to other hosts of the site. A block of all requests would be wider.
    Row("*$script,1p,strict3p,domain=a.com", diagnostics: ["unsupported strict-party: strict3p"]),
    // A pattern that names one host is exact.
    Row("|https://a.com/x$strict3p", #"block ^https://a\.com/x unless-top-url=a.com"#),
    Row("|https://a.com/x$~strict1p", #"block ^https://a\.com/x unless-top-url=a.com"#),
    Row("|https://a.com/x$strict1p", #"block ^https://a\.com/x if-top-url=a.com"#),
    Row("|https://a.com/x$1p,strict-first-party", #"block ^https://a\.com/x if-top-url=a.com"#),
    Row("@@|https://a.com/x$strict1p", #"ignore-following ^https://a\.com/x if-top-url=a.com"#),
    Row(
      "@@||a.com^$strict1p", #"ignore-following ^[^:]+://([^/]*@)?a\.com[:/] case if-top-url=a.com"#,
      #"ignore-following ^[^:]+://[^/][^/]*\.a\.com[:/] case if-top-url=^[^:]+://[^/][^/]*\.a\.com(:[0-9]+)?/"#,
      diagnostics: ["approximated strict-party: strict1p"]),
    Row(
      "|https://a.com/x$1p,strict-third-party",
      #"block ^https://a\.com/x load=first-party unless-top-url=a.com"#),
    Row(#"/^https:\/\/a\.com\/x/$strict1p"#, #"block ^https://a\.com/x if-top-url=a.com"#),
    Row("|https://a.com/x$strict3p,domain=~b.com", #"block ^https://a\.com/x unless-top-url=*b.com,a.com"#),
    Row("|https://a.com/x$strict3p,domain=b.com", #"block ^https://a\.com/x if-top-url=*b.com"#),
    Row("|https://a.com/x$strict3p,domain=b.a.com", #"block ^https://a\.com/x if-top-url=*b.a.com"#),
    Row("|https://b.a.com/x$strict1p,domain=a.com", #"block ^https://b\.a\.com/x if-top-url=b.a.com"#),
    Row("|https://a.com/x$strict1p,domain=b.com", diagnostics: ["unsupported conflicting-options: b.com"]),
    Row(
      "|https://b.a.com/x$strict1p,domain=a.com|~b.a.com", diagnostics: ["unsupported strict-party: strict1p"]
    ),
    // Hosts below it are not compared with each other.
    Row(
      "||a.com^$strict3p", #"block ^[^:]+://([^/]*@)?a\.com[:/] case unless-top-url=a.com"#,
      #"block ^[^:]+://[^/][^/]*\.a\.com[:/] case unless-top-url=^[^:]+://[^/][^/]*\.a\.com(:[0-9]+)?/"#,
      diagnostics: ["approximated strict-party: strict3p"]),
    Row(
      "||a.com/x$strict1p", #"block ^[^:]+://([^/]*@)?a\.com/x if-top-url=a.com"#,
      diagnostics: ["approximated strict-party: strict1p"]),
    Row("||a.com^$strict3p,domain=b.com", #"block ||a\.com[:/] case if-top-url=*b.com"#),
    Row(
      "||a.com^$popup,strict3p", #"block ||a\.com[:/] case type=popup load=third-party"#,
      diagnostics: ["approximated strict-party: strict3p"]),
  ]

  static let domains: [Row] = [
    Row("/x$domain=a.com|B.com", "block /x if-top-url=*a.com,*b.com"),
    Row("/x$domain=~a.com|~b.com", "block /x unless-top-url=*a.com,*b.com"),
    Row("/x$from=пример.рф", "block /x if-top-url=*xn--e1afmkfd.xn--p1ai"),
    Row(
      "/x$domain=a.*", #"block /x if-top-url=||a\.(com?\.)?[^./:@]+(:[0-9]+)?/"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "/x$domain=a.*|b.com", "block /x if-top-url=*b.com",
      #"block /x if-top-url=||a\.(com?\.)?[^./:@]+(:[0-9]+)?/"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "/x$domain=~a.*", #"block /x unless-top-url=||a\.[^./:@]+(\.[^./:@]+)?(:[0-9]+)?/"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    // A host below an exclusion is already excluded.
    Row(
      "/x$domain=a.c|~b.a.c|~d.b.a.c",
      #"block /x if-top-url=a.c,^[^:]+://[^/]*[^b/@.]\.a\.c(:[0-9]+)?/,^[^:]+://[^/]*[^/@.]b\.a\.c(:[0-9]+)?/"#
    ),
    // An exclusion outside all inclusions changes nothing.
    Row("/x$domain=a.com|~b.com", "block /x if-top-url=*a.com"),
    Row("/x$domain=a.com|~a.com", diagnostics: ["unsupported conflicting-options: a.com|~a.com"]),
    // `a.c` without `b.a.c` is spelled out, starting from the last character of `b`.
    Row(
      "/x$domain=a.c|~b.a.c",
      #"block /x if-top-url=a.c,^[^:]+://[^/]*[^b/@.]\.a\.c(:[0-9]+)?/,^[^:]+://[^/]*[^/@.]b\.a\.c(:[0-9]+)?/"#
    ),
    Row(#"/x$domain=/^a\d\.com$/"#, #"block /x if-top-url=^[^:]+://a[0-9]\.com(:[0-9]+)?/"#),
    // Optional parts are trimmed only at ends without an anchor.
    Row(#"/x$domain=~/^[a-z]+\.a\.com$/"#, #"block /x unless-top-url=^[^:]+://[a-z]+\.a\.com(:[0-9]+)?/"#),
    Row(#"/x$domain=/^a\.[a-z]+$/"#, #"block /x if-top-url=^[^:]+://a\.[a-z]+(:[0-9]+)?/"#),
    Row(#"/x$domain=/^(?:[a-z]+\.)?a\.com$/"#, #"block /x if-top-url=^[^:]+://([a-z]+\.)?a\.com(:[0-9]+)?/"#),
    Row("/x$domain=/^a?b/", "block /x if-top-url=^[^:]+://a?b[^/:?@]*(:[0-9]+)?/"),
    Row("/x$domain=/^w{1,3}$/", "block /x if-top-url=^[^:]+://ww?w?(:[0-9]+)?/"),
    Row("/x$domain=/a+$/", "block /x if-top-url=^[^:]+://[^/:?@]*a(:[0-9]+)?/"),
    Row("/x$domain=/a+/", "block /x if-top-url=^[^:]+://[^/:?@]*a[^/:?@]*(:[0-9]+)?/"),
    Row(
      "/x$domain=/^a|b$/", "block /x if-top-url=^[^:]+://a[^/:?@]*(:[0-9]+)?/,^[^:]+://[^/:?@]*b(:[0-9]+)?/"),
    Row(
      #"/x$domain=/^(?!b)[bc]\b/"#,
      "block /x if-top-url=c,^[^:]+://c[^/-:?@_a-z][^/:?@]*(:[0-9]+)?/"),
    Row("/x$domain=/^[^/]:$/", diagnostics: ["unsupported regex-domain: ^[^/]:$"]),
    Row("/x$domain=/a/", "block /x if-top-url=^[^:]+://[^/:?@]*a[^/:?@]*(:[0-9]+)?/"),
    Row("/x$domain=/(?<!a)b\\1/", diagnostics: ["unsupported regex-domain: (?<!a)b\\1"]),
    Row(
      "/x$domain=a.com|/b\\1c/", "block /x if-top-url=*a.com",
      diagnostics: ["approximated regex-domain: b\\1c"]),
    Row("/x$domain=~/b/", "block /x unless-top-url=^[^:]+://[^/:?@]*b[^/:?@]*(:[0-9]+)?/"),
  ]

  /// Exclusions from entities and regexes are spelled out, starting from the end of the host.
  ///
  /// The pages are those on which a filter acts, and those on which it does not.
  static let cutDomains: [CutDomains] = [
    CutDomains(
      "a.*|~a.com", on: "a.org b.a.co.uk a.co a.commm a.xcom", notOn: "a.com b.a.com xa.org a.b.com"),
    CutDomains(
      "a.*|~www.a.com|~a.ai|~a.pink", on: "a.com b.a.com ww.a.com xwww.a.com a.ink www.a.org",
      notOn: "www.a.com b.www.a.com a.ai www.a.ai a.pink"),
    CutDomains("www.a.*|~a.com", on: "www.a.org x.www.a.co.uk", notOn: "www.a.com a.com a.org"),
    CutDomains("a.com|~www.a.*", on: "a.com b.a.com www.b.a.com", notOn: "www.a.com x.www.a.com www.a.org"),
    CutDomains("a.*|~www.a.*", on: "a.com b.a.co.uk wwww.a.com", notOn: "www.a.com www.a.co.uk b.www.a.com"),
    CutDomains("a.*|~b.*|~uk", on: "a.com b.a.com", notOn: "a.co.uk b.com a.uk"),
    CutDomains("a.*|~/^w+\\./", on: "a.com xw.a.com", notOn: "w.a.com ww.a.org"),
    CutDomains("/^[ab]+\\.com$/|~a.*", on: "b.com ab.com", notOn: "a.com aa.b.com"),
    CutDomains("/^[ab]+\\./|~/\\.com$/", on: "b.org a.b.com.org", notOn: "a.com b.x.com"),
    CutDomains("a.com|~/x/", on: "a.com b.a.com", notOn: "x.a.com bxb.a.com"),
  ]

  /// A list of domains that includes a host and excludes one above it.
  @Test(arguments: [
    ("a.*|~b.a.com|c.b.a.com", "c.b.a.com", "a.com b.a.org"), ("page.com|~com", "page.com", ""),
    ("~com|m.page.com|b.org", "m.page.com", "b.org"), ("a.com|~b.a.com|c.b.a.com", "c.b.a.com", "a.com"),
  ])
  func dialectDecidesOnHostsBelowExclusions(_ domains: String, _ nested: String, _ others: String) throws {
    func pages(_ filters: String, _ dialect: Dialect?, _ host: String) throws -> [Bool] {
      let pages = CutDomains(domains, on: others + " " + nested, notOn: host)
      let found = try pages.pages(filters, dialect) { evaluator, page in
        evaluator.decide(
          Request(.script, url: Array("\(page)ads1".utf8), page: Array(page.utf8), suffixes: .wellKnown)
        ).isBlocked
      }
      return [found.acting.contains(nested), pages.acting.dropLast().allSatisfy(found.acting.contains)]
    }
    for dialect in [Dialect.adblockPlus, .uBlockOrigin, .adGuard, nil] {
      let isLonger = dialect == .adblockPlus
      #expect(try pages("/ads1$domain=\(domains)", dialect, "c.org") == [isLonger, true])
      // An exception acts where one of the dialects says so.
      let filters = "/ads1\n@@/ads1$domain=\(domains)"
      let found = try pages(filters, dialect, "c.org")
      #expect(found[0] == (dialect == .uBlockOrigin || dialect == .adGuard))
      #expect(!found[1] || others.isEmpty)
      // These options are not in Adblock Plus.
      #expect(try pages("/ads1$top=\(domains)", dialect, "c.org") == [false, true])
      #expect(try pages("*$to=\(domains),domain=com|org", dialect, "c.org") == [false, true])
    }
  }

  @Test(arguments: cutDomains) func excludedDomainsAreSubtracted(_ row: CutDomains) throws {
    for option in ["$domain=", "$~third-party,from=", "$script,top="] {
      let (acting, sparing) = try row.pages("/x\(option)\(row.domains)") { evaluator, page in
        evaluator.decide(
          Request(.script, url: Array("\(page)x".utf8), page: Array(page.utf8), suffixes: .wellKnown)
        )
        .isBlocked
      }
      #expect(acting == row.acting && sparing.isEmpty, "\(option) acts on \(acting), \(sparing)")
    }
    // An exception applies to the same pages as a filter would.
    let (excepted, others) = try row.pages("##.x\n@@$generichide,domain=\(row.domains)") { evaluator, page in
      evaluator.decide(
        Request(.document, url: Array(page.utf8), page: Array(page.utf8), suffixes: .wellKnown)
      ).hiddenSelectors.isEmpty
    }
    #expect(excepted == row.acting && others.isEmpty, "excepted are \(excepted), \(others)")
  }

  @Test(arguments: [
    "www.a.*|~a.*", "www.a.com|~a.*", "a.*|~a.*", "/^a/|~/a/",
  ])
  func fullyExcludedDomainsDropFilter(_ domains: String) throws {
    let converted = try convert("/x$domain=\(domains)")
    #expect(converted.rules == [])
    #expect(converted.diagnostics.map { $0.prefix(26) } == ["unsupported mixed-domains:"])
  }

  static let others: [Row] = [
    Row("/x$frobnicate", diagnostics: ["unsupported unknown-option: frobnicate"]),
    Row("/x$script,frobnicate=1", diagnostics: ["unsupported unknown-option: frobnicate"]),
    Row("/x$csp=script-src 'none'", diagnostics: ["needsScript csp: csp=script-src 'none'"]),
    Row("/x$removeparam=a", diagnostics: ["needsScript removeparam: removeparam=a"]),
    Row("/x$redirect-rule=noop.js", diagnostics: ["needsScript redirect: noop.js"]),
    Row("/x$redirect=noop.js,script", "block /x type=script", diagnostics: ["needsScript redirect: noop.js"]),
    Row("/x$replace=/a/b/", diagnostics: ["needsScript request-modification: replace"]),
    Row("/x$header=via:1", diagnostics: ["unsupported response-option: header"]),
    Row("/x$method=post", diagnostics: ["unsupported method-option: method=post"]),
    Row("/x$elemhide", diagnostics: ["unsupported exception-option: elemhide"]),
    Row("/x$domain", diagnostics: ["unsupported option-needs-value: domain"]),
    Row("/x$script=1", diagnostics: ["unsupported option-takes-no-value: script=1"]),
    Row("/x$_,script,__", "block /x type=script"),
  ]

  /// Exceptions to features that need a script allow no requests; their other parts apply.
  static let exceptions: [Row] = [
    Row("@@||a.com^$csp", diagnostics: ["needsScript csp: csp"]),
    Row("@@||a.com^$redirect", diagnostics: ["needsScript redirect: redirect"]),
    Row("@@||a.com^$script,redirect-rule=x", diagnostics: ["needsScript redirect: x"]),
    Row("@@||a.com^$removeparam,document", diagnostics: ["needsScript removeparam: removeparam"]),
    Row("@@||a.com^$stealth,script", diagnostics: ["needsScript request-modification: stealth"]),
    Row("@@||a.com^$jsinject", diagnostics: ["needsScript request-modification: jsinject"]),
    Row("@@||a.com^$extension,script", diagnostics: ["needsScript request-modification: extension"]),
    Row(
      "@@||a.com^$elemhide,jsinject,content,urlblock,extension", "ignore-previous .* if-top-url=*a.com",
      "ignore-following .* if-top-url=*a.com", diagnostics: ["needsScript request-modification: jsinject"]),
    Row(
      "@@||a.com^$csp,generichide", "ignore-previous .* if-top-url=*a.com",
      diagnostics: ["needsScript csp: csp"]
    ),
    Row(
      "@@||a.com^$csp,generichide,script", "ignore-previous .* if-top-url=*a.com",
      diagnostics: ["needsScript csp: csp"]),
    Row(
      "@@||a.com^$document,~extension", "ignore-previous .* if-top-url=*a.com",
      "ignore-following .* if-top-url=*a.com"),
    Row(
      "@@||a.com^$document,jsinject", "ignore-previous .* if-top-url=*a.com",
      "ignore-following .* if-top-url=*a.com", diagnostics: ["needsScript request-modification: jsinject"]),
    Row("@@||a.com^$popup", #"ignore-following ||a\.com[:/] case type=popup"#),
    Row(
      "@@||a.com^$ping", #"ignore-following ||a\.com[:/] case type=ping"#,
      diagnostics: ["approximated ping-type: ping"]),
    Row("@@||a.com^$urlblock", "ignore-following .* if-top-url=*a.com"),
    // An exception that cannot be converted has no effect at all.
    Row("@@/a[0-9]/$elemhide,script,domain=~/b\\1c/", diagnostics: [#"unsupported regex-domain: b\1c"#]),
    Row("@@||a.com^$csp,frobnicate", diagnostics: ["needsScript csp: csp"]),
    Row("@@||a.com^$cookie,frobnicate", diagnostics: ["unsupported unknown-option: frobnicate"]),
  ]

  @Test(arguments: exceptions) func networkExceptionsAreConverted(_ row: Row) throws { try row.check() }

  static let requests: [Row] = [
    Row(
      "*$script,to=a.com|b.com", #"block ||a\.com[:/] case type=script"#,
      #"block ||b\.com[:/] case type=script"#),
    Row("||a.com^$to=b.a.com", #"block ||b\.a\.com[:/]"#),
    Row("||b.a.com^$to=a.com", #"block ||b\.a\.com[:/] case"#),
    Row("||a.com/x$to=b.a.com", #"block ||b\.a\.com/x"#),
    Row("||a.com^$to=b.com", diagnostics: ["unsupported conflicting-options: b.com"]),
    Row("||a.com^$to=~a.com", diagnostics: ["unsupported conflicting-options: a.com"]),
    Row("||b.a.com/x$to=~a.com|~c.com", diagnostics: ["unsupported conflicting-options: a.com|~c.com"]),
    Row("|https://a.com/x$script,to=~a.com", diagnostics: ["unsupported conflicting-options: a.com"]),
    Row("||a.com^$to=b.a.com|~a.com", diagnostics: ["unsupported conflicting-options: b.a.com|~a.com"]),
    Row("||a.com^$denyallow=a.com,domain=p.com", diagnostics: ["unsupported conflicting-options: a.com"]),
    Row(
      "||w.a.com^$denyallow=b.com|a.com,domain=p.com",
      diagnostics: ["unsupported conflicting-options: b.com|a.com"]),
    Row("||a.com^$to=~a.*", diagnostics: ["unsupported conflicting-options: a"]),
    Row("||b.a.co.uk^$to=~a.*", diagnostics: ["unsupported conflicting-options: a"]),
    Row("||a.com^$important,to=~a.com", diagnostics: ["unsupported conflicting-options: a.com"]),
    Row("/x/$image,to=a.com", diagnostics: ["unsupported request-domains: a.com"]),
    // Matches in the host itself.
    Row("|https://a.com/x$to=a.com|b.com", "block ^https://a\\.com/x"),
    Row(
      "|https://w.a.com^$to=a.com|b.com", "block ^https://w\\.a\\.com‹^›"),
    Row("|https://c.com/x$to=a.com|b.com", diagnostics: ["unsupported conflicting-options: a.com|b.com"]),
    Row("|https://a.co$to=a.com", diagnostics: ["unsupported request-domains: a.com"]),
    Row("@@|https://a.com/x$to=~b.com", "ignore-following ^https://a\\.com/x"),
    Row("@@|https://a.com/x$to=~a.com", diagnostics: ["unsupported conflicting-options: a.com"]),
    Row(
      "-ads.com/x$to=com", #"block ^[^:]+://[^/]*-ads\.com/x"#, #"block ||:…com[/:]‹*›-ads\.com/x"#),
    Row("ads.com/x$to=s.ads.com", #"block ||s\.ads\.com/x"#, #"block ||:…s\.ads\.com[/:]‹*›ads\.com/x"#),
    Row("com^$to=a.com", #"block ||a\.com[:/]"#), Row("a.c$to=a.com", #"block ||a\.com[:/]"#),
    Row("=a$to=a.com", #"block ||:…a\.com[/:]‹*›=a"#), Row("b|$to=a.com", #"block ||:…a\.com[/:]‹*›b$"#),
    Row("-Ads.com/x$to=com,match-case", #"block ||:…com[/:]‹*›-Ads\.com/x case"#),
    Row(
      "b$to=a.com", #"block ||:…a\.com[/:]‹*›b"#, diagnostics: ["approximated request-domains: a.com"]),
    Row(
      "80/x$to=a.com", #"block ||:…a\.com[/:]‹*›80/x"#,
      diagnostics: ["approximated request-domains: a.com"]),
    Row(
      "/b$to=a.com", #"block ||a\.com/b"#, #"block ||:…a\.com[/:]‹*›/b"#,
      diagnostics: ["approximated request-domains: a.com"]),
    Row("/x/*$image,to=a.com", #"block ||a\.com/x/ type=image"#, #"block ||:…a\.com[/:]‹*›/x/ type=image"#),
    Row(
      "*$script,denyallow=a.com|b.com,domain=p.com",
      #"ignore-following ||b\.com[:/] type=script if-top-url=*p.com"#,
      #"ignore-following ||a\.com[:/] type=script if-top-url=*p.com"#,
      "block .* type=script if-top-url=*p.com"),
    Row(
      "*$script,denyallow=a.*,domain=p.com",
      #"ignore-following ||a\.[^./:@]+(\.[^./:@]+)?[:/] type=script if-top-url=*p.com"#,
      "block .* type=script if-top-url=*p.com", diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "*$script,to=~a.*", #"ignore-following ||a\.[^./:@]+(\.[^./:@]+)?[:/] type=script"#,
      "block .* type=script", diagnostics: ["approximated entity-suffixes: a"]),
    Row("*$script,to=~a.com", #"ignore-following ||a\.com[:/] type=script"#, "block .* type=script"),
    Row(
      "/x/*$image,to=a.*", #"block ||a\.(com?\.)?[^./:@]+/x/ type=image"#,
      #"block ||:…a\.(com?\.)?[^./:@]+[/:]‹*›/x/ type=image"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "||www.a.com/x$to=a.*", #"block ||www\.a\.com/x"#, diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "||a.com^$to=www.a.*", #"block ||www\.a\.com[:/]"#, diagnostics: ["approximated entity-suffixes: www.a"]
    ),
    Row(
      "||uk/x$to=a.*", #"block ||a\.uk/x"#, #"block ||a\.co\.uk/x"#, #"block ||a\.com\.uk/x"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "||a.$to=a.*", #"block ||a\.(com?\.)?[^./:@]+[:/]"#, diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "||b.a.*^$to=a.*", #"block ||b\.a\.(com?\.)?[^./:@]+[:/]"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "||a.*/x$to=a.*", #"block ||a\.(com?\.)?[^./:@]+/x"#, #"block ||:…a\.(com?\.)?[^./:@]+[/:]‹*›/x"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row("||a.*x$to=a.*", diagnostics: ["unsupported request-domains: a"]),
    Row("||a.b.com^$to=a.*", diagnostics: ["unsupported conflicting-options: a"]),
    Row(
      "||ads.$to=ads.com|b.com", #"block ||ads\.com[:/]"#,
      diagnostics: ["approximated request-domains: ads.com|b.com"]),
    Row(
      "@@*$script,to=~a.b",
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^b/:@](:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?([^/:@]*[^./:@])?b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^a/:@]\.b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^./:@]a\.b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?\[[^/]*/ case type=script"#),
    Row(
      "@@/a[0-9]/$script,denyallow=a.com",
      diagnostics: ["unsupported request-domains: script,denyallow=a.com"]),
    Row("@@||a.$generichide,to=a.com|b.a.org", "ignore-previous .* if-top-url=*a.com,*b.a.org"),
  ]

  @Test(arguments: requests) func toOptionBecomesRequestHosts(_ row: Row) throws {
    let converted = try convert(row.filters)
    #expect(converted.rules == row.rules)
    #expect(converted.diagnostics == row.diagnostics)
  }
  @Test(arguments: types) func typeOptionsAreConverted(_ row: Row) throws { try row.check() }
  @Test(arguments: parties) func partyOptionsAreConverted(_ row: Row) throws { try row.check() }
  @Test(arguments: domains) func domainOptionsAreConverted(_ row: Row) throws { try row.check() }
  @Test(arguments: others) func otherOptionsAreConverted(_ row: Row) throws { try row.check() }
}

/// A list of domains, pages on which a filter with it acts, and other pages.
struct CutDomains: Sendable, CustomTestStringConvertible {
  var domains: String
  var acting: [String]
  var others: [String]

  init(_ domains: String, on acting: String, notOn others: String) {
    self.domains = domains
    self.acting = acting.split(separator: " ").map(String.init)
    self.others = others.split(separator: " ").map(String.init)
  }

  var testDescription: String { domains }

  /// Returns the pages for which the rules of `filters` give the answer yes.
  func pages(
    _ filters: String, _ dialect: Dialect? = nil, _ answer: (RuleListEvaluator, String) -> Bool
  ) throws -> (acting: [String], others: [String]) {
    var options = ConversionOptions()
    (options.target, options.dialect) = (.webKitGTK2_50, dialect)
    let source = Source(name: "list.txt", bytes: Array(filters.utf8))
    let evaluator = RuleListEvaluator(try Converter(options: options).convert([source]).lists[0].rules)
    func answered(_ hosts: [String]) -> [String] {
      hosts.filter { answer(evaluator, "https://\($0)/") && answer(evaluator, "https://\($0):8080/") }
    }
    return (answered(acting), others.filter { answer(evaluator, "https://\($0)/") })
  }
}
