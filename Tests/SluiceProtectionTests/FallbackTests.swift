import Foundation
import SluiceLists
import SluiceProtection
import Testing
import TestSupport

/// The lists that act when something fails.
@MainActor @Suite(.ends) struct FallbackTests {
  @Test func rejectedListKeepsLastGoodCopy() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one")), ("trackers", rules("two"))]))
    await bench.protection.start()
    bench.engine.rejects = ["bad"]
    bench.source?.set([("ads", rules("bad")), ("trackers", rules("three"))])
    bench.view.lists.leastLists = .max
    let update = try await bench.protection.update()
    #expect(update.isNew)
    #expect(bench.view.lists.texts == [rules("one"), rules("three")])
    #expect(bench.view.lists.leastLists >= 2)
    #expect(bench.protection.state.kind == .fallback)
    #expect(bench.protection.state.lists.map(\.version) == [.lastGood, .newest])
    #expect(bench.protection.state.problems == [.engine("ads", .rejected("no list"))])

    // A rejected list is retried only when the list or WebKit changes.
    let tried = bench.engine.compiled.count
    let second = try bench.again()
    second.engine.rejects = ["bad"]
    await second.protection.start()
    #expect(second.engine.compiled.isEmpty)
    #expect(second.view.lists.texts == [rules("one"), rules("three")])
    #expect(second.protection.state.problems == [.engine("ads", .rejected("no list"))])
    _ = try await bench.protection.update()
    #expect(bench.engine.compiled.count == tried)
    bench.source?.set([("ads", rules("four")), ("trackers", rules("three"))])
    _ = try await bench.protection.update()
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.view.lists.texts == [rules("four"), rules("three")])
  }

  @Test func fallbackOrderIsBuiltInThenReducedForms() async throws {
    let source = FakeSource()
    let full = FakeSource.file("full.json", rules("full"))
    let less = FakeSource.file("less.json", rules("less"))
    let least = FakeSource.file("least.json", rules("least"))
    source.set(
      ListOffer(
        identifier: "1",
        lists: [
          .init(
            name: "ads",
            forms: [
              .init(files: [full]), .init(files: [less], leftOut: ["a"]),
              .init(files: [least], leftOut: ["a", "b"]),
            ])
        ]), files: [(full, rules("full")), (less, rules("less")), (least, rules("least"))])
    for (rejects, expected, leftOut) in [
      (["full"], "inside", []), (["full", "inside"], "less", ["a"]),
      (["full", "inside", "less"], "least", ["a", "b"]),
    ] {
      let bench = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]))
      bench.engine.rejects = rejects
      await bench.protection.start()
      _ = try? await bench.protection.update()
      #expect(bench.view.lists.texts == [rules(expected)])
      #expect(bench.protection.state.lists.first?.leftOut == leftOut)
      #expect(bench.protection.state.kind == .fallback)
    }
    let bench = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]))
    bench.engine.rejects = ["url-filter"]
    await bench.protection.start()
    #expect(bench.protection.state.kind == .failed)
  }

  @Test func rejectedExceptionIsOmitted() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    bench.engine.rejects = ["if-top-url"]
    bench.protection.setUnprotected(try #require(Site(host: "good.example")))
    await bench.protection.start()
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.lists.first?.leftOut == ["sites"])
    #expect(bench.protection.state.kind == .fallback)
    bench.view.open("https://good.example/", in: bench.protection)
    #expect(bench.view.lists.texts.isEmpty)
  }

  @Test func multiFileListKeepsOneVersion() async throws {
    func offer(_ words: [String]) -> (ListOffer, [(ListOffer.File, String)]) {
      let files = words.map { (FakeSource.file("\($0).json", rules($0)), rules($0)) }
      let list = ListOffer.List(name: "ads", forms: [.init(files: files.map(\.0))])
      return (ListOffer(identifier: words.joined(), lists: [list]), files)
    }
    let source = FakeSource()
    let (first, files) = offer(["a1", "b1", "c1"])
    source.set(first, files: files)
    let bench = try Bench(source)
    await bench.protection.start()
    let (second, more) = offer(["a1", "b2", "bad"])
    source.set(second, files: more)
    bench.engine.rejects = ["bad"]
    let update = try await bench.protection.update()
    #expect(update.files == 2)
    #expect(bench.view.lists.texts == [rules("a1"), rules("b1"), rules("c1")])
    // If only one shard changes, only that one is fetched and compiled.
    let (third, rest) = offer(["a1", "b3", "c1"])
    source.set(third, files: rest)
    let compiled = bench.engine.compiled.count
    let last = try await bench.protection.update()
    #expect(last.files == 1)
    #expect(last.compiledBytes == rules("b3").utf8.count)
    #expect(last.fetchedBytes == last.compiledBytes)
    #expect(bench.engine.compiled.count == compiled + 1)
    #expect(bench.view.lists.texts == [rules("a1"), rules("b3"), rules("c1")])
  }

  @Test(arguments: [
    ListSourceProblem.unreachable("no network"), .answered(status: 404), .answered(status: 503),
    .tooLarge("manifest.json"), .cut("the connection was lost"),
    .badManifest("it is not a Sluice manifest"),
  ])
  func serverFailuresKeepListsActive(problem: ListSourceProblem) async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    bench.source?.content.withLock { $0.problem = problem }
    await #expect(throws: Protection.UpdateProblem.source(problem)) { try await bench.protection.update() }
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems == [.source(problem)])
    bench.source?.content.withLock { $0.problem = nil }
    _ = try await bench.protection.update()
    #expect(bench.protection.state.problems.isEmpty)
  }

  @Test func listWithWrongDigestIsNotCompiled() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    bench.source?.set([("ads", rules("two"))])
    bench.source?.content.withLock { $0.damaged = ["ads.json"] }
    await #expect(throws: Protection.UpdateProblem.source(.damaged("ads.json"))) {
      try await bench.protection.update()
    }
    #expect(bench.engine.compiled.count == 1)
    #expect(bench.view.lists.texts == [rules("one")])
    // The next start does not know of the failed update.
    let second = try bench.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("one")])
  }

  @Test func fullDiskKeepsCompiledLists() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    bench.source?.set([("ads", rules("two"))])
    bench.engine.obstacle = "no space left"
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.kind == .fallback)
    #expect(bench.protection.state.problems == [.engine("ads", .unavailable("no space left"))])
    // The list itself is not the cause.
    let second = try bench.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("two")])
    #expect(second.protection.state.kind == .protected)
  }

  @Test func lowMemoryKeepsActiveLists() async throws {
    let memory = Flag()
    var options = ProtectionOptions()
    options.hasMemory = { _ in memory.isSet }
    let bench = try Bench(FakeSource([("ads", rules("one"))]), options: options)
    await bench.protection.start()
    #expect(bench.view.lists.texts == [rules("one")])
    bench.source?.set([("ads", rules("two"))])
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.problems == [.memory("ads")])
    memory.isSet = true
    try await bench.until { bench.clock.sleepers > 0 }
    bench.clock.advance(.seconds(60))
    try await bench.until {
      bench.protection.state.kind == .protected && bench.protection.state.problems.isEmpty
    }
    #expect(bench.view.lists.texts == [rules("two")])
  }
}

/// A Boolean value that changes during a test.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
