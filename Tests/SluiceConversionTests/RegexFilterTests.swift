import SluiceText
import SluiceAnalysis
import SluiceRules
import Testing

@testable import SluiceConversion

/// Returns the url-filters separated by spaces, or `reason@range`.
private func converted(_ regex: String, isCaseSensitive: Bool = false) -> String {
  do throws(RegexFilterProblem) {
    let result = try RegexFilters.urlFilters(for: Array(regex.utf8).span, isCaseSensitive: isCaseSensitive)
    #expect(result.patterns == result.urlFilters.map(\.pattern))
    let narrowed = result.isNarrowed ? ["narrowed:"] : []
    return (narrowed + result.urlFilters.map(\.description)).joined(separator: " ")
  } catch {
    return "\(error.reason.rawValue)@\(error.place.lowerBound)-\(error.place.upperBound)"
  }
}

@Suite struct RegexFilterTests {
  @Test(arguments: [
    ("banner", "banner"), ("/banner\\/", "/banner/"), ("^https?:\\/\\/cdn\\.", "^https?://cdn\\."),
    ("a\\-b\\.c", "a-b\\.c"), ("pop\\.js$", "pop\\.js$"), ("\\x61\\u0062c", "abc"), ("x=\\?", "x=\\?"),
    ("a{b}", "a\\{b\\}"), ("a]", "a\\]"), ("[a\\]]x", ".?[\\]a]x"), ("AdX", "adx"),
  ])
  func regexLiteralsAreConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test(arguments: [
    ("^s:\\d", "^s:[0-9]"), ("^s:\\w-", "^s:[0-9_a-z]-"), ("^s:\\D-", "^s:[^0-9]-"),
    ("^s:\\W", "^s:[^0-9_a-z]"),
    ("^s:[^\\W]", "^s:[0-9_a-z]"), ("^s:[\\d\\-x]", "^s:[0-9x-]"), ("^s:[\\d-x]", "^s:[0-9x-]"),
    ("^s:[^A-Z]", "^s:[^a-z]"), ("^s:[X-b]", "^s:[\\[-bx-z]"), ("^s:[\\s\\S]x", "^s:.x"),
    ("^s:[^]x", "^s:.x"),
    ("^s:\\S", "^s:[^ ]"), ("^s:[.*+?]", "^s:[*+.?]"), ("^s:[éa]", "^s:a"),
    ("^s:[a-é]", "^s:[a-~]"),
  ])
  func regexClassesAreConverted(_ regex: String, _ expected: String) { #expect(converted(regex) == expected) }

  @Test(arguments: [
    ("^s:[^A-Z]", "^s:[^A-Z]"), ("^s:\\w", "^s:[0-9A-Z_a-z]"), ("AdX", "AdX"), ("^s:[^a]", "^s:[^a]"),
  ])
  func caseSensitiveRegexesAreConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex, isCaseSensitive: true) == expected)
  }

  private static let counts: [(regex: String, expected: String)] = [
    ("ab{3}c", "abbbc"), ("ab{2,}c", "abb+c"), ("ab{0,}c", "ab*c"), ("ab{1,3}c", "abb?b?c"), ("ab{0}c", "ac"),
    ("ab{,2}", "ab\\{,2\\}"), ("a(bc){2}d", "abcbcd"), ("a(bc){0,2}d", "a(bc)?(bc)?d"),
    ("a(bc)+d", "a(bc)+d"),
    ("ab*?c", "ab*c"), ("ab+?c", "ab+c"), ("ab??c", "ab?c"), ("a(b*)+c", "ab*c"), ("a(b?){2}c", "ab?b?c"),
    ("a(b{3})*c", "a(bbb)*c"), ("a(b{2,})*c", "a(bb+)*c"), ("^s:[0-9][0-9]+[0-9]?x", "^s:[0-9][0-9]+x"),
    // Optional parts at an end without an anchor make no difference.
    ("ab*", "a"), ("ab+", "ab"), ("a?b", "b"), (".*ab.*", "ab"), ("^.*ab", "ab"), ("ab.*$", "ab"),
    ("a{2,9}", "aa"),
    ("x{99999999999}", "tooLong@0-14"), ("ax{99999999999}?$", "tooLong@0-17"), ("a", "a"),
  ]

  @Test(arguments: counts)
  func regexCountsAreConverted(_ regex: String, _ expected: String) { #expect(converted(regex) == expected) }

  @Test func longOptionalRunsBecomeBlocks() {
    let x = "[0-9a-f]"
    let blocks = [1, 2, 4, 8, 16, 9].map { $0 == 1 ? x + "?" : "(" + String(repeating: x, count: $0) + ")?" }
    #expect(converted("^s:[0-9a-f]{0,40}$") == "^s:" + blocks.joined() + "$")
  }

  @Test(arguments: [
    ("jpg|png", "jpg png"), ("(?:a|b)c", ".?[ab]c"), ("\\.(gif|jpe?g)$", "\\.gif$ \\.jpe?g$"),
    ("a(d|dx|)c", "a(dx?)?c"), ("ad(s|)x", "ads?x"), ("(ads|adx)1", ".?ad[sx]1"),
    ("(jpg|jpeg)=", "jpe?g="), ("(xa|ya)1", ".?[xy]a1"), ("(one|two)(3|4)", ".?one[34] .?two[34]"),
    ("a(bc|de)?f", "a(bc)?f adef"), ("a(?:|bc)d", "a(bc)?d"),
    ("a(?:bc|de)*f", "a((bc)*(de)*)*f"), ("s(\\D*|b)*?:", "s(([^0-9]*)*b*)*:"),
    ("a(?:bc|de)+f", "abc((bc)*(de)*)*f ade((bc)*(de)*)*f"),
    ("a(?:bc|de){2}f", "abcbcf abcdef adebcf adedef"), ("(a|(b|(c|d)))1", ".?[a-d]1"), ("foo|foo", "foo"),
    ("a|.*", ".*"), ("x(é|b)", "xb"), ("(?<n>a)b", "ab"),
    ("(aa|bb)(cc|dd)(ee|ff)(gg|hh)(ii|jj)(kk|ll)", "tooManyAlternatives@0-42"),
  ])
  func regexAlternativesAreConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test(arguments: [
    ("(^|x)ads", "^ads xads"), ("a^b", "neverMatches@0-3"), ("a*^https", "^https"),
    ("a$b", "neverMatches@0-3"), ("x$.*", "x$"), ("^^https", "^https"), ("a(?:\\?|$)", "a$ a\\?"),
    ("^[^:]*$", "neverMatches@0-7"), ("^a*$", "neverMatches@0-4"),
    ("^[a-z:]*$", "^[:a-z]+$"),
    ("^\\/ads", "neverMatches@0-6"), ("^10\\.0\\.", "neverMatches@0-8"), ("(?:a^|b)c", "bc"),
    ("(^a)+", "repeatedAnchor@1-2"),
  ])
  func regexAnchorsAreConverted(_ regex: String, _ expected: String) { #expect(converted(regex) == expected) }

  @Test(arguments: [
    ("\\bads/", ".?[^0-9_a-z]ads/"),
    ("ads\\b", "ads$ .?ads[^0-9_a-z]"),
    ("ads\\b/", "ads/"), ("ads\\bx", "neverMatches@0-6"), ("/\\bads", "/ads"), ("ads\\Bx", "adsx"),
    ("/\\d+\\b-", "/[0-9]+-"),
    ("/\\w+\\b.", "/[0-9_a-z]+[^0-9_a-z]"),
  ])
  func regexWordBoundariesAreConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test(arguments: [
    ("ads(?=/)", "ads/"), ("ads(?=/|$)", "ads$ ads/"), ("x(?!b)[abc]", ".?x[ac]"), ("x(?=[ab])[bc]", "xb"),
    ("ads(?!x)", "ads$ .?ads[^x]"), ("(?<=/)ads", "/ads"), ("(?<![a-z])ads/", ".?[^a-z]ads/"),
    ("/(?!ab)[a-c]{2}$", ".?/a[ac]$ .?/[bc][a-c]$"),
    ("^s:(?!no).*x", "^s:n[^o].*x ^s:nx ^s:[^n].*x ^s:x"),
    ("(?:(?=a)b|c)d", "cd"), ("(?=a)+a", "a"), ("(?=b)*a", "a"), ("(?<=a)*b", "nothingToRepeat@6-7"),
    ("(?!.*x)ab", "ab[^x]*$"), ("a(?=.*x).*yz", "a[^x]*x.*yz a[^x]*yz[^x]*x"),
    ("a(?=\\bx)x", "lookAhead@1-8"),
    ("xy.*z(?<!x.*z)", "neverMatches@0-14"), ("(?!.*xyz)ab", "lookAhead@0-9"),
  ])
  func regexLookaroundIsConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test(arguments: [
    ("", "empty@0-0"), ("(a)\\1", "backreference@3-5"), ("(?<n>a)\\k<n>", "backreference@7-12"),
    ("a(b", "unbalancedParenthesis@1-2"), ("a)b", "unbalancedParenthesis@1-2"), ("[a", "unclosedBracket@0-1"),
    ("[z-a]", "reversedRange@2-4"), ("*a", "nothingToRepeat@0-1"), ("a**", "nothingToRepeat@2-3"),
    ("a|{2}", "nothingToRepeat@2-5"), ("^*", "nothingToRepeat@1-2"), ("a{3,2}", "invalidCount@1-6"),
    ("(?a)", "invalidGroup@0-3"), ("(?", "invalidGroup@0-2"), ("(?<n>a)(?<n>b)", "invalidGroup@7-12"),
    ("a\\", "trailingBackslash@1-2"), ("é", "neverMatches@0-2"), ("(?<n>a)\\k", "invalidGroup@7-9"),
  ])
  func unsupportedRegexesAreReported(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test(arguments: [
    // A number without a group is an octal escape, and `\k` without a name is a plain k.
    ("(a)b\\62", "ab2"), ("\\k<n>", "k<n>"), ("\\8a", "8a"), ("\\ca\\c", "neverMatches@0-5"),
    ("\\q\\_", "q_"),
    ("[\\d-\\w]x", ".?[0-9_a-z-]x"), ("[a-\\d]x", ".?[0-9a-]x"), ("a\\ud83d", "neverMatches@0-7"),
    ("a😀?b", "neverMatches@0-7"),
    ("a(😀)?b", "ab"), ("[😀a]b", "ab"),
  ])
  func unusualRegexSyntaxIsConverted(_ regex: String, _ expected: String) {
    #expect(converted(regex) == expected)
  }

  @Test func expensiveRegexesAreRejected() {
    // Unanchored, each of these is in many states at once; anchored at the start, in one.
    #expect(
      converted("https?://10\\.2\\..{40,}") == "narrowed: ^https?://10\\.2\\."
        + String(repeating: ".", count: 40))
    #expect(converted("/[a-z0-9]{12}/[a-z0-9/]{40}$") == "tooExpensive@0-28")
    #expect(converted("x.{12}y") == "tooExpensive@0-7")
    #expect(converted("^https://x.{12}y") == "^https://x............y")
  }

  @Test func regexNestingIsLimited() {
    #expect(converted(String(repeating: "(", count: 100_000)) == "tooLong@0-100000")
    #expect(converted(String(repeating: "(", count: 4_000)) == "tooDeep@100-101")
    #expect(
      converted(String(repeating: "(?:", count: 100) + "a" + String(repeating: ")*b", count: 100)) != "")
    #expect(converted(String(repeating: "a|", count: 2_000)) == ".*")
    #expect(converted(String(repeating: "ab", count: 2_000)) == "tooLong@0-4000")
    let long = String(repeating: "ab", count: 400)
    #expect(converted("^s:(\(long)c|\(long)d)e") == "^s:\(long)[cd]e")
    #expect(converted("(" + String(repeating: "(?:a{9999}){9999}", count: 9) + ")$") == "tooLong@0-156")
  }
}
