import Foundation
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport
import TrackerTestSupport

/// The project's own tds.json converts to the files next to it.
struct TrackerSampleTests {
  @Test func trackerSampleConvertsToExpectedFiles() throws {
    let (data, problems) = try TrackerData.decodingJSON([UInt8](TrackerFiles.sample("tds.json")))
    let (exceptions, _, others) = try TrackerExceptions.decodingJSON(
      [UInt8](TrackerFiles.sample("exceptions.json")))
    var options = TrackerOptions()
    for (infix, clickToLoad) in [("", false), (".click-to-load", true)] {
      options.blocksClickToLoad = clickToLoad
      let (rules, more) = TrackerRadar(data, exceptions: exceptions, options: options).rules()
      try compare(RuleList(rules).encodedJSON(), with: "expected/rules\(infix).json")
      let text = (problems + others + more).map { problem in
        #expect(!problem.span.isEmpty, "\(problem)")
        return "\(problem.path): \(problem.description) [\(problem.reason.id)]\n"
      }.joined()
      try compare(Array(text.utf8), with: "expected/diagnostics\(infix).txt")
    }
  }

  private func compare(_ bytes: [UInt8], with name: String) throws {
    try GeneratedText.checkSample("tracker-radar/\(name)", of: "TrackerSampleTests", is: bytes)
  }
}
