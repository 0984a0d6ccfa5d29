import Foundation
@testable import SluiceBrowserModel
import SluiceProtection
import SluiceRules
import Testing
import TestSupport

/// Protection, sites, history, settings and Fire.
@MainActor @Suite(.ends) struct ModelTests {
  private static func report(_ page: String, _ urls: [String]) -> [UInt8] {
    let requests = urls.map { "{\"url\":\"\($0)\",\"type\":\"script\"}" }.joined(separator: ",")
    return Array("{\"page\":\"\(page)\",\"frame\":null,\"requests\":[\(requests)]}".utf8)
  }

  // MARK: Dashboard

  @Test(arguments: [
    (-1e300, "just now"), (59, "just now"), (60, "1 min ago"), (7200, "2 h ago"), (1e300, "99999 days ago"),
  ])
  func anyTimeOfTheLastCheckHasWords(seconds: Double, words: String) {
    #expect(Dashboard.ago(seconds) == words)
  }

  @Test func dashboardNamesOwnersListsAndFilters() async throws {
    let bench = try Bench()
    try await bench.start()
    let tab = bench.model.openWindow(["https://news.example/"]).tabs[0]
    let page = bench.pages[0]
    await bench.model.protection.report(
      Self.report(
        "https://news.example/",
        ["https://cdn.ads.example/ad.js", "https://x.doubleclick.net/tag.js", "https://news.example/own.js"]),
      in: page)
    let dashboard = bench.model.dashboard(of: tab)
    #expect(dashboard.shield.look == .protected)
    #expect(dashboard.blocked == "At least 2 requests blocked")
    #expect(dashboard.owners.map(\.name) == ["Ads Inc.", "Owner not known"])
    #expect(dashboard.categories.map(\.name) == ["Ad Motivated Tracking", "Advertising"])
    #expect(Set(dashboard.byList.map(\.name)) == ["starter", "tracker-radar"])
    #expect(dashboard.lists == ["● starter: newest version", "● tracker-radar: newest version"])
    // A busy machine may take minutes to get here.
    #expect(dashboard.checked.hasPrefix("Checked "))
    #expect(dashboard.checked.hasSuffix(" just now") || dashboard.checked.hasSuffix(" min ago"))
    page.answer = { $0.contains("outerHTML") ? "<p class=ad>x</p>" : "3" }
    let details = await bench.model.details(of: tab, isBroken: true)
    #expect(
      details.requests.map(\.url) == ["https://cdn.ads.example/ad.js", "https://x.doubleclick.net/tag.js"])
    let cause = try #require(details.requests.last?.causes.first)
    #expect(cause.hasPrefix("starter: ||doubleclick.net^$third-party (starter.txt:"))
    #expect(details.requests.first?.causes == ["tracker-radar: tracker ads.example"])
    #expect(details.exceptions == ["@@||x.doubleclick.net/tag.js$script,domain=news.example"])
    #expect(details.beyond == 1)
  }

  /// Every combination of state: a look of protection only where a list acts and the site is not unprotected.
  @Test func shieldNeverClaimsProtectionWhenNothingActs() async throws {
    let bench = try Bench(refuses: true)
    let tab = bench.model.openWindow(["https://news.example/"]).tabs[0]
    #expect(bench.model.shield(of: tab).look == .preparing)
    try await bench.start()
    #expect(bench.model.shield(of: tab).look == .off)
    #expect(bench.model.shield(of: tab).title == "Not protected")
    #expect(bench.model.banner(of: bench.model.openWindow().tabs[0]) != nil)
    let empty = bench.model.openWindow().tabs[0]
    #expect(bench.model.shield(of: empty).look == .idle)
  }

  /// Each download has one end, and Fire keeps only those that still run.
  @Test func downloadsAreListed() {
    let list = DownloadList()
    let (first, second, third) = (list.begin("https://u:p@a.example/x"), list.begin("b"), list.begin("c"))
    #expect(list.entries.map(\.description) == ["c: 0 %", "b: 0 %", "https://a.example/x: 0 %"])
    list.name(first, "a\n\u{202E}.bin")
    list.progress(first, 0.5)
    list.end(second, failure: "no room")
    list.end(second)
    list.progress(second, 1)
    list.end(third)
    #expect(list.entries.map(\.description) == ["c: stored", "b: no room", "a .bin: 50 %"])
    list.removeEnded()
    #expect(list.entries.map(\.id) == [first])
    for number in 0..<300 { _ = list.begin("\(number)") }
    #expect(list.entries.count == DownloadList.maximum && list.entries.first?.name == "299")
  }

  @Test func unreachableServerLeavesEmbeddedListsAndABanner() async throws {
    let bench = try Bench(source: UnreachableSource())
    let tab = bench.model.openWindow(["https://news.example/"]).tabs[0]
    try await bench.start()
    tab.open("https://news.example/")
    #expect(bench.model.shield(of: tab).title == "Protected by older lists")
    let banner = try #require(bench.model.banner(of: bench.model.openWindow().tabs[0])).text
    #expect(banner.contains("no network") && banner.contains("came with the browser"))
    #expect(
      bench.model.dashboard(of: tab).lists.allSatisfy { $0.hasSuffix(": version that came with the browser") }
    )
  }

  // MARK: Sites

  @Test func unprotectedSiteCountsNothingAndReturnsWithoutGap() async throws {
    let bench = try Bench()
    try await bench.start()
    let window = bench.model.openWindow([
      "https://www.news.example/", "https://news.example/b", "https://other.example/",
    ])
    let tab = window.tabs[0]
    bench.model.setProtected(false, tab)
    #expect(bench.model.shield(of: tab).look == .unprotected)
    #expect(bench.model.shield(of: window.tabs[2]).look == .protected)
    #expect(bench.pages.map { $0.calls.last } == ["reload", "reload", "load https://other.example/"])
    #expect(bench.model.dashboard(of: tab).blocked == "Nothing is blocked on this page")
    bench.model.setProtected(true, tab)
    #expect(bench.model.shield(of: tab).look == .protected)
    #expect(bench.model.sites.count == 0)
  }

  @Test func subdomainOfUnprotectedSiteIsProtectedWithTheWholeSite() async throws {
    let bench = try Bench()
    try await bench.start()
    bench.model.sites.set([try #require(Site(host: "news.example"))], isUnprotected: true)
    let tab = bench.model.openWindow(["https://m.news.example/"]).tabs[0]
    #expect(bench.model.shield(of: tab).look == .unprotected)
    bench.model.setProtected(true, tab)
    #expect(bench.model.shield(of: tab).look == .protected)
  }

  @Test func sitesAreSearchedRemovedAndPutBack() async throws {
    let bench = try Bench()
    try await bench.start()
    let sites = bench.model.sites
    sites.set((0..<10_000).compactMap { Site(host: "site\($0).example") }, isUnprotected: true)
    #expect(sites.count == 10_000)
    #expect(sites.search("site999").map(\.description).contains("site9990.example"))
    #expect(sites.search("SITE999 ", limit: 3).count == 3)
    sites.set([try #require(Site(host: "site7.example"))], isUnprotected: false)
    #expect(sites.count == 9_999 && sites.search("site7.example").isEmpty)
    sites.undo()
    #expect(sites.count == 10_000)
    sites.removeAll()
    #expect(sites.count == 0 && sites.search().isEmpty)
    sites.undo()
    #expect(sites.count == 10_000 && !sites.canUndo)
  }

  @Test(arguments: [
    ("b\u{fc}cher.example", ["xn--bcher-kva.example"]), ("B\u{dc}CHER.example", ["xn--bcher-kva.example"]),
    ("xn--b", ["xn--bcher-kva.example"]), ("example", ["a.example", "xn--bcher-kva.example"]),
    (" xn- -b", ["xn--bcher-kva.example"]), ("longer than any of the sites.example", []), ("%", []),
  ]) func sitesAreFound(text: String, found: [String]) throws {
    let sites = try Bench().model.sites
    sites.set(["a.example", "b\u{fc}cher.example"].compactMap { Site(host: $0) }, isUnprotected: true)
    #expect(sites.search(text).map(\.description) == found)
  }

  @Test func siteAloneIsRemovedFromTheListAndLargerOnesByTheSwitch() async throws {
    let bench = try Bench()
    try await bench.start()
    let hosts = ["news.example", "m.news.example", "other.example"].compactMap { Site(host: $0) }
    bench.model.sites.set(hosts, isUnprotected: true)
    bench.model.sites.set([hosts[1]], isUnprotected: false)
    #expect(bench.model.sites.search() == [hosts[0], hosts[2]])
    bench.model.sites.undo()
    bench.model.setProtected(true, bench.model.openWindow(["https://a.m.news.example/"]).tabs[0])
    #expect(bench.model.sites.search() == [hosts[2]])
    bench.model.sites.undo()
    #expect(bench.model.sites.count == 3)
  }

  @Test func sitesAreThereAfterTheNextStart() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let first = try Bench(folder)
    try await first.start()
    first.model.sites.set([try #require(Site(host: "news.example"))], isUnprotected: true)
    // The store is written in the background.
    let state = folder.path("browser/protection/state")
    for _ in 0..<200
    where (try? String(contentsOfFile: state, encoding: .utf8))?.contains("news.example") != true {
      try await Task.sleep(for: .milliseconds(10))
    }
    let second = try Bench(folder)
    try await second.start()
    #expect(second.model.sites.search().map(\.description) == ["news.example"])
  }

  // MARK: History

  @Test func historyIsSearchedAndRemovedByEntrySiteAndWhole() throws {
    let bench = try Bench()
    let window = bench.model.openWindow([
      "https://a.example/1", "https://www.a.example/2", "https://b.example/", "https://ba.example/",
    ])
    window.tabs[0].handle(.titled("Apples and pears"))
    let history = bench.model.history
    #expect(history.entries.map(\.url).first == "https://ba.example/")
    #expect(history.search("PEARS a.example").map(\.url) == ["https://a.example/1"])
    history.remove(try #require(history.search("pears").first))
    #expect(history.count == 3)
    history.undo()
    #expect(history.count == 4 && history.entries.last?.title == "Apples and pears")
    history.remove(try #require(Site(host: "a.example")))
    #expect(history.entries.map(\.url) == ["https://ba.example/", "https://b.example/"])
    history.removeAll()
    #expect(history.count == 0 && history.canUndo)
    history.undo()
    #expect(history.count == 2)
  }

  @Test func historyHasOnlyPagesOfTheWebOncePerVisit() throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["about:blank"]).tabs[0]
    tab.open(DetectionPage.url)
    tab.open("https://a.example/")
    tab.open("https://a.example/")
    #expect(bench.model.history.entries.map(\.url) == ["https://a.example/"])
  }

  @Test func historySaysWhenAPageWasVisited() throws {
    let bench = try Bench()
    var time = Date(timeIntervalSince1970: 1_800_000_000)
    bench.model.now = { time }
    bench.model.openWindow(["https://a.example/"])
    let entry = try #require(bench.model.history.entries.first)
    for (seconds, age) in [(5.0, "just now"), (300, "5 min ago"), (7_200, "2 h ago"), (-9_000, "just now")] {
      time = entry.time + seconds
      #expect(bench.model.age(of: entry) == age)
    }
  }

  @Test func historyAndTabsAreOnDiskOnlyIfAsked() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let first = try Bench(folder)
    first.model.openWindow(["https://a.example/"])
    await first.model.save()
    #expect(!FileManager.default.fileExists(atPath: folder.path("browser/history.json")))
    first.model.change { $0.keepsHistory = true }
    let failed = first.model.windows[0].open("https://b.example/")
    first.model.windows[0].open("https://c.example/", inBackground: true)
    failed.handle(.failed(PageFailure(.timedOut, url: "https://b.example/later")))
    await first.model.save()
    let second = try Bench(folder)
    second.model.restoreSession()
    #expect(
      second.model.history.entries.map(\.url).suffix(2) == ["https://b.example/", "https://a.example/"])
    // Only the shown tab needs a process. The others open when they are shown.
    let window = second.model.windows[0]
    #expect(
      window.tabs.map(\.address) == ["https://a.example/", "https://b.example/later", "https://c.example/"])
    #expect(window.tabs.map(\.title) == ["a.example", "b.example", "c.example"])
    #expect(window.shown?.url == "https://b.example/later")
    #expect(second.pages.map(\.calls) == [[], ["load https://b.example/later"], []])
    window.tabs[0].reload()
    #expect(second.pages[0].calls.isEmpty)
    window.step(1)
    window.step(-1)
    window.step(1)
    #expect(second.pages[2].calls == ["load https://c.example/"])
    // Tabs that were never shown are kept, too.
    await second.model.save()
    let third = try Bench(folder)
    third.model.restoreSession()
    #expect(third.model.windows[0].tabs.map(\.address).first == "https://a.example/")
    third.model.windows[0].close(third.model.windows[0].tabs[0])
    third.model.windows[0].reopen()
    #expect(third.model.windows[0].shown?.url == "https://a.example/")
    third.model.change { $0.keepsHistory = false }
    await third.model.save()
    #expect(try Bench(folder).model.history.count == 0)
    // The other two have stored what was pending, and do not store it again.
    try await Task.sleep(for: .milliseconds(700))
    #expect(!FileManager.default.fileExists(atPath: folder.path("browser/session.json")))
  }

  @Test func damagedFilesAreIgnored() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try FileManager.default.createDirectory(atPath: folder.path("browser"), withIntermediateDirectories: true)
    try folder.write("{\"search\": 3", to: "browser/settings.json")
    #expect(try Bench(folder).model.settings == BrowserSettings())
    try folder.write("{\"keepsHistory\": true}", to: "browser/settings.json")
    #expect(try Bench(folder).model.settings.keepsHistory)
  }

  // MARK: Settings

  @Test func listIsTurnedOffAndOnButNotTheLastOne() async throws {
    let bench = try Bench()
    try await bench.start()
    #expect(bench.model.lists.map(\.name) == ["starter", "tracker-radar"])
    #expect(bench.model.setList("starter", isOn: false))
    try await bench.acting(["tracker-radar"])
    #expect(bench.model.lists.map(\.isOn) == [false, true])
    #expect(!bench.model.setList("tracker-radar", isOn: false))
    #expect(bench.model.setList("starter", isOn: true))
    try await bench.acting(["starter", "tracker-radar"])
  }

  /// An exception acts on the page that it is for, and is gone when it is removed.
  @Test func exceptionsOfABrokenPageAreAddedAndRemoved() async throws {
    let bench = try Bench()
    try await bench.start()
    let tab = bench.model.openWindow(["https://news.example/"]).tabs[0]
    let report = Self.report("https://news.example/", ["https://x.doubleclick.net/tag.js"])
    await bench.model.protection.report(report, in: bench.pages[0])
    let found = await bench.model.details(of: tab, isBroken: true)
    #expect(found.exceptions == ["@@||x.doubleclick.net/tag.js$script,domain=news.example"])
    await bench.model.addExceptions(found.exceptions + found.exceptions, for: tab)
    #expect(bench.model.settings.exceptions == found.exceptions)
    #expect(bench.pages[0].calls.last == "reload")
    func blocked(on page: String) async -> Int {
      let tab = bench.model.windows[0].open(page)
      let claim = Self.report(page, ["https://x.doubleclick.net/tag.js"])
      if let view = bench.pages.last { await bench.model.protection.report(claim, in: view) }
      return bench.model.shield(of: tab).count
    }
    #expect(await blocked(on: "https://news.example/") == 0)
    #expect(await blocked(on: "https://other.example/") == 1)
    // A broken page without further effects has no further exceptions.
    let page = bench.model.windows[0].open("https://other.example/")
    #expect(await bench.model.details(of: page, isBroken: true).exceptions.isEmpty)
    bench.model.change { $0.exceptions = [] }
    for _ in 0..<200 where await blocked(on: "https://news.example/") == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await blocked(on: "https://news.example/") == 1)
  }

  @Test(arguments: [true, false]) func eachEmbeddedListReportsRequestsIfTheyAreCounted(isCounted: Bool)
    async throws
  {
    var settings = BrowserSettings()
    settings.countsBlocked = isCounted
    let files = try #require(EmbeddedLists.Files(project: Repository.root.path))
    let lists = EmbeddedLists(files, settings)
    let offer = try #require(try await lists.offer(unless: nil))
    for list in offer.lists {
      var reports = false
      for script in list.scripts {
        let text = try await lists.bytes(of: script.name, atMost: script.bytes)
        reports = reports || String(decoding: text, as: UTF8.self).contains("sluiceReports")
      }
      #expect(reports == isCounted, "\(list.name)")
    }
  }

  @Test func genericHidingChangesTheRules() async throws {
    let bench = try Bench()
    try await bench.start()
    let before = await bench.model.protection.activeLists().map(\.rules.list)
    bench.model.change { $0.genericHiding = "pages" }
    for _ in 0..<200 where await bench.model.protection.activeLists().map(\.rules.list) == before {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await bench.model.protection.activeLists().map(\.rules.list) != before)
  }

  @Test func wrongSearchURLIsNotTaken() throws {
    let model = try Bench().model
    model.change { $0.search = "nonsense" }
    #expect(model.settings.search == AddressReader.defaultSearch)
    model.change { $0.search = "https://s.example/?%s" }
    #expect(model.addressReader.url(for: "a b") == "https://s.example/?a%20b")
  }

  // MARK: Fire

  @Test(arguments: [true, false]) func fireLeavesNothingButSites(keepingSites: Bool) async throws {
    let bench = try Bench()
    try await bench.start()
    bench.model.change { $0.keepsHistory = true }
    let window = bench.model.openWindow(["https://news.example/", "https://b.example/"])
    await bench.model.protection.report(
      Self.report("https://news.example/", ["https://cdn.ads.example/ad.js"]), in: bench.pages[0])
    bench.model.sites.set([try #require(Site(host: "b.example"))], isUnprotected: true)
    await bench.model.save()
    var cleared = 0
    bench.model.clearWebsiteData = {
      cleared += 1
      return true
    }
    #expect(await bench.model.fire(keepingSites: keepingSites))
    #expect(cleared == 1 && window.tabs.count == 1 && window.tabs[0].url == nil)
    #expect(bench.model.history.count == 0 && !bench.model.history.canUndo)
    #expect(bench.model.sites.count == (keepingSites ? 1 : 0) && !bench.model.sites.canUndo)
    let site = try #require(Site(host: "news.example"))
    #expect(bench.model.protection.statistics(for: site).requests == 0)
    #expect(!FileManager.default.fileExists(atPath: bench.folder.path("browser/history.json")))
    window.reopen()
    #expect(window.tabs.count == 1)
  }

  @Test func detectionPageAnswersForAllItsRequests() {
    func answer(_ url: String, _ isEmbedded: Bool = true) -> (type: String, body: String) {
      let (type, body) = DetectionPage.answer(url, areListsEmbedded: isEmbedded)
      return (type, String(decoding: body, as: UTF8.self))
    }
    #expect(answer(DetectionPage.url).type == "text/html")
    // Only lists that name the trackers are at fault if one loads.
    #expect(answer(DetectionPage.url).body.contains(#""isHarmless":false"#))
    #expect(!answer(DetectionPage.url, false).body.contains(#""isHarmless":false"#))
    #expect(answer(DetectionPage.url, false).body.contains("other lists"))
    for probe in DetectionPage.probes {
      #expect(
        answer(probe.url).type
          == (probe.url.hasSuffix(".svg") ? "image/svg+xml" : "text/javascript"))
    }
  }
}

extension Bench {
  /// Waits until exactly these lists act.
  func acting(_ names: [String]) async throws {
    func now() -> [String] { model.protection.state.lists.filter { $0.version != nil }.map(\.name) }
    for _ in 0..<300 where now() != names { try await Task.sleep(for: .milliseconds(10)) }
    #expect(now() == names)
  }
}
