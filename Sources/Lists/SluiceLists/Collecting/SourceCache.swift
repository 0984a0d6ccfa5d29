import Foundation
import SluiceCodecs
import SluiceSystem

/// A cache of fetched lists, with one file per URL.
///
/// A file contains the body, a line of JSON with the body's digest, and a line with the digest of the JSON
/// line. So modified files are detected, and the lines after the body can be cut off without copying it.
///
/// Files are written next to their final location and renamed. The modification time is when the server last
/// confirmed the copy.
struct SourceCache {
  /// A cached copy of a list.
  struct Entry {
    let header: Header
    let bytes: [UInt8]
    /// When the copy was last current, in seconds since 1970.
    let time: Int64
  }

  /// The metadata of a copy.
  struct Header: Codable {
    let url: String
    var etag: String?
    var lastModified: String?
    /// The URL that the server redirected to, if any.
    var location: String?
    let sha256: String
    let bytes: Int
  }

  /// The reason why no copy is available.
  enum Absence: Error {
    /// The list was never fetched.
    case missing
    /// The file is not as it was written.
    case damaged
  }

  let folder: String

  /// Opens the cache in a folder, which is created if necessary.
  init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try Path.makeFolders(folder)
    guard try FileStatus.of(folder).kind == .folder else { throw .isNoFolder }
    removeLeftovers()
  }

  /// Returns the copy of a URL.
  ///
  /// It must be a regular file, exactly as written. Links are not followed, reading never blocks, and the
  /// digests must match.
  func entry(of url: String) throws(Absence) -> Entry {
    let path = path(of: url)
    let status: FileStatus
    var content: [UInt8]
    do throws(SystemError) {
      status = try FileStatus.of(path, followingLinks: false)
      content = try FileDescriptor.contents(of: path, followingLinks: false, atMost: Self.maximumBytes)
    } catch {
      throw error == .notFound ? .missing : .damaged
    }
    guard let (header, end) = Self.header(of: content), header.url == url, header.bytes == end else {
      throw .damaged
    }
    content.removeLast(content.count - end)
    guard SHA256.digest(of: content).description == header.sha256 else { throw .damaged }
    return Entry(header: header, bytes: content, time: status.modified.seconds)
  }

  /// Returns the header of a copy and the end of its body, or nil if the file was modified.
  private static func header(of content: [UInt8]) -> (Header, end: Int)? {
    guard content.last == lineEnd, let sealStart = content.dropLast().lastIndex(of: lineEnd),
      let end = content[..<sealStart].lastIndex(of: lineEnd)
    else { return nil }
    let line = Array(content[(end + 1)..<sealStart])
    let seal = content[(sealStart + 1)..<(content.count - 1)]
    guard seal.elementsEqual(SHA256.digest(of: line).description.utf8),
      let header = try? JSONDecoder().decode(Header.self, from: Data(line))
    else { return nil }
    return (header, end)
  }

  /// Stores a body as the current copy.
  func store(_ bytes: [UInt8], _ header: Header) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(header) else { throw .invalid }
    let line = Array(data)
    let seal = Array(SHA256.digest(of: line).description.utf8)
    let temporary = temporaryPath()
    // The header contains the URL with its secrets, and other users may be able to read the cache folder.
    let isPrivate = URLSecrets.removed(fromLocation: header.url) != header.url
    let file = try FileDescriptor.create(temporary, isPrivate: isPrivate)
    do throws(SystemError) {
      try file.write(bytes)
      try file.write([Self.lineEnd] + line + [Self.lineEnd] + seal + [Self.lineEnd])
      try file.close()
      try Path.rename(temporary, to: path(of: header.url))
    } catch {
      Path.remove(temporary)
      throw error
    }
  }

  /// Records that the server confirmed the copy.
  func touch(_ url: String) { Path.touch(path(of: url)) }

  /// Returns a path for a file that is still being written.
  func temporaryPath() -> String { "\(folder)/\(Self.temporaryPrefix)\(UUID().uuidString)" }

  private static let temporaryPrefix = ".new-"
  private static let lineEnd = ASCII.lineFeed
  /// The maximum size of a body with the lines after it.
  private static let maximumBytes = FileDescriptor.maximumBytes + 1 << 20

  private func path(of url: String) -> String {
    "\(folder)/\(SHA256.digest(of: Array(url.utf8)).description.prefix(40)).list"
  }

  /// Removes the leftovers of killed builds.
  ///
  /// Another build may be running, so only old files are removed. The user may have files in the folder, so
  /// only files with a build's temporary names are removed.
  private func removeLeftovers() {
    let limit = FileTime(seconds: Int64(Date().timeIntervalSince1970) - 3600)
    for name in Path.names(in: folder) where Self.isTemporary(name) {
      let path = "\(folder)/\(name)"
      if let status = try? FileStatus.of(path, followingLinks: false), status.kind == .regular, status.isOwn,
        status.modified < limit
      {
        Path.remove(path)
      }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix)
      && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
  }
}
