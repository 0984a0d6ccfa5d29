import Foundation
import Testing
import TestSupport

@testable import SluiceSystem

/// Valid names and paths.
@Suite struct FileNameTests {
  @Test(arguments: [
    "", ".", "..", "/", "a/b", "/a", "a/", "../a", "a/..", "./a", "a\0b", "\0", "//", "../../victim.txt",
  ])
  func pathsAreNotFileNames(text: String) throws {
    #expect(FileName(text) == nil)
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([FileName].self, from: json) }
  }

  @Test(arguments: ["a", "...", "..a", "a..", ".git", "a b", "a\\b", "é.json", "\n", "-o", "~"])
  func anySingleComponentIsFileName(text: String) throws {
    let name = try #require(FileName(text))
    #expect(name.description == text)
    #expect(try JSONDecoder().decode(FileName.self, from: JSONEncoder().encode(name)) == name)
  }

  /// Swift considers canonically equivalent strings equal, but a file system treats them as two files.
  @Test func fileNamesAreComparedByBytes() {
    #expect(FileName("e\u{301}") != FileName("\u{e9}"))
    #expect(FileName(bytes: [0xff, 0xfe])?.bytes == [0xff, 0xfe])
  }

  @Test func hiddenFileNamesAreShortened() throws {
    let name: FileName = "ads.json"
    #expect(name.hidden(".sluice-new") == ".ads.json.sluice-new")
    let long = try #require(FileName(String(repeating: "x", count: 255)))
    #expect(long.hidden(".sluice-new").bytes.count < 255)
  }

  @Test func folderOperationsFollowNoLinks() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("text", to: "file")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: temporary.path("link"), withDestinationPath: "file")
    try manager.createSymbolicLink(atPath: temporary.path("up"), withDestinationPath: ".")
    #expect(mkfifo(temporary.path("pipe"), 0o666) == 0)
    let folder = try Directory(temporary.path)
    #expect(try folder.names() == ["file", "link", "pipe", "up"])
    #expect(try folder.contents(of: "file") == Array("text".utf8))
    for name: FileName in ["link", "up", "pipe", "missing"] {
      #expect(throws: SystemError.self) { try folder.contents(of: name) }
    }
    #expect(throws: SystemError.self) { try folder.folder("up") }
    #expect(
      try folder.status(of: "link").kind == .link && folder.linkTarget(of: "link") == Array("file".utf8))
    try folder.remove("link")
    #expect(temporary.text(of: "file") == "text")
  }
}
