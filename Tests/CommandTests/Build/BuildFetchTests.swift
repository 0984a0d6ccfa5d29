import Foundation
import SluiceConversion
import SluiceLists
import SluiceSystem
import SluiceText
import TestSupport
import Testing

@testable import sluice

/// When `build` requests lists, and how it handles the responses of well-behaved servers.
@Suite struct BuildFetchTests {
  private let folder: TemporaryFolder
  private let server: FaultServer
  private let requests = Requests()

  /// The requests that the server received.
  private final class Requests: Sendable {
    private let texts = Locked<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    /// Returns the requests since the last call.
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }
  }

  private static let list = "! Title: x\n! Version: 7\n||ads.example^\n"

  init() throws {
    folder = try TemporaryFolder()
    server = try FaultServer { _ in FaultServer.text(Self.list) }
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"\(server.url("/list.txt"))\"]}]}", to: "sluice.json")
  }

  private func answer(_ handler: @escaping FaultServer.Handler) {
    server.answer { [requests] request in
      requests.add(request.text)
      return handler(request)
    }
  }

  private func build(_ flags: String = "", after age: String? = nil) throws -> Shell.Result {
    let aging = age.map { "touch -d '\($0) ago' cache/*.list; " } ?? ""
    return try Shell.run("\(aging)sluice build --cache cache \(flags)", in: folder)
  }

  private func input() throws -> Manifest.Input {
    try #require(try Manifest.read(folder.path("public/manifest.json")).inputs.first)
  }

  @Test func freshCopyIsNotRequested() throws {
    answer { _ in FaultServer.text("! Expires: 12 hours\n" + Self.list) }
    #expect(try build().status == 0)
    #expect(requests.take().count == 1)
    #expect(try build(after: "11 hours").error.contains("unchanged"))
    #expect(requests.take().isEmpty)
    #expect(try build(after: "13 hours").status == 0)
    #expect(requests.take().count == 1)
    #expect(try build("--refresh").status == 0)
    #expect(requests.take().count == 1)
    #expect(try build("--offline", after: "30 days").status == 0)
    #expect(requests.take().isEmpty)
    #expect(try input().version == "7" && input().origin == "cached")
  }

  @Test func expiredCopyIsRevalidatedWithETag() throws {
    answer { request in
      request.text.contains("If-None-Match: \"v1\"")
        ? [.send(Array("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n".utf8))]
        : FaultServer.text(
          Self.list, headers: ["ETag: \"v1\"", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"])
    }
    #expect(try build().status == 0)
    #expect(try input().etag == "\"v1\"" && input().origin == "fetched")
    _ = requests.take()
    let second = try build(after: "3 days")
    #expect(second.error.contains("unchanged") && !second.error.contains("warning"), "\(second.error)")
    let asked = try #require(requests.take().first)
    #expect(asked.contains("If-Modified-Since: Sat, 21 Nov 2026 10:00:00 GMT"))
    // The copy is fresh again.
    _ = try build()
    #expect(requests.take().isEmpty)
  }

  @Test func notModifiedWithoutCopyIsError() throws {
    answer { _ in [.send(Array("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".utf8))] }
    let result = try build()
    #expect(result.status == 2 && result.error.contains("there is no stored copy"), "\(result.error)")
  }

  @Test func failedRequestsAreRetried() throws {
    answer { request in
      switch request.count {
      case 1: FaultServer.answer("503 Busy")
      case 2: FaultServer.answer("429 Slow", headers: ["Retry-After: 1"])
      default: FaultServer.text(Self.list)
      }
    }
    let start = ContinuousClock.now
    #expect(try build().status == 0)
    #expect(requests.take().count == 3 && ContinuousClock.now - start > .seconds(1))
  }

  @Test func dateOfRetryAfterIsWaitedFor() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    // Rounded down to seconds.
    let date = Date().addingTimeInterval(4)
    let text = formatter.string(from: date)
    answer { request in
      request.count == 1
        ? FaultServer.answer("503 Busy", headers: ["Retry-After: \(text)"]) : FaultServer.text(Self.list)
    }
    #expect(try build().status == 0)
    #expect(requests.take().count == 2 && date.timeIntervalSinceNow < 2)
  }

  @Test func shrunkListIsRejectedUnlessBelieved() throws {
    answer { request in
      FaultServer.text(Self.list + String(repeating: "! text\n", count: request.count == 1 ? 500 : 0))
    }
    _ = try build()
    let second = try build(after: "3 days")
    #expect(second.error.contains("has shrunk from"), "\(second.error)")
    #expect(try input().bytes > 3000)
    // `--refresh` does not imply `--believe`.
    let third = try build("--refresh")
    #expect(third.error.contains("which --believe accepts"), "\(third.error)")
    #expect(try input().bytes > 3000)
    #expect(try build("--refresh --believe").status == 0)
    #expect(try input().bytes < 100)
  }

  @Test func refreshRevalidatesFreshCopy() throws {
    answer { request in
      request.text.contains("If-None-Match: \"v1\"")
        ? [.send(Array("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".utf8))]
        : FaultServer.text(Self.list, headers: ["ETag: \"v1\""])
    }
    #expect(try build().status == 0)
    let second = try build("--refresh")
    #expect(second.status == 0 && second.error.contains("unchanged") && requests.take().count == 2)
  }

  /// The last good copy is used and kept, even with `--refresh` and `--believe`.
  @Test(arguments: ["! x\n", "Service unavailable\n", "! x\n<html>\n", "", "Forbidden"])
  func sourceWithoutFiltersFallsBackToLastGoodCopy(body: String) throws {
    _ = try build()
    let rules = folder.text(of: "public/ads.json")
    answer { _ in FaultServer.text(body) }
    for _ in 0..<2 {
      let result = try build("--refresh --believe")
      #expect(result.status == 0 && result.error.contains("its last good copy is used"), "\(result.error)")
      #expect(folder.text(of: "public/ads.json") == rules)
    }
    let first = try Shell.run("sluice build --cache other", in: folder)
    #expect(first.status == 2 && first.error.contains(server.url("/list.txt")), "\(first.error)")
  }

  @Test func mayBeEmptyAllowsEmptySource() throws {
    let url = server.url("/list.txt")
    func write(_ sources: String) throws {
      try folder.write("{lists: [{name: \"ads\", sources: [\(sources)]}]}", to: "sluice.json")
    }
    for body in ["! x\n", ""] {
      answer { _ in FaultServer.text(body) }
      try write("{url: \"\(url)\", mayBeEmpty: true}")
      #expect(try build("--refresh").status == 0)
      // The copy that now exists is not a valid list either.
      try write("\"\(url)\"")
      let result = try build()
      #expect(result.status == 2 && result.error.contains("has no filter"), "\(result.error)")
      #expect(result.error.contains("'mayBeEmpty'"))
    }
    answer { _ in FaultServer.text("Service unavailable\n") }
    try write("{url: \"\(url)\", mayBeEmpty: true}")
    #expect(try build("--refresh --believe").error.contains("text instead of a list"))
  }

  @Test(arguments: [
    ("", "has no filter"), ("! x\n", "has no filter"), ("Oops, sorry\n", "is plain text"),
    ("<html>\n", "is an HTML page"), ("{}", "is JSON"), ("// ==UserScript==\n", "is a userscript"),
  ])
  func fileWithoutFiltersIsError(text: String, problem: String) throws {
    try folder.write(text, to: "own.txt")
    // Content of another format is different from a list without filters.
    let isEmpty = problem == "has no filter"
    for (key, status) in [("", 2), (", mayBeEmpty: true", isEmpty ? 0 : 2)] as [(String, Int32)] {
      try folder.write("{lists: [{name: \"ads\", sources: [{file: \"own.txt\"\(key)}]}]}", to: "sluice.json")
      let result = try build()
      #expect(result.status == status, "\(result.error)")
      #expect(result.error.contains("own.txt: \(problem)") == (status == 2), "\(result.error)")
    }
  }

  /// A folder counts as one source, and so does a list with its included parts.
  @Test func partsOfSourceMayBeEmpty() throws {
    _ = try Shell.run(
      "mkdir own; echo '! x' > own/a.txt; echo '||b.example^' > own/b.txt; echo '!#include own/b.txt' > c.txt",
      in: folder)
    try folder.write("{lists: [{name: \"ads\", sources: [\"own/\", \"c.txt\"]}]}", to: "sluice.json")
    let result = try build()
    #expect(result.status == 0, "\(result.error)")
    _ = try Shell.run("rm own/b.txt; touch own/b.txt", in: folder)
    let empty = try build()
    #expect(empty.error.contains("own/: has no filter") && empty.error.contains("c.txt: has no filter"))
  }

  /// A list with a faulty part must not become the last good copy.
  @Test func listWithFailedIncludeIsNotCached() throws {
    _ = try build()
    let rules = folder.text(of: "public/ads.json")
    answer { request in
      FaultServer.text(Self.list + String(repeating: "||x.example^\n", count: 500) + "!#include ../a.txt\n")
    }
    for _ in 0..<2 {
      let broken = try build("--refresh")
      let url = server.url("/list.txt")
      #expect(
        broken.status == 0
          && broken.error.contains(
            "\(url): warning: line 504 includes '../a.txt', which is outside its folder;"
              + " 'ads' is built with the last good copy of '\(url)'"),
        "\(broken.error)")
      #expect(folder.text(of: "public/ads.json") == rules)
    }
    // Compared with the last good copy, the list has not shrunk.
    answer { _ in FaultServer.text(Self.list) }
    let result = try build("--refresh")
    #expect(result.status == 0 && !result.error.contains("shrunk"), "\(result.error)")
    #expect(folder.text(of: "public/ads.json") == rules)
  }

  @Test func includesAreLimitedWhileFetching() throws {
    try folder.write(
      """
      {fetch: {maximumIncludes: 5}, lists: [{name: "ads", sources: ["\(server.url("/list.txt"))"]}]}
      """, to: "sluice.json")
    for width in [1, 2, 5, 6, 10_000] {
      answer { request in
        let parts = (0..<width).map { "!#include \(request.path.dropFirst())-\($0)\n" }.joined()
        return FaultServer.text(Self.list + parts)
      }
      let result = try Shell.run("rm -rf cache; sluice build --cache cache", in: folder)
      #expect(result.status == 2 && result.error.contains("includes more than 5 lists"), "\(result.error)")
      #expect(requests.take().count <= 6, "\(width)")
    }
  }

  @Test func invalidTrackerRadarIsNotCached() throws {
    answer { request in
      FaultServer.text(request.count == 1 ? #"{"trackers": {}, "entities": {}, "domains": {}}"# : "Oops")
    }
    try folder.write("||a.example^\n", to: "own.txt")
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["own.txt"], trackerRadar: {blocklist: "\(server.url("/tds.json"))"}}]}
      """, to: "sluice.json")
    #expect(try build().status == 0)
    let second = try build("--refresh --believe")
    #expect(
      second.status == 0 && second.error.contains("did not send JSON; its last good copy is used"),
      "\(second.error)")
  }

  @Test func includesAndRedirectCommentsAreFollowed() throws {
    answer { request in
      switch request.path {
      case "/list.txt": FaultServer.text("! Redirect: /new/list.txt\n||old.example^\n")
      case "/new/list.txt":
        FaultServer.text(
          "! Title: n\n||a.example^\n!#include sub/b.txt\n!#if nothing\n!#include c.txt\n!#endif\n")
      case "/new/sub/b.txt": FaultServer.text("||b.example^\n!#include d.txt\n")
      case "/new/sub/d.txt": FaultServer.text("||d.example^\n")
      default: FaultServer.answer("404 Not Found")
      }
    }
    let result = try build()
    #expect(result.status == 0, "\(result.error)")
    let rules = try #require(folder.text(of: "public/ads.json"))
    for host in ["a", "b", "d"] { #expect(rules.contains("\(host)\\\\.example"), "\(host)") }
    #expect(!rules.contains("old"))
    #expect(
      try Manifest.read(folder.path("public/manifest.json")).inputs.map(\.name) == [
        server.url("/new/list.txt"), server.url("/new/sub/b.txt"), server.url("/new/sub/d.txt"),
      ])
    #expect(folder.text(of: "public/report.json")?.contains("include-not-followed") == false)
  }

  @Test func httpRedirectsAreFollowed() throws {
    answer { request in
      request.path == "/list.txt"
        ? FaultServer.answer("301 Moved", headers: ["Location: /moved.txt"]) : FaultServer.text(Self.list)
    }
    #expect(try build().status == 0)
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n",
      "e\r\n||ads.example\n\r\n0\r\nX-A: ||trailer.example\r\n\r\n"
    ),
    (
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 14\r\n",
      "||ads.example^\n"
    ),
    ("HTTP/1.0 200\r\nX-Folded: a\r\n b\r\n", "||ads.example^\n"),
  ])
  func unusualResponsesAreReadToTheirEnd(headers: String, body: String) throws {
    answer { _ in [.send(Array("\(headers)Connection: close\r\n\r\n\(body)".utf8))] }
    let result = try build()
    #expect(result.status == 0, "\(result.error)")
    let rules = try #require(folder.text(of: "public/ads.json"))
    #expect(rules.contains("ads") && !rules.contains("trailer"))
  }

  /// Options and their values are passed to curl as they are.
  @Test func etagWithSpecialCharactersIsSentBack() throws {
    let etag = #"W/"a\b\nc -o x""#
    answer { request in
      request.text.contains("If-None-Match: \(etag)\r\n")
        ? FaultServer.answer("304 Not Modified") : FaultServer.text(Self.list, headers: ["ETag: \(etag)"])
    }
    #expect(try build().status == 0)
    let second = try build("--refresh")
    #expect(second.status == 0 && second.error.contains("unchanged"), "\(second.error)")
    #expect(requests.take().count == 2)
    #expect(try input().etag == etag)
  }

  /// A user's settings of curl do not apply to builds.
  @Test func curlReadsNoConfiguration() throws {
    answer { request in FaultServer.text(request.text.contains("X-Own") ? "Oops" : Self.list) }
    try folder.write("header = \"X-Own: 1\"\nproxy = \"http://127.0.0.1:1\"\n", to: ".curlrc")
    let result = try Shell.run("HOME=\"$PWD\" CURL_HOME=\"$PWD\" \"$SLUICE\" build --cache cache", in: folder)
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func missingCurlIsReportedWithCommandThatInstallsIt() throws {
    let result = try Shell.run("PATH=/nonexistent \"$SLUICE\" build --cache cache", in: folder)
    #expect(result.status == 2 && result.error.contains("apt install curl"), "\(result.error)")
    try folder.write("{lists: [{name: \"ads\", sources: [\"own.txt\"]}]}", to: "sluice.json")
    try folder.write(Self.list, to: "own.txt")
    #expect(try Shell.run("PATH=/nonexistent \"$SLUICE\" build --cache cache", in: folder).status == 0)
  }

  @Test func compressedResponseWithoutFinalLineEndIsComplete() throws {
    let text = "! Title: x\n||ads.example^"
    answer { request in
      request.text.contains("Accept-Encoding: identity")
        ? FaultServer.text(text)
        : FaultServer.answer("200 OK", Gzip.compress(Array(text.utf8)), headers: ["Content-Encoding: gzip"])
    }
    #expect(try build().status == 0)
    #expect(try input().bytes == text.utf8.count)
  }

  @Test func wrongChecksumIsWarning() throws {
    answer { _ in FaultServer.text("! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n" + Self.list) }
    let result = try build()
    #expect(result.status == 0 && result.error.contains("the checksum in its header does not match the list"))
    #expect(folder.text(of: "public/report.json")?.contains("checksum") == true)
  }

  @Test func offlineBuildWithoutCacheFails() throws {
    let result = try build("--offline")
    #expect(result.status == 2 && result.error.contains("is not in the cache"))
  }
}
