#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// A connection that never blocks: what of a request has come, or what of an answer has not gone yet.
struct HTTPConnection {
  let descriptor: FileDescriptor
  private(set) var state = State.idle
  /// When the connection ends unless it has got on.
  private(set) var deadline: ContinuousClock.Instant
  /// What has come and is not answered.
  private var pending: [UInt8] = []
  /// How many of these bytes are known to hold no end of a head.
  private var searched = 0
  private let limits: ServerLimits

  enum State {
    /// Between two requests, or before the first.
    case idle
    /// A part of a head has come.
    case reading
    case answering(Answer)
  }

  struct Answer {
    fileprivate var head: ArraySlice<UInt8>
    fileprivate var body: HTTPResponse.Body
    fileprivate var offset = 0
    fileprivate let keepsAlive: Bool
  }

  /// What a step came to.
  enum Step {
    /// The other side has to go on.
    case waits
    /// A whole head, or what is wrong with it.
    case head(Result<[UInt8], HTTPRequest.Problem>)
    case ends
  }

  init(_ descriptor: FileDescriptor, _ limits: ServerLimits) {
    self.descriptor = descriptor
    self.limits = limits
    deadline = .now + limits.idle
  }

  /// Whether nothing is lost when it is closed now.
  var isIdle: Bool { if case .idle = state { true } else { false } }

  /// What to wait for: readable or writable.
  var event: Int16 { if case .answering = state { Int16(POLLOUT) } else { Int16(POLLIN) } }

  /// Reads what has come. A head that came together with the one before is answered without waiting.
  mutating func receive() -> Step {
    let bytes: [UInt8]
    var failure: Int32 = 0
    bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let result = recv(descriptor.number, buffer.baseAddress, buffer.count, 0)
      failure = result < 0 ? errno : 0
      count = max(result, 0)
    }
    if failure == EAGAIN || failure == EINTR { return .waits }
    guard failure == 0, !bytes.isEmpty else { return .ends }
    if isIdle {
      state = .reading
      deadline = .now + limits.head
    }
    pending += bytes
    return nextHead()
  }

  /// The head that has come whole.
  private mutating func nextHead() -> Step {
    var index = searched
    while index + 4 <= pending.count {
      if pending[index] == 0x0d, pending[index + 1] == 0x0a, pending[index + 2] == 0x0d,
        pending[index + 3] == 0x0a
      {
        let head = Array(pending[..<index])
        pending.removeFirst(index + 4)
        searched = 0
        return .head(head.count > HTTPRequest.maximumHead ? .failure(.headTooLarge) : .success(head))
      }
      index += 1
    }
    searched = index
    return pending.count > HTTPRequest.maximumHead ? .head(.failure(.headTooLarge)) : .waits
  }

  /// Begins an answer.
  mutating func answer(_ response: HTTPResponse, sendsBody: Bool, keepsAlive: Bool) {
    let body = sendsBody ? response.body : .text([])
    state = .answering(
      Answer(head: response.head(keepsAlive: keepsAlive)[...], body: body, keepsAlive: keepsAlive))
    deadline = .now + limits.answer
  }

  /// Sends what the other side takes now.
  mutating func send() -> Step {
    guard case .answering(var answer) = state else { return .waits }
    while true {
      guard answer.isWhole else {
        switch answer.sendPiece(to: descriptor) {
        case .progress: continue
        case .full:
          state = .answering(answer)
          return .waits
        case .failure:
          state = .answering(answer)
          return .ends
        }
      }
      answer.closeFile()
      guard answer.keepsAlive else { return .ends }
      state = pending.isEmpty ? .idle : .reading
      deadline = .now + (pending.isEmpty ? limits.idle : limits.head)
      return pending.isEmpty ? .waits : nextHead()
    }
  }

  /// Gives back all that it holds.
  mutating func close() {
    if case .answering(let answer) = state { answer.closeFile() }
    state = .idle
    try? descriptor.close()
  }
}

extension HTTPConnection.Answer {
  fileprivate enum Sent {
    case progress
    /// The other side takes no more now.
    case full
    case failure
  }

  fileprivate var isWhole: Bool { head.isEmpty && offset >= body.size }

  fileprivate func closeFile() {
    if case .file(let file) = body { try? file.descriptor.close() }
  }

  fileprivate mutating func sendPiece(to connection: FileDescriptor) -> Sent {
    let result: Int
    if !head.isEmpty {
      result = head.withUnsafeBytes { write(connection.number, $0.baseAddress, $0.count) }
      if result > 0 { head = head.dropFirst(result) }
    } else {
      switch body {
      case .text(let bytes):
        result = bytes[offset...].withUnsafeBytes { write(connection.number, $0.baseAddress, $0.count) }
      case .file(let file):
        result = Self.send(file, from: offset, atMost: body.size - offset, to: connection)
      }
      // A file that has become shorter cannot be sent as it was announced.
      if result == 0 { return .failure }
      if result > 0 { offset += result }
    }
    if result >= 0 { return .progress }
    return errno == EAGAIN ? .full : errno == EINTR ? .progress : .failure
  }

  /// A piece of a file; what `write` returns.
  private static func send(
    _ file: ServedFile, from offset: Int, atMost count: Int, to connection: FileDescriptor
  ) -> Int {
    #if canImport(Glibc)
      var place = off_t(offset)
      return sendfile(connection.number, file.descriptor.number, &place, min(count, 1 << 20))
    #else
      return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        let piece = pread(file.descriptor.number, buffer.baseAddress, min(count, buffer.count), off_t(offset))
        return piece <= 0 ? piece : write(connection.number, buffer.baseAddress, piece)
      }
    #endif
  }
}
