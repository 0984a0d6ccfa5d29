import Testing

/// Cosmetic filters of every marker.
@Suite struct CosmeticTests {
  private static let markers: [(line: String, expected: String)] = [
    ("##.x", "hiding: ⟦.x⟧"),
    ("a.com##.x", "hiding on a.com: ⟦.x⟧"),
    ("a.com###x", "hiding on a.com: ⟦#x⟧"),
    ("a.com#@#.x", "hiding exception on a.com: ⟦.x⟧"),
    ("#@#.x", "hiding exception: ⟦.x⟧"),
    ("a.com#@##x", "hiding exception on a.com: ⟦#x⟧"),
    ("a.com#?#.x:has-text(y)", "extended-hiding on a.com: ⟦.x:has-text(y)⟧"),
    ("#?#.x", "extended-hiding: ⟦.x⟧"),
    ("a.com#@?#.x", "extended-hiding exception on a.com: ⟦.x⟧"),
    ("a.com#$#body { x }", "style on a.com: ⟦body { x }⟧"),
    ("a.com#$##y { x: z }", "style on a.com: ⟦#y { x: z }⟧"),
    ("a.com#$#@media (x) { a { b: c } }", "style on a.com: ⟦@media (x) { a { b: c } }⟧"),
    ("a.com#@$#body { x }", "style exception on a.com: ⟦body { x }⟧"),
    ("a.com#$?#a:has(b) { c }", "extended-style on a.com: ⟦a:has(b) { c }⟧"),
    ("a.com#@$?#a { c }", "extended-style exception on a.com: ⟦a { c }⟧"),
    ("a.com#$#abort-on-property-read x", "snippet on a.com: ⟦abort-on-property-read x⟧"),
    ("a.com#$#hide-if-contains /a{2}/ div", "snippet on a.com: ⟦hide-if-contains /a{2}/ div⟧"),
    ("a.com#%#window.x = 1", "script on a.com: ⟦window.x = 1⟧"),
    ("a.com#@%#window.x = 1", "script exception on a.com: ⟦window.x = 1⟧"),
    ("#%#//scriptlet('a', 'b')", "scriptlet: ⟦//scriptlet('a', 'b')⟧"),
    ("a.com#@%#//scriptlet('a')", "scriptlet exception on a.com: ⟦//scriptlet('a')⟧"),
    ("a.com##+js(set, x, 1)", "scriptlet on a.com: ⟦+js(set, x, 1)⟧"),
    ("##+js()", "scriptlet: ⟦+js()⟧"),
    ("a.com#@#+js()", "scriptlet exception on a.com: ⟦+js()⟧"),
    ("a.com##^script:has-text(x)", "html on a.com: ⟦^script:has-text(x)⟧"),
    ("a.com#@#^script", "html exception on a.com: ⟦^script⟧"),
    ("a.com##^responseheader(refresh)", "response-header on a.com: ⟦^responseheader(refresh)⟧"),
    ("a.com#@#^responseheader(x)", "response-header exception on a.com: ⟦^responseheader(x)⟧"),
    ("a.org$$script[data-x=\"y\"]", "html on a.org: ⟦script[data-x=\"y\"]⟧"),
    ("a.org,b.org$@$div", "html exception on a.org b.org: ⟦div⟧"),
    ("$$script[x=\"y\"]", "html: ⟦script[x=\"y\"]⟧"),
    ("a.org$$[x=\"y\"]", "html on a.org: ⟦[x=\"y\"]⟧"),
  ]

  @Test(arguments: markers)
  func cosmeticMarkersAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: [
    ("##.a##b", "hiding: ⟦.a##b⟧"),
    ("##a[href$=\".x\"]", "hiding: ⟦a[href$=\".x\"]⟧"),
    ("a.com##a[href$=\".x\"]", "hiding on a.com: ⟦a[href$=\".x\"]⟧"),
    ("##a[href^=\"//b.com/$script\"]", "hiding: ⟦a[href^=\"//b.com/$script\"]⟧"),
    ("a.com##.x:style(a: b)", "hiding on a.com: ⟦.x:style(a: b)⟧"),
    ("a.com##.x:remove()", "hiding on a.com: ⟦.x:remove()⟧"),
    ("a.com##.x { a: b }", "hiding on a.com: ⟦.x { a: b }⟧"),
    ("a.com##+js", "hiding on a.com: ⟦+js⟧"),
    ("a.com##.x$$y", "hiding on a.com: ⟦.x$$y⟧"),
    ("a.com ## .x", "hiding on a.com: ⟦.x⟧"),
    ("####ad", "hiding: ⟦##ad⟧"),
  ])
  func cosmeticBodiesAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: [
    ("a.com,b.com", "a.com b.com"),
    ("a.com , ~b.com", "a.com ~b.com"),
    ("~a.com", "~a.com"),
    ("a.com,,b.com,", "a.com b.com"),
    ("*", "any"),
    ("a.com,*", "a.com any"),
    ("*,~a.com", "any ~a.com"),
    ("a.*", "entity(a)"),
    ("a.b.*,~c.*", "entity(a.b) ~entity(c)"),
    ("1.2.3.4,localhost", "1.2.3.4 localhost"),
    ("[::1],~[2001:db8::A]", "[::1] ~[2001:db8::A]"),
    ("ä.com,a_b.com,-a.com", "ä.com a_b.com -a.com"),
    ("A.COM", "A.COM"),
    ("/^a\\.(com|net)$/", "regex(^a\\.(com|net)$)"),
    ("~/a,b/,b.com", "~regex(a,b) b.com"),
    ("/a##b/", "regex(a##b)"),
    ("/a\\/,b/", "regex(a\\/,b)"),
    ("/[ab]/,/[cd]/", "regex([ab]) regex([cd])"),
    ("b.com,/a/", "b.com regex(a)"),
    ("a.com>>", "a.com>>"),
    ("a.*>>,~b.com", "entity(a)>> ~b.com"),
    ("~a.com>>", "~a.com>>"),
  ])
  func cosmeticDomainsAreParsed(_ list: String, _ expected: String) {
    #expect(describe("\(list)##.x") == "hiding on \(expected): ⟦.x⟧")
    #expect(describe("\(list)#@#.x") == "hiding exception on \(expected): ⟦.x⟧")
    #expect(describe("\(list)$$div") == "html on \(expected): ⟦div⟧")
  }

  private static let modifiers: [(line: String, expected: String)] = [
    ("[$path=/x]a.com##.y", "hiding on a.com with path ⟦/x⟧: ⟦.y⟧"),
    ("[$path]##.y", "hiding with path ⟦⟧: ⟦.y⟧"),
    ("[$path=]##.y", "hiding with path ⟦⟧: ⟦.y⟧"),
    ("[$domain=a.com|~b.a.com]##.z", "hiding on a.com ~b.a.com: ⟦.z⟧"),
    ("[$domain=a.com,path]##.z", "hiding on a.com with path ⟦⟧: ⟦.z⟧"),
    ("[$path=/x, domain=a.com]##.z", "hiding on a.com with path ⟦/x⟧: ⟦.z⟧"),
    ("[$domain=/a,b/|c.*]##.z", "hiding on regex(a,b) entity(c): ⟦.z⟧"),
    ("[$path=/\\/(a|b)\\]/]##.z", "hiding with path ⟦/\\/(a|b)]/⟧: ⟦.z⟧"),
    ("[$path=/\\\\/a\\,b\\[c\\]\\d/]##.z", "hiding with path ⟦/\\/a,b[c]\\d/⟧: ⟦.z⟧"),
    ("[$path=/a\\]b]##.z", "hiding with path ⟦/a]b⟧: ⟦.z⟧"),
    ("[$domain=/a\\\\.b\\,\\[c\\]/]##.z", "hiding on regex(a\\.b,[c]): ⟦.z⟧"),
    ("/a\\,b/##.z", "hiding on regex(a\\,b): ⟦.z⟧"),
    ("[$url=||a.com/x\\,y]##.z", "hiding with url ⟦||a.com/x,y⟧: ⟦.z⟧"),
    ("[$path=/\\/[ab]x/]a.com##.z", "hiding on a.com with path ⟦/\\/[ab]x/⟧: ⟦.z⟧"),
    ("[$path=/[a]\\.x]##.z", "hiding with path ⟦/[a]\\.x⟧: ⟦.z⟧"),
    ("[$path=/x,]##.y", "hiding with path ⟦/x,⟧: ⟦.y⟧"),
    ("[$path=/a,b]##[c]", "hiding with path ⟦/a,b⟧: ⟦[c]⟧"),
    ("[$path=/x]/a[bc]/##.z", "hiding on regex(a[bc]) with path ⟦/x⟧: ⟦.z⟧"),
    ("[$url=||a.com/x^]##.z", "hiding with url ⟦||a.com/x^⟧: ⟦.z⟧"),
    ("[$app=com.x]a.com#%#//scriptlet('x')", "scriptlet on a.com with app ⟦com.x⟧: ⟦//scriptlet('x')⟧"),
    ("[$path=/x]$$script[a=\"b\"]", "html with path ⟦/x⟧: ⟦script[a=\"b\"]⟧"),
    ("[$path=/x]#@#.y", "hiding exception with path ⟦/x⟧: ⟦.y⟧"),
  ]

  @Test(arguments: modifiers)
  func cosmeticModifiersAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }
}
