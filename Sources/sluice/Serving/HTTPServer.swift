#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

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
  let listener: FileDescriptor
  /// Where it listens.
  let port: Int

  /// Listens at an IPv4 address and port; port 0 is any that is free.
  init(
    _ directory: String, address: String, port: Int, isShared: Bool, limits: ServerLimits,
    report: @escaping @Sendable (Event) -> Void
  ) throws(SystemError) {
    (self.directory, self.isShared, self.limits, self.report) = (directory, isShared, limits, report)
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
    hosts = ServerHosts(address: address, port: self.port)
  }

  /// Answers until the process ends.
  func run() {
    var loop = ServerLoop(self)
    while true { loop.step() }
  }

  /// No child inherits it, and no call on it blocks.
  static func prepare(_ number: Int32) {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Whether a call failed because nothing more can be opened now.
  static func isLimit(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
}
