import Foundation
import Testing
import TrackerRadar

/// The ids of what is wrong in Tracker Radar's files are a contract, and documented.
@Suite struct TrackerReasonTests {
  @Test func idsAreWordsAndUnique() {
    let ids = TrackerDataProblem.Reason.examples.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }, "\(id)") }
  }

  @Test func theDocumentationHasThemAll() throws {
    var lines = ["", "| reason | what it says |", "|---|---|"]
    for reason in TrackerDataProblem.Reason.examples {
      let problem = TrackerDataProblem(reason, at: TrackerDataPlace(path: ""))
      lines.append("| `\(reason.id)` | \(problem.description) |")
    }
    let expected = lines.joined(separator: "\n") + "\n"
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/tracker-radar.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let start = try #require(text.range(of: "--filter TrackerReasonTests -->\n")).upperBound
    if ProcessInfo.processInfo.environment["SLUICE_UPDATE_DOCS"] != nil {
      try Data((text[..<start] + expected).utf8).write(to: url)
    } else {
      #expect(
        text[start...] == expected,
        "SLUICE_UPDATE_DOCS=1 swift test --filter TrackerReasonTests rewrites docs/tracker-radar.md")
    }
  }
}
