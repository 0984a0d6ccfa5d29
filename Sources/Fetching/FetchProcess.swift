import Foundation
import ListBuilding
import Platform

/// Fetches in a process of its own, which is this program started again: what servers send and libcurl makes of it
/// ends no build. It is started when something has to be fetched and ends with this object, or when this process
/// dies and its standard input closes.
package final class FetchProcess: SourceTransport {
  private let whenAsked: ([FetchRequest]) -> Void
  private let onEvent: (FetchEvent) -> Void
  private var running: Running?
  private var buffer: [UInt8] = []

  private let arguments: [String]

  /// The process while it runs.
  private struct Running {
    let process: ChildProcess
    let requests: FileDescriptor
    let events: FileDescriptor
  }

  /// With `arguments`, its name first, this program runs ``Fetcher``; `whenAsked` gets what it is asked for, `onEvent` what
  /// happens then.
  package init(
    arguments: [String], whenAsked: @escaping ([FetchRequest]) -> Void = { _ in },
    onEvent: @escaping (FetchEvent) -> Void = { _ in }
  ) {
    (self.arguments, self.whenAsked, self.onEvent) = (arguments, whenAsked, onEvent)
  }

  deinit {
    guard let running else { return }
    try? running.requests.close()
    try? running.events.close()
    running.process.waitForEnd()
  }

  package func fetch(_ requests: [FetchRequest]) -> [FetchEvent] {
    do throws(SystemError) {
      whenAsked(requests)
      let running = if let running { running } else { try start() }
      self.running = running
      let encoder = JSONEncoder()
      for request in requests {
        guard let line = try? encoder.encode(request) else { continue }
        try running.requests.write(Array(line) + [0x0a])
      }
      return answers(to: requests, running.events)
    } catch {
      return requests.map { Self.failure($0.url, "the process that fetches did not start: \(error)") }
    }
  }

  private func answers(to requests: [FetchRequest], _ events: FileDescriptor) -> [FetchEvent] {
    var answers: [FetchEvent] = []
    var waiting = Set(requests.map(\.url))
    while !waiting.isEmpty, let line = readLine(events) {
      guard let event = try? JSONDecoder().decode(FetchEvent.self, from: Data(line)) else { continue }
      onEvent(event)
      switch event.kind {
      case .progress, .retry: break
      case .fetched, .unchanged, .failed:
        if waiting.remove(event.url) != nil { answers.append(event) }
      }
    }
    let message = DeferredSignals.isPending ? "interrupted" : "the process that fetches ended unexpectedly"
    return answers + waiting.map { Self.failure($0, message) }
  }

  /// A line of the process's output; nil at its end, or when this process is to end.
  private func readLine(_ events: FileDescriptor) -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: 0x0a) {
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
      }
      guard let piece = try? events.readUntilSignal(atMost: 1 << 14), !piece.isEmpty else { return nil }
      buffer += piece
    }
  }

  private func start() throws(SystemError) -> Running {
    let (input, requests) = try FileDescriptor.pipe()
    let (events, output) = try FileDescriptor.pipe()
    defer {
      try? input.close()
      try? output.close()
    }
    let process = try ChildProcess(
      try CurrentProcess.executable(), arguments: arguments, variables: Self.variables,
      streams: [.descriptor(input), .descriptor(output)])
    return Running(process: process, requests: requests, events: events)
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
