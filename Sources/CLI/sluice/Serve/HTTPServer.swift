import SluiceSystem

/// A small file server for trying out build results. A single thread handles all connections, without
/// blocking on any of them.
struct HTTPServer: Sendable {
  /// An event to report.
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

  /// A failure to listen.
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
