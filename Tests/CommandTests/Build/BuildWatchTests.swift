import Foundation
import TestSupport
import Testing

/// `sluice build --watch` with files that change.
@Suite struct BuildWatchTests {
  @Test func watchRebuildsWhenReadFileChanges() async throws {
    let folder = try TemporaryFolder()
    for name in ["parts", "more"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write("{lists: [{name: \"own\", sources: [\"list.txt\", \"more/\"]}]}", to: "sluice.json")
    try folder.write("||first.example^\n!#include parts/included.txt\n", to: "list.txt")
    try folder.write("||second.example^\n", to: "parts/included.txt")
    try folder.write("||third.example^\n", to: "more/a.txt")
    let watch = try Shell.start("exec \"$SLUICE\" build --watch --cache cache", in: folder)
    defer { watch.stop() }

    #expect(await folder.list(has: ["first", "second", "third"]))
    try folder.write("||new.example^\n", to: "parts/included.txt")
    #expect(await folder.list(has: ["first", "new", "third"]))
    try folder.write("||fourth.example^\n", to: "more/b.txt")
    #expect(await folder.list(has: ["first", "new", "third", "fourth"]))
    try FileManager.default.removeItem(atPath: folder.path("more/a.txt"))
    #expect(await folder.list(has: ["first", "new", "fourth"]))

    // Every error is reported, the output stays, and the next correct change repairs it.
    try folder.write("{lists: [{name: \"own\", sources: [\"missing.txt\"]}]}", to: "sluice.json")
    #expect(await watch.says("cannot read 'missing.txt': No such"))
    try folder.write("{lists: oh", to: "sluice.json")
    #expect(await watch.says("sluice.json:1:"))
    #expect(await folder.list(has: ["first", "new", "fourth"]))
    try folder.write("{lists: [{name: \"own\", sources: [\"missing.txt\"]}]}", to: "sluice.json")
    #expect(await watch.says("cannot read 'missing.txt': No such", times: 2))
    try folder.write("||found.example^\n", to: "missing.txt")
    #expect(await folder.list(has: ["found"]))
    #expect(watch.isRunning)
  }

  @Test func watchEndsWhenFirstBuildFails() throws {
    let folder = try TemporaryFolder()
    try folder.write("{lists: [{name: \"own\", sources: [\"missing.txt\"]}]}", to: "sluice.json")
    let result = try Shell.run("sluice build --watch --cache cache", in: folder)
    #expect(result.status == 2)
    #expect(folder.text(of: "public/manifest.json") == nil)
  }
}

extension TemporaryFolder {
  /// Returns whether the list contains rules for exactly the given hosts below `example` before the timeout.
  fileprivate func list(has names: Set<String>) async -> Bool {
    await Shell.comesTrue {
      let rules = text(of: "public/own.json")?.split(separator: "\n") ?? []
      let found = rules.compactMap { $0.firstMatch(of: /([a-z]+)\\\\\.example/)?.1 }
      return Set(found.map(String.init)) == names
    }
  }
}
