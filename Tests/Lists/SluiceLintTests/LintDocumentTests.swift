import Testing
import TestSupport

@testable import SluiceLint

/// docs/reference/lint-rules.md is generated from the rules.
@Suite struct LintDocumentTests {
  @Test func lintDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/lint-rules.md", of: "LintDocumentTests", is: "\n" + LintRule.documentation)
  }
}
