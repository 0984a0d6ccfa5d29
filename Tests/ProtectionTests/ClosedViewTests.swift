import Foundation
import ListBuilding
import TestSupport
import Testing

@testable import Protection

/// Tabs that are closed leave nothing behind.
@MainActor @Suite(.ends) struct ClosedViewTests {
  @Test func statisticsOfClosedTabsAreForgotten() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    for _ in 0..<100 {
      let tab = FakeView()
      bench.protection.protect(tab)
      tab.open("https://news.example/", in: bench.protection)
    }
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(bench.protection.statistics.viewCount == 1)
  }

  /// A holder may outlive its view, as a controller that an app keeps for the next one: lists of a view that is gone are nobody's
  /// to switch any more.
  @Test func listsOfClosedTabsAreTakenAway() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    let holder = FakeHolder()
    do {
      let tab = FakeView(holder)
      bench.protection.protect(tab)
      #expect(holder.texts == [rules("one")])
    }
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(holder.texts.isEmpty)
    // One that is released is let alone at once.
    let other = FakeView()
    bench.protection.protect(other)
    bench.protection.release(other)
    #expect(other.lists.texts.isEmpty)
  }

  @Test func aPopupKeepsTheListsThatItShares() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    let holder = FakeHolder()
    let popup = FakeView(holder)
    do {
      let opener = FakeView(holder)
      bench.protection.protect(opener)
      bench.protection.protect(popup)
      opener.open("https://news.example/", in: bench.protection)
    }
    popup.open("https://news.example/", in: bench.protection)
    #expect(holder.texts == [rules("one")])
  }
}
