import Platform

/// A connection that never blocks: what of a request has come, or what of an answer has not gone yet.
struct HTTPConnection {
  let descriptor: FileDescriptor
  private(set) var state = State.idle
  /// When the connection ends unless it has got on.
  private(set) var deadline: ContinuousClock.Instant
  /// Since when it has been in its state.
  private var start: ContinuousClock.Instant
  /// When the other side has last taken something of an answer.
  private var progress: ContinuousClock.Instant
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

  /// How little is lost when it is closed now for another, the least first; nil when it has a request, or may
  /// be about to have one.
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
      /// A part of a head is there.
      case reading
      /// Nothing of its answer is taken.
      case stalled
    }

    var kind: Kind
    var start: ContinuousClock.Instant

    static func < (left: Expendability, right: Expendability) -> Bool {
      (left.kind.rawValue, left.start) < (right.kind.rawValue, right.start)
    }
  }

  var isAnswering: Bool { if case .answering = state { true } else { false } }

  /// What to wait for: readable or writable.
  var event: FileDescriptor.Event { isAnswering ? .writable : .readable }

  /// Reads what has come. A head that came together with the one before is answered without waiting.
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

  /// The head that has come whole.
  private mutating func nextHead() -> Step {
    var index = searched
    // Some programs take a line feed alone for the end of a line, and others not.
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

  /// Begins an answer.
  mutating func answer(_ response: HTTPResponse, sendsBody: Bool, keepsAlive: Bool) {
    let body = sendsBody ? response.body : .text([])
    enter(
      .answering(
        Answer(head: response.head(keepsAlive: keepsAlive)[...], body: body, keepsAlive: keepsAlive)))
  }

  /// Sends what the other side takes now, or as much of it as keeps nobody else waiting.
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
    // Before all else: what is closed must not be closed again, its number may be another file's then.
    enter(pending.isEmpty ? .idle : .reading)
    guard answer.keepsAlive else { return .ends }
    return pending.isEmpty ? .waits : nextHead()
  }

  /// How many pieces of an answer, of a megabyte at most, are sent before others have their turn.
  private static let piecesAtOnce = 4

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
      // A file that has become shorter cannot be sent as it was announced.
      return count == 0 ? .failure : .progress
    } catch {
      return error == .interrupted ? .progress : .failure
    }
  }
}
