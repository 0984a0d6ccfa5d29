import Foundation
import SluiceLists
import SluiceProtection
import Testing
import TestSupport

/// The lists that act after a start, and the reported state.
@MainActor @Suite(.ends) struct StartTests {
  @Test func firstStartFetchesLists() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one")), ("trackers", rules("two"))]))
    #expect(bench.protection.state.kind == .starting)
    await bench.protection.start()
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems.isEmpty)
    #expect(bench.view.lists.texts == [rules("one"), rules("two")])
    #expect(bench.protection.isReady)
  }

  @Test func compiledListsAreReusedAtStart() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    let second = try first.again()
    first.source?.content.withLock { $0.problem = .unreachable("no network") }
    await second.protection.start()
    #expect(second.engine.compiled.isEmpty)
    #expect(second.view.lists.texts == [rules("one")])
    #expect(second.protection.state.kind == .protected)
    // The source was not asked again.
    #expect(first.source?.content.withLock { $0.asked } == 1)
  }

  @Test func builtInListsAreUsedWithoutNetwork() async throws {
    let source = FakeSource()
    source.content.withLock { $0.problem = .unreachable("no network") }
    let bench = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]))
    await bench.protection.start()
    #expect(bench.protection.state.kind == .fallback)
    #expect(bench.protection.state.lists.map(\.version) == [.builtIn])
    #expect(bench.protection.state.problems == [.neverFetched])
    #expect(bench.view.lists.texts == [rules("inside")])
    await #expect(throws: Protection.UpdateProblem.source(.unreachable("no network"))) {
      try await bench.protection.update()
    }
    #expect(bench.protection.state.problems.contains(.source(.unreachable("no network"))))
    #expect(bench.view.lists.texts == [rules("inside")])
  }

  @Test func startWithoutListsFails() async throws {
    let source = FakeSource()
    source.content.withLock { $0.problem = .answered(status: 500) }
    let bench = try Bench(source)
    await bench.protection.start()
    #expect(bench.protection.state.kind == .failed)
    #expect(bench.protection.state.problems == [.source(.answered(status: 500)), .neverFetched])
    #expect(bench.protection.isReady)
  }

  @Test func builtInListsNeedNoSource() async throws {
    let bench = try Bench(nil, builtIn: FakeSource([("ads", rules("inside"))]))
    await bench.protection.start()
    #expect(bench.protection.state.kind == .protected)
    await #expect(throws: Protection.UpdateProblem.noSource) { try await bench.protection.update() }
  }

  @Test func smallestListsCompileFirstOneAtATime() async throws {
    let lists = [("large", rules("large" + String(repeating: "x", count: 500))), ("small", rules("small"))]
    let bench = try Bench(FakeSource(lists))
    var running = 0
    var most = 0
    var order: [Bool] = []
    bench.engine.gate = { text in
      running += 1
      most = max(most, running)
      order.append(text.contains("small"))
      await Task.yield()
      running -= 1
    }
    await bench.protection.start()
    #expect(most == 1)
    #expect(order == [true, false])
    #expect(bench.protection.state.lists.map(\.name) == ["large", "small"])
  }

  @Test func pagesWaitForSmallListsUntilTimeout() async throws {
    var options = ProtectionOptions()
    options.smallList = 200
    let large = rules(String(repeating: "x", count: 500))
    let bench = try Bench(FakeSource([("large", large), ("small", rules("small"))]), options: options)
    let gate = Gate()
    bench.engine.gate = { text in if text.contains("xxx") { await gate.wait() } }
    let start = Task { await bench.protection.start() }
    await bench.protection.ready()
    #expect(bench.view.lists.texts == [rules("small")])
    #expect(bench.protection.state.kind == .partly)
    gate.open()
    await start.value
    #expect(bench.protection.state.kind == .protected)

    let slow = try Bench(FakeSource([("small", rules("small"))]))
    let second = Gate()
    slow.engine.gate = { _ in await second.wait() }
    let late = Task { await slow.protection.start() }
    try await slow.until { !slow.engine.compiled.isEmpty && slow.clock.sleepers > 0 }
    #expect(!slow.protection.isReady)
    slow.clock.advance(.seconds(2))
    await slow.protection.ready()
    #expect(slow.view.lists.texts.isEmpty)
    #expect(slow.protection.state.kind != .protected)
    second.open()
    await late.value
    #expect(slow.view.lists.texts == [rules("small")])
  }

  /// A view that opens a page before any call to `start()` does not wait forever.
  @Test func pagesDoNotWaitForMissingStart() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    let isOver = Flag()
    let waiting = Task {
      await bench.protection.ready()
      isOver.isSet = true
    }
    let second = Task { await bench.protection.ready() }
    try await bench.until { bench.clock.sleepers == 1 }
    bench.clock.advance(.seconds(1))
    for _ in 0..<20 { await Task.yield() }
    #expect(!isOver.isSet && !bench.protection.isReady)
    bench.clock.advance(.seconds(1))
    await waiting.value
    await second.value
    #expect(bench.protection.state.kind == .starting)
    await bench.protection.start()
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.view.lists.texts == [rules("one")])
  }

  @Test func newWebKitVersionRecompilesLists() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    let second = try first.again()
    second.engine.version = "fake 2"
    await second.protection.start()
    #expect(second.engine.compiled.count == 1)
    #expect(second.protection.state.kind == .protected)
  }

  @Test func scriptsAreInstalledWithSecret() async throws {
    let source = FakeSource()
    let script = "start('__SLUICE_SECRET__')"
    let made = FakeSource.file("ads.isolated.js", script)
    let file = FakeSource.file("ads.json", rules("one"))
    let offer = ListOffer(
      identifier: "1",
      lists: [
        .init(
          name: "ads", forms: [.init(files: [file])],
          scripts: [.init(name: made.name, sha256: made.sha256, bytes: made.bytes, isOfPage: false)])
      ])
    source.set(offer, files: [(file, rules("one")), (made, script)])
    let bench = try Bench(source)
    await bench.protection.start()
    let text = try #require(bench.view.lists.scripts.first?.text)
    #expect(text.hasPrefix("start('") && !text.contains("SLUICE") && text.utf8.count == 7 + 32 + 2)
    // An unprotected site gets no scripts.
    bench.protection.setUnprotected(try #require(Site(host: "good.example")))
    bench.view.open("https://good.example/", in: bench.protection)
    #expect(bench.view.lists.scripts.isEmpty)
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(bench.view.lists.scripts.count == 1)
    // If WebKit rejects the lists, the scripts still act.
    let second = try bench.again()
    second.engine.version = "fake 2"
    second.engine.rejects = ["one"]
    await second.protection.start()
    #expect(second.protection.state.kind == .scriptOnly)
    #expect(second.view.lists.scripts.count == 1)
  }

  @Test func everyStateChangeIsPublished() async throws {
    let bench = try Bench(
      FakeSource([("ads", rules("bad"))]), builtIn: FakeSource([("ads", rules("inside"))]))
    bench.engine.rejects = ["bad"]
    let states = bench.protection.states
    await bench.protection.start()
    _ = try await bench.protection.update()
    #expect(bench.protection.state.problems == [.engine("ads", .rejected("no list"))])
    var kinds: [ProtectionState.Kind] = []
    for await state in states {
      kinds.append(state.kind)
      if state == bench.protection.state { break }
    }
    #expect(kinds.first == .starting)
    #expect(kinds.last == .fallback)
  }
}

/// An event that tests wait for.
@MainActor final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
