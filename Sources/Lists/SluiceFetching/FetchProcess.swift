import Foundation
import SluiceLists
import SluiceSystem

/// Fetches in separate processes that run this program, so that neither data from servers nor errors in
/// libcurl can end a build.
///
/// Each process handles one request at a time. If a process dies, only its request fails, and that request is
/// not repeated. Processes are started on demand, up to the maximum number of concurrent requests. They end
/// with this object, or when this process dies and their standard inputs close.
package final class FetchProcess: SourceTransport {
  private let whenAsked: ([SourceRequest]) -> Void
  private let onEvent: (FetchEvent) -> Void
  private let arguments: [String]
  private var workers: [Worker] = []

  /// The seconds that a process has after the timeout of its request to report the result.
  private static let grace = 2

  /// Creates a transport that starts this program with `arguments`, including its name, to run ``Fetcher``.
  /// `whenAsked` receives the requests, and `onEvent` the events.
  package init(
    arguments: [String], whenAsked: @escaping ([SourceRequest]) -> Void = { _ in },
    onEvent: @escaping (FetchEvent) -> Void = { _ in }
  ) {
    (self.arguments, self.whenAsked, self.onEvent) = (arguments, whenAsked, onEvent)
  }

  deinit {
    for worker in workers { worker.end() }
  }

  package func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
    whenAsked(requests)
    var waiting = requests[...]
    var answers: [FetchEvent] = []
    while true {
      answers += begin(&waiting)
      guard workers.contains(where: \.isBusy) else { return answers }
      answers += events()
      guard DeferredSignals.isPending else { continue }
      let unanswered = workers.compactMap(\.request) + waiting
      endWorkers { $0.isBusy }
      return answers + unanswered.map { FetchEvent(.failed, url: $0.url, "interrupted") }
    }
  }

  /// Passes requests to processes as long as some are available. Returns failures of requests that could not
  /// be passed on.
  private func begin(_ waiting: inout ArraySlice<SourceRequest>) -> [FetchEvent] {
    var failures: [FetchEvent] = []
    while let request = waiting.first {
      let idle = workers.firstIndex { !$0.isBusy }
      guard idle != nil || workers.count < max(1, min(request.concurrency, 32)) else { break }
      waiting.removeFirst()
      do throws(SystemError) {
        if idle == nil { workers.append(try start()) }
        try workers[idle ?? workers.count - 1].begin(request)
      } catch {
        if let idle {
          // The idle process died, so another process takes over the request.
          workers.remove(at: idle).end()
          waiting = [request] + waiting
        } else {
          if workers.last?.isBusy == false { workers.removeLast().end() }
          failures.append(
            FetchEvent(.failed, url: request.url, "the process that fetches did not start: \(error)"))
        }
      }
    }
    return failures
  }

  /// Waits for events. Returns those of requests that have ended.
  private func events() -> [FetchEvent] {
    let isReady = OpenFile.wait(
      for: workers.map { ($0.isBusy ? $0.events : nil, .readable) }, milliseconds: 250)
    var answers: [FetchEvent] = []
    for index in workers.indices where workers[index].isBusy {
      for event in isReady[index] ? workers[index].read() : [] {
        onEvent(event)
        switch event.kind {
        case .progress, .retry: break
        case .fetched, .unchanged, .failed:
          if workers[index].answer(event) { answers.append(event) }
        }
      }
      guard let request = workers[index].request else { continue }
      if workers[index].hasEnded {
        answers.append(FetchEvent(.failed, url: request.url, "the process that fetches ended unexpectedly"))
      } else if workers[index].isLate {
        answers.append(FetchEvent(.failed, url: request.url, "it took longer than \(request.totalTimeout) s"))
      } else {
        continue
      }
      if let event = answers.last { onEvent(event) }
      workers[index].isSpent = true
    }
    endWorkers(where: \.isSpent)
    return answers
  }

  private func endWorkers(where isOver: (Worker) -> Bool) {
    for worker in workers where isOver(worker) { worker.end() }
    workers.removeAll(where: isOver)
  }

  private struct Worker {
    let process: ChildProcess
    let requests: OpenFile
    let events: OpenFile
    private(set) var request: SourceRequest?
    /// Whether the process is to be ended, because a failed request in it could still use the CPU.
    var isSpent = false
    private(set) var hasEnded = false
    private var deadline = ContinuousClock.now
    private var buffer: [UInt8] = []

    init(process: ChildProcess, requests: OpenFile, events: OpenFile) {
      (self.process, self.requests, self.events) = (process, requests, events)
    }

    var isBusy: Bool { request != nil }
    /// Whether the process has exceeded its time.
    var isLate: Bool { ContinuousClock.now > deadline }

    mutating func begin(_ request: SourceRequest) throws(SystemError) {
      guard let line = try? JSONEncoder().encode(request) else { throw .invalid }
      try requests.write(Array(line) + [0x0a])
      self.request = request
      deadline = .now + .seconds(request.totalTimeout + FetchProcess.grace)
    }

    /// Records the end of the request. Returns false if the event does not belong to it.
    mutating func answer(_ event: FetchEvent) -> Bool {
      guard request?.url == event.url else { return false }
      request = nil
      isSpent = event.kind == .failed
      return true
    }

    /// Returns the events that have arrived.
    mutating func read() -> [FetchEvent] {
      guard let piece = try? events.readUntilSignal(atMost: 1 << 14), !piece.isEmpty else {
        hasEnded = !DeferredSignals.isPending
        return []
      }
      buffer += piece
      let lines = buffer.split(separator: 0x0a, omittingEmptySubsequences: false)
      buffer = lines.last.map(Array.init) ?? []
      return lines.dropLast().compactMap { try? JSONDecoder().decode(FetchEvent.self, from: Data($0)) }
    }

    func end() {
      try? requests.close()
      try? events.close()
      process.stop()
    }
  }

  private func start() throws(SystemError) -> Worker {
    let (input, requests) = try OpenFile.pipe()
    let (events, output) = try OpenFile.pipe()
    defer {
      try? input.close()
      try? output.close()
    }
    let process = try ChildProcess(
      try CurrentProcess.executable(), arguments: arguments, variables: Self.variables,
      streams: [.descriptor(input), .descriptor(output)])
    return Worker(process: process, requests: requests, events: events)
  }

  /// The environment variables of the process. It receives no home folder on Linux, because Foundation
  /// creates empty folders for caches and cookies there for every session.
  private static var variables: [String] {
    #if canImport(Darwin)
      CurrentProcess.variables
    #else
      let homes = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { "\($0)=" }
      return CurrentProcess.variables.filter { one in !homes.contains { one.hasPrefix($0) } }
        + homes.map { $0 + "/dev/null" }
    #endif
  }
}
