#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file. Whoever opens one closes it.
struct FileDescriptor: Hashable, Sendable {
  let number: Int32

  static let standardInput = FileDescriptor(number: STDIN_FILENO)
  static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
  static let standardError = FileDescriptor(number: STDERR_FILENO)

  /// Opens a file; `mode` holds for one that is created.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError)
    -> FileDescriptor
  {
    while true {
      #if canImport(Darwin)
        let number = Darwin.open(path, flags | O_CLOEXEC, mode)
      #elseif canImport(Glibc)
        let number = Glibc.open(path, flags | O_CLOEXEC, mode)
      #else
        let number = Musl.open(path, flags | O_CLOEXEC, mode)
      #endif
      if number >= 0 { return FileDescriptor(number: number) }
      // A FIFO waits for its other end, which a signal may interrupt.
      if errno != EINTR || DeferredSignals.isPending { throw .last }
    }
  }

  /// Opens a FIFO or a device for writing.
  ///
  /// A FIFO without a reader is asked for again and again instead of waited for: a signal that comes just
  /// before such a wait would not end it.
  static func openStream(_ path: String) throws(SystemError) -> FileDescriptor {
    while true {
      do throws(SystemError) {
        return try open(path, O_WRONLY | O_NONBLOCK)
      } catch {
        guard error.code == ENXIO else { throw error }
        if DeferredSignals.isPending { throw SystemError(code: EINTR) }
        _ = poll(nil, 0, pollingInterval)
      }
    }
  }

  /// How long to wait for another process before a deferred signal is heeded, in milliseconds.
  private static let pollingInterval: Int32 = 50

  func close() throws(SystemError) {
    #if canImport(Darwin)
      let result = Darwin.close(number)
    #elseif canImport(Glibc)
      let result = Glibc.close(number)
    #else
      let result = Musl.close(number)
    #endif
    // After EINTR the descriptor is closed on Linux and undefined on Darwin: not again.
    guard result == 0 || errno == EINTR else { throw .last }
  }

  /// Whether a person is at the other end.
  var isTerminal: Bool { isatty(number) == 1 }

  /// What the file is.
  func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(number, &raw) == 0 else { throw .last }
    return FileStatus(raw)
  }

  /// Reads until the buffer is full or the file ends, and returns how many bytes that were.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let result = read(number, buffer.baseAddress.map { $0 + count }, min(buffer.count - count, 1 << 30))
      if result == 0 { break }
      if result > 0 {
        count += result
      } else if errno == EAGAIN {
        wait(for: POLLIN)
      } else if errno != EINTR {
        throw .last
      }
    }
    return count
  }

  /// Reads what is there, waiting for it if there is nothing yet; nothing only at the end.
  func readSome(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let result = read(number, buffer.baseAddress, limit)
        if result >= 0 {
          count = result
          return
        }
        if errno == EAGAIN {
          wait(for: POLLIN)
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes everything, in pieces between which a deferred signal is heeded.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    let failure: SystemError? = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        if DeferredSignals.isPending { return SystemError(code: EINTR) }
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
        #if canImport(Darwin)
          let result = Darwin.write(number, piece.baseAddress, piece.count)
        #elseif canImport(Glibc)
          let result = Glibc.write(number, piece.baseAddress, piece.count)
        #else
          let result = Musl.write(number, piece.baseAddress, piece.count)
        #endif
        if result >= 0 {
          rest = rest.dropFirst(result)
        } else if errno == EAGAIN {
          wait(for: POLLOUT)
        } else if errno != EINTR {
          return .last
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Waits, for a while, on a descriptor that does not block.
  private func wait(for event: Int32) {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&request, 1, Self.pollingInterval)
  }
}
