#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Dispatch
import ListBuilder

/// A small server of files for trying what was built: one thread a connection, nothing that a public server
/// needs.
struct HTTPServer: Sendable {
  let directory: String
  /// Gets a line for each answer.
  let log: @Sendable (String) -> Void
  private let listener: FileDescriptor
  /// Where it listens.
  let port: Int

  /// Seconds that a connection may be silent.
  private static let timeout = 30
  /// Connections at once; more wait.
  private static let connections = 64

  /// Listens at an address and port; port 0 is any that is free.
  init(
    _ directory: String, address: String, port: Int, log: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    (self.directory, self.log) = (directory, log)
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else { throw .last }
    listener = FileDescriptor(number: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    var isReused: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw SystemError(code: EINVAL) }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, size) == 0 && listen(number, 64) == 0 && getsockname(number, name, &size) == 0
          ? 0 : errno
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    self.port = Int(UInt16(bigEndian: name.sin_port))
  }

  /// Answers until the process ends.
  func run() {
    let free = DispatchSemaphore(value: Self.connections)
    let queue = DispatchQueue(label: "sluice.serve", attributes: .concurrent)
    while true {
      let number = accept(listener.number, nil, nil)
      guard number >= 0 else { continue }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(number, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
      }
      free.wait()
      queue.async {
        serve(FileDescriptor(number: number))
        free.signal()
      }
    }
  }

  private func serve(_ connection: FileDescriptor) {
    defer { try? connection.close() }
    var pending: [UInt8] = []
    while let head = readHead(connection, &pending) {
      let response: HTTPResponse
      var method = HTTPRequest.Method.get
      var keepsAlive = false
      var target = ""
      do throws(HTTPRequest.Problem) {
        guard head.count <= HTTPRequest.maximumHead else { throw .headTooLarge }
        let request = try HTTPRequest(head)
        (method, keepsAlive, target) = (request.method, request.keepsAlive, request.path)
        response = HTTPResponse.file(request, in: directory)
      } catch {
        response = HTTPResponse(error)
      }
      log("\(method.rawValue) /\(DisplayText.escaping(target)) \(response.status)")
      guard (try? connection.write(response.bytes(for: method, keepsAlive: keepsAlive))) != nil, keepsAlive
      else { return }
    }
  }

  /// The bytes up to the empty line, or more than are allowed; nil when the connection ends.
  private func readHead(_ connection: FileDescriptor, _ pending: inout [UInt8]) -> [UInt8]? {
    let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      if let index = pending.indices.first(where: { pending[$0...].starts(with: end) }) {
        defer { pending.removeFirst(index + 4) }
        return Array(pending[..<index])
      }
      if pending.count > HTTPRequest.maximumHead { return pending }
      let count = read(connection.number, &piece, piece.count)
      guard count > 0 else { return nil }
      pending += piece[..<count]
    }
  }
}
