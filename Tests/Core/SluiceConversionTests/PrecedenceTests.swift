import SluiceConversion
import Testing

/// The order of rules, which decides precedence.
struct PrecedenceTests {
  private static let filters = """
    @@||b.com^$script
    ||i.com^$important
    ||p.com^$document
    @@||w.com^$popup
    ||a.com^
    /x$domain=s.com
    @@||page.com^$document
    @@||i.com^$important
    @@||g.com^$genericblock
    @@||u.com^$urlblock
    ||ip.com^$document,important
    """

  @Test func networkListIsOrderedForIgnorePrevious() throws {
    let expected = [
      #"block ||a\.com[:/] case"#,
      "ignore-previous .* if-top-url=*g.com",
      "block /x if-top-url=*s.com",
      #"ignore-previous ||b\.com[:/] case type=script"#,
      #"block ||i\.com[:/] case"#,
      #"ignore-previous ||i\.com[:/] case"#,
      "ignore-previous .* if-top-url=*u.com",
      #"block ||p\.com[:/] case type=top-document"#,
      #"ignore-previous ||w\.com[:/] case type=popup"#,
      #"block ||ip\.com[:/] case type=top-document"#,
      "ignore-previous .* if-top-url=*page.com",
    ]
    #expect(try convert(Self.filters, split: .network).rules == expected)
  }

  @Test func mirroredListIsOrderedForIgnoreFollowing() throws {
    let expected = [
      "ignore-previous .* if-top-url=*page.com",
      "ignore-following .* if-top-url=*page.com",
      #"block ||ip\.com[:/] case type=top-document"#,
      #"ignore-following ||w\.com[:/] case type=popup"#,
      #"block ||p\.com[:/] case type=top-document"#,
      "ignore-following .* if-top-url=*u.com",
      #"ignore-following ||i\.com[:/] case"#,
      #"block ||i\.com[:/] case"#,
      #"ignore-following ||b\.com[:/] case type=script"#,
      "block /x if-top-url=*s.com",
      "ignore-following .* if-top-url=*g.com",
      #"block ||a\.com[:/] case"#,
    ]
    #expect(try convert(Self.filters).rules == expected)
  }

  private static let cosmetics = """
    ##.generic
    ~n.com##.excluded
    s.com##.site
    @@||g.com^$generichide
    @@||g2.com/path$generichide
    @@||e.com^$elemhide
    @@||page.com^$document
    ||a.com^
    """

  @Test func cosmeticListKeepsGenericSelectorsUntyped() throws {
    let expected = [
      "hide .generic .*",
      "hide .excluded .* type=document unless-top-url=*n.com",
      "ignore-previous .* if-top-url=*g.com",
      #"ignore-previous .* if-top-url=||g2\.com/path"#,
      #"hide .site ||s\.com[:/] case type=document"#,
      "ignore-previous .* if-top-url=*e.com",
      "ignore-previous .* if-top-url=*page.com",
    ]
    #expect(try convert(Self.cosmetics, split: .cosmetic).rules == expected)
  }

  @Test func combinedListLimitsIgnoringRulesToPages() throws {
    let expected = [
      #"block ||a\.com[:/] case"#,
      "hide .generic .* type=document unless-top-url=*g.com,*e.com",
      "hide .excluded .* type=top-document unless-top-url=*n.com",
      "ignore-previous .* type=top-document if-top-url=*g.com",
      #"ignore-previous .* type=top-document if-top-url=||g2\.com/path"#,
      #"hide .site ||s\.com[:/] case type=document"#,
      "ignore-previous .* type=top-document if-top-url=*e.com",
      "ignore-previous .* if-top-url=*page.com",
    ]
    #expect(try convert(Self.cosmetics, target: .safari26).rules == expected)
  }

  static let merged: [Row] = [
    Row("||a.com^\n||a.com^", #"block ||a\.com[:/] case"#),
    Row("||a.com^\n||A.com^$important", #"block ||a\.com[:/] case"#),
    Row("/x$domain=a.com\n/x$domain=b.com|a.com", "block /x if-top-url=*a.com,*b.com"),
    Row("/x$domain=a.com\n/x", "block /x"),
    Row(
      "/x$script,domain=a.com\n/x$image,domain=b.com",
      "block /x type=script if-top-url=*a.com", "block /x type=image if-top-url=*b.com"),
    Row(
      "/x$domain=~a.com\n/x$domain=~b.com", "block /x unless-top-url=*a.com", "block /x unless-top-url=*b.com"
    ),
  ]

  @Test(arguments: merged) func equalRulesAreEmittedOnce(_ row: Row) throws { try row.check() }

  /// Filters that an equivalent `$badfilter` disables.
  static let badfilters: [(String, String)] = [
    ("||a.com^$script", "||a.com^$badfilter,script"),
    ("||a.com^$script,3p", "||a.com^$third-party,badfilter,script"),
    ("||a.com^$~1p", "||a.com^$badfilter,3p"), ("||a.com^$strict3p", "||a.com^$~strict1p,badfilter"),
    ("/x$domain=a.com|b.com", "/x$domain=b.com|a.com,badfilter"),
    ("/x$top=a.com|b.com", "/x$top=b.com|a.com,badfilter"),
    ("/x$domain=A.com", "/x$domain=a.com,badfilter"), ("/x$domain=~a.com", "/x$from=~A.COM,badfilter"),
    ("/x$domain=a.com|b.com", "/x$from=b.com,domain=a.com|b.com,badfilter"),
    ("/x$domain=пример.рф", "/x$domain=xn--e1afmkfd.xn--p1ai,badfilter"),
    ("/x$domain=A.*", "/x$domain=a.*,badfilter"), ("/x$domain=/A[a-c]/", "/x$domain=/a[a-c]/,badfilter"),
    ("/x$to=a.com|~b.a.com", "/x$to=~B.a.com|a.com,badfilter"),
    ("*$script,denyallow=a.com|b.com", "*$denyallow=b.com|A.com,script,badfilter"),
    ("/x$method=get|POST", "/x$method=post|GET,badfilter"), ("/x$app=a|b", "/x$app=b|a,badfilter"),
    ("/x$header=Via:1", "/x$header=via:1,badfilter"),
    ("/x$removeheader=Refresh", "/x$removeheader=refresh,badfilter"),
    ("/x$ipaddress=fe80::a|1.2.3.4", "/x$ipaddress=1.2.3.4|FE80::A,badfilter"),
    ("/x$script,script", "/x$script,_,badfilter"), ("/x$~match-case", "/x$badfilter"),
    ("/x$XHR,CSS", "/x$stylesheet,xmlhttprequest,badfilter"), ("@@/x$ehide", "@@/x$elemhide,badfilter"),
    ("@@||a.com^$document,~extension", "@@||a.com^$doc,badfilter"),
    ("/x$removeparam=", "/x$queryprune,badfilter"),
    ("||a.com^$removeparam=x", "||a.com^$removeparam=x,badfilter"),
    ("||ads.example^", "||ADS.example^$badfilter"), ("||ADS.example^", "||ads.example^$badfilter"),
    ("||Ads.example/X", "||ads.example/x$badfilter"),
    ("||ADS.example/X$match-case", "||ads.example/X$match-case,badfilter"),
    ("/Ads", "/ads$badfilter"), ("/a*b", "*/a**b*$badfilter"), ("|https://A.com", "|https://a.com$badfilter"),
    (#"/A[B-D]\d/"#, #"/a[b-d]\d/$badfilter"#), ("||пример.рф^", "||xn--e1afmkfd.xn--p1ai^$badfilter"),
    ("||xn--e1afmkfd.xn--p1ai/x", "||пример.рф/x$badfilter"), ("/ü", "/%C3%BC$badfilter"),
    ("/%c3%bc", "/ü$badfilter"), ("0.0.0.0 ads.example", "||Ads.example^$badfilter"),
    ("0.0.0.0 пример.рф", "||xn--e1afmkfd.xn--p1ai^$badfilter"),
  ]

  @Test(arguments: badfilters)
  func badfilterDisablesEqualFilter(_ filter: String, _ badfilter: String) throws {
    for filters in ["\(filter)\n\(badfilter)", "\(badfilter)\n\(filter)"] {
      let converted = try convert(filters) { $0.dialect = .adblockPlus }
      #expect(converted.rules.isEmpty)
      #expect(converted.diagnostics.isEmpty)
    }
  }

  @Test func badfilterDisablesHostNames() throws {
    let converted = try convert("ads.example\n||ADS.example^$badfilter\nb.example") {
      $0.dialect = .uBlockOrigin
    }
    #expect(converted.rules == [#"block ||b\.example[:/] case"#])
  }

  /// Filters with a `$badfilter` that is not equivalent.
  static let others: [(String, String)] = [
    ("||a.com^", "||a.com^$script,badfilter"), ("||a.com^$script", "||a.com^$badfilter"),
    ("@@||a.com^", "||a.com^$badfilter"), ("||a.com^$script", "||a.com^$~script,badfilter"),
    ("||a.com^", "||a.com$badfilter"), ("/x|", "/x$badfilter"), ("|https://a.com", "https://a.com$badfilter"),
    ("/x$domain=a.com", "/x$domain=a.com|b.com,badfilter"), ("/x$domain=a.com", "/x$domain=~a.com,badfilter"),
    ("/x$domain=a.com", "/x$to=a.com,badfilter"), ("/x$domain=a.com", "/x$domain=a.*,badfilter"),
    ("/x$domain=a.com", "/x$top=a.com,badfilter"), ("/X$match-case", "/x$match-case,badfilter"),
    ("/x$match-case", "/x$badfilter"), ("/ads/", "ads$badfilter"), (#"/a\db/"#, #"/a\Db/$badfilter"#),
    ("/[A-z]x/", "/[a-z]x/$badfilter"), ("/x$redirect=Noop.js", "/x$redirect=noop.js,badfilter"),
    ("/x", "/x$important,badfilter"), ("0.0.0.0 a.com", "||b.com^$badfilter"),
    ("0.0.0.0 a.com", "||a.com^$script,badfilter"),
  ]

  @Test(arguments: others) func badfilterKeepsOtherFilters(_ filter: String, _ badfilter: String) throws {
    #expect(try convert("\(filter)\n\(badfilter)").rules == convert(filter).rules)
    #expect(try !convert(filter).rules.isEmpty)
  }

  static let cookies: [Row] = [
    // A page is requested with cookies too, unless the filter is limited to third parties.
    Row(
      "||a.com^$cookie", #"block-cookies ||a\.com[:/] case type=top-document"#,
      #"block-cookies ||a\.com[:/] case"#),
    Row("||a.com^$cookie,3p", #"block-cookies ||a\.com[:/] case load=third-party"#),
    Row("/x$cookie,script", "block-cookies /x type=script"),
    Row("/x$cookie,document", "block-cookies /x type=top-document"),
    Row("/x$cookie,all", "block-cookies /x type=top-document", "block-cookies /x"),
    Row("/x$cookie,popup", diagnostics: ["dropped conflicting-options: cookie"]),
    // Exceptions for requests come first, where they do not affect cookies.
    Row(
      "||a.com^$cookie,3p\n@@||a.com^", #"block-cookies ||a\.com[:/] case load=third-party"#,
      #"ignore-following ||a\.com[:/] case"#),
    // Exceptions for cookies come last, where they do not affect blocks.
    Row(
      "||a.com^\n||a.com^$cookie,3p\n@@||b.a.com^$cookie", #"block ||a\.com[:/] case"#,
      #"ignore-following ||b\.a\.com[:/] case"#, #"block-cookies ||a\.com[:/] case load=third-party"#),
    Row(
      "/x$cookie,3p\n@@/x$cookie\n/y$cookie,important,3p\n@@/y$cookie,important", "ignore-following /y",
      "block-cookies /y load=third-party", "ignore-following /x", "block-cookies /x load=third-party"),
    // WebKit would override too much or too little, whether the exception comes before or after.
    Row(
      "/x$cookie,3p\n@@/x$cookie\n@@/y", "ignore-following /y", "ignore-following /x",
      "block-cookies /x load=third-party", diagnostics: ["approximated cookie-exceptions: /x$cookie,3p"]),
    Row(
      "/x$cookie\n@@/y$cookie", "ignore-following /y", "block-cookies /x",
      diagnostics: ["approximated cookie-exceptions: /x$cookie"]),
    Row(
      "/x$cookie\n@@||p.com^$urlblock", "ignore-following .* if-top-url=*p.com", "block-cookies /x",
      diagnostics: ["approximated cookie-exceptions: /x$cookie"]),
    // Without a filter for cookies, there is nothing to override.
    Row("||a.com^\n@@||a.com^$cookie", #"block ||a\.com[:/] case"#),
    Row("||a.com^\n@@||a.com^$cookie,document", #"block ||a\.com[:/] case"#),
    Row(
      "||a.com^\n@@||a.com^$cookie=x", #"block ||a\.com[:/] case"#,
      diagnostics: ["deferred request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p\n@@||a.com^$cookie=x", #"ignore-following ||a\.com[:/] case"#,
      #"block-cookies ||a\.com[:/] case load=third-party"#,
      diagnostics: ["deferred request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p\n@@||a.com^$stealth,removeparam,cookie", #"ignore-following ||a\.com[:/] case"#,
      #"block-cookies ||a\.com[:/] case load=third-party"#,
      diagnostics: ["deferred request-modification: stealth"]),
    Row(
      "@@||a.com^$elemhide,cookie\n/x$cookie,3p", "ignore-previous .* if-top-url=*a.com",
      #"ignore-following ||a\.com[:/] case"#, "block-cookies /x load=third-party"),
    Row("||a.com^$cookie=x", diagnostics: ["deferred request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p,denyallow=b.a.com",
      #"block-cookies ^[^:]+://([^/]*@)?a\.com[:/] case load=third-party"#,
      #"block-cookies ^[^:]+://([^/]*@)?[^/:@]*[^b./:@]\.a\.com[:/] case load=third-party"#,
      #"block-cookies ^[^:]+://([^/]*@)?[^/:@]*[^./:@]b\.a\.com[:/] case load=third-party"#),
  ]

  @Test(arguments: cookies) func cookieRulesAreSeparateFromRequests(_ row: Row) throws { try row.check() }

  static let pages: [Row] = [
    Row("@@||a.com^$document", "ignore-following .* if-top-url=*a.com"),
    Row("@@||a.com/x$document", #"ignore-following .* if-top-url=||a\.com/x"#),
    Row("@@||a.com^$document,domain=a.com", "ignore-following .* if-top-url=*a.com"),
    Row("@@||a.com^$document,domain=b.a.com", "ignore-following .* if-top-url=*b.a.com"),
    Row(
      "@@||a.com^$document,domain=b.com", diagnostics: ["dropped conflicting-options: document,domain=b.com"]),
    Row(
      "@@||a.com^$document,domain=~b.a.com",
      diagnostics: ["dropped page-scope: document,domain=~b.a.com"]),
    Row("@@$document,domain=a.com|b.com", "ignore-following .* if-top-url=*a.com,*b.com"),
  ]

  @Test(arguments: pages) func pageExceptionsBecomeIgnoreFollowing(_ row: Row) throws {
    let converted = try convert(row.filters)
    #expect(converted.rules.filter { !$0.hasPrefix("ignore-previous") } == row.rules)
    #expect(converted.diagnostics == row.diagnostics)
  }

  static let hosts: [Row] = [
    Row("0.0.0.0 ads.com", #"block ||ads\.com[:/] case"#),
    Row("127.0.0.1 localhost\n::1 ip6-localhost"),
    Row("0.0.0.0 a.com b.com # two", #"block ||a\.com[:/] case"#, #"block ||b\.com[:/] case"#),
  ]

  @Test(arguments: hosts) func hostsLinesAreConverted(_ row: Row) throws { try row.check() }
}
