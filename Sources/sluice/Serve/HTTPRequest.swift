import SluiceConversion
import SluiceSystem
import SluiceText

/// The head of a request, as far as a file server needs it.
struct HTTPRequest: Equatable {
  enum Method: String {
    case get = "GET"
    case head = "HEAD"
  }

  /// A problem with a request, as the status to respond with.
  enum Problem: Int, Error {
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case misdirected = 421
    case headTooLarge = 431
    /// The server cannot open a file at the moment.
    case unavailable = 503
  }

  let method: Method
  /// The requested file: a path below the directory without a leading slash. It is empty for the directory, and
  /// ends with a slash for a folder in it.
  let path: String
  /// The host, with an optional port, from the target or the header. Nil if the request names no host, which
  /// HTTP/1.0 allows.
  let host: String?
  /// The headers, by lower-case name.
  let headers: [String: String]
  let keepsAlive: Bool

  static let maximumHead = 16 << 10

  /// Parses a head up to its empty line.
  init(_ head: [UInt8]) throws(Problem) {
    guard let head = HTTPHead(head) else { throw .badRequest }
    guard let method = Method(rawValue: String(head.method)) else { throw .methodNotAllowed }
    self.method = method
    let (authority, target) = try Self.parts(of: head.target)
    path = try Self.path(target)
    var headers: [String: String] = [:]
    for field in head.fields {
      let former = headers[field.name]
      // A request with two hosts or lengths is ambiguous.
      guard former == nil || !Self.onlyOnce.contains(field.name) else { throw .badRequest }
      headers[field.name] = field.name == "connection" ? former.map { "\($0),\(field.value)" } : nil
      if headers[field.name] == nil { headers[field.name] = field.value }
    }
    if let length = headers["content-length"] {
      guard !length.isEmpty, length.utf8.allSatisfy({ ASCII.zero...ASCII.nine ~= $0 }),
        headers["transfer-encoding"] == nil
      else { throw .badRequest }
    }
    self.headers = headers
    host = authority ?? headers["host"]?.lowercased()
    guard headers["host"] != nil || head.version != "HTTP/1.1" else { throw .badRequest }
    let connection = (headers["connection"] ?? "").lowercased().split(separator: ",").map { word in
      word.filter { $0 != " " && $0 != "\t" }
    }
    // The server does not read bodies, so it cannot find a request that follows a body.
    let hasBody = headers["content-length"] ?? "0" != "0" || headers["transfer-encoding"] != nil
    keepsAlive =
      !hasBody && !connection.contains("close")
      && (head.version == "HTTP/1.1" || connection.contains("keep-alive"))
  }

  private static let onlyOnce = ["host", "content-length", "transfer-encoding"]

  /// Splits a target into the authority and the rest. Clients that use a proxy send the full URL.
  private static func parts(of target: Substring) throws(Problem) -> (authority: String?, rest: Substring) {
    guard target.hasPrefix("http://") else { return (nil, target) }
    let rest = target.dropFirst("http://".count)
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    return (rest[..<end].lowercased(), rest[end...])
  }

  /// Returns the decoded path of a target. A path that could lead out of the directory, or to a hidden file,
  /// is reported as not found.
  private static func path(_ target: Substring) throws(Problem) -> String {
    guard target.hasPrefix("/") else { throw .badRequest }
    var bytes: [UInt8] = []
    var rest = Array(target.utf8.prefix { $0 != ASCII.question && $0 != ASCII.hash })[1...]
    while let byte = rest.popFirst() {
      guard byte == ASCII.percent else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.utf8.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
      else { throw .badRequest }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let path = String(utf8: bytes), !path.contains("\0"), !path.contains("\\")
    else { throw .badRequest }
    var steps = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasSuffix("/") { steps.removeLast() }
    guard path.isEmpty || steps.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { throw .notFound }
    return path
  }

  var acceptsGzip: Bool {
    (headers["accept-encoding"] ?? "").split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard let name = parts.first, name == "gzip" || name == "*" else { return false }
      return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }

  func hasCopy(_ etag: String) -> Bool {
    guard let tags = headers["if-none-match"] else { return false }
    return tags == "*"
      || tags.split(separator: ",").contains { tag in
        let tag = tag.filter { $0 != " " }
        return tag == etag || tag == "W/\(etag)"
      }
  }
}
