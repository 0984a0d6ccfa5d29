import Foundation
import TestSupport
import Testing

@testable import ListBuilder

// The tests of a batch hold back signals of the whole process, one after the other.
@Suite(.serialized) struct OutputBatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws {
    let batch = OutputBatch()
    try batch.write(Array(text.utf8), to: Destination(folder.path(name)))
    try batch.commit()
  }

  @Test func writesANewFile() throws {
    try write("new", to: "x.json")
    #expect(folder.text(of: "x.json") == "new")
    #expect(folder.names == ["x.json"])
  }

  @Test func nothingAppearsBeforeTheCommit() throws {
    try folder.write("old", to: "a")
    let batch = OutputBatch()
    try batch.write(Array("new".utf8), to: Destination(folder.path("a")))
    try batch.write(Array("new".utf8), to: Destination(folder.path("b")))
    #expect(folder.text(of: "a") == "old")
    #expect(folder.text(of: "b") == nil)
    #expect(folder.names.count == 3)
    try batch.commit()
    #expect(folder.text(of: "a") == "new")
    #expect(folder.names == ["a", "b"])
  }

  @Test func aBatchWithoutCommitLeavesNothing() throws {
    try folder.write("old", to: "a")
    do {
      let batch = OutputBatch()
      try batch.write(Array("new".utf8), to: Destination(folder.path("a")))
      try batch.write(Array("new".utf8), to: Destination(folder.path("b")))
    }
    #expect(folder.text(of: "a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func aFailureLeavesAllFilesAsTheyWere() throws {
    try folder.write("old", to: "a")
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    let second = try Destination(folder.path("sub/b"))
    try FileManager.default.removeItem(atPath: folder.path("sub"))
    let batch = OutputBatch()
    try batch.write(Array("new".utf8), to: Destination(folder.path("a")))
    #expect(throws: OutputError.cannotWrite(second.name, SystemError(code: ENOENT))) {
      try batch.write(Array("new".utf8), to: second)
    }
    #expect(folder.text(of: "a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func keepsThePermissionsOfAnExistingFile() throws {
    try folder.write("old", to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a"))
    try write("new", to: "a")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(folder.text(of: "a") == "new")
  }

  @Test(arguments: ["real.json", "./real.json", "../NAME/real.json", "other", "ABSOLUTE"])
  func writesThroughALink(target: String) throws {
    let target = target.replacing("NAME", with: URL(filePath: folder.path).lastPathComponent)
      .replacing("ABSOLUTE", with: folder.path("real.json"))
    for content in ["old", nil] {
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.path(name)) }
      if let content { try folder.write(content, to: "real.json") }
      if target == "other" { try link("other", to: "real.json") }
      try link("link", to: target)
      try write("new", to: "link")
      #expect(folder.text(of: "real.json") == "new")
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
      #expect(destination == target)
    }
  }

  @Test func doesNotFollowLinksInCircles() throws {
    try link("a", to: "b")
    try link("b", to: "a")
    #expect(throws: OutputError.cannotWrite(folder.path("a"), SystemError(code: ELOOP))) {
      try Destination(folder.path("a"))
    }
  }

  @Test func aFileLeftByAKilledProcessDoesNotMatter() throws {
    try folder.write("left", to: ".a.sluice-\(getpid())")
    try write("new", to: "a")
    #expect(folder.text(of: "a") == "new")
  }

  @Test func takesTheLongestNames() throws {
    let name = String(repeating: "é", count: 127)
    try write("new", to: name)
    #expect(folder.text(of: name) == "new")
  }

  @Test func findsMistakesBeforeTheWork() throws {
    try folder.write("", to: "file")
    let path = folder.path
    #expect(throws: OutputError.isFolder(path)) { try Destination(path) }
    #expect(throws: OutputError.isFolder("\(path)/x/")) { try Destination("\(path)/x/") }
    #expect(throws: OutputError.missingFolder(output: "\(path)/x/y/z", folder: "\(path)/x/y")) {
      try Destination("\(path)/x/y/z")
    }
    #expect(throws: OutputError.cannotWrite("\(path)/file/z", SystemError(code: ENOTDIR))) {
      try Destination("\(path)/file/z")
    }
  }

  @Test(.disabled(if: getuid() == 0, "root may write everything"))
  func respectsReadOnlyFilesAndFolders() throws {
    try folder.write("old", to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("a"))
    #expect(throws: OutputError.cannotWrite(folder.path("a"), SystemError(code: EACCES))) {
      try Destination(folder.path("a"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { chmod(folder.path, 0o755) }
    #expect(throws: OutputError.cannotWrite(folder.path("b"), SystemError(code: EACCES))) {
      try Destination(folder.path("b"))
    }
  }

  @Test(arguments: [
    ("-", 1), ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/7", 7), ("/proc/self/fd/7", 7),
  ])
  func knowsStreams(path: String, number: Int32) throws {
    guard case .stream(let stream) = try Destination(path).place else {
      Issue.record("\(path) is no stream")
      return
    }
    #expect(stream.number == number)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }
}
