import SluiceConversion
import Testing
import TestSupport

@testable import SluiceLint

/// docs/reference/lint-rules.md is generated from the rules.
@Suite struct LintDocumentTests {
  @Test func lintDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/lint-rules.md", of: "LintDocumentTests", is: "\n" + LintRule.documentation)
  }

  /// Most reasons about filters are rules, too.
  @Test func documentationOfReasonsWithoutRuleIsUpToDate() throws {
    let rules = Set(LintRule.allCases.map(\.id))
    let others = ConversionReason.allCases.filter { !rules.contains($0.rawValue) }
    try GeneratedText.check(
      "docs/reference/reasons.md", of: "LintDocumentTests", to: "\n## Notes\n",
      is: "\n" + others.map { "- `\($0.rawValue)`: \($0.definition().summary())\n" }.joined())
  }
}
