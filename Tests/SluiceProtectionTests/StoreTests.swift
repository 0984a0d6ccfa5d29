import Foundation
import SluiceConversion
import SluiceLists
import SluiceProtection
import SluiceSystem
import SluiceText
import TestSupport
import Testing

/// Stores that somebody else has modified.
@MainActor @Suite(.ends) struct StoreTests {
  private static let offline = ListSourceProblem.unreachable("no network")

  /// Creates a store with a list, damages it, and starts without a network.
  private func start(builtIn: FakeSource? = nil, after damage: (TemporaryFolder) throws -> Void) async throws
    -> Bench
  {
    let first = try Bench(FakeSource([("ads", rules("one"))], etag: "1"), builtIn: builtIn)
    await first.protection.start()
    #expect(first.protection.state.kind == .protected || builtIn != nil)
    try damage(first.folder)
    first.source?.content.withLock { $0.problem = Self.offline }
    let second = try first.again()
    await second.protection.start()
    return second
  }

  private func overwrite(_ folder: TemporaryFolder, _ name: String, _ text: String = "garbage") throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path("store/\(name)")))
  }

  private func only(_ folder: TemporaryFolder, _ place: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("store/\(place)"))
    return "\(place)/" + (try #require(names.first))
  }

  @Test(arguments: ["state", "state.copy"]) func oneStateCopyIsEnough(name: String) async throws {
    let bench = try await start { try overwrite($0, name) }
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.engine.compiled.isEmpty)
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems == [.store(.damaged)])
  }

  /// If both state files are lost while the lists act, the lists continue to act and are known at the next
  /// start.
  @Test(arguments: [true, false]) func lostStateIsWrittenAgain(isRemoved: Bool) async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    await first.protection.start()
    // Another process that starts without a network in the meantime removes nothing.
    for name in ["state", "state.copy"] {
      try overwrite(first.folder, name)
      if isRemoved { try FileManager.default.removeItem(atPath: first.folder.path("store/\(name)")) }
    }
    first.source?.content.withLock { $0.problem = Self.offline }
    await (try first.again()).protection.start()
    first.protection.setUnprotected(try #require(Site(host: "a.example")))
    try await first.passExceptionDelay()
    #expect(first.view.lists.has("one") && first.view.lists.has(#"a\\.example"#))
    #expect(first.protection.state.kind == .protected)
    let second = try first.again()
    await second.protection.start()
    #expect(second.view.lists.has("one"))
    #expect(second.protection.state.kind == .protected)
  }

  /// The next update creates a folder that could not be created or was removed.
  @Test func storeIsRecreatedByUpdate() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    let store = bench.folder.path("store")
    try Data().write(to: URL(filePath: store))
    await bench.protection.start()
    #expect(bench.protection.state.kind == .fallback)
    try FileManager.default.removeItem(atPath: store)
    // The lists are updated regardless of their age, because none is stored.
    _ = try await bench.protection.update(ifOlderThan: .seconds(86_400))
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems.isEmpty)
    try FileManager.default.removeItem(atPath: store)
    bench.source?.set([("ads", rules("two"))])
    _ = try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("two")])
    #expect(bench.protection.state.kind == .protected && bench.protection.state.problems.isEmpty)
    let second = try bench.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("two")])
  }

  /// As on a fresh installation of iOS, where Application Support does not exist.
  @Test func parentFoldersOfStoreAreCreated() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path("Library/Application Support/Browser/Protection")
    let view = FakeView()
    let protection = Protection(
      source: FakeSource([("ads", rules("one"))]), engine: FakeEngine(), folder: path)
    protection.protect(view)
    await protection.start()
    #expect(protection.state.kind == .protected)
    #expect(protection.state.problems.isEmpty)
    #expect(view.lists.texts == [rules("one")])
    #expect(FileManager.default.fileExists(atPath: path + "/state"))
  }

  /// If no store can be created, lists act from a temporary one, and the state is never `protected`.
  ///
  /// The user's sites are neither lost nor forgotten when the store becomes available again, as after the
  /// first unlock of an iPhone.
  @Test func temporaryStoreIsUsedWithoutStore() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))]))
    first.protection.setUnprotected(try #require(Site(host: "before.example")))
    await first.protection.start()
    try await first.until { first.folder.text(of: "store/state")?.contains("before.example") == true }
    let (store, away) = (first.folder.path("store"), first.folder.path("away"))
    try FileManager.default.moveItem(atPath: store, toPath: away)
    try Data().write(to: URL(filePath: store))

    let second = try first.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("one")])
    #expect(second.protection.state.kind == .fallback)
    #expect(second.protection.state.isStoreTemporary)
    let temporary = second.engine.folder
    #expect(!temporary.hasPrefix(first.folder.path("")) && FileManager.default.fileExists(atPath: temporary))
    second.protection.setUnprotected(try #require(Site(host: "since.example")))
    try await second.passExceptionDelay()
    // Writing to the temporary store does not make it permanent.
    #expect(second.protection.state.kind == .fallback && second.protection.state.isStoreTemporary)

    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.moveItem(atPath: away, toPath: store)
    try await second.protection.update()
    #expect(!second.protection.state.isStoreTemporary)
    #expect(second.engine.folder.hasPrefix(store))
    #expect(
      second.protection.unprotectedSites.map(\.description).sorted() == ["before.example", "since.example"])
    try await second.until { second.folder.text(of: "store/state")?.contains("since.example") == true }
    #expect(!FileManager.default.fileExists(atPath: temporary))
  }

  /// iOS kills a process that is suspended while it holds a lock in a folder of an app group.
  @Test func noLockIsHeldDuringFetch() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    let seen = Locked<[String: Bool]>([:])
    let folder = bench.folder.path("store")
    bench.source?.set([("ads", rules("two"))])
    bench.source?.content.withLock { content in
      content.gate = { _ in
        for name in ["", "/lists", "/lock", "/compiled"] {
          let isFree = (try? Directory(folder + name).lock()) == true
          seen.withLock { $0[name] = isFree }
        }
      }
    }
    try await bench.protection.update()
    #expect(seen.withLock { $0 } == ["": true, "/lists": true, "/lock": true, "/compiled": true])
    #expect(bench.view.lists.texts == [rules("two")])
    // The mark of the fetch in progress is removed too.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/lock").isEmpty)
  }

  /// Files that another process is fetching stay; those of a killed process expire after some time.
  @Test(arguments: [false, true]) func filesLeasedByOtherProcessAreKept(isKilled: Bool) async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    let lease = bench.folder.path("store/lock/\(UUID().uuidString)")
    try Data().write(to: URL(filePath: lease))
    if isKilled {
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(-3_600)], ofItemAtPath: lease)
    }
    bench.source?.set([("ads", rules("two"))])
    _ = try await bench.protection.update()
    let lists = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("store/lists"))
    #expect(lists.count == (isKilled ? 1 : 2))
    #expect(FileManager.default.fileExists(atPath: lease) != isKilled)
  }

  /// A backup contains the user's sites, but nothing that can be fetched again.
  @Test func filesMissingInBackupAreFetchedAgain() async throws {
    let first = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await first.protection.start()
    first.protection.setUnprotected(try #require(Site(host: "good.example")))
    try await first.passExceptionDelay()
    for name in ["lists", "compiled"] {
      try FileManager.default.removeItem(atPath: first.folder.path("store/\(name)"))
    }
    let second = try first.again()
    await second.protection.start()
    try await second.protection.update()
    #expect(second.protection.unprotectedSites.map(\.description) == ["good.example"])
    #expect(second.view.lists.has("one"))
    #expect(second.protection.state.kind == .protected)
  }

  @Test func incompleteDownloadsAreDiscarded() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    for number in 0..<9 {
      bench.source?.set([("a\(number)", rules("\(number)")), ("late", rules("late \(number)"))])
      bench.source?.content.withLock { $0.damaged = ["late.json"] }
      await #expect(throws: Protection.UpdateProblem.self) { try await bench.protection.update() }
    }
    let lists = bench.folder.path("store/lists")
    #expect(try FileManager.default.contentsOfDirectory(atPath: lists).count == 2)
  }

  @Test func builtInListsAreUsedWithoutStore() async throws {
    let source = FakeSource([("ads", rules("one"))])
    let first = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]))
    await first.protection.start()
    _ = try await first.protection.update()
    for name in ["state", "state.copy"] { try overwrite(first.folder, name) }
    let second = try first.again()
    await second.protection.start()
    #expect(second.view.lists.texts == [rules("inside")])
    #expect(second.protection.state.kind == .fallback)
    _ = try await second.protection.update()
    #expect(second.view.lists.texts == [rules("one")])
    #expect(second.protection.state.kind == .protected)
    #expect(second.protection.state.problems.isEmpty)
  }

  @Test func damagedCompiledListIsRecompiled() async throws {
    let bench = try await start { try overwrite($0, try only($0, "compiled"), rules("evil")) }
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.engine.compiled.count == 1)
    #expect(bench.protection.state.kind == .protected)
    #expect(bench.protection.state.problems == [.damagedCompiled("ads")])
    let lost = try await start {
      try FileManager.default.removeItem(atPath: $0.path("store/" + only($0, "compiled")))
    }
    #expect(lost.view.lists.texts == [rules("one")])
  }

  @Test func damagedFetchedListIsFetchedAgain() async throws {
    // As long as the compiled list exists, it acts.
    let bench = try await start { try overwrite($0, try only($0, "lists"), rules("two")) }
    #expect(bench.view.lists.texts == [rules("one")])
    #expect(bench.protection.state.kind == .protected)
    // A file of the same size with different content.
    let both = try await start {
      try overwrite($0, try only($0, "lists"), rules("two"))
      try overwrite($0, try only($0, "compiled"), rules("evil"))
    }
    #expect(both.protection.state.kind == .failed)
    #expect(both.protection.state.problems.contains(.missingContent("ads")))
    both.source?.content.withLock { $0.problem = nil }
    let update = try await both.protection.update()
    #expect(update.files == 1)
    #expect(both.view.lists.texts == [rules("one")])
    #expect(both.protection.state.kind == .protected)
    #expect(both.protection.state.problems.isEmpty)
  }

  @Test func linksInStoreAreNotFollowed() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path("elsewhere"), withIntermediateDirectories: true)
    try folder.write("mine", to: "elsewhere/state")
    try files.createSymbolicLink(
      atPath: folder.path("store/state"), withDestinationPath: folder.path("elsewhere/state"))
    let bench = try Bench(FakeSource([("ads", rules("one"))]), in: folder)
    await bench.protection.start()
    #expect(bench.protection.state.kind == .protected)
    #expect(folder.text(of: "elsewhere/state") == "mine")

    for place in ["lists", "compiled", "lock"] {
      let folder = try TemporaryFolder(inMemory: true)
      try files.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
      try files.createDirectory(atPath: folder.path("elsewhere"), withIntermediateDirectories: true)
      try files.createSymbolicLink(
        atPath: folder.path("store/\(place)"), withDestinationPath: folder.path("elsewhere"))
      let bench = try Bench(FakeSource([("ads", rules("one"))]), in: folder)
      await bench.protection.start()
      #expect(bench.protection.state.kind == .fallback)
      #expect(bench.protection.state.isStoreTemporary)
      #expect(try files.contentsOfDirectory(atPath: folder.path("elsewhere")).isEmpty)
    }
  }

  @Test func foreignFilesInStoreAreKept() async throws {
    let bench = try await start { folder in
      try overwrite(folder, "lists/notes.txt", "mine")
      try overwrite(folder, "compiled/other.list", "mine")
    }
    _ = bench
    #expect(bench.folder.text(of: "store/lists/notes.txt") == "mine")
    #expect(bench.folder.text(of: "store/compiled/other.list") == "mine")
    #expect(!bench.engine.removed.contains("other"))
  }

  @Test func twoProcessesShareStore() async throws {
    let source = FakeSource([("ads", rules("one"))])
    let first = try Bench(source)
    let second = try first.again()
    async let one: Void = first.protection.start()
    async let two: Void = second.protection.start()
    _ = await (one, two)
    let sites = ["a.example", "b.example", "c.example", "d.example"].compactMap { Site(host: $0) }
    for (number, site) in sites.enumerated() {
      (number.isMultiple(of: 2) ? first : second).protection.setUnprotected(site)
    }
    source.set([("ads", rules("two"))])
    async let three = first.protection.update()
    async let four = second.protection.update()
    _ = try await (three, four)
    #expect(first.view.lists.has("two") && second.view.lists.has("two"))
    try await first.until { first.folder.text(of: "store/state")?.contains("d.example") == true }
    let third = try first.again()
    await third.protection.start()
    #expect(third.protection.unprotectedSites == Set(sites))
    #expect(third.view.lists.has("two"))
    #expect(third.protection.state.kind == .protected)
  }

  @Test func clockSetBackAllowsUpdates() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))], etag: "1"))
    await bench.protection.start()
    func asked() -> Int { bench.source?.content.withLock { $0.asked } ?? 0 }
    let before = asked()
    _ = try await bench.protection.update(ifOlderThan: .seconds(86_400))
    #expect(asked() == before)
    bench.clock.advance(.seconds(90_000))
    _ = try await bench.protection.update(ifOlderThan: .seconds(86_400))
    #expect(asked() == before + 1)
    bench.clock.set(Date(timeIntervalSince1970: 0))
    _ = try await bench.protection.update(ifOlderThan: .seconds(86_400))
    #expect(asked() == before + 2)
  }

  @Test func obsoleteListsAreRemoved() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    await bench.protection.start()
    for number in 0..<5 {
      bench.source?.set([("ads", rules("list\(number)"))])
      _ = try await bench.protection.update()
    }
    #expect(await bench.engine.identifiers().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("store/lists")).count == 1)
  }
}

extension ProtectionState {
  /// Whether the state reports that lists act from a temporary store.
  var isStoreTemporary: Bool {
    problems.contains { if case .store(.temporary) = $0 { true } else { false } }
  }
}
