import SluiceListFiles
import SluiceSystem

/// A small file server for trying out build results. A single thread handles all connections, without
/// blocking on any of them. Each connection ends after one response.
struct HTTPServer: Sendable {
  let directory: String
  /// The playground to show next to the files; nil if it is not installed.
  var playground: PlaygroundFiles?
  let hosts: ServerHosts
  let listeners: [Listener]
  /// Whether pages of other origins may read the files.
  let isShared: Bool
  var limits = ServerLimits()
  /// Receives each request with the status of its response: `GET /ads.json 200`.
  let report: @Sendable (String) -> Void
  /// Receives the reason why the server accepts no more connections at the moment.
  var warn: @Sendable (String) -> Void = { _ in }

  private(set) var connections: [HTTPConnection] = []
  /// The time until which no connection is accepted, after the maximum number of open files was reached.
  private(set) var pause = ContinuousClock.now
  private(set) var nextReport = ContinuousClock.now

  /// Answers requests until the process ends.
  func run() {
    var server = self
    while true { server.step() }
  }

  /// The oldest expendable connection.
  private var expendable: Int? { connections.firstIndex { $0.expendable <= .now } }

  private mutating func step() {
    let isFull = connections.count >= limits.connections && expendable == nil
    if isFull, connections.allSatisfy(\.isSending) {
      reportLimit("all connections (\(limits.connections)) are in use")
    }
    let accepts = !isFull && pause <= .now
    let isReady = OpenFile.wait(
      for: connections.map { ($0.descriptor, $0.isSending ? .writable : .readable) }
        + listeners.map { (accepts ? $0.descriptor : nil, .readable) },
      // Meanwhile, connections can become expendable or reach their deadline.
      milliseconds: accepts && connections.isEmpty ? 60_000 : 200)

    let (now, before) = (ContinuousClock.now, connections)
    connections = []
    for (var connection, isReady) in zip(before, isReady) {
      let continues = connection.deadline > now && (!isReady || connection.proceed { response(to: $0) })
      if continues { connections.append(connection) } else { connection.close() }
    }
    for (listener, isReady) in zip(listeners, isReady.suffix(listeners.count)) where isReady {
      accept(listener)
    }
  }

  private mutating func response(to head: [UInt8]) -> HTTPResponse {
    var request: HTTPRequest?
    var response: HTTPResponse
    do throws(HTTPStatus) {
      let read = try HTTPRequest(head)
      request = read
      guard read.host.map(hosts.contains) ?? true else { throw .misdirected }
      response = try answer(to: read)
    } catch {
      response = HTTPResponse(error)
      if error == .unavailable { reportLimit(SystemError.tooManyOpenFiles.description) }
    }
    let words = request.map { "\($0.method) /\(DisplayText.escaping($0.path))" } ?? "?"
    report("\(words) \(response.status.rawValue.prefix(3))")
    if request?.method == "HEAD" { response.dropBody() }
    return response
  }

  private mutating func accept(_ listener: Listener) {
    while connections.count < limits.connections || makeRoom() {
      do throws(SystemError) {
        connections.append(HTTPConnection(try listener.accept(), limits: limits))
      } catch {
        guard error.isLimit else { return }
        reportLimit(error.description)
        if !makeRoom() { return pause = .now + ServerLimits.grace }
      }
    }
  }

  private mutating func makeRoom() -> Bool {
    guard let expendable else { return false }
    connections.remove(at: expendable).close()
    return true
  }

  /// Reports a limit, but not too often.
  private mutating func reportLimit(_ reason: String) {
    guard nextReport <= .now else { return }
    nextReport = .now + .seconds(10)
    warn("\(reason); others wait until one ends")
  }
}

/// The hosts that the server accepts requests for.
///
/// A page of another site could make its name resolve to this machine (DNS rebinding) and read the files as its
/// own. Its requests contain that name, so the server only accepts requests for its own address.
struct ServerHosts: Sendable {
  let address: String
  let ports: [Int]

  /// Returns whether a request for this host, with or without a port, is for the server.
  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let port = parts.count == 2 ? UInt16(parts[1]) : 80 else { return false }
    // A server on all addresses accepts any IPv4 address. The port is not checked then, because another port
    // may be forwarded to this one, for example by a container.
    if address == "0.0.0.0" { return parts[0] == "localhost" || NetworkAddress(parts[0])?.isIPv6 == false }
    let isLocal = parts[0] == "localhost" && address.hasPrefix("127.")
    return ports.contains(Int(port)) && (parts[0] == address || isLocal)
  }
}
