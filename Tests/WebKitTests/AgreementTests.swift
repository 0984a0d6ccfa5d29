import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// The evaluator makes the same decisions as a real WebKit for random rule lists and requests.
@Suite(
  .serialized, .browser,
  .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct AgreementTests {
  private static let caseCount = 120

  @Test(.ends, .slow(20))
  func generatedRulesAgreeWithWebKit() async throws {
    try await compare(size(Self.caseCount), loads: 40, hasFrameURLs: false, with: WebKitTools.probe)
  }

  /// The probe that keeps one process for all sites would evaluate these conditions with the previous page.
  @Test(.ends, .slow(20))
  func frameURLConditionsAgreeWithWebKit() async throws {
    let probe = Repository.shared.appending(path: "webkit/webkit-probe")
    try await compare(size(Self.caseCount / 4), loads: 40, hasFrameURLs: true, with: probe)
  }

  @Test(
    .ends, .slow,
    .enabled(if: RecordedRequests.areAvailable, "skipped: ../shared is not there"))
  func realRequestsAgreeWithWebKit() async throws {
    let cases = try RecordedRequests.cases(everyNth: 66)
    let sources = try RecordedRequests.lists.map {
      Source(name: $0.path, bytes: Array(try Data(contentsOf: $0)))
    }
    let list = try Converter().convert(sources).lists[0].rules.encodedJSON()
    let result = try await AgreementRun().compare(cases, list: list, with: WebKitTools.probe)
    report(result)
    #expect(result.compared > cases.count / 2)
    #expect(result.blocked > result.compared / 10)
  }

  private func compare(_ count: Int, loads: Int, hasFrameURLs: Bool, with probe: URL) async throws {
    var generator = AgreementGenerator(seed: SeededRandom.seedOfRun, hasFrameURLs: hasFrameURLs)
    var cases: [AgreementCase] = []
    for _ in 0..<count { cases.append(try generator.next(loads: loads)) }
    let result = try await AgreementRun().compare(cases, with: probe)
    report(result)
    // Most requests can be decided, and some rules act.
    #expect(result.compared > count * loads / 2)
    #expect(result.blocked > result.compared / 20)
  }

  private func report(_ result: AgreementRun.Result) {
    print(
      "agreement: \(result.compared) verdicts compared, \(result.blocked) of them of rules that act,"
        + " \(result.untestable) untestable, \(result.differences.count) different")
    for difference in result.differences.prefix(40) { Issue.record("\(difference)") }
  }
}
