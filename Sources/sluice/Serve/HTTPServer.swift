import Platform

/// A small server of files for trying what was built: one thread, which waits for all connections at once, so
/// that none can keep another waiting.
struct HTTPServer: Sendable {
  /// What a server tells of.
  enum Event: Sendable {
    /// A request and the status of its answer: `GET /ads.json 200`.
    case answer(String)
    /// Why no more connections are taken now.
    case limit(String)
  }

  let directory: String
  /// Whether pages of other origins may read what is served.
  let isShared: Bool
  let limits: ServerLimits
  let report: @Sendable (Event) -> Void
  let hosts: ServerHosts
  /// The first of these.
  let host: String
  let listeners: [Listener]

  /// Why a server does not listen.
  struct NoListener: Error {
    let port: Int
    let error: SystemError
  }

  /// Listens at an IPv4 address and ports; port 0 is any that is free.
  init(
    _ directory: String, address: String, ports: [Int], isShared: Bool, limits: ServerLimits,
    report: @escaping @Sendable (Event) -> Void
  ) throws(NoListener) {
    (self.directory, self.isShared, self.limits, self.report) = (directory, isShared, limits, report)
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

  /// Answers until the process ends.
  func run() {
    var loop = ServerLoop(self)
    while true { loop.step() }
  }
}
