import SluicePageInspection

/// A response to the browser.
struct ReplayAnswer: Sendable {
  var status: Int
  var headers: [SavedAnswer.Header]
  var body: [UInt8]

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
  private static func isOneLine(_ header: SavedAnswer.Header) -> Bool {
    !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 != ASCII.colon && $0 < 0x7F }
      && header.value.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
  }
}
