import SluiceSystem
import SluiceText

/// The head of a request, as far as a file server needs it.
struct HTTPRequest {
  /// The method: `GET` or `HEAD`.
  let method: String
  /// The requested file: a path below the directory without a leading slash. It is empty for the directory, and
  /// ends with a slash for a folder in it.
  let path: String
  /// The host, with an optional port, from the target or the header. Nil if the request names no host, which
  /// HTTP/1.0 allows.
  let host: String?
  /// The headers, by lowercase name. Repeated ones are joined by commas.
  private let headers: [String: String]

  static let maximumHead = 16 << 10

  init(_ head: [UInt8]) throws(HTTPStatus) {
    guard head.count <= Self.maximumHead else { throw .headTooLarge }
    guard let head = HTTPHead(head) else { throw .badRequest }
    method = String(head.method)
    guard method == "GET" || method == "HEAD" else { throw .methodNotAllowed }
    headers = Dictionary(head.fields.map { ($0.name, $0.value) }) { "\($0),\($1)" }
    // Clients that use a proxy send the full URL.
    let isURL = head.target.hasPrefix("http://")
    let authority = head.target.dropFirst("http://".count).prefix { $0 != "/" }
    path = try Self.path(isURL ? head.target[authority.endIndex...] : head.target)
    host = (isURL ? String(authority) : headers["host"])?.lowercased()
    // The server does not read bodies. A request with two hosts or lengths is ambiguous.
    let length = headers["content-length"] ?? "0"
    guard headers["host"] != nil || head.version != "HTTP/1.1", headers["host"]?.contains(",") != true,
      headers["transfer-encoding"] == nil, !length.isEmpty, length.utf8.allSatisfy(\.isDigit)
    else { throw .badRequest }
  }

  /// Returns the decoded path of a target. A path that could lead out of the directory, or to a hidden file,
  /// is reported as not found.
  private static func path(_ target: Substring) throws(HTTPStatus) -> String {
    let encoded = target.utf8.prefix { $0 != ASCII.question && $0 != ASCII.hash }
    let escapes = encoded.split(separator: ASCII.percent, omittingEmptySubsequences: false).dropFirst()
    guard encoded.first == ASCII.slash,
      escapes.allSatisfy({ $0.count >= 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }),
      let path = String(utf8: Array(encoded.dropFirst()).percentDecoded), !path.contains("\0"),
      !path.contains("\\")
    else { throw .badRequest }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.dropLast().contains(""), !steps.contains(where: { $0.hasPrefix(".") })
    else { throw .notFound }
    return path
  }

  /// Returns the elements of a header, without spaces.
  private func values(of name: String) -> [String] {
    (headers[name] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
  }

  var acceptsGzip: Bool {
    values(of: "accept-encoding").contains { coding in
      let parts = coding.lowercased().split(separator: "=")
      return ["gzip", "gzip;q", "*", "*;q"].contains(parts.first) && parts.last.flatMap { Double($0) } != 0
    }
  }

  func hasCopy(_ etag: String) -> Bool {
    values(of: "if-none-match").contains { $0 == "*" || $0 == etag || $0 == "W/\(etag)" }
  }
}
