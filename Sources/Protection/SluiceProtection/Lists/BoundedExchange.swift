import Foundation
import SluiceConversion
import SluiceLists

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange with a server that limits the size of the response.
final class BoundedExchange: NSObject, URLSessionDataDelegate, Sendable {
  /// The reason why there is no response.
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
