import SluiceListFiles
import SluiceLists
import SluiceSystem

/// A small file server for trying out build results. A single thread handles all connections, without
/// blocking on any of them.
struct HTTPServer: Sendable {
  enum Event: Sendable {
    /// A request and the status of the response: `GET /ads.json 200`.
    case answer(String)
    /// The reason why the server accepts no more connections at the moment.
    case limit(String)
  }

  let directory: String
  /// The playground to show next to the files; nil if it is not installed.
  let playground: PlaygroundFiles?
  /// Whether pages of other origins may read the files.
  let isShared: Bool
  let limits: ServerLimits
  let report: @Sendable (Event) -> Void
  let hosts: ServerHosts
  /// The host of the first listener.
  let host: String
  let listeners: [Listener]

  struct NoListener: Error {
    let port: Int
    let error: SystemError
  }

  /// Listens on an IPv4 address and ports; port 0 means any free port.
  init(
    _ directory: String, playground: PlaygroundFiles? = nil, address: String, ports: [Int], isShared: Bool,
    limits: ServerLimits, report: @escaping @Sendable (Event) -> Void
  ) throws(NoListener) {
    (self.directory, self.playground) = (directory, playground)
    (self.isShared, self.limits, self.report) = (isShared, limits, report)
    var listeners: [Listener] = []
    for port in ports {
      do throws(SystemError) {
        listeners.append(try Listener(address: address, port: port))
      } catch {
        for listener in listeners { try? listener.descriptor.close() }
        throw NoListener(port: port, error: error)
      }
    }
    self.listeners = listeners
    hosts = ServerHosts(address: address, ports: listeners.map(\.port))
    host = "\(address):\(listeners.first?.port ?? ServeCommand.defaultPort)"
  }

  /// Answers requests until the process ends.
  func run() {
    var loop = ServerLoop(self)
    while true { loop.step() }
  }
}

struct ServerLoop {
  private let server: HTTPServer
  private var connections: [HTTPConnection] = []
  /// The time until which no connection is accepted, after the maximum number of open files was reached.
  private var pause: ContinuousClock.Instant?
  private var lastReport: ContinuousClock.Instant?

  init(_ server: HTTPServer) { self.server = server }

  private var isFull: Bool { connections.count >= server.limits.connections }

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
      answer(head, at: index)
      step = connections[index].send()
    }
    switch step {
    case .waits: return true
    case .head(let head):
      answer(head, at: index)
      return true
    case .ends: return false
    }
  }

  private mutating func answer(_ head: Result<[UInt8], HTTPRequest.Problem>, at index: Int) {
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
        connections.append(HTTPConnection(try listener.accept(), limits: server.limits))
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

/// The hosts that the server accepts requests for.
///
/// A page of another site could make its own host name resolve to this machine (DNS rebinding). It could then
/// read the served files as if they were its own. Its requests contain that name, so the server only accepts
/// requests for its own address.
struct ServerHosts: Sendable {
  /// The address of the server; nil if it listens on all addresses. In that case, it accepts any IPv4 address
  /// and `localhost`, but no other name.
  private let address: String?
  private let ports: Set<Int>

  init(address: String, ports: [Int]) {
    self.address = address == "0.0.0.0" ? nil : address
    self.ports = Set(ports)
  }

  /// Returns whether a request for this host, with or without a port, is for the server.
  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init), parts.count <= 2 else { return false }
    let port = parts.count == 2 ? UInt16(parts[1]).map(Int.init) : 80
    guard let port else { return false }
    guard let address else {
      // The port is not checked, because another port may be forwarded to this one, for example by a
      // container.
      return name == "localhost" || NetworkAddress(name)?.isIPv6 == false
    }
    return ports.contains(port) && (name == address || name == "localhost" && address.hasPrefix("127."))
  }
}

struct ServerLimits: Sendable {
  /// The maximum number of connections.
  ///
  /// For a new connection beyond the limit, the server closes one without a request, or one whose client does
  /// not receive its response. If no connection can be closed, the new one waits.
  var connections = 256
  /// The maximum time that a connection stays open between requests.
  var idle = Duration.seconds(30)
  /// The maximum time to receive the head of a request, from its first byte.
  var head = Duration.seconds(10)
  /// The maximum time to send a response.
  var answer = Duration.seconds(300)
  /// The minimum time that a connection without a request is kept while others wait. Its request may be on
  /// its way.
  var grace = Duration.milliseconds(200)
  /// The maximum time that a client may receive nothing of its response while others wait.
  var stall = Duration.seconds(30)

  /// Returns limits that fit the maximum number of open files of the process. A connection needs two: its
  /// socket and the file that it sends.
  static func ofProcess() -> ServerLimits {
    var limits = ServerLimits()
    guard let files = CurrentProcess.maximumOpenFiles else { return limits }
    limits.connections = min(limits.connections, max((files - reservedFiles) / 2, 1))
    return limits
  }

  /// The number of open files that are reserved for other purposes, such as the folders in the path of a
  /// file.
  private static let reservedFiles = 16
}
