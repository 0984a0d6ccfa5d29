import SluiceC

/// An open folder.
///
/// All operations apply to this folder, even if its path leads elsewhere in the meantime. They follow no
/// symbolic links in it, so nobody can redirect a write or a removal by placing a link there.
package final class Directory: Sendable {
  private let descriptor: OpenFile
  /// Whether this folder was locked. Only the code that opens a folder locks it, before anybody else has it.
  nonisolated(unsafe) private var isLocked = false

  private init(_ descriptor: OpenFile) { self.descriptor = descriptor }

  /// Opens the folder at a path from the user, following links. If the folder is not readable, its entries
  /// can still be used.
  package convenience init(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      self.init(try OpenFile.open(path, flags: O_RDONLY | O_DIRECTORY))
    } catch {
      guard error.code == EACCES else { throw error }
      self.init(try OpenFile.open(path, flags: Self.passing | O_DIRECTORY))
    }
  }

  #if canImport(Darwin)
    /// `O_EXEC`, which means search permission for a folder.
    private static let passing: Int32 = 0x4000_0000
  #else
    /// `O_PATH`, which the header only defines with an extension that Swift does not enable.
    private static let passing: Int32 = 0o10_000_000
  #endif

  deinit {
    // Ends the lock at once, even while a process that is being started has a copy of the descriptor.
    if isLocked { _ = flock(descriptor.number, LOCK_UN) }
    try? descriptor.close()
  }

  /// Opens a folder in this one.
  package func folder(_ name: FileName) throws(SystemError) -> Directory {
    Directory(try open(name, flags: O_RDONLY | O_DIRECTORY))
  }

  // MARK: Status

  /// Returns the status of the folder itself.
  package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// Returns the status of the entry with this name. Symbolic links are only followed on request.
  package func status(of name: FileName, followingLinks: Bool = false) throws(SystemError) -> FileStatus {
    var raw = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard fstatat(descriptor.number, name.cString, &raw, flags) == 0 else { throw .last }
    return FileStatus(raw)
  }

  /// Returns the status of the entry with this name; nil if it does not exist.
  package func existingStatus(of name: FileName) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(of: name)
    } catch {
      guard error == .notFound else { throw error }
      return nil
    }
  }

  /// Returns the sorted names of all entries that begin with a text. Other entries, such as thousands in a
  /// folder for temporary files, are not copied or sorted.
  package func names(beginningWith start: String = "") throws(SystemError) -> [FileName] {
    // Opens the folder again, because reading names moves the position that all copies of a descriptor share.
    let number = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    guard let stream = fdopendir(number) else {
      let error = SystemError.last
      try? OpenFile(number: number).close()
      throw error
    }
    defer { closedir(stream) }
    var names: [FileName] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .last }
        return names.sorted()
      }
      // The field is as long as its type, but the name ends at the first NUL.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { field -> FileName? in
        guard field.starts(with: start.utf8) else { return nil }
        // `.` and `..` are not names.
        return FileName(bytes: Array(field.prefix { $0 != 0 }))
      }
      if let name { names.append(name) }
    }
  }

  /// Opens a regular file for reading. Throws for links, pipes and folders.
  package func regularFile(_ name: FileName) throws(SystemError) -> (file: OpenFile, status: FileStatus) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let file = try open(name, flags: O_RDONLY | O_NONBLOCK)
    if let status = try? file.status(), status.kind == .regular { return (file, status) }
    try? file.close()
    throw .invalid
  }

  /// Returns the contents of a regular file with at most `limit` bytes. Throws for links, pipes and folders.
  package func contents(of name: FileName, atMost limit: Int = 1 << 30) throws(SystemError) -> [UInt8] {
    let (file, status) = try regularFile(name)
    defer { try? file.close() }
    guard status.size <= limit else { throw .tooLarge }
    return try file.readToEnd(expecting: status.size)
  }

  /// Returns the target of a symbolic link as stored; nil if the entry is not a link.
  package func linkTarget(of name: FileName) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor.number, name.cString, &buffer, buffer.count)
    return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  // MARK: Changes

  /// Opens an entry. `mode` applies to a new file.
  package func open(_ name: FileName, flags: Int32, mode: mode_t = 0o666) throws(SystemError)
    -> OpenFile
  {
    while true {
      let number = openat(descriptor.number, name.cString, flags | O_NOFOLLOW | O_CLOEXEC, mode)
      if number >= 0 { return OpenFile(number: number) }
      if errno != EINTR || DeferredSignals.isPending { throw .last }
    }
  }

  /// Creates a file and opens it for writing. Throws if the name is taken.
  package func create(_ name: FileName) throws(SystemError) -> OpenFile {
    try open(name, flags: O_WRONLY | O_CREAT | O_EXCL)
  }

  /// Creates a folder and opens it. Throws if the name is taken.
  package func makeFolder(_ name: FileName, mode: mode_t = 0o777) throws(SystemError) -> Directory {
    guard mkdirat(descriptor.number, name.cString, mode) == 0 else { throw .last }
    return try folder(name)
  }

  /// Creates a symbolic link. Throws if the name is taken.
  package func makeLink(_ name: FileName, to target: [UInt8]) throws(SystemError) {
    let text = target.map { CChar(bitPattern: $0) } + [0]
    guard symlinkat(text, descriptor.number, name.cString) == 0 else { throw .last }
  }

  /// Removes a file or a symbolic link.
  package func remove(_ name: FileName) throws(SystemError) {
    guard unlinkat(descriptor.number, name.cString, 0) == 0 else { throw .last }
  }

  /// Removes an empty folder.
  package func removeFolder(_ name: FileName) throws(SystemError) {
    guard unlinkat(descriptor.number, name.cString, AT_REMOVEDIR) == 0 else { throw .last }
  }

  /// Moves an entry to another name and folder, and replaces an existing entry.
  package func rename(_ name: FileName, to other: FileName, in folder: Directory) throws(SystemError) {
    guard renameat(descriptor.number, name.cString, folder.descriptor.number, other.cString) == 0 else {
      throw .last
    }
  }

  /// Creates a hard link to a file in another folder. For a symbolic link, the new name refers to the link
  /// itself.
  package func link(_ name: FileName, into folder: Directory) throws(SystemError) {
    guard linkat(descriptor.number, name.cString, folder.descriptor.number, name.cString, 0) == 0 else {
      throw .last
    }
  }

  /// Creates a hard link to a file in this folder.
  package func link(_ name: FileName, as other: FileName) throws(SystemError) {
    let number = descriptor.number
    guard linkat(number, name.cString, number, other.cString, 0) == 0 else { throw .last }
  }

  /// Waits until the names in the folder are on disk, if the file system supports it.
  package func synchronize() { _ = fsync(descriptor.number) }

  /// Exchanges two entries atomically.
  package func exchange(_ name: FileName, with other: FileName, in folder: Directory) throws(SystemError) {
    let (here, there) = (descriptor.number, folder.descriptor.number)
    #if canImport(Darwin)
      let result = renameatx_np(here, name.cString, there, other.cString, UInt32(RENAME_SWAP))
    #else
      // The header declares `renameat2` only with an extension that Swift does not enable, and musl does not
      // declare it. Where the function exists, it has always had this type (renameat2(2)).
      typealias Rename =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { throw SystemError(code: ENOSYS) }
      let exchange: UInt32 = 2
      let result = unsafeBitCast(symbol, to: Rename.self)(
        here, name.cString, there, other.cString, exchange)
    #endif
    guard result == 0 else { throw .last }
  }

  /// Sets owner, group and mode to those of another folder, as far as permitted.
  package func adopt(_ other: FileStatus) {
    _ = fchown(descriptor.number, other.owner, other.group)
    _ = fchmod(descriptor.number, other.permissions)
  }

  /// `LOCK_SH`, which not all headers expose to Swift; its value is 1 in all of them.
  private static let sharedLock: CInt = 1

  /// Locks the folder for this process. Returns false if another process has locked it; shared locks do not
  /// exclude each other. On network file systems without locks, this always succeeds.
  package func lock(isShared: Bool = false) throws(SystemError) -> Bool {
    while flock(descriptor.number, (isShared ? Self.sharedLock : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EWOULDBLOCK: return false
      case EINTR where !DeferredSignals.isPending: continue
      case EINTR: throw .last
      default: return true
      }
    }
    isLocked = true
    return true
  }

  /// Locks the folder for this process. Returns false if another process has locked it, or if locks are not
  /// supported.
  package func lockForCertain() -> Bool {
    isLocked = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
    return isLocked
  }
}
