import Testing
import TestSupport

@testable import SluiceLint

/// docs/guide/lint.md is generated from the rules.
@Suite struct LintDocumentTests {
  @Test func lintDocumentationIsUpToDate() throws {
    try GeneratedText.check("docs/guide/lint.md", of: "LintDocumentTests", is: "\n" + LintRule.documentation)
  }
}
