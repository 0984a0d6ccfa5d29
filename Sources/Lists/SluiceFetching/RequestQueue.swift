import Foundation
import SluiceLists

/// Requests that wait for a thread.
final class RequestQueue: @unchecked Sendable {
  // Guarded by the condition.
  private var requests: [FetchRequest] = []
  private let condition = NSCondition()

  func add(_ request: FetchRequest) {
    condition.withLock { requests.append(request) }
    condition.signal()
  }

  /// Returns the next request, and waits if the queue is empty.
  func next() -> FetchRequest {
    condition.lock()
    defer { condition.unlock() }
    while requests.isEmpty { condition.wait() }
    return requests.removeFirst()
  }
}
