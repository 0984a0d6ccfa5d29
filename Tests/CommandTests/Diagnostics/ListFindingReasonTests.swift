import SluiceSyntax
import Testing
import TestSupport

@testable import sluice

/// The texts of findings about whole lists.
@Suite struct ListFindingReasonTests {
  @Test(arguments: ListFindingReason.allCases)
  func listFindingTextsAreSentences(_ reason: ListFindingReason) {
    let definition = reason.definition(about: "9 MB")
    #expect(definition.meaning.hasSuffix(".") && !definition.meaning.contains("\n"))
    #expect(!definition.message.isEmpty && !definition.message.hasSuffix("."))
    #expect(definition.instead.map { !$0.isEmpty && !$0.hasSuffix(".") } ?? true)
  }

  @Test(arguments: [
    (ListFindingReason.smallerForm, "note: x [smaller-form]\n"), (.largeList, "warning: x [large-list]\n"),
    (.licenseConflict, "warning: x [license-conflict]\n"),
  ])
  func listFindingLineEndsWithID(_ reason: ListFindingReason, line: String) {
    #expect(reason.line("x", style: .plain) == line)
  }

  @Test func listFindingDocumentationIsUpToDate() throws {
    let lines = ListFindingReason.allCases.map { "- `\($0.rawValue)`: \($0.definition().summary())\n" }
    try GeneratedText.check(
      "docs/reference/reasons.md", of: "ListFindingReasonTests", to: "\n## Rule lists\n",
      is: "\n" + lines.joined())
  }
}
