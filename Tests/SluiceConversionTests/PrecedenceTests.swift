import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
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
    ("*$script,denyallow=a.com|b.com,from=x.com", "*$from=x.com,denyallow=b.com|A.com,script,badfilter"),
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
      let converted = try convert(filters)
      #expect(converted.rules.isEmpty)
      #expect(converted.diagnostics.isEmpty)
    }
  }

  /// A host name in uBlock Origin is `||host^`. In other dialects it is text.
  @Test(
    arguments: [
      (.uBlockOrigin, "ads.example\n||ADS.example^$badfilter\nb.example", ["*b.example"]),
      (.uBlockOrigin, "ads.example\n||ads.example^\nADS.example$badfilter\nb.example", ["*b.example"]),
      (.uBlockOrigin, "0.0.0.0 ads.example\nads.example$badfilter\nb.example", ["*b.example"]),
      (.uBlockOrigin, "пример.рф\nxn--e1afmkfd.xn--p1ai$badfilter\nb.example", ["*b.example"]),
      (.uBlockOrigin, "ads.example\nads.example$script,badfilter", ["*ads.example"]),
      (.uBlockOrigin, "||ads.example^$script\nads.example$badfilter", ["*ads.example type=script"]),
      (.adblockPlus, "ads.example\n||ads.example^\nads.example$badfilter", ["*ads.example"]),
      (.adGuard, "ads.example\n||ads.example^\nads.example$badfilter", ["*ads.example"]),
      (nil, "/x\nads.example\n||ads.example^\nads.example$badfilter", ["/x"]),
      (nil, "/x\n@@||ads.example^\n@@ads.example$badfilter", ["@@*ads.example", "/x"]),
    ] as [(Dialect?, String, [String])])
  func badfilterDisablesHostNames(_ dialect: Dialect?, _ filters: String, _ left: [String]) throws {
    let rules = try convert(filters) { $0.dialect = dialect }.rules.map { rule in
      rule.replacing("ignore-following ", with: "@@").replacing("block ", with: "")
        .replacing(#/\|\|([a-z]+)\\\.example\[:/\]( case)?/#) { "*\($0.output.1).example" }
    }
    #expect(rules == left)
  }

  /// The pages on which a filter remains, in each dialect: Adblock Plus or uBlock Origin, AdGuard, and any.
  static let partialBadfilters: [PartialBadfilter] = [
    // uBlock Origin divides only filters that match any URL.
    .init("*$script,domain=a.com|b.com", "*$script,domain=b.com|c.com", inAll: "a.com"),
    .init("*$script,domain=a.com|b.com", "*$script,domain=b.com|~c.com", inAll: "a.com b.com"),
    .init("*$script,domain=a.com|b.com|~c.b.com", "*$script,domain=a.com", inAll: "a.com b.com"),
    .init("*$script,domain=a.com|b.com", "*$script,domain=a.com|b.com", inAll: ""),
    .init("*$domain=a.com,3p", "*$domain=a.com|b.com,third-party", inAll: ""),
    .init("$script,domain=a.com|b.com", "*$script,from=B.com", inAll: "a.com"),
    .init("|http:$script,domain=a.com|b.com", "|HTTP:*$script,domain=b.com", inAll: "a.com"),
    .init("|https:$script,domain=a.com|b.com", "|https:$script,domain=b.com", inAll: "a.com"),
    .init("|http*:$script,domain=a.com|b.com", "|http*:$script,domain=b.com", inAll: "a.com"),
    .init("|https://$script,domain=a.com|b.com", "|https://$script,domain=b.com", inAll: "a.com"),
    .init("|http*://$script,domain=a.com|b.com", "|http*://*$script,domain=b.com", inAll: "a.com"),
    .init("*$frame,domain=a.com|b.com", "*$subdocument,_,domain=b.com", inAll: "a.com"),
    .init("|ws://$domain=a.com|b.com", "|ws://$domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("http://$domain=a.com|b.com", "http://$domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("|https://x$domain=a.com|b.com", "|https://x$domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("/x$domain=a.com|b.com", "/x$domain=b.com", inUBlock: "a.com b.com", "a.com"),
    // An option besides types and parties forbids it there.
    .init("*$important,domain=a.com|b.com", "*$important,domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("*$~image,domain=a.com|b.com", "*$~image,domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("*$to=x.com,domain=a.com|b.com", "*$to=x.com,domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init(
      "*$denyallow=y.com,domain=a.com|b.com", "*$denyallow=y.com,domain=b.com", inUBlock: "a.com b.com",
      "a.com"),
    .init("*$domain=/^a\\./|b.com", "*$domain=b.com", inUBlock: "a.com b.com", "a.com"),
    .init("*$domain=a.com|b.com", "*$domain=/^a\\./|b.com", inUBlock: "a.com b.com", "a.com"),
    // Other options must be equal.
    .init("*$script,domain=a.com|b.com", "*$image,domain=b.com", inAll: "a.com b.com"),
    .init("*$script,domain=a.com|b.com", "*$script,important,domain=b.com", inAll: "a.com b.com"),
    .init("|https://$script", "|https://$script,domain=b.com", inAll: "a.com b.com c.com"),
    // In AdGuard, an entity stands for the hosts of its name.
    .init("/x$domain=a.com|b.com", "/x$domain=b.*", inUBlock: "a.com b.com", "a.com"),
    .init("*$domain=a.com|b.com", "*$domain=b.*", inUBlock: "a.com b.com", "a.com"),
    .init("/x$domain=a.com|a.co.uk", "/x$domain=a.*", inUBlock: "a.com a.co.uk", ""),
    .init("/x$domain=b.*", "/x$domain=b.com|b.net", inUBlock: "b.com b.net b.org", "b.org"),
    .init("/x$domain=b.*|a.com", "/x$domain=b.*", inUBlock: "b.com b.net b.org a.com", "a.com"),
    .init("/x$domain=m.b.*|a.com", "/x$domain=b.*", inUBlock: "m.b.com a.com", "a.com"),
    .init("/x$domain=b.*", "/x$domain=m.b.*", inUBlock: "b.com m.b.com b.net", "b.com b.net"),
    .init("/x$domain=a.com|b.com", "/x$domain=b.*|~c.com", inAll: "a.com b.com"),
    .init("/x$domain=x.b.com", "/x$domain=b.com", inAll: "x.b.com"),
  ]

  @Test(arguments: partialBadfilters)
  func badfilterDisablesFilterOnDomains(_ row: PartialBadfilter) throws {
    for dialect in [Dialect.adblockPlus, .uBlockOrigin] {
      #expect(try row.pages(.blocks, dialect) == row.inUBlockOrigin, "\(dialect)")
      // uBlock Origin refuses an exception with `important`.
      let isRefused = dialect == .uBlockOrigin && row.filter.contains("important")
      #expect(try row.pages(.exceptions, dialect) == (isRefused ? [] : row.inUBlockOrigin), "\(dialect)")
    }
    #expect(try row.pages(.blocks, .adGuard) == row.inAdGuard)
    #expect(try row.pages(.exceptions, .adGuard) == row.inAdGuard)
    // If the dialect is not known, less is blocked.
    #expect(try row.pages(.blocks, nil) == row.inAdGuard)
    #expect(try row.pages(.exceptions, nil) == row.inUBlockOrigin)
  }

  /// An important block applies on pages that exceptions exempt from all blocks: in AdGuard, unless the
  /// exceptions are important too.
  @Test(arguments: [
    ("@@||page.test^$document", "script ads.test", true),
    ("@@||page.test^$urlblock", "script ads.test", true),
    ("@@||page.test^$document,important", "script ads.test", false),
    ("@@||page.test^$urlblock,important", "script ads.test", false),
    ("@@||page.test^$document\n@@||ads.test^$important", "script ads.test", false),
    ("@@||page.test^$document\n@@||ads.test^", "script ads.test", true),
    ("@@||page.test^$document", "script other.test", false),
    ("@@||page.test^$urlblock", "script other.test", false),
    ("@@||page.test^$document", "popup ads.test", true), ("@@||page.test^$urlblock", "popup ads.test", true),
    ("@@||page.test^$document,important", "popup ads.test", false),
    ("@@||page.test^$document", "popup other.test", false),
    ("@@||page.test^$document", "subdocument ads.test", true),
    ("@@||page.test/$document", "script ads.test", true),
    ("@@$document,domain=page.test", "script ads.test", true),
    ("@@||page.test^$elemhide", "script other.test", true),
  ])
  func importantBlocksApplyOnPagesThatAdGuardExcepts(
    _ exception: String, _ request: String, _ isBlocked: Bool
  ) throws {
    let filters = "||ads.test^$all,important\n||other.test^$all\n##.x\n" + exception
    let kind = try #require(Request.Kind(rawValue: String(request.prefix { $0 != " " })))
    let url = Array("https://\(request.split(separator: " ")[1])/".utf8)
    // uBlock Origin refuses an exception with `important`.
    let isRefused = exception.hasSuffix(",important")
    let inOthers = isBlocked && request.contains("other")
    for (dialect, expected) in [
      (Dialect.adGuard, isBlocked), (.uBlockOrigin, isRefused || inOthers), (.adblockPlus, inOthers),
      (nil, inOthers),
    ] {
      // In other dialects, an exception for requests decides as `urlblock` does, which is not about popups.
      let isPopup = kind == .popup && exception.contains("urlblock")
      for layout in EmittedLayout.allCases {
        let source = ParsedSource(
          name: "list", list: FilterList(parsing: filters, dialect: dialect), dialect: dialect)
        let emitted = try Emitted(source, layout)
        let page = Array("https://page.test/".utf8)
        let decision = emitted.decide(Request(kind, url: url, page: page, suffixes: .wellKnown))
        #expect(decision.isBlocked == (expected || isPopup), "\(layout), \(dialect?.rawValue ?? "automatic")")
      }
    }
  }

  @Test func importantBlocksOfOtherDialectsYieldToAdGuardsExceptions() throws {
    let adGuard = ParsedSource(
      name: "a", list: FilterList(parsing: "||a.test^$important\n@@||page.test^$document"), dialect: .adGuard)
    let other = ParsedSource(
      name: "u", list: FilterList(parsing: "||u.test^$important\n@@||free.test^$document"),
      dialect: .uBlockOrigin)
    for layout in EmittedLayout.allCases {
      let lists = try Converter(options: layout.options).convert([adGuard, other]).lists
      let evaluators = lists.map { RuleListEvaluator($0.rules) }
      func blocks(_ host: String, on page: String) -> Bool {
        let request = Request(
          .script, url: Array("https://\(host)/".utf8), page: Array("https://\(page)/".utf8),
          suffixes: .wellKnown)
        return evaluators.contains { $0.decide(request).isBlocked }
      }
      #expect(blocks("a.test", on: "page.test") && !blocks("a.test", on: "free.test"))
      #expect(!blocks("u.test", on: "page.test") && !blocks("u.test", on: "free.test"))
      #expect(blocks("a.test", on: "b.test") && blocks("u.test", on: "b.test"))
    }
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
    // If the dialect is not known, a part of the domains is enough, and `a.*` covers `a.com`.
    let dialect = badfilter.contains("domain=a.") ? Dialect.adblockPlus : nil
    func rules(_ filters: String) throws -> [String] {
      try convert(filters) { $0.dialect = dialect }.rules
    }
    #expect(try rules("\(filter)\n\(badfilter)") == rules(filter))
    #expect(try !rules(filter).isEmpty)
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
    Row("/x$cookie,popup", diagnostics: ["unsupported conflicting-options: cookie"]),
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
      diagnostics: ["needsScript request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p\n@@||a.com^$cookie=x", #"ignore-following ||a\.com[:/] case"#,
      #"block-cookies ||a\.com[:/] case load=third-party"#,
      diagnostics: ["needsScript request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p\n@@||a.com^$stealth,removeparam,cookie", #"ignore-following ||a\.com[:/] case"#,
      #"block-cookies ||a\.com[:/] case load=third-party"#,
      diagnostics: ["needsScript request-modification: stealth"]),
    Row(
      "@@||a.com^$elemhide,cookie\n/x$cookie,3p", "ignore-previous .* if-top-url=*a.com",
      #"ignore-following ||a\.com[:/] case"#, "block-cookies /x load=third-party"),
    Row("||a.com^$cookie=x", diagnostics: ["needsScript request-modification: cookie=x"]),
    Row(
      "||a.com^$cookie,3p,denyallow=b.a.com",
      #"block-cookies ^[^:]+://([^/]*@)?a\.com[:/] case load=third-party"#,
      #"block-cookies ^[^:]+://([^/]*@)?[^/:@]*[^b./:@]\.a\.com[:/] case load=third-party"#,
      #"block-cookies ^[^:]+://([^/]*@)?[^/:@]*[^./:@]b\.a\.com[:/] case load=third-party"#),
    // Domains name the page or the server of a request.
    Row(
      "*$cookie,3p,domain=a.com", "block-cookies .* load=third-party if-top-url=*a.com",
      #"block-cookies ||a\.com[:/] case load=third-party"#),
    Row(
      "/x$cookie,3p,domain=a.com|~b.com", "block-cookies /x load=third-party if-top-url=*a.com",
      #"block-cookies ||a\.com/x load=third-party unless-top-url=*b.com"#,
      #"block-cookies ||:…a\.com[/:]‹*›/x load=third-party unless-top-url=*b.com"#,
      diagnostics: ["approximated request-domains: a.com|~b.com"]),
    Row("/x$cookie,3p,domain=~b.com", "block-cookies /x load=third-party unless-top-url=*b.com"),
    Row(
      "||t.com^$cookie,3p,domain=a.com",
      #"block-cookies ||t\.com[:/] case load=third-party if-top-url=*a.com"#),
    Row(
      "||t.com^$cookie,3p,domain=t.com",
      #"block-cookies ||t\.com[:/] case load=third-party"#),
    Row(
      "*$cookie,3p,domain=/a/",
      "block-cookies .* load=third-party if-top-url=^[^:]+://[^/:?@]*a[^/:?@]*(:[0-9]+)?/",
      diagnostics: ["approximated request-domains: a"]),
    Row(
      "*$cookie,3p\n@@*$cookie,domain=a.com", "ignore-following .* if-top-url=*a.com",
      #"ignore-following ||a\.com[:/] case"#, "block-cookies .* load=third-party"),
  ]

  @Test(arguments: cookies) func cookieRulesAreSeparateFromRequests(_ row: Row) throws { try row.check() }

  static let pages: [Row] = [
    Row("@@||a.com^$document", "ignore-following .* if-top-url=*a.com"),
    Row("@@||a.com/x$document", #"ignore-following .* if-top-url=||a\.com/x"#),
    Row("@@||a.com^$document,domain=a.com", "ignore-following .* if-top-url=*a.com"),
    Row("@@||a.com^$document,domain=b.a.com", "ignore-following .* if-top-url=*b.a.com"),
    Row(
      "@@||a.com^$document,domain=b.com", diagnostics: ["unsupported page-scope: document,domain=b.com"]),
    Row(
      "@@||a.com^$document,domain=~b.a.com",
      diagnostics: ["unsupported page-scope: document,domain=~b.a.com"]),
    Row("@@$document,domain=a.com|b.com", "ignore-following .* if-top-url=*a.com,*b.com"),
  ]

  /// Page scopes and types of one exception are independent of each other.
  static let scopesWithTypes: [Row] = [
    Row(
      "@@||a.com^$elemhide,script", "ignore-previous .* if-top-url=*a.com",
      #"ignore-following ||a\.com[:/] case type=script"#),
    Row(
      "@@||a.com^$elemhide,subdocument,domain=b.com",
      #"ignore-following ||a\.com[:/] case type=child-document if-top-url=*b.com"#,
      diagnostics: ["approximated page-scope: elemhide,subdocument,domain=b.com"]),
    Row(
      "@@||a.com^$document,script,domain=b.com",
      #"ignore-following ||a\.com[:/] case type=script if-top-url=*b.com"#,
      diagnostics: ["approximated page-scope: document,script,domain=b.com"]),
    Row(
      "@@||a.com^$generichide,popup,domain=b.com",
      #"ignore-following ||a\.com[:/] case type=popup if-top-url=*b.com"#,
      diagnostics: ["approximated page-scope: generichide,popup,domain=b.com"]),
    Row(
      "@@||a.com^$urlblock,image,domain=~b.com",
      #"ignore-following ||a\.com[:/] case type=image unless-top-url=*b.com"#,
      diagnostics: ["approximated page-scope: urlblock,image,domain=~b.com"]),
    Row(
      "@@||a.com^$genericblock,xhr,denyallow=b.a.com",
      #"ignore-following ^[^:]+://([^/]*@)?a\.com[:/] case type=fetch"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^b./:@]\.a\.com[:/] case type=fetch"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^./:@]b\.a\.com[:/] case type=fetch"#,
      diagnostics: ["approximated page-scope: genericblock,xhr,denyallow=b.a.com"]),
    Row(
      "@@||a.com/x$specifichide,script", #"ignore-following ||a\.com/x type=script"#,
      diagnostics: ["approximated page-scope: specifichide,script"]),
    Row("@@||a.com/x$specifichide", diagnostics: ["unsupported page-scope: specifichide"]),
    Row("@@||a.com/x$specifichide,elemhide", #"ignore-previous .* if-top-url=||a\.com/x"#),
    Row(
      "@@||a.com/x$specifichide,generichide", #"ignore-previous .* if-top-url=||a\.com/x"#,
      diagnostics: ["approximated page-scope: specifichide,generichide"]),
    Row("@@||a.com^$elemhide,script,~script", "ignore-previous .* if-top-url=*a.com"),
    Row("@@||a.com^$elemhide,~script", "ignore-previous .* if-top-url=*a.com"),
    Row(
      "@@||a.com^$elemhide,object", "ignore-previous .* if-top-url=*a.com",
      diagnostics: ["approximated object-type: object"]),
    Row(
      "@@||a.com^$elemhide,script,object,domain=b.com",
      #"ignore-following ||a\.com[:/] case type=script if-top-url=*b.com"#,
      diagnostics: ["approximated object-type: object"]),
    // The pattern of the requests needs too many rules or a regex that WebKit lacks.
    Row(
      "@@/a[0-9]/$elemhide,script,domain=a.com,to=b.com",
      diagnostics: ["unsupported request-domains: b.com"]),
    Row(
      "@@*$elemhide,script,domain=a.com,to=/b/", diagnostics: ["unsupported request-domains: b"]),
    Row(
      "@@||a.com^$elemhide,jsinject,domain=b.com", diagnostics: ["needsScript request-modification: jsinject"]
    ),
    Row("@@||a.com^$csp,elemhide,domain=b.com", diagnostics: ["needsScript csp: csp"]),
    Row(
      "@@||a.com^$elemhide,cookie,domain=b.com\n||a.com^$cookie,3p",
      #"ignore-following ||a\.com[:/] case if-top-url=*b.com"#,
      #"block-cookies ||a\.com[:/] case load=third-party"#,
      diagnostics: ["approximated page-scope: elemhide,cookie,domain=b.com"]),
  ]

  @Test(arguments: scopesWithTypes) func pageScopesAndTypesAreConvertedSeparately(_ row: Row) throws {
    try row.check()
  }

  /// In uBlock Origin and AdGuard, a scope is about a page, never about a frame.
  @Test(arguments: [Dialect.uBlockOrigin, .adGuard])
  func pageScopeThatMatchesNoPageIsIgnored(_ dialect: Dialect) throws {
    let both = try convert("@@||a.com^$elemhide,subdocument,domain=b.com") { $0.dialect = dialect }
    #expect(both.rules == [#"ignore-following ||a\.com[:/] case type=child-document if-top-url=*b.com"#])
    #expect(both.diagnostics == [])
    let alone = try convert("@@||a.com^$elemhide,domain=b.com") { $0.dialect = dialect }
    #expect(alone.rules == [])
    #expect(alone.diagnostics == ["unsupported conflicting-options: elemhide,domain=b.com"])
  }

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

/// A filter and a `$badfilter` that may disable it on some domains, with the pages on which it remains.
struct PartialBadfilter: Sendable, CustomTestStringConvertible {
  var filter: String
  var badfilter: String
  var inUBlockOrigin: Set<String>
  var inAdGuard: Set<String>

  init(_ filter: String, _ badfilter: String, inAll pages: String) {
    self.init(filter, badfilter, inUBlock: pages, pages)
  }

  init(_ filter: String, _ badfilter: String, inUBlock pages: String, _ inAdGuard: String) {
    (self.filter, self.badfilter) = (filter, badfilter + ",badfilter")
    inUBlockOrigin = Set(pages.split(separator: " ").map(String.init))
    self.inAdGuard = Set(inAdGuard.split(separator: " ").map(String.init))
  }

  var testDescription: String { "\(filter) – \(badfilter)" }

  enum Role { case blocks, exceptions }

  private static let hosts = [
    "a.com", "a.co.uk", "b.com", "b.net", "b.org", "m.b.com", "x.b.com", "c.com",
  ]

  /// Returns the named pages on which the filter applies, as a block or as an exception.
  func pages(_ role: Role, _ dialect: Dialect?) throws -> Set<String> {
    let lines =
      role == .blocks ? [filter, badfilter] : ["||x.com^$all", "@@" + filter, "@@" + badfilter]
    var options = ConversionOptions()
    (options.target, options.dialect) = (.webKitGTK2_50, dialect)
    let source = Source(
      name: "list.txt", bytes: Array((["[Adblock Plus 2.0]"] + lines).joined(separator: "\n").utf8))
    let evaluator = RuleListEvaluator(try Converter(options: options).convert([source]).lists[0].rules)
    let scheme = filter.hasPrefix("|ws:") ? "ws" : filter.contains("http:") ? "http" : "https"
    let kind: Request.Kind = filter.contains("frame") ? .subdocument : scheme == "ws" ? .websocket : .script
    let named = inUBlockOrigin.union(inAdGuard).union(
      Self.hosts.filter { "\(filter) \(badfilter)".contains($0) })
    return named.filter { host in
      let request = Request(
        kind, url: Array("\(scheme)://x.com/x".utf8), page: Array("https://\(host)/".utf8),
        suffixes: .wellKnown)
      return evaluator.decide(request).isBlocked == (role == .blocks)
    }
  }
}
