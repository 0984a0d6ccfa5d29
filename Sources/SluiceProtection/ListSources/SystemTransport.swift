import Foundation
import SluiceConversion
import SluiceLists
import SluiceText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that uses Foundation's URL session without cookies, caches or credentials.
public struct SystemTransport: ListTransport {
  private let idleTimeout: Duration
  private let totalTimeout: Duration

  /// Creates a transport with a timeout for idle connections and one for the entire request.
  public init(idleTimeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(600)) {
    (self.idleTimeout, self.totalTimeout) = (idleTimeout, totalTimeout)
  }

  /// Requests a URL. Redirects from https to http are rejected.
  public func get(
    _ url: URL, etag: String?, atMost limit: Int
  ) async throws(ListSourceProblem) -> TransportAnswer {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = idleTimeout / .seconds(1)
    var request = URLRequest(url: url)
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    switch await BoundedExchange(request, atMost: limit).run(configuration, within: totalTimeout) {
    case .success(let answer): return answer
    case .failure(.system(let error)): throw Self.problem(of: error)
    case .failure(.tooLarge): throw .tooLarge(url.lastPathComponent)
    case .failure(.notHTTP): throw .unreachable("it is not an HTTP server")
    case .failure(.notEncrypted):
      throw .unreachable("it redirects to a connection that is not encrypted")
    }
  }

  private static func problem(of error: any Error) -> ListSourceProblem {
    switch (error as? URLError)?.code {
    case .cannotFindHost, .dnsLookupFailed: .unreachable("the host is not known")
    case .cannotConnectToHost: .unreachable("there is no connection")
    case .notConnectedToInternet: .unreachable("there is no network")
    case .timedOut: .unreachable("it does not answer")
    case .networkConnectionLost: .cut("the connection was lost")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      .unreachable("its certificate is not trusted")
    default: .unreachable(error.localizedDescription)
    }
  }
}

/// An exchange with a server that limits the size of the response.
final class BoundedExchange: NSObject, URLSessionDataDelegate, Sendable {
  enum Failure: Error {
    case system(any Error)
    case tooLarge
    case notEncrypted
    case notHTTP
  }

  private struct State {
    var answer: TransportAnswer?
    var ending: CheckedContinuation<Result<TransportAnswer, Failure>, Never>?
  }

  private let state = Locked(State())
  private let request: URLRequest
  private let limit: Int

  /// Creates an exchange. `limit` is the maximum size of the response in bytes, decompressed.
  init(_ request: URLRequest, atMost limit: Int) { (self.request, self.limit) = (request, limit) }

  /// Runs the exchange until it ends or the time is over. A cancelled exchange fails.
  ///
  /// - Parameter queue: The delegate queue of the session. It must be serial.
  func run(
    _ configuration: URLSessionConfiguration, within time: Duration, on queue: DelegateQueue = DelegateQueue()
  ) async -> Result<TransportAnswer, Failure> {
    // On Linux, Foundation ignores its own resource timeout while data arrives.
    let timer = Task {
      guard (try? await Task.sleep(for: time)) != nil else { return }
      end(.failure(.system(URLError(.timedOut))))
    }
    defer { timer.cancel() }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    // The session waits for its queue, which may be busy with a body that is no longer needed. So it is
    // invalidated in the background.
    defer { DispatchQueue.global().async { session.invalidateAndCancel() } }
    let task = session.dataTask(with: request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.ending = continuation }
        if Task.isCancelled { return end(.failure(.system(CancellationError()))) }
        task.resume()
      }
    } onCancel: {
      end(.failure(.system(CancellationError())))
    }
  }

  /// Ends the exchange with its first result, and ignores later results.
  private func end(_ result: Result<TransportAnswer, Failure>) {
    let ending = state.withLock { state in
      defer { state.ending = nil }
      return state.ending
    }
    ending?.resume(returning: result)
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard self.request.url?.scheme?.lowercased() != "https" || request.url?.scheme?.lowercased() == "https"
    else {
      end(.failure(.notEncrypted))
      return completionHandler(nil)
    }
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      end(.failure(.notHTTP))
      return completionHandler(.cancel)
    }
    state.withLock { state in
      state.answer = TransportAnswer(
        status: response.statusCode, etag: response.value(forHTTPHeaderField: "ETag"))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isAllowed = state.withLock { state in
      // The rest of a body that is no longer needed is dropped.
      guard state.ending != nil, let count = state.answer?.body.count else { return true }
      guard count + data.count <= limit else { return false }
      state.answer?.body += data
      return true
    }
    if !isAllowed { end(.failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { return end(.failure(.system(error))) }
    let answer = state.withLock { $0.answer }
    end(answer.map { .success($0) } ?? .failure(.notHTTP))
  }
}

/// A delegate queue for URL sessions. It runs one call after another, in the order in which they arrive.
///
/// On Apple platforms, sessions use the queue directly. A plain `OperationQueue` runs several operations at
/// once, so the chunks of a body could be reordered.
///
/// On Linux, a session decompresses as fast as it can and adds the chunks to the queue. 9 MB of gzip took 2
/// GB of memory (measured) before the first chunk was handled. So on Linux, each call runs on the calling
/// thread, and the session waits for the delegate.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let runsAtOnce: Bool
  private let turn = NSRecursiveLock()

  #if canImport(FoundationNetworking)
    /// Whether calls run on the calling thread on this system.
    static let runsAtOnce = true
  #else
    /// Whether calls run on the calling thread on this system.
    static let runsAtOnce = false
  #endif

  /// Creates a serial queue.
  ///
  /// - Parameter runsAtOnce: Whether calls run on the calling thread. Tests pass both values.
  init(runsAtOnce: Bool = DelegateQueue.runsAtOnce) {
    self.runsAtOnce = runsAtOnce
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    guard runsAtOnce else { return super.addOperation(block) }
    turn.withLock(block)
  }
}
