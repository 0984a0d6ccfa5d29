import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText
import TestSupport
import Testing

/// Filters that change requests, as rules of a web extension and their effect in WebKit.
@Suite struct RequestChangeTests {
  private static func convert(_ list: String, _ dialect: Dialect = .uBlockOrigin) throws -> ConversionResult {
    var options = ConversionOptions()
    options.dialect = dialect
    options.redirectRuleset = "sluice"
    var result = try Converter(options: options).convert(list)
    result.settle(in: result.requestChanges())
    return result
  }

  /// Returns the decision of the list that WebKit makes of the rules.
  private static func decide(
    _ list: String, _ dialect: Dialect, _ kind: Request.Kind, _ url: String, page: String
  ) throws -> Decision {
    let json = try convert(list, dialect).requestChanges().encodedJSON()
    let ruleset = Ruleset(decodingJSON: json)
    let translation = Ruleset.translation(of: [ruleset])
    let errors = ruleset.check(json, in: translation).findings.filter { $0.reason.severity != .note }
    #expect(errors.map(\.reason.id) == [], "\(list)")
    let request = Request(kind, url: url, page: page, suffixes: .wellKnown)
    return RuleListEvaluator(translation.list).decide(request)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var list: String
    var dialect = Dialect.uBlockOrigin
    var kind = Request.Kind.document
    var url = "https://shop.example/a?x=1&utm=2&ref=3"
    var page = "https://news.example/"
    /// The query of the request.
    var query: String
    var testDescription: String { "\(list) \(kind) \(url) on \(page)" }

    init(
      _ list: String, _ kind: Request.Kind = .document, _ dialect: Dialect = .uBlockOrigin,
      page: String = "https://news.example/", url: String = "https://shop.example/a?x=1&utm=2&ref=3",
      is query: String
    ) {
      (self.list, self.dialect, self.kind, self.url, self.page) = (list, dialect, kind, url, page)
      self.query = query
    }
  }

  private static let removals: [Case] = [
    Case("$removeparam=utm", is: "x=1&ref=3"),
    Case("*$removeparam=utm", .image, is: "x=1&ref=3"),
    Case("||shop.example^$removeparam=utm", .subdocument, is: "x=1&ref=3"),
    Case("||other.example^$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=UTM", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n||shop.example^$removeparam=ref", is: "x=1"),
    Case("||shop.example^$removeparam", is: ""),
    Case("||shop.example^$queryprune=utm", is: "x=1&ref=3"),
    Case("$removeparam=/^(utm|ref)=/", is: "x=1"),
    Case("$removeparam=/^ut/", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=~utm", is: "x=1&utm=2&ref=3"),
    // Types
    Case("$xhr,removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$xhr,removeparam=utm", .xmlhttprequest, is: "x=1&ref=3"),
    Case("$removeparam=utm,~xhr", .xmlhttprequest, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,~xhr", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm", .script, .adGuard, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm", .document, .adGuard, is: "x=1&ref=3"),
    Case("$removeparam=utm,script", .script, .adGuard, is: "x=1&ref=3"),
    // Party and pages
    Case("$removeparam=utm,3p", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,1p", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=news.example", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,domain=old.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=~news.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=~old.example", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,domain=shop.example", is: "x=1&ref=3"),
    Case(
      "$removeparam=utm,domain=news.example", .script, page: "https://x.example/?u=https://news.example/",
      is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=news.example", .subdocument, is: "x=1&utm=2&ref=3"),
    // Exceptions
    Case("$removeparam=utm\n@@||shop.example^$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$removeparam", is: "x=1&utm=2&ref=3"),
    Case("@@||shop.example^$removeparam\n$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm", is: "x=1&utm=2"),
    Case("$removeparam=utm\n@@||other.example^$removeparam", is: "x=1&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$removeparam=utm,script", is: "x=1&ref=3"),
    Case(
      "$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm\n@@||a.example^$removeparam=ref",
      is: "x=1&utm=2"),
    Case(
      "$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm\n@@||shop.example^$removeparam=ref",
      is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.example", .subdocument, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.*", .script, is: "x=1&utm=2&ref=3"),
    Case("||shop.example^$removeparam=utm,important\n@@||shop.example^$removeparam", is: "x=1&ref=3"),
    Case("$removeparam=utm\n$removeparam=utm,badfilter", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$document", .document, .adGuard, is: "x=1&utm=2&ref=3"),
    Case(
      "$removeparam=utm,script\n@@||news.example^$document", .script, .adGuard, is: "x=1&utm=2&ref=3"),
    // Exceptions for pages with a path, or whose top-level domain is open
    Case("$removeparam=utm\n@@||shop.example/a$document", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.example/b/*c$doc", .document, is: "x=1&ref=3"),
    Case("$removeparam=utm\n@@|https://shop.example/b$doc", .document, is: "x=1&ref=3"),
    Case(
      "$removeparam=utm\n@@||login.example/a$document", .script, page: "https://login.example/b",
      is: "x=1&ref=3"),
    Case(
      "$removeparam=utm\n@@||login.example/a$document", .script, page: "https://login.example/a?b",
      is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.*^$document", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.*/b$document,subdocument", .document, is: "x=1&ref=3"),
    Case("$removeparam=utm\n@@*$document,domain=shop.*", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@*$document,domain=news.*", .document, is: "x=1&ref=3"),
    Case("$removeparam=utm,important\n@@/shop/$document", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,important\n@@/login/$document", .document, is: "x=1&ref=3"),
    // If a pattern and hosts name the pages together, all pages of the pattern are exempt.
    Case("$removeparam=utm\n@@/a?x$doc,domain=shop.example", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@/b/c$doc,domain=shop.example", .document, is: "x=1&ref=3"),
    Case("$removeparam=utm\n@@/a?x$doc,domain=login.*", .document, is: "x=1&utm=2&ref=3"),
    // Pages that no rule can name keep all of their requests.
    Case(#"$removeparam=utm\#n@@/(b)\1/$doc,domain=login.*"#, .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@/login/$document,removeparam=ref", .document, is: "x=1&ref=3"),
    // Blocks and exceptions to them have no effect.
    Case("$removeparam=utm\n||shop.example^\n@@||shop.example^", is: "x=1&ref=3"),
  ]

  @Test(arguments: removals)
  func parametersAreRemoved(test: Case) throws {
    let decision = try Self.decide(test.list, test.dialect, test.kind, test.url, page: test.page)
    let url = decision.redirectedURL(of: Array(test.url.utf8), extensionURL: [])
    let text = url.map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "https://shop.example/a" + (test.query.isEmpty ? "" : "?\(test.query)"))
  }

  /// The cases of AdGuard's test pages for these options that rules can express.
  private static let removalsOfAdGuard: [Case] = [
    Case("||shop.example$xmlhttprequest,removeparam=utm", .xmlhttprequest, .adGuard, is: "x=1&ref=3"),
    Case("||shop.example$xmlhttprequest,removeparam=UTM", .xmlhttprequest, .adGuard, is: "x=1&utm=2&ref=3"),
    Case(
      "$xmlhttprequest,removeparam=utm\n$xmlhttprequest,removeparam=ref\n@@||shop.example$xmlhttprequest,removeparam=ref",
      .xmlhttprequest, .adGuard, is: "x=1&ref=3"),
    Case(
      "||shop.example$important,xmlhttprequest,removeparam=utm\n||shop.example$important,xmlhttprequest,removeparam=ref\n"
        + "@@||shop.example$xmlhttprequest,removeparam=utm\n@@||shop.example$xmlhttprequest,removeparam=ref",
      .xmlhttprequest, .adGuard, is: "x=1"),
    Case(
      "$xmlhttprequest,removeparam=utm,domain=news.example|old.example", .xmlhttprequest, .adGuard,
      is: "x=1&ref=3"),
    Case(
      "$xmlhttprequest,removeparam=utm\n$xmlhttprequest,removeparam=ref\n@@||shop.example*x=1$xmlhttprequest,removeparam",
      .xmlhttprequest, .adGuard, is: "x=1&utm=2&ref=3"),
    Case(
      "||shop.example$removeparam=utm\n||shop.example$script,xmlhttprequest,removeparam=ref", .script,
      .adGuard,
      is: "x=1&utm=2"),
    Case(
      "||shop.example$removeparam=utm\n||shop.example$image,xmlhttprequest,removeparam=ref", .image, .adGuard,
      is: "x=1&utm=2"),
  ]

  @Test(arguments: removalsOfAdGuard)
  func parametersOfAdGuardsTestPagesAreRemoved(test: Case) throws { try parametersAreRemoved(test: test) }

  /// Filters that block a request of news.example and redirect it, and the name of the resource. `block` means that the
  /// request is blocked, and `allow` that it is neither blocked nor redirected.
  private static let redirects: [(list: String, expected: String)] = [
    ("||ads.example^$script,redirect=noopjs", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noop.js:100", "sluice.noop.js"),
    ("||ads.example^$redirect=nooptext", "sluice.noop.txt"),
    ("||ads.example^$redirect=noop-1s.mp4:10", "sluice.noop.mp4"),
    ("||ads.example^$redirect=empty", "sluice.noop.txt"),
    ("||ads.example^$script,redirect=google-analytics.com/ga.js:5", "sluice.google-analytics-ga.js"),
    ("||ads.example^$image,redirect=1x1.gif", "allow"),
    ("||ads.example/b.js$script,redirect=noopjs", "allow"),
    ("||ads.example^$script,redirect=click-to-load.html", "block"),
    ("||ads.example^$rewrite=abp-resource:blank-js,domain=news.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=old.example", "allow"),
    ("||ads.example^$script,redirect=noopjs,domain=~old.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=news.*", "block"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example|x.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,3p", "sluice.noop.js"),
    // AdGuard's test pages
    ("||*/a.js$redirect=noopjs", "sluice.noop.js"),
    ("||*/a.js$redirect=2x2-transparent.png", "sluice.2x2.png"),
    ("||*/a.js$redirect=noopjs\n@@||*/a.js", "allow"),
    ("||*/a.js$redirect=noopjs\n||*/a.js$important,csp=script-src 'self'", "sluice.noop.js"),
    ("||*/a.js$redirect=click2load.html", "block"),
    ("||ads.example^$script,redirect=noopjs,1p", "allow"),
    // Other blocks of the same request do not count, and those of other requests stay.
    ("||ads.example^\n||ads.example/a.js$script,redirect=noopjs", "sluice.noop.js"),
    ("||ads.example^$important\n||ads.example/a.js$script,redirect=noopjs", "sluice.noop.js"),
    ("||ads.example^\n||ads.example/b.js$script,redirect=noopjs", "block"),
    ("||ads.example^$script,redirect=noopjs\n||ads.example^$script,redirect=nooptext:10", "sluice.noop.txt"),
    ("||ads.example^$script,redirect=nooptext:10\n||ads.example^$script,redirect=noopjs", "sluice.noop.txt"),
    // Redirects of requests that others block
    ("*$script,redirect-rule=noopjs,domain=news.example", "allow"),
    ("||ads.example^\n*$script,redirect-rule=noopjs,domain=news.example", "block"),
    ("||ads.example/a.js$script,redirect-rule=noopjs", "allow"),
    ("||example^\n||ads.example/a.js$script,redirect-rule=noopjs", "sluice.noop.js"),
    ("||ads.example^$3p\n||ads.example/a.js$script,redirect-rule=noopjs", "block"),
    ("||ads.example^$3p\n||ads.example/a.js$script,3p,redirect-rule=noopjs", "sluice.noop.js"),
    ("||ads.example^$image\n||ads.example/a.js$script,redirect-rule=noopjs", "allow"),
    ("||ads.example^$domain=x.example\n||ads.example/a.js$script,redirect-rule=noopjs", "allow"),
    ("||ads.example^\n||ads.example^$badfilter\n||ads.example/a.js$script,redirect-rule=noopjs", "allow"),
    // Exceptions
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example/a.js$script", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example/b.js$script", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$image", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=news.example", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=old.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,important\n@@||ads.example^", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,important\n@@||ads.example^$important", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.example^$document", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.example/x$document", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@|https://news.example/$document", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.*^$document", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.*/x$document", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example\n@@||news.example/x$document", "block"),
    ("||ads.example^$script,redirect=noopjs,domain=~old.example\n@@||news.*/x$document", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@/x/y$document,domain=news.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@/news$document,domain=news.example", "block"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example\n@@||old.*/x$document", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example\n@@||news.*/x$document", "block"),
    ("/a.js$script,redirect=noopjs\n@@/b.js$script\n@@||news.*/x$document", "sluice.noop.js"),
    (
      "/a.js$script,redirect=noopjs\n@@/b.js$script\n@@||news.*/x$document\n$removeparam=u\n"
        + "@@||ads.example^$removeparam", "sluice.noop.js"
    ),
    ("||ads.example^$script,redirect=noopjs,important\n@@||news.*^$document", "allow"),
    ("||ads.example^$important,script,redirect=noopjs\n@@||news.*^$document", "block"),
    ("||ads.example^$important,script,redirect=noopjs\n@@||old.*^$document", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.example^$urlblock", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@||news.example/x$urlblock", "sluice.noop.js"),
    // Exceptions on pages that only a pattern for their URLs names
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=news.*", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=old.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@*$image,domain=news.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@/b.js$script,domain=news.*", "block"),
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=news.*|x.example", "allow"),
    ("||ads.example^$script,redirect=noopjs\n@@*$script,domain=old.*|news.example", "allow"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example\n@@*$script,domain=old.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs,domain=news.example\n@@/b.js$script,domain=news.*", "block"),
    ("||ads.example^$script,redirect=noopjs,domain=~old.example\n@@*$script,domain=news.*", "allow"),
    ("||ads.example^$script,redirect=noopjs,domain=~old.example\n@@*$script,domain=x.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$redirect-rule,domain=news.*", "block"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$redirect-rule,domain=old.*", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$redirect-rule", "block"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$redirect-rule=noopjs", "block"),
    ("||ads.example^$script,redirect=noopjs\n@@||ads.example^$redirect-rule=nooptext", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@*$redirect-rule=noopjs,domain=news.example", "block"),
    ("||ads.example^$script,redirect=noopjs\n@@*$redirect-rule=noopjs,domain=old.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@/a.js$script,to=x.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n@@/b.js$script,denyallow=x.example", "sluice.noop.js"),
    ("||ads.example^$script,redirect=noopjs\n||ads.example^$script,redirect=noopjs,badfilter", "allow"),
    // Changes of parameters do not stop redirects.
    ("||ads.example^$script,redirect=noopjs\n$removeparam=u\n@@||ads.example^$removeparam", "sluice.noop.js"),
    (
      "||ads.example^$script,redirect=noopjs\n@@/b.js$script\n$removeparam=u\n@@||ads.example^$removeparam",
      "sluice.noop.js"
    ),
    (
      "/a.js$script,redirect=noopjs\n@@/b.js$script\n$removeparam=u\n@@||ads.example^$removeparam",
      "sluice.noop.js"
    ),
    ("/a.js$script,redirect=noopjs\n@@/a.js$script\n$removeparam=u\n@@||ads.example^$removeparam", "allow"),
    (
      "/a.js$script,redirect=noopjs\n@@/b.js$script\n$removeparam=u\n@@||ads.example^$removeparam=u",
      "sluice.noop.js"
    ),
    ("/a.js$script,redirect=noopjs\n@@/a.js$script\n$removeparam=u\n@@||ads.example^$removeparam=u", "allow"),
    (
      "/a.js$script,redirect=noopjs\n@@/b.js$script\n$image,removeparam=u\n@@||x.example^$removeparam",
      "sluice.noop.js"
    ),
    (
      "*$script,redirect=noopjs\n@@/b.js$script\n$removeparam=u\n@@||ads.example/a$removeparam",
      "sluice.noop.js"
    ),
    (
      "/a.js$script,redirect=noopjs\n@@||ads.*/a$script\n$removeparam=u\n@@||ads.example^$removeparam",
      "allow"
    ),
    (
      "/a.js$script,redirect=noopjs\n@@||x.*/a$script\n$removeparam=u\n@@||ads.example^$removeparam",
      "sluice.noop.js"
    ),
    // An exception to a redirect without pages
    ("/a.js$script,redirect=noopjs\n@@||ads.example^$redirect-rule", "block"),
    ("/a.js$script,redirect=noopjs\n@@||x.example^$redirect-rule", "sluice.noop.js"),
    ("/a.js$script,redirect=noopjs\n@@||ads.example^$redirect-rule\n@@/a.js$script", "allow"),
    ("/a.js$script,redirect=noopjs\n@@||ads.example^$redirect-rule=nooptext", "sluice.noop.js"),
    // A redirect with exceptions and one without
    (
      "/a.js$script,redirect=noopjs:10\n@@/b.js$script\n||ads.example^$script,redirect=nooptext",
      "sluice.noop.js"
    ),
    // Exceptions on whole pages end all redirects that follow.
    (
      "||ads.example^$script,redirect=noopjs\n@@/b.js$script\n||x.example^$image,redirect=1x1.gif\n"
        + "@@*$image,domain=news.*", "block"
    ),
    // Important blocks stay where an exception ends a redirect.
    (
      "/a.js$script,redirect=noopjs\n/a.js$script,important\n@@||ads.example^$script\n@@||x.example^$redirect-rule",
      "block"
    ),
    ("/a.js$script,redirect=noopjs\n/a.js$important,domain=news.*\n@@||ads.example^$script", "block"),
    // Pages whose top-level domain is open
    ("||ads.example^$script,redirect=noopjs,domain=old.*", "allow"),
  ]

  @Test(arguments: redirects)
  func blockedRequestsAreRedirected(list: String, expected: String) throws {
    for target in [Target.safari26, .any] {
      var options = ConversionOptions()
      (options.dialect, options.redirectRuleset, options.target) = (.uBlockOrigin, "sluice", target)
      if list.contains("$rewrite") { options.dialect = .adblockPlus }
      if list.contains("$urlblock") || list.contains("$important") { options.dialect = .adGuard }
      let result = try Converter(options: options).convert(list)
      let translation = Ruleset.translation(of: [
        Ruleset(decodingJSON: result.requestChanges().encodedJSON())
      ])
      let request = Request(
        .script, url: "https://ads.example/a.js", page: "https://news.example/", suffixes: .wellKnown)
      let change = RuleListEvaluator(translation.list).decide(request)
      let url = change.redirectedURL(of: Array("allow".utf8), extensionURL: [])
      let isBlocked = change.isBlocked || RuleListEvaluator(result.lists[0].rules).decide(request).isBlocked
      let redirected = url.map { String(decoding: $0.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self) }
      // WebKit blocks a request that one of the lists blocks.
      #expect(isBlocked ? "block" == expected : redirected == expected, "\(target)")
      let names = result.requestChanges().resources.map { $0.fileName(of: "sluice") }
      #expect(!expected.hasPrefix("sluice.") || names.contains(expected))
    }
  }

  private static let headers: [(list: String, kind: Request.Kind, expected: String)] = [
    (
      "||shop.example^$csp=script-src 'self'", Request.Kind.document,
      "content-security-policy append script-src 'self'"
    ),
    ("||shop.example^$csp=script-src 'self'", .script, ""),
    ("||shop.example^$csp=script-src 'self',subdocument", .document, ""),
    ("||shop.example^$csp=script-src 'self'\n@@||shop.example^$csp=script-src 'self'", .document, ""),
    (
      "||shop.example^$csp=script-src 'self'\n@@||shop.example^$csp=img-src *", .document,
      "content-security-policy append script-src 'self'"
    ),
    ("||shop.example^$csp=img-src *\n@@*$csp,domain=shop.example", .document, ""),
    ("||shop.example^$csp=img-src *\n@@*$csp,domain=news.example", .subdocument, ""),
    (
      "||shop.example^$csp=img-src *\n@@*$csp,domain=old.example", .subdocument,
      "content-security-policy append img-src *"
    ),
    ("||shop.example^$removeheader=refresh", .document, "refresh remove"),
    ("||shop.example^$removeheader=x-ads", .document, ""),
    ("shop.example##^responseheader(refresh)", .document, "refresh remove"),
    ("example##^responseheader(Refresh)", .subdocument, "refresh remove"),
    ("shop.*##^responseheader(refresh)", .document, "refresh remove"),
    ("shop.example##^responseheader(refresh)", .script, ""),
    ("other.example##^responseheader(refresh)", .document, ""),
    ("shop.example##^responseheader(refresh)\nshop.example#@#^responseheader(refresh)", .document, ""),
    ("shop.example##^responseheader(refresh)\n#@#^responseheader(refresh)", .document, ""),
    ("shop.example##^responseheader(refresh)\nexample#@#^responseheader(refresh)", .document, ""),
    ("shop.example##^responseheader(refresh)\nx.shop.example#@#^responseheader(refresh)", .document, ""),
    ("shop.example##^responseheader(refresh)\nx.*#@#^responseheader(refresh)", .document, ""),
    ("shop.*##^responseheader(refresh)\nx.example#@#^responseheader(refresh)", .document, ""),
    (
      "shop.example,x.example##^responseheader(refresh)\nx.example#@#^responseheader(refresh)", .document,
      "refresh remove"
    ),
    (
      "shop.example##^responseheader(refresh)\nx.example#@#^responseheader(refresh)", .document,
      "refresh remove"
    ),
    (
      "shop.example##^responseheader(refresh)\nshop.example#@#^responseheader(link)", .document,
      "refresh remove"
    ),
    ("||shop.example^$referrerpolicy=no-referrer", .script, "referrer-policy set no-referrer"),
  ]

  @Test(arguments: headers)
  func headersAreChanged(list: String, kind: Request.Kind, expected: String) throws {
    let decision = try Self.decide(
      list, .adGuard, kind, "https://shop.example/a", page: "https://news.example/")
    let changes = decision.effectiveHeaderChanges(ofResponse: true).map { change in
      let name = String(decoding: change.header, as: UTF8.self)
      return switch change.operation {
      case .remove: "\(name) remove"
      case .set(let value): "\(name) set \(String(decoding: value, as: UTF8.self))"
      case .append(let value): "\(name) append \(String(decoding: value, as: UTF8.self))"
      }
    }
    #expect(changes.joined() == expected)
  }

  private static let outcomes: [(list: String, expected: String)] = [
    ("$removeparam=utm", "exact"),
    ("$removeparam=utm\n@@||a.example^$removeparam", "exact"),
    ("$removeparam=/^ut/", "unsupported parameter-pattern"),
    ("$removeparam=~utm", "unsupported parameter-pattern"),
    ("$removeparam=utm,domain=news.*", "approximated change-conditions"),
    ("$removeparam=utm,domain=news.*|~news.x", "unsupported change-conditions"),
    ("/a.js$script,redirect=noopjs\n@@||b.example^$redirect-rule", "approximated change-exceptions"),
    (
      "@@||a.example/b^$removeparam\n$removeparam=c\n/a.js$script,redirect=noopjs\n@@/d.js$script",
      "approximated change-exceptions"
    ),
    (
      "@@||a.example^$removeparam\n$removeparam=c\n/a.js$script,redirect=noopjs\n@@/d.js$script", "exact"
    ),
    ("$removeparam=utm,domain=news.example", "approximated frame-initiators"),
    ("$xhr,removeparam=utm,domain=news.example", "exact"),
    ("||a.example^$csp=script-src 'self'", "approximated merged-policy"),
    ("||a.example^$removeheader=x-ads", "unsupported unknown-header"),
    ("||a.example^$csp=a\n@@||a.example^$csp=a", "unsupported change-exceptions"),
    ("||a.example^$csp=a\n@@*$csp,domain=b.example", "approximated merged-policy"),
    ("||a.example^$csp=a\n@@||b.example^$csp", "approximated merged-policy"),
    ("||a.example^$replace=/a/b/", "needs a script request-modification"),
    ("shop.example##^responseheader(refresh)", "exact"),
    ("shop.example##^responseheader(x-ads)", "unsupported unknown-header"),
    ("shop.example,~m.shop.example##^responseheader(refresh)", "unsupported change-conditions"),
    ("@@||a.example/b$document\n$removeparam=c", "exact"),
    ("$removeparam=c\n@@/b/c$document,domain=a.*", "exact"),
    (#"$removeparam=c\#n@@/(b)\1/$document,domain=a.*"#, "unsupported change-exceptions"),
    ("||a.example^$script,redirect=noopjs\n@@||b.example/c$document", "exact"),
    (
      "||a.example^$script,redirect=noopjs\n@@*$script,to=x.example,domain=b.example",
      "approximated change-exceptions"
    ),
    (
      "||a.example^$script,redirect=noopjs\n@@||a.example/b.js\n/ads.js$script,important",
      "approximated redirect-of-important"
    ),
    ("||a.example^$script,redirect=noopjs\n@@||a.example/b.js\n||c.example^$script,important", "exact"),
    ("||a.example^$script,redirect=noopjs\n@@||a.example/b.js\n/ads.js$image,important", "exact"),
    ("||a.example^$script,redirect=noopjs,important\n@@||a.example/b.js\n/ads.js$script,important", "exact"),
    ("||a.example^$script,redirect=noopjs", "exact"),
    ("||a.example^$script,redirect=nothing", "needs a script redirect-resource"),
    ("||a.example^$script,redirect=noopjs,domain=b.*", "approximated change-conditions"),
    ("||a.example^$script,redirect=noopjs,domain=b.*|c.example", "approximated change-conditions"),
    ("*$script,redirect-rule=noopjs,domain=b.example", "unsupported redirect-of-blocks"),
    ("||a.example/b.js$script,redirect-rule=noopjs", "unsupported redirect-of-blocks"),
    ("||a.example/b.js$script,redirect-rule=noopjs\n||a.example^", "exact"),
    ("||a.example^$script,redirect=noopjs\n@@||a.example/b/$script", "exact"),
    (
      "||a.example^$script,redirect=noopjs\n@@||a.example/b/$redirect-rule",
      "needs a script change-exceptions"
    ),
    (
      "||a.example^$script,redirect=noopjs\n@@||a.example/b/$redirect-rule,domain=c.example",
      "approximated change-exceptions"
    ),
    // The exception to one applies to some requests of the other.
    (
      "||a.example^$removeparam=b\n||a.example^$removeparam=c\n@@||a.example/b/$removeparam=b\n"
        + "@@||a.example/c/$removeparam=c", "approximated change-exceptions"
    ),
  ]

  @Test(arguments: outcomes)
  func firstFilterHasOutcome(list: String, expected: String) throws {
    let diagnostic = try Self.convert(list).report.diagnostics.first { $0.place.lineIndex == 0 }
    let found = diagnostic.map { "\($0.outcome.words(1)) \($0.reason.id)" } ?? "exact"
    #expect(found == expected)
  }

  @Test(arguments: ["||a.example^", "@@||a.example^$document", "@@||a.example^$removeparam", "##.ad"])
  func listWithoutChangesHasNoRules(list: String) throws {
    #expect(try Self.convert(list).requestChanges().rules.isEmpty)
  }

  @Test func namesWithEqualConditionsShareRule() throws {
    let rules = try Self.convert("$removeparam=a\n$removeparam=b\n||x.example^$removeparam=c")
      .requestChanges()
    #expect(rules.rules.count == 2 && rules.filterCount == 3)
  }

  /// Rules repeat parameters and pages because of exceptions, in proportion to the list.
  @Test(arguments: [
    ("$removeparam=p#", "@@||t#.example^$removeparam=p#"),
    ("||a#.example^$csp=x", "@@*$csp=x,domain=s#.example"),
    ("||a#.example^$removeheader=refresh", "@@*$removeheader=refresh,domain=s#.example"),
  ])
  func rulesGrowWithList(change: String, exception: String) throws {
    let count = 600
    let lines = (0..<count).flatMap { number in
      [change, exception].map { $0.replacing("#", with: String(number)) }
    }
    let result = try Self.convert(lines.joined(separator: "\n"))
    let changes = result.requestChanges()
    #expect(changes.rules.encodedJSON().count < 8 * 128 * lines.count + 1 << 19)
    // Each change without a rule is reported.
    let reported = result.report.diagnostics.filter { $0.reason == .conversion(.changeExceptions) }
    #expect(Set(changes.origins.joined() + reported.map(\.place)).count >= count)
  }

  /// WebKit makes one rule list of all rules, in which patterns that can begin again multiply the states of an automaton.
  @Test(arguments: ["removeparam=p", "script,redirect=noopjs", "csp=x", "document,removeheader=refresh"])
  func crowdedAutomataOfChangesAreSeparated(option: String) throws {
    func patterns(_ letters: String) throws -> [String] {
      let list = letters.map { "/\($0)\($0)......x\($0)\($0)/$\(option)" }.joined(separator: "\n")
      return try Self.convert(list).requestChanges().rules.map {
        String(decoding: $0.condition.urlFilter.bytes, as: UTF8.self)
      }
    }
    let all = try patterns("cdefghij")
    #expect(all.count == 8 && all.count { $0.hasPrefix(".?.") } == 5, "\(all)")
    #expect(try patterns("cd").allSatisfy { !$0.hasPrefix(".?.") })
  }

  /// The exception to the block of a redirected request keeps the pattern of the block.
  @Test func exceptionsToRedirectedBlocksShareTheirAutomaton() throws {
    let list = "cdefghij".map { "/\($0)\($0)......x\($0)\($0)/$script,redirect=noopjs" }.joined(
      separator: "\n")
    let rules = try Self.convert(list).lists.flatMap(\.rules.rules)
    #expect(Set(rules.map(\.trigger.urlFilter)).count == 8 + 2)
  }

  /// Exceptions that are extended to their hosts, because an exception to a redirect may apply there, keep their order. The
  /// order of a hash table differs between processes.
  @Test func extendedExceptionsKeepTheirOrder() throws {
    let hosts = (1...7).map { "host\($0).example" }
    let list = ["@@||ads.example", "/ads.js$script,redirect=noop.js", "$removeparam=utm"]
    let exceptions = hosts.map { "@@||\($0)/*&utm=x$removeparam" }
    let changes = try Self.convert((list + exceptions).joined(separator: "\n")).requestChanges()
    let patterns = changes.rules.map(\.condition.urlFilter)
    let extended = hosts.compactMap { host in
      let bytes = Array(host.utf8)
      return URLFilter.host(bytes.span)
    }
    #expect(patterns.filter(extended.contains) == extended)
  }
}
