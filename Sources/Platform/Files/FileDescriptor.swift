import CLibrary

/// An open file. Whoever opens one closes it.
package struct FileDescriptor: Hashable, Sendable {
  package let number: Int32

  /// The descriptor with this number.
  package init(number: Int32) { self.number = number }

  package static let standardInput = FileDescriptor(number: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
  package static let standardError = FileDescriptor(number: STDERR_FILENO)

  /// Opens a file; `mode` holds for one that is created.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError)
    -> FileDescriptor
  {
    while true {
      let number = CLibrary.open(path, flags | O_CLOEXEC, mode)
      if number >= 0 { return FileDescriptor(number: number) }
      // A FIFO waits for its other end, which a signal may interrupt.
      if errno != EINTR || DeferredSignals.isPending { throw .last }
    }
  }

  /// Opens a FIFO or a device for writing.
  ///
  /// A FIFO without a reader is asked for again and again instead of waited for: a signal that comes just
  /// before such a wait would not end it.
  package static func openStream(_ path: String) throws(SystemError) -> FileDescriptor {
    while true {
      do throws(SystemError) {
        return try open(path, O_WRONLY | O_NONBLOCK)
      } catch {
        guard error.code == ENXIO else { throw error }
        try waitForOthers()
      }
    }
  }

  /// How long to wait for another process before a deferred signal is heeded, in milliseconds.
  private static let pollingInterval: Int32 = 50

  /// Waits a moment for another process, until a deferred signal is pending.
  package static func waitForOthers() throws(SystemError) {
    CurrentProcess.wait(milliseconds: pollingInterval)
    if DeferredSignals.isPending { throw .interrupted }
  }

  /// Waits until all that was written is on the disk, where there is one.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
  }

  package func close() throws(SystemError) {
    let result = CLibrary.close(number)
    // After EINTR the descriptor is closed on Linux and undefined on Darwin: not again.
    guard result == 0 || errno == EINTR else { throw .last }
  }

  /// Gives the file owner, group and permissions of another one, as far as this user may.
  func adopt(_ other: FileStatus) {
    _ = fchown(number, other.owner, other.group)
    _ = fchmod(number, other.permissions & 0o777)
  }

  /// Writes all that the file shall have down to the disk and closes it, also where that does not succeed.
  package func complete(with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try write(bytes)
      // Some file systems find out only here that they are full.
      try synchronize()
    } catch {
      try? close()
      throw error
    }
    try close()
  }

  /// Whether a person is at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// How many columns the terminal at the other end has; nil when there is none or it does not say.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// What the file is.
  package func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(number, &raw) == 0 else { throw .last }
    return FileStatus(raw)
  }

  /// Reads until the buffer is full or the file ends, and returns how many bytes that were. A call gets no more room
  /// than is left.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
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
  package func readSome(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    // As many bytes are used as the call has written, which are not more than there is room for.
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

  /// Reads what is there, nothing at the end. A deferred signal ends it, and what was read then is lost.
  package func readUntilSignal(atMost limit: Int) throws(SystemError) -> [UInt8] {
    while true {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = read(number, &bytes, limit)
      if DeferredSignals.isPending { throw .interrupted }
      if count >= 0 { return Array(bytes[..<count]) }
      if errno != EINTR { throw .last }
    }
  }

  /// Writes everything, in pieces between which a deferred signal is heeded.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes everything, in pieces between which a deferred signal is heeded.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    // A call gets a piece of the rest, and says how much of it was written.
    var rest = bytes[...]
    while !rest.isEmpty {
      if DeferredSignals.isPending { throw .interrupted }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      let result = CLibrary.write(number, piece.baseAddress, piece.count)
      if result >= 0 {
        rest = rest.dropFirst(result)
      } else if errno == EAGAIN {
        wait(for: POLLOUT)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Waits, for a while, on a descriptor that does not block.
  private func wait(for event: Int32) {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&request, 1, Self.pollingInterval)
  }
}
