import SluiceC

/// An open file. Callers that open a file must close it.
package struct OpenFile: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static var standardInput: OpenFile { RunContext.current.input }
  package static var standardOutput: OpenFile { RunContext.current.output }
  package static var standardError: OpenFile { RunContext.current.error }

  /// Opens a file. `mode` applies to a new file.
  package static func open(_ path: String, flags: Int32, mode: mode_t = 0o666) throws(SystemError)
    -> OpenFile
  {
    let path = Pathname.ofSystem(path)
    while true {
      let number = SluiceC.open(path, flags | O_CLOEXEC, mode)
      if number >= 0 { return OpenFile(number: number) }
      // Opening a FIFO waits for its other end, and a signal can interrupt the wait.
      if errno != EINTR || DeferredSignals.isPending { throw .last }
    }
  }

  /// Opens a FIFO or a device for writing.
  ///
  /// Polls a FIFO without a reader instead of waiting for one, because a signal immediately before the wait
  /// would not interrupt it.
  package static func openStream(_ path: String) throws(SystemError) -> OpenFile {
    while true {
      do throws(SystemError) {
        return try open(path, flags: O_WRONLY | O_NONBLOCK)
      } catch {
        guard error.code == ENXIO else { throw error }
        try waitForOthers()
      }
    }
  }

  /// The interval between checks for deferred signals while waiting for other processes, in milliseconds.
  private static let pollingInterval: Int32 = 50

  /// Waits a moment for another process. Throws if a deferred signal is pending.
  package static func waitForOthers() throws(SystemError) {
    _ = poll(nil, 0, pollingInterval)
    if DeferredSignals.isPending { throw .interrupted }
  }

  /// Waits until all written data is on disk. Does nothing for pipes and other files that are not on a disk.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
  }

  package func close() throws(SystemError) {
    let result = SluiceC.close(number)
    // After EINTR the descriptor is closed on Linux and undefined on Darwin, so it is not closed again.
    guard result == 0 || errno == EINTR else { throw .last }
  }

  /// Sets owner, group and permissions to those of another file, as far as permitted.
  func adopt(_ other: FileStatus) {
    _ = fchown(number, other.owner, other.group)
    _ = fchmod(number, other.permissions & 0o777)
  }

  /// Writes the whole contents to disk and closes the file, even if writing fails.
  package func complete(with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try write(bytes)
      // Some file systems only detect here that they are full.
      try synchronize()
    } catch {
      try? close()
      throw error
    }
    try close()
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The number of columns of the terminal; nil if it is not a terminal or does not report them.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  package func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(number, &raw) == 0 else { throw .last }
    return FileStatus(raw)
  }

  /// Reads until the buffer is full or the file ends, and returns the number of bytes. Each system call gets
  /// only the rest of the buffer.
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

  /// Reads available data, waiting for it if necessary. Returns no bytes only at the end.
  package func readSome(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    // The array uses as many bytes as the call has written, which is at most its capacity.
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

  /// Writes all bytes, and checks for deferred signals between pieces.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes all bytes, and checks for deferred signals between pieces.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    // Each system call gets a piece of the rest, and returns how much of it was written.
    var rest = bytes[...]
    while !rest.isEmpty {
      if DeferredSignals.isPending { throw .interrupted }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      let result = SluiceC.write(number, piece.baseAddress, piece.count)
      if result >= 0 {
        rest = rest.dropFirst(result)
      } else if errno == EAGAIN {
        wait(for: POLLOUT)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Waits for a limited time on a non-blocking descriptor.
  private func wait(for event: Int32) {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&request, 1, Self.pollingInterval)
  }
}

extension OpenFile {
  /// Opens a file, pipe or device for reading.
  package static func open(_ path: String) throws(SystemError) -> OpenFile { try open(path, flags: O_RDONLY) }

  /// Creates a file and opens it for writing. Throws if something exists at the path.
  package static func create(
    _ path: String, isPrivate: Bool = false
  ) throws(SystemError) -> OpenFile {
    try open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o666)
  }

  /// Creates or truncates a file for writing. Symbolic links are not followed.
  package static func overwrite(_ path: String) throws(SystemError) -> OpenFile {
    try open(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
  }

  /// Creates a pipe. Child processes inherit its ends only if they receive them explicitly.
  package static func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
    var ends: [Int32] = [0, 0]
    guard SluiceC.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (OpenFile(number: ends[0]), OpenFile(number: ends[1]))
  }
}
