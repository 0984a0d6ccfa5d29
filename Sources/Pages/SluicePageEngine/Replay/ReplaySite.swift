import Foundation
import SluicePageInspection

/// Answers the requests of the browser from a saved page.
struct ReplaySite: Sendable {
  let page: any SavedPage
  let library: TLSLibrary

  /// Returns the saved response for a request, or status 404.
  func answer(to request: ReplayRequest) -> ReplayAnswer {
    if request.isWebSocket { return socket(request) }
    let origin = request.value(of: "origin")
    if request.isPreflight {
      return ReplayAnswer(status: 204, headers: Self.permissions(origin, request), body: [])
    }
    guard let saved = page.answer(to: Array(request.url.utf8)) else {
      return ReplayAnswer(status: 404, headers: Self.permissions(origin, request), body: [])
    }
    var headers = saved.headers
    // Responses saved without headers are assumed to be readable by all origins.
    if !headers.contains(where: { $0.name.lowercased() == "access-control-allow-origin" }) {
      headers += Self.permissions(origin, request)
    }
    return ReplayAnswer(status: saved.status, headers: headers, body: saved.body)
  }

  private static func permissions(_ origin: String?, _ request: ReplayRequest) -> [SavedAnswer.Header] {
    guard let origin else { return [] }
    let asked = request.value(of: "access-control-request-headers")
    return [
      .init(name: "Access-Control-Allow-Origin", value: origin),
      .init(name: "Access-Control-Allow-Credentials", value: "true"),
      .init(name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ] + (asked.map { [.init(name: "Access-Control-Allow-Headers", value: $0)] } ?? [])
  }

  /// Opens a WebSocket that never sends a message (RFC 6455, section 4.2.2).
  private func socket(_ request: ReplayRequest) -> ReplayAnswer {
    let key = (request.value(of: "sec-websocket-key") ?? "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return ReplayAnswer(
      status: 101,
      headers: [
        .init(name: "Upgrade", value: "websocket"), .init(name: "Connection", value: "Upgrade"),
        .init(
          name: "Sec-WebSocket-Accept", value: Data(library.sha1(of: Array(key.utf8))).base64EncodedString()),
      ], body: [])
  }
}
