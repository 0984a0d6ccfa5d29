import Foundation
import SluiceProtection
import Testing
import TestSupport

/// Styles that engines apply with user style sheets.
@MainActor @Suite(.ends) struct StyleTests {
  private func bench(_ filters: [String], appliesStyles: Bool = true) async throws -> Bench {
    let source = FakeSource()
    try source.set("ads", filters: filters)
    let bench = try Bench(source)
    bench.engine.appliesStyles = appliesStyles
    await bench.protection.start()
    return bench
  }

  private static let filters = [
    "a.test##p:style(top: 1px !important)", "b.test##p:style(top: 2px !important)",
    "c.test##p:style(top: 3px)",
  ]

  @Test func stylesFollowPages() async throws {
    let bench = try await bench(Self.filters)
    var sheets: [String: String] {
      Dictionary(uniqueKeysWithValues: bench.view.lists.styles.map { ($0.host, $0.text) })
    }
    let (a, b) = ("p { top: 1px !important }\n", "p { top: 2px !important }\n")
    #expect(sheets == [:])
    #expect(bench.view.lists.scripts.first?.text.contains("__SLUICE_STYLES__") == false)
    func send(_ event: NavigationEvent) { bench.protection.navigation(event, in: bench.view) }
    // Before the request, although it may be for a frame.
    send(.asked("https://x.a.test/", isCertain: false))
    #expect(sheets == ["x.a.test": a])
    bench.view.open("https://x.a.test/", in: bench.protection)
    bench.view.open("http://b.test:8080/", in: bench.protection)
    #expect(sheets == ["x.a.test": a, "b.test": b])
    // Hosts without styles change nothing, and neither do pages that are not on the web.
    let changes = bench.view.lists.changes
    for page in ["https://c.test/", "https://d.test/", "about:blank", "file:///x", "http://*.test/"] {
      bench.view.open(page, in: bench.protection)
    }
    #expect(bench.view.lists.changes == changes)
    // A redirect, and a page that is only shown.
    send(.asked("https://c.test/r"))
    send(.started("https://c.test/r", NavigationID(50)))
    send(.redirected("https://a.test/", NavigationID(50)))
    #expect(sheets["a.test"] == a)
    // Unprotected sites lose theirs at once, and regain them.
    let site = try #require(Site(host: "a.test"))
    bench.protection.setUnprotected(site)
    #expect(sheets == ["b.test": b])
    bench.view.open("https://x.a.test/", in: bench.protection)
    #expect(sheets == ["b.test": b])
    bench.protection.setUnprotected(site, isUnprotected: false)
    #expect(sheets["x.a.test"] == a)
  }

  @Test func scriptsApplyStylesThatEngineDoesNot() async throws {
    let bench = try await bench(Self.filters, appliesStyles: false)
    bench.view.open("https://a.test/", in: bench.protection)
    #expect(bench.view.lists.styles.isEmpty)
    #expect(bench.view.lists.scripts.first?.text.contains("__SLUICE_STYLES__") == true)
  }

  @Test func formerHostsAreLimited() async throws {
    let bench = try await bench(["##p:style(top: 1px !important)"])
    for number in 0..<100 { bench.view.open("https://h\(number).test/", in: bench.protection) }
    let hosts = bench.view.lists.styles.map(\.host)
    #expect(hosts.count == 33 && Set(hosts).isSuperset(of: (68..<100).map { "h\($0).test" }))
    #expect(hosts.first == "h99.test")
  }

  @Test func newListsReplaceStyles() async throws {
    let bench = try await bench(Self.filters)
    bench.view.open("https://a.test/", in: bench.protection)
    #expect(bench.view.lists.styles.map(\.text) == ["p { top: 1px !important }\n"])
    let source = try #require(bench.source)
    try source.set("ads", filters: ["a.test##p:style(top: 9px !important)"])
    _ = try await bench.protection.update()
    #expect(bench.view.lists.styles.map(\.text) == ["p { top: 9px !important }\n"])
    try source.set("ads", filters: ["a.test##p:style(top: 9px)"])
    _ = try await bench.protection.update()
    #expect(bench.view.lists.styles.isEmpty)
  }
}
