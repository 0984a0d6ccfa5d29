import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport
import TrackerTestSupport

/// Tracker Radar's rules in a real WebKit: requests generated from a tds.json get the results of the
/// documented algorithm.
@Suite(.browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct TrackerRadarProbeTests {
  private static let count = 1_000

  @Test(.ends, .slow(20), arguments: [false, true])
  func trackerSampleAgreesWithWebKit(clickToLoad: Bool) async throws {
    try await compare(
      tds: TrackerFiles.sample("tds.json"), exceptions: TrackerFiles.sample("exceptions.json"),
      clickToLoad: clickToLoad, count: size(Self.count / 2))
  }

  @Test(TrackerFiles.needsReal, .ends, .slow(20)) func macOSTrackerFileAgreesWithWebKit() async throws {
    try await compare(
      tds: TrackerFiles.real("macos-tds.v6.json"), exceptions: TrackerFiles.realExceptions(),
      count: size(Self.count))
  }

  private struct Input: Encodable {
    struct Page: Encodable {
      var page: String
      var requests: [Request]
    }

    struct Request: Encodable {
      var url, type, expect: String
    }

    var filters: [String]
    var cases: [Page]
  }

  private struct Output: Decodable {
    struct Item: Decodable {
      var verdict: String
    }

    var requests: [Item]
  }

  /// webkit-probe's names of types that differ.
  private static let types = ["xmlhttprequest": "xhr"]

  private func compare(
    tds: Data, exceptions: Data, clickToLoad: Bool = false, count: Int
  ) async throws {
    let data = try TrackerData.decodingJSON([UInt8](tds)).data
    let overridden = try TrackerExceptions.decodingJSON([UInt8](exceptions)).exceptions
    let folder = try TemporaryFolder()
    var options = TrackerOptions()
    options.blocksClickToLoad = clickToLoad
    let list = RuleList(TrackerRadar(data, exceptions: overridden, options: options).rules().rules)
    try Data(list.encodedJSON()).write(to: folder.url.appending(path: "tracker-radar.json"))

    var reference = try TrackerReference(
      tds: tds, exceptions: exceptions, suffixes: TrackerFiles.suffixes, blocksClickToLoad: clickToLoad)
    var requests = TrackerRequests(data, overridden, seed: 11)
    var pages: [String: [Input.Request]] = [:]
    var known: Set<String> = []
    var rest = count
    while rest > 0 {
      for var made in requests.make(100) where rest > 0 {
        // A secure page makes no other requests, and a repeated request for a URL may come from the cache.
        made.url = made.url.replacing("http://", with: "https://")
        guard known.insert("\(made.page) \(made.url)").inserted else { continue }
        guard pages[made.page] != nil || pages.count < count / 8 + 1 else { continue }
        let isBlocked = reference.blocks(url: made.url, page: made.page, type: made.type)
        pages[made.page, default: []].append(
          .init(
            url: made.url, type: Self.types[made.type] ?? made.type, expect: isBlocked ? "blocked" : "loaded")
        )
        rest -= 1
      }
    }
    let cases = pages.sorted { $0.key < $1.key }.map { Input.Page(page: $0.key, requests: $0.value) }
    let first = try await verdicts(of: cases, in: folder)
    // On a busy machine, a slow request looks like a blocked one, so unexpected results are tested again.
    let doubtful = zip(cases, first).compactMap { page, verdicts -> Input.Page? in
      let requests = zip(page.requests, verdicts).filter { $1 != "untestable" && $1 != $0.expect }.map(\.0)
      return requests.isEmpty ? nil : Input.Page(page: page.page, requests: requests)
    }
    #expect(doubtful.count < 4 + count / 100)
    if !doubtful.isEmpty, doubtful.count < 4 + count / 100 {
      for (page, verdicts) in zip(doubtful, try await verdicts(of: doubtful, in: folder)) {
        for (request, verdict) in zip(page.requests, verdicts) {
          #expect(verdict == request.expect, "\(request.type) \(request.url) on \(page.page)")
        }
      }
    }
    let all = first.flatMap { $0 }
    let (blocked, untestable) = (all.count { $0 == "blocked" }, all.count { $0 == "untestable" })
    print(
      "webkit: \(count) requests on \(cases.count) pages, \(blocked) blocked, \(untestable) untestable,"
        + " \(doubtful.count) pages asked again")
    #expect(blocked > count / 8)
    #expect(untestable < count / 10 + 2)
  }

  /// Returns WebKit's result for each request of each page.
  private func verdicts(of cases: [Input.Page], in folder: TemporaryFolder) async throws -> [[String]] {
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(Input(filters: ["tracker-radar.json"], cases: cases)).write(to: file)
    let run = try await ToolRun.python(WebKitTools.probe, ["--json", file.path], in: folder.url)
    guard run.status == 0 || run.status == 1 else {
      throw ProbeProblem(status: run.status, errors: run.errors)
    }
    let results = try run.output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Output.self, from: $0).requests.map(\.verdict)
    }
    try #require(results.map(\.count) == cases.map(\.requests.count))
    return results
  }
}
