import CLibrary

/// A file that is not whole yet, beside the one that it will be: `.NAME.sluice-unfinished-PID`, with a number
/// behind it where that is taken. Nobody calls a file of his own so: `.NAME.sluice-2026` somebody may.
///
/// While it is there, it is locked. So of files that a killed process has left it can be told that nobody writes
/// them, even where processes of several containers share a folder and a number means several of them.
struct TemporaryFile {
  let folder: Directory
  let name: FileName
  /// Which of the names for its file it got.
  private let attempt: Int
  /// Keeps the lock when the file has been written and closed.
  private let lock: FileDescriptor

  private static let marker = ".sluice-unfinished-"

  private static func name(for name: FileName, process: pid_t, attempt: Int) -> FileName? {
    FileName("\(marker)\(process)\(attempt == 0 ? "" : "-\(attempt)")").map { name.hidden($0) }
  }

  /// Makes the file for a name in a folder, and opens it for writing.
  static func make(
    for name: FileName, in folder: Directory
  ) throws(SystemError) -> (TemporaryFile, FileDescriptor) {
    for attempt in 0..<16 {
      guard let temporary = Self.name(for: name, process: getpid(), attempt: attempt) else { break }
      do throws(SystemError) {
        let file = try folder.create(temporary)
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        // Before it was locked, another process may have taken it for one that was left.
        guard try folder.existingStatus(of: temporary)?.identity == file.status().identity else {
          try? file.close()
          continue
        }
        let lock = FileDescriptor(number: fcntl(file.number, F_DUPFD_CLOEXEC, 0))
        return (TemporaryFile(folder: folder, name: temporary, attempt: attempt, lock: lock), file)
      } catch {
        guard error == .exists else { throw error }
      }
    }
    throw .exists
  }

  /// Puts it in its place.
  func publish(as name: FileName) throws(SystemError) {
    try folder.rename(self.name, to: name, in: folder)
    try? lock.close()
  }

  /// Which file it is.
  var identity: FileIdentity { get throws(SystemError) { try folder.status(of: name).identity } }

  /// A second name for what has a name now, by which it can be put back; nil where nothing has it.
  ///
  /// Where the file system has no second names it is a copy. Of a killed process it is removed as its temporary files are.
  static func keep(_ name: FileName, in folder: Directory) throws(SystemError) -> FileName? {
    for attempt in 16..<32 {
      guard let former = Self.name(for: name, process: getpid(), attempt: attempt) else { break }
      do throws(SystemError) {
        try folder.link(name, as: former)
        return former
      } catch {
        switch error {
        case .notFound: return nil
        case .exists: continue
        default: break
        }
        return try copy(name, as: former, in: folder)
      }
    }
    throw .exists
  }

  private static func copy(
    _ name: FileName, as former: FileName, in folder: Directory
  ) throws(SystemError) -> FileName? {
    guard let status = try folder.existingStatus(of: name) else { return nil }
    guard status.kind == .regular else { throw .notRegular }
    let bytes = try folder.contents(of: name)
    let file = try folder.create(former)
    file.adopt(status)
    do throws(SystemError) {
      try file.complete(with: bytes)
    } catch {
      try? folder.remove(former)
      throw error
    }
    return former
  }

  /// Removes it.
  func discard() {
    try? folder.remove(name)
    try? lock.close()
  }

  /// Whether a file in its folder that is called otherwise would take its place, because the case or the form of
  /// letters makes no difference there: whoever asks for its own name in that form then finds it.
  func isShadowed(by other: FileName, in folder: Directory) -> Bool {
    guard folder === self.folder, let alias = Self.name(for: other, process: getpid(), attempt: attempt),
      alias != name,
      let identity = try? folder.status(of: name).identity
    else { return false }
    return identity == (try? folder.status(of: alias).identity)
  }

  /// Whether a name can be that of a temporary file for another.
  static func isName(_ temporary: FileName, of name: FileName) -> Bool {
    guard let process = process(of: temporary) else { return false }
    return (0..<16).contains { Self.name(for: name, process: process, attempt: $0) == temporary }
  }

  // MARK: What killed processes leave

  /// Removes such files from a folder whose process is gone: regular files of this user that nobody has locked.
  static func removeLeftovers(in folder: Directory) {
    for name in (try? folder.names(hiddenOnly: true)) ?? [] {
      if let process = process(of: name), isGone(process), isAbandoned(name, in: folder) {
        try? folder.remove(name)
      }
    }
  }

  /// The number in such a name.
  private static func process(of name: FileName) -> pid_t? {
    let bytes = name.bytes[...]
    let starts = bytes.indices.filter { bytes[$0...].starts(with: marker.utf8) }
    // Behind the dot and at least a letter.
    guard name.hasPrefix("."), let start = starts.last, start > 1 else { return nil }
    let numbers = bytes[(start + marker.utf8.count)...].split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isNumbered = numbers.allSatisfy { number in
      !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard isNumbered, numbers.count <= 2, let process = pid_t(String(decoding: numbers[0], as: UTF8.self)),
      process > 0
    else { return nil }
    return process
  }

  /// Of this process nothing is left: what it writes is locked.
  static func isGone(_ process: pid_t) -> Bool {
    process == getpid() || kill(process, 0) != 0 && errno == ESRCH
  }

  static func isAbandoned(_ name: FileName, in folder: Directory) -> Bool {
    // Neither a link is followed nor a pipe waited for.
    guard let file = try? folder.open(name, O_RDONLY | O_NONBLOCK) else { return false }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular, status.isOwn else {
      return false
    }
    return flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}
