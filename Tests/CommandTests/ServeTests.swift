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
    ("GET / HTTP/1.1\r\nnothing", 400), ("GET / HTTP/1.1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400),
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
      try HTTPRequest(Array("GET / HTTP/1.0\r\nAccept-Encoding: \(header)".utf8)).acceptsGzip == isWelcome)
  }

  private static func request(_ path: String, _ headers: String = "") throws -> HTTPRequest {
    try HTTPRequest(Array("GET \(path) HTTP/1.0\r\n\(headers)".utf8))
  }

  private static func answer(
    _ path: String, _ headers: String = "", in folder: TemporaryFolder, isShared: Bool = false
  ) throws -> (response: HTTPResponse, body: String) {
    var tags = EntityTags()
    let response = try HTTPResponse.file(
      try request(path, headers), in: folder.path, &tags, isShared: isShared)
    switch response.body {
    case .text(let bytes): return (response, String(decoding: bytes, as: UTF8.self))
    case .file(let file):
      defer { try? file.descriptor.close() }
      // The tag was made by reading the file, which is sent from its start all the same.
      return (
        response,
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + path)), as: UTF8.self)
      )
    }
  }

  @Test func answers() throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try folder.write("zipped", to: "a.json.gz")
    _ = try Shell.run("mkdir d && ln -s /etc/passwd link && ln -s / d/root && mkfifo pipe", in: folder)
    let plain = try Self.answer("/a.json", in: folder).response
    #expect(plain.status == 200 && plain.body.size == 2)
    #expect(plain.headers.contains { $0 == ("Content-Type", "application/json") })
    #expect(!plain.headers.contains { $0.name == "Access-Control-Allow-Origin" })
    let shared = try Self.answer("/a.json", in: folder, isShared: true).response
    #expect(shared.headers.contains { $0 == ("Access-Control-Allow-Origin", "*") })
    let compressed = try Self.answer("/a.json", "Accept-Encoding: gzip", in: folder).response
    #expect(compressed.body.size == 6)
    #expect(compressed.headers.contains { $0 == ("Content-Encoding", "gzip") })
    let etag = try #require(plain.headers.first { $0.name == "ETag" }?.value)
    let unchanged = try Self.answer("/a.json", "If-None-Match: W/\"x\", \(etag)", in: folder)
    #expect(unchanged.response.status == 304 && unchanged.body.isEmpty)
    for path in ["/none", "/link", "/d", "/d/root/etc/passwd", "/pipe"] {
      #expect(throws: HTTPRequest.Problem.notFound, "\(path)") { try Self.answer(path, in: folder) }
    }
    let head = String(decoding: plain.head(keepsAlive: true), as: UTF8.self)
    #expect(head.contains("Content-Length: 2\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("127.0.0.1:8080", true), ("localhost:8080", true), ("127.0.0.1", false), ("evil.example:8080", false),
    ("127.0.0.1:80", false), ("127.0.0.1.evil.example:8080", false), ("", false), ("a:b:8080", false),
    ("10.0.0.1:8080", false),
  ])
  func hostsOfTheLoopback(host: String, isTaken: Bool) {
    #expect(ServerHosts(address: "127.0.0.1", port: 8080).contains(host) == isTaken)
  }

  @Test(arguments: [
    ("10.0.0.1:8080", true), ("localhost:8080", true), ("evil.example:8080", false), ("10.0.0:8080", false),
  ])
  func hostsOfAllAddresses(host: String, isTaken: Bool) {
    #expect(ServerHosts(address: "0.0.0.0", port: 8080).contains(host) == isTaken)
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

  /// Idle connections, as many as it takes and more, keep nobody waiting; slow readers take no memory; without
  /// files to open it waits and goes on.
  @Test(arguments: [1024, 40]) func connectionsThatAreNotWellBehaved(files: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try folder.write(String(repeating: "x", count: 200_000), to: "large.json")
    let result = try Shell.run(
      """
      ulimit -Sn \(files)
      "$SLUICE" serve . --port 0 > url 2> log & server=$!
      for i in 1 2 3 4 5 6 7 8 9 10; do [ -s url ] || sleep 0.2; done
      port=$(sed 's/.*:\\([0-9]*\\).*/\\1/' url)
      ( ulimit -Sn 1024
        python3 - "$port" <<'PYTHON'
      import socket, sys, time
      port = int(sys.argv[1])
      def ask(path, small=False):
          connection = socket.socket()
          if small: connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
          connection.connect(("127.0.0.1", port))
          connection.settimeout(20)
          connection.sendall(f"GET {path} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: close\\r\\n\\r\\n".encode())
          return connection
      idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(400)]
      slow = [ask("/large.json", True) for _ in range(4)]
      started = time.time()
      print(ask("/a.json").recv(15).decode(), time.time() - started < 5)
      for connection in slow: connection.close()
      print(ask("/a.json").recv(15).decode())
      PYTHON
      )
      kill -0 $server && echo alive; kill $server; wait
      """, in: folder)
    #expect(result.output == "HTTP/1.1 200 OK True\nHTTP/1.1 200 OK\nalive\n", "\(result.error)")
  }
}
