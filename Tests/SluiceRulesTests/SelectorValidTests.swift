import SluiceRules
import Testing

/// Selectors that WebKitGTK 2.50.6 compiles, alone and in a group.
@Suite struct SelectorValidTests {
  @Test(arguments: [
    ".promo", "#side-bar", "aside", "*", "div.promo#top[data-slot]:hover", "--", ".--", ".-x", "#--", ".é",
    "#広告",
    "ins, .promo , #x", "a b", "a>b", "a > b", "a + b ~ c", " .promo\t", ".promo\n.x",
    "*|a", "|a", "*|*", "|*", "* |a", "*|a.x", "\\*|a", "\\2a |a",
  ])
  func typeClassAndCombinatorSelectorsAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  @Test(arguments: [
    "[href]", "[ href ]", "[a=b]", "[a = b]", "[a='b']", "[a=\"b\"]", "[a=\"\"]", "[a~=b]", "[a|=b]",
    "[a^=b]", "[a$=b]",
    "[a*=b]", "[a=b i]", "[a=\"b\"i]", "[a=\"b\" I ]", "[a=\"b\" \\69]", "[*|a]", "[|a|=b]", "[a\\:b]",
    "[--]", "[a=--x]", "[*]", "[|*]", "[\\*|a]", "[* = x]", "[**=x]",
    "[a=\"]\"]", "[a=\"\\\"\"]", "[a='\\\n']", "[a='\\4\n']", "[a='/*']", "[a=b][c]",
  ])
  func attributeSelectorsAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  @Test(arguments: [
    ".\\31 0", ".a\\.b", ".\\0", ".\\110000", ".a\\ ", "a\\/b", ":h\\6fver", "::\\62 efore", "a/**/", "/**/a",
    "a /* , */ b",
    "a/**/.b", ":/**/hover", "[a/**/=/**/b]", "#-->b", "a+-b",
  ])
  func escapesAndCommentsAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  @Test(arguments: [
    ":HOVER", ":root", ":host", ":host(.x)", ":lang(en)", ":lang(en, \"*-CH\")", ":dir(ltr)",
    ":-webkit-autofill",
    ":nth-child(n o\\66  a)", ":not(a, b c)", ":not(:not(a))", ":not(:has(a))", ":not(:is())", ":has(a)",
    ":has(> a, ~ b)",
    ":has(+ a > b)",
    ":has(a):has(b)", ":has(:not(a b))", ":has(:nth-child(1 of a))", ":has(:is(:has(a)))",
  ])
  func pseudoClassesAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  @Test(arguments: [
    ":is()", ":is(,)", ":is(a, :unknown)", ":where(> a)", ":matches(::before)", ":-webkit-any(a b)",
    ":is({})", ":is([)])",
    ":is(url(x))", ":is(url(x\"y))", ":is(url(x\\)))", ":is(ur\\6c(x')) b", ":is(url('('))", ":is(@url(')'))",
    ":is(1url(')'))",
    ":is(\"a\n)", ":is(\\\n)", ":is(])", ":is(\")\")", ":is(\\))", ":is(/*)*/)", ":I\\73(a:i\\73(b))",
  ])
  func forgivingSelectorListsAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  @Test(arguments: [
    "odd", "EVEN", "n", "-n", "+n", "5", "+5", "-5", "2n", "2N+1", "+2n-1", "n-1", "n- 1", "n - 1", "n -1",
    "n+ 1", "n/**/+1",
    "2n-/**/1", "+/**/n", "\\6f dd", "\\2d n", "2\\6e", "n-\\31", "2147483648", "-99999999999n+99999999999",
    "n- 99999999999", "n-2147483648", " 2 ", "-0n-01", "2n of a", "odd of .x, b > c", "n of.x",
    "2/**/of a",
  ])
  func nthArgumentsAreValid(_ argument: String) {
    #expect(selectorProblem(":nth-child(\(argument))") == nil)
    let takesSelector = argument.contains("of")
    #expect((selectorProblem(":nth-of-type(\(argument))") == nil) == !takesSelector)
  }

  @Test(arguments: [
    "::before", ":before", "a::after", "::-webkit-anything", "::-WEBKIT-x", "::-webkit-",
    "::placeholder:hover:focus",
    "::-webkit-scrollbar-thumb:vertical:hover", "::selection:window-inactive", "::slotted(a)",
    "::slotted(a)::before",
    "::part(a b)", "::part(a):hover::before", "::part(a)::-webkit-x:hover", "::cue", "::cue(a, .b)",
    "::cue:hover",
    "::before:is(.x)", "::before:not(a > b)", "::before:not(:is(.x))", "::placeholder:not(:hover)",
    "a:hover::before, b",
  ])
  func pseudoElementsAreValid(_ css: String) { #expect(selectorProblem(css) == nil) }

  /// The capabilities that selectors need: those without which WebKit drops the rule, and those without which
  /// it ignores a part.
  @Test(
    arguments: [
      (".a:hover", [], []), (".a:has(b)", [.hasSelector], []),
      (".a:focus-visible", [.focusVisibleSelector], []),
      (".a:FOCUS-visible", [.focusVisibleSelector], []), (":\\66ocus-visible", [.focusVisibleSelector], []),
      (":not(:focus-visible)", [.focusVisibleSelector], []),
      (":has(:focus-visible)", [.hasSelector, .focusVisibleSelector], []),
      ("::part(x):focus-visible", [.focusVisibleSelector], []),
      (":nth-child(2 of :focus-visible)", [.focusVisibleSelector], []),
      (":is(:focus-visible)", [], [.focusVisibleSelector]),
      (":not(:is(a, :state(x)))", [], [.stateSelectors]),
      (":is(:foo, :where(&))", [], [.stateSelectors]), (":is(:focus-visible:foo)", [], []),
      (":user-valid", [.userValiditySelectors], []), (":fullscreen", [.pseudoSpellings], []),
      ("::BEFORE", [.pseudoSpellings], []), (":BEFORE", [], []), ("::-Webkit-x", [.pseudoSpellings], []),
      ("::-webkit-X", [], []), ("::b\\45 fore", [.pseudoSpellings], []), ("& > a", [.stateSelectors], []),
      ("::details-content", [.stateSelectors], []),
      ("::details-content::before", [.stateSelectors, .detailsPartSelectors], []),
      ("::slotted(a)::before", [], []), ("::slotted(a)::placeholder", [.transitionSelectors], []),
      ("[a=b s]", [.transitionSelectors], []), ("[a=b i]", [], []),
      (":heading(+1, 02)", [.transitionSelectors], []),
      ("::view-transition-new(*.x.y):only-child", [.transitionSelectors], []),
      (":active-view-transition-type(x, y)", [.transitionSelectors], []),
      ("[a=':focus-visible']", [], []), (".a, .b:user-invalid", [.userValiditySelectors], []),
    ] as [(String, Set<Capability>, Set<Capability>)])
  func selectorsReportCapabilities(_ css: String, _ required: Set<Capability>, _ forgiven: Set<Capability>)
    throws
  {
    let selector = try CSSSelector(parsing: css)
    #expect(selector.capabilities == required)
    #expect(selector.forgivenCapabilities == forgiven)
  }

  @Test func selectorTrimsSpaceButNotEscapedSpace() throws {
    #expect(try CSSSelector(parsing: "\t .x > b \n").description == ".x > b")
    #expect(try CSSSelector(parsing: ".x\\  ").description == ".x\\ ")
    #expect(try CSSSelector(parsing: ".x\\\\  ").description == ".x\\\\")
    #expect(throws: SelectorProblem.self) { try CSSSelector(parsing: ".x >") }
  }
}

func selectorProblem(_ css: String) -> SelectorProblem? { CSSSelector.problem(in: css) }
