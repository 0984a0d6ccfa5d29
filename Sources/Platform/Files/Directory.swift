import CLibrary

/// An open folder.
///
/// What is done in it is done in this very folder, whatever its path leads to by then, and no link in it is
/// followed: whoever can put a link there, before or meanwhile, cannot send a write or a removal elsewhere.
package final class Directory: Sendable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Opens the folder at a path that the user named, links followed. Of a folder whose names may not be read,
  /// what is in it can be used all the same.
  package convenience init(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      self.init(try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY))
    } catch {
      guard error.code == EACCES else { throw error }
      self.init(try FileDescriptor.open(path, Self.passing | O_DIRECTORY))
    }
  }

  #if canImport(Darwin)
    /// `O_EXEC`, which for a folder means this.
    private static let passing: Int32 = 0x4000_0000
  #else
    /// `O_PATH`, which the header has only with an extension that Swift does not ask for.
    private static let passing: Int32 = 0o10_000_000
  #endif

  deinit { try? descriptor.close() }

  /// Opens a folder in this one.
  package func folder(_ name: FileName) throws(SystemError) -> Directory {
    Directory(try open(name, O_RDONLY | O_DIRECTORY))
  }

  // MARK: What there is

  /// What the folder itself is.
  package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// What has this name; a link is a link, unless it is asked what it leads to.
  package func status(of name: FileName, followingLinks: Bool = false) throws(SystemError) -> FileStatus {
    var raw = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard fstatat(descriptor.number, name.cString, &raw, flags) == 0 else { throw .last }
    return FileStatus(raw)
  }

  /// What has this name, or nil if nothing has it.
  package func existingStatus(of name: FileName) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(of: name)
    } catch {
      guard error == .notFound else { throw error }
      return nil
    }
  }

  /// The names of all that is in it, sorted, or of what is hidden only.
  package func names(hiddenOnly: Bool = false) throws(SystemError) -> [FileName] {
    // Opened again, because a stream of names moves the place that all copies of a descriptor share.
    let number = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    guard let stream = fdopendir(number) else {
      let error = SystemError.last
      try? FileDescriptor(number: number).close()
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
      if hiddenOnly, entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { continue }
      // The field is as long as its type says, and the name in it ends with a NUL.
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // The folder and the one above it are no names.
      if let name = FileName(bytes: bytes) { names.append(name) }
    }
  }

  /// The bytes of a regular file, at most `limit`; a link, a pipe or a folder is none.
  package func contents(of name: FileName, atMost limit: Int = 1 << 30) throws(SystemError) -> [UInt8] {
    // A pipe without a writer would otherwise be waited for.
    let file = try open(name, O_RDONLY | O_NONBLOCK)
    defer { try? file.close() }
    let status = try file.status()
    guard status.kind == .regular else { throw .invalid }
    guard status.size <= limit else { throw .tooLarge }
    return try file.readToEnd(expecting: status.size)
  }

  /// Where a link leads, as it stands in it; nil for anything else.
  package func linkTarget(of name: FileName) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor.number, name.cString, &buffer, buffer.count)
    return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  // MARK: Changes

  /// Opens what has this name; `mode` holds for a file that is created.
  package func open(_ name: FileName, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError)
    -> FileDescriptor
  {
    while true {
      let number = openat(descriptor.number, name.cString, flags | O_NOFOLLOW | O_CLOEXEC, mode)
      if number >= 0 { return FileDescriptor(number: number) }
      if errno != EINTR || DeferredSignals.isPending { throw .last }
    }
  }

  /// Makes a file for writing, which must not be there.
  package func create(_ name: FileName) throws(SystemError) -> FileDescriptor {
    try open(name, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// Makes a folder, which must not be there.
  package func makeFolder(_ name: FileName, mode: mode_t = 0o777) throws(SystemError) -> Directory {
    guard mkdirat(descriptor.number, name.cString, mode) == 0 else { throw .last }
    return try folder(name)
  }

  /// Makes a symbolic link, which must not be there.
  package func makeLink(_ name: FileName, to target: [UInt8]) throws(SystemError) {
    let text = target.map { CChar(bitPattern: $0) } + [0]
    guard symlinkat(text, descriptor.number, name.cString) == 0 else { throw .last }
  }

  /// Removes a file, or a link itself.
  package func remove(_ name: FileName) throws(SystemError) {
    guard unlinkat(descriptor.number, name.cString, 0) == 0 else { throw .last }
  }

  /// Removes an empty folder.
  package func removeFolder(_ name: FileName) throws(SystemError) {
    guard unlinkat(descriptor.number, name.cString, AT_REMOVEDIR) == 0 else { throw .last }
  }

  /// Gives something another name and place, in the place of what is there.
  package func rename(_ name: FileName, to other: FileName, in folder: Directory) throws(SystemError) {
    guard renameat(descriptor.number, name.cString, folder.descriptor.number, other.cString) == 0 else {
      throw .last
    }
  }

  /// Gives a file a second name in another folder. Of a link it is the link that gets it.
  package func link(_ name: FileName, into folder: Directory) throws(SystemError) {
    guard linkat(descriptor.number, name.cString, folder.descriptor.number, name.cString, 0) == 0 else {
      throw .last
    }
  }

  /// Gives a file a second name in this folder.
  package func link(_ name: FileName, as other: FileName) throws(SystemError) {
    let number = descriptor.number
    guard linkat(number, name.cString, number, other.cString, 0) == 0 else { throw .last }
  }

  /// Waits until the names in it are on the disk, where that can be waited for.
  package func synchronize() { _ = fsync(descriptor.number) }

  /// Lets two things change places in one step.
  package func exchange(_ name: FileName, with other: FileName, in folder: Directory) throws(SystemError) {
    let (here, there) = (descriptor.number, folder.descriptor.number)
    #if canImport(Darwin)
      let result = renameatx_np(here, name.cString, there, other.cString, UInt32(RENAME_SWAP))
    #else
      // The header has it only with an extension that Swift does not ask for, and musl not at all. Where it is,
      // it has had this type since it came (renameat2(2)).
      typealias Rename =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { throw SystemError(code: ENOSYS) }
      let exchange: UInt32 = 2
      let result = unsafeBitCast(symbol, to: Rename.self)(
        here, name.cString, there, other.cString, exchange)
    #endif
    guard result == 0 else { throw .last }
  }

  /// Gives the folder owner, group and mode of another one, as far as this user may.
  package func adopt(_ other: FileStatus) {
    _ = fchown(descriptor.number, other.owner, other.group)
    _ = fchmod(descriptor.number, other.permissions)
  }

  /// `LOCK_SH`, which not every set of headers gives to Swift; 1 in all of them.
  private static let sharedLock: CInt = 1

  /// Locks the folder for this process, if nobody has it locked; a shared lock leaves it to others that share it. Some
  /// network file systems have no locks: there it always succeeds.
  package func lock(isShared: Bool = false) throws(SystemError) -> Bool {
    while flock(descriptor.number, (isShared ? Self.sharedLock : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EWOULDBLOCK: return false
      case EINTR where !DeferredSignals.isPending: continue
      case EINTR: throw .last
      default: return true
      }
    }
    return true
  }

  /// Locks the folder for this process; false where somebody else has it locked, or where there are no locks.
  package func lockForCertain() -> Bool { flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 }
}
