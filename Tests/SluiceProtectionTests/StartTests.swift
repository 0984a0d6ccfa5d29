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

  @Test(arguments: [Duration.seconds(10), .seconds(3), nil]) func pagesWaitForAllFirstListsUntilBound(
    bound: Duration?
  ) async throws {
    var options = ProtectionOptions()
    options.firstPageBound = bound
    let large = rules(String(repeating: "x", count: 500))
    let bench = try Bench(FakeSource([("large", large), ("small", rules("small"))]), options: options)
    let gate = Gate()
    bench.engine.gate = { text in if text.contains("xxx") { await gate.wait() } }
    let start = Task { await bench.protection.start() }
    try await bench.until { bench.view.lists.texts == [rules("small")] && bench.engine.compiled.count == 2 }
    #expect(!bench.protection.isReady)
    #expect(bench.protection.state.kind == .partly)
    if let bound {
      bench.clock.advance(bound - .milliseconds(1))
      for _ in 0..<20 { await Task.yield() }
      #expect(!bench.protection.isReady)
      bench.clock.advance(.milliseconds(1))
      await bench.protection.ready()
      #expect(bench.protection.state.kind == .partly)
    } else {
      #expect(bench.clock.sleepers == 0)
    }
    gate.open()
    await start.value
    #expect(bench.protection.isReady && bench.protection.state.kind == .protected)
  }

  /// Files of a list become active one by one, but a page waits for all of them.
  @Test func pagesWaitForAllFilesOfAList() async throws {
    let files = ["a", "b"].map { (FakeSource.file("\($0).json", rules($0)), rules($0)) }
    let source = FakeSource()
    source.set(
      ListOffer(identifier: "1", lists: [.init(name: "ads", forms: [.init(files: files.map(\.0))])]),
      files: files)
    let bench = try Bench(source)
    let gate = Gate()
    bench.engine.gate = { text in if text.contains("\"b\"") { await gate.wait() } }
    let start = Task { await bench.protection.start() }
    try await bench.until { bench.view.lists.texts == [rules("a")] && bench.engine.compiled.count == 2 }
    #expect(!bench.protection.isReady)
    gate.open()
    await start.value
    #expect(bench.protection.isReady)
  }

  /// Lists that become active while a page is open do not hide its elements, and its requests were made.
  @Test func pageNamesListsThatItBeganWithout() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one")), ("trackers", rules("two"))]))
    let gate = Gate()
    bench.engine.gate = { text in if text.contains("two") { await gate.wait() } }
    let start = Task { await bench.protection.start() }
    try await bench.until { bench.view.lists.texts == [rules("one")] && bench.engine.compiled.count == 2 }
    bench.clock.advance(.seconds(10))
    bench.view.open("https://news.example/", in: bench.protection)
    func missing() -> [String] { bench.protection.listsMissing(in: bench.view) }
    // Nothing is gained by a reload.
    #expect(missing().isEmpty)
    gate.open()
    await start.value
    #expect(missing() == ["trackers"])
    // A page that is asked for, but not yet shown, changes nothing.
    bench.protection.navigation(.asked("https://other.example/"), in: bench.view)
    #expect(missing() == ["trackers"])
    bench.view.open("https://news.example/", in: bench.protection)
    #expect(missing().isEmpty)
    // A newer version of a list is not a list that was missing.
    bench.source?.set([("ads", rules("three")), ("trackers", rules("two"))])
    _ = try await bench.protection.update()
    #expect(missing().isEmpty)
  }

  @Test func unprotectedPageMissesNoLists() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    bench.protection.setUnprotected(try #require(Site(host: "good.example")))
    bench.view.open("https://good.example/", in: bench.protection)
    await bench.protection.start()
    #expect(bench.protection.listsMissing(in: bench.view).isEmpty)
    bench.protection.setUnprotected(try #require(Site(host: "good.example")), isUnprotected: false)
    #expect(bench.protection.listsMissing(in: bench.view) == ["ads"])
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
    bench.clock.advance(.seconds(9))
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

  /// An update of the system changes WebKit's version. As WebKit does, the lists that it can still read are used.
  @Test(arguments: [true, false]) func newWebKitVersionUsesListsThatItCanRead(canRead: Bool) async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    let second = try first.again()
    second.engine.version = "fake 2"
    second.engine.readsOldFiles = canRead
    await second.protection.start()
    #expect(second.engine.compiled.count == (canRead ? 0 : 1))
    #expect(second.protection.state.kind == .protected)
    #expect(second.view.lists.texts == [rules("one")])
    // The list now belongs to this version.
    let third = try second.again()
    third.engine.version = "fake 2"
    third.engine.readsOldFiles = false
    await third.protection.start()
    #expect(third.engine.compiled.count == (canRead ? 1 : 0))
  }

  /// WebKit may compile a list again while it is looked up, which needs memory.
  @Test func oldCompiledListsWaitForMemory() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    var options = ProtectionOptions()
    options.hasMemory = { _ in false }
    options.firstListsNeedMemory = true
    let second = try first.again(options: options)
    second.engine.version = "fake 2"
    await second.protection.start()
    #expect(second.view.lists.texts.isEmpty)
    #expect(second.protection.state.problems == [.memory("ads")])
  }

  /// A small list that comes with the app bridges the time until a large one is compiled.
  @Test(arguments: ["ads", "starter"]) func smallBuiltInListActsWhileLargeOneCompiles(name: String)
    async throws
  {
    let large = rules(String(repeating: "x", count: 1_100_000))
    let bench = try Bench(FakeSource([("ads", large)]), builtIn: FakeSource([(name, rules("inside"))]))
    bench.engine.rejects = ["inside"]
    await bench.protection.start()
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [large])
    // The compiled files are lost, as when the user clears the caches.
    let second = try bench.again()
    second.engine.version = "fake 2"
    second.engine.readsOldFiles = false
    let gate = Gate()
    second.engine.gate = { text in if text.contains("xxx") { await gate.wait() } }
    let start = Task { await second.protection.start() }
    try await second.until {
      second.view.lists.texts == [rules("inside")] && second.engine.compiled.count == 2
    }
    gate.open()
    await start.value
    #expect(second.view.lists.texts == [large])
    #expect(second.protection.state.kind == .protected)
  }

  /// An update of the app brings newer lists than those that were fetched before.
  @Test func newBuiltInListsWinUntilSourceIsAsked() async throws {
    let source = FakeSource([("ads", rules("fetched"))], etag: "1")
    let first = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]))
    await first.protection.start()
    _ = try await first.protection.update()
    #expect(first.view.lists.texts == [rules("fetched")])
    let second = try Bench(source, builtIn: FakeSource([("ads", rules("newer"))]), in: first.folder)
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("newer")])
    #expect(second.protection.state.lists.map(\.version) == [.builtIn])
    // The source is asked although the last check is recent. It has nothing new, so its lists are the newest.
    _ = try await second.protection.update(ifOlderThan: .seconds(86_400))
    #expect(second.view.lists.texts == [rules("fetched")])
    #expect(second.protection.state.kind == .protected)
    // The same app keeps them.
    let third = try Bench(source, builtIn: second.builtIn, in: first.folder)
    await third.protection.start()
    #expect(third.view.lists.texts == [rules("fetched")])
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
    second.engine.readsOldFiles = false
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
