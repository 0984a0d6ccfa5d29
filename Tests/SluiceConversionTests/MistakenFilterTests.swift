import SluiceConversion
import SluiceSyntax
import Testing

/// Filters as people write them: IP addresses, other scripts, and mistakes.
struct MistakenFilterTests {
  static let rows: [Row] = [
    // IPv6 addresses as pages and hosts.
    Row(
      "||ads.example^$domain=[::1]", #"block ||ads\.example[:/] case if-top-url=^[^:]+://\[::1\](:[0-9]+)?/"#),
    Row(
      "||ads.example^$domain=[0:0::1]",
      #"block ||ads\.example[:/] case if-top-url=^[^:]+://\[::1\](:[0-9]+)?/"#),
    Row(
      "||ads.example^$domain=~[::1]",
      #"block ||ads\.example[:/] case unless-top-url=^[^:]+://\[::1\](:[0-9]+)?/"#),
    Row(
      "||ads.example^$domain=~[::1]|~a.example",
      #"block ||ads\.example[:/] case unless-top-url=*a.example,^[^:]+://\[::1\](:[0-9]+)?/"#),
    Row("*$script,to=[::1]", #"block ^[^:]+://([^/]*@)?\[::1\][:/] case type=script"#),
    Row(
      "||ads.example^$script,to=~[::1]", #"ignore-following ^[^:]+://([^/]*@)?\[::1\][:/] type=script"#,
      #"block ||ads\.example[:/] case type=script"#),
    Row("[::1]##.ad", #"hide .ad ^[^:]+://\[::1\](:[0-9]+)?/ type=document"#),
    Row("||[::1]^", #"block ||\[::1\]‹^›"#),
    Row(
      "||ads.example^$domain=[::1]|~[0::1]", diagnostics: ["unsupported conflicting-options: [::1]|~[0::1]"]),
    Row("||ads.example^$domain=[1:2]", diagnostics: ["unsupported invalid-domain: [1:2]"]),
    // `badfilter` for some of a filter's domains.
    Row(
      "*$popup,3p,domain=a.example|b.example\n*$popup,3p,domain=b.example,badfilter",
      "block .* type=popup load=third-party if-top-url=*a.example"),
    Row(
      "*$3p,popup,from=a.example|b.example|c.example\n*$domain=c.example|b.example,badfilter,popup,third-party",
      "block .* type=popup load=third-party if-top-url=*a.example"),
    Row("*$popup,domain=a.example\n*$popup,domain=a.example|b.example,badfilter"),
    // If the dialect is not known, as in AdGuard.
    Row(
      "/x$script,domain=a.example|b.example\n/x$script,domain=b.example,badfilter",
      "block /x type=script if-top-url=*a.example"),
    Row(
      "[AdGuard]\n/x$script,domain=a.example|b.example\n/x$script,domain=b.example,badfilter",
      "block /x type=script if-top-url=*a.example"),
    Row(
      "*$popup,domain=a.example|b.example\n*$popup,domain=~b.example,badfilter",
      "block .* type=popup if-top-url=*a.example,*b.example"),
    // Other scripts wherever a host can be.
    Row("||пример.рф/x", #"block ||xn--e1afmkfd\.xn--p1ai/x"#),
    Row("||*.рф^", #"block \.xn--p1ai‹^›"#, #"block \.xn--p1ai$"#),
    Row("|https://пример.рф/", #"block ^https://xn--e1afmkfd\.xn--p1ai/"#),
    Row("://пример.рф/", #"block ://xn--e1afmkfd\.xn--p1ai/"#),
    Row("||ads.*.рф^", #"block ||…ads\.‹*›\.xn--p1ai‹^›"#, #"block ||…ads\.‹*›\.xn--p1ai$"#),
    Row("||bücher.*/x", #"block ||…xn--bcher-kva\.‹*›/x"#),
    Row("||bü*.example^", diagnostics: ["unsupported invalid-host-in-pattern: bü"]),
    Row(
      "/x\nпример.рф", "block /x", #"block xn--e1afmkfd\.xn--p1ai"#,
      "block %D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80\\.%D1%80%D1%84"),
    Row(
      "/пример.рф/x", #"block /xn--e1afmkfd\.xn--p1ai/x"#,
      "block /%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80\\.%D1%80%D1%84/x"),
    Row("/ünï", "block /%C3%BCn%C3%AF"), Row("||a.example/ünï", #"block ||a\.example/%C3%BCn%C3%AF"#),
    // White space as in JavaScript, and byte order marks within concatenated files.
    Row("||a.example^\u{A0}", #"block ||a\.example[:/] case"#),
    Row("\u{FEFF}||a.example^", #"block ||a\.example[:/] case"#),
    Row("/x\n\u{FEFF}||a.example^\u{3000}\n", "block /x", #"block ||a\.example[:/] case"#),
    Row("\u{2003}##.a\u{2028}", "hide .a .*"), Row("||a.example^\u{C}", #"block ||a\.example[:/] case"#),
    // Patterns that match no URL.
    Row("|a.example\n/x", "block /x", diagnostics: ["unsupported pattern-never-matches: |a.example"]),
    Row("||http://a.example/", diagnostics: ["unsupported pattern-never-matches: ||http://a.example/"]),
    Row("|||a.example", diagnostics: ["unsupported pattern-never-matches: |||a.example"]),
    Row("||.a.example^", diagnostics: ["unsupported pattern-never-matches: ||.a.example^"]),
    Row("||a..example^", diagnostics: ["unsupported pattern-never-matches: ||a..example^"]),
    Row("||a.example|", diagnostics: ["unsupported pattern-never-matches: ||a.example|"]),
    Row("||a.example?x", diagnostics: ["unsupported pattern-never-matches: ||a.example?x"]),
    Row("|https://a.example|", diagnostics: ["unsupported pattern-never-matches: |https://a.example|"]),
    Row("/a<b", diagnostics: ["unsupported pattern-never-matches: <"]),
    Row("/#frag/$script", diagnostics: ["unsupported fragment-in-pattern: #"]),
    Row("/\\.png#x/", diagnostics: ["unsupported fragment-in-pattern: #"]),
    // Alternatives of a regex that match no URL.
    Row(#"/x |y\.js/"#, #"block y\.js"#), Row(#"/^data:|y\.js/$image"#, #"block y\.js type=image"#),
    Row("/^wss?:/$websocket", "block ^wss?: type=websocket"),
    Row("/^wss?:/$script", diagnostics: ["unsupported regex-never-matches: ^wss?:"]),
    Row("/^data:/", diagnostics: ["unsupported regex-never-matches: ^data:"]),
    Row("/^blob:/$image", diagnostics: ["unsupported regex-never-matches: ^blob:"]),
    Row("/^about:/$popup", "block ^about: type=popup"),
    Row("/ ad /$script", diagnostics: ["unsupported regex-never-matches:  "]),
    Row("/caf\u{E9}/$script", diagnostics: ["unsupported regex-never-matches: é"]),
    Row("@||x.example^", diagnostics: ["unsupported misspelt-exception: @||x.example^"]),
    Row("||x^$script|image", diagnostics: ["unsupported misplaced-options: $script|image"]),
    Row("||x^$~~script", diagnostics: ["unsupported misplaced-options: $~~script"]),
    Row("||x^$script$image", diagnostics: ["unsupported misplaced-options: $script$image"]),
    Row(
      "/re/$a,b,$domain=c.example", diagnostics: ["unsupported misplaced-options: $a,b,$domain=c.example"]),
    Row("||x^$$domain=a.example", diagnostics: ["unsupported misplaced-options: $$domain=a.example"]),
    Row("||x^$$$script", diagnostics: ["unsupported misplaced-options: $$$script"]),
    Row("/x$$script,image", diagnostics: ["unsupported misplaced-options: $$script,image"]),
    Row("||x^$script;image", diagnostics: ["unsupported misplaced-options: $script;image"]),
    Row("||x^$script.image", diagnostics: ["unsupported misplaced-options: $script.image"]),
    Row("||x^$script+third-party", diagnostics: ["unsupported misplaced-options: $script+third-party"]),
    Row("||x^$domain:a.example", diagnostics: ["unsupported misplaced-options: $domain:a.example"]),
    Row(
      "||x^$script;domain=a.example|b.example",
      diagnostics: ["unsupported misplaced-options: $script;domain=a.example|b.example"]),
    Row("/x$script.js", #"block /x\$script\.js"#), Row("/$image/x:y", #"block /\$image/x:y"#),
    Row("example.org#.ad", diagnostics: ["unsupported single-hash: example.org#.ad"]),
    Row("site.example#sel > .x", diagnostics: ["unsupported single-hash: site.example#sel > .x"]),
    Row("||a.example/#top", diagnostics: ["unsupported fragment-in-pattern: #"]),
    Row("*.png#$image", diagnostics: ["unsupported fragment-in-pattern: #"]),
    // Domains that have the form of a pattern.
    Row("||a.example##.ad", diagnostics: ["unsupported invalid-domain: ||a.example"]),
    Row("||a.example^#@#.ad", diagnostics: ["unsupported invalid-domain: ||a.example^"]),
    Row("@@||a.example##.ad", diagnostics: ["unsupported invalid-domain: @@||a.example"]),
    Row("https://a.example##.ad", diagnostics: ["unsupported invalid-domain: https://a.example"]),
    Row("a.example|b.example##.ad", diagnostics: ["unsupported invalid-domain: a.example|b.example"]),
    Row(
      "a.example|b.example##+js(nowebrtc)", diagnostics: ["unsupported invalid-domain: a.example|b.example"]),
    Row("||a.example#?#.ad:has-text(x)", diagnostics: ["unsupported invalid-domain: ||a.example"]),
    Row("*.png#$image,redirect-rule=1x1.gif", diagnostics: ["needsScript redirect: 1x1.gif"]),
    Row("example,org##.ad", diagnostics: ["unsupported split-domain: example,org"]),
    Row(
      "a.example,b.example\n/x", "block /x",
      diagnostics: ["unsupported unmarked-domains: a.example,b.example"]),
    Row("||a.example^||b.example^", diagnostics: ["unsupported joined-filters: ||b.example^"]),
    Row("||a.example^@@||b.example^", diagnostics: ["unsupported joined-filters: ||b.example^"]),
    Row(
      "||a.example^$domain=b.example|~b.example",
      diagnostics: ["unsupported conflicting-options: b.example|~b.example"]),
    Row("|host|", diagnostics: ["unsupported pattern-never-matches: |host|"]),
    Row("|https://|", diagnostics: ["unsupported pattern-never-matches: |https://|"]),
    Row("||//a.example", diagnostics: ["unsupported pattern-never-matches: ||//a.example"]),
    Row("||/path", diagnostics: ["unsupported pattern-never-matches: ||/path"]),
    Row("||a[b", diagnostics: ["unsupported pattern-never-matches: ||a[b"]),
    Row("||]host", diagnostics: ["unsupported pattern-never-matches: ||]host"]),
    Row("|HTTP://x/$match-case", diagnostics: ["unsupported pattern-never-matches: |HTTP://x/"]),
    Row(
      "|https://a.example:443/", diagnostics: ["unsupported pattern-never-matches: |https://a.example:443/"]),
    Row("|ws://a.example:80^", diagnostics: ["unsupported pattern-never-matches: |ws://a.example:80^"]),
    Row("||a.example:99999/", diagnostics: ["unsupported pattern-never-matches: ||a.example:99999/"]),
    Row("||a.example:080^", diagnostics: ["unsupported pattern-never-matches: ||a.example:080^"]),
    Row("||a.example/../x", diagnostics: ["unsupported pattern-never-matches: ||a.example/../x"]),
    Row("||a.example/x/./y", diagnostics: ["unsupported pattern-never-matches: ||a.example/x/./y"]),
    Row("|https://a.example/..|", diagnostics: ["unsupported pattern-never-matches: |https://a.example/..|"]),
    Row(
      "a.example,~b.example\n/x", "block /x",
      diagnostics: ["unsupported unmarked-domains: a.example,~b.example"]),
    Row("|http://a.example:443/", #"block ^http://a\.example:443/"#),
    Row("||a.example:443/", #"block ||a\.example:443/"#), Row("||a.example:8", #"block ||a\.example:8"#),
    Row("||a.example/..x/y", #"block ||a\.example/\.\.x/y"#), Row("/a/../b*", #"block /a/\.\./b"#),
    Row("||a.example/x?u=/../", #"block ||a\.example/x\?u=/\.\./"#),
    // URLs without a server, which WebKit loads whatever the rules say, except for windows.
    Row("|data:$script", diagnostics: ["unsupported pattern-never-matches: |data:"]),
    Row("|DATA:text/html$subdocument", diagnostics: ["unsupported pattern-never-matches: |DATA:text/html"]),
    Row("|data:$popup", diagnostics: ["unsupported pattern-never-matches: |data:"]),
    Row(
      "@@|data:text^$popup,domain=b.example", diagnostics: ["unsupported pattern-never-matches: |data:text^"]),
    Row("|about:blank", diagnostics: ["unsupported pattern-never-matches: |about:blank"]),
    Row("|about:$subdocument", diagnostics: ["unsupported pattern-never-matches: |about:"]),
    Row("|javascript:$script", diagnostics: ["unsupported pattern-never-matches: |javascript:"]),
    Row("|blob:", diagnostics: ["unsupported pattern-never-matches: |blob:"]),
    Row(
      "|blob:https://a.example/$image",
      diagnostics: ["unsupported pattern-never-matches: |blob:https://a.example/"]),
    Row(
      "@@|blob:https://a.example", diagnostics: ["unsupported pattern-never-matches: |blob:https://a.example"]
    ),
    Row("|about:$popup", "block ^about: type=popup"),
    Row("|javascript:*x$popup", "block ^javascript:.*x type=popup"),
    Row("|blob:$popup,domain=b.example", "block ^blob: type=popup if-top-url=*b.example"),
    // Schemes that the types of the filter do not have.
    Row(
      "|http://a.example^$websocket", diagnostics: ["unsupported pattern-never-matches: |http://a.example^"]),
    Row("|https://$websocket,image,~image", diagnostics: ["unsupported pattern-never-matches: |https://"]),
    Row("|wss://a.example^$script", diagnostics: ["unsupported pattern-never-matches: |wss://a.example^"]),
    Row("|ws://a.example^$~websocket", diagnostics: ["unsupported pattern-never-matches: |ws://a.example^"]),
    Row(
      "@@|wss://a.example^$image,domain=b.example",
      diagnostics: ["unsupported pattern-never-matches: |wss://a.example^"]),
    Row("|wss://a.example^$script,websocket", "block ^wss://a\\.example‹^› type=script,websocket"),
    Row("|wss://a.example/x", #"block ^wss://a\.example/x"#),
    Row("|ws$websocket", "block ^ws type=websocket"),
    // Hosts and ports that no URL contains.
    Row("||xn--a.example^", diagnostics: ["unsupported pattern-never-matches: ||xn--a.example^"]),
    Row("||b.xn--a.example/x", diagnostics: ["unsupported pattern-never-matches: ||b.xn--a.example/x"]),
    Row("||xn--a.exam", diagnostics: ["unsupported pattern-never-matches: ||xn--a.exam"]),
    Row(
      "|https://xn--a.example/", diagnostics: ["unsupported pattern-never-matches: |https://xn--a.example/"]),
    Row("||a%20b.example^", diagnostics: ["unsupported pattern-never-matches: ||a%20b.example^"]),
    Row("||a%20b", diagnostics: ["unsupported pattern-never-matches: ||a%20b"]),
    Row("||a.example%20^", diagnostics: ["unsupported pattern-never-matches: ||a.example%20^"]),
    Row("||a.example:80:80^", diagnostics: ["unsupported pattern-never-matches: ||a.example:80:80^"]),
    Row("||a.example:80x", diagnostics: ["unsupported pattern-never-matches: ||a.example:80x"]),
    Row("||a.example:80|", diagnostics: ["unsupported pattern-never-matches: ||a.example:80|"]),
    Row(
      "|https://a.example:8080:1/",
      diagnostics: ["unsupported pattern-never-matches: |https://a.example:8080:1/"]
    ),
    Row("||XN--A.example^$script", diagnostics: ["unsupported pattern-never-matches: ||XN--A.example^"]),
    Row("||xn--e1afmkfd.example^", #"block ||xn--e1afmkfd\.example[:/] case"#), Row("||xn--", "block ||xn--"),
    Row("||a%20b@c.example^", #"block ||a%20b@c\.example‹^›"#),
    // Addresses that no URL contains.
    Row("||300.1.2.3^", diagnostics: ["unsupported pattern-never-matches: ||300.1.2.3^"]),
    Row("||ads.1^$script", diagnostics: ["unsupported pattern-never-matches: ||ads.1^"]),
    Row("||0x7f.1/x", diagnostics: ["unsupported pattern-never-matches: ||0x7f.1/x"]),
    Row("||127.0.0.01^", diagnostics: ["unsupported pattern-never-matches: ||127.0.0.01^"]),
    Row("|http://1.2.3.04/", diagnostics: ["unsupported pattern-never-matches: |http://1.2.3.04/"]),
    Row("||[2001:DB8:0:0::1]^", diagnostics: ["unsupported pattern-never-matches: ||[2001:DB8:0:0::1]^"]),
    Row("|http://[0:0::1]/", diagnostics: ["unsupported pattern-never-matches: |http://[0:0::1]/"]),
    Row("||ads.example^$domain=300.1.2.3", diagnostics: ["unsupported unusable-domain: 300.1.2.3"]),
    Row("0.0.0.0 1.2.3.4.5", diagnostics: ["unsupported unusable-domain: 1.2.3.4.5"]),
    Row(
      "0.0.0.0 ads.1 a.example", #"block ||a\.example[:/] case"#,
      diagnostics: ["approximated unusable-domain: ads.1"]),
    Row("300.1.2.3##.ad", diagnostics: ["unsupported unusable-domain: 300.1.2.3"]),
    Row("||[2001:DB8::1]^", #"block ||\[2001:db8::1\]‹^›"#),
    Row("||2.3.4^", #"block ||2\.3\.4[:/] case"#), Row("||1.2.3.4.5", #"block ||1\.2\.3\.4\.5"#),
    Row("||4.example^", #"block ||4\.example[:/] case"#), Row("||0xab.de^", #"block ||0xab\.de[:/] case"#),
    // Unusual filters that are correct.
    Row("||a.example:8080^", #"block ||a\.example:8080‹^›"#),
    Row("||a.example^|", #"block ||a\.example[:/]$"#), Row("|http", "block ^http"),
    Row("|ws://a", "block ^ws://a"),
    Row("|*ads", "block ads"), Row("/$web/x", #"block /\$web/x"#), Row("/x$1", #"block /x\$1"#),
    Row("||a.example/|b", #"block ||a\.example/\|b"#),
    Row(
      "localhost,a.example##.ad", "hide .ad ||localhost[:/] case type=document",
      #"hide .ad ||a\.example[:/] case type=document"#),
    // Pages and popups in one rule.
    Row(
      "||a.example^$document,popup\n||a.example^$popup",
      #"block ||a\.example[:/] case type=popup,top-document"#),
    Row("||a.example^$popup\n||a.example^$document", #"block ||a\.example[:/] case type=popup,top-document"#),
  ]

  @Test(arguments: rows) func ipAddressesAndMistakesAreHandled(_ row: Row) throws { try row.check() }

  /// A pattern that matches no URL is reported in every dialect.
  @Test(
    arguments: Dialect.allCases,
    ["|a.example/x", "||a..example/x", "a.example#.ad", "||a^||b^", "||x^$~~script"])
  func impossiblePatternsAreNeverExact(dialect: Dialect, filter: String) throws {
    let converted = try convert(filter) { $0.dialect = dialect }
    #expect(converted.rules == [] && converted.diagnostics.count == 1)
  }

  private static let advice: [(filter: String, advice: String)] = [
    ("|a.example", "did you mean '||a.example'?"),
    ("||http://a.example/", "did you mean '|http://a.example/'?"),
    ("|||a.example", "did you mean '||a.example'?"), ("||.a.example^", "did you mean '||a.example^'?"),
    ("||a..example^", "did you mean '||a.example^'?"), ("||a.example|", "did you mean '||a.example^'?"),
    ("||[2001:DB8:0:0::1]^", "did you mean '||[2001:db8::1]^'?"),
    ("|http://[0:0::1]:80/x", "did you mean '|http://[::1]:80/x'?"),
    ("|blob:$script", "write ||ads.example^ for a host, |https:// for the start of a URL"),
    ("|host|", "did you mean '||host^'?"), ("|https://a.example|", "did you mean '|https://a.example/|'?"),
    ("|https://a.example:443/", "write ||ads.example^ for a host, |https:// for the start of a URL"),
    ("||127.0.0.01/x", "did you mean '||127.0.0.1/x'?"),
    ("||a.example?x", "did you mean '||a.example/?x'?"), ("@||x^", "did you mean '@@||x^'?"),
    ("||x^$script|image", "did you mean '$script,image'?"), ("||x^$~~script", "did you mean '$~script'?"),
    ("||x^$$domain=a.example", "did you mean '$domain=a.example'?"),
    ("||x^$$$script", "did you mean '$script'?"), ("||x^$script$image", "did you mean '$script,image'?"),
    ("||x^$script;image", "did you mean '$script,image'?"),
    ("||x^$domain:a.example", "did you mean '$domain=a.example'?"),
    (
      "||x^$domain:a.example|b.example:third-party", "did you mean '$domain=a.example|b.example,third-party'?"
    ),
    ("||x^$script:domain=a.example;~image", "did you mean '$script,domain=a.example,~image'?"),
    ("/re/$a,b,$domain=c.example", "write ||ads.example^$script,image"),
    ("example.org#.ad", "did you mean 'example.org##.ad'?"),
    ("site.example#sel > .x", "did you mean 'site.example##sel > .x'?"),
    ("example,org##.ad", "did you mean 'example.org'?"),
    ("/caf\u{E9}/$script", "write '%C3%A9' in paths"),
  ]

  /// The reason suggests the intended filter.
  @Test(arguments: advice)
  func adviceSuggestsIntendedFilter(filter: String, advice: String) throws {
    let bytes = Array("\(filter)\n||b.example^".utf8)
    let report = try Converter().convert([Source(name: "list.txt", bytes: bytes)]).report
    let diagnostic = try #require(report.diagnostics.first)
    let text = String(decoding: bytes[diagnostic.span.indices], as: UTF8.self)
    #expect(diagnostic.reason.definition(about: text).advice == advice)
  }

  @Test(arguments: [
    ("!#if true\n||a.example^\n!#endif", 1), ("!#if false\n||a.example^\n!#endif", 0),
    ("!#if !true\n||a.example^\n!#endif", 0), ("!#if true && env_safari\n||a.example^\n!#endif", 1),
  ])
  func ifConstantsAreEvaluated(list: String, rules: Int) throws {
    #expect(try convert(list).rules.count == rules)
  }

  @Test(arguments: [
    (ListPlatform.adGuardForSafari, "adguard && adguard_ext_safari && !adguard_app_ios"),
    (.adGuardForIOS, "adguard && adguard_app_ios && !adguard_ext_safari"),
    (.uBlockOriginLite, "ext_ubol && ext_ublock && env_mv3 && !adguard"),
  ])
  func platformConstantsAreDefined(platform: ListPlatform, condition: String) throws {
    let list = "!#if \(condition)\n||a.example^\n!#endif"
    #expect(try convert(list).rules.isEmpty)
    #expect(try convert(list) { $0.constants = platform.constants }.rules.count == 1)
  }

  /// Options that have another name elsewhere.
  @Test(arguments: [
    ("fetch", "xmlhttprequest"), ("xml", "xmlhttprequest"), ("main_frame", "document"),
    ("sub_frame", "subdocument"),
  ])
  func foreignOptionNamesAreKnown(name: String, option: String) {
    #expect(OptionTable.foreignNames[name] == option)
  }
}
