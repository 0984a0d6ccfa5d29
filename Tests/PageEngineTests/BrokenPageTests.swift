import Foundation
import SluiceConversion
@testable import sluice
import SluicePageInspection
import Testing
import TestSupport

/// Repairs made-up pages in the real engine, with exactly the exceptions that they need.
@Suite(
  .browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment),
  .serialized, .ends
)
struct BrokenPageTests {
  /// Everyday runs test a sample of many kinds.
  private static let pages: [BrokenPage] =
    SlowTrait.runsWhole
    ? BrokenPage.all : BrokenPage.all.enumerated().filter { $0.offset % 22 == 0 }.map(\.element)

  @Test(arguments: pages) func repairFindsFewestExceptions(_ broken: BrokenPage) throws {
    let count = 18 + 4 * (broken.name.utf8.count % 5)
    let page = broken.amid(count)
    let (repair, _) = try EngineRun.repair(page)
    guard case .repaired(let causes) = repair.outcome else {
      Issue.record("\(page.name): \(repair.outcome)")
      return
    }
    #expect(Set(causes.map(\.exception)) == Set(page.exceptions), "\(page.name)")
    let candidates = repair.candidates.all.count
    #expect(candidates >= count)
    let limit = 2 * Double(causes.count) * log2(Double(candidates))
    #expect(
      Double(repair.loads) <= limit,
      "\(page.name): \(repair.loads) loads for \(causes.count) of \(candidates)")
  }

  @Test func intactPageIsReported() throws {
    var page = BrokenPage(
      "whole", "<p id=content>x", filters: ["||ads.example^"], visible: ["#content"], exceptions: [])
    guard case .notBroken = try EngineRun.repair(page).repair.outcome else {
      Issue.record("the page is whole")
      return
    }
    page.visible = ["#nothing"]
    guard case .brokenWithoutLists = try EngineRun.repair(page).repair.outcome else {
      Issue.record("there is no such element")
      return
    }
  }
}
