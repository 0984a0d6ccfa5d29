import Foundation
import SluiceConversion
import SluiceLists
import SluiceProtection
import SluiceText
import TestSupport
import Testing

/// Lists that act until their successors do, and lists that must never replace others.
@MainActor @Suite(.ends) struct SuccessorTests {
  @Test func replacedListActsUntilSuccessorsCompile() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    bench.engine.rejects = ["bad"]
    bench.source?.set([("easylist", rules("bad"))])
    bench.view.lists.leastLists = .max
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.kind == .partly)
    bench.source?.set([("easylist", rules("two"))])
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("two")])
    #expect(bench.view.lists.leastLists >= 1)
    #expect(bench.protection.state.kind == .protected)
  }

  /// The same if no list acts yet.
  @Test func replacedListActsAfterRestart() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    first.engine.rejects = ["bad"]
    first.source?.set([("easylist", rules("bad")), ("small", "[]")])
    _ = try await first.protection.update()
    let second = try first.again()
    await second.protection.start()
    #expect(second.engine.compiled.isEmpty)
    #expect(second.view.lists.has("one"))
    #expect(second.protection.state.kind == .partly)
    second.source?.set([("easylist", rules("two")), ("small", "[]")])
    _ = try await second.protection.update()
    #expect(second.view.lists.texts == ["[]", rules("two")])
    #expect(second.protection.state.kind == .protected)
  }

  /// A built-in list with another name acts if WebKit rejects the first fetched list.
  @Test func builtInListReplacesRejectedList() async throws {
    let source = FakeSource([("easylist", rules("bad"))])
    let first = try Bench(source, builtIn: FakeSource([("inside", rules("inside"))]))
    first.engine.rejects = ["bad"]
    await first.protection.start()
    _ = try await first.protection.update()
    #expect(first.view.lists.texts == [rules("inside")])
    #expect(first.protection.state.kind == .partly)
    // With and without a record of the rejection.
    for isForgotten in [true, false] {
      if isForgotten {
        for name in ["state", "state.copy"] {
          try FileManager.default.removeItem(atPath: first.folder.path("store/\(name)"))
        }
      }
      let second = try first.again()
      second.engine.rejects = ["bad"]
      await second.protection.start()
      _ = try await second.protection.update()
      #expect(second.view.lists.texts == [rules("inside")])
    }
  }

  /// The state names the list that acts: the previous one stays and does not count as the newest.
  @Test func stateNamesListThatActs() async throws {
    let first = try Bench(FakeSource([("a", rules("one")), ("b", rules("bad"))]))
    first.engine.rejects = ["bad"]
    await first.protection.start()
    #expect(first.protection.state.kind == .partly)
    first.source?.set([("a", rules("bad two"))])
    _ = try await first.protection.update()
    #expect(first.protection.state.kind == .fallback)
    #expect(first.protection.state.lists.map(\.version) == [.lastGood])
    let second = try first.again()
    second.engine.rejects = ["bad"]
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("one")])
    #expect(second.protection.state.kind == .fallback)
    // No part of it was about to be removed from the store.
    second.protection.setUnprotected(try #require(Site(host: "a.example")))
    try await second.passExceptionDelay()
    #expect(second.view.lists.has("one") && second.view.lists.has(#"a\\.example"#))
  }

  /// A former list that acts in place of a rejected one follows the user's sites like any other list.
  @Test func replacedListFollowsSiteChanges() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    let (a, b) = (try #require(Site(host: "a.example")), try #require(Site(host: "b.example")))
    await bench.protection.start()
    bench.protection.setUnprotected(a)
    try await bench.passExceptionDelay()
    bench.engine.rejects = ["bad"]
    bench.source?.set([("easylist", rules("bad"))])
    _ = try await bench.protection.update()
    bench.protection.setUnprotected(a, isUnprotected: false)
    bench.protection.setUnprotected(b)
    try await bench.until { !bench.view.lists.has(#"a\\.example"#) && bench.view.lists.has("one") }
    try await bench.passExceptionDelay()
    #expect(bench.view.lists.has(#"b\\.example"#))
  }

  @Test func replacedListActsWithoutMemory() async throws {
    let hasMemory = Locked(true)
    var options = ProtectionOptions()
    options.hasMemory = { _ in hasMemory.withLock { $0 } }
    let first = try Bench(FakeSource([("ads", rules("one"))]), options: options)
    await first.protection.start()
    hasMemory.withLock { $0 = false }
    first.source?.set([("ads", rules("two"))])
    _ = try await first.protection.update()
    #expect(first.protection.state.kind == .fallback)
    hasMemory.withLock { $0 = true }
    first.engine.rejects = ["two"]
    _ = try await first.protection.update()
    #expect(first.protection.state.kind == .fallback)
    let second = try first.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("one")])
    first.engine.rejects = []
    first.source?.set([("ads", rules("three"))])
    _ = try await first.protection.update()
    #expect(first.view.lists.texts == [rules("three")])
    #expect(first.protection.state.kind == .protected)
  }

  /// The record of rejected lists has a limit, and the state stays readable.
  @Test(.inTurn) func rejectedListRecordIsLimited() async throws {
    let source = FakeSource()
    let bench = try Bench(source)
    bench.engine.rejects = ["bad"]
    let site = try #require(Site(host: "a.example"))
    for turn in 0..<3 {
      // Each list has so many files that an offer can hold two such lists. Most files belong to a form that
      // leaves out a part.
      let files = (0..<400).map { FakeSource.file("\(turn)-\($0).json", rules("\(turn)-\($0)")) }
      let bad = FakeSource.file("bad.json", rules("bad"))
      let forms = [ListOffer.Form(files: [files[0]]), .init(files: files, leftOut: ["a part"])]
      source.set(
        ListOffer(
          identifier: "\(turn)",
          lists: [.init(name: "\(turn)", forms: forms), .init(name: "bad", forms: [.init(files: [bad])])]),
        files: [(files[0], rules("\(turn)-0")), (bad, rules("bad"))])
      if turn == 0 { await bench.protection.start() } else { _ = try await bench.protection.update() }
    }
    bench.protection.setUnprotected(site)
    try await bench.until { bench.clock.sleepers > 0 }
    bench.clock.advance(.seconds(5))
    try await bench.until { bench.view.lists.has(#"a\\.example"#) }
    let second = try bench.again()
    await second.protection.start()
    #expect(second.protection.unprotectedSites == [site])
    #expect(!second.protection.state.problems.contains(.store(.damaged)))
    #expect(second.protection.state.kind == .partly)
  }

  /// A disk that was temporarily full.
  @Test(arguments: [true, false]) func temporaryFailureIsRetried(isFirst: Bool) async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    if isFirst { bench.engine.obstacle = "no space" }
    await bench.protection.start()
    bench.engine.obstacle = "no space"
    if !isFirst {
      bench.source?.set([("ads", rules("two"))], etag: "2")
      _ = try await bench.protection.update()
      #expect(bench.protection.state.kind == .fallback)
    }
    bench.engine.obstacle = nil
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules(isFirst ? "one" : "two")])
    #expect(bench.protection.state.kind == .protected)
  }

  /// A list of several files, one rejected by WebKit.
  @Test func rejectedFileOfListIsReported() async throws {
    let (small, large) = (rules("small"), rules("bad" + String(repeating: "x", count: 99)))
    let files = [FakeSource.file("small.json", small), FakeSource.file("large.json", large)]
    let source = FakeSource()
    source.set(
      ListOffer(identifier: "1", lists: [.init(name: "ads", forms: [.init(files: files)])]),
      files: [(files[0], small), (files[1], large)])
    let bench = try Bench(source)
    bench.engine.rejects = ["bad"]
    await bench.protection.start()
    #expect(bench.view.lists.texts == [small])
    #expect(bench.protection.state.kind == .fallback)
    #expect(bench.protection.state.lists.map(\.leftOut) == [["large.json"]])
  }

  @Test func lostFilesAreRequestedAtOnce() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await bench.protection.start()
    // A recent response of the server does not count if its files are lost.
    for place in ["lists", "compiled"] {
      let folder = bench.folder.path("store/\(place)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    bench.source?.content.withLock { $0.problem = .unreachable("no network") }
    let second = try bench.again()
    await second.protection.start()
    #expect(second.protection.state.kind == .failed)
    bench.source?.content.withLock { $0.problem = nil }
    let day = Duration.seconds(86_400)
    #expect(try await second.protection.update(ifOlderThan: day).isNew)
    #expect(second.view.lists.texts == [rules("one")])
    let asked = bench.source?.content.withLock { $0.asked }
    #expect(try await !second.protection.update(ifOlderThan: day).isNew)
    #expect(bench.source?.content.withLock { $0.asked } == asked)
  }

  @Test func listsFetchedByOtherProcessAreUsed() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await first.protection.start()
    let second = try first.again()
    await second.protection.start()
    first.source?.set([("ads", rules("two"))], etag: "2")
    _ = try await first.protection.update()
    _ = try await second.protection.update()
    #expect(second.view.lists.texts == [rules("two")])
  }

  @Test func everyListHasItsOwnSecret() async throws {
    let text = "/* __SLUICE_SECRET__ */"
    let script = FakeSource.file("a.isolated.js", text)
    let lists = ["one", "two"].map { (name: $0, file: FakeSource.file("\($0).json", rules($0))) }
    let source = FakeSource()
    source.set(
      ListOffer(
        identifier: "1",
        lists: lists.map { name, file in
          .init(
            name: name, forms: [.init(files: [file])],
            scripts: [.init(name: script.name, sha256: script.sha256, bytes: script.bytes, isOfPage: false)])
        }), files: lists.map { ($0.file, rules($0.name)) } + [(script, text)])
    let bench = try Bench(source)
    await bench.protection.start()
    #expect(Set(bench.view.lists.scripts.map(\.text)).count == 2)
    #expect(bench.view.lists.scripts.allSatisfy { !$0.text.contains("__SLUICE") && $0.text.count == 38 })
  }

  @Test func publicSuffixIsNeverSite() {
    #expect(Site(page: "https://www.com/").map { "\($0)" } == "www.com")
    #expect(Site(page: "https://www.co.uk/").map { "\($0)" } == "www.co.uk")
    #expect(Site(page: "https://www.gob.mx/").map { "\($0)" } == "www.gob.mx")
    #expect(Site(host: "www.news.example").map { "\($0)" } == "news.example")
    #expect(Site(host: "www.orf.at").map { "\($0)" } == "orf.at")
    #expect(Site(host: "www.ad.nl").map { "\($0)" } == "ad.nl")
  }

  /// Two changes at once: the second one does not discard the first.
  @Test func concurrentSiteChangesAreBothApplied() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    let (a, b) = (try #require(Site(host: "a.example")), try #require(Site(host: "b.example")))
    await bench.protection.start()
    bench.protection.setUnprotected(a)
    try await bench.passExceptionDelay()
    #expect(bench.view.lists.has(#"a\\.example"#))
    bench.protection.setUnprotected(a, isUnprotected: false)
    bench.protection.setUnprotected(b)
    try await bench.until { !bench.view.lists.has(#"a\\.example"#) }
  }
}
