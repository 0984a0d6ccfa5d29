import Testing
import TestSupport

@testable import SluiceRules

/// Rewriting `||host…*…` into an equivalent form with the fewest states per request.
struct FewerStatesTests {
  /// The form of URLs without a password.
  static let url = #"^[^:]+://[^/:]+(:[0-9]+)?/[^\x01]*$"#

  static let anyURL = #"^[^:/]+://[^/\x01]+/[^\x01]*$"#

  static let rewritten: [(filter: String, better: String)] = [
    (#"^[^:]+://+([^/]+\.)?ab\.c/x.*y"#, #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?ab\.c/x[^\x01]*y"#),
    (#"^[^:]+://([^/]+\.)?ab\.c/x.*y.*z$"#, #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?ab\.c/x[^\x01]*y[^\x01]*z$"#),
    (#"^[^:]+://+([^/]+\.)?ab\..*\.c/"#, #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?ab\.[^\x01]*\.c/"#),
    (#"^[^:]+://+([^/]+\.)?ab\.c[:/].*/y"#, #"^[^:]+://+(([^/:]+[/:]\x01)*[^/:]+\.)?ab\.c[/:][^\x01]*/y"#),
    (#"^[^:]+://+([^/]+\.)?ab\.c[:/]8.*y"#, #"^[^:]+://+(([^/:]+[/:]\x01)*[^/:]+\.)?ab\.c[/:]8[^\x01]*y"#),
    (
      #"^[^:]+://+([^/]+\.)?ab\.c[^a-z0-9_.%-]\?.*y"#,
      #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?ab\.c[^%.0-9_a-z-]\?[^\x01]*y"#
    ),
    (
      #"^[^:]+://+([^/]+\.)?ab\.c/[^A-Za-z0-9_.%-].*\/y$"#,
      #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?ab\.c/[^%.0-9A-Z_a-z-][^\x01]*/y$"#
    ),
    (#"^[^:]+://+([^/]+\.)?a.*[:/]y"#, #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?a[^\x01]*[/:]y"#),
    (#"^[^:]+://+([^/]+\.)?(a.*)?b.*c"#, #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?(a.*)?b[^\x01]*c"#),
  ]

  static let kept = [
    #"^[^:]+://([^/]+\.)?ab\.c[:/]"#, #"^[^:]+://+([^/]+\.)?ab\.c/x"#, #"^[^:]+://+([^/]+\.)?ab\.c/\.+"#,
    #"^[^:]+://+([^/]+\.)?ab\.c/\.*x"#, #"^[^:]+://+([^/]+\.)?ab\.c/[0-9]*x"#, #"^[^:]+://ab\.c/x.*y"#,
    #"^https?://([^/]+\.)?ab\.c/x.*y"#, "/x.*y", "^.*x", ".*",
    #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?a[^\x01]*y"#,
    // Many such patterns take WebKit's compiler too long.
    #"^[^:]+://+([^/]+\.)?ab\.c/a.*b.*c.*d.*e"#,
  ]

  @Test(arguments: rewritten)
  func repetitionAfterHostIsRewritten(_ row: (filter: String, better: String)) throws {
    let filter = try URLFilter(parsing: row.filter)
    #expect(filter.withFewerStates(isException: false).description == row.better)
    #expect(try Self.difference(filter, isException: false) == nil)
  }

  @Test(arguments: kept) func otherPatternsAreNotRewritten(_ text: String) throws {
    let filter = try URLFilter(parsing: text)
    #expect(filter.withFewerStates(isException: false) == filter)
    #expect(filter.withFewerStates(isException: true) == filter)
  }

  /// An exception also finds its host after a password.
  @Test(arguments: rewritten)
  func rewrittenExceptionsMatchSameURLs(_ row: (filter: String, better: String)) throws {
    let filter = try URLFilter(parsing: row.filter)
    #expect(filter.withFewerStates(isException: true).description.contains(#"(([^/]+/\x01)*[^/]+\.)?"#))
    #expect(try Self.difference(filter, isException: true) == nil)
  }

  /// The comparison detects differences.
  @Test func languageComparisonFindsDifferences() throws {
    let language = { (text: String) in PatternLanguage(try URLFilter(parsing: text)) }
    let difference = try PatternLanguage.difference(
      language(#"^[^:]+://+([^/]+\.)?ab\.c[:/].*y"#), language(#"^[^:]+://+([^/]+\.)?ab\.c/.*y"#),
      within: language(Self.url))
    #expect(difference?.contains(":0") ?? false)
    let behindPassword = try PatternLanguage.difference(
      language(#"^[^:]+://+([^/]+\.)?a[:/].*y"#), language(#"^[^:]+://+([^/:]+\.)?a[:/].*y"#),
      within: language(".*"))
    #expect(behindPassword?.contains(":") ?? false)
  }

  @Test(.ends, .slow(12)) func generatedRewritesMatchSameURLs() throws {
    var random = SeededRandom(15)
    let pieces = [
      "a", "b", #"\."#, "/", "[:/]", "[^a-z0-9_.%-]", ".*", ".*", "-", "0", "a?", "[0-9]+", "(ba)?", #"\?"#,
    ]
    var count = 0
    while count < size(300) {
      let anchor = [#"^[^:]+://+([^/]+\.)?"#, #"^[^:]+://([^/]+\.)?"#].randomElement(using: &random) ?? ""
      let body = (0..<Int.random(in: 2...7, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      let text = anchor + "a" + body.joined() + (Bool.random(using: &random) ? "$" : "")
      guard let filter = try? URLFilter(parsing: text),
        filter.withFewerStates(isException: false) != filter
      else {
        continue
      }
      count += 1
      #expect(try Self.difference(filter, isException: false) == nil, "\(filter)")
      #expect(try Self.difference(filter, isException: true) == nil, "\(filter)")
    }
  }

  /// Patterns are rewritten as text only where the parsed pattern gives the same.
  @Test(.slow(10)) func patternsAreRewrittenAsTextLikeParsedOnes() throws {
    var random = SeededRandom(16)
    let pieces = [
      "a", "B", #"\."#, #"\/"#, "/", ":", "-", "%", "$", "[:/]", "[/:]", "[^a-z0-9_.%-]", "[^A-Za-z0-9_.%-]",
      "[^a-z]", ".*", ".*", ".", "a?", "a*", "[0-9]+", "[/:]*", "(ba)?", #"\?"#, #"\"#, #"[^\x01]*"#, ".?.*",
    ]
    for _ in 0..<size(20_000) {
      let anchor = [#"^[^:]+://+([^/]+\.)?"#, #"^[^:]+://([^/]+\.)?"#].randomElement(using: &random) ?? ""
      let body = (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      guard let filter = try? URLFilter(parsing: anchor + body.joined()) else { continue }
      for isException in [false, true] {
        #expect(
          filter.withFewerStates(isException: isException)
            == filter.patternWithFewerStates(isException: isException), "\(filter)")
      }
    }
  }

  /// Returns a URL that the filter and its rewritten form treat differently.
  private static func difference(_ filter: URLFilter, isException: Bool) throws -> String? {
    PatternLanguage.difference(
      PatternLanguage(filter), PatternLanguage(filter.withFewerStates(isException: isException)),
      within: PatternLanguage(try URLFilter(parsing: isException ? anyURL : url)))
  }
}
