#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// Where connections of a server come in.
struct ServerListener: Sendable {
  let descriptor: FileDescriptor
  /// The port, also where any was asked for.
  let port: Int

  /// Listens at an IPv4 address and port; port 0 is any that is free.
  init(address: String, port: Int) throws(SystemError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else { throw .last }
    descriptor = FileDescriptor(number: number)
    do throws(SystemError) {
      self.port = try Self.take(number, address, port)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Has a socket listen, and says at which port.
  private static func take(_ number: Int32, _ address: String, _ port: Int) throws(SystemError) -> Int {
    HTTPServer.prepare(number)
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
    return Int(UInt16(bigEndian: name.sin_port))
  }
}
