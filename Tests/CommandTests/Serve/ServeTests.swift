import Foundation
import TestSupport
import Testing

@testable import sluice

/// The HTTP server of `sluice serve`.
@Suite struct ServeTests {
  @Test(arguments: [
    ("GET /a.json HTTP/1.1", "a.json"), ("GET / HTTP/1.1", ""), ("HEAD /a/b.json?x#y HTTP/1.0", "a/b.json"),
    ("GET /a%2ejson HTTP/1.1", "a.json"), ("GET /a/ HTTP/1.1", "a/"),
    ("GET http://h.example/a.json HTTP/1.1", "a.json"),
  ])
  func requestPathsAreDecoded(line: String, path: String) throws {
    #expect(try HTTPRequest(Array("\(line)\r\nHost: x".utf8)).path == path)
  }

  @Test(arguments: [
    ("GET /../a HTTP/1.1", 404), ("GET /%2e%2e/a HTTP/1.1", 404), ("GET /.git HTTP/1.1", 404),
    ("GET //a HTTP/1.1", 404), ("GET // HTTP/1.1", 404), ("GET /a// HTTP/1.1", 404),
    ("GET /../ HTTP/1.1", 404),
    ("GET /a\\..\\b HTTP/1.1", 400), ("GET /a%00 HTTP/1.1", 400), ("GET /%zz HTTP/1.1", 400),
    ("GET /a%+1json HTTP/1.1", 400), ("GET  / HTTP/1.1", 400), ("GET /  HTTP/1.1", 400),
    (" GET / HTTP/1.1", 400), ("GET / HTTP/1.1 ", 400), ("GET  HTTP/1.1", 400),
    ("GET /%e2%28 HTTP/1.1", 400),
    ("GET a HTTP/1.1", 400), ("POST / HTTP/1.1", 405), ("GET /", 400), ("", 400),
    ("GET / HTTP/1.1\r\nnothing", 400), ("GET / HTTP/1.1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400),
  ])
  func invalidRequestsGetErrorStatus(head: String, status: Int) {
    do throws(HTTPStatus) {
      _ = try HTTPRequest(Array(head.utf8))
      Issue.record("taken: \(head)")
    } catch {
      #expect(error.rawValue.hasPrefix("\(status) "))
    }
  }

  @Test(arguments: [
    ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false), ("deflate", false),
    ("", false),
  ])
  func acceptEncodingIsParsed(header: String, isWelcome: Bool) throws {
    #expect(
      try HTTPRequest(Array("GET / HTTP/1.0\r\nAccept-Encoding: \(header)".utf8)).acceptsGzip == isWelcome)
  }

  private static func request(_ path: String, _ headers: String = "") throws -> HTTPRequest {
    try HTTPRequest(Array("GET \(path) HTTP/1.0\r\n\(headers)".utf8))
  }

  /// Returns the response without its file.
  private static func answer(
    _ path: String, _ headers: String = "", in folder: TemporaryFolder, isShared: Bool = false
  ) throws -> HTTPResponse {
    let server = HTTPServer(
      directory: folder.path, hosts: ServerHosts(address: "127.0.0.1", ports: [8080]), listeners: [],
      isShared: isShared
    ) { _ in }
    let response = try server.answer(to: request(path, headers))
    try response.file?.file.close()
    return response
  }

  @Test func serverAnswersFilesOfFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try folder.write("zipped", to: "a.json.gz")
    _ = try Shell.run("mkdir d && ln -s /etc/passwd link && ln -s / d/root && mkfifo pipe", in: folder)
    let plain = try Self.answer("/a.json", in: folder)
    #expect(plain.status == .ok && plain.size == 2)
    #expect(plain.headers.contains { $0 == ("Content-Type", "application/json") })
    // Only pages from the server itself may read the file.
    #expect(!plain.headers.contains { $0.name == "Access-Control-Allow-Origin" })
    #expect(plain.headers.contains { $0 == ("Cross-Origin-Resource-Policy", "same-origin") })
    let shared = try Self.answer("/a.json", in: folder, isShared: true)
    #expect(shared.headers.contains { $0 == ("Access-Control-Allow-Origin", "*") })
    let compressed = try Self.answer("/a.json", "Accept-Encoding: gzip", in: folder)
    #expect(compressed.size == 6)
    #expect(compressed.headers.contains { $0 == ("Content-Encoding", "gzip") })
    let etag = try #require(plain.headers.first { $0.name == "ETag" }?.value)
    let unchanged = try Self.answer("/a.json", "If-None-Match: W/\"x\", \(etag)", in: folder)
    #expect(unchanged.status == .notModified && unchanged.size == 0)
    try folder.write("[{}]", to: "a.json")
    #expect(try Self.answer("/a.json", "If-None-Match: \(etag)", in: folder).status == .ok)
    for path in ["/none", "/link", "/d", "/d/root/etc/passwd", "/pipe"] {
      #expect(throws: HTTPStatus.notFound, "\(path)") { try Self.answer(path, in: folder) }
    }
    let head = String(decoding: plain.head, as: UTF8.self)
    #expect(head.contains("Content-Length: 2\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("127.0.0.1:8080", true), ("localhost:8080", true), ("127.0.0.1", false), ("evil.example:8080", false),
    ("127.0.0.1:80", false), ("127.0.0.1.evil.example:8080", false), ("", false), ("a:b:8080", false),
    ("10.0.0.1:8080", false),
  ])
  func loopbackServerAcceptsLocalHostNames(host: String, isTaken: Bool) {
    #expect(ServerHosts(address: "127.0.0.1", ports: [8080, 8081]).contains(host) == isTaken)
  }

  @Test(arguments: [
    ("10.0.0.1:8080", true), ("10.0.0.1:9000", true), ("0.0.0.0", true), ("localhost:8080", true),
    ("evil.example:8080", false), ("10.0.0:8080", false), ("10.0.0.1:x", false), ("10.0.0.1:", false),
  ])
  func serverOnAllAddressesAcceptsIPAddresses(host: String, isTaken: Bool) {
    #expect(ServerHosts(address: "0.0.0.0", ports: [8080, 8081]).contains(host) == isTaken)
  }

  @Test func serverOnOtherAddressRejectsLocalhost() {
    let hosts = ServerHosts(address: "10.0.0.1", ports: [8080, 8081])
    #expect(hosts.contains("10.0.0.1:8080") && !hosts.contains("localhost:8080"))
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\nHost:  A.Example:1 \t", "a.example:1"),
      ("GET http://B.example/ HTTP/1.1\r\nHost: a", "b.example"),
      ("GET / HTTP/1.0", nil),
    ] as [(String, String?)])
  func hostIsReadFromRequest(head: String, host: String?) throws {
    #expect(try HTTPRequest(Array(head.utf8)).host == host)
  }

  @Test(arguments: [("", ""), ("--cors", "*")])
  func serveProcessAnswersRequests(flag: String, origins: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    let result = try Shell.run(
      """
      "$SLUICE" serve . --port 0 \(flag) > url 2> log & server=$!
      tries=0; until [ -s url ] || [ $tries = 300 ]; do sleep 0.1; tries=$((tries + 1)); done
      curl -s "$(cat url)a.json"; curl -s -o /dev/null -w ' %{http_code} %{content_type}' "$(cat url)a.json"
      curl -s -o /dev/null -w ' %{http_code}' -H 'Host: evil.example' "$(cat url)a.json"
      curl -sI "$(cat url)a.json" | tr -d '\\r' | sed -n 's/^Access-Control-Allow-Origin: / /p'
      kill $server; wait
      """, in: folder)
    let shared = origins.isEmpty ? "" : " \(origins)\n"
    #expect(result.output == "[] 200 application/json 421\(shared)", "\(result.error)")
    #expect(folder.text(of: "log")?.contains("GET /a.json 200") == true)
    #expect(folder.text(of: "url")?.hasPrefix("http://127.0.0.1:") == true)
  }

  /// Pages that need two origins find the same files on both ports.
  @Test func serveListensOnSeveralPorts() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>", to: "a.html")
    let result = try Shell.run(
      """
      "$SLUICE" serve . --port 0 --port 0 > urls 2> log & server=$!
      tries=0; until [ "$(grep -c . urls)" = 2 ] || [ $tries = 300 ]; do sleep 0.1; tries=$((tries + 1)); done
      for url in $(cat urls); do curl -s -w ' %{http_code} %{content_type}\n' "${url}a.html"; done
      first=$(sed -n 1p urls | tr -dc "0-9:" | cut -d: -f3)
      "$SLUICE" serve . --port 0 --port $first; echo $?
      kill $server; wait
      """, in: folder)
    #expect(
      result.output == "<p> 200 text/html; charset=utf-8\n<p> 200 text/html; charset=utf-8\n2\n", "\(result)")
    let urls = Set((folder.text(of: "urls") ?? "").split(separator: "\n"))
    #expect(urls.count == 2)
    #expect(result.error.contains("cannot listen on "))
  }
}
