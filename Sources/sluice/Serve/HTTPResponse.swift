import SluiceLists
import SluiceSystem

struct HTTPResponse {
  let status: Int
  var headers: [(name: String, value: String)] = []
  var body = Body.text([])

  enum Body {
    case text([UInt8])
    /// The content of a file, which the sender closes.
    case file(ServedFile)

    /// The size in bytes.
    var size: Int {
      switch self {
      case .text(let bytes): bytes.count
      case .file(let file): file.status.size
      }
    }
  }

  private static let reasons = [
    200: "OK", 301: "Moved Permanently", 304: "Not Modified", 400: "Bad Request", 404: "Not Found",
    405: "Method Not Allowed",
    421: "Misdirected Request", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]

  init(_ problem: HTTPRequest.Problem) {
    status = problem.rawValue
    if problem == .methodNotAllowed { headers.append(("Allow", "GET, HEAD")) }
    headers.append(("Content-Type", "text/plain; charset=utf-8"))
    var text = "\(Self.reasons[status] ?? "")\n"
    if problem == .misdirected { text += "This server answers only for the address that it listens on.\n" }
    body = .text(Array(text.utf8))
  }

  private init(status: Int) { self.status = status }

  /// Returns a response with the requested file or, for the directory itself, with a page about its lists.
  ///
  /// - Parameters:
  ///   - playground: The playground to show at `/playground/`, unless the directory has that file itself.
  ///   - host: The host of the server, for clients that do not name one.
  ///   - isShared: Whether pages of other origins may read the response.
  static func answer(
    to request: HTTPRequest, in path: String, playground: PlaygroundFiles? = nil, host: String, isShared: Bool
  ) throws(HTTPRequest.Problem) -> HTTPResponse {
    // Opens the directory for each request, because a build replaces it.
    let directory = try ServedFile.directory(path)
    defer { try? directory.close() }
    if let file = try file(request.path, request: request, in: directory, isShared: isShared) { return file }
    if let playground {
      if let file = try file(of: playground, request, isShared: isShared) { return file }
      // The page names its files relative to its own URL.
      if request.path + "/" == ServedPage.playgroundPath { return HTTPResponse(movedTo: "/\(request.path)/") }
    }
    guard request.path.isEmpty else { throw .notFound }
    var others: [FileName] = []
    for name in ServedPage.otherNames {
      guard let file = try ServedFile.open(name.description, in: directory) else { continue }
      try? file.descriptor.close()
      others.append(name)
    }
    let page = ServedPage(
      lists: (try? Directory(path)).flatMap(ServedLists.init), base: "http://\(request.host ?? host)/",
      others: others, hasPlayground: playground != nil)
    return HTTPResponse(page, to: request, isShared: isShared)
  }

  private init(_ page: ServedPage, to request: HTTPRequest, isShared: Bool) {
    let html = page.html
    let etag = "\"\(ContentIdentifier.of(html))\""
    self.init(status: request.hasCopy(etag) ? 304 : 200)
    headers = [("ETag", etag), ("Cache-Control", "no-cache")]
    share(isShared)
    guard status == 200 else { return }
    headers += [
      ("Content-Type", Self.type(of: Self.index)), ("Content-Security-Policy", ServedPage.policy),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ]
    body = .text(html)
  }

  private init(movedTo path: String) {
    self.init(status: 301)
    headers = [("Location", path), ("Cache-Control", "no-cache")]
  }

  private static func file(
    of playground: PlaygroundFiles, _ request: HTTPRequest, isShared: Bool
  ) throws(HTTPRequest.Problem) -> HTTPResponse? {
    guard request.path.hasPrefix(ServedPage.playgroundPath) else { return nil }
    let directory = try ServedFile.directory(playground.folder)
    defer { try? directory.close() }
    let path = String(request.path.dropFirst(ServedPage.playgroundPath.count))
    guard var response = try file(path, request: request, in: directory, isShared: isShared) else {
      return nil
    }
    // Workers have the policy of their script's response, and not that of the page.
    response.headers += [
      ("Content-Security-Policy", ServedPage.playgroundPolicy), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
    ]
    return response
  }

  private static let index = "index.html"

  private static func file(
    _ path: String, request: HTTPRequest, in directory: OpenFile, isShared: Bool
  ) throws(HTTPRequest.Problem) -> HTTPResponse? {
    let path = path.isEmpty || path.hasSuffix("/") ? path + index : path
    // A production server would also send the compressed copy.
    let compressed = request.acceptsGzip ? try ServedFile.open("\(path).gz", in: directory) : nil
    let plain = compressed == nil ? try ServedFile.open(path, in: directory) : nil
    guard let file = compressed ?? plain else { return nil }
    let etag = file.entityTag
    var response = HTTPResponse(status: request.hasCopy(etag) ? 304 : 200)
    response.headers = [("ETag", etag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")]
    response.share(isShared)
    if response.status == 200 {
      response.describe(path, size: file.status.size, isCompressed: compressed != nil)
      if request.method == .get {
        response.body = .file(file)
        return response
      }
    }
    try? file.descriptor.close()
    return response
  }

  /// Adds the header that controls whether pages of other origins may read the response.
  private mutating func share(_ isShared: Bool) {
    headers.append(
      isShared ? ("Access-Control-Allow-Origin", "*") : ("Cross-Origin-Resource-Policy", "same-origin"))
  }

  private mutating func describe(_ path: String, size: Int, isCompressed: Bool) {
    headers.append(("Content-Type", Self.type(of: path)))
    headers.append(("Content-Length", String(size)))
    if isCompressed { headers.append(("Content-Encoding", "gzip")) }
  }

  func head(keepsAlive: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    if case .text(let text) = body, status != 304, !headers.contains(where: { $0.name == "Content-Length" }) {
      head += "Content-Length: \(text.count)\r\n"
    }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8)
  }

  private static func type(of path: String) -> String {
    if path.hasSuffix(".json") { return "application/json" }
    if path.hasSuffix(".gz") { return "application/gzip" }
    if path.hasSuffix(".html") { return "text/html; charset=utf-8" }
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".wasm") { return "application/wasm" }
    if path.hasSuffix(".png") { return "image/png" }
    if path.hasSuffix(".pdf") { return "application/pdf" }
    return "text/plain; charset=utf-8"
  }
}

struct ServedFile {
  let descriptor: OpenFile
  let status: FileStatus

  var entityTag: String {
    let time = status.modified
    let parts = [
      status.identity.inode, UInt64(status.size), UInt64(bitPattern: time.seconds),
      UInt64(bitPattern: time.nanoseconds),
    ]
    return "\"\(parts.map { String($0, radix: 16) }.joined(separator: "-"))\""
  }

  /// Opens a regular file below a directory; returns nil if it does not exist. No part of the path may be a
  /// link, because a link could lead out of the directory.
  static func open(
    _ path: String, in directory: OpenFile
  ) throws(HTTPRequest.Problem) -> ServedFile? {
    var folder = directory
    defer { if folder != directory { try? folder.close() } }
    var steps = path.split(separator: "/")[...]
    guard let name = steps.popLast() else { return nil }
    for step in steps {
      guard let next = try open(step, isFolder: true, in: folder) else { return nil }
      if folder != directory { try? folder.close() }
      folder = next
    }
    guard let file = try open(name, isFolder: false, in: folder) else { return nil }
    guard let status = try? file.status(), status.kind == .regular else {
      try? file.close()
      return nil
    }
    return ServedFile(descriptor: file, status: status)
  }

  /// Opens the directory itself. Its path comes from the user and can contain links.
  static func directory(_ path: String) throws(HTTPRequest.Problem) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile.folder(path)
    } catch {
      throw problem(error)
    }
  }

  private static func open(
    _ name: Substring, isFolder: Bool, in folder: OpenFile
  ) throws(HTTPRequest.Problem) -> OpenFile? {
    do throws(SystemError) {
      return isFolder ? try folder.folder(String(name)) : try folder.file(String(name))
    } catch {
      let problem = problem(error)
      if problem == .notFound { return nil }
      throw problem
    }
  }

  private static func problem(_ error: SystemError) -> HTTPRequest.Problem {
    error.isLimit ? .unavailable : .notFound
  }
}
