import Foundation
import SluiceConversion
import SluiceLists
import SluiceText
import TestSupport
import Testing

@testable import SluiceProtection

/// Lists on a device with little memory, such as an iPhone.
@MainActor @Suite(.ends) struct MemoryTests {
  private static let large = rules(String(repeating: "x", count: 500))

  /// Where the system kills a process that uses too much memory, lists that do not fit are not compiled, even
  /// at the first start.
  ///
  /// Small lists are, and the others when there is enough memory.
  @Test func firstListsWaitForMemory() async throws {
    let room = Locked(2_000)
    var options = ProtectionOptions()
    options.firstListsNeedMemory = true
    options.hasMemory = { bytes in room.withLock { bytes <= $0 } }
    let bench = try Bench(
      FakeSource([("large", Self.large), ("small", rules("small"))]), options: options)
    await bench.protection.start()
    #expect(bench.view.lists.texts == [rules("small")])
    #expect(bench.protection.state.kind == .partly)
    #expect(bench.protection.state.problems == [.memory("large")])
    #expect(bench.engine.compiled.count == 1)
    #expect(bench.protection.isReady)
    room.withLock { $0 = 20_000 }
    try await bench.until { bench.clock.sleepers > 0 }
    bench.clock.advance(.seconds(60))
    try await bench.until { bench.protection.state.kind == .protected }
    #expect(bench.view.lists.texts == [rules("small"), Self.large].sorted())
  }

  /// If no list fits, a smaller built-in one acts.
  @Test func smallerBuiltInListActsWithoutMemory() async throws {
    var options = ProtectionOptions()
    options.firstListsNeedMemory = true
    options.hasMemory = { $0 <= 2_000 }
    let source = FakeSource([("ads", Self.large)])
    let bench = try Bench(source, builtIn: FakeSource([("ads", rules("inside"))]), options: options)
    await bench.protection.start()
    try await bench.protection.update()
    #expect(bench.view.lists.texts == [rules("inside")])
    #expect(bench.protection.state.kind == .fallback)
    #expect(bench.protection.state.problems.contains(.memory("ads")))
  }

  /// Shards are compiled one by one, so memory for a single one suffices.
  @Test func shardNeedsMemoryOnlyForItself() async throws {
    let source = FakeSource()
    let texts = (0..<4).map { rules("shard\($0)") }
    let files = texts.enumerated().map { FakeSource.file("ads.\($0).json", $1) }
    let asked = Locked<[Int]>([])
    var options = ProtectionOptions()
    options.firstListsNeedMemory = true
    options.hasMemory = { bytes in
      asked.withLock { $0.append(bytes) }
      return bytes <= 20 * rules("shard0").utf8.count
    }
    source.set(
      ListOffer(identifier: "1", lists: [.init(name: "ads", forms: [.init(files: files)])]),
      files: Array(zip(files, texts)))
    let bench = try Bench(source, options: options)
    await bench.protection.start()
    #expect(bench.view.lists.texts == texts)
    #expect(bench.protection.state.kind == .protected)
    #expect(asked.withLock { $0 } == texts.map { 20 * $0.utf8.count })
  }

  @Test func memoryWarningExpires() {
    let time = Locked(ContinuousClock.now)
    let available = Locked<Int?>(nil)
    let watch = MemoryWatch(now: { time.withLock { $0 } }, available: { available.withLock { $0 } })
    #expect(watch.hasRoom(for: 1 << 40))
    available.withLock { $0 = 1_000 }
    #expect(watch.hasRoom(for: 1_000) && !watch.hasRoom(for: 1_001))
    watch.warn()
    #expect(!watch.hasRoom(for: 1))
    time.withLock { $0 += .seconds(59) }
    #expect(!watch.hasRoom(for: 1))
    time.withLock { $0 += .seconds(1) }
    #expect(watch.hasRoom(for: 1_000))
  }
}
