import Foundation
import Testing
import TestSupport

@testable import SluicePageScript

/// The literals that every host matching a regex contains.
@Suite struct RequiredLiteralTests {
  private static let longest: [(regex: String, literal: String)] = [
    ("abc", "abc"), ("^moon(?:-[a-z]+)?-embed\\.com$", "-embed.com"), ("ab+cde", "cde"), ("abc?d", "ab"),
    ("abc*", "ab"),
    ("abc{0,2}x", "ab"), ("abc+", "abc"), ("a|abc", ""), ("(abc)", ""), ("(a|b)cd", "cd"),
    ("ab(?!xyz)", "ab"),
    ("[abc]de", "de"), ("a.bc", "bc"), ("a\\dbc", "bc"), ("a\\.b", "a.b"), ("(x)\\1ab", "ab"), ("é?ab", "ab"),
    ("abé?", "ab"),
    ("", ""), ("(", ""), ("a{", "a{"), ("(?<=abc)d", "d"), ("a??bc", "bc"),
  ]

  @Test(arguments: longest)
  func longestRequiredLiteralIsFound(regex: String, literal: String) {
    #expect(RequiredLiteral.longest(in: regex) == literal)
  }

  /// Compares with Foundation's regexes, which interpret these parts in the same way.
  @Test func everyMatchContainsRequiredLiteral() throws {
    var random = SeededRandom(23)
    let parts = [
      "a", "b", "ab", "\\.", ".", "[ab]", "(a|b.)", "(?:ab)", "c", "^", "$", "\\b", "\\w", "(?=a)", "(?!b)",
      "|",
    ]
    let repetitions = ["", "", "", "", "?", "*", "+", "{0}", "{2}", "{0,1}", "+?", "*?"]
    var wrong: [String] = []
    var matches = 0
    var literals = 0
    for _ in 0..<2_000 {
      var source = ""
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let part = parts.randomElement(using: &random) ?? ""
        let isAtom =
          !["^", "$", "\\b", "|"].contains(part) && !part.hasPrefix("(?=") && !part.hasPrefix("(?!")
        source += part + (isAtom ? repetitions.randomElement(using: &random) ?? "" : "")
      }
      let literal = RequiredLiteral.longest(in: source)
      let regex = try NSRegularExpression(pattern: source)
      if !literal.isEmpty { literals += 1 }
      for _ in 0..<10 {
        let text = String((0..<6).map { _ in "abc.".randomElement(using: &random) ?? "a" })
        guard regex.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil else {
          continue
        }
        matches += 1
        if !literal.isEmpty, !text.contains(literal) { wrong.append("\(source) in \(text)") }
      }
    }
    #expect(wrong.isEmpty)
    // The comparison is meaningful.
    #expect(matches > 1_000 && literals > 500)
  }
}
