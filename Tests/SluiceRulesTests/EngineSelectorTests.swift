import SluiceText
import Foundation
import SluiceRules
import Testing
import TestSupport

/// Compares the selectors that each engine accepts with those that are valid here, except for features that
/// the engine does not know.
@Suite(.enabled(if: EngineTool.isAvailable, EngineTool.comment), .ends)
struct EngineSelectorTests {
  /// The output of `webkit-engines compile --dropped` for a list.
  private struct Answer: Decodable {
    struct Dropped: Decodable { let selector: String }
    let ok: Bool
    let error: String?
    let dropped: [Dropped]?
  }

  @Test(arguments: EngineTool.engines)
  func enginesAgreeOnGeneratedSelectors(_ engine: String) async throws {
    let environment = ProcessInfo.processInfo.environment
    let total = environment["SLUICE_MUTATIONS"].flatMap(Int.init) ?? 1500
    var generator = SelectorGenerator(seed: environment["SLUICE_SEED"].flatMap(UInt64.init) ?? 1)
    let version = try EngineTool.version(of: engine)
    var droppedCount = 0
    for start in stride(from: 0, to: total, by: 2000) {
      var expected: [String: Bool] = [:]
      while expected.count < min(2000, total - start) {
        let selector = generator.nextOfTable()
        if let isDropped = Self.isDropped(selector, in: version) { expected[selector] = isDropped }
      }
      let dropped = try await Self.dropped(expected.keys.sorted(), in: engine)
      droppedCount += dropped.count
      for (selector, isDropped) in expected where isDropped != dropped.contains(selector) {
        Issue.record("\(engine) \(isDropped ? "takes" : "leaves out") \(selector)")
      }
    }
    // If all or none were dropped, nothing would have been tested.
    #expect(droppedCount > total / 10 && droppedCount < total * 9 / 10, "\(droppedCount) of \(total)")
  }

  /// Tests every name and form in the table separately.
  @Test(arguments: EngineTool.engines)
  func enginesAgreeOnSelectorTable(_ engine: String) async throws {
    let version = try EngineTool.version(of: engine)
    var expected: [String: Bool] = [:]
    for selector in SelectorGenerator.table {
      expected[selector] = Self.isDropped(selector, in: version)
      #expect(expected[selector] != nil, "\(selector)")
    }
    let dropped = try await Self.dropped(expected.keys.sorted(), in: engine)
    for (selector, isDropped) in expected {
      #expect(isDropped == dropped.contains(selector), "\(engine): \(selector)")
    }
  }

  /// Returns whether a release drops a rule with the selector, or nil if this is undefined.
  ///
  /// The result is also nil if an open construct at the end would swallow other selectors, since engines test
  /// many selectors at once.
  private static func isDropped(_ text: String, in version: Version) -> Bool? {
    let is2_38 = version < Version(2, 44)
    do throws(SelectorProblem) {
      let needs = try CSSSelector(parsing: Array(text.utf8).span).needs
      // 2.38 ignores invalid parts of a list in `:has()`, and the whole list if nothing else is left.
      if is2_38, !needs.featuresInHas.isEmpty { return nil }
      return needs.required.capabilities.contains { !$0.support.webKitGTK.isKnown(in: version) }
    } catch {
      switch error.reason {
      case .empty, .invalidUTF8, .nullCharacter, .badEscape, .unclosedBracket, .unclosedParenthesis,
        .unclosedBrace,
        .unmatchedBracket, .unclosedString, .lineBreakInString, .unclosedComment, .tooDeep:
        return nil
      case .unexpectedCharacter, .strayComma, .danglingCombinator, .unknownCombinator, .badIdentifier,
        .misplacedTypeSelector, .unknownNamespace, .declarationBlock, .badAttribute, .unknownPseudoClass,
        .unknownPseudoElement, .missingArgument, .unexpectedArgument, .badArgument, .badNth, .nestedHas,
        .pseudoElementNotAllowed, .notAllowedAfterPseudoElement:
        // The parser does not look for unclosed constructs after the error.
        let signs = "()[]{}\"'\\/"
        let isClosed = text.allSatisfy { !signs.contains($0) }
        // 2.38 accepts some selectors that later releases reject: parts of `:has()`, and a prefix without a
        // name.
        return isClosed && !(is2_38 && (text.contains(":has") || text.contains("|"))) ? true : nil
      }
    }
  }

  private static func dropped(_ selectors: [String], in engine: String) async throws -> Set<String> {
    struct Trigger: Encodable {
      enum CodingKeys: String, CodingKey { case urlFilter = "url-filter" }
      let urlFilter: String
    }
    struct Action: Encodable {
      let type: String
      var selector: String?
    }
    struct OneRule: Encodable {
      let trigger: Trigger
      let action: Action
    }
    // WebKit would reject a list without any remaining rule.
    var rules = [OneRule(trigger: Trigger(urlFilter: "^no-rules:$"), action: Action(type: "block"))]
    rules += selectors.map {
      OneRule(trigger: Trigger(urlFilter: ".*"), action: Action(type: "css-display-none", selector: $0))
    }
    let answers = try await EngineTool.answers(
      "compile", engine, try JSONEncoder().encode(rules), "--dropped")
    let answer = try JSONDecoder().decode(Answer.self, from: try #require(answers.first))
    try #require(answer.ok, "\(answer.error ?? "")")
    return Set((answer.dropped ?? []).map(\.selector))
  }
}
