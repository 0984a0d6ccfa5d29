import Foundation
import SluiceConversion
@testable import sluice
import SluicePageInspection
import SluiceRules
import Testing
import TestSupport

/// A script in each document reports the same as the engine itself, as far as scripts can see.
///
/// On macOS this is the only information.
@Suite(
  .browser,
  .enabled(if: EngineRun.isAvailable, EngineRun.comment),
  .serialized, .ends)
struct SeenByScriptsTests {
  @Test(arguments: seeds(40, oneIn: 40)) func scriptObservationsAgreeWithEngine(_ seed: Int) throws {
    var generator = PageGenerator(seed: UInt64(seed))
    let made = generator.generate()
    let run = try EngineRun.start(made.page)
    var trial = EngineTrial.patient
    trial.selectors = made.classes.map { ".\($0)" }
    for lists in [[], try EngineRun.lists(made.lists).lists.map { Data($0.evaluator.list.encodedJSON()) }] {
      trial.lists = lists
      trial.isSeenByScripts = false
      let told = try run.browser.observe(trial)
      trial.isSeenByScripts = true
      let seen = try run.browser.observe(trial)
      let context = Comment(rawValue: "seed \(seed), \(lists.count) lists")
      #expect(seen.isSeenByScripts && !told.isSeenByScripts && seen.outcome == told.outcome, context)
      #expect(Self.loads(seen) == Self.loads(told), context)
      #expect(seen.visible == told.visible, context)
      #expect(Set(seen.blocked.map(\.url)).isSubset(of: told.blocked.map(\.url)), context)
      #expect(Set(Self.images(seen.blocked)) == Set(Self.images(told.blocked)), context)
      #expect(seen.errors == told.errors.filter { $0.contains("TypeError") }, context)
    }
    withExtendedLifetime(run.folder) {}
  }

  /// A request visible to scripts.
  ///
  /// These exclude sockets and other open connections, and documents of popups, which the view reports.
  private struct Load: Hashable {
    let url: String
    let kind: String?
    let frame: String?
  }

  private static func loads(_ seen: EngineObservation) -> Set<Load> {
    Set(
      seen.loads.enumerated().compactMap { number, load in
        if number > 0, load.kind == "document" || load.kind == "websocket" { return nil }
        // Scripts cannot tell a beacon from other requests.
        let isBeacon = load.kind == "beacon" || load.kind == "other"
        if isBeacon, load.frame == nil { return nil }
        return Load(url: load.url, kind: isBeacon ? "other" : load.kind, frame: load.frame)
      })
  }

  /// Returns the requests of elements that did not load.
  private static func images(_ blocked: [BlockedLoad]) -> [String] {
    blocked.map(\.url).filter {
      $0.contains(".svg") || $0.contains(".css") || $0.contains(".js") && !$0.contains(".json")
    }
  }

  /// All pages except those whose cause no script sees: a socket and a redirect by the server.
  private static let pages: [BrokenPage] = {
    let seen = BrokenPage.all.filter { !["socket", "redirected"].contains($0.name) }
    return SlowTrait.runsWhole ? seen : seen.enumerated().filter { $0.offset % 22 == 3 }.map(\.element)
  }()

  /// The repair finds the cause nevertheless.
  @Test(arguments: pages) func pageIsRepairedFromScriptObservations(_ broken: BrokenPage) throws {
    let (repair, _) = try EngineRun.repair(broken, isSeenByScripts: true)
    guard case .repaired(let causes) = repair.outcome else {
      Issue.record("\(broken.name): \(repair.outcome)")
      return
    }
    #expect(Set(causes.map(\.exception)) == Set(broken.exceptions), "\(broken.name)")
  }
}
