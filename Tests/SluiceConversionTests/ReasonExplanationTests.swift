import Foundation
import SluiceConversion
import TestSupport
import Testing

/// The explanation of each reason.
struct ReasonExplanationTests {
  /// Reasons whose examples are not text of a list, or need options.
  private static let described: Set<String> = [
    "invalid-utf8", "control-character", "line-too-long", "pattern-too-long", "rule-limit", "generic-hiding",
    "out-of-proportion", "change-exceptions",
  ]

  @Test(arguments: Reason.allCases) func reasonExamplesProduceReason(_ reason: Reason) throws {
    guard !Self.described.contains(reason.id) else { return }
    let example = reason.definition().example
    let converted = try convert(example, target: .safari26)
    if converted.report.diagnostics.contains(where: { $0.reason == reason }) { return }
    // Some reasons are those of filters that rules of a web extension apply.
    var options = ConversionOptions()
    options.redirectRuleset = "changes"
    var result = try Converter(options: options).convert(example)
    result.settle(in: result.requestChanges())
    #expect(
      result.report.diagnostics.contains { $0.reason == reason }, "\(example) gives \(converted.diagnostics)")
  }

  @Test func reasonIDsAreUniqueAndResolvable() {
    #expect(Set(Reason.allCases.map(\.id)).count == Reason.allCases.count)
    for reason in Reason.allCases { #expect(Reason(id: reason.id) == reason) }
    #expect(Reason(id: "no-such-reason") == nil)
  }

  @Test(arguments: Reason.allCases) func reasonTextsAreSentences(_ reason: Reason) {
    let definition = reason.definition()
    #expect(definition.meaning.hasSuffix(".") && !definition.meaning.contains("\n"))
    #expect(definition.meaning.contains { $0.isUppercase || $0 == "`" })
    #expect(definition.instead.map { !$0.isEmpty && !$0.hasSuffix(".") } ?? true)
  }

  @Test func noteDocumentationIsUpToDate() throws {
    let notes = ConversionNote.allCases.map { "- `\($0.id)`: \($0.definition().summary())\n" }
    try GeneratedText.check(
      "docs/reference/reasons.md", of: "ReasonExplanationTests", to: "\n## Whole lists\n",
      is: "\n" + notes.joined())
  }
}
