import Foundation
import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

/// The converter handles each option as the documentation says.
struct OptionSupportTests {
  @Test(arguments: OptionTable.definitions.map(\.kind))
  func optionOutcomesMatchDocumentation(_ kind: OptionKind) throws {
    let definition = try #require(OptionTable.definition(of: kind))
    let hasNoValue = definition.value == .never || kind == .cookie
    let value = hasNoValue ? "" : kind.row.role == .domains ? "=b.example" : "=x"
    let prefix = kind.row.role == .pageException ? "@@" : ""
    // `denyallow` needs requests to deny, and `to` a pattern that hosts can narrow.
    let pattern = kind == .to ? "*" : kind == .denyallow ? "/ads/" : "||a.example^"
    let converted = try convert("\(prefix)\(pattern)$\(definition.name)\(value)")
    let outcome = try #require(Outcome.allCases.first { converted.report.count($0) == 1 })
    #expect(outcome == OptionSupport(kind).outcome)
  }

  @Test func optionDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/options.md", of: "OptionSupportTests", is: "\n" + OptionSupport.documentation)
  }
}
