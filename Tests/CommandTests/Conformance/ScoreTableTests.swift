import Foundation
import SluiceRules
import Testing
import TestSupport

/// The number of conformance cases that each engine passes.
///
/// `.ci/engines` records it, and docs/reference/conformance.md shows it.
@Suite struct ScoreTableTests {
  private struct Score: Decodable {
    enum CodingKeys: String, CodingKey {
      case cases, verdicts
      case rightCases = "cases right"
      case rightVerdicts = "verdicts right"
      case tooMuch = "too much"
      case tooLittle = "too little"
    }
    let cases: Int
    let rightCases: Int
    let verdicts: Int
    let rightVerdicts: Int
    let tooMuch: Int
    let tooLittle: Int
  }

  private let scores: [String: [String: Score]]

  init() throws {
    scores = try JSONDecoder().decode(
      [String: [String: Score]].self, from: Data(try Repository.bytes(of: "Samples/Conformance/scores.json")))
  }

  @Test func scoresCoverMeasuredReleasesAndTargets() {
    #expect(scores.keys.sorted() == Capability.measuredReleases.map(\.description).sorted())
    for (engine, targets) in scores {
      let own = Target(rawValue: "webkitgtk-\(engine)")
      let covered: [Target?] = [.any, own]
      #expect(targets.keys.sorted() == covered.compactMap { $0?.rawValue }.sorted())
      for (target, score) in targets {
        // Nearly all cases are decidable in each engine, and no category of them is wrong.
        #expect(score.cases > 600 && score.rightCases * 100 > score.cases * 97, "\(engine) \(target)")
        #expect(
          score.verdicts - score.rightVerdicts == score.tooMuch + score.tooLittle, "\(engine) \(target)")
      }
    }
  }

  @Test func scoreTableDocumentationIsUpToDate() throws {
    var table = "| WebKit | target | cases right | verdicts right | too much | too little |\n"
    table += "| --- | --- | --- | --- | --- | --- |\n"
    for release in Capability.measuredReleases {
      for (target, score) in (scores[release.description] ?? [:]).sorted(by: { $0.key < $1.key }) {
        table += "| \(release) | `\(target)` | \(score.rightCases) of \(score.cases)"
        table += " | \(score.rightVerdicts) of \(score.verdicts) | \(score.tooMuch) | \(score.tooLittle) |\n"
      }
    }
    try GeneratedText.check(
      "docs/reference/conformance.md", of: "ScoreTableTests", to: "<!-- end of scores -->", is: table)
  }
}
