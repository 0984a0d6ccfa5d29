import Testing

/// Options of network filters, with their values.
@Suite struct OptionSyntaxTests {
  @Test(arguments: [
    ("script", "script"),
    ("~script,~image", "~script, ~image"),
    ("SCRIPT,Third-Party", "script, third-party"),
    ("xhr,css,doc,frame,beacon", "xmlhttprequest, stylesheet, document, subdocument, ping"),
    ("1p,3p,first-party,~third-party", "first-party, third-party, first-party, ~third-party"),
    ("strict1p,strict-third-party", "strict1p, strict3p"),
    ("object-subrequest,background,xbl", "object, image, other"),
    ("ghide,ehide,shide", "generichide, elemhide, specifichide"),
    ("from=a.com,queryprune=x", "domain=⟦a.com⟧, removeparam=⟦x⟧"),
    ("_,script,____", "_, script, _"),
    ("webrtc,~webbundle,inline-script,~inline-font", "webrtc, ~webbundle, inline-script, ~inline-font"),
    ("all,important,badfilter,match-case,cname", "all, important, badfilter, match-case, cname"),
    ("empty,mp4,network", "empty, mp4, network"),
    ("foo", "unknown ⟦foo⟧"),
    ("~foo=bar", "~unknown ⟦foo⟧=⟦bar⟧"),
    ("script,Foo-1", "script, unknown ⟦Foo-1⟧"),
    ("script,_x", "script, unknown ⟦_x⟧"),
    (" script , image ", "script, image"),
    ("domain = a.com , image", "domain=⟦a.com⟧, image"),
  ])
  func optionNamesAreParsed(_ options: String, _ expected: String) {
    #expect(describe("||x^$" + options) == "block || x ^ $ " + expected)
  }

  private static let scopeOptions: [(options: String, expected: String)] = [
    ("domain=a.com|~b.a.com", "domain=⟦a.com|~b.a.com⟧"),
    ("domain=/re,with|commas/", "domain=⟦/re,with|commas/⟧"),
    ("domain=~a.*|b|/c,d/|e.com,script", "domain=⟦~a.*|b|/c,d/|e.com⟧, script"),
    ("domain=a.com,~b.com", "domain=⟦a.com,~b.com⟧"),
    ("to=x|~y", "to=⟦x|~y⟧"),
    ("denyallow=x|y", "denyallow=⟦x|y⟧"),
    ("method=get|post", "method=⟦get|post⟧"),
    ("app=com.x|y", "app=⟦com.x|y⟧"),
    ("header=via:1.1 google", "header=⟦via:1.1 google⟧"),
    ("header=via:/, 1\\.1 google$/", "header=⟦via:/, 1\\.1 google$/⟧"),
    ("header=x:~/a\\,b/,script", "header=⟦x:~/a\\,b/⟧, script"),
    ("ipaddress=1.2.3.4", "ipaddress=⟦1.2.3.4⟧"),
    ("ipaddress=/^(1\\.2|a{1,4})$/", "ipaddress=⟦/^(1\\.2|a{1,4})$/⟧"),
    ("reason=\"a, b, script\",image", "reason=⟦\"a, b, script\"⟧, image"),
    ("reason=\"never closed,image", "reason=⟦\"never closed⟧, image"),
    ("sitekey=abc==", "sitekey=⟦abc==⟧"),
    ("dnsrewrite", "dnsrewrite"),
    ("dnsrewrite=NOERROR;A;1.2.3.4", "dnsrewrite=⟦NOERROR;A;1.2.3.4⟧"),
    ("client='a, b'|~c,ctag=x", "client=⟦'a, b'|~c⟧, ctag=⟦x⟧"),
    ("extension=\"a\"|\"b, c\"", "extension=⟦\"a\"|\"b, c\"⟧"),
    ("~extension=\"a\"", "~extension=⟦\"a\"⟧"),
    ("domain=/a,script,b/|c.com,image", "domain=⟦/a,script,b/|c.com⟧, image"),
    ("foo=/a,script,b/,image", "unknown ⟦foo⟧=⟦/a,script,b/⟧, image"),
  ]

  @Test(arguments: scopeOptions)
  func scopeOptionValuesAreParsed(_ options: String, _ expected: String) {
    #expect(describe("||x^$" + options) == "block || x ^ $ " + expected)
  }

  private static let actionOptions: [(options: String, expected: String)] = [
    ("redirect=noop.js:100", "redirect=⟦noop.js:100⟧"),
    ("redirect-rule=a/b.js,script", "redirect-rule=⟦a/b.js⟧, script"),
    ("csp=script-src 'self' *; frame-src 'none'", "csp=⟦script-src 'self' *; frame-src 'none'⟧"),
    ("permissions=a=()\\, b=(),script", "permissions=⟦a=()\\, b=()⟧, script"),
    ("permissions=a=()", "permissions=⟦a=()⟧"),
    ("removeheader=request:x", "removeheader=⟦request:x⟧"),
    ("cookie", "cookie"),
    ("cookie=/x/;maxAge=3,domain=/y/", "cookie=⟦/x/;maxAge=3⟧, domain=⟦/y/⟧"),
    ("removeparam", "removeparam"),
    ("removeparam=~x", "removeparam=⟦~x⟧"),
    ("removeparam=/^utm_/i,script,domain=/y/", "removeparam=⟦/^utm_/i⟧, script, domain=⟦/y/⟧"),
    ("removeparam=/^a{1,2}$/", "removeparam=⟦/^a{1,2}$/⟧"),
    ("hls", "hls"),
    ("jsonprune=\\$.x", "jsonprune=⟦\\$.x⟧"),
    ("jsonprune=\\$..[a\\, b]", "jsonprune=⟦\\$..[a\\, b]⟧"),
    ("xmlprune=//*[@x='y']", "xmlprune=⟦//*[@x='y']⟧"),
    ("urltransform=/a/b/", "urltransform=⟦/a/b/⟧"),
    ("uritransform=/a,b/c/i,doc", "urltransform=⟦/a,b/c/i⟧, document"),
    ("replace=/a/b/g,script,domain=/y/", "replace=⟦/a/b/g⟧, script, domain=⟦/y/⟧"),
    ("replace=/a\\$b\\,c/d\\$1/g", "replace=⟦/a\\$b\\,c/d\\$1/g⟧"),
    ("replace=/a{1,2}, 3/b, c/g,1p", "replace=⟦/a{1,2}, 3/b, c/g⟧, first-party"),
    ("replace=/x,?//g", "replace=⟦/x,?//g⟧"),
    ("replace='/^/(a,b,c)=>{}/',frame", "replace=⟦'/^/(a,b,c)=>{}/'⟧, subdocument"),
    ("replace=/a$b/c$script/", "replace=⟦/a$b/c$script/⟧"),
    ("urlskip=?url", "urlskip=⟦?url⟧"),
    (
      "urlskip=/\\/x{2,3}\\/(.+)/ -base64 +https,doc", "urlskip=⟦/\\/x{2,3}\\/(.+)/ -base64 +https⟧, document"
    ),
    ("referrerpolicy=no-referrer", "referrerpolicy=⟦no-referrer⟧"),
    ("stealth=referrer|ip", "stealth=⟦referrer|ip⟧"),
    ("rewrite=abp-resource:blank-js", "rewrite=⟦abp-resource:blank-js⟧"),
  ]

  @Test(arguments: actionOptions)
  func actionOptionValuesAreParsed(_ options: String, _ expected: String) {
    #expect(describe("||x^$" + options) == "block || x ^ $ " + expected)
  }

  @Test(arguments: ["csp", "redirect", "redirect-rule", "urlskip", "replace", "removeheader", "permissions"])
  func blanketExceptionOptionsNeedNoValue(_ name: String) {
    #expect(describe("@@||x^$\(name)") == "allow || x ^ $ \(name)")
    #expect(describe("||x^$\(name)") == "option-needs-value: ||x^$⟦\(name)⟧")
  }
}
