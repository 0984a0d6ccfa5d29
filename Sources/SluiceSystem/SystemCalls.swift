import SluiceC

// The system, for all other modules: `Files`, `Outputs` that are replaced atomically, `Processes`, `Network`, `Codecs`,
// and the functions of `WebKitGTK`. Functions throw a `SystemError`, which is below. `RunContext` (`Pathname.swift`) has
// the folder and the streams of a run.

// Differences between C libraries in names and types, in one place.

let streamSocket: Int32 = {
  #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
  #else
    SOCK_STREAM
  #endif
}()

extension stat {
  var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

extension rlimit {
  /// The limit of the address space; nil if it is not available.
  static var addressSpace: rlimit? {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// The limit of open files; nil if it is not available.
  static var openFiles: rlimit? {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }
}

extension sigaction {
  typealias Handler = @convention(c) (Int32) -> Void

  /// The signal handler, for which every C library uses a different union.
  var handler: Handler? {
    get {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler
      #elseif canImport(Glibc)
        __sigaction_handler.sa_handler
      #else
        __sa_handler.sa_handler
      #endif
    }
    set {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler = newValue
      #elseif canImport(Glibc)
        __sigaction_handler.sa_handler = newValue
      #else
        __sa_handler.sa_handler = newValue
      #endif
    }
  }
}

#if canImport(Darwin)
  typealias SpawnActions = posix_spawn_file_actions_t?
#else
  typealias SpawnActions = posix_spawn_file_actions_t
#endif

/// The initial value for `posix_spawn_file_actions_init`.
var noSpawnActions: SpawnActions {
  #if canImport(Darwin)
    nil
  #else
    SpawnActions()
  #endif
}

/// Sends a part of a file from `offset` on to a socket. Returns the same values as `write`.
func sendPiece(of file: Int32, from offset: Int, atMost count: Int, to socket: Int32) -> Int {
  #if canImport(Glibc)
    var place = off_t(offset)
    return sendfile(socket, file, &place, min(count, 1 << 20))
  #elseif canImport(Darwin)
    var sent = off_t(min(count, 1 << 20))
    let result = sendfile(file, socket, off_t(offset), &sent, nil, 0)
    // A part may have been sent before the call reports that it would block.
    return sent > 0 ? Int(sent) : Int(result)
  #else
    // Never reads more than the buffer holds, and never sends more than was read.
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let piece = pread(file, buffer.baseAddress, min(count, buffer.count), off_t(offset))
      return piece <= 0 ? piece : write(socket, buffer.baseAddress, piece)
    }
  #endif
}

#if canImport(Darwin)
  typealias ThreadID = pthread_t?
#else
  typealias ThreadID = pthread_t
#endif

/// The initial value for `pthread_create`.
var noThread: ThreadID {
  #if canImport(Darwin)
    nil
  #else
    0
  #endif
}

/// The reason why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the last call.
  package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(code)) }
}

extension SystemError {
  /// The entry does not exist.
  package static let notFound = SystemError(code: ENOENT)
  /// The entry already exists.
  package static let exists = SystemError(code: EEXIST)
  package static let isFolder = SystemError(code: EISDIR)
  package static let isNoFolder = SystemError(code: ENOTDIR)
  package static let invalid = SystemError(code: EINVAL)
  /// Permission denied.
  package static let denied = SystemError(code: EACCES)
  /// The entry is in use, such as a mount point.
  package static let busy = SystemError(code: EBUSY)
  /// The file or folder no longer exists.
  package static let stale = SystemError(code: ESTALE)
  /// The operation would cross file systems.
  package static let otherFileSystem = SystemError(code: EXDEV)
  /// A signal interrupted the call.
  package static let interrupted = SystemError(code: EINTR)
  /// This process has reached its limit of open files.
  package static let tooManyOpenFiles = SystemError(code: EMFILE)
  /// The address does not belong to this machine.
  package static let foreignAddress = SystemError(code: EADDRNOTAVAIL)
  /// The file exceeds the maximum size.
  package static let tooLarge = SystemError(code: EFBIG)
  /// The path leads to a device, a pipe or a socket instead of a file.
  package static let notRegular = SystemError(code: ESPIPE)

  /// Whether the file system or the user's quota is full.
  package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether a limit prevents opening more files at the moment.
  package var isLimit: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

  /// The reason why a file was not read, as the end of a sentence.
  package var reasonNotRead: String {
    switch self {
    case .tooLarge: "it is larger than \(OpenFile.maximumBytes >> 30) GiB"
    case .notRegular: "it is a device or a pipe and not a file"
    default: description
    }
  }
}
