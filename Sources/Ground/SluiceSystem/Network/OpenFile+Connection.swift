import SluiceC

/// Operations on non-blocking descriptors.
extension OpenFile {
  /// Makes calls non-blocking, and prevents child processes from inheriting the descriptor.
  func makeNonBlocking() {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Returns received data of a connection; nil if no data is available now. The data is empty only at the
  /// end of the connection.
  package func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    // The array uses as many bytes as the call has written, which is at most its capacity.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = recv(number, buffer.baseAddress, limit, 0)
      failure = result < 0 ? .last : nil
      count = max(result, 0)
    }
    guard let failure else { return bytes }
    if failure.code == EAGAIN || failure == .interrupted { return nil }
    throw failure
  }

  /// The next received byte of a connection, which is not consumed; nil if no data is available.
  package var nextByte: UInt8? {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
  }

  /// Sends as many bytes as possible without blocking. Returns their number; nil if none can be sent now.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    // Never reads beyond the slice.
    try sent(bytes.withUnsafeBytes { SluiceC.write(number, $0.baseAddress, $0.count) })
  }

  /// Sends as much of a file from `offset` on as possible without blocking. Returns the number of bytes; nil
  /// if none can be sent now.
  package func send(
    _ file: OpenFile, from offset: Int, atMost count: Int
  ) throws(SystemError) -> Int? {
    try sent(sendPiece(of: file.number, from: offset, atMost: count, to: number))
  }

  /// Converts the result of the last call.
  private func sent(_ result: Int) throws(SystemError) -> Int? {
    if result >= 0 || errno == EAGAIN { return result < 0 ? nil : result }
    throw .last
  }

  /// An event to wait for on a descriptor.
  package enum Event: Sendable {
    case readable
    case writable
  }

  /// Waits until one of these descriptors is ready, or for this many milliseconds (-1 for no limit). Returns
  /// for each descriptor whether it is ready; nil descriptors never are.
  package static func wait(
    for requests: [(descriptor: OpenFile?, event: Event)], milliseconds: Int32
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
