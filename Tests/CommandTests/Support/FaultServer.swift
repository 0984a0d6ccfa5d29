import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An HTTP server on the loopback interface that sends given responses, valid or invalid, with one connection
/// per request.
final class FaultServer: Sendable {
  /// The actions of a connection, in order, before it closes.
  enum Step: Sendable {
    case send([UInt8])
    case sendRepeatedly([UInt8], Int)
    /// Waits for a number of seconds, or until the server ends.
    case pause(Double)
    /// Closes the connection so that the client sees an error.
    case reset
  }

  struct Request: Sendable {
    let path: String
    let text: String
    /// The number of requests for the path, including this one.
    let count: Int
  }

  typealias Handler = @Sendable (Request) -> [Step]

  let port: Int
  private let listener: Int32
  private let handler: Locked<Handler>
  private let counts = Locked<[String: Int]>([:])
  private let isEnding = Locked(false)

  struct CannotListen: Error {}

  init(_ handler: @escaping Handler) throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    listener = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard isBound else { throw CannotListen() }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.handler = Locked(handler)
    let serve: @Sendable (Int32) -> Void = { [weak self] in self?.serve($0) }
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { serve(connection) }
      }
    }
  }

  deinit { stop() }

  func stop() {
    let wasEnding = isEnding.withLock { value in
      defer { value = true }
      return value
    }
    guard !wasEnding else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Sets the handler for subsequent requests.
  func answer(_ handler: @escaping Handler) {
    self.handler.withLock { $0 = handler }
    counts.withLock { $0 = [:] }
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: Int32) {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return _ = close(connection) }
      text += buffer[..<count]
    }
    let message = String(decoding: text, as: UTF8.self)
    let path = message.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
    let count = counts.withLock { counts in
      counts[path, default: 0] += 1
      return counts[path] ?? 1
    }
    let handler = handler.withLock { $0 }
    run(handler(Request(path: path, text: message, count: count)), on: connection)
    close(connection)
  }

  private func run(_ steps: [Step], on connection: Int32) {
    for step in steps {
      switch step {
      case .send(let bytes): guard send(bytes, on: connection) else { return }
      case .sendRepeatedly(let bytes, let count):
        for _ in 0..<count { guard send(bytes, on: connection) else { return } }
      case .pause(let seconds):
        let end = Date() + seconds
        while Date() < end, !isEnding.withLock({ $0 }) { usleep(20_000) }
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      }
    }
  }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.send(connection, buffer.baseAddress.map { $0 + offset }, bytes.count - offset, flags)
        #else
          Darwin.send(connection, buffer.baseAddress.map { $0 + offset }, bytes.count - offset, flags)
        #endif
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}

extension FaultServer {
  /// Returns a response with its length, or with a wrong one.
  static func answer(
    _ status: String, _ body: [UInt8] = [], headers: [String] = [], length: Int? = nil
  ) -> [Step] {
    let lines =
      ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)", "Connection: close"] + headers
    return [.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
  }

  /// Returns a 200 response with text.
  static func text(_ text: String, headers: [String] = []) -> [Step] {
    answer("200 OK", Array(text.utf8), headers: headers)
  }
}
