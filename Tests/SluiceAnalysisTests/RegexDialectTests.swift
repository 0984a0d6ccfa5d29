import Testing

@testable import SluiceAnalysis
@testable import SluiceRules

/// The differences between the two readings of the shared grammar: a regex in a filter follows JavaScript, a
/// url-filter follows WebKit.
@Suite struct RegexDialectTests {
  /// Returns the error in a regex of a filter.
  private func filterProblem(_ regex: String) -> String? {
    do throws(RegexFilterProblem) {
      _ = try RegexNode.parse(Array(regex.utf8), isCaseSensitive: false)
      return nil
    } catch {
      return "\(error.reason.rawValue)@\(error.place.lowerBound)-\(error.place.upperBound)"
    }
  }

  /// Returns the error in a url-filter.
  private func urlFilterProblem(_ regex: String) -> String? {
    do throws(URLFilterProblem) {
      _ = try URLFilterParser.parse(Array(regex.utf8))
      return nil
    } catch {
      return "\(error.reason.rawValue)@\(error.offset)"
    }
  }

  private static let regexes: [(regex: String, inFilter: String?, inURLFilter: String?)] = [
    // In JavaScript, numbers refer to groups anywhere in the regex. In a url-filter, they refer to none.
    ("(a)\\1", "backreference@3-5", nil), ("\\1(a)", "backreference@0-2", nil), ("\\1", nil, nil),
    ("a\\2(b)", nil, nil),
    // JavaScript allows the named group before or after; a url-filter requires it before.
    ("(?<a>x)\\k<a>", "backreference@7-12", "backreference@7"),
    ("\\k<a>(?<a>x)", "backreference@0-5", "invalidGroupName@5"), ("\\k<a>", nil, nil),
    ("(?<a>x)\\k<b>", "backreference@7-12", "invalidGroupName@7"),
    ("(?<a>x)\\k", "invalidGroup@7-9", "invalidGroupName@7"),
    ("(?<a>x)[\\k]", nil, "invalidGroupName@8"),
    // Group names.
    ("(?<\\u0061>x)", "invalidGroup@0-4", nil), ("(?<é>x)", "invalidGroup@0-4", "notASCII@3"),
    ("((?<a>x))(?<a>y)", "invalidGroup@9-14", nil),
    ("(?<a>x)|(?<a>y)", "invalidGroup@8-13", "alternatives@7"),
    ("(?<a>x)(?<a>y)", "invalidGroup@7-12", "invalidGroupName@7"),
    // Repetition counts above the length of URLs.
    ("a{20000,17000}", nil, "invalidCount@1"), ("a{3,2}", "invalidCount@1-6", "invalidCount@1"),
    // Syntax that only one of them has, and errors in both.
    ("a|b", nil, "alternatives@1"), ("\\d", nil, "classEscape@0"), ("é", nil, "notASCII@0"),
    ("[\\x80\\d]", nil, "classEscapeInBrackets@5"), ("[\\x80a\\d]", nil, "notASCII@1"),
    ("[z-a]", "reversedRange@2-4", "reversedRange@3"), ("(?x", "invalidGroup@0-3", "invalidGroup@0"),
    ("a**", "nothingToRepeat@2-3", "nothingToRepeat@2"),
    ("(?<=a)*", "nothingToRepeat@6-7", "nothingToRepeat@6"),
  ]

  @Test(arguments: regexes)
  func filterAndURLFilterRegexesDiffer(_ regex: String, _ inFilter: String?, _ inURLFilter: String?) {
    #expect(filterProblem(regex) == inFilter)
    #expect(urlFilterProblem(regex) == inURLFilter)
  }

  /// One reading stops at the parenthesis, the other after the characters that make it a group.
  @Test func regexDepthLimitsDependOnDialect() {
    func nested(_ depth: Int, _ innermost: String) -> String {
      String(repeating: "(", count: depth) + innermost + String(repeating: ")", count: depth)
    }
    #expect(filterProblem(nested(100, "a")) == nil && filterProblem(nested(100, "(?x")) == "tooDeep@100-101")
    #expect(urlFilterProblem(nested(200, "a")) == nil && urlFilterProblem(nested(201, "a")) == "tooDeep@200")
    #expect(urlFilterProblem(nested(200, "(?x")) == "invalidGroup@200")
  }
}
