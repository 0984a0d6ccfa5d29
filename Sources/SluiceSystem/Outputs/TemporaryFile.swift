import SluiceC

/// An unfinished file next to its destination: `.NAME.sluice-unfinished-PID`, with a number appended if that
/// name is taken. Users are unlikely to choose such names, in contrast to `.NAME.sluice-2026`.
///
/// The file is locked while its process is running. This identifies the leftovers of killed processes, even
/// if containers share a folder and their processes have the same IDs.
struct TemporaryFile {
  let folder: Directory
  let name: FileName
  private let attempt: Int
  /// Holds the lock after the file was written and closed.
  private let lock: OpenFile

  private static let marker = ".sluice-unfinished-"

  private static func name(for name: FileName, process: pid_t, attempt: Int) -> FileName? {
    FileName("\(marker)\(process)\(attempt == 0 ? "" : "-\(attempt)")").map { name.hidden($0) }
  }

  static func make(
    for name: FileName, in folder: Directory
  ) throws(SystemError) -> (TemporaryFile, OpenFile) {
    for attempt in 0..<16 {
      guard let temporary = Self.name(for: name, process: getpid(), attempt: attempt) else { break }
      do throws(SystemError) {
        let file = try folder.create(temporary)
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        // Before the file was locked, another process may have removed it as a leftover.
        guard try folder.existingStatus(of: temporary)?.identity == file.status().identity else {
          try? file.close()
          continue
        }
        let lock = OpenFile(number: fcntl(file.number, F_DUPFD_CLOEXEC, 0))
        return (TemporaryFile(folder: folder, name: temporary, attempt: attempt, lock: lock), file)
      } catch {
        guard error == .exists else { throw error }
      }
    }
    throw .exists
  }

  func publish(as name: FileName) throws(SystemError) {
    try folder.rename(self.name, to: name, in: folder)
    try? lock.close()
  }

  /// Moves the file to its destination, which must not exist.
  ///
  /// On file systems without hard links, a file that another process creates at the same moment is replaced.
  func publishNew(as name: FileName) throws(SystemError) {
    do throws(SystemError) {
      try folder.link(self.name, as: name)
    } catch {
      guard error != .exists, try folder.existingStatus(of: name) == nil else { throw .exists }
      return try publish(as: name)
    }
    discard()
  }

  var identity: FileIdentity { get throws(SystemError) { try folder.status(of: name).identity } }

  /// Gives an existing file a second name, to restore it later. Returns nil if the file does not exist.
  ///
  /// On file systems without hard links, the second name refers to a copy. If the process is killed, the
  /// second file is removed like other temporary files.
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

  func discard() {
    try? folder.remove(name)
    try? lock.close()
  }

  /// Returns whether a file with another name in the same folder would replace this one. This happens if the
  /// file system ignores differences of case or Unicode normalization, so that both names refer to the same
  /// file.
  func isShadowed(by other: FileName, in folder: Directory) -> Bool {
    guard folder === self.folder, let alias = Self.name(for: other, process: getpid(), attempt: attempt),
      alias != name,
      let identity = try? folder.status(of: name).identity
    else { return false }
    return identity == (try? folder.status(of: alias).identity)
  }

  static func isName(_ temporary: FileName, of name: FileName) -> Bool {
    guard let process = process(of: temporary) else { return false }
    return (0..<16).contains { Self.name(for: name, process: process, attempt: $0) == temporary }
  }

  // MARK: Leftovers of killed processes

  /// Removes temporary files of ended processes from a folder: regular files of this user that are not
  /// locked.
  static func removeLeftovers(in folder: Directory) {
    for name in (try? folder.names(beginningWith: ".")) ?? [] {
      if let process = process(of: name), isGone(process), isAbandoned(name, in: folder) {
        try? folder.remove(name)
      }
    }
  }

  private static func process(of name: FileName) -> pid_t? {
    let bytes = name.bytes[...]
    let starts = bytes.indices.filter { bytes[$0...].starts(with: marker.utf8) }
    // The marker follows the dot and at least one character.
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

  /// Returns whether the process has ended. It also returns true for this process: its own files are locked,
  /// so an unlocked file with its ID is a leftover.
  static func isGone(_ process: pid_t) -> Bool {
    process == getpid() || kill(process, 0) != 0 && errno == ESRCH
  }

  static func isAbandoned(_ name: FileName, in folder: Directory) -> Bool {
    // Does not follow links or wait for pipes.
    guard let file = try? folder.open(name, flags: O_RDONLY | O_NONBLOCK) else { return false }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular, status.isOwn else {
      return false
    }
    return flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}

extension Directory {
  /// Atomically replaces the contents of a file. Readers find either the old or the new contents, even after
  /// a power failure. A symbolic link with this name is replaced, not followed.
  package func replace(_ name: FileName, with bytes: [UInt8]) throws(SystemError) {
    let (temporary, file) = try TemporaryFile.make(for: name, in: self)
    do throws(SystemError) {
      try file.complete(with: bytes)
      try temporary.publish(as: name)
    } catch {
      temporary.discard()
      throw error
    }
  }

  /// Removes the files that killed processes left unfinished here.
  package func removeLeftovers() { TemporaryFile.removeLeftovers(in: self) }
}

/// A folder for temporary files. Callers that create one must remove it.
///
/// While the folder exists, it is locked and contains a file that identifies it. The next process that
/// creates a scratch folder can therefore find and remove those that killed processes have left behind.
package struct ScratchFolder: Sendable {
  package let path: String
  private let parent: Directory
  private let name: FileName
  /// The open folder, which holds the lock.
  private let folder: Directory

  private static let start = "sluice-"
  private static let markName = ".sluice-scratch"
  private static let mark = Array("temporary files of sluice\n".utf8)

  /// Creates a folder in the system's location for temporary files, with a new name that starts with
  /// `sluice-` and `purpose`.
  package init(_ purpose: String) throws(SystemError) {
    let named = CurrentProcess.variable("TMPDIR") ?? ""
    let place = named.isEmpty ? "/tmp" : named
    parent = try Directory(place)
    Self.removeLeftovers(in: parent)
    var template = Array("\(place)/\(Self.start)\(purpose)-XXXXXX".utf8CString)
    // The letters are replaced in place: the template ends with a NUL and keeps its length.
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .last
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let name = FileName(Pathname.name(of: path)), let markName = FileName(Self.markName) else {
      throw .invalid
    }
    self.name = name
    folder = try parent.folder(name)
    _ = try folder.lock()
    // Written only after locking, because a folder without this file is never removed as a leftover.
    let mark = try folder.create(markName)
    defer { try? mark.close() }
    try mark.write(Self.mark)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder and its files and subfolders. Whatever cannot be removed remains.
  package func remove() { Self.remove(name, folder: folder, parent: parent) }

  private static func remove(_ name: FileName, folder: Directory, parent: Directory) {
    let mark = FileName(markName)
    clear(folder, except: mark)
    // The mark is removed last. If this process is killed too, the folder can still be identified as a
    // leftover.
    guard let rest = try? folder.names(), rest.allSatisfy({ $0 == mark }) else { return }
    for name in rest { try? folder.remove(name) }
    try? parent.removeFolder(name)
  }

  private static func clear(_ folder: Directory, except kept: FileName? = nil) {
    for name in (try? folder.names()) ?? [] where name != kept {
      if (try? folder.status(of: name).kind) == .folder, let inner = try? folder.folder(name) {
        clear(inner)
        try? folder.removeFolder(name)
      } else {
        try? folder.remove(name)
      }
    }
  }

  /// Removes the folders that killed processes have left behind. These are folders that belong to this user,
  /// are accessible to nobody else, contain the mark, and are not locked.
  private static func removeLeftovers(in parent: Directory) {
    guard let markName = FileName(markName) else { return }
    for name in (try? parent.names(beginningWith: start)) ?? [] {
      guard let folder = try? parent.folder(name), let status = try? folder.status(), status.isOwn,
        status.permissions == 0o700, (try? folder.contents(of: markName, atMost: 64)) == mark,
        folder.lockForCertain()
      else { continue }
      remove(name, folder: folder, parent: parent)
    }
  }
}
