import SluiceConversion
import Testing

/// The url-filters for patterns of network filters.
struct PatternTests {
  static let rows: [Row] = [
    // Hosts: the case flag only makes WebKit's compiler faster.
    Row("||ads.com^", #"block ||ads\.com[:/] case"#),
    Row("||ADS.com^", #"block ||ads\.com[:/] case"#),
    Row("||ads.com", #"block ||ads\.com"#),
    Row("||ads.", #"block ||ads\."#),
    Row("||ads.com/x", #"block ||ads\.com/x"#),
    Row("||ads.com^x", #"block ||ads\.com[:/]x"#),
    Row("||ads.com^*/x", #"block ||:…ads\.com[/:]‹*›/x"#),
    Row("||ads.com:8080/", #"block ||ads\.com:8080/"#),
    Row("||ads.com^|", #"block ||ads\.com[:/]$"#),
    Row("||ads*.com^", #"block ||…ads‹*›\.com‹^›"#, #"block ||…ads‹*›\.com$"#),
    Row("||1.2.3.4^", #"block ||1\.2\.3\.4[:/] case"#),
    Row("||пример.рф^", #"block ||xn--e1afmkfd\.xn--p1ai[:/] case"#),
    // Anchors.
    Row("|https://ads.", #"block ^https://ads\."#),
    Row("ads.js|", #"block ads\.js$"#),
    Row("|https://a.com/|", #"block ^https://a\.com/$"#),
    Row("|*ads", "block ads"),
    Row("ads*|", "block ads"),
    Row("||*ads", "block ads"),
    // Wildcards.
    Row("/banner/*", "block /banner/"),
    Row("*-ad-*", "block -ad-"),
    Row("a*b**c", "block a.*b.*c"),
    Row("*$script", "block .* type=script"),
    // Separators.
    Row("/ads^", "block /ads‹^›", "block /ads$"),
    Row("^ads^x", "block ‹^›ads‹^›x"),
    Row("/x^^", "block /x‹^›‹^›", "block /x‹^›$", "block /x$"),
    Row("/x^*^", "block /x‹^›.*‹^›", "block /x‹^›.*$", "block /x$"),
    Row("/ads^|", "block /ads‹^›$", "block /ads$"),
    Row("/ads^^|", "block /ads‹^›‹^›$", "block /ads‹^›$", "block /ads$"),
    Row("/ads^*^|", "block /ads‹^›.*‹^›$", "block /ads‹^›.*$", "block /ads$"),
    Row("/ads^*|", "block /ads‹^›", "block /ads$"),
    Row("||ads.com/p^|", #"block ||ads\.com/p‹^›$"#, #"block ||ads\.com/p$"#),
    Row("|https://a.com/p^|", #"block ^https://a\.com/p‹^›$"#, #"block ^https://a\.com/p$"#),
    Row("||ads.com:80^|", #"block ||ads\.com:80‹^›$"#),
    Row("/p^|$match-case", "block /p[^A-Za-z0-9_.%-]$ case", "block /p$ case"),
    Row("^|$script", "block .* type=script"),
    Row("^$script", "block .* type=script"),
    Row("@@/p^|", "ignore-following /p‹^›$", "ignore-following /p$"),
    Row(
      "/p^|$script,to=a.com", #"block ||a\.com/p‹^›$ type=script"#, #"block ||a\.com/p$ type=script"#,
      #"block ||:…a\.com[/:]‹*›/p‹^›$ type=script"#, #"block ||:…a\.com[/:]‹*›/p$ type=script"#),
    // Characters with a meaning in a regex, and characters that are escaped in URLs.
    Row("/a.b?c=[d]+(e){f}$script", #"block /a\.b\?c=\[d\]\+\(e\)\{f\} type=script"#),
    Row("/ünï", "block /%C3%BCn%C3%AF"),
    // Case.
    Row("/AdServer/x", "block /adserver/x"),
    Row("/AdServer/x$match-case", "block /AdServer/x case"),
    Row("/A^B$match-case", "block /A[^A-Za-z0-9_.%-]B case"),
    // Such patterns of a list do not share an automaton.
    Row("=^^^x", "block =+‹^›‹^›‹^›x"),
    Row("?^a^b^c", "block \\?+‹^›a‹^›b‹^›c"),
    Row("-^^^x", "block -‹^›‹^›‹^›x"),
    Row("=^^x", "block =‹^›‹^›x"),
  ]

  @Test(arguments: rows) func networkPatternsAreConverted(_ row: Row) throws { try row.check() }

  @Test func tooLongPatternIsReported() throws {
    let long = "/" + String(repeating: "a", count: 2049)
    let converted = try convert(long)
    #expect(converted.rules.isEmpty)
    #expect(converted.diagnostics == ["unsupported pattern-too-long: \(long)"])
  }

  /// Each trailing separator can also match the end of the URL, which takes a rule.
  @Test func tooManyTrailingSeparatorsAreReported() throws {
    let most = try convert("||a.com/x" + String(repeating: "^*", count: 16))
    #expect(most.rules.count == 17)
    let many = "||a.com/x" + String(repeating: "*^", count: 17)
    let converted = try convert(many)
    #expect(converted.rules.isEmpty)
    #expect(converted.diagnostics == ["unsupported pattern-too-long: \(many.dropFirst(2))"])
  }

  /// A character that is a separator can begin the pattern again within its separators, so that WebKit's automaton doubles
  /// with each of them.
  @Test(arguments: [
    ("=#x", 10), ("=#=#x", 5), ("&*=#x", 10), ("||a.com/*/#x", 10), ("|https://a.com/*=#x", 10),
    ("/#b$to=a.com", 10), ("@@=#x", 10),
  ])
  func manySeparatorsAfterSeparatorAreReported(pattern: String, count: Int) throws {
    func diagnostics(_ count: Int) throws -> [String] {
      try convert(pattern.replacing("#", with: String(repeating: "^", count: count))).diagnostics
    }
    #expect(try diagnostics(count).first?.hasPrefix("unsupported pattern-too-long") ?? false)
    #expect(try !diagnostics(3).contains { $0.contains("pattern-too-long") })
  }

  @Test func manySeparatorsAfterLetterAreConverted() throws {
    let separators = String(repeating: "^", count: 50)
    for pattern in ["a\(separators)x", "a=\(separators)x", "||a.com\(separators)x", "\(separators)x"] {
      #expect(try convert(pattern).rules.count == 1, "\(pattern)")
    }
  }

  /// Url-filters that can begin again within their classes multiply the states of an automaton, except if each has one of
  /// its own. Repetitions that change nothing make the difference.
  @Test(arguments: [
    ("/#......x#/", ".?.?.*.?jj......xjj"), ("/#......x#$/", ".?.?.*.?jj......xjj$"),
    ("/#[a-z]{5}.=#/", ".?.?.*.?jj[a-z][a-z][a-z][a-z][a-z].=jj"), ("@@/#......x#/", ".?.?.*.?jj......xjj"),
    ("/^https?:.*#[a-z]...1#$/", "^https?:.*.?.*.*jj[a-z]...1jj$"),
    ("?^^^^^#", #".?.?.*\?+‹^›‹^›‹^›‹^›‹^›jj"#),
    ("q*?^^^^^#", #".?.?.*q.*\?‹^›‹^›‹^›‹^›‹^›jj"#),
    (#"/^https:\/\/a\.com\/.*#.{6}x#/"#, #"^https://a\.com/.*.?.?.*jj......xjj"#),
    (#"/^https:\/\/a\.com\/[a-z]+#[a-z]....1#/"#, #"^https://a\.com/[a-z]+[a-z]?[a-z]*[a-z]?jj[a-z]....1jj"#),
    ("@@/#......x#/$document", "[^#]*[^#]?[^#]?[^#]*[^#]?jj[^#][^#][^#][^#][^#][^#]xjj"),
  ])
  func crowdedAutomataAreSeparated(pattern: String, urlFilter: String) throws {
    let lines = "cdefghij".map { pattern.replacing("#", with: "\($0)\($0)") }
    func rules(_ lines: [String]) throws -> [String] { try convert(lines.joined(separator: "\n")).rules }
    let all = try rules(lines)
    #expect(all.contains { $0.contains(urlFilter) }, "\(all)")
    // One or two of them share an automaton.
    #expect(try rules(Array(lines.suffix(2))).allSatisfy { !$0.contains(urlFilter) })
  }

  /// The number of states decides, and not the number of url-filters.
  @Test func deterministicPatternsShareAutomata() throws {
    for pattern in [#"/\/#[a-z]{9}x#/"#, "/#[0-9]{9}x#/", "||a.com/*-#^^^^^^x#"] {
      let lines = "abcdefghijklmnopqrstuvw".map { pattern.replacing("#", with: "\($0)\($0)") }
      let alone = try lines.flatMap { try convert($0).rules }
      #expect(try convert(lines.joined(separator: "\n")).rules == alone)
    }
  }
}
