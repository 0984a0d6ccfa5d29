import SluiceC

/// The destination of an output, checked before the work starts so that mistakes are reported immediately.
package struct Destination: Sendable {
  package enum Kind: Sendable {
    /// An open stream of the process.
    case stream(OpenFile)
    /// A device, pipe or socket, which is written directly.
    case special
    /// A file at this path with links resolved, which is replaced after everything is written.
    case file(path: String, existing: FileStatus?)
  }

  /// The name in messages.
  package let name: String
  package let kind: Kind

  /// Standard output.
  package static var standardOutput: Destination {
    Destination(name: "standard output", kind: .stream(OpenFile.standardOutput))
  }

  private init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Resolves `path`: `-` means standard output, and links are followed.
  package init(_ path: String) throws(OutputError) {
    if let stream = Self.stream(path) {
      self = stream == .standardOutput ? .standardOutput : Destination(name: path, kind: .stream(stream))
      return
    }
    do throws(SystemError) {
      name = path
      kind = try Self.kind(of: path)
    } catch {
      throw Self.explanation(of: error, path)
    }
    if case .file(let target, nil) = kind { try Self.checkFolder(of: target, name: path) }
  }

  /// The identity of the file that is replaced, to compare it with the inputs.
  package var identity: FileIdentity? {
    switch kind {
    case .file(_, let existing): return existing?.identity
    case .stream(let stream):
      guard let status = try? stream.status(), status.kind == .regular else { return nil }
      return status.identity
    case .special: return nil
    }
  }

  /// Returns whether both destinations are the same file or stream.
  package func isSame(as other: Destination) -> Bool {
    if let identity, identity == other.identity { return true }
    switch (kind, other.kind) {
    case (.stream(let stream), .stream(let otherStream)): return stream == otherStream
    case (.file(let path, nil), .file(let otherPath, nil)):
      guard Pathname.name(of: path) == Pathname.name(of: otherPath),
        let folder = try? FileStatus.of(Pathname.folder(of: path)),
        let otherFolder = try? FileStatus.of(Pathname.folder(of: otherPath))
      else { return false }
      return folder.identity == otherFolder.identity
    default: return false
    }
  }

  /// Returns the open stream for a path. Opening the path again would write from the first byte on.
  private static func stream(_ path: String) -> OpenFile? {
    switch path {
    case "-", "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count)).map(OpenFile.init(number:))
      }
      return nil
    }
  }

  private static func kind(of path: String) throws(SystemError) -> Kind {
    if let status = try? FileStatus.of(path), status.kind == .special { return .special }
    var target = path
    for _ in 0..<40 {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus.of(target, followingLinks: false)
      } catch {
        guard error == .notFound, !target.hasSuffix("/") else { throw error }
        return .file(path: target, existing: nil)
      }
      switch status.kind {
      case .link: target = try linkTarget(of: target)
      case .folder: throw .isFolder
      case .special: return .special
      case .regular:
        // Replacing a file does not require permission to write it, but a write-protected file should be
        // preserved.
        guard access(Pathname.ofSystem(target), W_OK) == 0 else { throw .last }
        return .file(path: target, existing: status)
      }
    }
    throw SystemError(code: ELOOP)
  }

  private static func linkTarget(of path: String) throws(SystemError) -> String {
    let system = Pathname.ofSystem(path)
    // The call writes no more than the buffer holds and returns the length, or -1 for an error.
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { max(0, readlink(system, $0, text.count)) } ?? 0
      }
    }
    guard !bytes.isEmpty else { throw .last }
    let link = String(decoding: bytes, as: UTF8.self)
    return link.hasPrefix("/") ? link : Pathname.folder(of: path) + "/" + link
  }

  private static func checkFolder(of path: String, name: String) throws(OutputError) {
    let folder = Pathname.folder(of: path)
    do throws(SystemError) {
      guard try FileStatus.of(folder).kind == .folder else { throw .isNoFolder }
      guard access(Pathname.ofSystem(folder), W_OK | X_OK) == 0 else { throw .last }
    } catch {
      throw error == .notFound
        ? .missingFolder(output: name, folder: folder) : OutputError.writing(name, error: error)
    }
  }

  private static func explanation(of error: SystemError, _ path: String) -> OutputError {
    switch error.code {
    case EISDIR: .isFolder(path)
    case ENOENT where path.hasSuffix("/"): .isFolder(path)
    default: OutputError.writing(path, error: error)
    }
  }
}

/// The reason why an output was not written.
package enum OutputError: Error, Hashable, Sendable {
  case cannotWrite(String, SystemError)
  case isFolder(String)
  case missingFolder(output: String, folder: String)
  /// Two outputs are the same file, because the file system ignores differences of case or Unicode
  /// normalization.
  case sameFile(String, String)
  /// The reader of a pipe has closed the pipe, which is not a failure.
  case readerClosedPipe
  /// The previous contents of these files could not be restored after another file could not be written.
  case notPutBack([String], because: String, SystemError)
  /// A signal ended the work.
  case interrupted

  /// Returns the error for a failed write.
  package static func writing(_ name: String, error: SystemError) -> OutputError {
    switch error.code {
    case EPIPE: .readerClosedPipe
    case EINTR: .interrupted
    default: .cannotWrite(name, error)
    }
  }
}
