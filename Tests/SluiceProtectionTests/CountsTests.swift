import Foundation
import SluiceLists
import SluiceProtection
import Testing
import TestSupport

/// Counts that persist from one start to the next.
@MainActor @Suite(.ends) struct CountsTests {
  private static let list = #"[{"trigger":{"url-filter":"ads\\.example"},"action":{"type":"block"}}]"#

  private static var options: ProtectionOptions {
    var options = ProtectionOptions()
    (options.countsBlocked, options.keepsCounts) = (true, true)
    return options
  }

  private func bench(_ options: ProtectionOptions) async throws -> Bench {
    let bench = try Bench(FakeSource([("ads", Self.list)], etag: "1"), options: options)
    await bench.protection.start()
    return bench
  }

  private func report(_ host: String, to bench: Bench, requests: [String] = ["x"]) async {
    let list = requests.map { #"{"url":"https://ads.example/\#($0)","type":"image"}"# }.joined(separator: ",")
    let message = #"{"page":"https://\#(host)/","frame":null,"requests":[\#(list)]}"#
    await bench.protection.report(Array(message.utf8), in: bench.view)
  }

  private func count(_ host: String, _ bench: Bench) throws -> Int {
    bench.protection.statistics(for: try #require(Site(host: host))).requests
  }

  private func isKept(_ bench: Bench) -> Bool {
    FileManager.default.fileExists(atPath: bench.folder.path("store/counts"))
  }

  @Test func countsAreStoredWhenEnabled() async throws {
    let first = try await bench(Self.options)
    await report("news.example", to: first, requests: ["1", "2"])
    await report("www.news.example", to: first)
    #expect(try count("news.example", first) == 3)
    #expect(!isKept(first))
    await first.protection.saveCounts()
    #expect(isKept(first))
    // Nothing is counted twice.
    await first.protection.saveCounts()
    let second = try first.again(options: Self.options)
    await second.protection.start()
    #expect(try count("news.example", second) == 3)
    await report("news.example", to: second)
    await report("other.example", to: second)
    #expect(try count("news.example", second) == 4)
    #expect(second.protection.statistics(for: try #require(Site(host: "news.example"))).byList == ["ads": 4])
    await second.protection.saveCounts()
    let third = try second.again(options: Self.options)
    await third.protection.start()
    #expect(try (count("news.example", third), count("other.example", third)) == (4, 1))
  }

  @Test func countsAreWrittenAutomatically() async throws {
    let bench = try await bench(Self.options)
    await report("news.example", to: bench)
    try await bench.until { bench.clock.sleepers > 0 }
    bench.clock.advance(.seconds(30))
    try await bench.until { isKept(bench) }
  }

  @Test func countsAreNotStoredByDefault() async throws {
    var options = Self.options
    options.keepsCounts = false
    let bench = try await bench(options)
    await report("news.example", to: bench)
    await bench.protection.saveCounts()
    #expect(try count("news.example", bench) == 1)
    #expect(!isKept(bench))
    // Stored counts are deleted when storing them is turned off.
    let keeping = try bench.again(options: Self.options)
    await keeping.protection.start()
    await report("news.example", to: keeping)
    await keeping.protection.saveCounts()
    #expect(isKept(keeping))
    let not = try keeping.again(options: options)
    await not.protection.start()
    #expect(!isKept(not))
    #expect(try count("news.example", not) == 0)
  }

  @Test(arguments: ["", "garbage", "{}"]) func damagedCountsAreReset(text: String) async throws {
    let first = try await bench(Self.options)
    await report("news.example", to: first)
    await first.protection.saveCounts()
    try Data(text.utf8).write(to: URL(filePath: first.folder.path("store/counts")))
    let second = try first.again(options: Self.options)
    await second.protection.start()
    #expect(try count("news.example", second) == 0)
    await report("news.example", to: second)
    await second.protection.saveCounts()
    let third = try second.again(options: Self.options)
    await third.protection.start()
    #expect(try count("news.example", third) == 1)
  }

  @Test func countsOfTwoProcessesAreAdded() async throws {
    let first = try await bench(Self.options)
    let second = try first.again(options: Self.options)
    await second.protection.start()
    await report("news.example", to: first)
    await report("news.example", to: second)
    await first.protection.saveCounts()
    await second.protection.saveCounts()
    let third = try second.again(options: Self.options)
    await third.protection.start()
    #expect(try count("news.example", third) == 2)
  }

  /// A page from the page cache is committed without an answer of a server, and its scripts report nothing again.
  @Test func pageFromPageCacheKeepsCounts() async throws {
    let bench = try await bench(Self.options)
    func counts() -> Int { bench.protection.statistics(for: bench.view).requests }
    func goBack(to page: String, _ number: Int) {
      let id = NavigationID(number)
      bench.protection.navigation(.asked(page), in: bench.view)
      bench.protection.navigation(.started(page, id), in: bench.view)
      bench.view.page = page
      bench.protection.navigation(.committed(page, id), in: bench.view)
      bench.protection.navigation(.ended(id), in: bench.view)
    }
    bench.view.open("https://news.example/", in: bench.protection)
    await report("news.example", to: bench, requests: ["1", "2"])
    bench.view.open("https://other.example/", in: bench.protection)
    #expect(counts() == 0)
    await report("other.example", to: bench)
    goBack(to: "https://news.example/", 11)
    #expect(counts() == 2)
    #expect(bench.protection.blockedRequests(for: bench.view).count == 2)
    goBack(to: "https://other.example/", 12)
    #expect(counts() == 1)
    // A page that is loaded again counts from zero.
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(counts() == 0)
    // WebKit discards the pages of a process that has ended.
    bench.protection.navigation(.processEnded, in: bench.view)
    goBack(to: "https://other.example/", 13)
    #expect(counts() == 0)
  }

  @Test func siteCountsAreLimited() async throws {
    let bench = try await bench(Self.options)
    for number in 0...500 { await report("s\(number).example", to: bench) }
    #expect(try (count("s0.example", bench), count("s1.example", bench)) == (0, 1))
    await bench.protection.saveCounts()
    let next = try bench.again(options: Self.options)
    await next.protection.start()
    #expect(try (count("s0.example", next), count("s500.example", next)) == (0, 1))
  }
}
