import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageScript
import SluiceRules
import TestSupport
import Testing

@testable import SluiceLint

/// The findings of rules.
@Suite struct LinterTests {
  /// Rules whose examples are not text of a list, or that need more than a list.
  private static let described: Set<String> = [
    "invalid-utf8", "control-character", "line-too-long", "pattern-too-long", "carriage-return", "dead-host",
    "out-of-proportion", "other-kind", "banned-filter", "banned-domain",
  ]

  @Test(arguments: LintRule.allCases) func lintRuleExamplesProduceFinding(_ rule: LintRule) {
    guard !Self.described.contains(rule.id) else { return }
    let found = findings(
      rule.definition().example, select: [.all], accepts: rule.isAboutFile ? .nonEmptyLists : .anything)
    #expect(found.contains { $0.rule == rule }, "\(rule.definition().example) gives \(found.map(\.rule.id))")
  }

  @Test func findingsWithoutExampleAreReported() {
    #expect(ids("||a.example^\r\n||b.example^\r\n", [.syntax]) == ["carriage-return"])
    #expect(ids([0x7C, 0x7C, 0x61, 0xE9, 0x0A], [.syntax]) == ["invalid-utf8"])
    var linter = Linter()
    linter.deadHosts = ["gone.example": "dead.txt"]
    let list = "||gone.example^\n||a.gone.example/x\n||notgone.example^\nx.gone.example,b.example##.ad\n"
    let report = linter.lint([LintSource(Source(name: "a.txt", bytes: Array(list.utf8)))])
    #expect(report.findings.filter { $0.rule == .own(.deadHost) }.map(\.line) == [1, 2, 4])
  }

  @Test func impossibleTopLevelDomainsNeedFullSuffixList() {
    var linter = Linter()
    linter.countsRequests = false
    linter.suffixes = PublicSuffixList(parsing: "com\nco.za\n*.ck\n")
    let list = "||a.com^\n||a.za^\n||a.ck^\n||a.lib^\n||a.nowhere^\n"
    func lines() -> [Int] {
      linter.lint([LintSource(Source(name: "a.txt", bytes: Array(list.utf8)))]).findings
        .filter { $0.rule == .own(.impossibleHost) }.map(\.line)
    }
    #expect(lines() == [])
    linter.knowsAllSuffixes = true
    #expect(lines() == [5])
  }

  @Test(arguments: [
    ("2025-11-20", true), ("2025-11-29", false), ("2025-11-20T05:51:06.000Z", true),
    ("20 Nov 2025 05:51 UTC", true),
    ("20 november 2025", true), ("20 nov 2025", true), ("20 Nov", false), ("20 Nop 2025", false),
    ("1 Dec 2025", false),
    ("2025-02-30", false), ("2024-02-29", true), ("31 Jun 2025", false), ("2025-13-01", false),
    ("2025-11", false),
    ("0001-01-01", true), ("99999999999999999999-01-01", false), ("-5-01-01", false), ("soon", false),
    ("", false),
  ])
  func listsNotModifiedForAYearAreReported(_ date: String, _ isStale: Bool) throws {
    var linter = Linter()
    // 2026-11-29
    linter.today = Date(timeIntervalSince1970: 1_795_910_400)
    let list = "! Title: A\n! Last modified: \(date)\n||a.example^\n"
    let settings = LintSettings(select: [.all], ignore: [], severities: [:])
    let report = linter.lint([LintSource(Source(name: "a.txt", bytes: Array(list.utf8)), settings: settings)])
    #expect(report.findings.contains { $0.rule == .own(.staleHeader) } == isStale)
  }

  /// Each finding names the whole line, so a line cannot have thousands of them.
  @Test(arguments: [
    ("||a.example^$script,", "script", ",", "idle-option"),
    ("||a.example^$domain=", "A.example", "|", "upper-case"),
    ("0.0.0.0 ", "a.example", " ", "duplicate-filter"), ("||a.example^$method=", "fetch", "|", "wrong-value"),
    ("! sluice-disable ", "unknown", " ", "unknown-lint-rule"),
  ])
  func findingsInOneLineAreLimited(start: String, part: String, separator: String, id: String) {
    func count(_ parts: Int) -> Int {
      let line = start + Array(repeating: part, count: parts).joined(separator: separator)
      return findings("\(line)\n||b.example^$script,script", select: [.all], accepts: .anything)
        .count { $0.rule.id == id && $0.line == 1 }
    }
    #expect(count(20) >= 19)
    #expect(count(2_000) == 100)
  }

  @Test func missingMetadataIsNamed() {
    let report = Linter().lint([
      LintSource(Source(name: "a.txt", bytes: Array("! Title: x\n||a.example^\n".utf8)))
    ])
    #expect(LocatedFindings(report).map(\.diagnostic.message) == ["the list has no '! Expires:' line"])
  }

  @Test func lintRuleIDsAreUniqueAndResolvable() {
    #expect(Set(LintRule.allCases.map(\.id)).count == LintRule.allCases.count)
    for rule in LintRule.allCases { #expect(LintRule(id: rule.id) == rule) }
    #expect(LintRule(id: "no-such-rule") == nil)
    #expect(LintRule(id: "rule-limit") == nil)
  }

  @Test(arguments: LintRule.allCases) func lintRuleTextsAreSentences(_ rule: LintRule) {
    let definition = rule.definition()
    #expect(definition.meaning.hasSuffix(".") && !definition.meaning.contains("\n"))
    #expect(definition.instead.map { !$0.isEmpty && !$0.hasSuffix(".") } ?? true)
    #expect(!definition.message.hasSuffix("."))
  }

  /// Lists with the findings by line. The type is stated, because the compiler takes a minute to infer it.
  private static let reviewed: [(String, String)] = [
    // Types count next to the scope of pages.
    ("@@||a.example^$all,document\n@@||a.example^\n||a.example^", "2 covered-filter"),
    // Filters that only seem to be covered.
    ("||x.com^$domain=a.com|~b.a.com\n||x.com^$domain=c.b.a.com|~b.a.com", ""),
    ("~a.com##.x\nb.com##.x", ""), ("##.ad\nb.com##.ad\na.com#@#.ad", ""),
    ("##.x\na.com#@?#.x", ""), ("a.com#?#.x\na.com#@#.x", ""), ("##.x\n#?#.x", ""),
    ("||a.com^$image,~image,script", ""), ("||localhost^", ""), ("||de^", "1 public-suffix"),
    ("||github.io^", "1 whole-cdn"), ("||user.github.io^", ""),
    ("##.Container", ""), ("0.0.0.0 b.com\n||b.com^$badfilter", ""),
    ("0.0.0.0 b.com\n||b.com^$script,badfilter", "2 idle-badfilter"),
    // Filters that match too much.
    ("||com^", "1 public-suffix"), ("||co.uk^$important", "1 public-suffix"), ("||com^$script", ""),
    ("||example.com^", ""), ("@@||com^", ""), ("*$important", "1 matches-everything"), ("*$image", ""),
    ("/", "1 pattern-too-short"), ("com", "1 pattern-too-short"), ("/ad", "1 short-pattern"),
    ("||ad", "1 short-pattern"),
    ("|ad", "1 pattern-never-matches"),
    ("/ad/", ""), ("||cdn.jsdelivr.net^", "1 whole-cdn"), ("||cdn.jsdelivr.net/npm/x", ""),
    ("||x.cdn.jsdelivr.net^", ""), ("||127.0.0.1^", ""),
    ("||shop.example", "1 open-host"), ("@@||shop.example$script", "1 open-host"), ("||shop.example^", ""),
    ("||shop.example|", "1 pattern-never-matches"), ("||shop.example.", ""), ("||shop.example*", ""),
    ("||shop.example/", ""),
    ("||shop.example:80", ""), ("||shopping", ""), ("||1.2.3.4", ""),
    ("##body", "1 hides-page"), ("##BODY", "1 hides-page"), ("~a.example##*", "1 hides-page"),
    ("*##html", "1 hides-page"), ("a.example##body", ""), ("##body > div", ""), ("##div", "1 hides-tag"),
    ("##.container", "1 hides-common-name"), ("###main", "1 hides-common-name"), ("##.container.ad", ""),
    ("#@#body", "1 idle-hiding-exception"),
    // Redundant filters.
    ("||a.example^\n||A.example^", "2 duplicate-filter"),
    ("||a.example^$script,third-party\n||a.example^$3p,script", "2 duplicate-filter"),
    ("||a.example^$script\n||a.example^$image", ""),
    ("||a.example^\n||b.a.example^", "2 covered-filter"),
    ("||b.a.example^\n||a.example^", "1 covered-filter"),
    ("||a.example^\n||ba.example^", ""), ("||a.example^\n||a.example/x", "2 covered-filter"),
    ("||a.example^\n||a.example", "1 covered-filter 2 open-host"), ("||a.example^\n||a.examples^", ""),
    ("||a.example^$script\n||a.example^$script,image", "1 covered-filter"),
    ("||a.example^$domain=x.example\n||a.example^$domain=x.example|y.example", "1 covered-filter"),
    ("||a.example^$domain=x.example\n||a.example^$domain=~y.example", "1 covered-filter"),
    ("||a.example^$domain=x.example\n||a.example^$domain=~y.x.example", ""),
    ("/banner/*\n/img/banner/big", "2 covered-filter"),
    ("/banner/*\n/Banner/*$match-case", "2 covered-filter"),
    ("/banner/*$match-case\n/banner/*", "1 covered-filter"), ("-banner-\n_banner_", ""),
    ("/img^\n/img/x", "2 covered-filter"), ("/img^\n/img-x", ""), ("/img^\n/img|", ""),
    ("/img^\n/img*x", ""),
    ("img/a*b\nimg/axb", "2 covered-filter"),
    ("img/axb\nimg/a*b", "1 covered-filter"), ("|https://a.example/ad\na.example/ad", "1 covered-filter"),
    ("a.example/ad|\na.example/adx", ""), ("a.example/ad\nxa.example/ad|", "2 covered-filter"),
    ("||a.example^\n@@||b.a.example^", ""), ("||a.example^$important\n||a.example^", ""),
    ("@@||a.example^\n@@||b.a.example^$script\n||a.example^", "2 covered-filter"),
    ("||a.example^\n||b.a.example^$popup", ""),
    ("||a.example^$all\n||b.a.example^$popup", "2 covered-filter"),
    ("||a.example^\n||b.a.example^$redirect=noop.js,script", ""),
    ("||a.example^\n||b.a.example^$removeparam=x", ""),
    ("!#if env_safari\n||a.example^\n!#endif\n||a.example^", "2 duplicate-filter"),
    ("!#if env_safari\n||a.example^\n!#else\n||a.example^\n!#endif", ""),
    ("||a.example^\n||a.example^$badfilter\n||b.a.example^", ""),
    ("@@||n.example^$genericblock\n||a.example^\n||b.a.example^$domain=n.example", ""),
    ("/ad[0-9]/$script\n/ad[0-9]/$script", "2 duplicate-filter"),
    ("##.ad\n##.ad", "2 duplicate-filter"), ("##.ad\na.example##.ad", "2 covered-filter"),
    ("##.ad\na.example##.ad\n@@||a.example^$generichide", ""),
    ("a.example##.ad\nb.a.example##.ad", "2 covered-filter"), ("a.example##.ad\nb.example##.ad", ""),
    ("a.example##.x.y\na.example##.y.x", "2 same-selector"), ("##.x, .y\n##.y,.x", "2 same-selector"),
    ("##a .b\n##.b a", ""), ("##.a .b\n##.b .a", ""), ("##.x.y\n##.y.x\na.example#@#.x.y", ""),
    ("a.example#@#.ad\n##.ad", ""), ("a.example#@#.ad\nb.example##.ad", "1 idle-hiding-exception"),
    ("a.example#@#.ad\nb.a.example##.ad", ""),
    ("||a.example^$badfilter", "1 idle-badfilter"), ("||a.example^\n||A.example^$badfilter", ""),
    ("/x/$script,image,badfilter\n/x/$image,script", ""),
    ("||x.example^$domain=a.example|b.a.example", "1 repeated-domain"),
    ("||x.example^$domain=a.example|~b.a.example|c.b.a.example", ""),
    ("||x.example^$domain=A.example|a.example", "1 repeated-domain"),
    ("a.example,a.example##.x", "1 repeated-domain"),
    // One finding per line.
    ("/xyz/$domain=a.example|b.a.example|a.example|c.a.example", "1 repeated-domain"),
    ("/xyz/$domain=a.example|a.example,to=b.example|b.example", "1 repeated-domain"),
    // Scriptlets.
    ("a.example##+js(nope)", "1 unknown-scriptlet"),
    ("a.example##+js(set-constnat, x, 1)", "1 unknown-scriptlet"),
    ("a.example##+js(set, x, 1)", ""), ("a.example##+js(set-constant.js, x, 1)", ""),
    ("a.example#@#+js()", ""),
    ("a.example#@#+js(nope)", "1 unknown-scriptlet"), ("a.example##+js(SET, x, 1)", "1 unknown-scriptlet"),
    ("a.example##+js(prevent-element-src-loading, x)", "1 unknown-scriptlet"),
    ("a.example#%#//scriptlet('set-constant', 'x', '1')", ""),
    ("a.example#%#//scriptlet('nope')", "1 unknown-scriptlet"),
    ("a.example#%#//scriptlet('ubo-set.js', 'x')", ""),
    ("a.example#%#//scriptlet('ubo-nope')", "1 unknown-scriptlet"),
    ("a.example#%#//scriptlet('aopr', 'x')", "1 unknown-scriptlet"),
    ("a.example#%#//scriptlet('abp-abort-on-property-read', 'x')", ""),
    ("||x.example/Ads$~match-case", "1 default-option"), ("||x.example/Ads$match-case", ""),
    // Syntax and options.
    ("||x.example^$match-case", "1 idle-option"), ("||x.example^$script,~image", "1 idle-option"),
    ("||x.example^$all,script", "1 idle-option"), ("||x.example^$1p,3p", "1 idle-option 1 idle-option"),
    ("||x.example^$script,script", "1 idle-option"), ("||x.example^$~script,~image", ""),
    ("||x.example^$method=get|fetch", "1 wrong-value"), ("||x.example^$method=~post", ""),
    ("!#if env_chrome\n!#endif", "1 unknown-constant"), ("!#if !(ext_ublock && adguard)\n!#endif", ""),
    ("!#elseif x", "1 unknown-directive"), ("!#T66y.com", ""), ("!#e", ""), ("!####", ""), ("! #if", ""),
    ("!+ NOT_OPTIMIZED PLATFORM(ios, ext_safari)\n||a.example^", ""),
    ("!+ PLATFORM(phone)\n||a.example^", "1 unknown-hint"),
    ("!+ PLATFORM(ios\n||a.example^", "1 unknown-hint"), ("||a.example^ ", "1 trailing-blank"),
    ("[Adblock Plus 2.0]", "1 missing-header 1 missing-header"), ("! Title: x\n! Expires: 4 days", ""),
    ("! Title: x\n! Expires: soon", "2 wrong-header"),
    ("! Title: x\n! Expires: 1 day\n! Homepage: me", "3 wrong-header"),
    ("! Title: x\n! Expires: 1 day\n! Checksum: xx", "3 wrong-checksum"),
    // Typing mistakes.
    ("||x.example^third-party", "1 missing-dollar"), ("||x.example^,script", "1 missing-dollar"),
    ("/b.jsdomain=a", "1 missing-dollar"), ("||x.example^:3p", "1 missing-dollar"),
    ("@@||x.example^generichide", "1 missing-dollar"), ("/b/,third-party", "1 missing-dollar"),
    ("||x.example^third-party$script", "1 missing-dollar"),
    ("||x.example^$$domain=a.example", "1 misplaced-options"),
    ("||x.example^$$$script", "1 misplaced-options"),
    ("||x.example^$script;image", "1 misplaced-options"), ("||x.example^$domain:a", "1 misplaced-options"),
    ("||a^b.example^", "1 separator-in-host"), ("||a^com", "1 separator-in-host"),
    ("@@||a^b.example/x", "1 separator-in-host"), ("||a.example^b.example^", "1 separator-in-host"),
    ("||0.0.0.0a.example^", "1 joined-address"), ("0.0.0.0a.example", "1 joined-address"),
    ("||127.0.0.1a.example^$script", "1 joined-address"), ("0.0.0.0 0.0.0.0a.example", "1 joined-address"),
    // Unusual filters that are correct.
    ("||x.example^images/", ""), ("||x.example^*third-party", ""), ("||x.example/third-party", ""),
    ("/x?bid_domain=", ""), ("/b.js?domain=a.example$script", ""), ("*domain=a.example", ""),
    ("/images,script.png", ""), ("/a.js,b.js", ""), ("/b.json", ""), ("||x.example^ads.js^", ""),
    ("||x.example^path", ""), ("||localhost^com", ""), ("||127.0.0.10^", ""), ("||0.0.0.0.example^", ""),
    ("127.0.0.1.example", ""), ("||127.0.0.1^", ""),
    // Filters with an option that WebKit lacks are checked like others.
    ("/(unclosed/$removeparam=x", "1 invalid-regex"),
    ("/x^ads/$redirect-rule=noop.js", "1 regex-never-matches"),
    ("|||x.example^$csp=script-src 'none'", "1 pattern-never-matches"),
    ("@@|x.example/$removeparam", "1 pattern-never-matches"),
    ("||x.example^$script$removeparam=x", "1 misplaced-options"),
    ("||a.example^||b.example^$header=x", "1 joined-filters"),
    ("@||x.example^$replace=/a/b/", "1 misspelt-exception"),
    ("||x.example^$removeparam=x,scirpt", "1 unknown-option"),
    ("||x.example^$method=get,elemhide", "1 exception-option"),
    ("||x.example^$app=com.x,domain=a.example;b.example", "1 invalid-domain"),
    ("@@||x.example^$jsinject,domain=a.example/x", "1 invalid-domain"),
    ("example,org##+js(set, a, 1)", "1 split-domain"), ("example,org#@#+js(set, a, 1)", "1 split-domain"),
    ("[$path=/(x/]a.example#%#window.a = 1", "1 invalid-regex"),
    ("||x.example^third-party$removeparam=x", "1 missing-dollar"),
    ("||x.example^$removeparam=x", ""), ("*$redirect-rule=noop.js", ""), ("/a(b)/$permissions=x", ""),
    ("*.png#$image,redirect-rule=1x1.gif", ""),
    // Bodies that need a script.
    ("##.x:has-text(", "1 invalid-body"), ("a.example##.x:upward(0)", "1 invalid-body"),
    ("a.example##.x:matches-css(color)", "1 invalid-body"), ("a.example##.x:xpath()", "1 invalid-body"),

    ("a.example##.x:remove():has-text(a)", "1 invalid-body"),
    ("a.example##.ad:not(:has-text(a)", "1 invalid-body"),
    ("a.example#?#.ad:contains(", "1 invalid-body"),
    ("a.example#$?#.ad:contains( { color: red }", "1 invalid-body"),
    ("a.example##+js(set-constant)", "1 invalid-body"), ("a.example##+js(set-constant, a", "1 invalid-body"),
    ("a.example##+js(, a)", "1 invalid-body"), ("a.example#@#+js(set-constant)", ""),
    ("a.example#%#//scriptlet('a'", "1 invalid-body"),
    ("a.example#%#//scriptlet(set-constant, 'a', '1')", "1 invalid-body"),
    ("a.example#%#//scriptlet('set-cookie', 'a')", "1 invalid-body"),
    ("a.example#%#//scriptlet('set-constant', 'a', '1')", ""),
    ("a.example#$#div { display: none", "1 invalid-body"),
    ("a.example#@%#//scriptlet('set-constant'", "1 invalid-body"),
    ("a.example#$#.ad { display: none", "1 invalid-body"),
    ("a.example#$#.ad display: none }", "1 invalid-body"),
    ("a.example#$#{ color: red }", "1 invalid-body"), ("a.example#$#.ad { }", "1 invalid-body"),
    ("a.example#$#.ad { color red }", "1 invalid-body"), ("a.example##.x:style()", "1 invalid-body"),
    ("a.example##^script:has-text(", "1 invalid-body"), ("a.example##^responseheader()", "1 invalid-body"),
    ("a.example$$div[", "1 invalid-body"), ("a.example$@$div[", "1 invalid-body"),
    ("a.example##.x:has-text(/a/i):upward(2)", ""), ("a.example##.x:style(color: red)", ""),
    ("a.example##+js(nano-stb)", ""), ("a.example#%#window.a = 1", ""), ("a.example#@#+js()", ""),
    ("a.example#$#log 'a b'; hide-if-contains x", ""), ("a.example##^script:has-text(x)", ""),
    ("a.example$$script[tag-content=\"x\"]", ""), ("a.example##^responseheader(refresh)", ""),
    ("a.example#$#.ad { color: red }", ""), ("a.example#$#@media (min-width: 1px) { .x { color: red } }", ""),
    // Filters that match nothing.
    ("||1.2.3.256^", "1 pattern-never-matches"), ("||1.2.3.4^", ""), ("a.1##.x", "1 impossible-host"),
    ("||a.example^$domain=1.2.3.256|b.example", "1 impossible-host"), ("3.4##.x", ""),
    ("0.0.0.0 1.2.3.4.5 a.example", "1 impossible-host"),
    ("*$popup,domain=a.example|b.example\n*$popup,domain=b.example,badfilter", ""),
    ("*$popup,domain=b.example,badfilter\n*$popup,domain=a.example", "1 idle-badfilter"),
    ("||x.example^$domain=a.example|b.example\n||x.example^$domain=a.*,badfilter", ""),
    ("! Title: uBlock\nads.example\nads.example$badfilter", "1 missing-header"),
    ("||a..b^", "1 pattern-never-matches"), ("||a..b/x$script", "1 pattern-never-matches"),
  ]

  @Test(arguments: reviewed)
  func lintRulesFindProblemsInLists(_ list: String, _ expected: String) {
    let groups: [LintSelector] = [.group(.syntax), .group(.tooMuch), .group(.notNeeded), .group(.dead)]
    let found = findings(list, select: groups).map { "\($0.line) \($0.rule.id)" }.joined(separator: " ")
    #expect(found == expected, "\(list)")
  }

  /// Each row has a text in place of a list and its findings. No other rule reports anything there.
  @Test(arguments: [
    ("<!DOCTYPE html>\n<html> \n", "1 error-page"), ("\n\n<?xml?>\n", "3 error-page"),
    ("404: Not Found", "1 error-page"),
    ("{\"a\":1}", "1 error-page"), ("version https://git-lfs.github.com/spec/v1\n", "1 lfs-pointer"),
    ("", "1 emptied-list"), ("\n\n", "1 emptied-list"), ("! Title: x\n", "1 emptied-list"),
    ("[Adblock Plus 2.0]\n!#if x\n", "1 emptied-list"), ("words of a text\nand \n", "1 not-a-list"),
    (
      "||a.example^\n<<<<<<< x\n||b.example^\n=======\n||c.example^\n>>>>>>> y\n",
      "2 merge-conflict 4 merge-conflict 6 merge-conflict"
    ),
  ])
  func replacedListIsError(_ text: String, _ expected: String) {
    let found = findings(text, select: [.all], accepts: .nonEmptyLists)
    #expect(found.map { "\($0.line) \($0.rule.id)" }.joined(separator: " ") == expected, "\(text)")
    #expect(found.allSatisfy { $0.severity == .error })
  }

  /// Each row has a list and the findings of the style rules.
  @Test(arguments: [
    // Names with equal frequency are both accepted, in any order.
    ("||a.example^$third-party\n||b.example^$3p", ""), ("||a.example^$3p\n||b.example^$third-party", ""),
    ("||a.example^$3p\n||b.example^$third-party\n||c.example^$3p", "2 option-name"),
    ("||a.example^$xhr\n||b.example^$xmlhttprequest\n||c.example^$3p\n||d.example^$3p", ""),
    // Filters that differ only in their pages.
    ("a.example##.x\n\nb.example##.x", "3 combinable-filters"), ("a.example#@#.x\n\nb.example##.x", ""),
    ("a.example##.x\n\n##.x", ""), ("a.example##.x\n\n~b.example##.x", ""), ("a.example##.x\n\nb.*##.x", ""),
    ("a.example##.x\n!#if env_safari\nb.example##.x\n!#endif", ""), ("a.example##.x\n\nb.example##.y", ""),
    ("a.example##.x\n\nb.example##.x\n\nc.example##.x", "3 combinable-filters 5 combinable-filters"),
    ("a.example##+js(set, a, 1)\n\nb.example##+js(set, a, 1)", "3 combinable-filters"),
    ("[$path=/p]a.example##.x\n\n[$path=/p]b.example##.x", ""),
    ("/banner.js$domain=a.example\n\n/banner.js$domain=b.example", "3 combinable-filters"),
  ])
  func styleRulesFindProblemsInLists(_ list: String, _ expected: String) {
    let found = findings(list, select: [.group(.style)]).map { "\($0.line) \($0.rule.id)" }.joined(
      separator: " ")
    #expect(found == expected, "\(list)")
  }

  @Test(arguments: [
    ("a.example##+js(set-constnat, x)", "did you mean 'set-constant'?"),
    ("a.example##+js(zzzzzzzz)", "check the spelling"),
    ("a.example#%#//scriptlet('prevent-fetsh')", "did you mean 'prevent-fetch'?"),
  ])
  func misspelledScriptletGetsSuggestion(_ filter: String, _ advice: String) {
    let report = Linter().lint([LintSource(Source(name: "a.txt", bytes: Array(filter.utf8)))])
    let found = LocatedFindings(report).filter { $0.finding.rule == .own(.unknownScriptlet) }
    #expect(found.map(\.diagnostic.advice) == [advice])
  }

  @Test(
    arguments: [
      ("##.a:has(.b:has(.c))", "':has()' cannot be used inside ':has()'"), ("##.a >", nil),
      ("##.a:nth-child(x)", nil), ("##.a[b", nil),
    ] as [(String, String?)])
  func selectorErrorIsExplained(_ filter: String, _ expected: String?) {
    let report = Linter().lint([LintSource(Source(name: "a.txt", bytes: Array(filter.utf8)))])
    let found = LocatedFindings(report).first { $0.finding.rule == .reason(.conversion(.invalidSelector)) }
    let advice = found?.diagnostic.advice
    #expect(advice != nil && advice == expected ?? advice)
  }

  @Test func allRepeatedDomainsAreNamed() {
    func message(_ filter: String) -> String? {
      let report = Linter().lint([LintSource(Source(name: "a.txt", bytes: Array(filter.utf8)))])
      return LocatedFindings(report).first { $0.finding.rule == .own(.repeatedDomain) }?.diagnostic.message
    }
    #expect(
      message("/xyz/$domain=a.example|A.example") == "'A.example' is redundant: 'a.example' stands before it")
    #expect(
      message("/xyz/$domain=b.a.example|a.example|a.example")
        == "'b.a.example' is redundant: it is below 'a.example'; so is 'a.example'")
    #expect(
      message("/xyz/$domain=a.example|1.a.example|2.a.example|3.a.example|4.a.example|5.a.example")
        == "'1.a.example' is redundant: it is below 'a.example'; so are '2.a.example', '3.a.example', '4.a.example' and 1 more"
    )
  }

  /// The name of a scriptlet stands in one place: in its definition or in this list.
  @Test func listOfOtherScriptletsHasNoneThatIsDefined() {
    let others = KnownScriptlets.others
    let own = PageScript.scriptletNames(in: .adGuard)
    #expect(others.uBlockOrigin.intersection(PageScript.scriptletNames(in: .uBlockOrigin)).isEmpty)
    #expect(others.adGuard.intersection(own).isEmpty)
    #expect(others.adblockPlus.filter { own.contains("abp-\($0)") }.isEmpty)
  }

  /// Checks each scriptlet name in the lists of uBlock Origin and AdGuard once.
  @Test(Repository.needs("lists/adguard"), arguments: ["ublock", "adguard"])
  func realListsUseOnlyKnownScriptlets(folder: String) throws {
    let path = Repository.shared.appending(path: "lists/\(folder)")
    var calls: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: path.path) where file.hasSuffix(".txt") {
      let bytes = try Repository.sharedBytes(of: "lists/\(folder)/\(file)")
      for line in bytes.split(separator: 0x0A) where line.contains(UInt8(ascii: "(")) {
        let text = String(decoding: line, as: UTF8.self)
        for (start, end) in [("##+js(", ")"), ("#%#//scriptlet(", ")")] {
          guard let range = text.firstRange(of: start) else { continue }
          let name = text[range.upperBound...].prefix { $0 != "," && $0 != ")" }
          calls.insert("a.example" + start + name + end)
        }
      }
    }
    #expect(calls.count > 20)
    let list = Array(calls.sorted().joined(separator: "\n").utf8)
    let settings = LintSettings(select: [.rule(.own(.unknownScriptlet))], ignore: [], severities: [:])
    let report = Linter().lint([LintSource(Source(name: folder, bytes: list), settings: settings)])
    #expect(LocatedFindings(report).map(\.diagnostic.message) == [])
  }

  private static let comments: [(list: String, expected: String)] = [
    ("! sluice-disable\n||a.example^ \n! sluice-enable\n||b.example^ ", "4 trailing-blank"),
    ("! sluice-disable trailing-blank\n||a.example^ ", ""),
    ("! sluice-disable short-pattern\n||a.example^ ", "2 trailing-blank"),
    (
      "! sluice-disable-next-line trailing-blank, short-pattern\n||a.example^ \n||b.example^ ",
      "3 trailing-blank"
    ),
    ("! sluice-disable-next-line\n! why\n||a.example^ \n||b.example^ ", "4 trailing-blank"),
    ("! sluice-disable: trailing-blank -- for a reason\n||a.example^ ", ""),
    ("! sluice-disable trailing-blanks\n||a.example^ ", "1 unknown-lint-rule 2 trailing-blank"),
    // Comments for AGLint, with its names of rules.
    ("! aglint-disable\n||a.example^ \n! aglint-enable\n||b.example^ ", "4 trailing-blank"),
    ("! aglint-disable-next-line\n||a.example^ \n||b.example^ ", "3 trailing-blank"),
    ("! aglint-disable-next-line\n! why\n||a.example^ ", "3 trailing-blank"),
    (
      "! aglint-disable-next-line invalid-modifiers -- why\n||a.example^$x \n||b.example^$x",
      "2 trailing-blank 3 unknown-option"
    ),
    ("! aglint-disable no-invalid-modifiers, no-unknown-hints\n||a.example^$x", ""),
    ("! aglint-disable single-selector\n||a.example^$x", "2 unknown-option"),
    ("! aglint-disable if-closed\n!#endif\n! aglint-enable if-closed\n!#endif", "4 stray-endif"),
    ("! aglint-disable: x\n||a.example^ ", "2 trailing-blank"),
    ("! aglint \"x\": \"off\"\n||a.example^ ", "2 trailing-blank"),
  ]

  @Test(arguments: comments)
  func commentsDisableLintRules(_ list: String, _ expected: String) {
    let found = findings(list, select: [.group(.syntax)]).map { "\($0.line) \($0.rule.id)" }.joined(
      separator: " ")
    #expect(found == expected)
  }

  @Test func otherListsCountAsCoveringAndExcepted() {
    var linter = Linter()
    linter.others = [Source(name: "b.txt", bytes: Array("||a.example^\n##.ad\n".utf8))]
    let list = "||x.a.example^\na.example#@#.ad\n||b.example^\n"
    let report = linter.lint([LintSource(Source(name: "z.txt", bytes: Array(list.utf8)))])
    #expect(report.findings.map(\.rule.id) == ["covered-filter"])
    #expect(
      LocatedFindings(report).map(\.diagnostic.message) == ["redundant: b.txt:1 does the same and more"])
  }

  @Test func lintOutputDoesNotDependOnOrderOrThreads() {
    var texts: [String] = []
    var random = SeededRandom(7)
    let lines = [
      "||a.example^", "||b.a.example^$script", "##.ad", "##div", "a.example##.ad ", "com", "x.y.y#@#.ad",
      "||c^$scirpt",
    ]
    for _ in 0..<6 { texts.append((0..<40).map { _ in random.pick(lines) }.joined(separator: "\n")) }
    let sources = texts.enumerated().map {
      LintSource(Source(name: "\($0.offset).txt", bytes: Array($0.element.utf8)))
    }
    func all(_ sources: [LintSource], threads: Int) -> [String] {
      var linter = Linter()
      linter.countsRequests = false
      linter.conversion.threads = threads
      return LocatedFindings(linter.lint(sources)).map(\.diagnostic).map {
        "\($0.file):\($0.location.line):\($0.location.column) \($0.message)"
      }
    }
    let expected = all(sources, threads: 1)
    #expect(!expected.isEmpty)
    for threads in 1...3 { #expect(all(sources.shuffled(using: &random), threads: threads) == expected) }
  }

  @Test func overlyBroadFiltersAreCounted() {
    let report = Linter().lint([LintSource(Source(name: "a", bytes: Array("*\n/\n||gstatic.com^\n".utf8)))])
    let messages = LocatedFindings(report).map(\.diagnostic.message)
    #expect(messages.first?.contains("60,000 of 60,000 requests") == true, "\(messages)")
    #expect(RequestSample.requests.count == RequestSample.count)
    #expect(Set(RequestSample.requests.map(\.url)).count > 55_000)
  }

  /// The sample is made without parsing its URLs.
  @Test func sampledRequestsAreThoseOfWebKit() {
    for request in RequestSample.requests.enumerated().filter({ $0.offset % 31 == 0 }).map(\.element) {
      let kind = Request.Kind.allCases.first { $0.types == request.types && $0 != .beacon }
      let parsed = kind.map {
        Request($0, url: request.url, page: request.topURL, suffixes: .wellKnown)
      }
      #expect(parsed == request, "\(request.urlString)")
    }
  }
}

/// Filters that a configuration does not allow.
@Suite struct LintPolicyTests {
  private func found(_ list: String, _ lint: String, file: String = "a.txt") throws -> String {
    let json = Array("{lint: {\(lint)}}".utf8)
    let configuration = try #require(try LintConfiguration(parsing: json, name: "sluice.json"))
    let settings = configuration.settings(select: [.group(.policy)], ignore: [], severities: [:]) {
      $0 == file
    }
    let source = LintSource(Source(name: file, bytes: Array(list.utf8)), settings: settings)
    return LocatedFindings(Linter().lint([source])).map {
      "\($0.finding.line) \($0.finding.rule.id) \($0.diagnostic.message)"
    }.joined(separator: "; ")
  }

  @Test(arguments: [
    ("||a.example^", "host-block"), ("||a.example^$3p", "host-block"), ("0.0.0.0 a.example", "host-block"),
    ("/ad/", "general-block"), ("||a.example/x", "general-block"),
    ("/ad/$domain=~a.example", "general-block"),
    ("/ad/$domain=a.example", "specific-block"), ("||a.example^$from=a.*", "specific-block"),
    ("||a.example^$popup", "popup"), ("||a.example^$removeparam=x", "modification"),
    ("||a.example^$redirect=noop.js", "modification"), ("@@||a.example^", "exception"),
    ("@@||a.example^$generichide", "exception"), ("##.ad", "general-hide"),
    ("~a.example##.ad", "general-hide"),
    ("a.example##.ad", "specific-hide"), ("a.example#?#.ad:contains(x)", "specific-hide"),
    ("a.example#@#.ad", "hide-exception"), ("#@#+js()", "hide-exception"),
    ("a.example#$#.ad { color: red }", "style"), ("a.example##+js(x)", "script"), ("a.example#%#x", "script"),
    ("a.example##^script", "html"), ("a.example$$script", "html"),
  ])
  func filesAreLimitedToKindsOfFilters(filter: String, kind: String) throws {
    for (allowed, isFound) in [(kind, false), (kind == "style" ? "html" : "style", true)] {
      let message = "1 other-kind a filter of the kind '\(kind)' is not allowed in this file"
      #expect(
        try found(filter, #"kinds: {"a.txt": ["\#(allowed)"]}"#) == (isFound ? message : ""), "\(filter)")
    }
    #expect(try found(filter, #"kinds: {"b.txt": []}"#) == "")
    #expect(try found("! note\n\n!#if x\n!#endif", #"kinds: {"a.txt": []}"#) == "")
  }

  @Test func kindsHaveGroupsAndAreUnited() throws {
    let list = "||a.example^\n/ad/\n##.ad\na.example##.ad\n@@/ad/\n"
    #expect(try found(list, #"kinds: {"a.txt": ["block", "hide"]}"#).hasPrefix("5 other-kind"))
    #expect(FilterKind.allCases.allSatisfy { FilterKind.named($0.rawValue) == [$0] })
  }

  @Test(arguments: [
    ("||A.example^$3p,script", "||a.example^$script,third-party"), ("##.ad", "##.ad"),
    ("0.0.0.0 a.example", "0.0.0.0 a.example"), ("b.example,a.example##.ad", "a.example,b.example##.ad"),
  ])
  func bannedFiltersAreFoundInAnySpelling(filter: String, banned: String) throws {
    let lint = #"bannedFilters: ["\#(banned)"]"#
    #expect(
      try found("||x.example^\n\(filter)", lint) == "2 banned-filter the configuration bans this filter")
    #expect(try found("||x.example^\n||a.example^$image\n##.ads", lint) == "")
  }

  @Test(arguments: [
    "||bad.example^", "||www.bad.example/x", "||bad.example", "@@||bad.example^", "|https://bad.example/x",
    "/x$domain=bad.example|a.example", "/x$domain=~bad.example", "*$script,to=bad.example",
    "bad.example##.ad",
    "a.example,WWW.BAD.example#@#.ad", "0.0.0.0 bad.example", "bad.example##+js(x)",
  ])
  func bannedDomainsAreFoundWhereverTheyAreNamed(filter: String) throws {
    let result = try found("||a.example^\n\(filter)", #"bannedDomains: ["Bad.example"]"#)
    #expect(result.hasPrefix("2 banned-domain") && !result.contains(";"), "\(result)")
    #expect(
      try found("||notbad.example^\nbad.example.net##.x\n/bad.example/", #"bannedDomains: ["bad.example"]"#)
        == "")
  }

  @Test(arguments: [
    #"kinds: {"a.txt": ["blocks"]}"#, #"bannedFilters: ["! note"]"#, #"bannedDomains: ["a/b"]"#, "kinds: []",
    #"bannedDomains: [""]"#, #"bannedFilters: ["a\nb"]"#,
  ])
  func wrongPolicyIsMistake(lint: String) {
    #expect(throws: BuildFileMistake.self) { try found("", lint) }
  }
}

func ids(_ text: String, _ groups: [LintGroup]) -> [String] { ids(Array(text.utf8), groups) }

func ids(_ bytes: [UInt8], _ groups: [LintGroup]) -> [String] {
  let settings = LintSettings(select: groups.map { .group($0) }, ignore: [], severities: [:])
  let source = Source(name: "a.txt", bytes: bytes, accepts: .anything)
  let report = Linter().lint([LintSource(source, settings: settings)])
  return report.findings.map(\.rule.id)
}

func findings(
  _ text: String, select: [LintSelector], accepts: AcceptedText = .anything
) -> [LintFinding] {
  let settings = LintSettings(select: select, ignore: [], severities: [:])
  var linter = Linter()
  linter.conversion.target = .safari26
  linter.countsRequests = false
  let source = Source(name: "a.txt", bytes: text, accepts: accepts)
  return linter.lint([LintSource(source, settings: settings)]).findings
}
