import SluiceSystem
import SluiceText

/// The folder for the new content of an output folder: `.NAME.sluice-new/content`, next to the output or, if
/// that is not possible, inside it.
///
/// The outer folder contains nothing else. If it does, no build created it, and it is left unchanged.
struct StagingFolder {
  /// The parent of the output, or the output itself.
  private let place: Directory
  /// `.NAME.sluice-new`
  let name: FileName
  /// The outer folder, which contains only `content`.
  let container: Directory
  /// The folder with the new content, which replaces the output.
  let content: Directory
  /// The reason why the folder is inside the output; nil if it is next to the output.
  let obstacle: SystemError?

  static let contentName: FileName = "content"

  /// Creates the folder inside the output and moves it out.
  ///
  /// If the move works, files and folders can be moved into the output in the same way, regardless of mount
  /// points.
  init(of output: Directory, in parent: Directory?, as name: FileName) throws(SystemError) {
    self.name = name
    container = try output.makeFolder(name, mode: 0o755)
    do throws(SystemError) {
      // No other user needs access until this folder replaces the output.
      content = try container.makeFolder(Self.contentName, mode: 0o700)
    } catch {
      try? output.removeFolder(name)
      throw error
    }
    do throws(SystemError) {
      guard let parent else { throw .denied }
      try output.rename(name, to: name, in: parent)
      (place, obstacle) = (parent, nil)
    } catch {
      (place, obstacle) = (output, error)
    }
    // Locked so that no other build can start between the exchange and the end of this build.
    _ = try? content.lock()
  }

  func discard() {
    for name in (try? content.names()) ?? [] { try? content.remove(name) }
    removeFolders()
  }

  /// Removes the folder if it is empty.
  func removeFolders() {
    try? container.removeFolder(Self.contentName)
    try? place.removeFolder(name)
  }

  /// Returns the target of a link in the output that leads to an entry of a staging folder next to the
  /// output.
  func bridge(to entry: FileName) -> [UInt8] { Self.bridge(to: entry, in: name) }

  private static func bridge(to entry: FileName, in name: FileName) -> [UInt8] {
    let slash = [ASCII.slash]
    return Array("..".utf8) + slash + name.bytes + slash + contentName.bytes + slash + entry.bytes
  }

  // MARK: Leftovers of killed builds

  /// Removes the leftovers of a killed build. Files of the user move back to the output.
  ///
  /// - Returns: The problem if an entry has this name but is not from a build, worded to follow the path in a
  ///   message; nil if there is no problem. An entry with a problem is left unchanged.
  static func recover(_ name: FileName, in place: Directory, of output: Directory) throws(SystemError)
    -> String?
  {
    guard let status = try place.existingStatus(of: name) else { return nil }
    switch status.kind {
    case .link: return "is a link"
    case .regular, .special: return "is a file"
    case .folder where !status.isOwn: return "is another user's folder"
    case .folder: break
    }
    let container = try place.folder(name)
    let names = try container.names()
    if let stranger = names.first(where: { $0 != contentName }) {
      return "is a folder that contains '\(stranger)', which no build wrote"
    }
    if !names.isEmpty {
      guard try container.status(of: contentName).kind == .folder else {
        return "is a folder that no build wrote"
      }
      let content = try container.folder(contentName)
      // If one folder has several paths, builds of two outputs can use this name.
      guard try content.lock() else { return "is in use by another build" }
      for entry in try content.names() {
        if let problem = try recover(entry, from: content, named: name, to: output) { return problem }
      }
      try container.removeFolder(contentName)
    }
    try place.removeFolder(name)
    return nil
  }

  private static func recover(
    _ entry: FileName, from content: Directory, named name: FileName, to output: Directory
  ) throws(SystemError) -> String? {
    let bridge = bridge(to: entry, in: name)
    // The build was killed during the exchange: the entry is still in the old folder, and the new one has a
    // link.
    if output.linkTarget(of: entry) == bridge { try output.exchange(entry, with: entry, in: content) }
    if try content.status(of: entry).kind == .folder { return "is a folder that contains '\(entry)'" }
    let isUsers = !entry.isOfABuild && content.linkTarget(of: entry) != bridge
    if isUsers, try output.existingStatus(of: entry) == nil {
      try content.rename(entry, to: entry, in: output)
    } else {
      try content.remove(entry)
    }
    return nil
  }
}

/// An exchange of a folder with its new content, which keeps the files that belong to the user.
///
/// The user's files are hard-linked into the new folder first. A folder cannot be hard-linked. Instead, the
/// new content gets a symbolic link to the place where the user's folder will be after the exchange. After
/// the exchange, the folder and its link change places. So the user's folder is always available at its path.
struct FolderExchange {
  /// The new content, next to the folder.
  let staging: StagingFolder
  let parent: Directory
  let name: FileName
  let old: Directory
  /// The files that belong to the build: those of the new content, and those of the old content to remove.
  let own: Set<FileName>

  private var new: Directory { staging.content }

  /// Runs the exchange, or leaves everything unchanged.
  func run() throws(NonAtomicReason) {
    var bridged: [FileName] = []
    let status: FileStatus
    do throws(SystemError) {
      status = try old.status()
      new.adopt(status)
      for entry in try old.names() where !own.contains(entry) {
        if try !hasLink(entry) { bridged.append(entry) }
      }
    } catch {
      throw .noExchange(error)
    }
    for entry in bridged { try bridge(entry, device: status.identity.device) }
    do throws(SystemError) {
      try exchange(status.identity)
    } catch {
      throw .noExchange(error)
    }
    for (index, entry) in bridged.enumerated() {
      do throws(SystemError) {
        try new.exchange(entry, with: entry, in: old)
      } catch {
        // Operations that worked a moment ago should work again. If they do not, the links still point to the
        // user's folders, and the next build moves these back.
        guard (try? undo(bridged[..<index])) != nil else { return }
        throw .immovable(entry, error)
      }
    }
    clear()
  }

  /// Hard-links a file of the user into the new content; returns false if the file cannot be hard-linked.
  private func hasLink(_ entry: FileName) throws(SystemError) -> Bool {
    guard try old.status(of: entry).kind != .folder else { return false }
    // Not every file system supports hard links, and not every file can be hard-linked.
    return (try? old.link(entry, into: new)) != nil
  }

  private func bridge(_ entry: FileName, device: UInt64) throws(NonAtomicReason) {
    do throws(SystemError) {
      // A mounted file system cannot be moved.
      guard try old.status(of: entry).identity.device == device else { throw .busy }
      try new.makeLink(entry, to: staging.bridge(to: entry))
    } catch {
      throw .immovable(entry, error)
    }
  }

  /// Exchanges both folders, if the path still leads to the same folder.
  private func exchange(_ identity: FileIdentity) throws(SystemError) {
    try exchangeFolders()
    guard try staging.container.status(of: StagingFolder.contentName).identity == identity else {
      try exchangeFolders()
      throw .stale
    }
  }

  private func exchangeFolders() throws(SystemError) {
    try staging.container.exchange(StagingFolder.contentName, with: name, in: parent)
  }

  private func undo(_ bridged: ArraySlice<FileName>) throws(SystemError) {
    for entry in bridged.reversed() { try new.exchange(entry, with: entry, in: old) }
    try exchangeFolders()
  }

  /// Removes the old folder. Files that were added or changed in the meantime move to the new folder.
  ///
  /// The next build handles files that cannot be removed now.
  private func clear() {
    for entry in (try? old.names()) ?? [] {
      if own.contains(entry) || old.linkTarget(of: entry) == staging.bridge(to: entry) {
        try? old.remove(entry)
      } else if let status = try? old.status(of: entry) {
        if status.identity == (try? new.status(of: entry).identity) {
          try? old.remove(entry)
        } else {
          try? old.rename(entry, to: entry, in: new)
        }
      }
    }
    staging.removeFolders()
  }
}
