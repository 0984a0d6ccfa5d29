import Testing

@testable import SluiceText

@Suite struct SuggestionTests {
  private static let flags = [
    "--output", "-o", "--quiet", "-q", "--max-rules", "--max-diagnostics", "--split",
  ]

  @Test(arguments: [
    ("--outpt", "--output"),
    ("--ouptut", "--output"),
    ("--Output", "--output"),
    ("--out", "--output"),
    ("--max", "--max-rules"),
    ("--maxrules", "--max-rules"),
    ("--spilt", "--split"),
    ("--verbose", nil),
    ("--zzzzzz", nil),
    ("-x", nil),
    ("-O", "-o"),
    ("--", nil),
  ])
  func nearestOptionIsSuggested(word: String, expected: String?) {
    #expect(Suggestion.nearest(to: word, among: Self.flags) == expected)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
    ("output", "outpt", 1), ("ca", "abc", 3),
  ])
  func editDistanceCountsTranspositions(first: String, second: String, expected: Int) {
    #expect(Suggestion.distance(first, second) == expected)
    #expect(Suggestion.distance(second, first) == expected)
  }

  @Test func longWordsGetNoSuggestion() {
    let word = "--" + String(repeating: "o", count: 100_000)
    #expect(Suggestion.nearest(to: word, among: Self.flags) == nil)
  }
}
