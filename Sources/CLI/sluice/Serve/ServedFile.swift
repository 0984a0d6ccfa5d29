import SluiceSystem

/// An open file of the served directory.
struct ServedFile {
  let descriptor: OpenFile
  let status: FileStatus

  /// The entity tag, which identifies this version of the file.
  var entityTag: String {
    let time = status.modified
    let parts = [
      status.identity.inode, UInt64(status.size), UInt64(bitPattern: time.seconds),
      UInt64(bitPattern: time.nanoseconds),
    ]
    return "\"\(parts.map { String($0, radix: 16) }.joined(separator: "-"))\""
  }

  /// Opens a regular file below a directory; returns nil if it does not exist. No part of the path may be a
  /// link, because a link could lead out of the directory.
  static func open(
    _ path: String, in directory: OpenFile
  ) throws(HTTPRequest.Problem) -> ServedFile? {
    var folder = directory
    defer { if folder != directory { try? folder.close() } }
    var steps = path.split(separator: "/")[...]
    guard let name = steps.popLast() else { return nil }
    for step in steps {
      guard let next = try open(step, isFolder: true, in: folder) else { return nil }
      if folder != directory { try? folder.close() }
      folder = next
    }
    guard let file = try open(name, isFolder: false, in: folder) else { return nil }
    guard let status = try? file.status(), status.kind == .regular else {
      try? file.close()
      return nil
    }
    return ServedFile(descriptor: file, status: status)
  }

  /// Opens the directory itself. Its path comes from the user and can contain links.
  static func directory(_ path: String) throws(HTTPRequest.Problem) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile.folder(path)
    } catch {
      throw problem(error)
    }
  }

  private static func open(
    _ name: Substring, isFolder: Bool, in folder: OpenFile
  ) throws(HTTPRequest.Problem) -> OpenFile? {
    do throws(SystemError) {
      return isFolder ? try folder.folder(String(name)) : try folder.file(String(name))
    } catch {
      let problem = problem(error)
      if problem == .notFound { return nil }
      throw problem
    }
  }

  private static func problem(_ error: SystemError) -> HTTPRequest.Problem {
    error.isLimit ? .unavailable : .notFound
  }
}
