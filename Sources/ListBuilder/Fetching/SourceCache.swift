#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Foundation

/// Lists as they were last fetched, a file for each URL.
///
/// A file has the body and then a line of JSON, so that a copy is always whole: it is written beside its
/// place and renamed. What is behind the body can be cut off without a copy of it. The file's time is when the server last said that it is current.
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
    let sha256: String
    let bytes: Int
  }

  let folder: String

  /// A cache in a folder, which is made if need be.
  init(_ folder: String) throws(SystemError) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .last
    }
    removeLeftovers()
  }

  /// The copy of a URL, or nil. A file that is not whole, or for another URL, is none.
  func entry(of url: String) -> Entry? {
    let path = path(of: url)
    guard let status = try? FileStatus.of(path), var content = try? FileDescriptor.contents(of: path),
      let end = content.dropLast().lastIndex(of: 0x0a),
      let header = try? JSONDecoder().decode(Header.self, from: Data(content[end...])),
      header.url == url, header.bytes == end
    else { return nil }
    content.removeLast(content.count - end)
    return Entry(header: header, bytes: content, time: status.modified / 1_000_000_000)
  }

  /// Keeps a body as the current copy.
  func store(_ bytes: [UInt8], _ header: Header) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(header) else { throw SystemError(code: EINVAL) }
    let temporary = temporaryPath()
    let file = try FileDescriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
    do throws(SystemError) {
      try file.write(bytes)
      try file.write([0x0a] + Array(line) + [0x0a])
      try file.close()
      guard rename(temporary, path(of: header.url)) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Notes that the server called the copy current.
  func touch(_ url: String) { _ = utimes(path(of: url), nil) }

  /// A path for a file that is not whole yet.
  func temporaryPath() -> String { "\(folder)/\(Self.temporaryPrefix)\(UUID().uuidString)" }

  private static let temporaryPrefix = ".new-"

  private func path(of url: String) -> String {
    "\(folder)/\(SHA256.digest(of: Array(url.utf8)).description.prefix(40)).list"
  }

  /// Removes what killed builds have left. Another build may be at work, so only what is old.
  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let limit = Int64(Date().timeIntervalSince1970 - 3600) * 1_000_000_000
    for name in names where name.hasPrefix(Self.temporaryPrefix) {
      let path = "\(folder)/\(name)"
      if let status = try? FileStatus.of(path), status.modified < limit { unlink(path) }
    }
  }
}
