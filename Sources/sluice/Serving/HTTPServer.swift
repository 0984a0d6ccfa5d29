#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// What a server spends on its clients at most.
struct ServerLimits: Sendable {
  /// Connections at once. Where one more comes, the one that has been idle longest ends; where none is idle, it
  /// waits.
  var connections = 256
  /// How long a connection may stay open between requests.
  var idle = Duration.seconds(30)
  /// How long the head of a request may take, from its first byte on.
  var head = Duration.seconds(10)
  /// How long an answer may take.
  var answer = Duration.seconds(300)

  /// The limits within the number of files that the process may have open: a connection takes two, itself and
  /// what it sends.
  static func ofProcess() -> ServerLimits {
    var limits = ServerLimits()
    var files = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    if getrlimit(resource, &files) == 0, files.rlim_cur < 1024 {
      limits.connections = min(limits.connections, max((Int(files.rlim_cur) - reservedFiles) / 2, 1))
    }
    return limits
  }

  /// Files that are open besides those of connections, and folders on the way to them.
  private static let reservedFiles = 16
}

/// A small server of files for trying what was built: one thread, which waits for all connections at once, so
/// that none can keep another waiting.
struct HTTPServer: Sendable {
  let directory: String
  /// Whether pages of other origins may read what is served.
  let isShared: Bool
  let limits: ServerLimits
  /// Gets a line for each answer, and for what goes wrong.
  let log: @Sendable (String) -> Void
  private let listener: FileDescriptor
  private let address: String
  /// Where it listens.
  let port: Int

  /// Listens at an address and port; port 0 is any that is free.
  init(
    _ directory: String, address: String, port: Int, isShared: Bool = false,
    limits: ServerLimits = .ofProcess(),
    log: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    (self.directory, self.address) = (directory, address)
    (self.isShared, self.limits, self.log) = (isShared, limits, log)
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else { throw .last }
    listener = FileDescriptor(number: number)
    Self.prepare(number)
    var isReused: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw SystemError(code: EINVAL) }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, size) == 0 && listen(number, 128) == 0 && getsockname(number, name, &size) == 0
          ? 0 : errno
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    self.port = Int(UInt16(bigEndian: name.sin_port))
  }

  /// Answers until the process ends.
  func run() {
    var loop = Loop(self)
    while true { loop.step() }
  }

  /// No child inherits it, and no call on it blocks.
  private static func prepare(_ number: Int32) {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// What changes while the server runs.
  private struct Loop {
    let server: HTTPServer
    let hosts: ServerHosts
    var connections: [HTTPConnection] = []
    var tags = EntityTags()
    /// Until when no connection is taken, after the limit of open files was met.
    var pause: ContinuousClock.Instant?
    var hasReportedLimit = false

    init(_ server: HTTPServer) {
      self.server = server
      hosts = ServerHosts(address: server.address, port: server.port)
    }

    /// Waits for something to do, and does it.
    mutating func step() {
      if let pause, pause <= .now { self.pause = nil }
      let accepts =
        pause == nil
        && (connections.count < server.limits.connections || connections.contains(where: \.isIdle))
      var requests = connections.map { pollfd(fd: $0.descriptor.number, events: $0.event, revents: 0) }
      requests.append(pollfd(fd: accepts ? server.listener.number : -1, events: Int16(POLLIN), revents: 0))
      _ = poll(&requests, nfds_t(requests.count), 250)
      let now = ContinuousClock.now
      var ended: [Int] = []
      for index in connections.indices {
        let isReady = requests[index].revents != 0
        if connections[index].deadline <= now || isReady && !goOn(index) { ended.append(index) }
      }
      for index in ended.reversed() { end(index) }
      if requests.last?.revents ?? 0 != 0 { accept() }
    }

    private mutating func end(_ index: Int) {
      connections[index].close()
      connections.remove(at: index)
    }

    /// Does what a connection is ready for; false when it is at its end.
    private mutating func goOn(_ index: Int) -> Bool {
      var step =
        connections[index].event == Int16(POLLIN) ? connections[index].receive() : connections[index].send()
      // A client that sends many requests at once gets some of the answers, then it is others' turn.
      for _ in 0..<16 {
        switch step {
        case .waits: return true
        case .ends: return false
        case .head(let head):
          answer(head, index)
          step = connections[index].send()
        }
      }
      if case .head(let head) = step { answer(head, index) }
      if case .ends = step { return false }
      return true
    }

    private mutating func answer(_ head: Result<[UInt8], HTTPRequest.Problem>, _ index: Int) {
      var method = HTTPRequest.Method.get
      var target = ""
      var keepsAlive = false
      let response: HTTPResponse
      do throws(HTTPRequest.Problem) {
        let request = try HTTPRequest(try head.get())
        (method, target) = (request.method, request.path)
        guard request.host.map(hosts.contains) ?? true else { throw .misdirected }
        keepsAlive = request.keepsAlive
        response = try HTTPResponse.file(request, in: server.directory, &tags, isShared: server.isShared)
      } catch {
        response = HTTPResponse(error)
      }
      server.log("\(method.rawValue) /\(DisplayText.escaping(target)) \(response.status)")
      connections[index].answer(response, sendsBody: method == .get, keepsAlive: keepsAlive)
    }

    private mutating func accept() {
      while true {
        if connections.count >= server.limits.connections, !endIdle() { return }
        #if canImport(Darwin)
          let number = Darwin.accept(server.listener.number, nil, nil)
        #elseif canImport(Glibc)
          let number = Glibc.accept(server.listener.number, nil, nil)
        #else
          let number = Musl.accept(server.listener.number, nil, nil)
        #endif
        if number >= 0 {
          HTTPServer.prepare(number)
          connections.append(HTTPConnection(FileDescriptor(number: number), server.limits))
          continue
        }
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          reportLimit(SystemError(code: errno))
          if !endIdle() {
            pause = .now + .milliseconds(250)
            return
          }
        default: return
        }
      }
    }

    /// Ends the connection that has been idle longest; false when none is.
    private mutating func endIdle() -> Bool {
      let idle = connections.indices.filter { connections[$0].isIdle }
      guard let oldest = idle.min(by: { connections[$0].deadline < connections[$1].deadline }) else {
        return false
      }
      end(oldest)
      return true
    }

    private mutating func reportLimit(_ error: SystemError) {
      guard !hasReportedLimit else { return }
      hasReportedLimit = true
      server.log(
        "sluice: \(error): connections wait until others end; raise the limit with 'ulimit -n'")
    }
  }
}
