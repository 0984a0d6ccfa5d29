import Platform

/// Lets a folder and its new content change places, and takes over what is the user's.
///
/// Files of the user's get a second name in the new folder beforehand. A folder can have only one: the new
/// content has a link to where it will be a moment later, in the old one, and when the two have changed places it
/// changes places with its link. So it is there, by its path, all the time.
struct FolderExchange {
  /// The new content, beside the folder.
  let staging: StagingFolder
  /// Where the folder is.
  let parent: Directory
  /// Its name there.
  let name: FileName
  /// The folder.
  let old: Directory
  /// What is the build's: files of the new content, and those of the old one that go.
  let own: Set<FileName>

  private var new: Directory { staging.content }

  /// Does it, or leaves everything as it was.
  func run() throws(Piecemeal) {
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
        // What worked a moment ago works again. If not, the links lead to what stays where it is, and the next
        // build brings it back.
        guard (try? undo(bridged[..<index])) != nil else { return }
        throw .immovable(entry, error)
      }
    }
    clear()
  }

  /// Gives something of the user's a second name in the new content; false when it can have only one.
  private func hasLink(_ entry: FileName) throws(SystemError) -> Bool {
    guard try old.status(of: entry).kind != .folder else { return false }
    // Not every file system has hard links, and not every file may have one.
    return (try? old.link(entry, into: new)) != nil
  }

  private func bridge(_ entry: FileName, _ device: UInt64) throws(Piecemeal) {
    do throws(SystemError) {
      // What is mounted in it cannot be moved out.
      guard try old.status(of: entry).identity.device == device else { throw .busy }
      try new.makeLink(entry, to: staging.bridge(to: entry))
    } catch {
      throw .immovable(entry, error)
    }
  }

  /// Both folders change places, if the path still leads to the folder.
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

  /// Removes the old folder, but for what has come or changed in it meanwhile: that goes into the new one. What
  /// cannot be removed is there for the next build.
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
