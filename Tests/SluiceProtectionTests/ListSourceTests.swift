import Foundation
import SluiceSystem
import SluiceProtection
import Testing
import TestSupport

/// Directories of `sluice build`, local and on a server.
@MainActor @Suite(.ends) struct ListSourceTests {
  @Test func directorySourceProvidesLists() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write(rules("one"), to: "ads.json")
    try Data(manifestBytes([("ads.json", rules("one"))])).write(
      to: folder.url.appending(path: "manifest.json"))
    let engine = FakeEngine()
    let view = FakeView()
    let protection = Protection(
      source: DirectorySource(path: folder.path), engine: engine, folder: folder.path("store"))
    protection.protect(view)
    await protection.start()
    #expect(protection.state.kind == .protected)
    #expect(view.lists.texts == [rules("one")])
  }

  @Test func invalidManifestsAreSourceProblems() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let cases: [(inout [String: Any]) -> Void] = [
      { $0["schema"] = 2 }, { $0["outputs"] = [] as [Any] }, { $0["begun"] = [] as [Any] },
      { $0["tool"] = nil },
      { object in
        var outputs = object["outputs"] as? [[String: Any]] ?? []
        outputs[0]["name"] = "../ads.json"
        object["outputs"] = outputs
      },
      { object in
        var outputs = object["outputs"] as? [[String: Any]] ?? []
        outputs[0]["sha256"] = "../../ads"
        object["outputs"] = outputs
      },
      { object in
        var outputs = object["outputs"] as? [[String: Any]] ?? []
        outputs[0]["bytes"] = -1
        object["outputs"] = outputs
      },
    ]
    for change in cases {
      let bytes = try manifestBytes([("ads.json", rules("one"))], change: change)
      try Data(bytes).write(to: folder.url.appending(path: "manifest.json"))
      await #expect(throws: ListSourceProblem.self) {
        _ = try await DirectorySource(path: folder.path).offer(unless: nil)
      }
    }
    let whole = try manifestBytes([("ads.json", rules("one"))])
    try Data(whole.dropLast(20)).write(to: folder.url.appending(path: "manifest.json"))
    await #expect(throws: ListSourceProblem.badManifest("it is not a Sluice manifest")) {
      _ = try await DirectorySource(path: folder.path).offer(unless: nil)
    }
  }

  /// A server with predefined responses.
  private struct Transport: ListTransport {
    var answers: [String: TransportAnswer]

    func get(_ url: URL, etag: String?, atMost limit: Int) async throws(ListSourceProblem) -> TransportAnswer
    {
      guard var answer = answers[url.lastPathComponent] else { return TransportAnswer(status: 404) }
      if let etag, etag == answer.etag { answer = TransportAnswer(status: 304) }
      return answer
    }
  }

  @Test func serverSourceProvidesLists() async throws {
    let url = try #require(URL(string: "https://lists.example/public/"))
    var transport = Transport(answers: [
      "manifest.json": .init(
        status: 200, etag: "\"1\"", body: try manifestBytes([("ads.json", rules("one"))])),
      "ads.json": .init(status: 200, body: Array(rules("one").utf8)),
    ])
    let source = ServerSource(url, transport: transport)
    let offer = try #require(try await source.offer(unless: nil))
    #expect(offer.etag == "\"1\"")
    #expect(try await source.offer(unless: "\"1\"") == nil)
    #expect(try await source.bytes(of: "ads.json", atMost: 1000) == Array(rules("one").utf8))
    await #expect(throws: ListSourceProblem.tooLarge("ads.json")) {
      _ = try await source.bytes(of: "ads.json", atMost: 10)
    }
    await #expect(throws: ListSourceProblem.answered(status: 404)) {
      _ = try await source.bytes(of: "none.json", atMost: 10)
    }
    for status in [301, 304, 403, 404, 410, 429, 500, 503] {
      transport.answers["manifest.json"] = .init(status: status)
      let source = ServerSource(url, transport: transport)
      await #expect(throws: ListSourceProblem.answered(status: status)) {
        _ = try await source.offer(unless: nil)
      }
    }
  }

  @Test func trackerRadarSourceConvertsLists() async throws {
    let trackers = """
      {"trackers": {"tracker.example": {"domain": "tracker.example", "owner": {"name": "T"}, "default": "block", "rules": []}}}
      """
    let allowlist = #"{"tracker.example": {"rules": [{"rule": "tracker.example/x", "domains": ["<all>"]}]}}"#
    let source = TrackerRadarSource { () throws(ListSourceProblem) in
      .init(trackers: Array(trackers.utf8), exceptions: [Array(allowlist.utf8)])
    }
    let offer = try #require(try await source.offer(unless: nil))
    #expect(try await source.offer(unless: offer.etag) == nil)
    let forms = try #require(offer.lists.first?.forms)
    #expect(
      forms.map(\.leftOut) == [[], ["request-blocklist", "unprotected-temporary", "tracker-allowlist"]])
    let bench = try Bench(nil)
    let protection = Protection(source: source, engine: bench.engine, folder: bench.folder.path("radar"))
    let view = FakeView()
    protection.protect(view)
    bench.engine.rejects = ["example\\\\\\\\.example/x", "tracker\\\\\\\\.example/x", "/x"]
    await protection.start()
    #expect(protection.state.lists.first?.leftOut.last == "tracker-allowlist")
    #expect(view.lists.texts.count == 1)
    await #expect(throws: ListSourceProblem.self) {
      _ = try await TrackerRadarSource { () throws(ListSourceProblem) in .init(trackers: [0x7b]) }.offer(
        unless: nil)
    }
  }

  /// A browser with only Tracker Radar gets its surrogates and counts too.
  @Test func trackerRadarSourceProvidesPageScripts() async throws {
    let trackers = """
      {"trackers": {"tracker.example": {"domain": "tracker.example", "owner": {"name": "T"}, "default": "block",
        "rules": [{"rule": "tracker\\\\.example/lib\\\\.js", "surrogate": "lib.js"}]}}}
      """
    func source(_ surrogates: [String: String], reports: Bool) -> TrackerRadarSource {
      TrackerRadarSource(reports: reports) { () throws(ListSourceProblem) in
        .init(trackers: Array(trackers.utf8), surrogates: surrogates.mapValues { Array($0.utf8) })
      }
    }
    let whole = source(["lib.js": "(() => { window.lib = 1 })()"], reports: true)
    let offer = try #require(try await whole.offer(unless: nil))
    let scripts = try #require(offer.lists.first?.scripts)
    #expect(scripts.map(\.name) == ["tracker-radar.isolated.js", "tracker-radar.page.js"])
    #expect(scripts.map(\.isOfPage) == [false, true])
    let page = try await whole.bytes(of: "tracker-radar.page.js", atMost: 1 << 20)
    #expect(String(decoding: page, as: UTF8.self).contains("window.lib = 1"))
    // A view gets both scripts with one secret, and their reports are counted.
    var options = ProtectionOptions()
    options.countsBlocked = true
    let bench = try Bench(nil)
    let protection = Protection(
      source: whole, engine: bench.engine, folder: bench.folder.path("radar"), options: options)
    let view = FakeView()
    protection.protect(view)
    await protection.start()
    #expect(protection.state.kind == .protected)
    #expect(view.lists.scripts.map(\.isOfPage) == [false, true])
    view.open("https://news.example/", in: protection)
    let report =
      #"{"page":"https://news.example/","frame":null,"requests":[{"url":"https://tracker.example/lib.js","type":"script"}]}"#
    await protection.report(Array(report.utf8), in: view)
    #expect(protection.statistics(for: view).requests == 1)

    // Different surrogates make a different offer. Without surrogates and reports, no script is needed.
    #expect(try await source(["lib.js": "2"], reports: true).offer(unless: offer.etag) != nil)
    let none = try await source([:], reports: false).offer(unless: nil)
    #expect(none?.lists.first?.scripts == [])
    await #expect(throws: ListSourceProblem.self) {
      _ = try await source(["lib.js": "function ("], reports: false).offer(unless: nil)
    }
  }
}
