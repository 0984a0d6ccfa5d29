import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

/// The texts of the two scripts.
@Suite(.ends) struct PageScriptTests {
  private let filters = [
    "a.com##p:has-text(one)", "b.com##+js(set, a.b, true)", "c.com##p:style(color: red)",
    "a.*,b.com#@#p:has-text(one)", "d.com##+js(ra, title, p)",
  ]

  @Test func pageScriptIsDeterministic() throws {
    let (first, second) = (try Scripts(filters), try Scripts(filters))
    #expect(first.isolated == second.isolated && first.page == second.page)
    #expect(first.isolated != (try Scripts(filters.reversed())).isolated)
  }

  @Test func pageScriptIsOmittedWithoutActions() throws {
    #expect(try Scripts(["||a.com^", "##.ad", "a.com##p:unknown(x)"]).script == nil)
    #expect(try Scripts([]).script == nil)
  }

  @Test func pageWorldScriptExistsOnlyWhereNeeded() throws {
    #expect(try Scripts(["a.com##p:has-text(one):remove()"]).page == nil)
    // The page script hides the style sheet of such filters from the page.
    #expect(try Scripts(["a.com##p:has-text(one)"]).page != nil)
    #expect(try Scripts(["a.com##p:style(color: red)"]).page != nil)
    #expect(try Scripts(["a.com##+js(ra, title, p)"]).page == nil)
    #expect(try Scripts(["a.com##+js(set, a.b, true)"]).page != nil)
    #expect(try Scripts(["a.com##p:matches-prop(a=1)"]).page != nil)
  }

  @Test func scriptOmitsUnusedScriptletsAndHosts() throws {
    let page = try #require(try Scripts(filters).page)
    #expect(page.contains("scriptlet_set_constant") && !page.contains("scriptlet_prevent_fetch"))
    #expect(!page.contains("b.com") && !page.contains("a.b"))
  }

  @Test func scriptWithoutScriptletsHasNoRunner() throws {
    let with = try #require(try Scripts(["a.com##+js(ra, title, p)"]).isolated)
    let without = try #require(try Scripts(["a.com##p:has-text(one)"]).isolated)
    for name in ["function captureNatives(", "function runCalls("] {
      #expect(with.contains(name) && !without.contains(name))
    }
  }

  @Test func bothScriptsContainSecretTokenOnce() throws {
    let scripts = try Scripts(filters)
    for script in [scripts.isolated, scripts.page] {
      #expect(
        try #require(script).split(separator: PageScript.secretToken, omittingEmptySubsequences: false).count
          == 2)
    }
  }

  /// Scripts that only assign constants are the calls of a scriptlet. Other scripts, and texts of untrusted lists,
  /// are not run.
  @Test(arguments: [
    ("window.a = true;", true, [["a", "true"]]), ("window.a=false", true, [["a", "false"]]),
    (" window . $b_1 = -1 ; ", true, [["$b_1", "-1"]]),
    ("window.a = 0;;window.b = null;", true, [["a", "0"], ["b", "null"]]),
    ("window.a = undefined", true, [["a"]]), ("window.a = { };", true, [["a", "{}"]]),
    ("window.a = []", true, [["a", "[]"]]), ("window.a = function ( ) { };", true, [["a", ""]]),
    ("window.a = () => {}", true, [["a", ""]]), ("window.a = ''", true, [["a", "\"\""]]),
    ("window.a = \"yes\"", true, [["a", "\"yes\""]]), ("window.a = 'OK';", false, [["a", "\"OK\""]]),
    ("window.a = 40000", false, [["a", "40000"]]),
  ])
  func scriptsThatAssignConstantsAreCalls(script: String, isOfAll: Bool, calls: [[String]]) {
    #expect(AssigningScript(script, isTrusted: true)?.calls == calls)
    #expect(AssigningScript(script, isTrusted: false)?.calls == (isOfAll ? calls : nil))
  }

  @Test(arguments: [
    "", ";", "window.a", "window.a = ", "window.a == true", "window.a = true false", "window.a.b = true",
    "a = true",
    "var a = true", "window.a = b", "window.a = true, window.b = true", "window.a = 'x", "window.a = 'a\\'b'",
    "window.a = 'say \"x\"'", "window.a += '1'", "window.a = 01", "window.a = 1.5", "window.a = 1e3",
    "window.a = 0x1",
    "window.a = -true", "window.a = function () { f() }", "window.a = {b: 1}", "window.location = '/x'",
    "window.1a = true", "windowa = true", "window.a = true; f()", "window.a = trueish",
    "window.a = 12345678901",
    "window.a = [] + 1", "window.a = {}.b", "window.a = true // x",
  ])
  func otherScriptsAreNoCalls(script: String) {
    #expect(AssigningScript(script, isTrusted: true) == nil)
  }

  /// An exception disables a script with the same text, in each order.
  @Test func exceptionsDisableScriptsWithTheSameText() throws {
    let scripts = try Scripts(
      ["a.com#@%#window.b = 1;", "a.com#%#window.a = 1;", "a.com#%#window.b = 1;", "a.com#@%#window.a = 1"],
      dialect: .adGuard)
    let page = ScriptedPage(url: Array("https://a.com/".utf8))
    #expect(
      scripts.lookUp.effects(on: page).map(\.kind) == [
        .scriptlet("assign-constant", arguments: ["a", "1"], .page)
      ])
    #expect(scripts.problems == [])
  }

  @Test(arguments: [
    ("a.com##+js(none-of-it, x)", "page-scriptlet", "none-of-it"),
    ("a.com##+js(trusted-set-cookie, a, b)", "page-trust", "trusted-set-cookie"),
    ("##+js(set, a, true)", "page-generic", "set"), ("a.com#%#alert(1)", "page-code", ""),
    ("a.com##p:has-text(x):upward(0)", "page-argument", "(0)"),
    ("a.com##p:remove():has-text(x)", "page-action", ":remove"),
    ("a.com##p:has-text(x", "page-parenthesis", "("), ("a.com##p:has-text(x) ..y", "page-selector", " ..y"),
    ("a.com##p:style(background: url(x))", "page-style", "background: url(x)"),
    ("a.com##^script:has-text(x)", "page-response", "script:has-text(x)"),
  ])
  func unsupportedPageFiltersAreReported(filter: String, reason: String, text: String) throws {
    let problems = try Scripts(["! A comment", filter]).problems
    #expect(problems.map(\.reason.id) == [reason] && problems.map(\.text) == [text], "\(problems)")
    #expect(problems.map(\.location.line) == [2])
  }

  private static let selectors: [(selector: String, steps: String)] = [
    (
      ":matches-path(/news) p:has-text(/^This/)",
      #"path(literal("/news")) css("p") text(regex("^This", flags: ""))"#
    ),
    (
      "p:has-text(/y), p:has-text(/^T/)",
      #"css("p") text(literal("/y")), css("p") text(regex("^T", flags: ""))"#
    ),
    ("p:has-text(/a(b|c)d/i)", #"css("p") text(regex("a(b|c)d", flags: "i"))"#),
    ("p:has-text(/a)b/)", #"css("p") text(regex("a)b", flags: ""))"#),
    ("p:has-text(/a(b/)", #"css("p") text(regex("a(b", flags: ""))"#),
    ("p:has-text(/[)]/):upward(1)", #"css("p") text(regex("[)]", flags: "")) ancestor(1)"#),
    (
      #"p:has-text(/a\)/):has-text(/x/ )"#,
      #"css("p") text(regex("a\\)", flags: "")) text(regex("x", flags: ""))"#
    ),
    ("p:has-text(/a(b) c/d):upward(1)", #"css("p") text(literal("/a(b) c/d")) ancestor(1)"#),
    (#"p:has-text("a)"):has-text('b(')"#, #"css("p") text(literal("a)")) text(literal("b("))"#),
    (
      "p:has-text(it's) b:has-text(that's)",
      #"css("p") text(literal("it\'s")) rest(" b") text(literal("that\'s"))"#
    ),
    (#"p:matches-attr("a)"="b(")"#, #"css("p") attribute(name: literal("a)"), value: literal("b("))"#),
    (#":xpath(//a[contains(@b, "x)")]):upward(1)"#, #"xpath("//a[contains(@b, \"x)\")]") ancestor(1)"#),
    (
      #"p:matches-css-before(content: ")")"#,
      #"css("p") style(pseudo: Optional("::before"), property: "content", literal("\")\""), computed)"#
    ),
    (#"p:nth-child(1 of [a=")"]):has-text(x)"#, #"css("p:nth-child(1 of [a=\")\"])") text(literal("x"))"#),
  ]

  @Test(arguments: selectors)
  func argumentsEndAtTheirParenthesis(selector: String, steps: String) throws {
    let parsed = try ProceduralSelectorParser.parse(selector, dialect: .uBlockOrigin)
    let chains = parsed.chains.map { chain in
      (chain.conditions.map { "\($0)" } + chain.steps.map { "\($0)" }).joined(separator: " ")
    }
    let text = ["TextOperand.", "StyleForm."].reduce(chains.joined(separator: ", ")) { text, type in
      text.replacing("SluicePageScript.\(type)", with: "")
    }
    #expect(text == steps)
  }

  @Test func pageExceptionsBeyondHostAreReported() throws {
    let filters = ["a.com##p:has-text(one)", "@@||a.com/x^$elemhide", "@@||a.com^$elemhide"]
    let problems = try Scripts(filters).problems
    #expect(problems.map(\.reason.id) == ["page-exception"] && problems.map(\.location.line) == [2])
    #expect(try Scripts(["@@||a.com/x^$elemhide"]).problems.isEmpty)
  }

  @Test func trustedScriptletsNeedTrustedList() throws {
    let filters = ["a.com##+js(trusted-set-cookie, a, b)"]
    #expect(try Scripts(filters, isTrusted: true).script != nil)
    #expect(try Scripts(filters).script == nil)
  }
}
