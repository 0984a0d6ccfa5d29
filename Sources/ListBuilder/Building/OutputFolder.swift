#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A directory whose files are replaced all at once.
///
/// The new files are written into a folder beside it, with hard links to those that stay, and the two folders
/// change places in one system call: a process that is killed leaves either all old or all new files. Where
/// the system cannot do that (a mount point, some network file systems, folders of the user's own inside), each
/// file is renamed by itself, the manifest last.
final class OutputFolder {
  /// The folder, links resolved.
  let path: String
  private let isNew: Bool
  private var lock: FileDescriptor?
  private var staging: String?
  /// The new folder has its lock before it is in its place, so that no other build gets in between.
  private var stagingLock: FileDescriptor?
  private var signals: DeferredSignals?
  private var written: [String] = []
  private var kept: [String] = []

  /// Opens or makes a folder and waits until no other build writes it. `whenWaiting` is called before a wait.
  init(_ path: String, whenWaiting: () -> Void) throws(SystemError) {
    signals = DeferredSignals()
    var isNew = false
    if mkdir(path, 0o777) == 0 { isNew = true } else if errno != EEXIST { throw .last }
    self.isNew = isNew
    guard let resolved = realpath(path, nil) else { throw .last }
    self.path = String(cString: resolved)
    free(resolved)
    guard try FileStatus.of(self.path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    try acquire(whenWaiting)
    removeLeftovers()
  }

  deinit { close() }

  /// Ends without or after a commit. A folder that was made for nothing goes.
  func close() {
    discardStaging()
    if isNew { rmdir(path) }
    for lock in [lock, stagingLock] { try? lock?.close() }
    (lock, stagingLock) = (nil, nil)
    signals?.release()
    signals = nil
  }

  /// The names of what is in it.
  var names: Set<String> { Set(Path.names(in: path)) }

  /// Where a file of the folder is.
  func path(of name: String) -> String { "\(path)/\(name)" }

  // MARK: The lock

  /// The lock is on the folder itself. Another build may have put a new folder in its place meanwhile, and
  /// the lock is then on one that is gone.
  private func acquire(_ whenWaiting: () -> Void) throws(SystemError) {
    var hasWaited = false
    while true {
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      while flock(folder.number, LOCK_EX | LOCK_NB) != 0 {
        if errno == EWOULDBLOCK {
          if !hasWaited { whenWaiting() }
          hasWaited = true
          _ = poll(nil, 0, 50)
        } else if errno != EINTR {
          // Some network file systems have no locks; the rename is whole all the same.
          lock = folder
          return
        }
        if DeferredSignals.isPending { throw SystemError(code: EINTR) }
      }
      if try folder.status().identity == FileStatus.of(path).identity {
        lock = folder
        return
      }
      try? folder.close()
    }
  }

  // MARK: Staging

  /// The folder of the new content, which begins with its first file.
  private func stagingFolder() throws(SystemError) -> String {
    if let staging { return staging }
    let name = ".\(Path.name(of: path)).sluice-new"
    for folder in [Path.folder(of: path), path] {
      let candidate = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if mkdir(candidate, 0o777) == 0 {
        staging = candidate
        stagingLock = try FileDescriptor.open(candidate, O_RDONLY | O_DIRECTORY)
        if let stagingLock { _ = flock(stagingLock.number, LOCK_EX | LOCK_NB) }
        if let mode = try? FileStatus.of(path).permissions { _ = chmod(candidate, mode) }
        return candidate
      }
      // Beside it nothing may be written: inside then, and file by file.
      guard errno == EACCES || errno == EROFS || errno == EPERM else { throw .last }
    }
    throw .last
  }

  /// Writes a file of the new content.
  func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let file = try FileDescriptor.open("\(try stagingFolder())/\(name)", O_WRONLY | O_CREAT | O_EXCL)
    written.append(name)
    do throws(SystemError) {
      try file.write(bytes)
      guard fsync(file.number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }

  /// Takes a file of the old content into the new one.
  func keep(_ name: String) { kept.append(name) }

  /// Puts the new content in the place of the old one. Files that are neither new nor in `removed` are the
  /// user's own and stay.
  func commit(last manifest: String, removing removed: Set<String>) throws(SystemError) {
    let staging = try stagingFolder()
    for name in kept where link(path(of: name), "\(staging)/\(name)") != 0 {
      try write(try FileDescriptor.contents(of: path(of: name)), to: name)
    }
    written += kept.filter { !written.contains($0) }
    if DeferredSignals.isPending { throw SystemError(code: EINTR) }
    let isBeside = Path.folder(of: staging) != path
    let hasFolders = foreignNames(removed).contains { (try? kind($0)) == .folder }
    if isBeside, !hasFolders, (try? adoptForeignFiles(removed)) != nil, Self.exchange(staging, path) {
      // What was the folder is now beside it.
      Self.removeTree(staging)
      self.staging = nil
      return
    }
    for name in written.filter({ $0 != manifest }) + written.filter({ $0 == manifest }) {
      guard rename("\(staging)/\(name)", path(of: name)) == 0 else { throw .last }
    }
    for name in removed where !written.contains(name) { unlink(path(of: name)) }
    Self.removeTree(staging)
    self.staging = nil
  }

  private func kind(_ name: String) throws(SystemError) -> FileStatus.Kind {
    try FileStatus.of(path(of: name), followingLinks: false).kind
  }

  private func foreignNames(_ removed: Set<String>) -> [String] {
    let own = Set(written).union(removed)
    return Path.names(in: path).filter { !own.contains($0) && $0 != staging.map(Path.name(of:)) }
  }

  private func adoptForeignFiles(_ removed: Set<String>) throws(SystemError) {
    guard let staging else { return }
    // On Linux a link to a link is made, not one to what it leads to.
    for name in foreignNames(removed) {
      guard linkat(AT_FDCWD, path(of: name), AT_FDCWD, "\(staging)/\(name)", 0) == 0 else { throw .last }
    }
  }

  private func discardStaging() {
    if let staging { Self.removeTree(staging) }
    staging = nil
  }

  /// Removes what a killed build has left.
  private func removeLeftovers() {
    let name = ".\(Path.name(of: path)).sluice-new"
    for folder in [Path.folder(of: path), path] { Self.removeTree("\(folder)/\(name)") }
  }

  // MARK: System calls

  /// Lets two folders change places; false when the system cannot.
  private static func exchange(_ first: String, _ second: String) -> Bool {
    #if canImport(Darwin)
      return renamex_np(first, second, UInt32(RENAME_SWAP)) == 0
    #else
      // The header has it only with an extension that Swift does not ask for, and musl not at all.
      typealias Rename =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { return false }
      let exchange: UInt32 = 2
      return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, first, AT_FDCWD, second, exchange) == 0
    #endif
  }

  /// Removes a folder of files. Folders in it are not the tool's, and stay with it.
  private static func removeTree(_ folder: String) {
    for name in Path.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
