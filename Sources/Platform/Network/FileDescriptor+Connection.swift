import CLibrary

/// What is done with descriptors that do not block.
extension FileDescriptor {
  /// No program inherits it, and no call on it blocks.
  func makeNonBlocking() {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// What has come of a connection, nothing at its end; nil when nothing has come now.
  package func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    // As many bytes are used as the call has written, which are not more than there is room for.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = recv(number, buffer.baseAddress, limit, 0)
      failure = result < 0 ? .last : nil
      count = max(result, 0)
    }
    guard let failure else { return bytes }
    if failure.code == EAGAIN || failure == .interrupted { return nil }
    throw failure
  }

  /// The next byte that has come of a connection, which stays there; nil when none has.
  package var nextByte: UInt8? {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
  }

  /// Sends what the other side takes now of some bytes, and returns how many; nil when it takes none now.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    // No more is read than the slice has.
    try sent(bytes.withUnsafeBytes { CLibrary.write(number, $0.baseAddress, $0.count) })
  }

  /// Sends what the other side takes now of a file from `offset` on, and returns how many bytes; nil when it takes
  /// none now.
  package func send(
    _ file: FileDescriptor, from offset: Int, atMost count: Int
  ) throws(SystemError) -> Int? {
    try sent(sendPiece(of: file.number, from: offset, atMost: count, to: number))
  }

  /// The result of a call that has just been made.
  private func sent(_ result: Int) throws(SystemError) -> Int? {
    if result >= 0 || errno == EAGAIN { return result < 0 ? nil : result }
    throw .last
  }

  /// What to wait for on a descriptor.
  package enum Event: Sendable {
    case readable
    case writable
  }

  /// Waits until something can be done with one of these descriptors, or for so many milliseconds (-1: for ever),
  /// and says for each whether it is one. A descriptor that is nil is never ready.
  package static func wait(
    for requests: [(descriptor: FileDescriptor?, event: Event)], milliseconds: Int32
  ) -> [Bool] {
    var requests = requests.map { request in
      pollfd(
        fd: request.descriptor?.number ?? -1, events: Int16(request.event == .readable ? POLLIN : POLLOUT),
        revents: 0)
    }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
    return requests.map { $0.revents != 0 }
  }
}
