import SluiceSyntax
import Testing

/// Patterns of network filters.
@Suite struct NetworkPatternTests {
  @Test(arguments: [
    ("||a.com^", "block || a.com ^"),
    ("||a.com", "block || a.com"),
    ("||a.com^|", "block || a.com ^ |"),
    ("||a.com|", "block || a.com |"),
    ("|https://a.com/", "block | https://a.com/"),
    ("|https://a.com/|", "block | https://a.com/ |"),
    ("/ad.js|", "block /ad.js |"),
    ("|||a", "block || |a"),
    ("||a||", "block || a| |"),
    ("a|b", "block a|b"),
    ("@@||a.com^", "allow || a.com ^"),
    ("@@|adad|", "allow | adad |"),
    ("@@@@a", "allow @@a"),
    ("@a", "block @a"),
    ("ä.com", "block ä.com"),
    ("a.com", "block a.com"),
    ("1.2.3.4", "block 1.2.3.4"),
    ("::1", "invalid-host: ⟦::1⟧"),
  ])
  func patternAnchorsAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: [
    ("a*b", "block a * b"),
    ("a**b", "block a * b"),
    ("*adad*", "block adad"),
    ("|*adad*|", "block adad"),
    ("||*adad", "block adad"),
    ("||adad*", "block || adad"),
    ("a^b^^c", "block a ^ b ^ ^ c"),
    ("^ad^", "block ^ ad ^"),
    ("a*^*b", "block a * ^ * b"),
    ("*", "block anything"),
    ("**", "block anything"),
    ("||*$script", "block anything $ script"),
    ("@@*", "allow anything"),
    ("//$script", "block // $ script"),
    ("/$script", "block / $ script"),
  ])
  func wildcardsAndSeparatorsAreParsed(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }

  @Test(arguments: [
    ("/ads/", "block regex ⟦ads⟧"),
    ("/^https:\\/\\/a\\.com\\/$/", "block regex ⟦^https:\\/\\/a\\.com\\/$⟧"),
    ("@@/ads/", "allow regex ⟦ads⟧"),
    ("/a b #c/", "block regex ⟦a b #c⟧"),
    ("/ads/*", "block /ads/"),
    ("*/ads/", "block /ads/"),
    ("/ads/|", "block /ads/ |"),
    ("|/ads/", "block | /ads/"),
    ("/ads", "block /ads"),
    ("/ads/i", "block /ads/i"),
    ("/a/$script", "block regex ⟦a⟧ $ script"),
    ("/ads/*$script", "block /ads/ $ script"),
    ("/path$script/", "block regex ⟦path$script⟧"),
    ("/path$script/$image", "block regex ⟦path$script⟧ $ image"),
    ("/^a(b|c)$/$script,third-party", "block regex ⟦^a(b|c)$⟧ $ script, third-party"),
    ("/x\\$script=1/", "block regex ⟦x\\$script=1⟧"),
  ])
  func regexPatternsAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  /// The pattern with its anchors, without the rest of the filter.
  @Test(arguments: [
    ("||a.com^", "||a.com^"), ("@@|a|$script", "|a|"), ("|*ads**|", "|*ads**|"), ("|||a", "|||a"),
    ("*$popup", "*"), ("||$script", "||"), ("$script", ""), ("@@/ads/$image", "/ads/"), ("ads* # b", "ads*"),
  ])
  func patternRangeIncludesAnchors(_ line: String, _ expected: String) {
    let list = FilterList(parsing: "*|\n\(line)\n|*")
    guard case .network(let filter) = list.lines[1].content else {
      Issue.record("no network filter")
      return
    }
    #expect(String(decoding: list.bytes[filter.pattern.range.indices], as: UTF8.self) == expected)
    #expect(MemoryLayout<Line>.stride <= 48, "a list has a hundred thousand lines")
  }

  @Test(arguments: [
    ("/api/v$1/x", "block /api/v$1/x"),
    ("/api/v$1", "block /api/v$1"),
    ("||a.com/$x/y", "block || a.com/$x/y"),
    ("||a.com/$x/y$image", "block || a.com/$x/y $ image"),
    ("||a.com/x$$image", "block || a.com/x$ $ image"),
    ("||a.com/\\$script", "block || a.com/\\$script"),
    ("a$x$script", "block a$x $ script"),
    ("a.js?x=$", "block a.js?x=$"),
    ("x/$", "block x/$"),
    ("a$b", "block a $ unknown ⟦b⟧"),
    ("$script", "block anything $ script"),
    ("*$script", "block anything $ script"),
    ("||$script", "block anything $ script"),
    ("@@$generichide,domain=a.com", "allow anything $ generichide, domain=⟦a.com⟧"),
    ("*$popup,domain=x", "block anything $ popup, domain=⟦x⟧"),
  ])
  func dollarSignsInPatternsAreParsed(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }

  @Test(arguments: [
    ("||a.com/x##y", "block || a.com/x##y"),
    ("a.com/x##y", "hiding on pages(a.com/x): ⟦y⟧"),
    ("http://a.com##.x", "invalid-domain: ⟦http://a.com⟧##.x"),
    ("/x#ad", "block /x#ad"),
    ("https://a.com/#!/x", "block https://a.com/#!/x"),
    ("@@.png#$domain=a.com", "allow .png# $ domain=⟦a.com⟧"),
    ("/ads/*##.x", "block /ads/ * ##.x"),
    ("a?b=c##d", "block a?b=c##d"),
    ("a=b##d", "block a=b##d"),
    ("a.com/x$$y", "block a.com/x$ $ unknown ⟦y⟧"),
    ("||a.com^$removeparam=##x", "block || a.com ^ $ removeparam=⟦##x⟧"),
  ])
  func urlFragmentsAreNotCosmeticMarkers(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }

  @Test(arguments: [
    ("a.com # comment", "block a.com"),
    ("a.com #comment", "block a.com"),
    ("a.com\t# a # b", "block a.com"),
    ("||a.com^ # comment", "block || a.com ^"),
    ("||a.com^$script # comment", "block || a.com ^ $ script"),
    ("||a.com/#x # comment", "block || a.com/#x"),
    ("/ads/ # comment", "block regex ⟦ads⟧"),
  ])
  func commentsAfterPatternsAreRemoved(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }
}
