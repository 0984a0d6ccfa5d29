import Foundation
import Platform
import TestSupport
import Testing

/// What opens files, and what it does not follow or overwrite.
@Suite struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("up"), withDestinationPath: ".")
  }

  @Test func aFileIsMadeOnlyWhereNothingIs() throws {
    for name in ["file", "link"] {
      #expect(throws: SystemError.exists) { try FileDescriptor.create(folder.path(name)) }
    }
    let file = try FileDescriptor.create(folder.path("new"), isPrivate: true)
    try file.close()
    #expect(try FileStatus.of(folder.path("new")).permissions & 0o077 == 0)
    #expect(folder.text(of: "file") == "old")
  }

  @Test func aFileIsEmptiedAndALinkIsNot() throws {
    #expect(throws: SystemError.self) { try FileDescriptor.overwrite(folder.path("link")) }
    #expect(folder.text(of: "file") == "old")
    let file = try FileDescriptor.overwrite(folder.path("file"))
    try file.close()
    #expect(folder.text(of: "file") == "")
  }

  /// The folder itself may be a link: its path is the user's.
  @Test func noLinkInAFolderIsFollowed() throws {
    let opened = try FileDescriptor.folder(folder.path("up"))
    defer { try? opened.close() }
    for name in ["link", "up", "missing"] {
      #expect(throws: SystemError.self) { try opened.file(name) }
      #expect(throws: SystemError.self) { try opened.folder(name) }
    }
    #expect(throws: SystemError.isNoFolder) { try opened.folder("file") }
    let file = try opened.file("file")
    #expect(try file.readToEnd(expecting: 3) == Array("old".utf8))
    try file.close()
  }

  @Test func aScratchFolderGoesWithAllThatIsInIt() throws {
    let scratch = try ScratchFolder("sluice-test")
    try Path.makeFolder(scratch.file("inner"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("inner/link"), withDestinationPath: folder.path)
    let file = try FileDescriptor.create(scratch.file("inner/file"))
    try file.write([1, 2, 3])
    try file.close()
    #expect(Path.byteCount(of: scratch.file("inner")) >= 3)
    scratch.remove()
    #expect(throws: SystemError.notFound) { try FileStatus.of(scratch.path) }
    #expect(folder.text(of: "file") == "old")
  }
}
