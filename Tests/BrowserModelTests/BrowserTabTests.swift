@testable import SluiceBrowserModel
import Testing
import TestSupport

/// Tabs, their addresses and failures.
@MainActor @Suite(.ends) struct BrowserTabTests {
  @Test func tabOpensBehindTheShownOneAndClosesToItsNeighbor() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/", "https://b.example/"])
    let (a, b) = (window.tabs[0], window.tabs[1])
    #expect(window.shown === a)
    let c = window.open("https://c.example/")
    #expect(window.tabs.map(\.id) == [a.id, c.id, b.id])
    #expect(window.shown === c)
    window.close(c)
    #expect(window.shown === b)
    window.close(a)
    window.close(b)
    #expect(window.tabs.count == 1 && window.tabs[0].url == nil)
    window.reopen()
    #expect(window.shown?.url == "https://b.example/")
  }

  @Test func closedTabEndsItsPage() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/"])
    window.close(window.tabs[0])
    #expect(bench.pages[0].calls.last == "close")
  }

  @Test func tabsStepAroundAndMove() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/", "https://b.example/", "https://c.example/"])
    window.step(-1)
    #expect(window.shown?.url == "https://c.example/")
    window.step(1)
    #expect(window.shown?.url == "https://a.example/")
    window.move(window.tabs[0], to: 2)
    #expect(
      window.tabs.compactMap(\.url) == ["https://b.example/", "https://c.example/", "https://a.example/"])
    window.move(window.tabs[2], by: -2)
    window.move(window.tabs[0], by: 2)
    window.move(window.tabs[0], by: -1)
    #expect(window.tabs.compactMap(\.url).last == "https://a.example/")
    window.move(window.tabs[0], to: 3)
    #expect(window.tabs.count == 3)
    #expect(window.shown?.url == "https://a.example/")
  }

  @Test func failedPageKeepsAddressAndIsTriedAgain() throws {
    let bench = try Bench()
    let tab = bench.model.openWindow().tabs[0]
    bench.pages[0].failure = .hostNotFound
    tab.go("nowhere.example/x")
    #expect(tab.address == "https://nowhere.example/x")
    #expect(tab.failure?.title == "This site cannot be found")
    #expect(!tab.isLoading && tab.url == nil && tab.security == .none)
    bench.pages[0].failure = nil
    tab.reload()
    #expect(tab.failure == nil && tab.url == "https://nowhere.example/x" && tab.security == .secure)
  }

  @Test func backFromFailureShowsThePageBefore() throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["https://a.example/"]).tabs[0]
    bench.pages[0].failure = .timedOut
    tab.go("b.example")
    tab.goBack()
    #expect(tab.failure == nil && tab.address == "https://a.example/" && tab.security == .secure)
    #expect(!bench.pages[0].calls.contains("back"))
    tab.goBack()
    #expect(bench.pages[0].calls.last == "back")
  }

  /// Only where the site may have no https: a certificate that is not trusted is no reason to send everything in
  /// the clear.
  @Test(
    arguments: [
      (PageFailure.Kind.unencrypted, "https://router.example/x?y#z", "http://router.example/x?y#z"),
      (.unreachable, "https://router.example/", "http://router.example/"),
      (.unencrypted, "http://a.example/", nil),
      (.unencrypted, "https://a.example:8443/", nil), (.untrusted, "https://a.example/", nil),
      (.timedOut, "https://a.example/", nil), (.hostNotFound, "https://a.example/", nil),
      (.unencrypted, "https://me:secret@a.example/", "http://a.example/"),
    ] as [(PageFailure.Kind, String, String?)]) func siteWithoutSecureConnectionIsOfferedWithHTTP(
      kind: PageFailure.Kind, url: String, offered: String?
    ) throws
  {
    #expect(PageFailure(kind, url: url).unencryptedURL == offered)
    let bench = try Bench()
    let tab = bench.model.openWindow().tabs[0]
    bench.pages[0].failure = kind
    tab.open(url)
    bench.pages[0].failure = nil
    tab.openWithoutEncryption()
    #expect(tab.url == offered)
  }

  @Test func onlyTheShownPageSaysThatItStopped() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/", "https://b.example/"])
    for tab in window.tabs { tab.handle(.crashed) }
    #expect(window.tabs[0].failure?.kind == .crashed)
    #expect(window.tabs[1].failure == nil)
    #expect(bench.pages.map(\.calls.count) == [1, 1])
    // It is opened again when it is shown.
    window.show(window.tabs[1])
    #expect(bench.pages[1].calls == ["load https://b.example/", "load https://b.example/"])
    #expect(window.tabs[1].url == "https://b.example/" && !window.tabs[1].isLoading)
    window.tabs[0].reload()
    #expect(window.tabs[0].failure == nil)
  }

  /// The shield is about the page, not only about the lists that act now.
  @Test func pageThatBeganBeforeTheListsIsOfferedAgain() async throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["https://a.example/"]).tabs[0]
    try await bench.start()
    let shield = bench.model.shield(of: tab)
    #expect(shield.look == .partly && shield.title == "Opened before the lists were ready")
    let banner = try #require(bench.model.banner(of: tab))
    #expect(banner.button == "Reload" && banner.text.contains("starter"))
    bench.model.pressBanner(of: tab)
    #expect(bench.pages[0].calls.last == "reload")
    tab.open("https://a.example/")
    #expect(bench.model.shield(of: tab).look == .protected && bench.model.banner(of: tab) == nil)
    bench.model.setProtected(false, tab)
    #expect(bench.model.shield(of: tab).look == .unprotected)
  }

  @Test func draftIsKeptPerTabUntilItIsOpenedOrStopped() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/", "https://b.example/"])
    window.tabs[0].draft = "half an addr"
    window.step(1)
    window.step(1)
    #expect(window.shown?.address == "half an addr")
    window.tabs[0].stop()
    #expect(window.shown?.address == "https://a.example/")
  }

  /// A page that loads, moves or fails while the user types does not change the typed text.
  @Test(arguments: [
    PageEvent.started("https://b.example/"), .committed("https://b.example/", .secure),
    .moved("https://a.example/#b"),
    .titled("B"), .progressed(0.5), .finished, .canGo(back: true, forward: false), .crashed,
    .failed(PageFailure(.timedOut, url: "https://b.example/")),
  ])
  func typedAddressStaysWhilePagesLoad(event: PageEvent) throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["https://a.example/"]).tabs[0]
    tab.draft = "half an addr"
    for event in [.started("https://b.example/"), event] { tab.handle(event) }
    #expect(tab.address == "half an addr")
    tab.go("c.example")
    #expect(tab.address == "https://c.example")
  }

  @Test func emptyPageHasNoAddress() throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["about:blank"]).tabs[0]
    #expect(tab.address == "" && tab.title == "New tab" && tab.security == .none)
  }

  @Test func titleFallsBackToSite() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://www.a.example/x"])
    #expect(window.tabs[0].title == "a.example")
    window.tabs[0].handle(.titled("A page"))
    #expect(window.tabs[0].title == "A page")
    window.tabs[0].open("https://b.example/")
    #expect(window.tabs[0].title == "b.example")
    #expect(window.open().title == "New tab")
  }

  @Test(arguments: [
    ("https://me:secret@a.example/x", "https://a.example/x"), ("https://me@a.example", "https://a.example"),
    ("https://a@b@c.example/", "https://c.example/"), ("https://a.example/@b", "https://a.example/@b"),
    ("https://a.example?a@b", "https://a.example?a@b"), ("about:blank", "about:blank"),
    ("file:///a@b", "file:///a@b"),
    ("https://:@[::1]:8/", "https://[::1]:8/"),
  ]) func passwordIsNeitherShownNorKept(url: String, shown: String) throws {
    let bench = try Bench()
    let tab = bench.model.openWindow([url]).tabs[0]
    #expect(bench.pages[0].calls == ["load \(url)"])
    #expect(tab.url == shown && bench.model.history.entries.allSatisfy { $0.url == shown })
    bench.pages[0].failure = .timedOut
    tab.open(url)
    #expect(tab.asked == shown && tab.failure?.url == shown)
  }

  @Test(arguments: [
    ("A page", "A page"), (" two\nlines\t", "two lines"), ("\u{202e}turned\u{2066}", "turned"),
    ("a\0b", "ab"),
    ("\u{1f468}\u{200d}\u{1f469}", "\u{1f468}\u{200d}\u{1f469}"),
    (String(repeating: "x", count: 5_000), String(repeating: "x", count: 300)),
    ("a" + String(repeating: "\u{301}", count: 5_000), "a" + String(repeating: "\u{301}", count: 299)),
    (" \u{202e}\n", "a.example"),
  ]) func titleOfAPageIsOneShortLine(title: String, shown: String) throws {
    let bench = try Bench()
    let tab = bench.model.openWindow(["https://a.example/"]).tabs[0]
    tab.handle(.titled(title))
    #expect(tab.title == shown)
    #expect(bench.model.history.entries.map(\.title) == [shown == "a.example" ? "" : shown])
    // An empty title belongs to the next page.
    tab.handle(.titled(""))
    #expect(bench.model.history.entries.map(\.title) == [shown == "a.example" ? "" : shown])
  }

  @Test func popupOpensBehindItsOpener() throws {
    let bench = try Bench()
    let window = bench.model.openWindow(["https://a.example/", "https://b.example/"])
    let popup = window.open(openedBy: window.tabs[0])
    #expect(window.tabs[1] === popup)
  }
}
