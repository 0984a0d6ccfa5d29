#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Foundation

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
    let id: pid_t
    let requests: FileDescriptor
    let events: FileDescriptor
  }

  /// `onEvent` gets what happens meanwhile.
  package init(onEvent: @escaping (FetchEvent) -> Void = { _ in }) { self.onEvent = onEvent }

  deinit {
    guard let running else { return }
    try? running.requests.close()
    try? running.events.close()
    var status: Int32 = 0
    while waitpid(running.id, &status, 0) < 0, errno == EINTR {}
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
      var piece = [UInt8](repeating: 0, count: 1 << 14)
      let count = read(events.number, &piece, piece.count)
      if DeferredSignals.isPending || count == 0 || count < 0 && errno != EINTR { return nil }
      buffer += piece.prefix(max(count, 0))
    }
  }

  private func start() throws(SystemError) -> Running {
    guard let path = Self.executable() else { throw SystemError(code: ENOENT) }
    let (input, requests) = try Self.pipe()
    let (events, output) = try Self.pipe()
    defer {
      try? input.close()
      try? output.close()
    }
    let id = try ChildProcess.start(
      path, arguments: [path], streams: [.descriptor(input), .descriptor(output)])
    return Running(id: id, requests: requests, events: events)
  }

  /// Both ends of a pipe, which the program does not inherit but for what it is given.
  private static func pipe() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let result = Darwin.pipe(&ends)
    #elseif canImport(Glibc)
      let result = Glibc.pipe(&ends)
    #else
      let result = Musl.pipe(&ends)
    #endif
    guard result == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
  }

  /// Beside the program that runs, links resolved, or in the folder for helpers of an installed one.
  private static func executable() -> String? {
    guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    let folder = own.deletingLastPathComponent().path
    return ["\(folder)/\(name)", "\(folder)/../libexec/sluice/\(name)"].first { access($0, X_OK) == 0 }
  }

  private static func failure(_ url: String, _ message: String) -> FetchEvent {
    var event = FetchEvent(.failed, url: url)
    event.message = message
    return event
  }
}
