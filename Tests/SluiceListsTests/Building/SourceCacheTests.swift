import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Cached copies of lists, which are valid only with their original bytes.
@Suite struct SourceCacheTests {
  private static let url = "https://lists.example/a.txt"
  private static let body = Array("! Title: x\n||ads.example^\n".utf8)

  private let folder: TemporaryFolder
  private let cache: SourceCache

  init() throws {
    folder = try TemporaryFolder()
    cache = try SourceCache(folder.path("cache"))
    try cache.store(
      SourceCache.Entry(
        header: SourceCache.Header(
          url: Self.url, etag: "\"v1\"", lastModified: "Sat, 21 Nov 2026 10:00:00 GMT",
          location: "https://cdn.example/a.txt", sha256: SHA256Hasher.digest(of: Self.body).description,
          bytes: Self.body.count), bytes: Self.body))
  }

  /// The file of the only copy.
  private var path: String {
    get throws { "\(cache.folder)/\(try #require(Pathname.names(in: cache.folder).first))" }
  }

  private func replace(_ make: (String) throws -> Void) throws {
    let path = try path
    unlink(path)
    try make(path)
  }

  private func expect(_ absence: SourceCache.Absence) {
    #expect(throws: absence) { try cache.entry(of: Self.url) }
  }

  @Test func cachedCopyIsReadBack() throws {
    let entry = try cache.entry(of: Self.url)
    #expect(entry.bytes == Self.body && entry.header.etag == "\"v1\"")
    #expect(entry.header.location == "https://cdn.example/a.txt")
    #expect(throws: SourceCache.Absence.missing) { try cache.entry(of: "https://lists.example/b.txt") }
  }

  /// A change to any byte makes the copy invalid: body, digests, entity tag, or line offsets.
  @Test func cachedCopyWithFlippedByteIsDamaged() throws {
    let path = try path
    let whole = try OpenFile.contents(of: path)
    for index in whole.indices {
      for change: UInt8 in [0x01, 0x20, 0x80] {
        var bytes = whole
        bytes[index] ^= change
        try Data(bytes).write(to: URL(filePath: path))
        #expect(throws: SourceCache.Absence.damaged, "byte \(index)") { try cache.entry(of: Self.url) }
      }
    }
  }

  @Test func truncatedOrExtendedCopyIsDamaged() throws {
    let path = try path
    let whole = try OpenFile.contents(of: path)
    for count in whole.indices {
      try Data(whole[..<count]).write(to: URL(filePath: path))
      expect(.damaged)
    }
    for bytes in [whole + [0x0a], [0x0a] + whole, whole + whole] {
      try Data(bytes).write(to: URL(filePath: path))
      expect(.damaged)
    }
  }

  @Test func copyOfOtherURLIsDamaged() throws {
    let path = try path
    try cache.store(
      SourceCache.Entry(
        header: SourceCache.Header(
          url: "https://lists.example/b.txt", sha256: SHA256Hasher.digest(of: Self.body).description,
          bytes: Self.body.count), bytes: Self.body))
    let other = try #require(
      Pathname.names(in: cache.folder).map { "\(cache.folder)/\($0)" }.first { $0 != path })
    rename(other, path)
    expect(.damaged)
  }

  /// None of these is waited for, followed or removed.
  @Test func specialFilesAreNotCachedCopies() throws {
    let copy = folder.path("copy")
    try FileManager.default.copyItem(atPath: try path, toPath: copy)
    let kinds: [(String) throws -> Void] = [
      { #expect(mkfifo($0, 0o600) == 0) }, { #expect(mkdir($0, 0o700) == 0) },
      { #expect(symlink(copy, $0) == 0) }, { #expect(symlink("/dev/zero", $0) == 0) },
      { #expect(symlink("/nowhere", $0) == 0) },
    ]
    for make in kinds {
      let path = try path
      if rmdir(path) != 0 { unlink(path) }
      try make(path)
      let before = try FileStatus.of(path, followingLinks: false).identity
      expect(.damaged)
      cache.touch(Self.url)
      #expect(try FileStatus.of(path, followingLinks: false).identity == before)
    }
    #expect(try OpenFile.contents(of: copy).starts(with: Self.body))
  }

  /// A link in place of a copy is replaced; its target is not.
  @Test func linkInCacheIsReplaced() throws {
    let victim = folder.path("victim")
    try folder.write("mine", to: "victim")
    try replace { #expect(symlink(victim, $0) == 0) }
    try cache.store(
      SourceCache.Entry(
        header: SourceCache.Header(
          url: Self.url, sha256: SHA256Hasher.digest(of: Self.body).description, bytes: Self.body.count),
        bytes: Self.body))
    #expect(try cache.entry(of: Self.url).bytes == Self.body && folder.text(of: "victim") == "mine")
  }

  /// Files with other names do not belong to a build, whatever their age.
  @Test func onlyOldTemporaryCacheFilesAreRemoved() throws {
    let (left, young) = (".new-\(UUID().uuidString)", ".new-\(UUID().uuidString)")
    let others = [
      ".new-notes.txt", ".new-", ".new-1", "new-\(UUID().uuidString)", ".new-\(UUID().uuidString).txt",
    ]
    for name in [left, young] + others { try folder.write("mine", to: "cache/\(name)") }
    for name in [left] + others {
      let time = timeval(tv_sec: 1, tv_usec: 0)
      #expect(utimes(folder.path("cache/\(name)"), [time, time]) == 0)
    }
    _ = try SourceCache(folder.path("cache"))
    let names = Pathname.names(in: cache.folder)
    #expect(names.count == others.count + 2 && !names.contains(left) && names.contains(young))
  }

  /// The copy contains the URL as requested.
  @Test(arguments: [("https://u:secret@a.example/x", true), ("https://a.example/x", false)])
  func cachedCopyWithSecretsIsPrivate(url: String, isPrivate: Bool) throws {
    let own = try SourceCache(folder.path("own"))
    try own.store(
      SourceCache.Entry(
        header: SourceCache.Header(
          url: url, sha256: SHA256Hasher.digest(of: Self.body).description, bytes: Self.body.count),
        bytes: Self.body))
    let path = "\(own.folder)/\(try #require(Pathname.names(in: own.folder).first))"
    #expect((try FileStatus.of(path).permissions & 0o077 == 0) == isPrivate)
  }

  @Test func cacheMustBeFolder() throws {
    try folder.write("", to: "file")
    #expect(throws: SystemError(code: ENOTDIR)) { try SourceCache(folder.path("file")) }
    #expect(throws: SystemError.self) { try SourceCache("/dev/null/cache") }
  }
}
