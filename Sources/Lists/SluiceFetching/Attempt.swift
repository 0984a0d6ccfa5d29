import Foundation
import SluiceConversion
import SluiceLists
import SluiceSystem

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if os(Linux)
  import SluiceCurl
#endif

/// A single exchange with a server. The body is written to the file of the request as it arrives.
final class Attempt: NSObject, URLSessionDataDelegate, Sendable {
  /// The status and headers of the response.
  struct Response: Sendable {
    let status: Int
    private let headers: [String: String]

    init(_ response: HTTPURLResponse) {
      status = response.statusCode
      headers = response.allHeaderFields.reduce(into: [:]) { headers, field in
        if let name = field.key as? String, let value = field.value as? String {
          headers[name.lowercased()] = value
        }
      }
    }

    /// The size of the names and values in bytes. Headers with the same name are combined into one.
    var headerSize: Int { headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

    /// Whether the server or a proxy requests a password.
    var asksForPassword: Bool { status == 401 || status == 407 }

    /// Whether the body was compressed.
    var isCompressed: Bool { header("Content-Encoding").map { $0 != "identity" } ?? false }

    func header(_ name: String) -> String? { headers[name.lowercased()] }
  }

  /// The reason why the body is missing or incomplete.
  struct Problem: Error, Sendable {
    let message: String
    let isTransient: Bool
  }

  private struct State {
    var response: Response?
    var file: OpenFile?
    var bytes = 0
    var expected: Int?
    var problem: Problem?
    var lastActivity = ContinuousClock.now
    var lastProgress = ContinuousClock.now
  }

  private let state = Locked(State())
  private let end = DispatchSemaphore(value: 0)
  private let request: SourceRequest
  private let message: URLRequest
  private let isCompressed: Bool
  private let deadline: ContinuousClock.Instant
  private let onProgress: @Sendable (Int, Int?) -> Void

  init(
    _ request: SourceRequest, _ message: URLRequest, compressed: Bool, deadline: ContinuousClock.Instant,
    onProgress: @escaping @Sendable (Int, Int?) -> Void
  ) {
    (self.request, self.message, isCompressed) = (request, message, compressed)
    (self.deadline, self.onProgress) = (deadline, onProgress)
  }

  /// The decompressed size of the body in bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Runs the exchange until it ends, at the latest after a timeout.
  func run() -> Result<Response, Problem> {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    // The timeouts below apply instead, because they distinguish a server that hangs from a slow one.
    configuration.timeoutIntervalForRequest = TimeInterval(request.totalTimeout + 60)
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: DelegateQueue())
    // A session waits for its own queue, which may still process a body that is no longer needed.
    defer { DispatchQueue.global().async { session.invalidateAndCancel() } }
    var message = message
    message.setValue("sluice", forHTTPHeaderField: "User-Agent")
    if !isCompressed { message.setValue("identity", forHTTPHeaderField: "Accept-Encoding") }
    if let etag = request.etag { message.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    if let date = request.lastModified { message.setValue(date, forHTTPHeaderField: "If-Modified-Since") }
    let task = session.dataTask(with: message)
    task.resume()
    while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if let refusal {
        // FoundationNetworking does not report the end of some canceled transfers.
        state.withLock { if $0.problem == nil { $0.problem = refusal } }
        break
      }
      guard let timeout = expiredTimeout() else { continue }
      fail(timeout, isTransient: true)
      break
    }
    return state.withLock { state in
      try? state.file?.close()
      state.file = nil
      if let problem = state.problem { return .failure(problem) }
      guard let response = state.response else {
        return .failure(Problem(message: "the server did not answer", isTransient: true))
      }
      return .success(response)
    }
  }

  private func expiredTimeout() -> String? {
    let now = ContinuousClock.now
    if now > deadline { return "it took longer than \(request.totalTimeout) s" }
    let last = state.withLock { $0.lastActivity }
    return now - last > .seconds(request.idleTimeout) ? "nothing came for \(request.idleTimeout) s" : nil
  }

  /// Records the first problem. Later problems are consequences of the first.
  private func fail(_ message: String, isTransient: Bool) {
    state.withLock { state in
      if state.problem == nil { state.problem = Problem(message: message, isTransient: isTransient) }
    }
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    state.withLock { $0.response = Response(response) }
    // Redirects are followed one by one, to check their number and targets.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    let answer = Response(response)
    // FoundationNetworking would keep waiting for a password, regardless of the delegate's answer.
    if answer.asksForPassword {
      state.withLock { $0.response = answer }
      completionHandler(.cancel)
      end.signal()
      return
    }
    let isAllowed = state.withLock { state in
      state.response = answer
      state.lastActivity = .now
      guard answer.headerSize <= Self.maximumHeaderSize else {
        state.problem = Self.longHeaders
        return false
      }
      guard answer.status == 200 else { return true }
      // For a compressed body, the length does not determine the decompressed size.
      state.expected = answer.isCompressed ? nil : answer.header("Content-Length").flatMap { Int($0) }
      if let expected = state.expected, expected > request.maximumBytes {
        state.problem = tooLarge
        return false
      }
      do throws(SystemError) {
        // A second attempt writes to the same file.
        state.file = try .overwrite(request.path)
        return true
      } catch {
        state.problem = Self.notWritten(error)
        return false
      }
    }
    completionHandler(isAllowed ? .allow : .cancel)
  }

  /// Rejects the challenge, since there are no credentials. Otherwise, FoundationNetworking would wait for an
  /// answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let response = (challenge.failureResponse as? HTTPURLResponse).map(Response.init)
    guard let response, response.asksForPassword else {
      return completionHandler(.performDefaultHandling, nil)
    }
    state.withLock { $0.response = response }
    completionHandler(.cancelAuthenticationChallenge, nil)
    end.signal()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let (isAllowed, progress) = state.withLock { state -> (Bool, (Int, Int?)?) in
      state.lastActivity = .now
      guard let file = state.file, state.problem == nil else { return (state.problem == nil, nil) }
      state.bytes += data.count
      guard state.bytes <= request.maximumBytes else {
        state.problem = tooLarge
        return (false, nil)
      }
      do throws(SystemError) {
        try file.write([UInt8](data))
      } catch {
        state.problem = Self.notWritten(error)
        return (false, nil)
      }
      guard state.lastActivity - state.lastProgress > .milliseconds(100) else { return (true, nil) }
      state.lastProgress = state.lastActivity
      return (true, (state.bytes, state.expected))
    }
    // Later data is dropped; the end of the attempt ends the session.
    if !isAllowed { end.signal() }
    if let (bytes, total) = progress { onProgress(bytes, total) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    state.withLock { state in
      guard state.problem == nil else { return }
      if state.response?.asksForPassword == true { return }
      // For a redirect without a location, no other callback provides the response.
      if state.response == nil { state.response = (task.response as? HTTPURLResponse).map(Response.init) }
      if let error {
        state.problem = refusal ?? Self.problem(of: error, beforeResponse: state.response == nil)
      } else if let expected = state.expected, state.response?.status == 200, state.bytes != expected {
        state.problem = Problem(
          message: "the list is cut: \(state.bytes) of \(expected) bytes came", isTransient: true)
      }
    }
    end.signal()
  }

  /// The reason why the transfer was ended before FoundationNetworking received the data. This process
  /// performs one transfer at a time.
  private var refusal: Problem? {
    #if os(Linux)
      switch sluice_curl_refusal() {
      case SLUICE_CURL_LONG_HEADERS: Self.longHeaders
      case SLUICE_CURL_LONG_BODY: tooLarge
      default: nil
      }
    #else
      nil
    #endif
  }

  private static let longHeaders = Problem(
    message: "the server's headers are too long", isTransient: false)

  private static let maximumHeaderSize = 256 << 10

  private var tooLarge: Problem {
    Problem(message: "the list is larger than \(request.maximumBytes) bytes", isTransient: false)
  }

  /// The error messages of libcurl versions for headers that are too long.
  private static let tooLongHeaders = [
    "Out of memory", "Too large response headers", "grew larger than allowed",
  ]

  private static func notWritten(_ error: SystemError) -> Problem {
    Problem(message: "cannot write to the cache: \(error)", isTransient: false)
  }

  private static func problem(of error: any Error, beforeResponse: Bool) -> Problem {
    let code = (error as? URLError)?.code
    let message: String
    switch code {
    case .cannotFindHost, .dnsLookupFailed: message = "the host is not known"
    case .cannotConnectToHost: message = "cannot reach the server"
    case .timedOut: message = "the server does not answer"
    case .networkConnectionLost: message = "the connection was lost before the end"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      return Problem(message: "the server's certificate is not trusted", isTransient: false)
    // The URL is valid, but libcurl uses these errors for responses too.
    case .badURL, .unsupportedURL: message = "the server's answer is not HTTP"
    // libcurl rejects a header line of 100 kB, and headers of 300 kB in total.
    case _ where beforeResponse && Self.tooLongHeaders.contains(where: error.localizedDescription.contains):
      return longHeaders
    case _ where beforeResponse && error.localizedDescription.contains("Failed writing header"):
      message = "cannot read the server's headers"
    default: message = "the transfer failed: \(error.localizedDescription)"
    }
    return Problem(message: message, isTransient: true)
  }
}
