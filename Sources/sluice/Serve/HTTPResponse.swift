import SluiceLists
import SluicePageInspection
import SluiceSystem

struct HTTPResponse {
  typealias File = (file: OpenFile, status: FileStatus)

  let status: Int
  var headers: [(name: String, value: String)] = []
  private(set) var text: [UInt8] = []
  /// The file with the content, which the sender closes.
  private(set) var file: File?

  /// The size of the content in bytes.
  var size: Int { file?.status.size ?? text.count }

  /// Creates a response with a status instead of a file.
  init(status: Int) {
    self.status = status
    let help = status == 421 ? "This server answers only for the address that it listens on.\n" : ""
    text = Array("\(Self.reasons[status] ?? "")\n\(help)".utf8)
    headers = [
      ("Cache-Control", "no-cache"), ("Content-Type", Self.type(of: "")), ("Content-Length", String(size)),
    ]
    if status == 405 { headers.append(("Allow", "GET, HEAD")) }
  }

  /// Creates a response with contents, unless the client has the same.
  init(
    _ text: [UInt8] = [], file: File? = nil, etag: String, path: String, isCompressed: Bool = false,
    policy: String?, to request: HTTPRequest, isShared: Bool
  ) {
    status = request.hasCopy(etag) ? 304 : 200
    (self.text, self.file) = (text, file)
    headers = [
      ("ETag", etag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding"),
      isShared ? ("Access-Control-Allow-Origin", "*") : ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if let policy {
      headers += [
        ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
      ]
    }
    if status == 304 {
      dropBody()
      return
    }
    headers += [("Content-Type", Self.type(of: path)), ("Content-Length", String(size))]
    if isCompressed { headers.append(("Content-Encoding", "gzip")) }
  }

  /// Leaves only the head.
  mutating func dropBody() {
    try? file?.file.close()
    (text, file) = ([], nil)
  }

  var head: [UInt8] {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array(
      "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n\(lines)Connection: close\r\n\r\n".utf8)
  }

  private static let reasons = [
    200: "OK", 301: "Moved Permanently", 304: "Not Modified", 400: "Bad Request", 404: "Not Found",
    405: "Method Not Allowed", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
    503: "Service Unavailable",
  ]

  private static func type(of path: String) -> String {
    if path.hasSuffix(".gz") { return "application/gzip" }
    let type = FileName(Pathname.name(of: path)).flatMap(SavedContentType.named) ?? "text/plain"
    return type.hasPrefix("text/") ? "\(type); charset=utf-8" : type
  }
}

extension HTTPServer {
  /// Returns a response with the requested file or, for the directory itself, with a page about its lists.
  func answer(to request: HTTPRequest) throws(HTTPRequest.Problem) -> HTTPResponse {
    let index = "index.html"
    var places: [(folder: String, prefix: String, policy: String?)] = [(directory, "", nil)]
    if let playground {
      // Workers have the policy of their script's response, and not that of the page.
      places.append((playground.folder, ServedPage.playgroundPath, ServedPage.playgroundPolicy))
    }
    for place in places where request.path.hasPrefix(place.prefix) {
      var path = String(request.path.dropFirst(place.prefix.count))
      if path.isEmpty || path.hasSuffix("/") { path += index }
      // A production server would also send the compressed copy.
      let compressed = request.acceptsGzip ? try self.file("\(path).gz", in: place.folder) : nil
      let plain = compressed == nil ? try self.file(path, in: place.folder) : nil
      guard let file = compressed ?? plain else { continue }
      let (id, size, time) = (file.status.identity.inode, file.status.size, file.status.modified)
      let etag = "\"\(id)-\(size)-\(time.seconds)-\(time.nanoseconds)\""
      return HTTPResponse(
        file: file, etag: etag, path: path, isCompressed: compressed != nil, policy: place.policy,
        to: request, isShared: isShared)
    }
    if playground != nil, request.path + "/" == ServedPage.playgroundPath {
      // The page names its files relative to its own URL.
      var response = HTTPResponse(status: 301)
      response.headers.append(("Location", "/\(ServedPage.playgroundPath)"))
      return response
    }
    guard request.path.isEmpty, let folder = try? Directory(directory) else { throw .notFound }
    let page = ServedPage(
      lists: ServedLists(in: folder), base: "http://\(request.host ?? "\(hosts.address):\(hosts.ports[0])")/",
      others: ServedPage.otherNames.filter { (try? folder.status(of: $0).kind) == .regular },
      hasPlayground: playground != nil
    ).html
    return HTTPResponse(
      page, etag: "\"\(ContentIdentifier.of(page))\"", path: index, policy: ServedPage.policy, to: request,
      isShared: isShared)
  }

  /// Opens a regular file below a folder; returns nil if it does not exist. No part of the path may be a link,
  /// because a link could lead out of the folder. The folder is opened for each file, because a build replaces
  /// it.
  private func file(_ path: String, in folder: String) throws(HTTPRequest.Problem) -> HTTPResponse.File? {
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
