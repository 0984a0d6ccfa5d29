import Codecs
import Foundation
import Platform

/// Lists as they were last fetched, a file for each URL.
///
/// A file has the body, a line of JSON with the body's digest, and a line with the digest of that one. So a copy
/// that anything was done to is known for one, and what is behind the body can be cut off without a copy of it. A
/// file is written beside its place and renamed. Its time is when the server last said that it is current.
struct SourceCache {
  /// The copy of a list.
  struct Entry {
    let header: Header
    let bytes: [UInt8]
    /// When it was last current, in seconds since 1970.
    let time: Int64
  }

  /// What is known of a copy.
  struct Header: Codable {
    let url: String
    var etag: String?
    var lastModified: String?
    /// Where the server led to, if that is elsewhere.
    var location: String?
    let sha256: String
    let bytes: Int
  }

  /// Why there is no copy.
  enum Absence: Error {
    /// It was never fetched.
    case missing
    /// What is in its place is not what was written there.
    case damaged
  }

  let folder: String

  /// A cache in a folder, which is made if need be.
  init(_ folder: String) throws(SystemError) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      // Foundation's error has its own words, and there may be none where a folder is meanwhile.
      do throws(SystemError) {
        try Path.makeFolder(folder)
      } catch {
        guard error == .exists else { throw error }
      }
      guard try FileStatus.of(folder).kind == .folder else { throw .isNoFolder }
    }
    removeLeftovers()
  }

  /// The copy of a URL. Only a file can be one, and only as it was written: no link is followed, nothing is
  /// waited for, and the bytes must have the digests that are noted with them.
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

  /// The header of a copy, if it is as it was written, and where the body ends.
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

  /// Keeps a body as the current copy.
  func store(_ bytes: [UInt8], _ header: Header) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(header) else { throw .invalid }
    let line = Array(data)
    let seal = Array(SHA256.digest(of: line).description.utf8)
    let temporary = temporaryPath()
    // The URL stands in it with its secrets, and a cache can be where others read.
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

  /// Notes that the server called the copy current.
  func touch(_ url: String) { Path.touch(path(of: url)) }

  /// A path for a file that is not whole yet.
  func temporaryPath() -> String { "\(folder)/\(Self.temporaryPrefix)\(UUID().uuidString)" }

  private static let temporaryPrefix = ".new-"
  private static let lineEnd = UInt8(ascii: "\n")
  /// Of the largest body and what is behind it.
  private static let maximumBytes = FileDescriptor.maximumBytes + 1 << 20

  private func path(of url: String) -> String {
    "\(folder)/\(SHA256.digest(of: Array(url.utf8)).description.prefix(40)).list"
  }

  /// Removes what killed builds have left. Another build may be at work, so only what is old; and the folder can be
  /// one in which the user has files, so only what is called as a build calls it.
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
