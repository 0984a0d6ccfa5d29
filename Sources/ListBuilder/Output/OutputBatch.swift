#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Outputs that appear together: every file is written beside its place, then all are renamed.
///
/// Until ``commit()`` an existing file is untouched, and a batch that ends without it leaves nothing behind.
package final class OutputBatch {
  private struct Pending {
    let temporaryPath: String
    let path: String
    let name: String
  }

  private var pending: [Pending] = []
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
        let (file, temporaryPath) = try Self.makeTemporary(for: path)
        pending.append(Pending(temporaryPath: temporaryPath, path: path, name: destination.name))
        try Self.fill(file, like: existing, write)
      }
    } catch {
      discard()
      throw OutputError.writing(destination.name, error)
    }
  }

  /// Puts the files in their places.
  package func commit() throws(OutputError) {
    while let file = pending.first {
      guard !DeferredSignals.isPending else {
        discard()
        throw .interrupted
      }
      guard rename(file.temporaryPath, file.path) == 0 else {
        let error = SystemError.last
        discard()
        throw OutputError.writing(file.name, error)
      }
      pending.removeFirst()
    }
    releaseSignals()
  }

  private func discard() {
    for file in pending { unlink(file.temporaryPath) }
    pending = []
    releaseSignals()
  }

  private func releaseSignals() {
    signals?.release()
    signals = nil
  }

  /// A new file in the same folder, since a rename does not cross file systems.
  private static func makeTemporary(for path: String) throws(SystemError) -> (FileDescriptor, String) {
    let folder = Path.folder(of: path)
    // File names have at most 255 bytes.
    let name = String(decoding: Path.name(of: path).utf8.prefix(200), as: UTF8.self)
    let stem = "\(folder == "/" ? "" : folder)/.\(name).sluice-\(getpid())"
    // A killed process may have left its file, and process numbers come again, in containers soon.
    for attempt in 0..<16 {
      let temporaryPath = attempt == 0 ? stem : "\(stem)-\(attempt)"
      do throws(SystemError) {
        return (try .open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL), temporaryPath)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw SystemError(code: EEXIST)
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
        guard fchmod(file.number, existing.permissions) == 0 else { throw .last }
      }
      try write(file)
      // Some file systems find out only here that they are full. Some have no such call.
      guard fsync(file.number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }
}
