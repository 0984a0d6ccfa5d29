import Foundation
import SluiceProtection
import Testing
import TestSupport

/// Foundation's URL session with a real server.
@MainActor
@Suite(
  .ends, .enabled(if: FileManager.default.isExecutableFile(atPath: ToolRun.python.path), "python3 is missing")
)
struct TransportTests {
  /// Serves a folder with compression, and the manifest with an entity tag; the response for `/cut` is
  /// truncated.
  private static let server = """
    import gzip, http.server, os, sys, time
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.lstrip("/")
            if name == "cut":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                return self.wfile.write(b"x")
            if name == "error": return self.send_error(503)
            if name == "bomb":
                body = gzip.compress(bytes(50_000_000))
                self.send_response(200)
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                return self.wfile.write(body)
            if name == "hang": return time.sleep(60)
            if name == "drip":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                while True:
                    self.wfile.write(b"x")
                    time.sleep(0.05)
            if name == "away":
                self.send_response(302)
                self.send_header("Location", "/ads.json")
                return self.end_headers()
            if not os.path.isfile(name): return self.send_error(404)
            if self.headers.get("If-None-Match") == '"1"':
                self.send_response(304)
                return self.end_headers()
            body = gzip.compress(open(name, "rb").read())
            self.send_response(200)
            self.send_header("ETag", '"1"')
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *arguments): pass
    os.chdir(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test func listsAreFetchedFromRealServer() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.server, to: "server.py")
    try FileManager.default.createDirectory(atPath: folder.path("public"), withIntermediateDirectories: true)
    try folder.write(rules("one"), to: "public/ads.json")
    try Data(manifestBytes([("ads.json", rules("one"))]))
      .write(to: folder.url.appending(path: "public/manifest.json"))
    let process = Process()
    let pipe = Pipe()
    process.executableURL = ToolRun.python
    process.arguments = [folder.path("server.py"), folder.path("public")]
    process.standardOutput = pipe
    try process.run()
    // `terminate()` does not suffice: the starting thread may have signals blocked, which its child process
    // inherits.
    defer { kill(process.processIdentifier, SIGKILL) }
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let transport = SystemTransport(idleTimeout: .seconds(10))
    let view = FakeView()
    let protection = Protection(
      source: ServerSource(url, transport: transport), engine: FakeEngine(), folder: folder.path("store"))
    protection.protect(view)
    await protection.start()
    #expect(protection.state.kind == .protected)
    #expect(view.lists.texts == [rules("one")])
    let update = try await protection.update()
    #expect(!update.isNew)
    #expect(update.files == 0)

    #expect(try await transport.get(url.appending(path: "none"), etag: nil, atMost: 9_000).status == 404)
    #expect(try await transport.get(url.appending(path: "error"), etag: nil, atMost: 9_000).status == 503)
    #expect(try await transport.get(url.appending(path: "away"), etag: nil, atMost: 9_000).status == 200)
    await #expect(throws: ListSourceProblem.tooLarge("ads.json")) {
      _ = try await transport.get(url.appending(path: "ads.json"), etag: nil, atMost: 9)
    }
    await #expect(throws: ListSourceProblem.tooLarge("bomb")) {
      _ = try await transport.get(url.appending(path: "bomb"), etag: nil, atMost: 9_000)
    }
    await #expect(throws: ListSourceProblem.self) {
      _ = try await transport.get(url.appending(path: "cut"), etag: nil, atMost: 9_000)
    }
    // Bytes keep arriving, each well within the idle timeout.
    let impatient = SystemTransport(idleTimeout: .seconds(10), totalTimeout: .milliseconds(500))
    await #expect(throws: ListSourceProblem.unreachable("it does not answer")) {
      _ = try await impatient.get(url.appending(path: "drip"), etag: nil, atMost: 9_000)
    }
    let waiting = Task { try await transport.get(url.appending(path: "hang"), etag: nil, atMost: 9_000) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    await #expect(throws: ListSourceProblem.self) { _ = try await waiting.value }
    kill(process.processIdentifier, SIGKILL)
    // Waiting for it needs a run loop, which the main actor lacks here.
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: ListSourceProblem.unreachable("there is no connection")) {
      _ = try await transport.get(url, etag: nil, atMost: 9_000)
    }
    await #expect(throws: Protection.UpdateProblem.self) { try await protection.update() }
    #expect(view.lists.texts == [rules("one")])
  }
}
