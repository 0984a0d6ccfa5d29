import SluiceC

extension Pathname {
  /// Creates a folder. Throws if something exists at the path.
  package static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
    guard mkdir(ofSystem(path), mode) == 0 else { throw .last }
  }

  /// Creates a folder if nothing exists at the path. Returns whether it was created.
  package static func makeFolderIfNeeded(_ path: String, mode: mode_t = 0o777) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try makeFolder(path, mode: mode)
      return true
    } catch {
      guard error == .exists else { throw error }
      return false
    }
  }

  /// Creates a folder and its parents, unless they exist.
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

  /// Returns the path with links resolved.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(ofSystem(path), nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Moves a file to another path, and replaces an existing file.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard SluiceC.rename(ofSystem(path), ofSystem(other)) == 0 else { throw .last }
  }

  /// Removes a file or a symbolic link.
  package static func remove(_ path: String) { unlink(ofSystem(path)) }

  /// Sets the modification time of a file, or of a symbolic link, to now.
  package static func touch(_ path: String) {
    _ = utimensat(AT_FDCWD, ofSystem(path), nil, AT_SYMLINK_NOFOLLOW)
  }
}
