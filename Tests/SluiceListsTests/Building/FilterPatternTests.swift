import Foundation
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The entries of `includes` and `excludes`.
@Suite struct FilterPatternTests {
  private static func matches(_ entry: String, _ line: String) throws -> Bool {
    var matcher = FilterPattern.Matcher([try FilterPattern(entry)])
    return matcher.matches(Array(line.utf8)[...])
  }

  private static let matched: [(entry: String, line: String, isMatch: Bool)] = [
    ("ads", "||ads.example^", true), ("Ads", "||ads.example^", false), ("", "||a^", false),
    ("||a", "||a", true), ("||ab", "||a", false), ("é", "||é.example^", true),
    ("*", "", true), ("*", "||a^", true), ("||*^", "||a.example^", true), ("||*^", "||a.example^$x", false),
    ("*ADS*", "||ads.example^", true), ("a*a", "a", false), ("a*a", "aa", true), ("a**b", "ab", true),
    ("*ab*ab*", "abab", true), ("*ab*ab*", "aab", false), ("*a*b*c", "xaxbxbxc", true),
    ("a*b", "a b ", false),
    ("*É*", "||é.example^", true), ("é*É", "éÉ", true), ("é*É", "é", false), ("*é*", "e\u{301}", false),
    ("/^\\|\\|A/", "||a^", true), ("/b$/", "||a^", false), ("/ /", "a", false), ("/(?:)/", "", true),
    // Alternatives, counts and empty repetitions.
    ("/a|b$/", "xb", true), ("/^(a|bc)$/", "bc", true), ("/^(a|bc|)d$/", "d", true),
    ("/^a{2,3}$/", "aaa", true),
    ("/^a{2,3}$/", "aaaa", false), ("/^a{2}$/", "a", false), ("/^(a*)*$/", "aab", false),
    ("/^(a*?)+?b$/", "aab", true),
    ("/^(?:a?){3}b$/", "aab", true), ("/a{,2}/", "a{,2}", true), ("/^(|a)+$/", "aa", true),
    // Classes. Case is ignored before they are negated.
    ("/^[^a]$/", "A", false), ("/[à-ý]/", "É", true), ("/[^à-ý]/", "É", false), ("/^[\\d-x]+$/", "1-X", true),
    ("/^[\\W_]$/", "_", true), ("/^\\D$/", "1", false), ("/^\\s$/", "\u{3000}", true),
    ("/^[^]$/", "\n", true),
    ("/[]/", "a", false), ("/^.$/", "\u{2028}", false), ("/^..$/", "😀", true), ("/ſ/", "s", false),
    ("/ß/", "SS", false),
    ("/^\\x41\\u0042\\.$/", "ab.", true), ("/σ/", "ς", true),
    // Conditions.
    ("/\\bads\\b/", "x ads.", true), ("/\\bads\\b/", "xads", false), ("/a\\Bb/", "ab", true),
    ("/a(?=b)/", "ac", false), ("/a(?!b)/", "ac", true), ("/(?<=ab)c/", "abc", true),
    ("/(?<!ab)c/", "abc", false),
    ("/(?<=a{2}|^)b/", "b", true), ("/^(?=(?<!b)a*$)a/", "aa", true), ("/(?<=^.{2})c/", "abc", true),
  ]

  @Test(arguments: matched)
  func entriesMatchLinesAsInHostlistCompiler(_ entry: String, _ line: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(entry, line) == isMatch)
  }

  @Test(
    arguments: [
      ("/(/", .invalid), ("/a**/", .invalid), ("/[b-a]/", .invalid), ("/(a)\\1/", .reference),
      ("/(?<n>a)\\k<n>/", .reference), ("/((a{999}){999}){999}/", .tooLarge),
      ("/(?:){999999999}a{999999999}/", .tooLarge),
      ("/" + String(repeating: "(", count: 200) + String(repeating: ")", count: 200) + "/", .tooLarge),
    ] as [(String, FilterPattern.Problem)])
  func regexesThatCannotBeSearchedAreRejected(_ entry: String, _ problem: FilterPattern.Problem) {
    #expect(throws: problem) { try FilterPattern(entry) }
  }

  /// Many texts are found in one pass; each of them is reported once.
  @Test func textsAreFoundAsInSingleSearches() {
    var random = SeededRandom(54)
    func text(_ length: Int) -> String { String((0..<length).map { _ in random.pick(["a", "b", "c"]) }) }
    for _ in 0..<60 {
      let texts = (0..<random.below(12)).map { _ in text(random.below(5)) }
      var finder = TextFinder(Array(texts.enumerated()).map { ($0, $1) })
      var reported: [Int] = []
      var expected: Set<Int> = []
      for _ in 0..<4 {
        let line = text(random.below(12))
        let found = texts.indices.filter { !texts[$0].isEmpty && line.contains(texts[$0]) }
        expected.formUnion(found)
        let isFound = finder.isFound(in: Array(line.utf8)[...]) { reported.append($0) }
        #expect(isFound == !found.isEmpty, "\(texts) \(line)")
      }
      #expect(reported.count == expected.count && Set(reported) == expected, "\(texts)")
    }
  }

  /// Backtracking takes exponential time, or a high power of the line's length.
  @Test(
    .ends,
    arguments: [
      ("/(a+)+$/", true), ("/^(a|a)*$/", true), ("/(.*a){12}b$/", true), ("/a{1,99}a{1,99}a{1,99}$/", true),
      ("*a*a*a*a*a*a*a*a*a*a*a*b", false), ("/^a+b+!$/", false),
    ])
  func slowEntriesAreRefusedOrFast(entry: String, isRefused: Bool) throws {
    var matcher = FilterPattern.Matcher([try FilterPattern(entry, file: "out.txt")])
    let line = Array((String(repeating: "a", count: 200) + "!").utf8)[...]
    for _ in 0..<3 {
      let isMatch = matcher.matches(line)
      #expect(!isMatch)
    }
    guard isRefused else { return try matcher.check("exclusion", of: "ads") }
    let failure = #expect(throws: BuildFailure.self) { try matcher.check("exclusion", of: "ads") }
    #expect(failure?.description.hasPrefix("out.txt: the exclusion '\(entry)' takes too long") == true)
  }

  /// Many lines and regexes that are not slow are no reason to refuse a regex.
  @Test func manyLinesAndRegexesAreNotRefused() throws {
    let entries = ["/zz[0-9]+q/", "/^foo.*bar$/", "/x{2,3}y/", "*.é.*b*"] + (0..<60).map { "/q\($0).*z/" }
    var matcher = FilterPattern.Matcher(try entries.map { try FilterPattern($0) })
    for number in 0..<200 {
      let isMatch = matcher.matches(Array("||s\(number).example/foo/bar/baz^$third-party".utf8)[...])
      #expect(!isMatch)
    }
    try matcher.check("exclusion", of: "ads")
  }

  /// Comparisons of lines with wildcards and regexes are a product, which has a limit.
  @Test(arguments: ["*a*b", "/a.*b/"]) func tooManyComparisonsEnd(entry: String) throws {
    let entries = try (0..<2_000).map { number in
      try FilterPattern(entry.replacing("b", with: "b\(number)"), file: "out.txt")
    }
    var matcher = FilterPattern.Matcher(entries, freeWork: 0)
    for _ in 0..<3 { _ = matcher.matches(Array(String(repeating: "a", count: 2_000).utf8)[...]) }
    let failure = #expect(throws: BuildFailure.self) { try matcher.check("exclusion", of: "ads") }
    #expect(failure?.description.contains("the exclusions take too long") == true)
  }
}
