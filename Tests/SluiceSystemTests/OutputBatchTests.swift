import Foundation
import Testing
import TestSupport

@testable import SluiceSystem

// The tests of a batch block signals for the whole process, so they run one after the other.
@Suite(.serialized) struct OutputBatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws {
    let batch = OutputBatch()
    try batch.write(Array(text.utf8), to: Destination(folder.path(name)))
    try batch.commit()
  }

  @Test func batchWritesNewFile() throws {
    try write("new", to: "x.json")
    #expect(folder.text(of: "x.json") == "new")
    #expect(folder.names == ["x.json"])
  }

  @Test func filesAppearOnlyAfterCommit() throws {
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

  @Test func uncommittedBatchLeavesNothing() throws {
    try folder.write("old", to: "a")
    do {
      let batch = OutputBatch()
      try batch.write(Array("new".utf8), to: Destination(folder.path("a")))
      try batch.write(Array("new".utf8), to: Destination(folder.path("b")))
    }
    #expect(folder.text(of: "a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func failedBatchKeepsOldFiles() throws {
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

  /// A folder appears at the path of a file in the meantime.
  @Test(arguments: 0..<3) func failedRenameRestoresOtherFiles(failing: Int) throws {
    let names = ["a", "b", "c"]
    try folder.write("old", to: "a")
    let batch = OutputBatch()
    for name in names { try batch.write(Array("new".utf8), to: Destination(folder.path(name))) }
    if names[failing] == "a" { try FileManager.default.removeItem(atPath: folder.path("a")) }
    try FileManager.default.createDirectory(
      atPath: folder.path(names[failing]), withIntermediateDirectories: false)
    try folder.write("mine", to: "\(names[failing])/file")
    #expect(throws: OutputError.self) { try batch.commit() }
    #expect(failing == 0 || folder.text(of: "a") == "old")
    #expect(folder.names == Set(["a", names[failing]]).sorted())
    #expect(folder.text(of: "\(names[failing])/file") == "mine")
  }

  /// Outputs in two folders are committed together.
  @Test func filesInTwoFoldersAreCommittedTogether() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
      try folder.write("old", to: "\(name)/file")
    }
    let batch = OutputBatch()
    for name in ["one", "two"] {
      try batch.write(Array("new".utf8), to: Destination(folder.path("\(name)/file")))
    }
    try batch.commit()
    #expect(folder.text(of: "one/file") == "new" && folder.text(of: "two/file") == "new")
    for name in ["one", "two"] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(name)) == ["file"])
    }
  }

  /// A forged journal does not affect any file.
  @Test func forgedJournalIsIgnored() throws {
    try folder.write("precious", to: "victim")
    try folder.write("other", to: "other")
    let identity = try FileStatus.of(folder.path("other")).identity
    func hex(_ text: String) -> String {
      text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let steps = [
      "step \(hex("other")) \(hex("victim")) \(identity.device) \(identity.inode) - -",
      "step \(hex("../x")) \(hex("victim")) 1 1 - -", "step - \(hex("victim")) 1 1 - -", "step - zz 1 1 - -",
      "folder \(hex("/nowhere"))", "folder 0",
    ]
    try folder.write(
      (["sluice journal 1"] + steps + ["end"]).joined(separator: "\n"), to: ".sluice-journal-\(Int32.max)")
    try folder.write("not whole", to: ".sluice-journal-\(Int32.max - 1)")
    try write("new", to: "a")
    #expect(folder.names == ["a", "other", "victim"])
    #expect(folder.text(of: "victim") == "precious" && folder.text(of: "other") == "other")
  }

  @Test func existingPermissionsAreKept() throws {
    try folder.write("old", to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a"))
    try write("new", to: "a")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(folder.text(of: "a") == "new")
  }

  @Test(arguments: ["real.json", "./real.json", "../NAME/real.json", "other", "ABSOLUTE"])
  func linksAreWrittenThrough(target: String) throws {
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

  @Test func circularLinksAreRejected() throws {
    try link("a", to: "b")
    try link("b", to: "a")
    #expect(throws: OutputError.cannotWrite(folder.path("a"), SystemError(code: ELOOP))) {
      try Destination(folder.path("a"))
    }
  }

  @Test func unfinishedFilesOfKilledProcessesAreRemoved() throws {
    // No process has a number this high, and this process may have the number of a killed one.
    let left = [
      ".a.sluice-unfinished-\(Int32.max)", ".a.sluice-unfinished-\(Int32.max)-1",
      ".other.json.sluice-unfinished-\(Int32.max)",
      ".a.sluice-unfinished-\(getpid())", ".x.sluice-unfinished-1.sluice-unfinished-\(Int32.max)",
    ]
    for name in left { try folder.write("left", to: name) }
    try write("new", to: "a")
    #expect(folder.names == ["a"])
    #expect(folder.text(of: "a") == "new")
  }

  @Test func unrelatedUnfinishedFilesAreKept() throws {
    let gone = Int32.max
    let files = [
      ".a.sluice-unfinished-\(getppid())", ".a.sluice-unfinished-1", ".a.sluice-unfinished-",
      ".a.sluice-unfinished-0", ".a.sluice-unfinished--1",
      ".a.sluice-unfinished-+\(gone)",
      ".a.sluice-unfinished-\(gone)x", ".a.sluice-unfinished-\(gone)-", ".a.sluice-unfinished-\(gone)-1-1",
      ".a.sluice-unfinished-99999999999",
      ".sluice-unfinished-\(gone)",
      "a.sluice-unfinished-\(gone)", ".a.sluice-\(gone)", ".a.sluice-\(gone)-1", ".a.sluice-new", ".a.sluice",
      ".a-\(gone)", ".a.sluice-unfinished-\(gone)\n",
    ]
    for name in files { try folder.write("mine", to: name) }
    try folder.write("precious", to: "victim")
    try link(".link.sluice-unfinished-\(gone)", to: "victim")
    try link(".nowhere.sluice-unfinished-\(gone)", to: "nowhere")
    try FileManager.default.createDirectory(
      atPath: folder.path(".folder.sluice-unfinished-\(gone)"), withIntermediateDirectories: false)
    #expect(mkfifo(folder.path(".pipe.sluice-unfinished-\(gone)"), 0o644) == 0)
    // A process is still writing the file, possibly in another container where process numbers differ.
    try folder.write("busy", to: ".busy.sluice-unfinished-\(gone)")
    let busy = open(folder.path(".busy.sluice-unfinished-\(gone)"), O_RDONLY)
    defer { close(busy) }
    #expect(flock(busy, LOCK_EX) == 0)
    let names = folder.names
    try write("new", to: "b")
    #expect(folder.names == (names + ["b"]).sorted())
    #expect(folder.text(of: "victim") == "precious")
  }

  /// Two batches at once in the same process.
  @Test func concurrentBatchesDoNotRemoveEachOther() throws {
    let first = OutputBatch()
    try first.write(Array("first".utf8), to: Destination(folder.path("a")))
    try write("second", to: "b")
    try write("second", to: "a")
    try first.commit()
    #expect(folder.text(of: "a") == "first" && folder.text(of: "b") == "second")
    #expect(folder.names == ["a", "b"])
  }

  /// On file systems that ignore case, two names can refer to the same file.
  @Test func caseInsensitiveNamesAreNotWrittenTwice() throws {
    try folder.write("", to: "probe")
    let isOne = folder.text(of: "PROBE") != nil
    let batch = OutputBatch()
    try batch.write(Array("a".utf8), to: Destination(folder.path("x")))
    let second = try Destination(folder.path("X"))
    if isOne {
      #expect(throws: OutputError.self) { try batch.write(Array("b".utf8), to: second) }
      #expect(folder.names == ["probe"])
    } else {
      try batch.write(Array("b".utf8), to: second)
      try batch.commit()
      #expect(folder.names == ["X", "probe", "x"])
    }
  }

  @Test func longestFileNamesAreWritten() throws {
    let name = String(repeating: "é", count: 127)
    try write("new", to: name)
    #expect(folder.text(of: name) == "new")
  }

  @Test func invalidDestinationsAreFoundEarly() throws {
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
  func readOnlyFilesAndFoldersAreRespected() throws {
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
  func streamDestinationsAreRecognized(path: String, number: Int32) throws {
    guard case .stream(let stream) = try Destination(path).kind else {
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
