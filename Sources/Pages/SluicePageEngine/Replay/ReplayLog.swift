import SluiceAnalysis
import SluicePageInspection
import SluiceRules
import SluiceSystem

/// The requests of a browser.
struct ReplayLog: Sendable {
  struct Entry: Sendable {
    let request: ReplayRequest
    /// The time of the request, relative to the start.
    let start: Duration
    /// The response and its duration, or `nil` while the request is pending.
    var answer: Answer?
  }

  struct Answer: Sendable {
    let duration: Duration
    let status: Int
    let size: Int
    let redirect: String?
    let cookiesSet: Int
  }

  private let start = ContinuousClock.now
  private(set) var entries: [Entry] = []
  /// The number of pending requests.
  private(set) var waiting = 0

  /// A pending request, bound to the log in which it was recorded.
  struct Ticket {
    fileprivate let start: ContinuousClock.Instant
    fileprivate let number: Int
  }

  mutating func begin(_ request: ReplayRequest) -> Ticket {
    entries.append(Entry(request: request, start: start.duration(to: .now)))
    waiting += 1
    return Ticket(start: start, number: entries.count - 1)
  }

  mutating func end(_ ticket: Ticket, _ answer: SavedAnswer) {
    // The log may have been replaced in the meantime.
    guard ticket.start == start else { return }
    let number = ticket.number
    waiting -= 1
    entries[number].answer = Answer(
      duration: start.duration(to: .now) - entries[number].start, status: answer.status,
      size: answer.body.count, redirect: answer.value(of: "location"),
      cookiesSet: answer.headers.count { $0.name.lowercased() == "set-cookie" })
  }
}

/// A request of the browser.
struct ReplayRequest: Sendable {
  let method: String
  /// The URL with its scheme: `ws` or `wss` for WebSockets.
  let url: String
  let fields: [HTTPHead.Field]
  /// Whether the request opens a WebSocket.
  let isWebSocket: Bool

  /// - Parameter origin: The origin of the tunnel, or `nil` if the request target is a complete URL.
  init(_ head: HTTPHead, origin: String?) {
    method = String(head.method)
    fields = head.fields
    isWebSocket = head.value(of: "upgrade")?.lowercased() == "websocket"
    url = Self.url(origin, head.target, isWebSocket: isWebSocket)
  }

  /// Whether the request is a CORS preflight.
  var isPreflight: Bool { method == "OPTIONS" && value(of: "access-control-request-method") != nil }

  /// The kind of request, or `nil` if unknown.
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

  private static func url(_ origin: String?, _ target: Substring, isWebSocket: Bool) -> String {
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
