import SluiceC

/// Outputs that appear together: every file is written next to its destination, and then all are renamed.
///
/// Before ``commit()``, existing files are untouched, and a batch that ends without it leaves nothing behind.
/// During the commit, signals are deferred. If a rename fails, the previous files are restored. If the
/// process is killed, the next process that writes into the folder completes the steps in the
/// ``OutputJournal``.
package final class OutputBatch {
  private struct Pending {
    let file: TemporaryFile
    let name: FileName
    /// The name in messages.
    let displayName: String
  }

  private var pending: [Pending] = []
  private var removals: [Removal] = []
  /// A file that is removed when the others appear.
  private struct Removal {
    let folder: Directory
    let name: FileName
    let displayName: String
  }

  private var folders: [FileIdentity: (folder: Directory, path: String)] = [:]
  private var signals: DeferredSignals?

  /// Whether existing files are replaced; otherwise they are an error.
  private let replacesFiles: Bool

  /// Creates an empty batch.
  package init(replacesFiles: Bool = true) { self.replacesFiles = replacesFiles }

  deinit { discard() }

  /// Writes an output: directly to a stream or device, otherwise to a temporary file.
  package func write(_ bytes: [UInt8], to destination: Destination) throws(OutputError) {
    try write(to: destination) { file throws(SystemError) in try file.write(bytes) }
  }

  /// Opens an output for `write`: a stream or device directly, otherwise a temporary file.
  package func write(
    to destination: Destination, _ write: (OpenFile) throws(SystemError) -> Void
  ) throws(OutputError) {
    var twin: Pending?
    do throws(SystemError) {
      switch destination.kind {
      case .stream(let stream):
        try write(stream)
      case .special:
        let file = try OpenFile.openStream(destination.name)
        defer { try? file.close() }
        try write(file)
      case .file(let path, let existing):
        if signals == nil { signals = DeferredSignals() }
        // The destination has already rejected paths that do not end in a name.
        guard let name = FileName(Pathname.name(of: path)) else { throw .isFolder }
        let folder = try folder(Pathname.folder(of: path))
        let (temporary, file) = try TemporaryFile.make(for: name, in: folder)
        twin = pending.first { $0.file.isShadowed(by: name, in: folder) }
        pending.append(Pending(file: temporary, name: name, displayName: destination.name))
        try Self.fill(file, like: existing, write: write)
      }
    } catch {
      discard()
      throw OutputError.writing(destination.name, error: error)
    }
    if let twin {
      discard()
      throw .sameFile(twin.displayName, destination.name)
    }
  }

  /// Removes a file when the others appear.
  package func remove(_ destination: Destination) throws(OutputError) {
    guard case .file(let path, _?) = destination.kind, let name = FileName(Pathname.name(of: path)) else {
      return
    }
    do throws(SystemError) {
      if signals == nil { signals = DeferredSignals() }
      removals.append(
        Removal(folder: try folder(Pathname.folder(of: path)), name: name, displayName: destination.name))
    } catch {
      throw OutputError.writing(destination.name, error: error)
    }
  }

  /// Moves the files to their destinations.
  package func commit() throws(OutputError) {
    // Later signals wait until everything is done.
    guard !DeferredSignals.isPending else {
      discard()
      throw .interrupted
    }
    if pending.count + removals.count < 2 {
      try commitOne()
    } else {
      try commitAll()
    }
    releaseSignals()
  }

  private func commitOne() throws(OutputError) {
    if let file = pending.first {
      do throws(SystemError) {
        try replacesFiles ? file.file.publish(as: file.name) : file.file.publishNew(as: file.name)
      } catch {
        discard()
        throw OutputError.writing(file.displayName, error: error)
      }
      pending = []
    }
    guard let removal = removals.popLast() else { return }
    do throws(SystemError) {
      try removal.folder.remove(removal.name)
    } catch {
      guard error != .notFound else { return }
      discard()
      throw OutputError.writing(removal.displayName, error: error)
    }
  }

  /// A file that is published or removed, and the file that it replaces.
  private struct Change {
    let folder: Directory
    let temporary: TemporaryFile?
    let name: FileName
    let displayName: String
    /// The second name under which the replaced file is kept until the end; nil if no file is replaced.
    let former: FileName?

    func make(replacing: Bool) throws(SystemError) {
      if let temporary {
        try replacing ? temporary.publish(as: name) : temporary.publishNew(as: name)
      } else if former != nil {
        try folder.remove(name)
      }
    }

    func undo() throws(SystemError) {
      if let former {
        try folder.rename(former, to: name, in: folder)
      } else if temporary != nil {
        try folder.remove(name)
      }
    }

    func forget() {
      if let former { try? folder.remove(former) }
    }
  }

  private func commitAll() throws(OutputError) {
    let (changes, journals) = try prepare()
    var made = 0
    do throws(SystemError) {
      for change in changes {
        try change.make(replacing: replacesFiles)
        made += 1
      }
    } catch {
      let undone = changes[..<made].reversed().filter { change in
        do throws(SystemError) {
          try change.undo()
          return false
        } catch {
          return true
        }
      }
      let failed = changes[made].displayName
      for change in changes[made...] { change.temporary?.discard() }
      (pending, removals) = ([], [])
      end(changes, journals: journals)
      releaseSignals()
      if !undone.isEmpty { throw .notPutBack(undone.map(\.displayName), because: failed, error) }
      throw OutputError.writing(failed, error: error)
    }
    (pending, removals) = ([], [])
    end(changes, journals: journals)
  }

  /// Keeps the existing files under second names and writes the journals. If this throws, nothing has
  /// changed.
  private func prepare() throws(OutputError) -> ([Change], [OutputJournal]) {
    var changes: [Change] = []
    var journals: [OutputJournal] = []
    var current = ""
    do throws(SystemError) {
      for file in pending {
        current = file.displayName
        let folder = file.file.folder
        changes.append(
          Change(
            folder: folder, temporary: file.file, name: file.name, displayName: file.displayName,
            former: try TemporaryFile.keep(file.name, in: folder)))
      }
      for removal in removals {
        current = removal.displayName
        changes.append(
          Change(
            folder: removal.folder, temporary: nil, name: removal.name, displayName: removal.displayName,
            former: try TemporaryFile.keep(removal.name, in: removal.folder)))
      }
      for folder in folders.values.map(\.folder) {
        let own = changes.filter { $0.folder === folder }
        guard let first = own.first else { continue }
        current = first.displayName
        let others = try folders.values.filter { $0.folder !== folder }.map { other throws(SystemError) in
          try Pathname.resolved(other.path)
        }
        var steps: [OutputJournal.Step] = []
        for change in own { if let step = try Self.step(change) { steps.append(step) } }
        journals.append(try OutputJournal(steps, in: folder, others: others))
      }
    } catch {
      for change in changes { change.forget() }
      for journal in journals { journal.remove() }
      discard()
      throw OutputError.writing(current, error: error)
    }
    // The names of journals are written to disk before anything changes, so that they exist after a power
    // failure.
    for journal in journals { journal.folder.synchronize() }
    return (changes, journals)
  }

  private static func step(_ change: Change) throws(SystemError) -> OutputJournal.Step? {
    let former = try change.folder.existingStatus(of: change.name)?.identity
    guard let identity = try change.temporary?.identity ?? former else { return nil }
    return OutputJournal.Step(
      temporary: change.temporary?.name, name: change.name, identity: identity, former: former)
  }

  private func end(_ changes: [Change], journals: [OutputJournal]) {
    for journal in journals { journal.folder.synchronize() }
    for journal in journals { journal.remove() }
    for change in changes { change.forget() }
  }

  private func discard() {
    for file in pending { file.file.discard() }
    (pending, removals) = ([], [])
    releaseSignals()
  }

  private func releaseSignals() {
    signals?.release()
    signals = nil
  }

  /// Returns the folder at a path, after cleaning up the leftovers of killed processes.
  private func folder(_ path: String) throws(SystemError) -> Directory {
    let folder = try Directory(path)
    let identity = try folder.status().identity
    if let known = folders[identity] { return known.folder }
    OutputJournal.completeLeftovers(in: folder)
    TemporaryFile.removeLeftovers(in: folder)
    folders[identity] = (folder, path)
    return folder
  }

  /// Writes and closes a new file, with the owner and permissions of the file that it replaces.
  private static func fill(
    _ file: OpenFile, like existing: FileStatus?,
    write: (OpenFile) throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      if let existing {
        // Only root can change the owner. Otherwise, the new file belongs to this user.
        _ = fchown(file.number, existing.owner, existing.group)
        guard fchmod(file.number, existing.permissions & 0o777) == 0 else { throw .last }
      }
      try write(file)
      // Some file systems only detect here that they are full. Some do not support this call.
      try file.synchronize()
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }
}
