import SluiceC

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

  /// The prefix of the names of all scratch folders.
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
  package func remove() { Self.remove(name, folder, parent) }

  private static func remove(_ name: FileName, _ folder: Directory, _ parent: Directory) {
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
    for name in (try? parent.names()) ?? [] where name.hasPrefix(start) {
      guard let folder = try? parent.folder(name), let status = try? folder.status(), status.isOwn,
        status.permissions == 0o700, (try? folder.contents(of: markName, atMost: 64)) == mark,
        folder.lockForCertain()
      else { continue }
      remove(name, folder, parent)
    }
  }
}
