import CLibrary

/// Outputs that appear together: every file is written beside its place, then all are renamed.
///
/// Until ``commit()`` an existing file is untouched, and a batch that ends without it leaves nothing behind.
package final class OutputBatch {
  private struct Pending {
    let file: TemporaryFile
    let name: FileName
    /// What messages call it.
    let displayName: String
  }

  private var pending: [Pending] = []
  private var folders: [FileIdentity: Directory] = [:]
  private var signals: DeferredSignals?

  /// A batch without outputs.
  package init() {}

  deinit { discard() }

  /// Writes an output, to its place if that is a stream or device, else to a temporary file.
  package func write(_ bytes: [UInt8], to destination: Destination) throws(OutputError) {
    try write(to: destination) { file throws(SystemError) in try file.write(bytes) }
  }

  /// Opens an output, its place if that is a stream or device, else a temporary file, for `write`.
  package func write(
    to destination: Destination, _ write: (FileDescriptor) throws(SystemError) -> Void
  ) throws(OutputError) {
    var twin: Pending?
    do throws(SystemError) {
      switch destination.place {
      case .stream(let stream):
        try write(stream)
      case .special:
        let file = try FileDescriptor.openStream(destination.name)
        defer { try? file.close() }
        try write(file)
      case .file(let path, let existing):
        if signals == nil { signals = DeferredSignals() }
        // A path that ends in no name has been refused by the destination.
        guard let name = FileName(Path.name(of: path)) else { throw .isFolder }
        let folder = try folder(Path.folder(of: path))
        let (temporary, file) = try TemporaryFile.make(for: name, in: folder)
        twin = pending.first { $0.file.isShadowed(by: name, in: folder) }
        pending.append(Pending(file: temporary, name: name, displayName: destination.name))
        try Self.fill(file, like: existing, write)
      }
    } catch {
      discard()
      throw OutputError.writing(destination.name, error)
    }
    if let twin {
      discard()
      throw .sameFile(twin.displayName, destination.name)
    }
  }

  /// Puts the files in their places.
  package func commit() throws(OutputError) {
    while let file = pending.first {
      guard !DeferredSignals.isPending else {
        discard()
        throw .interrupted
      }
      do throws(SystemError) {
        try file.file.publish(as: file.name)
      } catch {
        discard()
        throw OutputError.writing(file.displayName, error)
      }
      pending.removeFirst()
    }
    releaseSignals()
  }

  private func discard() {
    for file in pending { file.file.discard() }
    pending = []
    releaseSignals()
  }

  private func releaseSignals() {
    signals?.release()
    signals = nil
  }

  /// The folder at a path, freed of what killed processes have left there.
  private func folder(_ path: String) throws(SystemError) -> Directory {
    let folder = try Directory(path)
    let identity = try folder.status().identity
    if let known = folders[identity] { return known }
    TemporaryFile.removeLeftovers(in: folder)
    folders[identity] = folder
    return folder
  }

  /// Writes and closes a new file, with owner and permissions of the one it will replace.
  private static func fill(
    _ file: FileDescriptor, like existing: FileStatus?,
    _ write: (FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      if let existing {
        // Only root can give files away; for others the file becomes their own.
        _ = fchown(file.number, existing.owner, existing.group)
        guard fchmod(file.number, existing.permissions & 0o777) == 0 else { throw .last }
      }
      try write(file)
      // Some file systems find out only here that they are full. Some have no such call.
      try file.synchronize()
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }
}
