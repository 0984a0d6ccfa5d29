import SluiceConversion
import Testing

/// The entries of the document of advanced filters, from a line of a list.
///
/// They are shown without `source` and `line`, with strings in place of their numbers.
struct AdvancedFilterTests {
  static let scriptlets: [(String, String)] = [
    ("a.com##+js(x)", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"domains":[<a.com>]}"#),
    ("##+js(x, 1, b c )", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<1>,<b c>]}"#),
    ("a.com#@#+js()", #"{"kind":"scriptlet","exception":true,"syntax":"ublock","domains":[<a.com>]}"#),
    (##"##+js(x, a\,b, \,)"##, #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<a,b>,<,>]}"#),
    (##"##+js(x, a\'b\d)"##, #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<a\'b\d>]}"#),
    ("##+js(x, 'a, b', `c`)", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<a, b>,<c>]}"#),
    (##"##+js(x, 'a\'b\,')"##, #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<a'b\,>]}"#),
    ("##+js(x, 'a'b, c)", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<'a'b>,<c>]}"#),
    ("##+js(x, 'a, b)", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<'a>,<b>]}"#),
    ("##+js(x, , )", #"{"kind":"scriptlet","syntax":"ublock","name":<x>,"args":[<>,<>]}"#),
    ("##+js(x", #"{"kind":"scriptlet","body":<+js(x>}"#),
    ("##+js(, x)", #"{"kind":"scriptlet","body":<+js(, x)>}"#),
    (
      "#%#//scriptlet('x', \"a, 'b'\")",
      #"{"kind":"scriptlet","syntax":"adguard","name":<x>,"args":[<a, 'b'>]}"#
    ),
    (
      ##"#%#//scriptlet('x', 'a\'b\n');"##,
      #"{"kind":"scriptlet","syntax":"adguard","name":<x>,"args":[<a'b\n>]}"#
    ),
    (
      "a.com#@%#//scriptlet()",
      #"{"kind":"scriptlet","exception":true,"syntax":"adguard","domains":[<a.com>]}"#
    ),
    ("#%#//scriptlet(x)", #"{"kind":"scriptlet","body":<//scriptlet(x)>}"#),
    ("#%#//scriptlet('x', 'a'b')", #"{"kind":"scriptlet","body":<//scriptlet('x', 'a'b')>}"#),
    ("a.com#%#f()", #"{"kind":"script","script":<f()>,"domains":[<a.com>]}"#),
    ("#$#log 'a b'; log2 c", #"{"kind":"snippets","calls":[[<log>,<a b>],[<log2>,<c>]]}"#),
    (##"#$#log '' a\ b \u0041\t"##, "{\"kind\":\"snippets\",\"calls\":[[<log>,<>,<a b>,<A\t>]]}"),
  ]

  static let elements: [(String, String)] = [
    (
      "a.com##.x:has-text(/y/)", #"{"kind":"hide","selector":<.x:has-text(/y/)>,"domains":[<a.com>]}"#
    ),
    ("#?#.x:contains(y)", #"{"kind":"hide","selector":<.x:contains(y)>}"#),
    ("##.x:style(color: red)", #"{"kind":"style","selector":<.x>,"style":<color: red>}"#),
    (
      ##"##.x:style(content: ":) (";)"##, ##"{"kind":"style","selector":<.x>,"style":<content: ":) (";>}"##
    ),
    ("#$#.x { color: red }", #"{"kind":"style","selector":<.x>,"style":<color: red>}"#),
    ("#@$#.x { color: red }", #"{"kind":"style","exception":true,"selector":<.x>,"style":<color: red>}"#),
    (
      "#$?#.x:matches-css(a: b{2}) { top: 0 }",
      #"{"kind":"style","selector":<.x:matches-css(a: b{2})>,"style":<top: 0>}"#
    ),
    (
      "#$#@media (min-width: 9px) { .x { top: 0 } }",
      #"{"kind":"style","selector":<.x>,"style":<top: 0>,"condition":<@media (min-width: 9px)>}"#
    ),
    ("#$#@media x}{}", #"{"kind":"style","body":<@media x}{}>}"#),
    ("#$?#.x { remove: true; }", #"{"kind":"remove","selector":<.x>}"#),
    ("#$?#.x { REMOVE:TRUE }", #"{"kind":"remove","selector":<.x>}"#),
    ("##.x:style(remove: true)", #"{"kind":"style","selector":<.x>,"style":<remove: true>}"#),
    ("##.x { top: 0; remove: true }", #"{"kind":"remove","selector":<.x>}"#),
    ("#$?#.x { REMOVE:true;color: red !important; }", #"{"kind":"remove","selector":<.x>}"#),
    ("#$#.x { remove: false; top: 0 }", #"{"kind":"style","selector":<.x>,"style":<remove: false; top: 0>}"#),
    (##"##[a="{"] { content: "}" }"##, ##"{"kind":"style","selector":<[a="{"]>,"style":<content: "}">}"##),
    (##"##.x\{ { top: 0 }"##, ##"{"kind":"style","selector":<.x\{>,"style":<top: 0>}"##),
    ("##.x { /* a */ display: none }", #"{"kind":"style","selector":<.x>,"style":</* a */ display: none>}"#),
    ("##.x:style(top: 0):not(.y)", #"{"kind":"hide","selector":<.x:style(top: 0):not(.y)>}"#),
    ("##.x:style(top: 0):remove()", #"{"kind":"remove","selector":<.x:style(top: 0)>}"#),
    ("##.x:remove(y)", #"{"kind":"hide","selector":<.x:remove(y)>}"#),
    ("##.x:remove()", #"{"kind":"remove","selector":<.x>}"#),
    ("##.x:has(.y:remove())", #"{"kind":"hide","selector":<.x:has(.y:remove())>}"#),
    ("##.x:remove-attr(/^on/)", #"{"kind":"remove-attr","selector":<.x>,"name":</^on/>}"#),
    ("##.x:remove-class(y)", #"{"kind":"remove-class","selector":<.x>,"name":<y>}"#),
    (
      "a.com##^script:has-text(y)",
      #"{"kind":"html","syntax":"ublock","selector":<script:has-text(y)>,"domains":[<a.com>]}"#
    ),
    ("$$script[a=\"b\"]", ##"{"kind":"html","syntax":"adguard","selector":<script[a="b"]>}"##),
    ("##^responseheader(Refresh)", #"{"kind":"response-header","name":<refresh>}"#),
  ]

  static let requests: [(String, String)] = [
    (
      "||a.com/x.js|$script,~image,3p,redirect=noopjs:-1,domain=B.com|~c.b.com",
      ##"{"kind":"redirect","resource":<noopjs>,"priority":-1,"domains":[<b.com>],"notDomains":[<c.b.com>],"##
        + ##""pattern":<||a.com/x.js|>,"types":["script"],"notTypes":["image"],"parties":["third-party"]}"##
    ),
    (
      "*$image,redirect-rule=1x1.gif,to=a.com",
      ##"{"kind":"redirect-rule","resource":<1x1.gif>,"pattern":<*>,"types":["image"],"options":[<to=a.com>]}"##
    ),
    (
      "||a.com^$rewrite=abp-resource:blank-js,domain=a.com",
      ##"{"kind":"rewrite","resource":<abp-resource:blank-js>,"domains":[<a.com>],"pattern":<||a.com^>}"##
    ),
    ("||a.com^$empty", ##"{"kind":"empty","resource":<nooptext>,"pattern":<||a.com^>}"##),
    ("@@||a.com^$redirect", ##"{"kind":"redirect","exception":true,"pattern":<||a.com^>}"##),
    ("$removeparam=utm", ##"{"kind":"removeparam","value":<utm>,"pattern":<*>}"##),
    ("*/ads/*$removeparam", ##"{"kind":"removeparam","pattern":<*/ads/*>}"##),
    (
      "/x[0-9]/$removeparam=/^utm_/i,match-case,important",
      ##"{"kind":"removeparam","value":</^utm_/i>,"pattern":</x[0-9]/>,"matchCase":true,"important":true}"##
    ),
    (
      "|https:$csp=script-src 'self',~third-party",
      ##"{"kind":"csp","value":<script-src 'self'>,"pattern":<|https:>,"parties":["first-party"]}"##
    ),
    ("@@||a.com^$csp", ##"{"kind":"csp","exception":true,"pattern":<||a.com^>}"##),
    (
      "||a.com^$csp=x,permissions=y()",
      ##"{"kind":"csp","value":<x>,"pattern":<||a.com^>} {"kind":"permissions","value":<y()>,"##
        + ##""pattern":<||a.com^>}"##
    ),
    (##"||a.com^$replace=/a\,b/c/"##, ##"{"kind":"replace","value":</a\,b/c/>,"pattern":<||a.com^>}"##),
    // The filter is first reported as approximated because of its type.
    (
      "||a.com^$object,image,redirect=noop",
      ##"{"kind":"redirect","resource":<noop>,"pattern":<||a.com^>,"types":["object","image"]}"##
    ),
    ("||a.com^$cookie", ""), ("@@||a.com^$cookie", ""),
    (
      "||a.com^$cookie=x\n||b.com^$cookie\n@@||c.a.com^$cookie\n@@||d.com^$cookie\n@@||d.com^$cookie,badfilter",
      ##"{"kind":"cookie","value":<x>,"pattern":<||a.com^>} "##
        + ##"{"kind":"cookie","exception":true,"pattern":<||c.a.com^>}"##
    ),
    (
      "@@||a.com^$stealth,cookie,popunder,script",
      ##"{"kind":"stealth","exception":true,"pattern":<||a.com^>,"types":["popunder","script"]} "##
        + ##"{"kind":"cookie","exception":true,"pattern":<||a.com^>,"types":["popunder","script"]}"##
    ),
    (
      "@@||a.com^$removeparam,~3p,~strict1p",
      ##"{"kind":"removeparam","exception":true,"pattern":<||a.com^>,"parties":["first-party","strict3p"]}"##
    ),
    (
      "@@||a.com^$elemhide,jsinject",
      ##"{"kind":"jsinject","exception":true,"pattern":<||a.com^>}"##
    ),
    ("||a.com^$removeparam=x,badfilter", ""),
    (
      "*$removeparam=x,domain=a.com|b.com\n*$removeparam=x,domain=b.com,badfilter",
      ##"{"kind":"removeparam","value":<x>,"domains":[<a.com>],"pattern":<*>}"##
    ),
    ("*$removeparam=x,domain=a.com|b.com\n*$removeparam=x,domain=b.com|a.com|c.com,badfilter", ""),
    (
      "||x^$removeparam=x,domain=a.com|b.com\n||x^$removeparam=x,domain=b.com,badfilter",
      ##"{"kind":"removeparam","value":<x>,"domains":[<a.com>],"pattern":<||x^>}"##
    ),
    ("||a.com^$redirect=x,nonsense", ""),
  ]

  static let places: [(String, String)] = [
    (
      "A.com,a.*,~*,/x[a-z]/,пример.рф##+js(x)",
      ##"{"kind":"scriptlet","syntax":"ublock","name":<x>,"##
        + ##""domains":[<a.com>,<a.*>,</x[a-z]/>,<xn--e1afmkfd.xn--p1ai>],"notDomains":[<*>]}"##
    ),
    ("a.com>>##+js(x)", ##"{"kind":"scriptlet","syntax":"ublock","name":<x>,"domains":[<a.com>>>]}"##),
    (
      "[$domain=a.com|b.com,path=/x,url=||c]#%#f()",
      ##"{"kind":"script","script":<f()>,"domains":[<a.com>,<b.com>],"path":</x>,"url":<||c>}"##
    ),
    (
      #"[$domain=/a\\.b/,path=/\\/x\,y/,url=||c\]]#%#f()"#,
      ##"{"kind":"script","script":<f()>,"domains":[</a\.b/>],"path":</\/x,y/>,"url":<||c]>}"##
    ),
  ]

  /// Exceptions for whole pages can be disabled for some of their domains.
  @Test(arguments: [
    ("@@*$ehide,domain=a.com|b.com", [["a.com", "b.com"]]),
    ("@@*$ehide,domain=a.com|b.com\n@@*$ehide,domain=b.com,badfilter", [["a.com"]]),
    ("@@*$ehide,domain=a.*|b.com\n@@*$elemhide,from=b.com,badfilter", [["a.*"]]),
    ("@@*$ehide,domain=a.com|b.com\n@@*$ehide,domain=b.com,badfilter\n@@*$ehide,domain=a.com,badfilter", []),
    ("@@||x.com^$ehide,domain=x.com\n@@||x.com^$ehide,domain=x.com|y.com,badfilter", [["x.com"]]),
  ])
  func disabledPageExceptionsShrinkExemptions(exceptions: String, hosts: [[String]]) throws {
    let text = "a.com,b.com##p:style(top: 0)\n" + exceptions
    let converter = Converter()
    let sources = converter.parse([Source(name: "list", bytes: Array(text.utf8))])
    let filters = try converter.convert(sources).advancedFilters()
    #expect(filters.exemptions.map(\.hosts) == hosts)
  }

  /// Only page scripts reach frames without a URL.
  @Test(arguments: [
    ("a.com#?#.x:has(b)", ["##.x:has(b)"]), ("a.com#?#.x:-abp-has(b)", ["##.x:has(b)"]),
    ("a.com##.x:has(b)", []),
    ("#?#.x:has(b)", []), ("~a.com#?#.x", []), ("a.com#?#.x:contains(b)", []), ("[$path=/p]a.com#?#.x", []),
    ("a.com#?#.x\nb.com#@#.x\n#@#.y", ["##.x", "#@#.x"]), ("!#if env_firefox\na.com#?#.x\n!#endif", []),
    ("a.*#?#.x", []),
  ])
  func hidingFiltersForOperatorsAreKept(filters: String, kept: [String]) throws {
    var options = ConversionOptions()
    options.dialect = .adGuard
    let converter = Converter(options: options)
    let advancedFilters = try converter.convert(
      converter.parse([Source(name: "list", bytes: Array(filters.utf8), accepts: .anything)])
    ).advancedFilters()
    let found = advancedFilters.hiding.map { filter in
      guard case .hide(let selector) = filter.action else { return "" }
      return (filter.isException ? "#@#" : "##") + selector
    }
    #expect(found == kept)
  }

  @Test(arguments: scriptlets + elements + requests + places)
  func advancedEntriesAreWritten(filter: String, expected: String) throws {
    #expect(try advanced(filter).joined(separator: " ") == expected)
  }

  @Test func onlyExceptionsToDeferredSelectorsAreKept() throws {
    let text = """
      ##.x
      ##.y:has-text(z)
      a.com#@#.x
      a.com#@#.y:has-text(z)
      #@#.other:has-text(z)
      !#if env_firefox
      b.com#@#.y:has-text(z)
      !#endif
      """
    #expect(
      try advanced(text) == [
        #"{"kind":"hide","selector":<.y:has-text(z)>}"#,
        #"{"kind":"hide","exception":true,"selector":<.y:has-text(z)>,"domains":[<a.com>]}"#,
      ])
  }
}
