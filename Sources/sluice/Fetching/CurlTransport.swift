import Dispatch
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

/// Fetches with the program `curl`, in a process for each exchange, so that neither data from servers nor errors
/// in curl can end a build.
final class CurlTransport: SourceTransport {
  private let whenAsked: ([SourceRequest]) -> Void
  private let onEvent: (FetchEvent) -> Void

  init(
    whenAsked: @escaping ([SourceRequest]) -> Void = { _ in },
    onEvent: @escaping (FetchEvent) -> Void = { _ in }
  ) {
    (self.whenAsked, self.onEvent) = (whenAsked, onEvent)
  }

  func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
    whenAsked(requests)
    guard let program = CurrentProcess.program("curl") else {
      let failures = requests.map { FetchEvent(.failed, url: $0.url, message: Self.missing) }
      for failure in failures { onEvent(failure) }
      return failures
    }
    let transfers = Transfers(requests, program: program)
    var answers: [FetchEvent] = []
    // Requests of the same URL have one answer each.
    while answers.count < requests.count {
      let events = transfers.nextEvents()
      // Ctrl-C also ends curl, and its failure would be reported first.
      guard !DeferredSignals.isPending else {
        transfers.cancel()
        let answered = Set(answers.map(\.url))
        return answers
          + requests.filter { !answered.contains($0.url) }
          .map { FetchEvent(.failed, url: $0.url, message: "interrupted") }
      }
      for event in events {
        onEvent(event)
        switch event.kind {
        case .progress, .retry: break
        case .fetched, .unchanged, .failed: answers.append(event)
        }
      }
    }
    return answers
  }

  private static let missing =
    "curl, the program that fetches, is not installed (Debian: 'apt install curl', Fedora: 'dnf install curl')"
}

/// Requests that several threads carry out. They can be canceled together.
final class Transfers: Sendable {
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
      add(Download(request, transfers: self).run())
    }
    state.withLock { $0.threads -= 1 }
  }

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

struct CurlProcess: Sendable {
  let process: ChildProcess
  let options: OpenFile
  let headers: OpenFile
  let body: OpenFile
  let errors: OpenFile

  /// The file descriptor that curl writes headers to, after the standard streams.
  static let headersPath = "/dev/fd/3"

  /// Starts the curl at a path. It reads its options from standard input, because other users can see the
  /// arguments of a process, and URLs can contain secrets. It reads no configuration file.
  init(_ path: String) throws(SystemError) {
    var open: [OpenFile] = []
    func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
      let ends = try OpenFile.pipe()
      open += [ends.reading, ends.writing]
      return ends
    }
    do throws(SystemError) {
      let (options, headers, body, errors) = (try pipe(), try pipe(), try pipe(), try pipe())
      process = try ChildProcess(
        path, arguments: ["curl", "--disable", "--config", "-"], variables: CurrentProcess.variables,
        streams: [
          .descriptor(options.reading), .descriptor(body.writing), .descriptor(errors.writing),
          .descriptor(headers.writing),
        ])
      self.options = options.writing
      (self.headers, self.body, self.errors) = (headers.reading, body.reading, errors.reading)
      for end in [options.reading, headers.writing, body.writing, errors.writing] { try? end.close() }
    } catch {
      for end in open { try? end.close() }
      throw error
    }
  }

  /// Closes the pipes that curl writes to.
  func close() {
    for end in [headers, body, errors] { try? end.close() }
  }
}

/// Options of curl in the syntax of its configuration files.
struct CurlOptions {
  private var text = ""

  mutating func add(_ name: String) { text += "\(name)\n" }

  mutating func add(_ name: String, value: String) {
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    text += "\(name) = \"\(escaped)\"\n"
  }

  /// Adds a header, unless its value contains control characters.
  mutating func add(header name: String, _ value: String) {
    guard value.utf8.allSatisfy({ $0 >= 0x20 }) else { return }
    add("header", value: "\(name): \(value)")
  }

  var bytes: [UInt8] { Array(text.utf8) }
}
