import SluiceC

/// A listening socket of a server.
package struct Listener: Sendable {
  package let descriptor: OpenFile
  /// The port, including one that the system has chosen.
  package let port: Int

  /// Listens on an IPv4 address and port. Port 0 means any free port.
  package init(address: String, port: Int) throws(SystemError) {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw .last }
    descriptor = OpenFile(number: number)
    do throws(SystemError) {
      self.port = try Self.take(descriptor, address, port)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Binds a socket and starts to listen. Returns the port.
  private static func take(
    _ socket: OpenFile, _ address: String, _ port: Int
  ) throws(SystemError) -> Int {
    socket.makeNonBlocking()
    let number = socket.number
    var isReused: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw .invalid }
    // The calls receive the size of the address, and access no more than that.
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, size) == 0 && listen(number, 128) == 0 && getsockname(number, name, &size) == 0
          ? 0 : errno
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    return Int(UInt16(bigEndian: name.sin_port))
  }

  /// Returns the next connection, which is non-blocking. Also throws if no connection is waiting.
  package func accept() throws(SystemError) -> OpenFile {
    while true {
      let number = SluiceC.accept(descriptor.number, nil, nil)
      if number >= 0 {
        let connection = OpenFile(number: number)
        connection.makeNonBlocking()
        return connection
      }
      if errno != EINTR, errno != ECONNABORTED { throw .last }
    }
  }
}
