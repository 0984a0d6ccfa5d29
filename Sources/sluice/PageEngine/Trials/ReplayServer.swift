import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proxy that answers all web requests from a saved page and records the requests.
final class ReplayServer: Sendable {
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

  func restart() { log.withLock { $0 = ReplayLog() } }

  /// The requests since ``restart()``, including pending ones.
  var requests: ReplayLog { log.withLock { $0 } }

  private func serve(_ descriptor: OpenFile) {
    var connection = ReplayConnection(descriptor, library: library)
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
      log.withLock { $0.end(ticket, answer: answer) }
      guard isSent, answer.keepsAlive else {
        // An open WebSocket receives no messages and stays open.
        if request.isWebSocket, isSent { while connection.skip(1) {} }
        return
      }
    }
  }
}

struct ReplaySite: Sendable {
  let page: any SavedPage
  let library: TLSLibrary

  /// Returns the saved response for a request, or status 404.
  func answer(to request: ReplayRequest) -> SavedAnswer {
    if request.isWebSocket { return socket(request) }
    let origin = request.value(of: "origin")
    if request.isPreflight {
      return SavedAnswer(status: 204, headers: Self.permissions(origin, request: request), body: [])
    }
    guard var saved = page.answer(to: Array(request.url.utf8)) else {
      return SavedAnswer(status: 404, headers: Self.permissions(origin, request: request), body: [])
    }
    // Responses saved without headers are assumed to be readable by all origins.
    if saved.value(of: "access-control-allow-origin") == nil {
      saved.headers += Self.permissions(origin, request: request)
    }
    return saved
  }

  private static func permissions(_ origin: String?, request: ReplayRequest) -> [SavedAnswer.Header] {
    guard let origin else { return [] }
    let asked = request.value(of: "access-control-request-headers")
    return [
      .init(name: "Access-Control-Allow-Origin", value: origin),
      .init(name: "Access-Control-Allow-Credentials", value: "true"),
      .init(name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ] + (asked.map { [.init(name: "Access-Control-Allow-Headers", value: $0)] } ?? [])
  }

  /// Opens a WebSocket that never sends a message (RFC 6455, section 4.2.2).
  private func socket(_ request: ReplayRequest) -> SavedAnswer {
    let key = (request.value(of: "sec-websocket-key") ?? "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return SavedAnswer(
      status: 101,
      headers: [
        .init(name: "Upgrade", value: "websocket"), .init(name: "Connection", value: "Upgrade"),
        .init(
          name: "Sec-WebSocket-Accept", value: Data(library.sha1(of: Array(key.utf8))).base64EncodedString()),
      ], body: [])
  }
}

extension SavedAnswer {
  var keepsAlive: Bool { status != 101 }

  /// Returns the value of a header by its lowercase name.
  func value(of name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

  /// Returns the encoded response. The response to a `HEAD` request has no body.
  func bytes(for request: ReplayRequest) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(status == 101 ? "Switching Protocols" : "Saved")\r\n"
    for header in headers where Self.isOneLine(header) { head += "\(header.name): \(header.value)\r\n" }
    if status != 101 { head += "Content-Length: \(body.count)\r\n" }
    head += "\r\n"
    return Array(head.utf8) + (request.method == "HEAD" ? [] : body)
  }

  /// Returns whether a header is valid. Headers of saved pages are untrusted input.
  private static func isOneLine(_ header: Header) -> Bool {
    !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 != ASCII.colon && $0 < 0x7F }
      && header.value.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
  }
}

struct ReplayLog: Sendable {
  private let start = ContinuousClock.now
  private(set) var entries: [(load: ObservedLoad, isPreflight: Bool)] = []
  private(set) var waiting = 0

  /// A pending request, bound to the log in which it was recorded.
  struct Ticket {
    fileprivate let start: ContinuousClock.Instant
    fileprivate let number: Int
  }

  mutating func begin(_ request: ReplayRequest) -> Ticket {
    var load = ObservedLoad(
      url: request.url, method: request.method, start: start.duration(to: .now).milliseconds)
    load.kind = request.kind?.rawValue
    load.cookiesSent = request.value(of: "cookie").map { $0.split(separator: ";").count } ?? 0
    entries.append((load, request.isPreflight))
    waiting += 1
    return Ticket(start: start, number: entries.count - 1)
  }

  mutating func end(_ ticket: Ticket, answer: SavedAnswer) {
    // The log may have been replaced in the meantime.
    guard ticket.start == start else { return }
    waiting -= 1
    var load = entries[ticket.number].load
    load.duration = start.duration(to: .now).milliseconds - load.start
    (load.status, load.size) = (answer.status, answer.body.count)
    load.redirect = answer.value(of: "location")
    load.cookiesSet = answer.headers.count { $0.name.lowercased() == "set-cookie" }
    entries[ticket.number].load = load
  }
}

struct ReplayRequest: Sendable {
  let method: String
  /// The URL with its scheme: `ws` or `wss` for WebSockets.
  let url: String
  let fields: [HTTPHead.Field]
  let isWebSocket: Bool

  /// - Parameter origin: The origin of the tunnel, or `nil` if the request target is a complete URL.
  init(_ head: HTTPHead, origin: String?) {
    method = String(head.method)
    fields = head.fields
    isWebSocket = head.value(of: "upgrade")?.lowercased() == "websocket"
    url = Self.url(origin, target: head.target, isWebSocket: isWebSocket)
  }

  var isPreflight: Bool { method == "OPTIONS" && value(of: "access-control-request-method") != nil }

  var kind: Request.Kind? {
    if isWebSocket { return .websocket }
    if value(of: "ping-to") != nil { return .ping }
    if value(of: "accept") == "text/event-stream" { return .other }
    guard let destination = value(of: "sec-fetch-dest") else {
      return value(of: "accept").flatMap(Request.Kind.init(accept:))
    }
    let kind = Request.Kind(fetchDestination: Array(destination.utf8))
    // A POST request whose response is not read is most likely a beacon.
    let isUnread = method == "POST" && value(of: "sec-fetch-mode") == "no-cors"
    return kind == .xmlhttprequest && isUnread ? .beacon : kind
  }

  /// Returns the value of a field by its lowercase name.
  func value(of name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func url(_ origin: String?, target: Substring, isWebSocket: Bool) -> String {
    var url = (origin.map(withoutDefaultPort) ?? "") + target
    if isWebSocket, url.hasPrefix("http") { url = "ws" + url.dropFirst("http".count) }
    return url
  }

  /// Returns the origin without the default port of its scheme, which browsers omit.
  private static func withoutDefaultPort(_ origin: String) -> String {
    for (scheme, port) in [("https:", ":443"), ("http:", ":80")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      return String(origin.dropLast(port.count))
    }
    return origin
  }
}
