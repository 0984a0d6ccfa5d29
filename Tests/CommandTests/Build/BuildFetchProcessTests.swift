import Foundation
import SluiceConversion
import SluiceText
import TestSupport
import Testing

/// The processes that fetch: one that dies fails its own source and no other.
@Suite(.ends) struct BuildFetchProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let list = (0..<200).map { "||host\($0).example^\n" }.joined()

  #if os(Linux)
    /// Kills the processes that fetch in a folder.
    private static func killFetchers(in folder: String) {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      for number in processes.compactMap({ pid_t($0) }) {
        let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd")
        if place == folder, String(decoding: words, as: UTF8.self).hasPrefix("curl\0") {
          kill(number, SIGKILL)
        }
      }
    }

    @Test func killedFetcherDoesNotStopOtherDownloads() throws {
      let path = folder.path
      let asked = Locked<[String: Int]>([:])
      let server = try FaultServer { request in
        asked.withLock { $0[request.path, default: 0] += 1 }
        guard request.path == "/killer.txt" else { return FaultServer.text(Self.list) }
        Self.killFetchers(in: path)
        return [.pause(0.2)]
      }
      let names = ["first", "killer", "second", "third"]
      let lists = names.map { "{name: \"\($0)\", sources: [\"\(server.url("/\($0).txt"))\"]}" }
      try folder.write(
        "{fetch: {concurrency: 1, retries: 3, totalTimeout: 20}, lists: [\(lists.joined(separator: ", "))]}",
        to: "sluice.json")
      let result = try Shell.run("sluice build --cache cache", in: folder)
      #expect(result.status == 2)
      #expect(
        result.error.contains("killer.txt") && result.error.contains("ended unexpectedly"), "\(result.error)")
      for name in ["first", "second", "third"] {
        #expect(!result.error.contains("\(name).txt"), "\(result.error)")
      }
      #expect(
        asked.withLock { $0 } == ["/first.txt": 1, "/killer.txt": 1, "/second.txt": 1, "/third.txt": 1])
    }
  #endif

  /// A build that waits for a server takes next to no processor time: as a rule 0.1 s, and 3 s if it asks
  /// the socket again and again.
  @Test func waitingForServerTakesNoProcessorTime() throws {
    let server = try FaultServer { _ in
      FaultServer.answer("200 OK", Array("||ads".utf8), length: 5000) + [.pause(20)]
    }
    try folder.write(
      """
      {fetch: {idleTimeout: 4, retries: 0}, lists: [{name: "ads", sources: ["\(server.url("/list.txt"))"]}]}
      """, to: "sluice.json")
    // The last line of `times` is the processor time of the shell's children.
    let result = try Shell.run("sluice build --cache cache; times", in: folder)
    #expect(result.error.contains("no data arrived for 4 s"), "\(result.error)")
    let seconds = result.output.split(separator: "\n").last.map { line in
      line.split(separator: " ").compactMap { time in
        Double(time.drop { $0 != "m" }.dropFirst().dropLast())
      }.reduce(0, +)
    }
    #expect(try #require(seconds) < 1, "\(result.output)")
  }

  /// The time limit of a source applies even if its server never stops sending.
  @Test(arguments: ["headers", "interim answers", "drips"])
  func totalTimeLimitAppliesToSlowServers(what: String) throws {
    let server = try FaultServer { _ in
      switch what {
      case "headers":
        [.send(Array("HTTP/1.1 200 OK\r\n".utf8))]
          + (0..<900).flatMap { _ in [FaultServer.Step.send(Array("a: b\r\n".utf8)), .pause(0.02)] } + [
            .pause(30)
          ]
      case "interim answers":
        [.sendRepeatedly(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), 1_000_000)]
      default:
        FaultServer.answer("200 OK", length: 1_000_000)
          + [.sendRepeatedly(Array("x".utf8), 400_000), .pause(30)]
      }
    }
    try folder.write(
      """
      {fetch: {idleTimeout: 20, totalTimeout: 3, retries: 0},
        lists: [{name: "ads", sources: ["\(server.url("/list.txt"))"]}]}
      """, to: "sluice.json")
    let result = try Shell.run("sluice build --cache cache; echo $? >&2", in: folder)
    #expect(result.error.hasSuffix("2\n"), "\(result.error)")
    #expect(
      result.error.contains("longer than 3 s") || result.error.contains("headers are too long"),
      "\(result.error)")
  }

  // MARK: - Proxies

  private func build(_ url: String, _ variables: String) throws -> Shell.Result {
    try folder.write(
      """
      {fetch: {idleTimeout: 5, totalTimeout: 5, retries: 0}, lists: [{name: "ads", sources: ["\(url)"]}]}
      """, to: "sluice.json")
    return try Shell.run("\(variables) \"$SLUICE\" build --cache cache", in: folder)
  }

  @Test func proxyFromEnvironmentIsUsed() throws {
    let proxy = try FaultServer { request in
      request.path == "http://list.invalid/list.txt"
        ? FaultServer.text(Self.list) : FaultServer.answer("502 Bad Gateway")
    }
    let url = "http://list.invalid/list.txt"
    let result = try build(url, "http_proxy=\(proxy.url(""))")
    #expect(result.status == 0, "\(result.error)")
    let without = try build(
      "http://other.invalid/list.txt", "no_proxy=other.invalid http_proxy=\(proxy.url(""))")
    #expect(without.status == 2 && !without.error.contains("502"), "\(without.error)")
  }

  /// A proxy may be in a private network, but no list can direct requests there.
  @Test func redirectsToPrivateHostsFailThroughProxy() throws {
    let asked = Locked<[String]>([])
    let proxy = try FaultServer { request in
      asked.withLock { $0.append(request.path) }
      return FaultServer.answer("302 Found", headers: ["Location: http://10.0.0.1/secret.txt"])
    }
    let result = try build("http://list.invalid/list.txt", "http_proxy=\(proxy.url(""))")
    #expect(result.status == 2 && result.error.contains("10.0.0.1 is not public"), "\(result.error)")
    #expect(asked.withLock { $0 } == ["http://list.invalid/list.txt"])
  }
}
