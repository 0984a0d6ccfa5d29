import Foundation
import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// The ids of findings are a contract.
///
/// They are documented, and the documentation is generated from the enumeration.
@Suite struct CheckReasonTests {
  @Test func checkReasonIDsAreUniqueKebabCase() {
    let ids = RuleListFinding.Reason.examples.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count > 100)
    for id in ids {
      #expect(id.allSatisfy { $0.isASCII && $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)")
      #expect(!id.contains("--") && id.first?.isLetter == true, "\(id)")
    }
  }

  @Test func onlyErrorReasonsHaveWebKitMessages() {
    // The findings that only `check` reports start with the limits.
    for reason in RuleListFinding.Reason.examples.prefix(while: { $0 != .ruleLimit(count: 2, limit: 1) }) {
      #expect((reason.webKitMessage != nil) == (reason.severity == .error), "\(reason.id)")
    }
  }

  @Test func checkReasonDocumentationIsUpToDate() throws {
    let reasons = RuleListFinding.Reason.examples
    let lines = RuleListFinding.Severity.allCases.reversed().flatMap { severity in
      ["", "Severity \(severity.rawValue):", ""]
        + reasons.filter { $0.severity == severity }.map { "- `\($0.id)`" }
    }
    try GeneratedText.check(
      "docs/reference/reasons.md", of: "CheckReasonTests", to: "\n## Tracker Radar's files\n",
      is: lines.joined(separator: "\n") + "\n")
  }
}
