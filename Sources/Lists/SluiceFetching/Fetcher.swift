import Foundation
import SluiceConversion
import SluiceLists

#if os(Linux)
  import SluiceCurl
#endif

/// The main function of the processes that ``FetchProcess`` starts.
///
/// Requests and responses are lines of JSON. They are defined in FetchMessages.swift of SluiceLists.
package enum Fetcher {
  /// Handles requests until standard input ends. Standard input closes when the parent process no longer
  /// needs this one or has died.
  package static func run() {
    let output = EventOutput()
    let queue = RequestQueue()
    var isFirst = true
    while let line = readLine() {
      guard let request = try? JSONDecoder().decode(SourceRequest.self, from: Data(line.utf8)) else {
        continue
      }
      if let problem = problemOfLibrary {
        let message = "cannot open libcurl, which fetches (Debian: 'apt install libcurl4'): \(problem)"
        output.write(FetchEvent(.failed, url: request.url, message))
        continue
      }
      if isFirst { start(queue, output) }
      isFirst = false
      queue.add(request)
    }
    // A download that is still running does not delay the end, because nobody waits for it.
  }

  /// The reason why fetching is not possible; nil if it is.
  private static var problemOfLibrary: String? {
    #if os(Linux)
      sluice_open_curl().map { String(cString: $0) }
    #else
      nil
    #endif
  }

  /// Starts a thread that performs downloads one after another, while the main thread waits for the end of
  /// standard input. Threads of the Dispatch pool are not used, because URLSession has to wait a second for a
  /// thread while they are blocked.
  private static func start(_ queue: RequestQueue, _ output: EventOutput) {
    Thread.detachNewThread {
      while true { output.write(Download(queue.next(), output).run()) }
    }
  }
}

/// Writes events from any thread, one per line.
final class EventOutput: Sendable {
  private let lock = Locked(())

  func write(_ event: FetchEvent) {
    guard let line = try? JSONEncoder().encode(event) else { return }
    lock.withLock { _ in
      try? FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8))
    }
  }
}

/// Requests that wait for a thread.
final class RequestQueue: @unchecked Sendable {
  // Guarded by the condition.
  private var requests: [SourceRequest] = []
  private let condition = NSCondition()

  func add(_ request: SourceRequest) {
    condition.withLock { requests.append(request) }
    condition.signal()
  }

  /// Returns the next request, and waits if the queue is empty.
  func next() -> SourceRequest {
    condition.lock()
    defer { condition.unlock() }
    while requests.isEmpty { condition.wait() }
    return requests.removeFirst()
  }
}
