import Conversion
import Testing

/// Options of network filters → types, parties, conditions; or the reason why not.
struct OptionTests {
  private static let rest =
    "child-document,csp-report,fetch,font,image,media,other,ping,script,style-sheet,svg-document,websocket"

  static let types: [Row] = [
    Row("/x$script", "block /x type=script"),
    Row("/x$image,stylesheet,font,media", "block /x type=font,image,media,style-sheet"),
    Row("/x$css,xhr,frame", "block /x type=child-document,fetch,style-sheet"),
    Row("/x$websocket", "block /x type=websocket"),
    Row("/x$ping", "block /x type=ping", diagnostics: ["approximated ping-type: ping"]),
    Row("/x$other", diagnostics: ["dropped other-type: other"]),
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
    Row("/x$object", diagnostics: ["dropped object-type: object"]),
    Row("/x$webrtc", diagnostics: ["dropped no-webkit-type: webrtc"]),
    Row("/x$~script", "block /x type=\(rest.replacing("script,", with: ""))"),
    Row(
      "/x$~image", "block /x type=\(rest.replacing("image,", with: "").replacing("svg-document,", with: ""))"),
    Row("/x$script,~script", diagnostics: ["dropped conflicting-options: script"]),
    // Pages and windows have rules of their own, and a filter without them does not act on these.
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
    Row("/x$strict1p", diagnostics: ["dropped strict-party: strict1p"]),
  ]

  static let domains: [Row] = [
    Row("/x$domain=a.com|B.com", "block /x if-domain=*a.com,*b.com"),
    Row("/x$domain=~a.com|~b.com", "block /x unless-domain=*a.com,*b.com"),
    Row("/x$from=пример.рф", "block /x if-domain=*xn--e1afmkfd.xn--p1ai"),
    Row(
      "/x$domain=a.*", #"block /x if-top-url=||a\.(com?\.)?[^./:]+[:/]"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "/x$domain=a.*|b.com", "block /x if-domain=*b.com", #"block /x if-top-url=||a\.(com?\.)?[^./:]+[:/]"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    Row(
      "/x$domain=~a.*", #"block /x unless-top-url=||a\.[^./:]+(\.[^./:]+)?[:/]"#,
      diagnostics: ["approximated entity-suffixes: a"]),
    // What is below an exclusion is excluded already.
    Row(
      "/x$domain=a.c|~b.a.c|~d.b.a.c",
      #"block /x if-top-url=^[^:]+://a\.c[:/],^[^:]+://[^/]*[^b/.]\.a\.c[:/],^[^:]+://[^/]*[^/.]b\.a\.c[:/]"#),
    // An exclusion that is not below an inclusion changes nothing.
    Row("/x$domain=a.com|~b.com", "block /x if-domain=*a.com"),
    Row("/x$domain=a.com|~a.com", diagnostics: ["dropped mixed-domains: a.com|~a.com"]),
    // What is left of `a.c` without `b.a.c` is spelled out, from the last character of `b` on.
    Row(
      "/x$domain=a.c|~b.a.c",
      #"block /x if-top-url=^[^:]+://a\.c[:/],^[^:]+://[^/]*[^b/.]\.a\.c[:/],^[^:]+://[^/]*[^/.]b\.a\.c[:/]"#),
    Row(#"/x$domain=/^a\d\.com$/"#, #"block /x if-top-url=^[^:]+://a[0-9]\.com[/:]"#),
    Row("/x$domain=/a/", "block /x if-top-url=^[^:]+://[^/:?]*a[^/:?]*[/:]"),
    Row("/x$domain=/(?<!a)b\\1/", diagnostics: ["dropped regex-domain: (?<!a)b\\1"]),
    Row(
      "/x$domain=a.com|/b\\1c/", "block /x if-domain=*a.com",
      diagnostics: ["approximated regex-domain: b\\1c"]),
    Row("/x$domain=~/b/", "block /x unless-top-url=^[^:]+://[^/:?]*b[^/:?]*[/:]"),
  ]

  static let others: [Row] = [
    Row("/x$frobnicate", diagnostics: ["dropped unknown-option: frobnicate"]),
    Row("/x$script,frobnicate=1", diagnostics: ["dropped unknown-option: frobnicate"]),
    Row("/x$csp=script-src 'none'", diagnostics: ["deferred csp: csp=script-src 'none'"]),
    Row("/x$removeparam=a", diagnostics: ["deferred removeparam: removeparam=a"]),
    Row("/x$redirect-rule=noop.js", diagnostics: ["deferred redirect: noop.js"]),
    Row("/x$redirect=noop.js,script", "block /x type=script", diagnostics: ["deferred redirect: noop.js"]),
    Row("/x$replace=/a/b/", diagnostics: ["deferred request-modification: replace"]),
    Row("/x$header=via:1", diagnostics: ["dropped response-option: header"]),
    Row("/x$method=post", diagnostics: ["dropped method-option: method=post"]),
    Row("/x$elemhide", diagnostics: ["dropped exception-option: elemhide"]),
    Row("/x$domain", diagnostics: ["dropped option-needs-value: domain"]),
    Row("/x$script=1", diagnostics: ["dropped option-takes-no-value: script=1"]),
    Row("/x$_,script,__", "block /x type=script"),
  ]

  /// Exceptions to what only a script does let no request through; in other respects they hold.
  static let exceptions: [Row] = [
    Row("@@||a.com^$csp", diagnostics: ["deferred csp: csp"]),
    Row("@@||a.com^$redirect", diagnostics: ["deferred redirect: redirect"]),
    Row("@@||a.com^$script,redirect-rule=x", diagnostics: ["deferred redirect: x"]),
    Row("@@||a.com^$removeparam,document", diagnostics: ["deferred removeparam: removeparam"]),
    Row("@@||a.com^$stealth,script", diagnostics: ["deferred request-modification: stealth"]),
    Row("@@||a.com^$jsinject", diagnostics: ["deferred request-modification: jsinject"]),
    Row("@@||a.com^$extension,script", diagnostics: ["deferred request-modification: extension"]),
    Row(
      "@@||a.com^$elemhide,jsinject,content,urlblock,extension", "ignore-previous .* if-domain=*a.com",
      "ignore-following .* if-domain=*a.com", diagnostics: ["deferred request-modification: jsinject"]),
    Row(
      "@@||a.com^$csp,generichide", "ignore-previous .* if-domain=*a.com", diagnostics: ["deferred csp: csp"]),
    Row(
      "@@||a.com^$csp,generichide,script", "ignore-previous .* if-domain=*a.com",
      diagnostics: ["deferred csp: csp"]),
    Row(
      "@@||a.com^$document,~extension", "ignore-previous .* if-domain=*a.com",
      "ignore-following .* if-domain=*a.com"),
    Row(
      "@@||a.com^$document,jsinject", "ignore-previous .* if-domain=*a.com",
      "ignore-following .* if-domain=*a.com", diagnostics: ["deferred request-modification: jsinject"]),
    Row("@@||a.com^$popup", #"ignore-following ||a\.com[:/] case type=popup"#),
    Row(
      "@@||a.com^$ping", #"ignore-following ||a\.com[:/] case type=ping"#,
      diagnostics: ["approximated ping-type: ping"]),
    Row("@@||a.com^$urlblock", "ignore-following .* if-domain=*a.com"),
    // What cannot be converted is no exception in any respect.
    Row("@@/a[0-9]/$elemhide,script,domain=~/b\\1c/", diagnostics: [#"dropped regex-domain: b\1c"#]),
    Row("@@||a.com^$csp,frobnicate", diagnostics: ["deferred csp: csp"]),
    Row("@@||a.com^$cookie,frobnicate", diagnostics: ["dropped unknown-option: frobnicate"]),
  ]

  @Test(arguments: exceptions) func exception(_ row: Row) throws { try row.check() }

  static let requests: [Row] = [
    Row(
      "*$script,to=a.com|b.com", #"block ||a\.com[:/] case type=script"#,
      #"block ||b\.com[:/] case type=script"#),
    Row("||a.com^$to=b.a.com", #"block ||b\.a\.com[:/]"#),
    Row("||b.a.com^$to=a.com", #"block ||b\.a\.com[:/] case"#),
    Row("||a.com/x$to=b.a.com", #"block ||b\.a\.com/x"#),
    Row("||a.com^$to=b.com", diagnostics: ["dropped conflicting-options: b.com"]),
    Row("/x/$image,to=a.com", diagnostics: ["dropped request-domains: a.com"]),
    Row("/x/*$image,to=a.com", #"block ||a\.com/x/ type=image"#, #"block ||a\.com[:/].*/x/ type=image"#),
    Row(
      "*$script,denyallow=a.com|b.com,domain=p.com",
      #"ignore-following ||b\.com[:/] type=script if-domain=*p.com"#,
      #"ignore-following ||a\.com[:/] type=script if-domain=*p.com"#,
      "block .* type=script if-domain=*p.com"),
    Row("*$script,to=~a.com", #"ignore-following ||a\.com[:/] type=script"#, "block .* type=script"),
    Row(
      "@@*$script,denyallow=a.b",
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^b/:@](:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?([^/:@]*[^./:@])?b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^a/:@]\.b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?[^/:@]*[^./:@]a\.b(:[0-9]+)?/ case type=script"#,
      #"ignore-following ^[^:]+://([^/]*@)?\[ case type=script"#),
    Row(
      "@@/a[0-9]/$script,denyallow=a.com",
      diagnostics: ["dropped request-domains: script,denyallow=a.com"]),
    Row("@@||a.$generichide,to=a.com|b.a.org", "ignore-previous .* if-domain=*a.com,*b.a.org"),
  ]

  @Test(arguments: requests) func requestHosts(_ row: Row) throws {
    let converted = try convert(row.filters)
    #expect(converted.rules == row.rules)
    #expect(converted.diagnostics == row.diagnostics)
  }
  @Test(arguments: types) func type(_ row: Row) throws { try row.check() }
  @Test(arguments: parties) func party(_ row: Row) throws { try row.check() }
  @Test(arguments: domains) func domain(_ row: Row) throws { try row.check() }
  @Test(arguments: others) func option(_ row: Row) throws { try row.check() }
}
