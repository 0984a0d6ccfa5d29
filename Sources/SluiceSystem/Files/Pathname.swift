import SluiceC

/// Paths as text, and the contents of folders.
package enum Pathname {
  /// Returns the folder of a path; `.` if the path has none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder for caches, relative to the user's home folder.
  #if canImport(Darwin)
    package static let caches = "Library/Caches"
  #else
    package static let caches = ".cache"
  #endif

  /// Returns the sorted names of all entries in a folder; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    ((try? Directory(folder).names()) ?? []).map(\.description)
  }

  /// Returns the total size of all files in a folder in bytes.
  package static func byteCount(of folder: String) -> Int {
    names(in: folder).reduce(0) { sum, name in
      // The total size of sparse files can exceed 64 bits.
      let (size, overflow) = sum.addingReportingOverflow(
        (try? FileStatus.of("\(folder)/\(name)").size) ?? 0)
      return overflow ? .max : size
    }
  }
}

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

/// The folder, standard streams and environment of a run of the program.
///
/// A process has one run, and by default a run uses what the process has. Tests run commands in their own
/// process, each with a context and a thread of its own. Threads that a run starts do not inherit its context,
/// so they must not open files by relative paths.
package struct RunContext: Sendable {
  /// The absolute path of the folder that relative paths start from; nil for that of the process.
  package var folder: String?
  package var input = OpenFile(number: 0)
  package var output = OpenFile(number: 1)
  package var error = OpenFile(number: 2)
  /// The environment variables; nil for those of the process.
  package var variables: [String: String]?
  /// The path of the program's file; nil for that of the process.
  package var program: String?

  package init() {}

  /// The context of this thread.
  package static var current: RunContext { storage.get() }

  /// The storage of ``current``. Not `@TaskLocal`, because `.ci/apple` has no plugin for that macro.
  private static let storage = TaskLocal<RunContext>(wrappedValue: RunContext())

  /// Calls a closure in this context.
  package func run<Result>(_ body: () -> Result) -> Result {
    Self.storage.withValue(self, operation: body)
  }
}

extension Pathname {
  /// Returns the path for the system: a relative path starts from the folder of the run.
  package static func ofSystem(_ path: String) -> String {
    guard !path.hasPrefix("/"), !path.isEmpty, let folder = RunContext.current.folder else { return path }
    return "\(folder)/\(path)"
  }
}
