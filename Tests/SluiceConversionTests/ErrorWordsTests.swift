import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing

@Suite struct ErrorWordsTests {
  /// Runs a closure that throws, and returns the words that Foundation has for its error.
  private func words(_ body: () throws -> Void) -> String {
    do { try body() } catch { return error.localizedDescription }
    return ""
  }

  @Test func errorsOfTheCoreHaveWords() {
    #expect(words { _ = try CSSSelector(parsing: "a,,") }.contains("comma"))
    #expect(words { _ = try URLFilter(parsing: "[") } == "missing closing ]")
    #expect(words { _ = try RuleList(decodingJSON: "[{}") } == "1:4: unexpected end of the text")
    #expect(words { _ = try RequestDescription(decodingJSON: "{}") } == "\"page\" is missing")
    #expect(
      words { _ = try Source(contentsOf: URL(filePath: "/nowhere")) }
        == "cannot read '/nowhere': there is no such file")
    #expect(words { _ = try SourceMap(decodingJSON: "{") }.hasPrefix("it is not a source map: "))
    #expect(
      words { throw ConversionError.tooManyRules(part: .network, rules: 9, limit: 8, remedies: []) }
        == "the network list has 9 rules, more than the limit of 8")
    let line = FilterList(parsing: "||a^$image,,script").lines[0]
    guard case .rejected(let problem) = line.content else {
      Issue.record("\(line.content)")
      return
    }
    #expect(words { throw problem } == problem.reason.definition().message)
  }
}
