import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// Hiding filters and their exceptions.
struct HidingTests {
  static let scopes: [Row] = [
    Row("##.x", "hide .x .*"),
    Row("*##.x", "hide .x .*"),
    Row("a.com##.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row(
      "A.com,b.com##.x",
      #"hide .x ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    Row("пример.рф##.x", #"hide .x ||xn--e1afmkfd\.xn--p1ai[:/] case type=document"#),
    Row("~a.com##.x", "hide .x .* type=document unless-top-url=*a.com"),
    Row(
      "a.com,~b.a.com##.x", "hide .x a.com type=document",
      #"hide .x ^[^:]+://[^/]*[^b/@.]\.a\.com(:[0-9]+)?/ type=document"#,
      #"hide .x ^[^:]+://[^/]*[^/@.]b\.a\.com(:[0-9]+)?/ type=document"#),
    Row(
      "a.com,~b123456789012345.a.com##.x",
      #"hide .x ||a\.com[:/] case type=document unless-top-url=*b123456789012345.a.com"#),
    Row(
      "a.com##.x\nb.a.com#@#.x", #"hide .x ||a\.com[:/] case type=document unless-top-url=*b.a.com"#),
    Row("a.com,~b.com##.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row("b.a.com,~a.com##.x"),
    Row(
      "a.*##.x", #"hide .x ||a\.(com?\.)?[^./:@]+[:/] case type=document"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "a.*,~a.com##.x", #"hide .x ||a\.(com?\.)?[^./:@]+[:/] case type=document unless-top-url=*a.com"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row("a.com#?#.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row("##.x:has(:scope + a > b)", "hide .x:has(+ a > b) .*"),
    Row("##.x:has(:scope a, :scope>b)", "hide .x:has(a, >b) .*"),
    Row("##.x:has(a:scope)", "hide .x:has(a:scope) .*"),
    Row(#"##.x[a=":has(:scope > b)"]:has( :scope ~ c)"#, #"hide .x[a=":has(:scope > b)"]:has( ~ c) .*"#),
    Row("a.com#?#.x:-abp-has(> .y)", #"hide .x:has(> .y) ||a\.com[:/] case type=document"#),
  ]

  static let pages: [Row] = [
    Row(
      "[$path=/news/x]a.com##.x", #"hide .x ||a\.com/news/x type=document"#,
      #"hide .x ||a\.com[:/].*/news/x type=document"#),
    Row(
      #"[$path=/\/n\d/]a.com##.x"#, #"hide .x ||a\.com/n[0-9] type=document"#,
      #"hide .x ||a\.com[/:].*/n[0-9] type=document"#),
    Row(
      #"[$path=/\\/(s1|s2)\\/p\\.html/]a.com##.x"#, #"hide .x ||a\.com/s[12]/p\.html type=document"#,
      #"hide .x ||a\.com[/:].*/s[12]/p\.html type=document"#),
    Row(
      #"[$path=/^\\/n\[ab\]\,/]a.com##.x"#, #"hide .x ||a\.com(:[0-9]+)?/n[ab], type=document"#),
    Row(#"[$path=|/a\[b\]\,c]a.com##.x"#, #"hide .x ||a\.com(:[0-9]+)?/a\[b\],c type=document"#),
    Row(#"[$url=||a.com/n\,x]##.x"#, #"hide .x ||a\.com/n,x type=document"#),
    Row(#"[$url=||a.com/(?=x)\,y/]##.x"#, #"hide .x ||a\.com/\(\?=x\),y/ type=document"#),
    Row(#"[$path=/(a)\\1/]a.com##.x"#, diagnostics: [#"unsupported regex-backreference: /(a)\\1/"#]),
    Row(
      #"[$domain=/^a\\.\[bc\]om$/]##.x"#, #"hide .x ^[^:]+://a\.[bc]om(:[0-9]+)?/ type=document"#),
    Row("[$path=|/news]a.com##.x", #"hide .x ||a\.com(:[0-9]+)?/news type=document"#),
    Row("[$path]a.com##.x", #"hide .x ||a\.com(:[0-9]+)?/$ type=document"#),
    Row("[$path=*]a.com##.x", #"hide .x ||a\.com[:/].* type=document"#),
    Row("[$path=|news]a.com##.x", diagnostics: ["unsupported regex-never-matches: |news"]),
    // A port contains digits, too.
    Row("[$path=80]a.com##.x", #"hide .x ||a\.com(:[0-9]+)?/.*80 type=document"#),
    // `^` is the start of the path, and a path starts with `/`.
    Row(#"[$path=/^\/x\d/]a.com##.x"#, #"hide .x ||a\.com(:[0-9]+)?/x[0-9] type=document"#),
    Row(#"[$path=/^[^x]+$/]a.com##.x"#, #"hide .x ||a\.com(:[0-9]+)?/[^x]*$ type=document"#),
    Row(#"[$path=/^x/]a.com##.x"#, diagnostics: ["unsupported regex-never-matches: ^x"]),
    Row(
      #"[$path=/[\/.]n/]a.com##.x"#, #"hide .x ||a\.com/n type=document"#,
      #"hide .x ||a\.com[/:].*[./]n type=document"#),
    Row(
      #"[$path=/8/]a.com##.x"#, #"hide .x ||a\.com(:[0-9]+)?/.*8 type=document"#),
    Row(
      "[$path=/x]a.*,~a.com##.x",
      #"hide .x ||a\.(com?\.)?[^./:@]+/x type=document unless-top-url=*a.com"#,
      #"hide .x ||a\.(com?\.)?[^./:@]+[:/].*/x type=document unless-top-url=*a.com"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "[$path=/n]##.x", "hide .x ^[^:]+://[^/][^/]*/n type=document",
      "hide .x ^[^:]+://[^/][^/]*[:/].*/n type=document"),
    Row("[$url=||a.com/n]##.x", #"hide .x ||a\.com/n type=document"#),
    Row(
      "[$domain=a.com|b.com]##.x",
      #"hide .x ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    Row("[$app=x]a.com##.x", diagnostics: ["unsupported cosmetic-modifier: x"]),
    Row("[$app=x]a.com#@#.x", diagnostics: ["unsupported cosmetic-modifier: x"]),
    Row(#"/^ads\d?\.example$/##.x"#, #"hide .x ^[^:]+://ads[0-9]?\.example(:[0-9]+)?/ type=document"#),
    Row(#"/^w+\d\.a\.com$/##.x"#, #"hide .x ^[^:]+://w+[0-9]\.a\.com(:[0-9]+)?/ type=document"#),
    Row(#"~/^a+$/##.x"#, "hide .x .* type=document unless-top-url=^[^:]+://a+(:[0-9]+)?/"),
    Row(
      #"/^a+$/,~b.com##.x"#, "hide .x ^[^:]+://a+(:[0-9]+)?/ type=document unless-top-url=*b.com"),
    Row(
      #"a.com,~/^a/##.x"#,
      #"hide .x ||a\.com[:/] case type=document unless-top-url=^[^:]+://a[^/:?@]*(:[0-9]+)?/"#),
    Row("##.x { display: none !important; }", "hide .x .*"),
    Row("a.com#$#.x { display:none }", #"hide .x ||a\.com[:/] case type=document"#),
    Row("##.x:style(display: none !important)", "hide .x .*"),
    Row("##.x { remove: true; }", diagnostics: ["needsScript element-removal: { remove: true; }"]),
    Row("##.x { DISPLAY:\tNONE ; }", "hide .x .*"),
    Row(##"##[a="{"] { display: none }"##, ##"hide [a="{"] .*"##),
    Row("##.x { REMOVE:TRUE }", diagnostics: ["needsScript element-removal: { REMOVE:TRUE }"]),
    Row(
      "##.x { /* a */ display: none }",
      diagnostics: ["needsScript style-injection: { /* a */ display: none }"]),
    Row(
      "#$#@media (min-width: 9px) { .x { display: none } }",
      diagnostics: ["needsScript style-injection: @media (min-width: 9px) { .x { display: none } }"]),
    Row("##.x:style(display: none):not(.y)", diagnostics: ["needsScript style-injection: :style"]),
    Row(
      "##.x { display: none; color: red }",
      diagnostics: ["needsScript style-injection: { display: none; color: red }"]),
    Row(
      "##.g\na.com##.x\nb.a.com##.y\n@@||b.a.com^$specifichide", "hide .g .*",
      #"hide .x ||a\.com[:/] case type=document unless-top-url=*b.a.com"#),
    // Pages without site-specific hiding are also excluded from regexes, paths and entities.
    Row(
      "/^a+$/##.x\na.*##.y\n[$path=|/x]a.com,b.com##.z\n@@||a.com^$specifichide",
      #"hide .x ^[^:]+://a+(:[0-9]+)?/ type=document unless-top-url=*a.com"#,
      #"hide .y ||a\.(com?\.)?[^./:@]+[:/] case type=document unless-top-url=*a.com"#,
      #"hide .z ||a\.com(:[0-9]+)?/x type=document unless-top-url=*a.com"#,
      #"hide .z ||b\.com(:[0-9]+)?/x type=document unless-top-url=*a.com"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row("[$path=|/x]a.com##.z\n@@||a.com^$specifichide"),
  ]

  static let exceptions: [Row] = [
    Row("##.x\n#@#.x"),
    Row("a.com##.x\n#@#.x"),
    // An exception for all pages overrides any others, in whatever order.
    Row("##.x\n#@#.x\na.com#@#.x"), Row("##.x\na.com#@#.x\n#@#.x"), Row("#@#.x\na.com#@#.x\na.com##.x"),
    Row("##.x\na.com#@#.x", "hide .x .* type=document unless-top-url=*a.com"),
    Row(
      "##.x\n##.y\na.com#@#.x\nb.com,a.com#@#.y",
      "hide .x .* type=document unless-top-url=*a.com",
      "hide .y .* type=document unless-top-url=*a.com,*b.com"),
    Row("a.com##.x\na.com#@#.x"),
    Row("b.a.com##.x\na.com#@#.x"),
    Row("a.com##.x\nb.a.com#@#.x", #"hide .x ||a\.com[:/] case type=document unless-top-url=*b.a.com"#),
    Row("a.com,b.com##.x\na.com#@#.x", #"hide .x ||b\.com[:/] case type=document"#),
    Row("a.co.uk##.x\na.*#@#.x", diagnostics: ["approximated entity-suffixes: a"]),
    Row("##.x\n##.X\na.com#@#.X", "hide .x .*", "hide .X .* type=document unless-top-url=*a.com"),
  ]

  /// Entities are approximated, and so are exceptions with entities.
  ///
  /// The part that an exception removes from a filter is not.
  static let entities: [Row] = [
    Row(
      "www.a.*##.x\na.com#@#.x", "hide .x \(entity("www.a")) unless-top-url=*a.com",
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "www.a.*##.x\nwww.a.com#@#.x", "hide .x \(entity("www.a")) unless-top-url=*www.a.com",
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "www.a.*##.x\na.co.uk,uk,b.com#@#.x", "hide .x \(entity("www.a")) unless-top-url=*a.co.uk,*uk",
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "www.a.*##.x\na.*#@#.x",
      diagnostics: ["approximated entity-suffixes: www.a", "approximated entity-suffixes: a"]),
    Row(
      "a.*##.x\nwww.a.*#@#.x", "hide .x \(entity("a")) unless-top-url=\(excepted("www.a"))",
      diagnostics: ["approximated entity-suffixes: a", "approximated entity-suffixes: www.a"]),
    Row(
      "a.com##.x\nwww.a.*#@#.x",
      #"hide .x ||a\.com[:/] case type=document unless-top-url=\#(excepted("www.a"))"#,
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "com##.x\nco.uk##.x\nb.com##.x\na.*#@#.x",
      #"hide .x ||com[:/] case type=document unless-top-url=\#(excepted("a"))"#,
      #"hide .x ||co\.uk[:/] case type=document unless-top-url=\#(excepted("a"))"#,
      #"hide .x ||b\.com[:/] case type=document"#, diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "a.co.*##.x\na.*#@#.x", "hide .x \(entity("a.co")) unless-top-url=\(excepted("a"))",
      diagnostics: ["approximated entity-suffixes: a.co", "approximated entity-suffixes: a"]),
    Row(
      "a.*##.x\na.co.*#@#.x", "hide .x \(entity("a")) unless-top-url=\(excepted("a.co"))",
      diagnostics: ["approximated entity-suffixes: a", "approximated entity-suffixes: a.co"]),
    Row("a.*##.x\n#@#.x"),
    // The same in a single filter.
    Row(
      "www.a.*,~a.com##.x", "hide .x \(entity("www.a")) unless-top-url=*a.com",
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "a.com,~www.a.*##.x",
      #"hide .x ||a\.com[:/] case type=document unless-top-url=\#(excepted("www.a"))"#,
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row("www.a.*,~a.*##.x", diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "~a.*##.x\nb.*#@#.x", "hide .x .* type=document unless-top-url=\(excepted("a")),\(excepted("b"))",
      diagnostics: ["approximated entity-suffixes: a", "approximated entity-suffixes: b"]),
  ]

  private static func entity(_ name: String) -> String {
    "||\(name.replacing(".", with: "\\."))\\.(com?\\.)?[^./:@]+[:/] case type=document"
  }

  private static func excepted(_ name: String) -> String {
    "||\(name.replacing(".", with: "\\."))\\.[^./:@]+(\\.[^./:@]+)?(:[0-9]+)?/"
  }

  /// Exceptions with excluded domains, or with conditions other than a host.
  static let partialExceptions: [Row] = [
    Row("##.x\n~a.com#@#.x", #"hide .x ||a\.com[:/] type=document"#),
    Row("##.x\n*,~a.com#@#.x", #"hide .x ||a\.com[:/] type=document"#),
    Row(
      "a.com,b.a.com,c.com,com##.x\n~a.com#@#.x", #"hide .x ||a\.com[:/] case type=document"#,
      #"hide .x ||b\.a\.com[:/] case type=document"#),
    Row("##.x\n~a.com#@#.x\nb.a.com#@#.x", #"hide .x ||a\.com[:/] type=document unless-top-url=*b.a.com"#),
    Row("##.x\n~a.com#@#.x\n~b.com#@#.x"),
    Row("##.x\n~a.com#@#.x\n~b.a.com#@#.x", #"hide .x ||b\.a\.com[:/] type=document"#),
    Row("##.x\n~a.com#@#.x\n#@#.x"),
    Row(
      "##.x\na.com,~b.a.com#@#.x", "hide .x .* type=document unless-top-url=*a.com",
      #"hide .x ||b\.a\.com[:/] type=document"#),
    Row("##.x\na.com,~b.com#@#.x", "hide .x .* type=document unless-top-url=*a.com"),
    Row("b.a.com##.x\na.com,~b.a.com#@#.x", #"hide .x ||b\.a\.com[:/] case type=document"#),
    Row("c.a.com##.x\na.com,~b.a.com#@#.x"),
    Row(
      "www.a.*##.x\n~a.com#@#.x", #"hide .x ^[^:]+://([^/:?@]+\.)?www\.a\.com(:[0-9]+)?/ type=document"#,
      diagnostics: ["approximated entity-suffixes: www.a"]),
    Row(
      "a.com##.x\n~/^b\\./#@#.x", #"hide .x ^[^:]+://b\.[^/:?@]*\.a\.com(:[0-9]+)?/ type=document"#,
      #"hide .x b.a.com type=document"#),
    Row("##.x\n/^a+$/#@#.x", "hide .x .* type=document unless-top-url=^[^:]+://a+(:[0-9]+)?/"),
    Row(
      "a.com,b.com##.x\n[$path=/ok]a.com#@#.x",
      #"hide .x ||a\.com[:/] case type=document unless-top-url=||a\.com(:[0-9]+)/ok,||a\.com(:[0-9]+)?/[^#]*/ok,||a\.com/ok"#,
      #"hide .x ||b\.com[:/] case type=document"#),
    Row(
      "##.x\n[$path=|/ok]~a.com#@#.x",
      "hide .x .* type=document unless-top-url=^[^:]+://[^/][^/]*/ok", #"hide .x ||a\.com[:/] type=document"#),
    Row(
      "##.x\n[$url=||a.com/ok]#@#.x", #"hide .x .* type=document unless-top-url=||a\.com/ok"#),
    Row(
      "[$path=|/n]a.com,c.com##.x\n~a.com#@#.x", #"hide .x ||a\.com(:[0-9]+)?/n type=document"#),
  ]

  static let groups: [Row] = [
    Row("##.x\n##.y\n##.x", "hide .x | .y .*"),
    Row(
      "a.com##.x\nb.com##.x\na.com##.y",
      #"hide .x | .y ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    // A selector for a specific site stays: generichide disables only the generic one.
    Row("##.x\na.com##.x", "hide .x .*", #"hide .x ||a\.com[:/] case type=document"#),
    Row("##.x\n##.bad:foo()\n##.y", "hide .x | .y .*", diagnostics: ["unsupported invalid-selector: :foo"]),
  ]

  static let reported: [Row] = [
    Row("a.com##.x:has-text(y)", diagnostics: ["needsScript procedural-selector: :has-text"]),
    // CSS drops unknown selectors from these lists, so that nothing would be left.
    Row("##:is(.x:has-text(y))", diagnostics: ["needsScript procedural-selector: :is(.x:has-text(y))"]),
    Row("##.z:where(p:upward(1))", diagnostics: ["needsScript procedural-selector: .z:where(p:upward(1))"]),
    Row("a.com##+js(nowebrtc)", diagnostics: ["needsScript scriptlet: +js(nowebrtc)"]),
    Row("a.com#@#+js(nowebrtc)", diagnostics: ["needsScript scriptlet: +js(nowebrtc)"]),
    Row("a.com##^script", diagnostics: ["needsScript html-filter: ^script"]),
    Row("a.com#$#.x { color: red }", diagnostics: ["needsScript style-injection: .x { color: red }"]),
    Row("a.com#$#log x", diagnostics: ["needsScript snippet: log x"]),
    Row("a.com#%#alert(1)", diagnostics: ["needsScript script: alert(1)"]),
    Row("a.com$$script[x]", diagnostics: ["needsScript html-filter: script[x]"]),
    Row("a.com##.x {color:red}", diagnostics: ["needsScript style-injection: {color:red}"]),
    Row("a.com##", diagnostics: ["unsupported empty-body: ##"]),
    Row("a com##.x", diagnostics: ["unsupported invalid-domain: a com"]),
    Row("[##.x", diagnostics: ["unsupported invalid-domain: ["]),
  ]

  @Test(arguments: scopes) func hidingScopeIsConverted(_ row: Row) throws { try row.check(split: .cosmetic) }
  @Test(arguments: pages) func hidingPageConditionsAreConverted(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }
  @Test(arguments: exceptions) func hidingExceptionsAreConverted(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }
  @Test(arguments: entities) func hidingEntityExceptionsAreConverted(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }
  @Test(arguments: partialExceptions) func partialHidingExceptionsAreConverted(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }
  @Test(arguments: groups) func hidingSelectorsAreGrouped(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }
  @Test(arguments: reported) func unsupportedHidingIsReported(_ row: Row) throws {
    try row.check(split: .cosmetic)
  }

  @Test func thousandSelectorsShareOneRule() throws {
    let filters = (0..<2500).map { "##.c\($0)" }.joined(separator: "\n")
    #expect(try convert(filters, split: .cosmetic).rules.count == 3)
  }

  /// Above a limit, further exceptions with excluded domains apply to all domains that they name.
  @Test func partialExceptionsAreLimited() throws {
    let exceptions = (0..<40).map { "a\($0).com,~b.a\($0).com#@#.x" }.joined(separator: "\n")
    let converted = try convert("##.x\n" + exceptions, split: .cosmetic)
    #expect(converted.rules.count == 33)
    #expect(converted.diagnostics.count == 8)
    #expect(converted.diagnostics.first == "approximated mixed-domains: a32.com,~b.a32.com")
  }

  /// Above a limit, further exceptions by URL apply to the whole site.
  @Test func exceptionsByURLAreLimited() throws {
    let exceptions = (0..<258).map { "[$path=/\($0)]a\($0).com#@#.x" }.joined(separator: "\n")
    let converted = try convert("a0.com,a256.com,b.com##.x\n" + exceptions, split: .cosmetic)
    #expect(converted.rules.count == 2)
    #expect(
      converted.diagnostics == [
        "approximated mixed-domains: a256.com", "approximated mixed-domains: a257.com",
      ])
  }

  /// Exceptions that overlap every name of their kind would be in every rule, so their number is limited.
  @Test(arguments: [
    ("com", "e{n}.*"), ("co.uk", "e{n}.*"), ("a.*", "e{n}"), ("a.*", "co.e{n}"),
  ])
  func unrelatedExceptionsAreLimited(_ name: String, _ exception: String) throws {
    for (count, isConverted) in [(512, true), (513, false)] {
      let exceptions = (0..<count).map { exception.replacing("{n}", with: String($0)) }
      let converted = try convert("\(name)##.x\n\(exceptions.joined(separator: ","))#@#.x", split: .cosmetic)
      #expect(converted.rules.isEmpty != isConverted)
      #expect(converted.diagnostics.contains { $0.hasPrefix("unsupported mixed-domains") } != isConverted)
    }
    // Names below the filter's own name do not count toward the limit.
    let below = (0..<600).map { "x\($0).\(name)" }.joined(separator: ",")
    #expect(try convert("\(name)##.x\n\(below)#@#.x", split: .cosmetic).rules.count == 1)
  }

  /// Many filters with equally many exceptions to the same selector.
  ///
  /// Comparing every filter with every exception would take too long.
  @Test(.slow(10)) func manyExceptionsToOneSelectorAreFast() throws {
    let count = size(20_000)
    let filters = (0..<count).map { "s\($0).example##.x" }.joined(separator: "\n")
    let exceptions = (0..<count).map { "b.s\($0).example#@#.x" }.joined(separator: "\n")
    let rules = try convert(filters + "\n" + exceptions, split: .cosmetic).rules
    #expect(rules.count == count)
    #expect(rules[7] == #"hide .x ||s7\.example[:/] case type=document unless-top-url=*b.s7.example"#)
  }

  /// Domains with a path, by dialect: uBlock Origin compares the beginning of the path, AdGuard any part of the
  /// path and query. If the dialect is not certain, less is hidden.
  static let paths: [(filters: String, atStart: [String], anywhere: [String])] = [
    (
      "e.test/checkout##.x", [#"hide .x ||e\.test(:[0-9]+)?/checkout type=document"#],
      [
        #"hide .x ||e\.test/checkout type=document"#, #"hide .x ||e\.test[:/].*/checkout type=document"#,
      ]
    ),
    (
      "a.test,e.test/x##.x",
      [
        #"hide .x ||a\.test[:/] case type=document"#, #"hide .x ||e\.test(:[0-9]+)?/x type=document"#,
      ],
      [
        #"hide .x ||a\.test[:/] case type=document"#, #"hide .x ||e\.test/x type=document"#,
        #"hide .x ||e\.test[:/].*/x type=document"#,
      ]
    ),
    (
      "e.test/##.x", [#"hide .x ||e\.test(:[0-9]+)?/ type=document"#],
      [#"hide .x ||e\.test/ type=document"#, #"hide .x ||e\.test[:/].*/ type=document"#]
    ),
    (
      "a.test##.x\na.test/x#@#.x",
      [#"hide .x ||a\.test[:/] case type=document unless-top-url=||a\.test(:[0-9]+)?/x"#],
      [
        #"hide .x ||a\.test[:/] case type=document unless-top-url=||a\.test(:[0-9]+)/x,||a\.test(:[0-9]+)?/[^#]*/x,||a\.test/x"#
      ]
    ),
  ]

  @Test(arguments: paths)
  func pathsInDomainsLimitPages(_ filters: String, _ atStart: [String], _ anywhere: [String]) throws {
    func rules(_ dialect: Dialect?) throws -> [String] {
      let converted = try convert("! c\n" + filters) { $0.dialect = dialect }
      #expect(converted.diagnostics == [])
      return converted.rules
    }
    #expect(try rules(.uBlockOrigin) == atStart)
    #expect(try rules(.adGuard) == anywhere)
    #expect(try rules(nil) == (filters.contains("#@#") ? anywhere : atStart))
  }

  @Test(
    arguments: [
      // Adblock Plus has no paths there.
      (.adblockPlus, "e.test/x##.x", ["unsupported path-in-domains: e.test/x"]),
      (.adblockPlus, "a.test,e.test/x##+js(y)", ["unsupported path-in-domains: e.test/x"]),
      (.adblockPlus, "e.test/x#@#.x", ["unsupported path-in-domains: e.test/x"]),
      (nil, "[$path=/y]e.test/x##.x", ["unsupported path-in-domains: e.test/x"]),
      (nil, "~e.test/x#@#.x", ["unsupported path-in-domains: e.test/x"]),
      (nil, "~e.test/x##.y:has-text(z)", ["unsupported path-in-domains: e.test/x"]),
      (nil, "a.test,~e.test/x##+js(y)", ["unsupported path-in-domains: e.test/x"]),
      (nil, "e.test/x##+js(y)", ["needsScript scriptlet: +js(y)"]),
      (nil, "e.test/x#%#y()", ["needsScript script: y()"]),
      (nil, "http://e.test/x##.x", ["unsupported invalid-domain: http://e.test/x"]),
      (nil, "e.test/a b##.x", ["unsupported invalid-domain: e.test/a b"]),
    ] as [(Dialect?, String, [String])])
  func pathsInDomainsAreReported(_ dialect: Dialect?, _ filter: String, _ diagnostics: [String]) throws {
    let converted = try convert("! c\n" + filter) { $0.dialect = dialect }
    #expect(converted.diagnostics == diagnostics)
    #expect(converted.rules == [])
  }

  /// Every operator that CSS does not have needs a script, under each of its names.
  @Test func operatorsOfListsNeedScript() throws {
    for kind in SelectorOperator.allCases {
      for name in kind.names where PseudoClassName(rawValue: name) == nil && name != "-abp-has" {
        let converted = try convert("a.com##.x:\(name)(y)")
        #expect(converted.diagnostics == ["needsScript procedural-selector: :\(name)"], "\(name)")
      }
    }
    #expect(SelectorOperator.named.count > 25)
  }
}
