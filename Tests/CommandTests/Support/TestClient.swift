#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client connection to a server on the loopback interface.
final class TestClient {
  private let descriptor: Int32

  struct Unreachable: Error {
    let code: Int32
  }

  /// Connects to a port.
  ///
  /// `buffer` is the number of bytes that the system may buffer while the client does not read.
  init(_ port: Int, buffer: Int32? = nil) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    if var buffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    // A minute without a byte counts as never.
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Unreachable(code: errno) }
  }

  deinit { close(descriptor) }

  /// Sends text.
  ///
  /// Returns false if the server has closed the connection.
  @discardableResult
  func say(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    return send(descriptor, bytes, bytes.count, flags) == bytes.count
  }

  /// Requests a path.
  func ask(_ path: String, _ port: Int) {
    say("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
  }

  /// Returns the bytes until the server closes the connection, or nil if it neither sends nor closes.
  func rest() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN { return nil }
      // A reset counts as the end.
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Returns the first line of the response.
  func status() -> String? {
    rest().map { String(String(decoding: $0, as: UTF8.self).prefix { $0 != "\r\n" }) }
  }
}
