import Foundation

/// Fetches with `sluice-fetch`, a program of its own.
///
/// FoundationNetworking brings libcurl and its libraries: loading them takes 10 ms (measured: 8 ms became
/// 18 to 20), which every command would pay that fetches nothing. The program is started when something
/// has to be fetched and ends with this object, or when this process dies and its standard input closes.
package final class FetchProcess: SourceTransport {
  private let onEvent: (FetchEvent) -> Void
  private var process: Process?
  private let requests = Pipe()
  private let events = Pipe()

  /// The program's name.
  package static let name = "sluice-fetch"

  /// `onEvent` gets what happens meanwhile.
  package init(onEvent: @escaping (FetchEvent) -> Void = { _ in }) { self.onEvent = onEvent }

  deinit {
    try? requests.fileHandleForWriting.close()
    process?.waitUntilExit()
  }

  package func fetch(_ requests: [FetchRequest]) -> [FetchEvent] {
    do {
      try start()
      let encoder = JSONEncoder()
      for request in requests {
        try self.requests.fileHandleForWriting.write(
          contentsOf: try encoder.encode(request) + Data("\n".utf8))
      }
    } catch {
      return requests.map { Self.failure($0.url, "\(Self.name) did not start: \(error)") }
    }
    return answers(to: requests)
  }

  private func answers(to requests: [FetchRequest]) -> [FetchEvent] {
    var answers: [FetchEvent] = []
    var waiting = Set(requests.map(\.url))
    while !waiting.isEmpty, let line = readLine() {
      guard let event = try? JSONDecoder().decode(FetchEvent.self, from: line) else { continue }
      onEvent(event)
      switch event.kind {
      case .progress, .retry: break
      case .fetched, .unchanged, .failed:
        if waiting.remove(event.url) != nil { answers.append(event) }
      }
    }
    return answers + waiting.map { Self.failure($0, "\(Self.name) ended unexpectedly") }
  }

  private var buffer = Data()

  /// A line of the program's output; nil at its end.
  private func readLine() -> Data? {
    while true {
      if let end = buffer.firstIndex(of: 0x0a) {
        let line = Data(buffer[..<end])
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let more = events.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer += more
    }
  }

  private func start() throws {
    guard process == nil else { return }
    let process = Process()
    process.executableURL = try Self.executable()
    process.standardInput = requests
    process.standardOutput = events
    try process.run()
    self.process = process
  }

  private struct Missing: Error, CustomStringConvertible {
    let description = "it is not beside the program"
  }

  /// Beside the program that runs, links resolved, or in the folder for helpers of an installed one.
  private static func executable() throws -> URL {
    guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else { throw Missing() }
    let folder = own.deletingLastPathComponent()
    let candidates = [folder.appending(path: name), folder.appending(path: "../libexec/sluice/\(name)")]
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else {
      throw Missing()
    }
    return found
  }

  private static func failure(_ url: String, _ message: String) -> FetchEvent {
    var event = FetchEvent(.failed, url: url)
    event.message = message
    return event
  }
}
