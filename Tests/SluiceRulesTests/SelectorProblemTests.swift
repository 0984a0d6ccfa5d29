import SluiceRules
import Testing

/// Selectors that make WebKitGTK 2.50.6 drop the rule, or that would break a group, with the location of the
/// error.
@Suite struct SelectorProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var css: String
    var reason: SelectorProblem.Reason
    var offset: Int
    var length: Int
    var testDescription: String { css }

    init(_ css: String, _ reason: SelectorProblem.Reason, _ offset: Int, _ length: Int) {
      (self.css, self.reason, self.offset, self.length) = (css, reason, offset, length)
    }

    func check() { #expect(selectorProblem(css) == SelectorProblem(reason, offset: offset, length: length)) }
  }

  private static let structures: [Case] = [
    Case("", .empty, 0, 0),
    Case("  ", .empty, 0, 2),
    Case("/**/", .empty, 0, 4),
    Case(",", .strayComma, 0, 1),
    Case("a,", .strayComma, 1, 1),
    Case("a,,b", .strayComma, 2, 1),
    Case(",a", .strayComma, 0, 1),
    Case("a >", .danglingCombinator, 2, 1),
    Case("> a", .danglingCombinator, 0, 1),
    Case("a > > b", .danglingCombinator, 4, 1),
    Case("a >, b", .danglingCombinator, 2, 1),
    Case("a || b", .unknownCombinator, 2, 2),
    Case("a >>> b", .unknownCombinator, 3, 1),
    Case("a /deep/ b", .unknownCombinator, 2, 1),
    Case("a)", .unmatchedBracket, 1, 1),
    Case("a]", .unmatchedBracket, 1, 1),
    Case(".x { color: red }", .declarationBlock, 3, 14),
    Case("a}", .unmatchedBracket, 1, 1),
    Case(".x*", .misplacedTypeSelector, 2, 1),
    Case("[a]b", .misplacedTypeSelector, 3, 1),
    Case(":not(a)b", .misplacedTypeSelector, 7, 1),
    Case("a/**/b", .misplacedTypeSelector, 5, 1),
    Case("a!", .unexpectedCharacter, 1, 1),
    Case(".x;", .unexpectedCharacter, 2, 1),
    Case("@media", .unexpectedCharacter, 0, 1),
    Case("<!-- a", .unexpectedCharacter, 0, 1),
    Case("a -->", .unexpectedCharacter, 2, 1),
    Case(".-->b", .badIdentifier, 1, 2),
    Case("50%", .unexpectedCharacter, 0, 1),
    Case("\"a\"", .unexpectedCharacter, 0, 1),
    Case("(a)", .unexpectedCharacter, 0, 1),
    Case("a(b)", .unexpectedCharacter, 1, 1),
    Case("a×|b", .unknownNamespace, 0, 4),
    Case("x|a", .unknownNamespace, 0, 2),
    Case("*|.a", .badIdentifier, 2, 0),
    Case("a\u{1}", .unexpectedCharacter, 1, 1),
    Case("a$x", .unexpectedCharacter, 1, 1),
    Case("a\0b", .nullCharacter, 1, 1),
  ]

  @Test(arguments: structures)
  func selectorStructureErrorsAreLocated(_ test: Case) { test.check() }

  private static let unclosed: [Case] = [
    Case(":not(a", .unclosedParenthesis, 4, 1),
    Case(":not(", .unclosedParenthesis, 4, 1),
    Case(":is(a", .unclosedParenthesis, 3, 1),
    // The innermost construct is reported, because CSS closes it first.
    Case(":is([a)", .unclosedBracket, 4, 1),
    Case(":is([", .unclosedBracket, 4, 1),
    Case(":is({(", .unclosedParenthesis, 5, 1),
    Case(":is({", .unclosedBrace, 4, 1),
    Case(":is([class$=\"_ad]\"", .unclosedBracket, 4, 1),
    Case(":is(url(", .unclosedParenthesis, 7, 1),
    Case(":is(url(\"", .unclosedString, 8, 1),
    Case(":has(a, b", .unclosedParenthesis, 4, 1),
    Case(":is(\"a)", .unclosedString, 4, 3),
    Case("[a", .unclosedBracket, 0, 1),
    Case("[a=b", .unclosedBracket, 0, 1),
    Case("[a=\"b", .unclosedString, 3, 2),
    Case("[a=\"b\"", .unclosedBracket, 0, 1),
    Case("[a='x\ny']", .lineBreakInString, 5, 1),
    Case("a /* b", .unclosedComment, 2, 2),
    Case("/*/", .unclosedComment, 0, 2),
    Case(".a\\", .badEscape, 2, 1),
    Case(".a\\\nb", .badEscape, 2, 1),
    Case("::part(a", .unclosedParenthesis, 6, 1),
    Case(":nth-child(2", .unclosedParenthesis, 10, 1),
    Case(":lang(en", .unclosedParenthesis, 5, 1),
    Case("[a='b\\", .unclosedString, 3, 3),
  ]

  @Test(arguments: unclosed)
  func unclosedSelectorsAreLocated(_ test: Case) { test.check() }

  private static let names: [Case] = [
    Case(".", .badIdentifier, 1, 0),
    Case(".1x", .badIdentifier, 1, 2),
    Case("#1", .badIdentifier, 1, 1),
    Case("#", .badIdentifier, 1, 0),
    Case(".-1", .badIdentifier, 1, 2),
    Case("# a", .badIdentifier, 1, 0),
    Case(". a", .badIdentifier, 1, 0),
    Case(": hover", .badIdentifier, 1, 0),
    Case(":", .badIdentifier, 1, 0),
    Case("::", .badIdentifier, 2, 0),
    Case(":unknown", .unknownPseudoClass, 0, 8),
    Case(":contains(x)", .unknownPseudoClass, 0, 9),
    Case(":has-text(x)", .unknownPseudoClass, 0, 9),
    Case(":upward(2)", .unknownPseudoClass, 0, 7),
    Case("a:-abp-has(b)", .unknownPseudoClass, 1, 9),
    Case(":-webkit-unknown", .unknownPseudoClass, 0, 16),
    Case(":not(:unknown)", .unknownPseudoClass, 5, 8),
    Case("::unknown", .unknownPseudoElement, 0, 9),
    Case("::-moz-x", .unknownPseudoElement, 0, 8),
    Case(":marker", .unknownPseudoClass, 0, 7),
    Case("::hover", .unknownPseudoElement, 0, 7),
    Case("[1]", .badAttribute, 1, 1),
    Case("[]", .badAttribute, 1, 1),
    Case("[a b]", .badAttribute, 3, 1),
    Case("[a=1]", .badAttribute, 3, 1),
    Case("[a=]", .badAttribute, 3, 1),
    Case("[a==b]", .badAttribute, 3, 1),
    Case("[a!=b]", .badAttribute, 2, 1),
    Case("[a=b x]", .badAttribute, 5, 1), Case("[a=b s i]", .badAttribute, 7, 1),
    Case("[a s]", .badAttribute, 3, 1),
    Case("[a=b i i]", .badAttribute, 7, 1),
    Case("[a=url(x)]", .badAttribute, 6, 1),
    Case("[x|a]", .unknownNamespace, 1, 2),
    Case("[*=x]", .badAttribute, 1, 1),
    Case("[*|]", .badAttribute, 3, 1),
    Case("[a~ =b]", .badAttribute, 2, 1),
    Case(":open", .unknownPseudoClass, 0, 5),
    Case(":heading()", .missingArgument, 8, 2), Case(":heading(1.5)", .badArgument, 9, 1),
    Case(":heading(1e3)", .badArgument, 9, 3), Case(":heading(1,)", .strayComma, 10, 1),
    Case(":heading(2n)", .badArgument, 9, 2), Case(":heading(1 2)", .badArgument, 11, 1),
    Case(":active-view-transition-type", .missingArgument, 1, 27),
    Case(":active-view-transition-type(inherit)", .badArgument, 36, 1),
    Case("::view-transition-group", .missingArgument, 2, 21),
    Case("::view-transition-group(x y)", .badArgument, 26, 1),
    Case("::view-transition-group(x):hover", .notAllowedAfterPseudoElement, 26, 6),
    Case("::view-transition:only-child", .notAllowedAfterPseudoElement, 17, 11),
    Case("::details-content a", .notAllowedAfterPseudoElement, 18, 1),
    Case("::details-content:empty", .notAllowedAfterPseudoElement, 17, 6),
    // An error takes precedence over an earlier feature that is only new.
    Case(":state(x):foo", .unknownPseudoClass, 9, 4),
    Case("& :has-text(x)", .unknownPseudoClass, 2, 9),
    Case("::highlight(x).a", .notAllowedAfterPseudoElement, 14, 2),
    Case("a, &b", .misplacedTypeSelector, 4, 1),
  ]

  @Test(arguments: names)
  func invalidSelectorNamesAreLocated(_ test: Case) { test.check() }

  private static let pseudoClasses: [Case] = [
    Case(":not()", .missingArgument, 4, 2),
    Case(":not( )", .missingArgument, 4, 3),
    Case(":not(,)", .strayComma, 5, 1),
    Case(":not(a,)", .strayComma, 6, 1),
    Case(":not(> a)", .danglingCombinator, 5, 1),
    Case(":has()", .missingArgument, 4, 2),
    Case(":has(a:has(b))", .nestedHas, 6, 4),
    Case(":has(:not(:has(a)))", .nestedHas, 10, 4),
    Case(":has(> > a)", .danglingCombinator, 7, 1),
    Case(":has(a >)", .danglingCombinator, 7, 1),
    Case(":is", .missingArgument, 1, 2),
    Case(":hover()", .unexpectedArgument, 6, 1),
    Case(":nth-child", .missingArgument, 1, 9),
    Case(":nth-child()", .missingArgument, 10, 2),
    Case(":nth-child(x)", .badNth, 11, 1),
    Case(":nth-child(n 1)", .badNth, 11, 3),
    Case(":nth-child(+ n)", .badNth, 11, 3),
    Case(":nth-child(2n + -1)", .badNth, 11, 7),
    Case(":nth-child(2n1)", .badNth, 11, 3),
    Case(":nth-child(1.5)", .badNth, 11, 3),
    Case(":nth-child(2n of)", .badNth, 14, 2),
    Case(":nth-child(2n of ::before)", .pseudoElementNotAllowed, 17, 8),
    Case(":nth-of-type(2 of a)", .badNth, 13, 6),
    Case(":nth-child(n-2147483649)", .badNth, 11, 12),
    Case(":nth-child(-2n-99999999999)", .badNth, 11, 15),
    Case(":nth-child(1e3)", .badNth, 11, 3),
    Case(":nth-child(2/**/n)", .badNth, 11, 6),
    Case(":nth-child(odd of)", .badNth, 15, 2),
    Case(":lang()", .missingArgument, 5, 2),
    Case(":lang(en,)", .strayComma, 8, 1),
    Case(":lang(--)", .badArgument, 6, 2),
    Case(":lang(\"--x\")", .badArgument, 7, 3),
    Case(":lang(\\2d -x)", .badArgument, 6, 6),
    Case(":lang(1)", .badArgument, 6, 1),
    Case(":dir(\"ltr\")", .badArgument, 5, 1),
    Case(":dir(a b)", .badArgument, 7, 1),
    Case(":host(a b)", .badArgument, 8, 1),
    Case(":host(a, b)", .badArgument, 7, 1),
    Case(":is(url(x')))", .unmatchedBracket, 12, 1),
    Case(":lang(\"-\\\n-x\")", .badArgument, 7, 5),
    Case("::highlight(x y)", .badArgument, 14, 1),
    Case(":is (a)", .missingArgument, 1, 2),
    Case(":has(:host(:has(a)))", .nestedHas, 11, 4),
  ]

  @Test(arguments: pseudoClasses)
  func invalidPseudoClassArgumentsAreLocated(_ test: Case) { test.check() }

  private static let pseudoElements: [Case] = [
    Case("::before.x", .notAllowedAfterPseudoElement, 8, 2),
    Case("::before:hover", .notAllowedAfterPseudoElement, 8, 6),
    Case("::before a", .notAllowedAfterPseudoElement, 9, 1),
    Case("::before > a", .notAllowedAfterPseudoElement, 9, 1),
    Case("::before::after", .notAllowedAfterPseudoElement, 8, 7),
    Case("::slotted(a b)", .badArgument, 12, 1),
    Case("::slotted", .missingArgument, 2, 7),
    Case("::slotted(a):hover", .notAllowedAfterPseudoElement, 12, 6),
    Case("::part()", .missingArgument, 6, 2),
    Case("::part(a, b)", .badArgument, 8, 1),
    Case("::part(a).x", .notAllowedAfterPseudoElement, 9, 2),
    Case("::part(a):first-child", .notAllowedAfterPseudoElement, 9, 12),
    Case("::part(a)::part(b)", .notAllowedAfterPseudoElement, 9, 6),
    Case("::cue(a b)", .badArgument, 8, 1),
    Case("::cue(a):hover", .notAllowedAfterPseudoElement, 8, 6),
    Case("::before()", .unexpectedArgument, 8, 1),
    Case("::-webkit-x()", .unexpectedArgument, 11, 1),
    Case(":not(::before)", .pseudoElementNotAllowed, 5, 8),
    Case(":has(::before)", .pseudoElementNotAllowed, 5, 8),
    Case(":not(:before)", .pseudoElementNotAllowed, 5, 7),
    Case("::before:not(.x)", .notAllowedAfterPseudoElement, 13, 2),
    Case("::selection:hover", .notAllowedAfterPseudoElement, 11, 6),
    Case("::-webkit-x:first-child", .notAllowedAfterPseudoElement, 11, 12),
  ]

  @Test(arguments: pseudoElements)
  func invalidPseudoElementsAreLocated(_ test: Case) { test.check() }

  @Test func selectorReasonsHaveUniqueMessages() {
    let messages = Set(SelectorProblem.Reason.allCases.map(\.message))
    #expect(messages.count == SelectorProblem.Reason.allCases.count)
  }

  @Test(
    arguments: [
      ([0x2E, 0xFF], 1), ([0x2E, 0xC3], 1), ([0x2E, 0xC0, 0x80], 1), ([0x2E, 0x78, 0xED, 0xA0, 0x80], 2),
      ([0x2E, 0xE0, 0x80, 0x80], 1), ([0x2E, 0xF4, 0x90, 0x80, 0x80], 1), ([0x2E, 0xC3, 0xA9, 0x80], 3),
    ] as [([UInt8], Int)])
  func invalidUTF8InSelectorIsLocated(_ bytes: [UInt8], _ offset: Int) {
    #expect(CSSSelector.problem(in: bytes) == SelectorProblem(.invalidUTF8, offset: offset, length: 1))
  }
}
