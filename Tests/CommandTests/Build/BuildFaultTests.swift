import Foundation
import SluiceSystem
import SluiceLists
import Testing
import TestSupport

@testable import sluice

/// Faulty servers: the output stays, and the message names the source and the cause.
@Suite struct BuildFaultTests {
  private static let list =
    "[Adblock Plus 2.0]\n! Title: x\n" + String(repeating: "||ads.example^\n", count: 100)

  /// 100 MB compressed to 100 kB.
  private static let bomb: [UInt8] = {
    guard let folder = try? TemporaryFolder(),
      (try? Shell.run("head -c 100000000 /dev/zero | gzip -1 > bomb.gz", in: folder)) != nil
    else { return [] }
    return [UInt8](FileManager.default.contents(atPath: folder.path("bomb.gz")) ?? Data())
  }()

  /// Time limits, in seconds.
  ///
  /// Only tests of a limit set it to a short time, because a busy machine may need longer for everything
  /// else.
  struct Limits: Sendable {
    var idle = 120
    var total = 300
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let cause: String
    let limits: Limits
    let handler: FaultServer.Handler

    init(
      _ name: String, _ cause: String, within limits: Limits = Limits(),
      _ handler: @escaping FaultServer.Handler
    ) {
      (testDescription, self.cause, self.limits, self.handler) = (name, cause, limits, handler)
    }
  }

  static let faults: [Fault] = [
    Fault("500", "the server answered 500") { _ in FaultServer.answer("500 Oops") },
    Fault("404", "the server answered 404") { _ in FaultServer.answer("404 Not Found", Array("<html>".utf8))
    },
    Fault("401 that asks for a password", "the server answered 401: it asks for a user name and a password") {
      _ in
      FaultServer.answer("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"lists\""])
    },
    Fault("401 by another scheme", "the server answered 401") { _ in
      FaultServer.answer(
        "401 Unauthorized", headers: ["WWW-Authenticate: Digest realm=\"x\", nonce=\"1\", qop=\"auth\""])
    },
    Fault("401 by several schemes", "the server answered 401") { _ in
      FaultServer.answer(
        "401 Unauthorized", Array("no".utf8),
        headers: [
          "WWW-Authenticate: Negotiate", "WWW-Authenticate: NTLM", "WWW-Authenticate: Bearer realm=\"x\"",
        ])
    },
    Fault("401 that asks for nothing", "the server answered 401") { _ in
      FaultServer.answer("401 Unauthorized")
    },
    Fault("407", "the server answered 407") { _ in
      FaultServer.answer(
        "407 Proxy Authentication Required", headers: ["Proxy-Authenticate: Basic realm=\"x\""])
    },
    Fault("429 for a day", "the server answered 429") { _ in
      FaultServer.answer("429 Slow Down", headers: ["Retry-After: 86400"])
    },
    Fault("hang", "no data arrived for 1 s", within: Limits(idle: 1)) { _ in [.pause(20)] },
    Fault("hang within the body", "no data arrived for 1 s", within: Limits(idle: 1)) { _ in
      FaultServer.answer("200 OK", Array("||ads".utf8), length: 5000) + [.pause(20)]
    },
    Fault("slow drip", "it took longer than 2 s", within: Limits(total: 2)) { _ in
      FaultServer.answer("200 OK", [], length: 5000)
        + (0..<100).flatMap { _ in [FaultServer.Step.send([0x78]), .pause(0.1)] }
    },
    Fault("cut", "the list is incomplete:") { _ in
      FaultServer.answer("200 OK", Array(list.utf8), length: 5000)
    },
    Fault("cut compressed", "the compressed list seems to be truncated") { _ in
      let text = (0..<4000).map { "||host\($0 &* 7919 % 10007).example^\n" }.joined()
      let whole = Gzip.compress(Array(text.utf8))
      return FaultServer.answer(
        "200 OK", Array(whole[..<(whole.count / 2)]), headers: ["Content-Encoding: gzip"])
    },
    Fault("reset", "lost") { _ in FaultServer.answer("200 OK", Array("||a".utf8), length: 500) + [.reset] },
    Fault("bad gzip", "incorrect header check") { _ in
      FaultServer.answer("200 OK", Array(list.utf8), headers: ["Content-Encoding: gzip"])
    },
    Fault("gzip bomb", "larger than 2,000,000 bytes") { _ in
      FaultServer.answer("200 OK", bomb, headers: ["Content-Encoding: gzip"])
    },
    Fault("2 GB", "larger than 2,000,000 bytes") { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
        .sendRepeatedly([UInt8](repeating: 0x78, count: 1_000_000), 2000),
      ]
    },
    Fault("2 GB announced", "larger than 2,000,000 bytes") { _ in
      FaultServer.answer("200 OK", [], length: 2_000_000_000)
    },
    Fault("redirect loop", "redirects more than 10 times") { request in
      FaultServer.answer("302 Found", headers: ["Location: \(request.path)"])
    },
    Fault("redirect to a file", "redirects to 'file:///etc/passwd'") { _ in
      FaultServer.answer("302 Found", headers: ["Location: file:///etc/passwd"])
    },
    Fault("sign-in page", "an HTML sign-in page instead of a list") { _ in
      FaultServer.text("\n<!DOCTYPE html><title>Sign in</title>" + list)
    },
    Fault("merge conflict", "an unresolved merge conflict (line 301)") { _ in
      FaultServer.text(
        String(repeating: "||x.example^\n", count: 300)
          + "<<<<<<< HEAD\n||a.example^\n=======\n||b.example^\n>>>>>>> x\n")
    },
    Fault("HTML behind a comment", "an HTML page instead of a list") { _ in
      FaultServer.text("! Title: x\n<!DOCTYPE html>\n<html lang=en>\n<body>gone</body>")
    },
    Fault("text", "text instead of a list") { _ in
      FaultServer.text(String(repeating: "Service unavailable\n", count: 100))
    },
    Fault("a word", "text instead of a list") { _ in FaultServer.text("Forbidden") },
    Fault("JSON", "JSON instead of a list") { _ in FaultServer.text("{\"error\": 1}") },
    Fault("comments", "a list without a filter") { _ in
      FaultServer.text(String(repeating: "! x\n", count: 1000))
    },
    Fault("redirect to nowhere", "answered 301, but does not give the address of the list") { _ in
      FaultServer.answer("301 Moved")
    },
    Fault("redirect to a wrong port", "redirects to 'http://127.0.0.1:99999/', which is not followed") { _ in
      FaultServer.answer("302 Found", headers: ["Location: http://127.0.0.1:99999/"])
    },
    Fault("redirect into the network", "address 10.0.0.1 is not public") { _ in
      FaultServer.answer("302 Found", headers: ["Location: http://10.0.0.1/list.txt"])
    },
    Fault("long header", "the server's headers are too long") { _ in
      FaultServer.text(list, headers: ["X-Long: " + String(repeating: "x", count: 5_000_000)])
    },
    Fault("100,000 lines of header", "the server's headers are too long") { _ in
      FaultServer.text(list, headers: (0..<100_000).map { "X-\($0): y" })
    },
    Fault("the same line of header, 1,000,000 times", "the server's headers are too long") { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
        .sendRepeatedly(Array(String(repeating: "a: b\r\n", count: 1000).utf8), 1000),
      ]
    },
    Fault("2^63 - 1 bytes announced", "larger than 2,000,000 bytes") { _ in
      FaultServer.answer("200 OK", [], length: .max)
    },
    Fault("2^64 bytes announced", "larger than 2,000,000 bytes") { _ in
      FaultServer.answer("200 OK", [], headers: ["Content-Length: 18446744073709551616"])
    },
    Fault("401", "the server answered 401") { _ in
      FaultServer.answer("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    },
    Fault("401 of a scheme that is not known", "the server answered 401") { _ in
      FaultServer.answer("401 Unauthorized", headers: ["WWW-Authenticate: Strange"])
    },
    Fault("a year of 400 digits", "the server answered 503") { _ in
      FaultServer.answer(
        "503 Slow Down",
        headers: ["Retry-After: Wed, 21 Oct \(String(repeating: "9", count: 400)) 07:28:00 GMT"])
    },
    Fault("redirect to an empty address", "answered 302, but does not give the address of the list") { _ in
      FaultServer.answer("302 Found", headers: ["Location:  "])
    },
    Fault("many interim answers", "the server's headers are too long") { _ in
      [.sendRepeatedly(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8), 100_000)]
    },
    Fault("cut within a chunk", "the list is incomplete:") { _ in
      [
        .send(
          Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nffff\r\n||a".utf8))
      ]
    },
    Fault("no answer", "the connection was lost before the end") { _ in [] },
    Fault("empty", "an empty list") { _ in FaultServer.text("") },
    Fault("zeros", "binary data instead of a list") { _ in
      FaultServer.answer("200 OK", [UInt8](repeating: 0, count: 5000))
    },
    Fault("no HTTP", "is not HTTP") { _ in [.send(Array("hello\n".utf8))] },
    Fault("includes outside", "is outside its folder") { _ in
      FaultServer.text(list + "!#include ../secret.txt\n")
    },
    Fault("includes outside, encoded", "is outside its folder") { _ in
      FaultServer.text(list + "!#include %2e%2e/secret.txt\n")
    },
    Fault("includes another origin", "another origin") { _ in
      FaultServer.text(list + "!#include http://other.example/list.txt\n")
    },
    Fault("includes itself", "the includes form a circle") { _ in
      FaultServer.text(list + "!#include list.txt\n")
    },
    Fault("includes in a circle", "the includes form a circle") { request in
      FaultServer.text(list + (request.path == "/list.txt" ? "!#include b.txt\n" : "!#include list.txt\n"))
    },
    Fault("includes without an end", "too deep") { request in
      FaultServer.text(list + "!#include \(request.path.dropFirst())x\n")
    },
    Fault("10,000 includes", "includes more than 20 lists") { request in
      guard request.path == "/list.txt" else { return FaultServer.text(list) }
      return FaultServer.text(list + (0..<10_000).map { "!#include part\($0).txt\n" }.joined())
    },
    Fault("includes what is not there", "the server answered 404") { request in
      guard request.path == "/list.txt" else { return FaultServer.answer("404 Not Found") }
      return FaultServer.text(list + "!#include part.txt\n")
    },
  ]

  private let folder: TemporaryFolder
  private let server: FaultServer

  init() throws {
    // Computed before a server waits for it.
    _ = Self.bomb
    folder = try TemporaryFolder()
    server = try FaultServer { _ in FaultServer.text(Self.list) }
    try setLimits(Limits())
  }

  private func setLimits(_ limits: Limits) throws {
    try folder.write(
      """
      {
        fetch: {idleTimeout: \(limits.idle), totalTimeout: \(limits.total), retries: 0, maximumBytes: 2000000, maximumIncludes: 20},
        lists: [{name: "ads", sources: ["\(server.url("/list.txt"))"]}],
      }
      """, to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Returns the names and digests of the output files.
  private func output() throws -> String {
    try sh("cd public && sha256sum * 2>/dev/null || shasum -a 256 *").output
  }

  @Test(arguments: some(faults, oneIn: 5))
  func failedBuildLeavesOutputUnchanged(fault: Fault) throws {
    let first = try sh("sluice build --cache cache")
    #expect(first.status == 0, "\(first.error)")
    let rules = try sh("sha256sum public/ads*").output
    #expect(rules.contains("ads.json"))
    server.answer(fault.handler)
    try setLimits(fault.limits)

    // The list has expired. Its last good copy is used, also if the fault is in an included file.
    let second = try sh("touch -d '20 days ago' cache/*.list; sluice build --cache cache")
    #expect(second.error.contains(server.url("/")), "\(second.error)")
    #expect(second.error.contains(fault.cause), "\(second.error)")
    #expect(second.status == 0 && second.error.contains(" last good copy "), "\(second.error)")
    #expect(try sh("sha256sum public/ads*").output == rules)

    // Without a copy, the build fails.
    let before = try output()
    server.answer(fault.handler)
    let third = try sh("sluice build --cache empty")
    #expect(third.status == 2)
    #expect(third.error.contains(server.url("/")), "\(third.error)")
    #expect(third.error.contains(fault.cause), "\(third.error)")
    #expect(try output() == before)
    #expect(folder.names == ["cache", "empty", "public", "sluice.json"])

    // After the fault is fixed, the next build succeeds.
    server.answer { _ in FaultServer.text(Self.list) }
    try setLimits(Limits())
    let last = try sh("sluice build --refresh --cache cache")
    #expect(last.status == 0, "\(last.error)")
    #expect(try sh("sha256sum public/ads*").output == rules)
  }
}
