import ContentBlocker
import PageInspection
import Platform

/// A request of the browser.
struct ReplayRequest: Sendable {
  let method: String
  /// With its scheme, `ws` and `wss` for sockets.
  let url: String
  let fields: [HTTPHead.Field]
  /// Whether a socket is opened.
  let isWebSocket: Bool

  /// - Parameter origin: that of the tunnel in which it came; nil where the target is a whole URL.
  init(_ head: HTTPHead, origin: String?) {
    method = String(head.method)
    fields = head.fields
    isWebSocket = head.value(of: "upgrade")?.lowercased() == "websocket"
    url = Self.url(origin, head.target, isWebSocket: isWebSocket)
  }

  /// Whether it only asks what another may.
  var isPreflight: Bool { method == "OPTIONS" && value(of: "access-control-request-method") != nil }

  /// What asks for it; nil where that is not known.
  var kind: Request.Kind? {
    if isWebSocket { return .websocket }
    if value(of: "ping-to") != nil { return .ping }
    if value(of: "accept") == "text/event-stream" { return .other }
    guard let destination = value(of: "sec-fetch-dest") else {
      return value(of: "accept").flatMap(Request.Kind.init(accept:))
    }
    let kind = Request.Kind(fetchDestination: Array(destination.utf8))
    // Where nobody reads what comes it is a beacon, most likely.
    let isUnread = method == "POST" && value(of: "sec-fetch-mode") == "no-cors"
    return kind == .xmlhttprequest && isUnread ? .beacon : kind
  }

  /// The value of a field, by its name in lower case.
  func value(of name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func url(_ origin: String?, _ target: Substring, isWebSocket: Bool) -> String {
    var url = (origin.map(withoutDefaultPort) ?? "") + target
    if isWebSocket, url.hasPrefix("http") { url = "ws" + url.dropFirst("http".count) }
    return url
  }

  /// Browsers leave out the port that the scheme has anyway.
  private static func withoutDefaultPort(_ origin: String) -> String {
    for (scheme, port) in [("https:", ":443"), ("http:", ":80")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      return String(origin.dropLast(port.count))
    }
    return origin
  }
}
