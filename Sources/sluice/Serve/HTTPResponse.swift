import SluiceLists
import SluicePageInspection
import SluiceSystem

/// The status of a response: its code and reason. Those from 400 on are also the errors of a request.
enum HTTPStatus: String, Error {
  case ok = "200 OK"
  case movedPermanently = "301 Moved Permanently"
  case notModified = "304 Not Modified"
  case badRequest = "400 Bad Request"
  case notFound = "404 Not Found"
  case methodNotAllowed = "405 Method Not Allowed"
  case misdirected = "421 Misdirected Request"
  case headTooLarge = "431 Request Header Fields Too Large"
  /// The server cannot open a file at the moment.
  case unavailable = "503 Service Unavailable"
}

struct HTTPResponse {
  typealias File = (file: OpenFile, status: FileStatus)

  let status: HTTPStatus
  private(set) var headers: [(name: String, value: String)]
  private(set) var text: [UInt8] = []
  /// The file with the content, which the sender closes.
  private(set) var file: File?

  private static let ofPages = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]

  /// The size of the content in bytes.
  var size: Int { file?.status.size ?? text.count }

  /// Creates a response with a status instead of a file.
  init(_ status: HTTPStatus, location: String? = nil) {
    self.status = status
    let help = status == .misdirected ? "This server answers only for the address that it listens on.\n" : ""
    text = Array("\(status.rawValue.dropFirst(4))\n\(help)".utf8)
    headers = [("Cache-Control", "no-cache")]
    addContentHeaders("")
    if status == .methodNotAllowed { headers.append(("Allow", "GET, HEAD")) }
    if let location { headers.append(("Location", location)) }
  }

  /// Creates a response with contents, unless the client has the same.
  init(
    _ text: [UInt8] = [], file: File? = nil, etag: String, path: String, isCompressed: Bool = false,
    policy: String?, to request: HTTPRequest, isShared: Bool
  ) {
    status = request.hasCopy(etag) ? .notModified : .ok
    (self.text, self.file) = (text, file)
    headers = [
      ("ETag", etag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding"),
      isShared ? ("Access-Control-Allow-Origin", "*") : ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if let policy { headers += [("Content-Security-Policy", policy)] + Self.ofPages }
    if status == .notModified { dropBody() } else { addContentHeaders(path) }
    if isCompressed, status == .ok { headers.append(("Content-Encoding", "gzip")) }
  }

  /// Leaves only the head.
  mutating func dropBody() {
    try? file?.file.close()
    (text, file) = ([], nil)
  }

  var head: [UInt8] {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("HTTP/1.1 \(status.rawValue)\r\n\(lines)Connection: close\r\n\r\n".utf8)
  }

  private mutating func addContentHeaders(_ path: String) {
    let named = FileName(Pathname.name(of: path)).flatMap(SavedContentType.named) ?? "text/plain"
    let text = named.hasPrefix("text/") ? "\(named); charset=utf-8" : named
    headers.append(("Content-Type", path.hasSuffix(".gz") ? "application/gzip" : text))
    headers.append(("Content-Length", String(size)))
  }
}

extension HTTPServer {
  /// Returns a response with the requested file or, for the directory itself, with a page about its lists.
  func answer(to request: HTTPRequest) throws(HTTPStatus) -> HTTPResponse {
    let index = "index.html"
    // Workers have the policy of their script's response, and not that of the page.
    let own = playground.map { ($0.folder, ServedPage.playgroundPath, ServedPage.playgroundPolicy) }
    let places: [(folder: String, prefix: String, policy: String?)?] = [(directory, "", nil), own]
    for case let place? in places where request.path.hasPrefix(place.prefix) {
      var path = String(request.path.dropFirst(place.prefix.count))
      if path.isEmpty || path.hasSuffix("/") { path += index }
      // A production server would also send the compressed copy.
      let compressed = request.acceptsGzip ? try self.file("\(path).gz", in: place.folder) : nil
      let plain = compressed == nil ? try self.file(path, in: place.folder) : nil
      guard let file = compressed ?? plain else { continue }
      let (id, time) = (file.status.identity.inode, file.status.modified)
      let etag = "\"\(id)-\(file.status.size)-\(time.seconds)-\(time.nanoseconds)\""
      return HTTPResponse(
        file: file, etag: etag, path: path, isCompressed: compressed != nil, policy: place.policy,
        to: request, isShared: isShared)
    }
    if playground != nil, request.path + "/" == ServedPage.playgroundPath {
      // The page names its files relative to its own URL.
      return HTTPResponse(.movedPermanently, location: "/\(ServedPage.playgroundPath)")
    }
    guard request.path.isEmpty, let folder = try? Directory(directory) else { throw .notFound }
    let host = request.host ?? "\(hosts.address):\(hosts.ports[0])"
    let page = ServedPage(of: folder, base: "http://\(host)/", hasPlayground: playground != nil).html
    return HTTPResponse(
      page, etag: "\"\(ContentIdentifier.of(page))\"", path: index, policy: ServedPage.policy, to: request,
      isShared: isShared)
  }

  /// Opens a regular file below a folder; returns nil if it does not exist. No part of the path may be a link,
  /// because a link could lead out of the folder. The folder is opened for each file, because a build replaces
  /// it.
  private func file(_ path: String, in folder: String) throws(HTTPStatus) -> HTTPResponse.File? {
    let names = path.split(separator: "/").compactMap { FileName(String($0)) }
    guard let last = names.last else { return nil }
    do throws(SystemError) {
      var folder = try Directory(folder)
      for name in names.dropLast() { folder = try folder.folder(name) }
      return try folder.regularFile(last)
    } catch {
      guard error.isLimit else { return nil }
      throw .unavailable
    }
  }
}
