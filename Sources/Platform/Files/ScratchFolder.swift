import CLibrary

/// A folder for temporary files. Whoever makes one removes it.
///
/// While it is there, it is locked, and a file in it says whose it is. So whoever makes another finds those that a killed process has
/// left, and removes them.
package struct ScratchFolder: Sendable {
  package let path: String
  private let parent: Directory
  private let name: FileName
  /// Keeps the lock.
  private let folder: Directory

  /// What all names begin with.
  private static let start = "sluice-"
  private static let markName = ".sluice-scratch"
  private static let mark = Array("temporary files of sluice\n".utf8)

  /// Makes a folder of a new name, which begins with `sluice-` and `purpose`, where the system wants temporary files.
  package init(_ purpose: String) throws(SystemError) {
    let named = CurrentProcess.variable("TMPDIR") ?? ""
    let place = named.isEmpty ? "/tmp" : named
    parent = try Directory(place)
    Self.removeLeftovers(in: parent)
    var template = Array("\(place)/\(Self.start)\(purpose)-XXXXXX".utf8CString)
    // The letters are replaced where they are: the template ends with a NUL and becomes no longer.
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .last
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let name = FileName(Path.name(of: path)), let markName = FileName(Self.markName) else {
      throw .invalid
    }
    self.name = name
    folder = try parent.folder(name)
    _ = try folder.lock()
    // Once it is locked: a folder without this is nobody's to remove.
    let mark = try folder.create(markName)
    defer { try? mark.close() }
    try mark.write(Self.mark)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder and the files in it, folders too. What cannot be removed stays.
  package func remove() { Self.remove(name, folder, parent) }

  private static func remove(_ name: FileName, _ folder: Directory, _ parent: Directory) {
    let mark = FileName(markName)
    clear(folder, except: mark)
    // The mark goes last: what stays, since this process is killed too, is still known for what it is.
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

  /// Removes those that killed processes have left: folders of this user, for no one else, with the mark in them, and that nobody has
  /// locked.
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
