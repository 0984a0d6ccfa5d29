import ListBuilder

/// An answer: its head and body.
struct HTTPResponse {
  let status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  private static let reasons = [
    200: "OK", 304: "Not Modified", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
    431: "Request Header Fields Too Large",
  ]

  /// The answer to a request that is wrong.
  init(_ problem: HTTPRequest.Problem) {
    status = problem.rawValue
    if problem == .methodNotAllowed { headers.append(("Allow", "GET, HEAD")) }
    headers.append(("Content-Type", "text/plain; charset=utf-8"))
    body = Array("\(Self.reasons[status] ?? "")\n".utf8)
  }

  private init(status: Int) { self.status = status }

  /// The file that is asked for in a directory.
  static func file(_ request: HTTPRequest, in directory: String) -> HTTPResponse {
    let path = request.path.isEmpty ? Build.manifestName : request.path
    // What is compressed already has the same meaning, and is what a server would send.
    let compressed = request.acceptsGzip ? bytes(of: "\(path).gz", in: directory) : nil
    guard let file = compressed ?? bytes(of: path, in: directory) else { return HTTPResponse(.notFound) }
    let etag = "\"\(ContentIdentifier.of(file))\(compressed == nil ? "" : "-gz")\""
    var response = HTTPResponse(status: request.hasCopy(etag) ? 304 : 200)
    response.headers = [("ETag", etag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")]
    guard response.status == 200 else { return response }
    response.headers.append(("Content-Type", type(of: path)))
    // Pages may read the manifest of another origin.
    response.headers.append(("Access-Control-Allow-Origin", "*"))
    if compressed != nil { response.headers.append(("Content-Encoding", "gzip")) }
    response.body = file
    return response
  }

  /// The bytes to send.
  func bytes(for method: HTTPRequest.Method, keepsAlive: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    if status != 304 { head += "Content-Length: \(body.count)\r\n" }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8) + (method == .head ? [] : body)
  }

  /// A file of the directory. No link is followed: it could lead out.
  private static func bytes(of path: String, in directory: String) -> [UInt8]? {
    var place = directory
    for step in path.split(separator: "/") {
      place += "/\(step)"
      guard let kind = try? FileStatus.of(place, followingLinks: false).kind else { return nil }
      guard kind == .folder || kind == .regular else { return nil }
    }
    return try? FileDescriptor.contents(of: place)
  }

  private static func type(of path: String) -> String {
    if path.hasSuffix(".json") { return "application/json" }
    if path.hasSuffix(".gz") { return "application/gzip" }
    if path.hasSuffix(".html") { return "text/html; charset=utf-8" }
    return "text/plain; charset=utf-8"
  }
}
