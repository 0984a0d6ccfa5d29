import Conversion
import Testing

/// Hiding filters and exceptions to them.
struct HidingTests {
  static let scopes: [Row] = [
    Row("##.x", "hide .x .*"),
    Row("*##.x", "hide .x .*"),
    Row("a.com##.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row(
      "A.com,b.com##.x",
      #"hide .x ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    Row("пример.рф##.x", #"hide .x ||xn--e1afmkfd\.xn--p1ai[:/] case type=document"#),
    Row("~a.com##.x", "hide .x .* type=document unless-domain=*a.com"),
    Row("a.com,~b.a.com##.x", #"hide .x ||a\.com[:/] case type=document unless-domain=*b.a.com"#),
    Row("a.com,~b.com##.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row("b.a.com,~a.com##.x"),
    Row(
      "a.*##.x", #"hide .x ||a\.(com?\.)?[^./:]+[:/] case type=document"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "a.*,~a.com##.x", #"hide .x ||a\.(com?\.)?[^./:]+[:/] case type=document unless-domain=*a.com"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row("a.com#?#.x", #"hide .x ||a\.com[:/] case type=document"#),
    Row("a.com#?#.x:-abp-has(> .y)", #"hide .x:has(> .y) ||a\.com[:/] case type=document"#),
  ]

  static let pages: [Row] = [
    Row(
      "[$path=/news/x]a.com##.x", #"hide .x ||a\.com/news/x type=document"#,
      #"hide .x ||a\.com[:/].*/news/x type=document"#),
    Row(
      #"[$path=/\/n\d/]a.com##.x"#, #"hide .x ||a\.com/n[0-9] type=document"#,
      #"hide .x ||a\.com[/:].*/n[0-9] type=document"#),
    Row("[$path=|/news]a.com##.x", #"hide .x ||a\.com/news type=document"#),
    Row("[$path]a.com##.x", #"hide .x ||a\.com/$ type=document"#),
    Row(
      "[$path=/n]##.x", "hide .x ^[^:]+://[^/][^/]*/n type=document",
      "hide .x ^[^:]+://[^/][^/]*[:/].*/n type=document"),
    Row("[$url=||a.com/n]##.x", #"hide .x ||a\.com/n type=document"#),
    Row(
      "[$domain=a.com|b.com]##.x",
      #"hide .x ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    Row("[$app=x]a.com##.x", diagnostics: ["dropped cosmetic-modifier: x"]),
    Row("[$path=/a/b]a.com#@#.x", diagnostics: ["dropped cosmetic-modifier: /a/b"]),
    Row(#"/^ads\d?\.example$/##.x"#, #"hide .x ^[^:]+://ads[0-9]?\.example[/:] type=document"#),
    Row("##.x { display: none !important; }", "hide .x .*"),
    Row("a.com#$#.x { display:none }", #"hide .x ||a\.com[:/] case type=document"#),
    Row("##.x:style(display: none !important)", "hide .x .*"),
    Row("##.x { remove: true; }", diagnostics: ["deferred element-removal: { remove: true; }"]),
    Row(
      "##.x { display: none; color: red }",
      diagnostics: ["deferred style-injection: { display: none; color: red }"]),
    Row(
      "##.g\na.com##.x\nb.a.com##.y\n@@||b.a.com^$specifichide", "hide .g .*",
      #"hide .x ||a\.com[:/] case type=document unless-domain=*b.a.com"#),
  ]

  static let exceptions: [Row] = [
    Row("##.x\n#@#.x"),
    Row("a.com##.x\n#@#.x"),
    Row("##.x\na.com#@#.x", "hide .x .* type=document unless-domain=*a.com"),
    Row(
      "##.x\n##.y\na.com#@#.x\nb.com,a.com#@#.y",
      "hide .x .* type=document unless-domain=*a.com", "hide .y .* type=document unless-domain=*a.com,*b.com"),
    Row("a.com##.x\na.com#@#.x"),
    Row("b.a.com##.x\na.com#@#.x"),
    Row("a.com##.x\nb.a.com#@#.x", #"hide .x ||a\.com[:/] case type=document unless-domain=*b.a.com"#),
    Row("a.com,b.com##.x\na.com#@#.x", #"hide .x ||b\.com[:/] case type=document"#),
    Row("a.co.uk##.x\na.*#@#.x", diagnostics: ["approximated entity-suffixes: a"]),
    Row("##.x\n##.X\na.com#@#.X", "hide .x .*", "hide .X .* type=document unless-domain=*a.com"),
  ]

  static let groups: [Row] = [
    Row("##.x\n##.y\n##.x", "hide .x | .y .*"),
    Row(
      "a.com##.x\nb.com##.x\na.com##.y",
      #"hide .x | .y ||a\.com[:/] case type=document"#, #"hide .x ||b\.com[:/] case type=document"#),
    // A site's own selector stays: generichide switches only the generic one off.
    Row("##.x\na.com##.x", "hide .x .*", #"hide .x ||a\.com[:/] case type=document"#),
    Row("##.x\n##.bad:foo()\n##.y", "hide .x | .y .*", diagnostics: ["dropped invalid-selector: :foo"]),
  ]

  static let reported: [Row] = [
    Row("a.com##.x:has-text(y)", diagnostics: ["deferred procedural-selector: :has-text"]),
    Row("a.com##+js(nowebrtc)", diagnostics: ["deferred scriptlet: +js(nowebrtc)"]),
    Row("a.com#@#+js(nowebrtc)", diagnostics: ["deferred scriptlet: +js(nowebrtc)"]),
    Row("a.com##^script", diagnostics: ["deferred html-filter: ^script"]),
    Row("a.com#$#.x { color: red }", diagnostics: ["deferred style-injection: .x { color: red }"]),
    Row("a.com#$#log x", diagnostics: ["deferred snippet: log x"]),
    Row("a.com#%#alert(1)", diagnostics: ["deferred script: alert(1)"]),
    Row("a.com$$script[x]", diagnostics: ["deferred html-filter: script[x]"]),
    Row("a.com##.x {color:red}", diagnostics: ["deferred style-injection: {color:red}"]),
    Row("a.com##", diagnostics: ["dropped empty-body: ##"]),
    Row("a com##.x", diagnostics: ["dropped invalid-domain: a com"]),
    Row("[##.x", diagnostics: ["dropped invalid-domain: ["]),
  ]

  @Test(arguments: scopes) func scope(_ row: Row) throws { try row.check(split: .cosmetic) }
  @Test(arguments: pages) func page(_ row: Row) throws { try row.check(split: .cosmetic) }
  @Test(arguments: exceptions) func exception(_ row: Row) throws { try row.check(split: .cosmetic) }
  @Test(arguments: groups) func group(_ row: Row) throws { try row.check(split: .cosmetic) }
  @Test(arguments: reported) func report(_ row: Row) throws { try row.check(split: .cosmetic) }

  @Test func aThousandSelectorsShareARule() throws {
    let filters = (0..<2500).map { "##.c\($0)" }.joined(separator: "\n")
    #expect(try convert(filters, split: .cosmetic).rules.count == 3)
  }

  /// 20,000 filters against 20,000 exceptions to the same selector: with a look at each exception for each
  /// filter this would not end in a reasonable time.
  @Test func manyExceptionsToOneSelector() throws {
    let count = 20_000
    let filters = (0..<count).map { "s\($0).example##.x" }.joined(separator: "\n")
    let exceptions = (0..<count).map { "b.s\($0).example#@#.x" }.joined(separator: "\n")
    let rules = try convert(filters + "\n" + exceptions, split: .cosmetic).rules
    #expect(rules.count == count)
    #expect(rules[7] == #"hide .x ||s7\.example[:/] case type=document unless-domain=*b.s7.example"#)
  }
}
