import CLibrary

extension Path {
  /// Makes a folder, which must not be there.
  package static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
    guard mkdir(path, mode) == 0 else { throw .last }
  }

  /// Makes a folder if there is nothing yet; whether there was not.
  package static func makeFolderIfNeeded(_ path: String, mode: mode_t = 0o777) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try makeFolder(path, mode: mode)
      return true
    } catch {
      guard error == .exists else { throw error }
      return false
    }
  }

  /// Makes a folder, and those above it, as far as they do not exist.
  package static func makeFolders(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
    do throws(SystemError) {
      _ = try makeFolderIfNeeded(path, mode: mode)
    } catch {
      let parent = folder(of: path)
      guard error == .notFound, parent != path, parent != "." else { throw error }
      try makeFolders(parent, mode: mode)
      _ = try makeFolderIfNeeded(path, mode: mode)
    }
  }

  /// The path without links.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Gives a file another path, in the place of what is there.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard CLibrary.rename(path, other) == 0 else { throw .last }
  }

  /// Removes a file, or a link itself.
  package static func remove(_ path: String) { unlink(path) }

  /// Sets the time of a file, or of a link itself, to now.
  package static func touch(_ path: String) { _ = utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

  /// Whether this user may start the program at a path.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
