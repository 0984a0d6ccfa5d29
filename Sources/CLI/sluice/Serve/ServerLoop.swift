import SluiceLists
import SluiceSystem

/// The event loop of a running server.
struct ServerLoop {
  private let server: HTTPServer
  private var connections: [HTTPConnection] = []
  /// The time until which no connection is accepted, after the maximum number of open files was reached.
  private var pause: ContinuousClock.Instant?
  /// The last time that a limit was reported.
  private var lastReport: ContinuousClock.Instant?

  init(_ server: HTTPServer) { self.server = server }

  private var isFull: Bool { connections.count >= server.limits.connections }

  /// Waits for events and handles them.
  mutating func step() {
    let start = ContinuousClock.now
    if let pause, pause <= start { self.pause = nil }
    let accepts = pause == nil && (!isFull || mostExpendable(start) != nil)
    if isFull, !accepts, !connections.contains(where: { !$0.isAnswering }) { reportLimit(nil) }
    let isReady = OpenFile.wait(
      for: connections.map { ($0.descriptor, $0.event) }
        + server.listeners.map { (accepts ? $0.descriptor : nil, .readable) },
      milliseconds: timeout(start))

    let now = ContinuousClock.now
    var ended: [Int] = []
    for index in connections.indices {
      if connections[index].deadline <= now || isReady[index] && !goOn(index) { ended.append(index) }
    }
    for index in ended.reversed() { end(index) }
    for (listener, isReady) in zip(server.listeners, isReady.suffix(server.listeners.count)) where isReady {
      accept(listener)
    }
  }

  /// Returns the time until the next deadline in milliseconds; -1 without a deadline.
  private func timeout(_ now: ContinuousClock.Instant) -> Int32 {
    var times = connections.map(\.deadline)
    if let pause { times.append(pause) }
    // The time at which a connection can be closed in favor of another one.
    if isFull { times.append(now + server.limits.grace) }
    guard let next = times.min() else { return -1 }
    return Int32(clamping: max(0, Int((next - now) / .milliseconds(1)) + 1))
  }

  private mutating func end(_ index: Int) {
    connections[index].close()
    connections.remove(at: index)
  }

  // MARK: - Answers

  /// Handles the event of a connection; returns false if the connection ends.
  private mutating func goOn(_ index: Int) -> Bool {
    var step = connections[index].isAnswering ? connections[index].send() : connections[index].receive()
    // A client that sends many requests at once gets some responses before other clients are served.
    for _ in 0..<16 {
      guard case .head(let head) = step else { break }
      answer(head, index)
      step = connections[index].send()
    }
    switch step {
    case .waits: return true
    case .head(let head):
      answer(head, index)
      return true
    case .ends: return false
    }
  }

  private mutating func answer(_ head: Result<[UInt8], HTTPRequest.Problem>, _ index: Int) {
    var request: HTTPRequest?
    let response: HTTPResponse
    do throws(HTTPRequest.Problem) {
      let read = try HTTPRequest(try head.get())
      request = read
      guard read.host.map(server.hosts.contains) ?? true else { throw .misdirected }
      response = try HTTPResponse.answer(
        to: read, in: server.directory, playground: server.playground, host: server.host,
        isShared: server.isShared)
    } catch {
      response = HTTPResponse(error)
      if error == .unavailable { reportLimit(.tooManyOpenFiles) }
    }
    let words = request.map { "\($0.method.rawValue) /\(DisplayText.escaping($0.path))" } ?? "?"
    server.report(.answer("\(words) \(response.status)"))
    connections[index].answer(
      response, sendsBody: request?.method != .head,
      keepsAlive: response.status != 503 && request?.keepsAlive == true)
  }

  // MARK: - Connections

  private mutating func accept(_ listener: Listener) {
    while true {
      if isFull, !endMostExpendable() { return }
      do throws(SystemError) {
        connections.append(HTTPConnection(try listener.accept(), server.limits))
      } catch {
        guard error.isLimit else { return }
        reportLimit(error)
        if !endMostExpendable() {
          pause = .now + server.limits.grace
          return
        }
      }
    }
  }

  private func mostExpendable(_ now: ContinuousClock.Instant) -> Int? {
    let values = connections.indices.compactMap { index in
      connections[index].expendability(now).map { (index: index, value: $0) }
    }
    return values.min { $0.value < $1.value }?.index
  }

  /// Closes the most expendable connection; returns false if no connection can be closed.
  private mutating func endMostExpendable() -> Bool {
    guard let index = mostExpendable(.now) else { return false }
    end(index)
    return true
  }

  private mutating func reportLimit(_ error: SystemError?) {
    let now = ContinuousClock.now
    if let lastReport, now - lastReport < .seconds(10) { return }
    lastReport = now
    let reason = error?.description ?? "all connections (\(server.limits.connections)) are in use"
    server.report(.limit("\(reason); others wait until one ends"))
  }
}
