import Foundation
import SluiceSystem
import Testing
import TestSupport

/// Opening files without following links or overwriting others.
@Suite struct FileOpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("up"), withDestinationPath: ".")
  }

  @Test func createRefusesExistingFilesAndLinks() throws {
    for name in ["file", "link"] {
      #expect(throws: SystemError.exists) { try OpenFile.create(folder.path(name)) }
    }
    let file = try OpenFile.create(folder.path("new"), isPrivate: true)
    try file.close()
    #expect(try FileStatus.of(folder.path("new")).permissions & 0o077 == 0)
    #expect(folder.text(of: "file") == "old")
  }

  @Test func overwriteTruncatesFilesButNotLinks() throws {
    #expect(throws: SystemError.self) { try OpenFile.overwrite(folder.path("link")) }
    #expect(folder.text(of: "file") == "old")
    let file = try OpenFile.overwrite(folder.path("file"))
    try file.close()
    #expect(folder.text(of: "file") == "")
  }

  /// The folder itself may be a link, because the user chose its path.
  @Test func linksInFolderAreNotOpened() throws {
    let opened = try Directory(folder.path("up"))
    for name in ["link", "up", "missing"] as [FileName] {
      #expect(throws: SystemError.self) { try opened.regularFile(name) }
      #expect(throws: SystemError.self) { try opened.folder(name) }
    }
    #expect(throws: SystemError.isNoFolder) { try opened.folder("file") }
    let file = try opened.regularFile("file").file
    #expect(try file.readToEnd(expecting: 3) == Array("old".utf8))
    try file.close()
  }

  @Test func scratchFolderIsRemovedWithContents() throws {
    let scratch = try ScratchFolder("test")
    try Pathname.makeFolder(scratch.file("inner"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("inner/link"), withDestinationPath: folder.path)
    let file = try OpenFile.create(scratch.file("inner/file"))
    try file.write([1, 2, 3])
    try file.close()
    #expect(Pathname.byteCount(of: scratch.file("inner")) >= 3)
    scratch.remove()
    #expect(throws: SystemError.notFound) { try FileStatus.of(scratch.path) }
    #expect(folder.text(of: "file") == "old")
  }

  /// The next run removes the files of a killed process, and keeps all that may belong to somebody else.
  @Test func scratchFoldersOfKilledProcessesAreRemoved() throws {
    let files = FileManager.default
    let place = CurrentProcess.variable("TMPDIR") ?? "/tmp"
    func make(_ name: String, mode: Int = 0o700, mark: String?) throws -> String {
      let path = "\(place)/sluice-\(name)-\(UUID().uuidString)"
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
      try "x".write(toFile: "\(path)/file", atomically: false, encoding: .utf8)
      if let mark { try mark.write(toFile: "\(path)/.sluice-scratch", atomically: false, encoding: .utf8) }
      return path
    }
    let living = try ScratchFolder("test")
    let mark = try String(contentsOfFile: living.file(".sluice-scratch"), encoding: .utf8)
    let left = try make("left", mark: mark)
    try files.createDirectory(atPath: "\(left)/in", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: "\(left)/in/link", withDestinationPath: folder.path)
    let others = [
      try make("unmarked", mark: nil), try make("other", mark: "mine\n"),
      try make("open", mode: 0o755, mark: mark),
      living.path,
    ]
    let link = "\(place)/sluice-link-\(UUID().uuidString)"
    try files.createSymbolicLink(atPath: link, withDestinationPath: others[0])
    try ScratchFolder("test").remove()
    #expect(!files.fileExists(atPath: left))
    for path in others { #expect(files.fileExists(atPath: path), "\(path)") }
    #expect(files.fileExists(atPath: others[0] + "/file") && files.fileExists(atPath: link))
    #expect(folder.text(of: "file") == "old")
    living.remove()
    for path in [link] + others { try? files.removeItem(atPath: path) }
  }
}
