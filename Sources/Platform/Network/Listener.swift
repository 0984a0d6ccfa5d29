import CLibrary

/// Where connections of a server come in.
package struct Listener: Sendable {
  package let descriptor: FileDescriptor
  /// The port, also where any was asked for.
  package let port: Int

  /// Listens at an IPv4 address and port; port 0 is any that is free.
  package init(address: String, port: Int) throws(SystemError) {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw .last }
    descriptor = FileDescriptor(number: number)
    do throws(SystemError) {
      self.port = try Self.take(descriptor, address, port)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Has a socket listen, and says at which port.
  private static func take(
    _ socket: FileDescriptor, _ address: String, _ port: Int
  ) throws(SystemError) -> Int {
    socket.makeNonBlocking()
    let number = socket.number
    var isReused: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw .invalid }
    // The calls get the size of the address, and no more of it is read or written.
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

  /// The next connection, which does not block. Fails when none waits too.
  package func accept() throws(SystemError) -> FileDescriptor {
    while true {
      let number = CLibrary.accept(descriptor.number, nil, nil)
      if number >= 0 {
        let connection = FileDescriptor(number: number)
        connection.makeNonBlocking()
        return connection
      }
      if errno != EINTR, errno != ECONNABORTED { throw .last }
    }
  }
}
