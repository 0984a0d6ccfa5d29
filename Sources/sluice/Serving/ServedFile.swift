#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// A file of the served directory, open.
struct ServedFile {
  let descriptor: FileDescriptor
  let status: FileStatus

  /// Opens a regular file below a directory; nil when there is none. No link is followed, at no step of the
  /// path: it could lead out.
  static func open(
    _ path: String, in directory: FileDescriptor
  ) throws(HTTPRequest.Problem) -> ServedFile? {
    var folder = directory
    defer { if folder != directory { try? folder.close() } }
    var steps = path.split(separator: "/")[...]
    guard let name = steps.popLast() else { return nil }
    for step in steps {
      guard let next = try open(String(step), O_RDONLY | O_DIRECTORY, in: folder) else { return nil }
      if folder != directory { try? folder.close() }
      folder = next
    }
    // A FIFO would wait for its other end.
    guard let file = try open(String(name), O_RDONLY | O_NONBLOCK, in: folder) else { return nil }
    guard let status = try? file.status(), status.kind == .regular else {
      try? file.close()
      return nil
    }
    return ServedFile(descriptor: file, status: status)
  }

  private static func open(
    _ name: String, _ flags: Int32, in folder: FileDescriptor
  ) throws(HTTPRequest.Problem) -> FileDescriptor? {
    let number = openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC)
    if number >= 0 { return FileDescriptor(number: number) }
    if errno == EMFILE || errno == ENFILE { throw .unavailable }
    return nil
  }
}

/// The entity tags of files: hashes of their content, so that a file which a build wrote again with the same
/// bytes keeps its tag. A file is hashed again when it is another one, or its size or time has changed.
struct EntityTags {
  private struct Key: Hashable {
    var identity: FileIdentity
    var size: Int
    var modified: Int64
  }

  private var known: [Key: String] = [:]
  /// Tags that are kept at most.
  private static let limit = 1024

  /// The tag of a file; nil when it cannot be read.
  mutating func tag(of file: ServedFile) -> String? {
    let key = Key(identity: file.status.identity, size: file.status.size, modified: file.status.modified)
    if let tag = known[key] { return tag }
    guard let bytes = try? file.descriptor.readToEnd(expecting: file.status.size) else { return nil }
    if known.count >= Self.limit { known = [:] }
    let tag = ContentIdentifier.of(bytes)
    known[key] = tag
    return tag
  }
}
