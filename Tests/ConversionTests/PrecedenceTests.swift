import Conversion
import Testing

/// The order of the rules, which decides what overrides what.
struct PrecedenceTests {
  private static let filters = """
    @@||b.com^$script
    ||i.com^$important
    ||p.com^$document
    @@||w.com^$popup
    ||a.com^
    /x$domain=s.com
    @@||page.com^$document
    @@||i.com^$important
    @@||g.com^$genericblock
    @@||u.com^$urlblock
    ||ip.com^$document,important
    """

  @Test func networkListLooksBack() throws {
    let expected = [
      #"block ||a\.com[:/] case"#,
      "ignore-previous .* if-domain=*g.com",
      "block /x if-domain=*s.com",
      #"ignore-previous ||b\.com[:/] case type=script"#,
      #"block ||i\.com[:/] case"#,
      #"ignore-previous ||i\.com[:/] case"#,
      "ignore-previous .* if-domain=*u.com",
      #"block ||p\.com[:/] case type=top-document"#,
      #"ignore-previous ||w\.com[:/] case type=popup"#,
      #"block ||ip\.com[:/] case type=top-document"#,
      "ignore-previous .* if-domain=*page.com",
    ]
    #expect(try convert(Self.filters, split: .network).rules == expected)
  }

  @Test func mirroredListLooksForward() throws {
    let expected = [
      "ignore-previous .* if-domain=*page.com",
      "ignore-following .* if-domain=*page.com",
      #"block ||ip\.com[:/] case type=top-document"#,
      #"ignore-following ||w\.com[:/] case type=popup"#,
      #"block ||p\.com[:/] case type=top-document"#,
      "ignore-following .* if-domain=*u.com",
      #"ignore-following ||i\.com[:/] case"#,
      #"block ||i\.com[:/] case"#,
      #"ignore-following ||b\.com[:/] case type=script"#,
      "block /x if-domain=*s.com",
      "ignore-following .* if-domain=*g.com",
      #"block ||a\.com[:/] case"#,
    ]
    #expect(try convert(Self.filters).rules == expected)
  }

  private static let cosmetics = """
    ##.generic
    ~n.com##.excluded
    s.com##.site
    @@||g.com^$generichide
    @@||g2.com/path$generichide
    @@||e.com^$elemhide
    @@||page.com^$document
    ||a.com^
    """

  @Test func cosmeticListKeepsGenericSelectorsUntyped() throws {
    let expected = [
      "hide .generic .*",
      "hide .excluded .* type=document unless-domain=*n.com",
      "ignore-previous .* if-domain=*g.com",
      #"ignore-previous .* if-top-url=||g2\.com/path"#,
      #"hide .site ||s\.com[:/] case type=document"#,
      "ignore-previous .* if-domain=*e.com",
      "ignore-previous .* if-domain=*page.com",
    ]
    #expect(try convert(Self.cosmetics, split: .cosmetic).rules == expected)
  }

  @Test func combinedListKeepsIgnoringRulesToThePage() throws {
    let expected = [
      #"block ||a\.com[:/] case"#,
      "hide .generic .* type=document unless-domain=*g.com,*e.com",
      "hide .excluded .* type=top-document unless-domain=*n.com",
      "ignore-previous .* type=top-document if-domain=*g.com",
      #"ignore-previous .* type=top-document if-top-url=||g2\.com/path"#,
      #"hide .site ||s\.com[:/] case type=document"#,
      "ignore-previous .* type=top-document if-domain=*e.com",
      "ignore-previous .* if-domain=*page.com",
    ]
    #expect(try convert(Self.cosmetics, target: .safari26).rules == expected)
  }

  static let merged: [Row] = [
    Row("||a.com^\n||a.com^", #"block ||a\.com[:/] case"#),
    Row("||a.com^\n||A.com^$important", #"block ||a\.com[:/] case"#, #"block ||a\.com[:/] case"#),
    Row("/x$domain=a.com\n/x$domain=b.com|a.com", "block /x if-domain=*a.com,*b.com"),
    Row("/x$domain=a.com\n/x", "block /x if-domain=*a.com", "block /x"),
    Row(
      "/x$script,domain=a.com\n/x$image,domain=b.com",
      "block /x type=script if-domain=*a.com", "block /x type=image if-domain=*b.com"),
    Row(
      "/x$domain=~a.com\n/x$domain=~b.com", "block /x unless-domain=*a.com", "block /x unless-domain=*b.com"),
  ]

  @Test(arguments: merged) func equalRulesAreEmittedOnce(_ row: Row) throws { try row.check() }

  static let badfilters: [Row] = [
    Row("||a.com^$script\n||a.com^$badfilter,script"),
    Row("||a.com^$script,3p\n||a.com^$third-party,badfilter,script"),
    Row("/x$domain=a.com|b.com\n/x$domain=b.com|a.com,badfilter"),
    Row("||a.com^$removeparam=x\n||a.com^$removeparam=x,badfilter"),
    Row("||a.com^\n||a.com^$script,badfilter", #"block ||a\.com[:/] case"#),
    Row("@@||a.com^\n||a.com^$badfilter", #"ignore-following ||a\.com[:/] case"#),
  ]

  @Test(arguments: badfilters) func badfilterSwitchesOffItsEqual(_ row: Row) throws { try row.check() }

  static let pages: [Row] = [
    Row("@@||a.com^$document", "ignore-following .* if-domain=*a.com"),
    Row("@@||a.com/x$document", #"ignore-following .* if-top-url=||a\.com/x"#),
    Row("@@||a.com^$document,domain=a.com", "ignore-following .* if-domain=*a.com"),
    Row("@@||a.com^$document,domain=b.a.com", "ignore-following .* if-domain=*b.a.com"),
    Row(
      "@@||a.com^$document,domain=b.com", diagnostics: ["dropped conflicting-options: document,domain=b.com"]),
    Row(
      "@@||a.com^$document,domain=~b.a.com",
      diagnostics: ["dropped page-scope: document,domain=~b.a.com"]),
    Row("@@$document,domain=a.com|b.com", "ignore-following .* if-domain=*a.com,*b.com"),
  ]

  @Test(arguments: pages) func exceptionsForPages(_ row: Row) throws {
    let converted = try convert(row.filters)
    #expect(converted.rules.filter { !$0.hasPrefix("ignore-previous") } == row.rules)
    #expect(converted.diagnostics == row.diagnostics)
  }

  static let hosts: [Row] = [
    Row("0.0.0.0 ads.com", #"block ||ads\.com[:/] case"#),
    Row("127.0.0.1 localhost\n::1 ip6-localhost"),
    Row("0.0.0.0 a.com b.com # two", #"block ||a\.com[:/] case"#, #"block ||b\.com[:/] case"#),
  ]

  @Test(arguments: hosts) func hostsLines(_ row: Row) throws { try row.check() }
}
