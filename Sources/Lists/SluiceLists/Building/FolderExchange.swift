import SluiceSystem

/// An exchange of a folder with its new content, which keeps the files that belong to the user.
///
/// The user's files are hard-linked into the new folder first. A folder cannot be hard-linked. Instead, the
/// new content gets a symbolic link to the place where the user's folder will be after the exchange. After
/// the exchange, the folder and its link change places. So the user's folder is always available at its path.
struct FolderExchange {
  /// The new content, next to the folder.
  let staging: StagingFolder
  let parent: Directory
  /// The name of the folder in its parent.
  let name: FileName
  /// The folder to replace.
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
    for entry in bridged { try bridge(entry, status.identity.device) }
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

  private func bridge(_ entry: FileName, _ device: UInt64) throws(NonAtomicReason) {
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
