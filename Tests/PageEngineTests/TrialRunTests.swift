import Foundation
import SluiceConversion
import SluicePageInspection
import SluiceRules
import Testing
import TestSupport

@testable import sluice

/// Behavior that all engines share, in a made-up engine.
///
/// It either reports requests and errors, as WebKitGTK does, or not, as WebKit on macOS.
@Suite struct TrialRunTests {
  private static let address = "https://news.example/"
  private static let player = "https://cdn.example/player.js"
  private static let film = "https://cdn.example/film.js"
  private static let page = MadeUpPage(
    loads: [
      .init(url: player, kind: .script), .init(url: film, kind: .script, needs: player),
      .init(url: "https://ads.example/a.png", kind: .image),
    ],
    visible: ["#player": [player, film]], errors: ["ReferenceError: Can't find variable: play": player],
    html: "<!doctype html><body><div id=player>x</div>")

  private static func run(_ page: MadeUpPage = page, tells: Bool) -> (TrialRun<MadeUpEngine>, MadeUpEngine) {
    let engine = MadeUpEngine(page, tells: tells)
    return (TrialRun(.live(address), exchange: TrialExchange(folder: "/nonexistent"), engine: engine), engine)
  }

  private static func trial(_ filters: [String] = []) throws -> EngineTrial {
    var trial = EngineTrial()
    (trial.quiet, trial.selectors, trial.readsDocuments, trial.takesPicture) = (1, ["#player"], true, true)
    if !filters.isEmpty {
      trial.lists = try EngineRun.lists([filters]).lists.map { Data($0.evaluator.list.encodedJSON()) }
    }
    return trial
  }

  @Test(arguments: [true, false]) func trialCombinesObservations(tells: Bool) throws {
    var (run, engine) = Self.run(tells: tells)
    let without = try run.observe(try Self.trial(), number: 0)
    #expect(without.outcome == .loaded && without.engine == "made up" && without.page == Self.address)
    #expect(without.isSeenByScripts == !tells)
    #expect(without.loads.map(\.url) == [Self.address, Self.player, Self.film, "https://ads.example/a.png"])
    #expect(without.loads.map(\.kind) == ["document", "script", "script", "image"])
    #expect(without.loads.dropFirst().allSatisfy { $0.frame == Self.address })
    #expect(without.visible == [true] && without.errors.isEmpty && without.blocked.isEmpty)
    #expect(without.documents.map(\.html) == [Self.page.html] && without.difference == nil)
    let with = try run.observe(try Self.trial(["/player.js", "###player"]), number: 1)
    #expect(with.loads.map(\.url) == [Self.address, "https://ads.example/a.png"])
    #expect(with.blocked == [BlockedLoad(url: Self.player, page: Self.address)])
    #expect(with.errors == ["\(Self.address):1:1: ReferenceError: Can't find variable: play"])
    #expect(with.visible == [false] && with.difference?.share == 1)
    _ = try run.observe(try Self.trial(["/player.js", "###player"]), number: 2)
    #expect(engine.compiled == ["list1"], "a list is compiled once")
  }

  @Test func trialFailuresAreReported() throws {
    var (run, engine) = Self.run(tells: true)
    var trial = try Self.trial()
    trial.lists = [Data("{}".utf8)]
    #expect(try run.observe(trial, number: 0).outcome == .rejected(list: 0, words: "no list"))
    engine.state = .failed("no such host")
    #expect(try run.observe(try Self.trial(), number: 1).outcome == .failed("no such host"))
    engine.state = .loading
    trial = try Self.trial()
    trial.timeout = 0
    #expect(try run.observe(trial, number: 2).outcome == .timeout)
  }

  /// The repair finds the exceptions, whatever the engine reports.
  @Test(arguments: [true, false]) func trialRepairFindsExceptions(tells: Bool) throws {
    // An error that also occurs without lists is not attributed to them.
    var page = Self.page
    page.errors["TypeError: of its own"] = "https://never.example/"
    var (run, _) = Self.run(page, tells: tells)
    let filters = ["||cdn.example^", "||ads.example^", "##.other", "###player"]
    var number = 0
    var trial = EngineTrial()
    trial.quiet = 1
    let repair = try PageRepair(
      .live(Self.address), trial: trial,
      expectations: [.visible(try ExpectedSelector(parsing: "#player")), .noErrors],
      suffixes: .wellKnown,
      lists: { (more: [String]) throws(any Error) in try EngineRun.lists([filters + more]) },
      observe: { (trial: EngineTrial) throws(any Error) in
        number += 1
        return try run.observe(trial, number: number)
      })
    guard case .repaired(let causes) = repair.outcome else {
      Issue.record("\(repair.outcome)")
      return
    }
    #expect(
      Set(causes.map(\.exception)) == [
        "@@||cdn.example/player.js$script,domain=news.example",
        "@@||cdn.example/film.js$script,domain=news.example", "news.example#@##player",
      ])
    #expect(number == repair.loads)
  }

  /// If the engine does not report blocks, it is only known which requests did not load.
  @Test(arguments: [true, false]) func unreportedBlocksAppearAsFailedRequests(tells: Bool) throws {
    var (run, _) = Self.run(tells: tells)
    var judge = PageJudge(try EngineRun.lists([["||cdn.example^"]]), suffixes: .wellKnown)
    let seen = try EngineInspection(.live(Self.address), trial: try Self.trial(), judge: &judge) {
      (trial: EngineTrial) throws(any Error) in try run.observe(trial, number: 0)
    }
    #expect(
      seen.inspection.requests.map(\.observed) == [.loaded, .blocked, tells ? .notAsked : nil, .loaded])
    #expect(seen.inspection.requests.allSatisfy { !$0.isDisputed })
    #expect(seen.errors.map(\.text) == ["\(Self.address):1:1: ReferenceError: Can't find variable: play"])
  }
}

/// The documents of a page and of its popups.
@Suite struct DocumentLoadsTests {
  @Test func redirectsAndPopupsAreTracked() {
    var documents = DocumentLoads<Int>()
    documents.begin("https://a.example/", in: 1)
    documents.redirect(to: "https://b.example/", in: 1)
    #expect(documents.waiting == 1)
    documents.answer(200, in: 1)
    documents.begin("https://popup.example/", in: 2)
    documents.end(in: 1)
    #expect(documents.waiting == 1)
    documents.answer(404, in: 2)
    documents.end(in: 2)
    documents.end(in: 2)
    documents.redirect(to: "https://late.example/", in: 2)
    #expect(documents.waiting == 0)
    #expect(
      documents.loads.map(\.url) == ["https://a.example/", "https://b.example/", "https://popup.example/"])
    #expect(documents.loads.map(\.redirect) == ["https://b.example/", nil, nil])
    #expect(documents.loads.map(\.status) == [nil, 200, 404])
    #expect(documents.loads.allSatisfy { $0.kind == "document" && $0.duration != nil })
  }

  /// The record of a page that navigates endlessly is truncated.
  @Test func endlessNavigationRecordIsTruncated() {
    var documents = DocumentLoads<Int>()
    for number in 0..<20_000 { documents.begin("https://a.example/\(number)", in: 1) }
    #expect(documents.loads.count == 10_000 && documents.waiting == 0)
  }
}
