import Foundation
import ListBuilding
import Platform

/// Fetches in processes of its own, which are this program started again: what servers send and libcurl makes of it
/// ends no build.
///
/// Each process does one request at a time. So it is known which request a process died of: that one fails and is not
/// made again, and no other is touched by it. Processes are started when something has to be fetched, as many as may
/// be at work at once. They end with this object, or when this process dies and their standard inputs close.
package final class FetchProcess: SourceTransport {
  private let whenAsked: ([FetchRequest]) -> Void
  private let onEvent: (FetchEvent) -> Void
  private let arguments: [String]
  private var workers: [Worker] = []

  /// Seconds that a process gets beyond the time of its request to say how it ended.
  private static let grace = 2

  /// With `arguments`, its name first, this program runs ``Fetcher``; `whenAsked` gets what it is asked for, `onEvent` what
  /// happens then.
  package init(
    arguments: [String], whenAsked: @escaping ([FetchRequest]) -> Void = { _ in },
    onEvent: @escaping (FetchEvent) -> Void = { _ in }
  ) {
    (self.arguments, self.whenAsked, self.onEvent) = (arguments, whenAsked, onEvent)
  }

  deinit {
    for worker in workers { worker.end() }
  }

  package func fetch(_ requests: [FetchRequest]) -> [FetchEvent] {
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
      return answers + unanswered.map { Self.failure($0.url, "interrupted") }
    }
  }

  /// Gives requests to processes, as long as there are any. Returns those that cannot be made.
  private func begin(_ waiting: inout ArraySlice<FetchRequest>) -> [FetchEvent] {
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
          // It has died of nothing that it was asked: another one is.
          workers.remove(at: idle).end()
          waiting = [request] + waiting
        } else {
          if workers.last?.isBusy == false { workers.removeLast().end() }
          failures.append(Self.failure(request.url, "the process that fetches did not start: \(error)"))
        }
      }
    }
    return failures
  }

  /// Waits for something to happen. Returns the requests that have ended.
  private func events() -> [FetchEvent] {
    let isReady = FileDescriptor.wait(
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
        answers.append(Self.failure(request.url, "the process that fetches ended unexpectedly"))
      } else if workers[index].isLate {
        answers.append(Self.failure(request.url, "it took longer than \(request.totalTimeout) s"))
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

  /// A process that fetches.
  private struct Worker {
    let process: ChildProcess
    let requests: FileDescriptor
    let events: FileDescriptor
    /// What it is at work on.
    private(set) var request: FetchRequest?
    /// Whether it is to be ended: what is left of a failed request in it would still take the processor.
    var isSpent = false
    private(set) var hasEnded = false
    private var deadline = ContinuousClock.now
    private var buffer: [UInt8] = []

    init(process: ChildProcess, requests: FileDescriptor, events: FileDescriptor) {
      (self.process, self.requests, self.events) = (process, requests, events)
    }

    var isBusy: Bool { request != nil }
    /// Whether it has not kept the time that it has.
    var isLate: Bool { ContinuousClock.now > deadline }

    mutating func begin(_ request: FetchRequest) throws(SystemError) {
      guard let line = try? JSONEncoder().encode(request) else { throw .invalid }
      try requests.write(Array(line) + [0x0a])
      self.request = request
      deadline = .now + .seconds(request.totalTimeout + FetchProcess.grace)
    }

    /// Takes note of how its request ended; false where the event is of none of its own.
    mutating func answer(_ event: FetchEvent) -> Bool {
      guard request?.url == event.url else { return false }
      request = nil
      isSpent = event.kind == .failed
      return true
    }

    /// The events that have come.
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
    let (input, requests) = try FileDescriptor.pipe()
    let (events, output) = try FileDescriptor.pipe()
    defer {
      try? input.close()
      try? output.close()
    }
    let process = try ChildProcess(
      try CurrentProcess.executable(), arguments: arguments, variables: Self.variables,
      streams: [.descriptor(input), .descriptor(output)])
    return Worker(process: process, requests: requests, events: events)
  }

  /// What the process is told of its surroundings. On Linux Foundation makes empty folders for caches and cookies below a home as soon as a
  /// session is made, whatever the session keeps: no home is named to it.
  private static var variables: [String] {
    #if canImport(Darwin)
      CurrentProcess.variables
    #else
      let homes = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { "\($0)=" }
      return CurrentProcess.variables.filter { one in !homes.contains { one.hasPrefix($0) } }
        + homes.map { $0 + "/dev/null" }
    #endif
  }

  private static func failure(_ url: String, _ message: String) -> FetchEvent {
    var event = FetchEvent(.failed, url: url)
    event.message = message
    return event
  }
}
