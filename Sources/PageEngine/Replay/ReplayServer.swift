import Conversion
import Foundation
import PageInspection
import Platform

/// A proxy that answers for all of the web with what was saved of a page, and notes what it was asked for.
final class ReplayServer: Sendable {
  /// The port of this machine at which it listens.
  let port: Int
  private let listener: Listener
  private let site: ReplaySite
  private let library: TLSLibrary
  private let log = Locked(ReplayLog())

  /// The longest head of a request.
  private static let maximumHead = 256 << 10
  /// The longest body of a request that is read: a longer one ends the connection.
  private static let maximumBody = 64 << 20

  init(_ page: any SavedPage) throws(BrowserProblem) {
    library = try TLSLibrary()
    site = ReplaySite(page: page, library: library)
    do throws(SystemError) {
      listener = try Listener(address: "127.0.0.1", port: 0)
    } catch {
      throw .unavailable("no connection of this machine to itself: \(error)")
    }
    port = listener.port
  }

  /// Begins to answer, with a thread for each connection.
  func start() {
    Thread.detachNewThread { [self] in
      while true {
        _ = FileDescriptor.wait(for: [(listener.descriptor, .readable)], milliseconds: -1)
        guard let descriptor = try? listener.accept() else { continue }
        Thread.detachNewThread { [self] in serve(descriptor) }
      }
    }
  }

  /// Forgets what was asked for, and begins to count time.
  func restart() { log.withLock { $0 = ReplayLog() } }

  /// What was asked for since ``restart()``, and how many of these wait for an answer.
  var requests: ReplayLog { log.withLock { $0 } }

  private func serve(_ descriptor: FileDescriptor) {
    var connection = ReplayConnection(descriptor, library)
    // The origin of a tunnel.
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
        // A socket that was opened says nothing more, and stays.
        if request.isWebSocket, isSent { while connection.skip(1) {} }
        return
      }
    }
  }
}
