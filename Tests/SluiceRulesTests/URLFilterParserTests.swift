import Testing

@testable import SluiceRules

private func parse(_ text: String) throws(URLFilterProblem) -> URLFilter {
  try URLFilter(parsing: text)
}

/// Returns `reason@offset`, or nil if the text is a valid url-filter.
private func problem(of text: String) -> String? {
  do throws(URLFilterProblem) {
    _ = try parse(text)
    return nil
  } catch {
    return "\(error.reason.rawValue)@\(error.offset)"
  }
}

@Suite struct URLFilterParserTests {
  /// Each result is that of WebKitGTK 2.50.6.
  private static let invalid: [(text: String, expected: String)] = [
    ("", "empty@0"), ("/é", "notASCII@1"), ("a\\u00e9", "notASCII@1"), ("[a\\xff]", "notASCII@2"),
    ("ads|pix", "alternatives@3"), ("(a|b)", "alternatives@2"),
    ("/\\d", "classEscape@1"), ("\\W+", "classEscape@0"), ("[\\w-]", "classEscapeInBrackets@1"),
    ("a{3}", "counts@1"), ("a{0,2}", "counts@1"), ("a{1,1}", "counts@1"), ("a{99999999999}", "counts@1"),
    ("a^b", "misplacedStart@1"), ("(^a)", "misplacedStart@1"), ("$^", "misplacedStart@1"),
    ("a$b", "misplacedEnd@1"), ("(a$)", "misplacedEnd@2"), ("a$$", "misplacedEnd@1"),
    ("\\0a", "misplacedEnd@0"),
    ("\\bads", "wordBoundary@0"), ("ads\\B", "wordBoundary@3"),
    ("(?=a)b", "lookAround@0"), ("a(?!b)", "lookAround@1"), ("(?<=a)b", "lookAround@0"),
    ("(?<!a)b", "lookAround@0"), ("(?<n>a)\\k<n>", "backreference@7"),
    ("*a", "nothingToRepeat@0"), ("a**", "nothingToRepeat@2"), ("^+", "nothingToRepeat@1"),
    ("a???", "nothingToRepeat@3"), ("({1,})", "nothingToRepeat@1"), ("(?<=a)*", "nothingToRepeat@6"),
    ("a{2,1}", "invalidCount@1"), ("(a", "unbalancedParenthesis@0"), ("a)", "unbalancedParenthesis@1"),
    ("a[b", "unclosedBracket@1"), ("[^", "unclosedBracket@0"), ("[z-a]", "reversedRange@3"),
    ("a\\", "trailingBackslash@1"), ("(?a)", "invalidGroup@0"), ("(?", "invalidGroup@0"),
    ("(?<>a)", "invalidGroupName@0"), ("(?<n>a)(?<n>b)", "invalidGroupName@7"),
    ("\\k(?<n>a)", "invalidGroupName@2"), ("(?<\\x>a)", "invalidGroupName@3"),
    // A syntax error takes precedence over unsupported syntax, wherever it is.
    ("a|b(", "unbalancedParenthesis@3"), ("\\d[", "unclosedBracket@2"),
  ]

  @Test(arguments: invalid)
  func invalidURLFiltersAreRejected(_ text: String, _ expected: String) {
    #expect(problem(of: text) == expected)
  }

  /// Patterns that WebKit accepts, with their canonical form.
  private static let valid: [(text: String, canonical: String)] = [
    ("/ads/", "/ads/"), ("^https?:\\/\\/a", "^https?://a"), ("a.b$", "a.b$"), ("a\\.b", "a\\.b"),
    ("[abc]", "[a-c]"), ("[ab-]", "[ab-]"), ("[-a]", "[a-]"), ("[^/:]", "[^/:]"), ("[a]", "a"), ("[^]", "."),
    ("[]a", "[]a"), ("[a\\]\\[\\^\\\\]", "[\\[-\\^a]"), ("[a\\-z]", "[az-]"), ("[a-]", "[a-]"),
    ("(ab)+c*?", "(ab)+c*"), ("(?:ab)", "(ab)"), ("(?<name>ab)", "(ab)"), ("()a", "()a"),
    ("a{0,1}b{0,}c{1,}", "a?b*c+"), ("a{0,99999999999}b", "a*b"), ("a{,2}", "a\\{,2\\}"), ("a{1", "a\\{1"),
    ("]", "\\]"), ("}", "\\}"), ("\\x41\\u0042", "AB"), ("\\x4", "x4"), ("\\u12", "u12"), ("\\t", "\\x09"),
    ("\\1a", "\\x01a"), ("\\101", "A"), ("\\8", "8"), ("\\cA\\c", "\\x01\\\\c"), ("[\\b]", "\\x08"),
    ("[\\cA\\c1]", "[\\x01\\x11]"), ("\\p{L}", "p\\{L\\}"), ("\\k<n>a", "k<n>a"), ("a\\-\\/b", "a-/b"),
    // WebKit marks the end of a URL with NUL.
    ("a\\0", "a$"), ("a\\x00+", "a$"), ("a\\0*", "a"), ("a[^\\0]", "a."), ("a[\\0/]", "a[\\x00/]"),
    // Without a mandatory term, WebKit matches every URL, even if there are anchors.
    (".*", ".*"), ("^", ".*"), ("$", ".*"), ("^a*$", ".*"), ("^(b?c*)?$", ".*"), ("()", ".*"),
  ]

  @Test(arguments: valid)
  func validURLFiltersAreAccepted(_ text: String, _ canonical: String) throws {
    let filter = try parse(text)
    #expect(filter.description == text)
    let written = try #require(URLFilter(filter.pattern))
    #expect(written.description == canonical)
    #expect(written.pattern == filter.pattern)
  }

  @Test func urlFilterNestingAndLengthAreLimited() throws {
    let deep = URLFilterParser.maximumDepth
    #expect(problem(of: String(repeating: "(", count: 100_000)) == "tooDeep@\(deep)")
    let text = String(repeating: "(", count: deep) + "a" + String(repeating: ")", count: deep)
    #expect(try URLFilter(parse(text).pattern)?.description == text)
    #expect(problem(of: String(repeating: "a", count: (1 << 20) + 1)) == "tooLong@1048576")
  }

  @Test func urlFilterProblemsHaveMessages() throws {
    let found = #expect(throws: URLFilterProblem.self) { try parse("a|b") }
    #expect(found?.reason.webKitMessage == "Disjunctions are not supported yet.")
    #expect(found?.description == "alternatives (|) are not supported; write a rule for each")
    for reason in URLFilterProblem.Reason.allCases {
      #expect(!URLFilterProblem(reason: reason, offset: 0).description.isEmpty)
    }
  }
}
