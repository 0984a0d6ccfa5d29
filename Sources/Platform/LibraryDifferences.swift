import CLibrary

// What C libraries call or type differently, in one place.

/// The kind of a socket of TCP.
let streamSocket: Int32 = {
  #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
  #else
    SOCK_STREAM
  #endif
}()

extension stat {
  /// When the bytes were last changed.
  var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

extension rlimit {
  /// The limit of the address space; nil when it cannot be asked for.
  static var addressSpace: rlimit? {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// The limit of open files; nil when it cannot be asked for.
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

  /// The handler, for which every C library has a union of its own.
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

/// What `posix_spawn_file_actions_init` begins with.
var noSpawnActions: SpawnActions {
  #if canImport(Darwin)
    nil
  #else
    SpawnActions()
  #endif
}

/// A piece of a file to a socket from `offset` on; what `write` would return.
func sendPiece(of file: Int32, from offset: Int, atMost count: Int, to socket: Int32) -> Int {
  #if canImport(Glibc)
    var place = off_t(offset)
    return sendfile(socket, file, &place, min(count, 1 << 20))
  #elseif canImport(Darwin)
    var sent = off_t(min(count, 1 << 20))
    let result = sendfile(file, socket, off_t(offset), &sent, nil, 0)
    // It can have sent a part before it says that no more goes.
    return sent > 0 ? Int(sent) : Int(result)
  #else
    // No more is read than the buffer holds, and no more is sent than was read.
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let piece = pread(file, buffer.baseAddress, min(count, buffer.count), off_t(offset))
      return piece <= 0 ? piece : write(socket, buffer.baseAddress, piece)
    }
  #endif
}
