#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem
import SluiceText

/// A cache of fetched lists, with one file per URL, and one for each list that includes others.
///
/// A file contains the bodies, a line of JSON with their digests, and a line with the digest of the JSON line.
/// So modified files are detected, and the lines after a body can be cut off without copying it.
///
/// Files are written next to their final location and renamed. The modification time is when the server last
/// confirmed the copy.
struct SourceCache {
  struct Entry {
    let header: Header
    let bytes: [UInt8]
    /// When the copy was last current, in seconds since 1970.
    var time: Int64 = 0
  }

  struct Header: Codable, Equatable {
    let url: String
    var etag: String?
    var lastModified: String?
    /// The URL that the server redirected to, if any.
    var location: String?
    let sha256: String
    let bytes: Int
  }

  enum Absence: Error {
    /// The list was never fetched.
    case missing
    case damaged
  }

  let folder: String

  /// Opens the cache in a folder, which is created if necessary.
  init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try Pathname.makeFolders(folder)
    guard try FileStatus.of(folder).kind == .folder else { throw .isNoFolder }
    removeLeftovers()
  }

  func entry(of url: String) throws(Absence) -> Entry {
    let entries = try entries(at: path(of: url))
    guard entries.count == 1, entries[0].header.url == url else { throw .damaged }
    return entries[0]
  }

  /// Returns the last good copy of a list together with what it includes, which was stored at once.
  func entries(of source: RemoteSource) throws(Absence) -> [Entry] {
    let entries = try entries(at: path(of: source))
    guard entries.first?.header.url == source.url else { throw .damaged }
    return entries
  }

  /// Returns the copies in a file.
  ///
  /// It must be a regular file, exactly as written. Links are not followed, reading never blocks, and the
  /// digests must match.
  private func entries(at path: String) throws(Absence) -> [Entry] {
    let (headers, content, time) = try content(of: path)
    var entries: [Entry] = []
    var start = 0
    for header in headers {
      let bytes = headers.count == 1 ? content : Array(content[start..<(start + header.bytes)])
      guard SHA256Hasher.digest(of: bytes).description == header.sha256 else { throw .damaged }
      entries.append(Entry(header: header, bytes: bytes, time: time))
      start += header.bytes
    }
    return entries
  }

  /// Returns the headers in a file, the bodies after one another, and the modification time.
  private func content(
    of path: String
  ) throws(Absence) -> (headers: [Header], bodies: [UInt8], time: Int64) {
    let status: FileStatus
    var content: [UInt8]
    do throws(SystemError) {
      status = try FileStatus.of(path, followingLinks: false)
      content = try OpenFile.contents(of: path, followingLinks: false, atMost: Self.maximumBytes)
    } catch {
      throw error == .notFound ? .missing : .damaged
    }
    guard let (headers, end) = Self.headers(of: content) else { throw .damaged }
    content.removeLast(content.count - end)
    return (headers, content, status.modified.seconds)
  }

  /// Returns the headers in a file and the end of the bodies, or nil if the file was modified.
  private static func headers(of content: [UInt8]) -> (headers: [Header], end: Int)? {
    guard content.last == lineEnd, let sealStart = content.dropLast().lastIndex(of: lineEnd),
      let end = content[..<sealStart].lastIndex(of: lineEnd)
    else { return nil }
    let line = Array(content[(end + 1)..<sealStart])
    let seal = content[(sealStart + 1)..<(content.count - 1)]
    guard seal.elementsEqual(SHA256Hasher.digest(of: line).description.utf8),
      let headers = try? JSONDecoder().decode([Header].self, from: Data(line))
    else { return nil }
    var rest = end
    for header in headers {
      guard 0...rest ~= header.bytes else { return nil }
      rest -= header.bytes
    }
    return rest == 0 ? (headers, end) : nil
  }

  func store(_ entry: Entry) throws(SystemError) { try write([entry], to: path(of: entry.header.url)) }

  /// Stores a list together with what it includes, unless this is the stored copy. The list is first.
  func store(_ entries: [Entry], of source: RemoteSource) throws(SystemError) {
    let path = path(of: source)
    if let stored = try? content(of: path).headers, stored == entries.map(\.header) { return }
    try write(entries, to: path)
  }

  /// Removes the copy of a list with what it included, because it no longer includes anything.
  func removeCopy(of source: RemoteSource) {
    let path = path(of: source)
    if (try? FileStatus.of(path, followingLinks: false))?.kind == .regular { Pathname.remove(path) }
  }

  private func write(_ entries: [Entry], to path: String) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entries.map(\.header)) else { throw .invalid }
    let line = Array(data)
    let seal = Array(SHA256Hasher.digest(of: line).description.utf8)
    let temporary = temporaryPath()
    // The headers contain URLs with their secrets, and other users may be able to read the cache folder.
    let isPrivate = entries.contains { URLSecrets.removed(fromLocation: $0.header.url) != $0.header.url }
    let file = try OpenFile.create(temporary, isPrivate: isPrivate)
    do throws(SystemError) {
      for entry in entries { try file.write(entry.bytes) }
      try file.write([Self.lineEnd] + line + [Self.lineEnd] + seal + [Self.lineEnd])
      try file.close()
      try Pathname.rename(temporary, to: path)
    } catch {
      Pathname.remove(temporary)
      throw error
    }
  }

  /// Records that the server confirmed the copy.
  func touch(_ url: String) { Pathname.touch(path(of: url)) }

  func temporaryPath() -> String { "\(folder)/\(Self.temporaryPrefix)\(UUID().uuidString)" }

  private static let temporaryPrefix = ".new-"
  private static let lineEnd = ASCII.lineFeed
  /// The maximum size of a body with the lines after it.
  private static let maximumBytes = OpenFile.maximumBytes + 1 << 20

  private func path(of url: String) -> String { path(of: url, "list") }

  private func path(of source: RemoteSource) -> String {
    path(of: ([source.url] + source.constants.sorted()).joined(separator: "\n"), "source")
  }

  private func path(of key: String, _ ending: String) -> String {
    "\(folder)/\(SHA256Hasher.digest(of: Array(key.utf8)).description.prefix(40)).\(ending)"
  }

  /// Removes the leftovers of killed builds.
  ///
  /// Another build may be running, so only old files are removed. The user may have files in the folder, so
  /// only files with a build's temporary names are removed.
  private func removeLeftovers() {
    let limit = FileTime(seconds: Int64(Date().timeIntervalSince1970) - 3600)
    for name in Pathname.names(in: folder) where Self.isTemporary(name) {
      let path = "\(folder)/\(name)"
      if let status = try? FileStatus.of(path, followingLinks: false), status.kind == .regular, status.isOwn,
        status.modified < limit
      {
        Pathname.remove(path)
      }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix)
      && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
  }
}
