import Foundation
import SluiceConversion
import SluiceLists
import SluiceProtection
import SluiceText
import TestSupport
import Testing

/// Events while a server is slow.
@MainActor @Suite(.ends) struct ConcurrencyTests {
  /// Makes a source wait with a file until the gate opens.
  private final class Gate: Sendable {
    private let state = Locked((isOpen: false, isAsked: false))

    var isAsked: Bool { state.withLock { $0.isAsked } }
    func open() { state.withLock { $0.isOpen = true } }

    func pass() async {
      state.withLock { $0.isAsked = true }
      while !state.withLock({ $0.isOpen }), (try? await Task.sleep(for: .milliseconds(1))) != nil {}
    }
  }

  @Test func sitesCanChangeDuringUpdate() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await bench.protection.start()
    let gate = Gate()
    bench.source?.set([("ads", rules("two"))], etag: "2")
    bench.source?.content.withLock { $0.gate = { _ in await gate.pass() } }
    async let update = bench.protection.update()
    try await bench.until { gate.isAsked }
    bench.protection.setUnprotected(try #require(Site(host: "a.example")))
    try await bench.passExceptionDelay()
    #expect(bench.view.lists.has("one") && bench.view.lists.has(#"a\\.example"#))
    gate.open()
    #expect(try await update.isNew)
    #expect(bench.view.lists.has("two") && bench.view.lists.has(#"a\\.example"#))
    #expect(bench.protection.state.kind == .protected)
  }

  /// A cancelled update ends, and does not block the next one.
  @Test func canceledUpdateDoesNotBlockNext() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await bench.protection.start()
    let gate = Gate()
    bench.source?.set([("ads", rules("two"))], etag: "2")
    bench.source?.content.withLock { $0.gate = { _ in await gate.pass() } }
    let update = Task { try await bench.protection.update() }
    try await bench.until { gate.isAsked }
    update.cancel()
    _ = await update.result
    bench.source?.content.withLock { $0.gate = nil }
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("two")])
  }

  /// At any moment during a start.
  @Test func sitesCanChangeDuringStart() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let source = FakeSource([("ads", rules("one"))])
    await (try Bench(source, in: folder)).protection.start()
    for number in 0..<40 {
      let site = try #require(Site(host: "a\(number).example"))
      let bench = try Bench(source, in: folder)
      async let start: Void = bench.protection.start()
      for _ in 0..<number { await Task.yield() }
      bench.protection.setUnprotected(site)
      await start
      #expect(bench.protection.unprotectedSites.contains(site), "after \(number)")
    }
  }

  @Test func firstFetchIsReportedInState() async throws {
    let gate = Gate()
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    bench.source?.content.withLock { $0.gate = { _ in await gate.pass() } }
    async let start: Void = bench.protection.start()
    try await bench.until { gate.isAsked }
    #expect(bench.protection.state.kind == .starting)
    #expect(bench.protection.state.problems == [.neverFetched])
    #expect(!bench.protection.isReady)
    // Pages do not wait longer than the limit.
    try await bench.until { bench.clock.sleepers > 0 }
    bench.clock.advance(.seconds(10))
    await bench.protection.ready()
    gate.open()
    await start
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems.isEmpty)
  }

  /// Files that one process is fetching in an update are unknown to another process, which must not remove
  /// them.
  @Test func filesBeingFetchedAreNotRemoved() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await first.protection.start()
    let second = try first.again()
    await second.protection.start()
    let gate = Gate()
    first.source?.set([("ads", rules("two")), ("more", rules("three"))], etag: "2")
    first.source?.content.withLock { content in
      content.fetched = []
      content.gate = { if $0 == "more.json" { await gate.pass() } }
    }
    async let update = first.protection.update()
    try await first.until { gate.isAsked }
    let lists = first.folder.path("store/lists")
    #expect(try FileManager.default.contentsOfDirectory(atPath: lists).count == 2)
    second.protection.setUnprotected(try #require(Site(host: "a.example")))
    try await second.passExceptionDelay()
    #expect(try FileManager.default.contentsOfDirectory(atPath: lists).count == 2)
    gate.open()
    #expect(try await update.isNew)
    #expect(first.view.lists.texts.count == 2 && first.protection.state.kind == .protected)
    #expect(first.source?.content.withLock { $0.fetched } == ["ads.json", "more.json"])
    // They are removed when no fetch is in progress.
    _ = try await second.protection.update()
    #expect(try FileManager.default.contentsOfDirectory(atPath: lists).count == 2)
    #expect(second.protection.state.kind == .protected)
  }

  /// Compiled lists that another process needs stay.
  @Test func listsCompiledByOtherProcessAreKept() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await first.protection.start()
    let second = try first.again()
    await second.protection.start()
    first.source?.set([("ads", rules("two"))], etag: "2")
    _ = try await first.protection.update()
    let compiled = Set(await first.engine.identifiers())
    second.protection.setUnprotected(try #require(Site(host: "b.example")))
    try await second.passExceptionDelay()
    // This process did not know of the update, and the previous list is gone.
    #expect(second.view.lists.has("two"))
    let third = try first.again()
    await third.protection.start()
    #expect(Set(second.engine.removed).isDisjoint(with: compiled))
    #expect(third.view.lists.has("two"))
  }
}
