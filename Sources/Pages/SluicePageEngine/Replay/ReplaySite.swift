#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluicePageInspection

/// Answers the requests of the browser from a saved page.
struct ReplaySite: Sendable {
  let page: any SavedPage
  let library: TLSLibrary

  /// Returns the saved response for a request, or status 404.
  func answer(to request: ReplayRequest) -> SavedAnswer {
    if request.isWebSocket { return socket(request) }
    let origin = request.value(of: "origin")
    if request.isPreflight {
      return SavedAnswer(status: 204, headers: Self.permissions(origin, request), body: [])
    }
    guard var saved = page.answer(to: Array(request.url.utf8)) else {
      return SavedAnswer(status: 404, headers: Self.permissions(origin, request), body: [])
    }
    // Responses saved without headers are assumed to be readable by all origins.
    if saved.value(of: "access-control-allow-origin") == nil {
      saved.headers += Self.permissions(origin, request)
    }
    return saved
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

/// Responses to the browser.
extension SavedAnswer {
  /// Whether the connection accepts further requests.
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
