import SluiceListFiles
import SluiceLists
import SluiceSystem

/// A single exchange with a server. The body is written to the file of the request as it arrives.
struct HTTPTransfer {
  /// The reason why the body is missing or incomplete.
  struct Problem: Error, Sendable {
    let message: String
    let isTransient: Bool

    init(_ message: String, isTransient: Bool = true) {
      (self.message, self.isTransient) = (message, isTransient)
    }
  }

  private let request: SourceRequest
  private let target: AddressPolicy.Target
  private let asksForCompression: Bool
  private let deadline: ContinuousClock.Instant
  private let transfers: Transfers

  private var reader = ResponseReader()
  private var file: OpenFile?
  private var pieces = 0
  private var lastActivity = ContinuousClock.now
  private var lastProgress = ContinuousClock.now
  /// The decompressed size of the body in bytes.
  private(set) var bytes = 0
  private var lastByte: UInt8?

  init(
    _ request: SourceRequest, target: AddressPolicy.Target, compressed: Bool,
    deadline: ContinuousClock.Instant,
    transfers: Transfers
  ) {
    (self.request, self.target, asksForCompression) = (request, target, compressed)
    (self.deadline, self.transfers) = (deadline, transfers)
  }

  var endsWithLineEnd: Bool { lastByte == nil || lastByte == 0x0a }

  /// Runs the exchange until it ends, at the latest after a timeout.
  mutating func run() throws(Problem) -> Response {
    let curl: CurlProcess
    do throws(SystemError) {
      curl = try transfers.start(options)
    } catch {
      throw Problem("cannot start curl: \(error)", isTransient: false)
    }
    defer { try? file?.close() }
    let isComplete: Bool
    do throws(Problem) {
      isComplete = try receive(from: curl)
    } catch {
      _ = transfers.end(curl, isStopped: true)
      throw error
    }
    let errors = isComplete ? Self.text(from: curl.errors) : ""
    let end = transfers.end(curl, isStopped: !isComplete)
    if isComplete, let problem = problem(end, errors: errors) { throw problem }
    guard let response = reader.response else { throw Problem("the server did not answer") }
    return response
  }

  private var options: CurlOptions {
    var options = CurlOptions()
    for option in ["silent", "show-error", "globoff", "path-as-is", "no-buffer", "suppress-connect-headers"] {
      options.add(option)
    }
    options.add("dump-header", value: CurlProcess.headersPath)
    // The status of a proxy that refuses to connect, as the last line of the errors.
    options.add("write-out", value: "%{stderr}\\n%{http_connect}")
    options.add("proto", value: target.url.isEncrypted ? "=https" : "=http")
    options.add("max-redirs", value: "0")
    options.add("max-filesize", value: "\(request.maximumBytes)")
    // The deadline of this process is exact. This one ends a curl that outlives this process.
    options.add("max-time", value: "\(max(1, (deadline - .now).components.seconds + 2))")
    if !target.addresses.isEmpty {
      let addresses = target.addresses.map { $0.isIPv6 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
      options.add("resolve", value: "*:\(target.url.port):\(addresses)")
    }
    options.add("user-agent", value: "sluice")
    if asksForCompression {
      options.add("compressed")
    } else {
      options.add(header: "Accept-Encoding", "identity")
    }
    if let etag = request.etag { options.add(header: "If-None-Match", etag) }
    if let date = request.lastModified { options.add(header: "If-Modified-Since", date) }
    options.add("url", value: target.url.text)
    return options
  }

  // MARK: - Receiving

  /// Receives the response. Returns false if its headers are sufficient.
  private mutating func receive(from curl: CurlProcess) throws(Problem) -> Bool {
    var (headersAreOpen, bodyIsOpen) = (true, true)
    while headersAreOpen || bodyIsOpen {
      // The body is read after the headers, which decide whether it is needed.
      let isReady = OpenFile.wait(
        for: [
          (headersAreOpen ? curl.headers : nil, .readable),
          (bodyIsOpen && (reader.response != nil || !headersAreOpen) ? curl.body : nil, .readable),
        ], milliseconds: Transfers.pollingInterval)
      try checkTime()
      if isReady[0] {
        let piece = try read(curl.headers)
        headersAreOpen = !piece.isEmpty
        guard try add(headers: piece) else { return false }
      }
      if isReady[1] {
        let piece = try read(curl.body)
        bodyIsOpen = !piece.isEmpty
        try add(body: piece)
      }
    }
    return true
  }

  private mutating func read(_ pipe: OpenFile) throws(Problem) -> [UInt8] {
    do throws(SystemError) {
      let piece = try pipe.readSome(atMost: 1 << 16)
      if !piece.isEmpty { lastActivity = .now }
      return piece
    } catch {
      throw Problem("cannot read from curl: \(error)", isTransient: false)
    }
  }

  private func checkTime() throws(Problem) {
    guard !transfers.isCanceled else { throw Problem("interrupted", isTransient: false) }
    let now = ContinuousClock.now
    if now > deadline { throw Problem("it took longer than \(request.totalTimeout) s") }
    if now - lastActivity > .seconds(request.idleTimeout) {
      throw Problem("no data arrived for \(request.idleTimeout) s")
    }
  }

  /// Adds headers. Returns false if the response has no body that is needed.
  private mutating func add(headers piece: [UInt8]) throws(Problem) -> Bool {
    let isTrailer = reader.response != nil
    guard reader.add(piece) else { throw Self.longHeaders }
    guard !isTrailer, let response = reader.response else { return true }
    guard response.status == 200 else { return false }
    if response.hasImpossibleSize || response.bodySize.map({ $0 > request.maximumBytes }) ?? false {
      throw tooLarge
    }
    do throws(SystemError) {
      // A second attempt writes to the same file.
      file = try .overwrite(request.path)
    } catch {
      throw Self.notWritten(error)
    }
    return true
  }

  /// The number of pieces of a body that may be small. After them, the system collects data for a while, so that
  /// a server that sends single bytes does not take much of the CPU.
  private static let freePieces = 1000
  private static let usualPiece = 512

  private mutating func add(body piece: [UInt8]) throws(Problem) {
    guard let file, let last = piece.last else { return }
    bytes += piece.count
    pieces += 1
    lastByte = last
    guard bytes <= request.maximumBytes else { throw tooLarge }
    do throws(SystemError) {
      try file.write(piece)
    } catch {
      throw Self.notWritten(error)
    }
    if pieces > Self.freePieces + bytes / Self.usualPiece { CurrentProcess.wait(milliseconds: 5) }
    guard lastActivity - lastProgress > .milliseconds(100) else { return }
    lastProgress = lastActivity
    var event = FetchEvent(.progress, url: request.url)
    (event.bytes, event.total) = (bytes, reader.response?.bodySize)
    transfers.add(event)
  }

  // MARK: - Problems

  private static let longHeaders = Problem("the server's headers are too long", isTransient: false)

  private var tooLarge: Problem {
    Problem("the list is larger than \(request.maximumBytes.grouped) bytes", isTransient: false)
  }

  private static func notWritten(_ error: SystemError) -> Problem {
    Problem("cannot write to the cache: \(error)", isTransient: false)
  }

  /// Returns the last bytes of what curl writes about errors.
  private static func text(from errors: OpenFile) -> String {
    var bytes: [UInt8] = []
    while let piece = try? errors.readSome(atMost: 1 << 12), !piece.isEmpty {
      bytes = bytes.suffix(1 << 12) + piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the problem that curl reports; nil if it succeeded.
  private func problem(_ end: ChildProcess.End?, errors: String) -> Problem? {
    guard case .status(let code) = end else { return Problem("curl ended unexpectedly", isTransient: false) }
    var lines = errors.split(separator: "\n")
    let proxyStatus = lines.popLast().flatMap { Int($0) } ?? 0
    // "curl: (7) Failed to connect"
    let words =
      lines.last.map { $0.drop { $0 != " " }.drop { " (0123456789)".contains($0) } } ?? "error \(code)"
    switch code {
    case 0: return nil
    case _ where proxyStatus == 407:
      return Problem("the proxy answered 407: it asks for a user name and a password", isTransient: false)
    case 1, 8: return Problem("the server's answer is not HTTP")
    case 5: return Problem("unknown proxy host")
    case 6: return Problem("unknown host")
    case 7: return Problem("cannot reach the server")
    case 18:
      let size = reader.response?.bodySize.map { " of \($0.grouped)" } ?? ""
      return Problem("the list is incomplete: \(bytes.grouped)\(size) bytes arrived")
    case 28: return Problem("the server does not answer")
    // Some releases report headers that are too long as an error of the connection, others as a lack of memory.
    case 27 where reader.response == nil, 56 where words.hasPrefix("Too large response headers"), 100:
      return Self.longHeaders
    case 16, 52, 55, 56, 92: return Problem("the connection was lost before the end")
    case 51, 60, 83, 90, 91: return Problem("the server's certificate is not trusted", isTransient: false)
    case 63: return tooLarge
    default: return Problem("the transfer failed: \(words)")
    }
  }
}
