import Foundation
import SluiceConversion
import SluiceSystem
import SluiceText
import TestSupport
import Testing

@testable import sluice

/// Misbehaving clients can block neither other clients nor the server.
@Suite(.ends) struct ServeConnectionTests {
  private let folder: TemporaryFolder
  private static let large = Data(repeating: UInt8(ascii: "x"), count: 16 << 20)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try Self.large.write(to: folder.url.appending(path: "large.json"))
  }

  /// Starts a server in this process that runs until the process ends.
  private func server(_ change: (inout ServerLimits) -> Void) throws -> (port: Int, events: Events) {
    var limits = ServerLimits()
    change(&limits)
    let events = Events()
    let listener = try Listener(address: "127.0.0.1", port: 0)
    let server = HTTPServer(
      directory: folder.path, hosts: ServerHosts(address: "127.0.0.1", ports: [listener.port]),
      listeners: [listener], isShared: false, limits: limits, report: { _ in },
      warn: { reason in events.limits.withLock { $0.append(reason) } })
    Thread.detachNewThread { server.run() }
    return (listener.port, events)
  }

  private final class Events: Sendable {
    let limits = Locked<[String]>([])
  }

  private func ask(_ path: String, _ port: Int, buffer: Int32? = nil) throws -> TestClient {
    let client = try TestClient(port, buffer: buffer)
    client.ask(path, port)
    return client
  }

  @Test func idleConnectionsMakeRoom() throws {
    let (port, _) = try server { $0.connections = 4 }
    let idle = try (0..<40).map { _ in try TestClient(port) }
    let begun = try (0..<10).map { _ in try TestClient(port) }
    for client in begun { client.say("GET /a.json HT") }
    #expect(try ask("/a.json", port).status() == "HTTP/1.1 200 OK")
    withExtendedLifetime((idle, begun)) {}
  }

  @Test func slowRequestHeadTimesOut() throws {
    let (port, _) = try server { $0.request = .milliseconds(300) }
    let client = try TestClient(port)
    for byte in "GET /a.json HTTP/1.1\r\nHost: 127.0.0.1" + String(repeating: " ", count: 1000) {
      guard client.say(String(byte)) else { break }
      usleep(50_000)
    }
    #expect(client.rest() == [])
  }

  @Test func idleConnectionTimesOut() throws {
    let (port, _) = try server { $0.request = .milliseconds(300) }
    #expect(try TestClient(port).rest() == [])
  }

  @Test func unreadResponseTimesOut() throws {
    let (port, _) = try server { $0.answer = .milliseconds(300) }
    let slow = try ask("/large.json", port, buffer: 4096)
    usleep(1_000_000)
    #expect(try ask("/a.json", port).status() == "HTTP/1.1 200 OK")
    let count = try #require(slow.rest()).count
    #expect(count < 16 << 20)
  }

  /// Clients that send a request and do not read the response make room for others.
  @Test func stalledClientsMakeRoom() throws {
    let (port, _) = try server { limits in
      limits.connections = 2
      limits.stall = .milliseconds(500)
    }
    let stalled = try (0..<2).map { _ in try ask("/large.json", port, buffer: 4096) }
    #expect(try ask("/a.json", port).status() == "HTTP/1.1 200 OK")
    withExtendedLifetime(stalled) {}
  }

  /// Requests that two programs could interpret differently.
  private static let ambiguousFields = [
    "Content-Length: 0\r\nContent-Length: 0", "Content-Length: 1\r\nContent-Length: 2", "Content-Length : 0",
    "Content-Length: +0", "Content-Length: 0, 0", "Content-Length: 0\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "X: a\nContent-Length: 5", ": x", " X: y",
    "X\u{0}: y", "X: y\u{0}", "X: a\rb", "X: a\r\n folded", "no colon", "X(: y",
  ]

  @Test(arguments: some(ambiguousFields, oneIn: 4))
  func ambiguousRequestsCloseConnection(field: String) throws {
    let (port, _) = try server { _ in }
    let client = try TestClient(port)
    let head = "GET /a.json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    client.say("\(head)\(field)\r\n\r\n\(head)\r\n")
    let answers = String(decoding: try #require(client.rest()), as: UTF8.self)
    #expect(answers.hasPrefix("HTTP/1.1 400 ") && !answers.contains("200 OK"), "\(answers)")
  }

  /// Each connection ends after one response, so that no byte after a request is taken for another one.
  @Test(arguments: [
    "", "Connection: close", "Connection: keep-alive", "Connection: x\r\nConnection: close",
    "Content-Length: 50",
  ])
  func connectionClosesAfterResponse(field: String) throws {
    let (port, _) = try server { _ in }
    let client = try TestClient(port)
    let head = "GET /a.json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    client.say(String(repeating: "\(head)\(field)\(field.isEmpty ? "" : "\r\n")\r\n", count: 40))
    let answers = String(decoding: try #require(client.rest()), as: UTF8.self)
    #expect(answers.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answers)")
    #expect(answers.contains("\r\nConnection: close\r\n") && answers.hasSuffix("\r\n\r\n[]"), "\(answers)")
  }

  /// The response arrives before the client has sent its request completely.
  @Test func responseToUploadArrives() throws {
    let (port, _) = try server { _ in }
    let client = try TestClient(port)
    client.say(
      "POST /a.json HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n"
        + String(repeating: "x", count: 100_000))
    let answer = String(decoding: try #require(client.rest()), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.hasSuffix("\r\n\r\nMethod Not Allowed\n"))
  }

  @Test(.slow(4)) func largeFilesAreSentCompletely() throws {
    let (port, _) = try server { _ in }
    let clients = try (0..<size(8)).map { _ in try ask("/large.json", port) }
    for client in clients {
      let answer = Data(try #require(client.rest()))
      #expect(answer.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
      #expect(answer.suffix(Self.large.count) == Self.large)
    }
  }

  /// The descriptor of a sent file is closed exactly once, because the next connection may reuse its number.
  @Test func concurrentRequestsCloseDescriptorsOnce() throws {
    let (port, _) = try server { _ in }
    for _ in 0..<30 {
      let clients = try (0..<20).map { _ in try ask("/a.json", port) }
      for client in clients { #expect(client.rest()?.suffix(2) == Array("[]".utf8)[...]) }
    }
  }

  @Test func connectionLimitIsReported() async throws {
    let (port, events) = try server { $0.connections = 2 }
    let slow = try (0..<2).map { _ in try ask("/large.json", port, buffer: 4096) }
    let waiting = try ask("/a.json", port)
    #expect(await Shell.comesTrue { !events.limits.withLock(\.isEmpty) })
    #expect(events.limits.withLock(\.first) == "all connections (2) are in use; others wait until one ends")
    for client in slow { _ = client.rest() }
    #expect(waiting.status() == "HTTP/1.1 200 OK")
  }

  /// When file descriptors run out, the server continues and reports the reason.
  @Test(.inTurn, arguments: [("ulimit -n 5", "503 Service Unavailable"), ("ulimit -n 24", "200 OK")])
  func serverSurvivesExhaustedFileDescriptors(limit: String, status: String) async throws {
    // The server must not inherit the files that other tests have open.
    let closing = (3...9).map { "\($0)<&-" }.joined(separator: " ")
    let running = try Shell.start(
      "exec > url \(closing); \(limit); exec \"$SLUICE\" serve --quiet . --port 0", in: folder)
    defer { running.stop() }
    #expect(await Shell.comesTrue { folder.text(of: "url")?.hasSuffix("/\n") == true })
    let port = try #require(
      folder.text(of: "url")?.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) })
    let idle = try (0..<60).map { _ in try TestClient(port) }
    for _ in 0..<3 { #expect(try ask("/a.json", port).status() == "HTTP/1.1 \(status)") }
    if status.hasPrefix("503") {
      #expect(await running.says("sluice: warning: Too many open files; others wait until one ends"))
      #expect(await running.says("ulimit -n"))
    }
    #expect(running.isRunning)
    withExtendedLifetime(idle) {}
  }
}
