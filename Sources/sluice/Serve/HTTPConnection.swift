import SluiceSystem

/// A non-blocking connection, with the bytes of unanswered requests and the unsent part of a response.
struct HTTPConnection {
  let descriptor: OpenFile
  private(set) var state = State.idle
  /// The time at which the connection is closed unless it makes progress.
  private(set) var deadline: ContinuousClock.Instant
  /// The time at which the current state began.
  private var start: ContinuousClock.Instant
  /// The last time that the client received a part of a response.
  private var progress: ContinuousClock.Instant
  /// The received bytes that are not answered.
  private var pending: [UInt8] = []
  /// The number of pending bytes that are known not to contain the end of a head.
  private var searched = 0
  private let limits: ServerLimits

  enum State {
    /// Between two requests, or before the first.
    case idle
    case reading
    case answering(Answer)
  }

  struct Answer {
    fileprivate var head: ArraySlice<UInt8>
    fileprivate var body: HTTPResponse.Body
    fileprivate var offset = 0
    fileprivate let keepsAlive: Bool
  }

  enum Step {
    /// The client must send or receive more.
    case waits
    case head(Result<[UInt8], HTTPRequest.Problem>)
    case ends
  }

  init(_ descriptor: OpenFile, limits: ServerLimits) {
    self.descriptor = descriptor
    self.limits = limits
    start = .now
    progress = start
    deadline = start + limits.idle
  }

  private mutating func enter(_ state: State) {
    self.state = state
    start = .now
    progress = start
    deadline =
      switch state {
      case .idle: start + limits.idle
      case .reading: start + limits.head
      case .answering: start + limits.answer
      }
  }

  /// Returns how expendable the connection is when a new connection needs its place. The most expendable
  /// connection sorts first.
  ///
  /// Returns nil if the connection entered its state recently, or if its client is receiving a response.
  func expendability(_ now: ContinuousClock.Instant) -> Expendability? {
    guard now - start >= limits.grace else { return nil }
    return switch state {
    case .idle: Expendability(kind: .idle, start: start)
    case .reading: Expendability(kind: .reading, start: start)
    case .answering: now - progress >= limits.stall ? Expendability(kind: .stalled, start: progress) : nil
    }
  }

  struct Expendability: Comparable {
    enum Kind: Int {
      case idle
      case reading
      case stalled
    }

    var kind: Kind
    var start: ContinuousClock.Instant

    static func < (left: Expendability, right: Expendability) -> Bool {
      (left.kind.rawValue, left.start) < (right.kind.rawValue, right.start)
    }
  }

  var isAnswering: Bool { if case .answering = state { true } else { false } }

  var event: OpenFile.Event { isAnswering ? .writable : .readable }

  /// Reads the available bytes, and returns the next head if it is complete.
  mutating func receive() -> Step {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let received = try descriptor.receive(atMost: 4096) else { return .waits }
      bytes = received
    } catch {
      return .ends
    }
    guard !bytes.isEmpty else { return .ends }
    if case .idle = state { enter(.reading) }
    pending += bytes
    return nextHead()
  }

  private mutating func nextHead() -> Step {
    var index = searched
    // A line feed without a carriage return is invalid, because only some programs treat it as the end of a
    // line.
    if let feed = pending[index...].firstIndex(of: 0x0a), feed == 0 || pending[feed - 1] != 0x0d {
      return .head(.failure(.badRequest))
    }
    while index + 4 <= pending.count {
      if pending[index + 3] == 0x0a, pending[index + 2] != 0x0d { return .head(.failure(.badRequest)) }
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

  mutating func answer(_ response: HTTPResponse, sendsBody: Bool, keepsAlive: Bool) {
    let body = sendsBody ? response.body : .text([])
    enter(
      .answering(
        Answer(head: response.head(keepsAlive: keepsAlive)[...], body: body, keepsAlive: keepsAlive)))
  }

  /// Sends as much of the response as the client accepts, but not so much that other clients must wait. After
  /// the last piece, returns the next head if it has already arrived.
  mutating func send() -> Step {
    guard case .answering(var answer) = state else { return .waits }
    for _ in 0..<Self.piecesAtOnce where !answer.isWhole {
      switch answer.sendPiece(to: descriptor) {
      case .progress: progress = .now
      case .full:
        state = .answering(answer)
        return .waits
      case .failure: return .ends
      }
    }
    guard answer.isWhole else {
      state = .answering(answer)
      return .waits
    }
    answer.closeFile()
    // Changes the state first, so that the file is not closed again: its descriptor may belong to another
    // file by then.
    enter(pending.isEmpty ? .idle : .reading)
    guard answer.keepsAlive else { return .ends }
    return pending.isEmpty ? .waits : nextHead()
  }

  /// The number of pieces of a response, of at most a megabyte each, to send before serving other clients.
  private static let piecesAtOnce = 4

  mutating func close() {
    if case .answering(let answer) = state { answer.closeFile() }
    state = .idle
    try? descriptor.close()
  }
}

extension HTTPConnection.Answer {
  fileprivate enum Sent {
    case progress
    /// The client cannot receive more now.
    case full
    case failure
  }

  fileprivate var isWhole: Bool { head.isEmpty && offset >= body.size }

  fileprivate func closeFile() {
    if case .file(let file) = body { try? file.descriptor.close() }
  }

  fileprivate mutating func sendPiece(to connection: OpenFile) -> Sent {
    do throws(SystemError) {
      guard head.isEmpty else {
        guard let count = try connection.send(head) else { return .full }
        head = head.dropFirst(count)
        return .progress
      }
      let count =
        switch body {
        case .text(let bytes): try connection.send(bytes[offset...])
        case .file(let file):
          try connection.send(file.descriptor, from: offset, atMost: body.size - offset)
        }
      guard let count else { return .full }
      offset += count
      // If the file became shorter, the announced length cannot be sent.
      return count == 0 ? .failure : .progress
    } catch {
      return error == .interrupted ? .progress : .failure
    }
  }
}
