import Dispatch
import SluiceConversion
import SluiceLists
import SluiceSystem

/// Requests that several threads carry out. They can be canceled together.
final class Transfers: Sendable {
  /// The path of curl.
  private let program: String
  private let context = RunContext.current
  private let state: Locked<State>
  private let arrived = DispatchSemaphore(value: 0)

  private struct State {
    var waiting: ArraySlice<SourceRequest>
    var events: [FetchEvent] = []
    var running: Set<ChildProcess> = []
    var threads = 0
    var isCanceled = false
  }

  private static let maximumThreads = 32
  /// The interval between checks whether to continue, in milliseconds.
  static let pollingInterval: Int32 = 100

  /// Starts to carry out the requests with the curl at a path.
  init(_ requests: [SourceRequest], program: String) {
    self.program = program
    state = Locked(State(waiting: requests[...]))
    let limit = requests.map(\.concurrency).max() ?? 1
    for _ in 0..<min(max(limit, 1), requests.count, Self.maximumThreads) {
      state.withLock { $0.threads += 1 }
      if !DetachedThread.start({ self.context.run { self.work() } }) { work() }
    }
  }

  private func work() {
    while let request = state.withLock({ $0.isCanceled ? nil : $0.waiting.popFirst() }) {
      add(Download(request, self).run())
    }
    state.withLock { $0.threads -= 1 }
  }

  /// Adds an event.
  func add(_ event: FetchEvent) {
    state.withLock { $0.events.append(event) }
    arrived.signal()
  }

  /// Returns the events since the last call. Waits a moment for the first.
  func nextEvents() -> [FetchEvent] {
    _ = arrived.wait(timeout: .now() + .milliseconds(Int(Self.pollingInterval)))
    return state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  // MARK: - Cancellation

  /// Whether the requests are canceled.
  var isCanceled: Bool { state.withLock { $0.isCanceled } }

  /// Kills all processes and waits until no thread writes files any more.
  func cancel() {
    state.withLock { state in
      state.isCanceled = true
      for process in state.running { process.kill() }
    }
    while state.withLock({ $0.threads > 0 }) { CurrentProcess.wait(milliseconds: 10) }
  }

  /// Waits, but not longer than until the requests are canceled.
  func pause(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while !isCanceled, case let rest = end - .now, rest > .zero {
      CurrentProcess.wait(
        milliseconds: Int32(min(Double(Self.pollingInterval), rest / .milliseconds(1) + 1)))
    }
  }

  // MARK: - Processes

  /// Starts curl with options.
  ///
  /// One process starts after another. Otherwise, a process could inherit the pipes of another one, and these
  /// would stay open as long as it runs.
  func start(_ options: CurlOptions) throws(SystemError) -> CurlProcess {
    let curl = try state.withLock { state throws(SystemError) in
      guard !state.isCanceled else { throw .interrupted }
      let curl = try CurlProcess(program)
      state.running.insert(curl.process)
      return curl
    }
    // If curl has ended, its status says why.
    try? curl.options.write(options.bytes)
    try? curl.options.close()
    return curl
  }

  /// Returns how curl ended. Kills it if `isStopped`, and otherwise waits for it.
  func end(_ curl: CurlProcess, isStopped: Bool) -> ChildProcess.End? {
    // The ID can belong to another process as soon as this one was waited for.
    state.withLock { state in
      if isStopped { curl.process.kill() }
      state.running.remove(curl.process)
    }
    curl.close()
    return curl.process.waitForEnd()
  }
}
