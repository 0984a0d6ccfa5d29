import SluiceTrackers
import Testing
import TestSupport

/// The ids of problems in Tracker Radar's files are a contract, and documented.
@Suite struct TrackerReasonTests {
  @Test func trackerReasonIDsAreUniqueKebabCase() {
    let ids = TrackerDataProblem.Reason.examples.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }, "\(id)") }
  }

  @Test func trackerReasonDocumentationIsUpToDate() throws {
    var lines = [""]
    for reason in TrackerDataProblem.Reason.examples {
      lines.append("- `\(reason.id)`: \(reason.message)")
    }
    try GeneratedText.check(
      "docs/reference/reasons.md", of: "TrackerReasonTests", is: lines.joined(separator: "\n") + "\n")
  }
}
