import Conversion
import Foundation
import ListBuilding

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange with a server, of whose answer no more is taken than was asked for.
final class BoundedExchange: NSObject, URLSessionDataDelegate, Sendable {
  /// Why there is no answer.
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

  /// A request, and how many bytes its answer may have, decompressed.
  init(_ request: URLRequest, atMost limit: Int) { (self.request, self.limit) = (request, limit) }

  /// Runs to the end, which is there at the latest after some time. What is cancelled fails.
  ///
  /// - Parameter queue: Where the session calls its delegate. It has to be serial.
  func run(
    _ configuration: URLSessionConfiguration, within time: Duration, on queue: DelegateQueue = DelegateQueue()
  ) async -> Result<TransportAnswer, Failure> {
    // Foundation's own limit for all of a resource is not heeded on Linux while bytes come.
    let timer = Task {
      guard (try? await Task.sleep(for: time)) != nil else { return }
      end(.failure(.system(URLError(.timedOut))))
    }
    defer { timer.cancel() }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    // A session waits for its own queue, which may be at work on a body that nobody wants.
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

  /// Ends it, once: what follows is a consequence.
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
      // What still comes of a body that nobody wants is dropped.
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
