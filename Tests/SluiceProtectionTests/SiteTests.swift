import Foundation
import SluiceAnalysis
import SluiceLists
import SluiceProtection
import SluiceRules
import Testing
import TestSupport

/// Unprotected sites.
@MainActor @Suite(.ends) struct SiteTests {
  private static let site = Site(host: "good.example")

  @Test func invalidHostsMakeNoSite() {
    #expect(Site(host: "") == nil)
    #expect(Site(host: "a b") == nil)
    #expect(Site(host: "a/b") == nil)
    #expect(Site(host: #"a"}],"#) == nil)
    #expect(Site(page: "about:blank") == nil)
    #expect(Site(page: "file:///tmp/a") == nil)
    #expect(Site(page: "https://[::1]/") == nil)
    #expect(Site(page: "https://WWW.Good.example:8443/x?y#z") == Self.site)
    #expect(Site(page: "https://user:good.example@other.example/")?.description == "other.example")
  }

  /// No type has the name of the module, so that apps with a `Site` of their own can name this one.
  @Test func siteCanBeNamedWithItsModule() {
    let site: SluiceProtection.Site? = Self.site
    #expect(site?.description == "good.example")
  }

  private func bench(hiding: Bool = true) async throws -> Bench {
    let source = FakeSource()
    let network = FakeSource.file("network.json", rules("network"))
    let cosmetic = FakeSource.file("cosmetic.json", rules("cosmetic"), isHiding: true)
    source.set(
      ListOffer(identifier: "1", lists: [.init(name: "ads", forms: [.init(files: [network, cosmetic])])]),
      files: [(network, rules("network")), (cosmetic, rules("cosmetic"))])
    let bench = try Bench(source)
    await bench.protection.start()
    return bench
  }

  @Test func unprotectedSiteSwitchesListsInTwoStages() async throws {
    let bench = try await bench()
    let lists = bench.view.lists
    bench.view.open("https://news.example/", in: bench.protection)
    bench.protection.setUnprotected(try #require(Self.site))
    func active() -> [Bool] { [lists.has("network"), lists.has("cosmetic")] }
    #expect(active() == [true, true])
    func send(_ event: NavigationEvent) { bench.protection.navigation(event, in: bench.view) }
    let ids = (100..<103).map { NavigationID($0) }
    // To the unprotected site: the previous page is still there until the response.
    send(.asked("https://sub.good.example/"))
    send(.started("https://sub.good.example/", ids[0]))
    #expect(active() == [true, false])
    send(.answered("https://sub.good.example/"))
    #expect(active() == [false, false])
    bench.view.page = "https://sub.good.example/"
    send(.committed("https://sub.good.example/", ids[0]))
    send(.ended(ids[0]))
    #expect(active() == [false, false])
    // Back: immediately.
    send(.asked("https://news.example/"))
    send(.started("https://news.example/", ids[1]))
    #expect(active() == [true, true])
    // The navigation ended without a page (204, a download), so the previous page is still there.
    send(.ended(ids[1]))
    #expect(active() == [false, false])
    // A redirect decides again.
    send(.asked("https://good.example/"))
    send(.started("https://good.example/", ids[2]))
    send(.redirected("https://news.example/", ids[2]))
    #expect(active() == [true, true])
    send(.redirected("https://good.example/", ids[2]))
    #expect(active() == [false, false])
    // Pages that only resemble the site.
    for page in [
      "https://news.example/#https://good.example/", "https://notgood.example/", "https://good.example.evil/",
      "https://good.example@news.example/", "about:blank",
    ] {
      bench.view.open(page, in: bench.protection)
      #expect(active() == [true, true], "\(page)")
    }
  }

  @Test func viewsSharingHolderSwitchTogether() async throws {
    let bench = try await bench()
    let popup = FakeView(bench.view.lists)
    bench.protection.setUnprotected(try #require(Self.site))
    bench.view.open("https://news.example/", in: bench.protection)
    bench.protection.protect(popup)
    popup.open("https://good.example/", in: bench.protection)
    #expect(bench.view.lists.texts.count == 2)
    bench.view.open("https://good.example/", in: bench.protection)
    #expect(bench.view.lists.texts.isEmpty)
    bench.protection.release(bench.view)
    #expect(bench.view.lists.texts.isEmpty)
    popup.open("https://news.example/", in: bench.protection)
    #expect(bench.view.lists.texts.count == 2)
    // Other views are not affected.
    let other = FakeView()
    bench.protection.protect(other)
    popup.open("https://good.example/", in: bench.protection)
    #expect(other.lists.texts.count == 2)
  }

  @Test func listsAreRecompiledWithSiteException() async throws {
    let bench = try await bench()
    bench.protection.setUnprotected(try #require(Self.site))
    #expect(!bench.protection.state.areSitesExact)
    #expect(bench.protection.state.kind == .protected)
    bench.view.lists.leastLists = .max
    try await bench.passExceptionDelay()
    #expect(bench.view.lists.leastLists >= 2)
    #expect(bench.view.lists.texts.count == 2)
    #expect(
      bench.view.lists.texts.allSatisfy { $0.contains("if-top-url") && $0.contains("ignore-previous-rules") })
    let before = bench.view.lists.changes
    bench.view.open("https://good.example/", in: bench.protection)
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(bench.view.lists.changes == before)

    // The next start looks up the compiled lists.
    let second = try bench.again()
    await second.protection.start()
    #expect(second.engine.compiled.isEmpty)
    #expect(second.protection.state.areSitesExact)
    #expect(second.protection.unprotectedSites == [try #require(Self.site)])

    // Protected again: the previous lists are still compiled.
    second.protection.setUnprotected(try #require(Self.site), isUnprotected: false)
    try await second.until { second.protection.state.areSitesExact }
    #expect(second.engine.compiled.isEmpty)
    #expect(second.view.lists.texts == [rules("cosmetic"), rules("network")])
  }

  @Test func appendedRuleIsOnlyException() async throws {
    let bench = try await bench()
    bench.protection.setUnprotected(try #require(Self.site))
    try await bench.passExceptionDelay()
    let text = try #require(bench.view.lists.texts.first { $0.contains("network") })
    let list = try RuleList(decodingJSON: text)
    #expect(list.rules.count == 2)
    let evaluator = RuleListEvaluator(list)
    for (page, isBlocked) in [
      ("https://good.example/", false), ("https://sub.good.example:8443/x", false),
      ("https://other.example/", true),
      ("https://notgood.example/", true), ("https://good.example.evil.example/", true),
      ("https://other.example/?u=https://good.example/", true),
      ("https://other.example/#https://good.example/", true),
      ("https://good.example:80@other.example/", true),
    ] {
      let load = RequestDescription(
        url: Array("https://network.example/".utf8), page: Array(page.utf8), kind: .script)
      #expect(evaluator.decide(load.request(.wellKnown)).isBlocked == isBlocked, "\(page)")
    }
  }

  @Test func fullListIsSwitchedOffForSite() async throws {
    let source = FakeSource()
    let full = FakeSource.file("full.json", rules("full"), rules: 150_000)
    source.set(
      ListOffer(identifier: "1", lists: [.init(name: "ads", forms: [.init(files: [full])])]),
      files: [(full, rules("full"))])
    let bench = try Bench(source)
    bench.protection.setUnprotected(try #require(Self.site))
    await bench.protection.start()
    #expect(bench.view.lists.texts == [rules("full")])
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems == [.noRoomForSites("ads")])
    bench.view.open("https://good.example/", in: bench.protection)
    #expect(bench.view.lists.texts.isEmpty)
  }

  @Test(.inTurn) func tenThousandSitesAreSupported() async throws {
    let bench = try await bench()
    for number in 0..<10_000 {
      bench.protection.setUnprotected(try #require(Site(host: "a\(number).example")))
    }
    try await bench.passExceptionDelay()
    #expect(bench.engine.compiled.count == 4)
    let second = try bench.again()
    await second.protection.start()
    #expect(second.engine.compiled.isEmpty)
    #expect(second.protection.unprotectedSites.count == 10_000)
    #expect(second.protection.isUnprotected(page: "https://x.a9999.example/"))
    #expect(!second.protection.isUnprotected(page: "https://a10000.example/"))
  }
}
