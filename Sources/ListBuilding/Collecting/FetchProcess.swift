import Foundation
import Platform

/// Fetches with `sluice-fetch`, a program of its own.
///
/// FoundationNetworking brings libcurl and its libraries: loading them takes 10 ms (measured: 8 ms became
/// 18 to 20), which every command would pay that fetches nothing. The program is started when something
/// has to be fetched and ends with this object, or when this process dies and its standard input closes.
package final class FetchProcess: SourceTransport {
  private let onEvent: (FetchEvent) -> Void
  private var running: Running?
  private var buffer: [UInt8] = []

  /// The program's name.
  package static let name = "sluice-fetch"

  /// The program while it runs.
  private struct Running {
    let process: ChildProcess
    let requests: FileDescriptor
    let events: FileDescriptor
  }

  /// `onEvent` gets what happens meanwhile.
  package init(onEvent: @escaping (FetchEvent) -> Void = { _ in }) { self.onEvent = onEvent }

  deinit {
    guard let running else { return }
    try? running.requests.close()
    try? running.events.close()
    running.process.waitForEnd()
  }

  package func fetch(_ requests: [FetchRequest]) -> [FetchEvent] {
    do throws(SystemError) {
      let running = if let running { running } else { try start() }
      self.running = running
      let encoder = JSONEncoder()
      for request in requests {
        guard let line = try? encoder.encode(request) else { continue }
        try running.requests.write(Array(line) + [0x0a])
      }
      return answers(to: requests, running.events)
    } catch {
      return requests.map {
        Self.failure(
          $0.url,
          "\(Self.name), which stands beside sluice, did not start: \(error); 'swift build' makes both")
      }
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
    let message = DeferredSignals.isPending ? "interrupted" : "\(Self.name) ended unexpectedly"
    return answers + waiting.map { Self.failure($0, message) }
  }

  /// A line of the program's output; nil at its end, or when this process is to end.
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
    guard let path = Self.executable() else { throw .notFound }
    let (input, requests) = try FileDescriptor.pipe()
    let (events, output) = try FileDescriptor.pipe()
    defer {
      try? input.close()
      try? output.close()
    }
    let process = try ChildProcess(
      path, arguments: [path], streams: [.descriptor(input), .descriptor(output)])
    return Running(process: process, requests: requests, events: events)
  }

  /// Beside the program that runs, links resolved, or in the folder for helpers of an installed one.
  private static func executable() -> String? {
    guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    let folder = own.deletingLastPathComponent().path
    return ["\(folder)/\(name)", "\(folder)/../libexec/sluice/\(name)"].first(where: Path.isExecutable)
  }

  private static func failure(_ url: String, _ message: String) -> FetchEvent {
    var event = FetchEvent(.failed, url: url)
    event.message = message
    return event
  }
}
