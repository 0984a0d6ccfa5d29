#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceConversion
import SluicePageInspection
import SluiceSystem

/// A proxy that answers all web requests from a saved page and records the requests.
final class ReplayServer: Sendable {
  /// The local port of the proxy.
  let port: Int
  private let listener: Listener
  private let site: ReplaySite
  private let library: TLSLibrary
  private let log = Locked(ReplayLog())

  /// The maximum size of a request head in bytes.
  private static let maximumHead = 256 << 10
  /// The maximum size of a request body in bytes. A larger body closes the connection.
  private static let maximumBody = 64 << 20

  init(_ page: any SavedPage) throws(BrowserProblem) {
    library = try TLSLibrary()
    site = ReplaySite(page: page, library: library)
    do throws(SystemError) {
      listener = try Listener(address: "127.0.0.1", port: 0)
    } catch {
      throw .unavailable("this machine cannot connect to itself: \(error)")
    }
    port = listener.port
  }

  /// Starts serving, with one thread per connection.
  func start() {
    DetachedThread.start { [self] in
      while true {
        _ = OpenFile.wait(for: [(listener.descriptor, .readable)], milliseconds: -1)
        guard let descriptor = try? listener.accept() else { continue }
        DetachedThread.start { [self] in serve(descriptor) }
      }
    }
  }

  /// Clears the recorded requests and restarts the clock.
  func restart() { log.withLock { $0 = ReplayLog() } }

  /// The requests since ``restart()``, including pending ones.
  var requests: ReplayLog { log.withLock { $0 } }

  private func serve(_ descriptor: OpenFile) {
    var connection = ReplayConnection(descriptor, library)
    // The origin of the tunnel.
    var origin: String?
    while let head = connection.head(atMost: Self.maximumHead).flatMap(HTTPHead.init) {
      if head.method == "CONNECT" {
        guard origin == nil, connection.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
          let isSecure = connection.beginsSecurely()
        else { return }
        if isSecure, !connection.secure() { return }
        origin = (isSecure ? "https://" : "http://") + head.target
        continue
      }
      let size = head.value(of: "content-length").flatMap { Int($0) } ?? 0
      guard (0...Self.maximumBody).contains(size), connection.skip(size) else { return }
      let request = ReplayRequest(head, origin: origin)
      let ticket = log.withLock { $0.begin(request) }
      let answer = site.answer(to: request)
      let isSent = connection.send(answer.bytes(for: request))
      log.withLock { $0.end(ticket, answer) }
      guard isSent, answer.keepsAlive else {
        // An open WebSocket receives no messages and stays open.
        if request.isWebSocket, isSent { while connection.skip(1) {} }
        return
      }
    }
  }
}
