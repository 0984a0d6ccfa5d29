import Foundation
import TestSupport
import Testing

@testable import sluice

/// The server for trying what was built.
@Suite struct ServeTests {
  @Test(arguments: [
    ("GET /a.json HTTP/1.1", "a.json"), ("GET / HTTP/1.1", ""), ("HEAD /a/b.json?x#y HTTP/1.0", "a/b.json"),
    ("GET /a%2ejson HTTP/1.1", "a.json"), ("GET http://h.example/a.json HTTP/1.1", "a.json"),
  ])
  func paths(line: String, path: String) throws {
    #expect(try HTTPRequest(Array("\(line)\r\nHost: x".utf8)).path == path)
  }

  @Test(arguments: [
    ("GET /../a HTTP/1.1", 404), ("GET /%2e%2e/a HTTP/1.1", 404), ("GET /.git HTTP/1.1", 404),
    ("GET //a HTTP/1.1", 404),
    ("GET /a\\..\\b HTTP/1.1", 400), ("GET /a%00 HTTP/1.1", 400), ("GET /%zz HTTP/1.1", 400),
    ("GET /%e2%28 HTTP/1.1", 400),
    ("GET a HTTP/1.1", 400), ("POST / HTTP/1.1", 405), ("GET /", 400), ("", 400),
    ("GET / HTTP/1.1\r\nnothing", 400),
  ])
  func refusals(head: String, status: Int) {
    do throws(HTTPRequest.Problem) {
      _ = try HTTPRequest(Array(head.utf8))
      Issue.record("taken: \(head)")
    } catch {
      #expect(error.rawValue == status)
    }
  }

  @Test(arguments: [
    ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false), ("deflate", false),
    ("", false),
  ])
  func compression(header: String, isWelcome: Bool) throws {
    #expect(
      try HTTPRequest(Array("GET / HTTP/1.1\r\nAccept-Encoding: \(header)".utf8)).acceptsGzip == isWelcome)
  }

  private static func request(_ path: String, _ headers: String = "") throws -> HTTPRequest {
    try HTTPRequest(Array("GET \(path) HTTP/1.1\r\n\(headers)".utf8))
  }

  @Test func answers() throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try folder.write("zipped", to: "a.json.gz")
    _ = try Shell.run("mkdir d && ln -s /etc/passwd link && ln -s / d/root", in: folder)
    let plain = HTTPResponse.file(try Self.request("/a.json"), in: folder.path)
    #expect(plain.status == 200 && plain.body == Array("[]".utf8))
    #expect(plain.headers.contains { $0 == ("Content-Type", "application/json") })
    let compressed = HTTPResponse.file(try Self.request("/a.json", "Accept-Encoding: gzip"), in: folder.path)
    #expect(compressed.body == Array("zipped".utf8))
    #expect(compressed.headers.contains { $0 == ("Content-Encoding", "gzip") })
    let etag = try #require(plain.headers.first { $0.name == "ETag" }?.value)
    let unchanged = HTTPResponse.file(
      try Self.request("/a.json", "If-None-Match: W/\"x\", \(etag)"), in: folder.path)
    #expect(unchanged.status == 304 && unchanged.body.isEmpty)
    for path in ["/none", "/link", "/d", "/d/root/etc/passwd"] {
      #expect(HTTPResponse.file(try Self.request(path), in: folder.path).status == 404, "\(path)")
    }
    let head = String(decoding: plain.bytes(for: .head, keepsAlive: true), as: UTF8.self)
    #expect(head.contains("Content-Length: 2\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test func theProcessServes() throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    let result = try Shell.run(
      """
      "$SLUICE" serve . --port 0 > url 2> log & server=$!
      for i in 1 2 3 4 5 6 7 8 9 10; do [ -s url ] || sleep 0.2; done
      curl -s "$(cat url)a.json"; curl -s -o /dev/null -w ' %{http_code} %{content_type}' "$(cat url)a.json"
      kill $server; wait
      """, in: folder)
    #expect(result.output == "[] 200 application/json", "\(result.error)")
    #expect(folder.text(of: "log")?.contains("GET /a.json 200") == true)
    #expect(folder.text(of: "url")?.hasPrefix("http://127.0.0.1:") == true)
  }
}
