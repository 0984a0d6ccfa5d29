import Foundation
import SluiceLists
import Testing
import TestSupport

@testable import SluiceProtection

/// Closed tabs leave nothing behind.
@MainActor @Suite(.ends) struct ClosedViewTests {
  @Test func closedTabsAreRemovedFromStatistics() async throws {
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

  /// A holder may outlive its view, for example a controller that an app reuses.
  ///
  /// Nobody would update the lists of a closed view.
  @Test func closedTabsLoseTheirLists() async throws {
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
    // Releasing a view removes its lists immediately.
    let other = FakeView()
    bench.protection.protect(other)
    bench.protection.release(other)
    #expect(other.lists.texts.isEmpty)
  }

  @Test func popupKeepsSharedLists() async throws {
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
