import Foundation
import SluiceLists
import TestSupport
import Testing

@testable import sluice

/// `sluice playground`, and how `sluice serve` shows the same files.
@Suite struct PlaygroundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script in which `installed` is the program with a playground of two files.
  private func sh(_ script: String) throws -> Shell.Result {
    try Shell.run(
      """
      mkdir -p prefix/bin prefix/share/sluice/playground/folder
      ln -f "$SLUICE" prefix/bin/sluice 2>/dev/null || cp "$SLUICE" prefix/bin/sluice
      echo '<!doctype html><title>P</title>' > prefix/share/sluice/playground/index.html
      printf '\\0asm\\1\\0\\0\\0' > prefix/share/sluice/playground/sluice.wasm
      touch prefix/share/sluice/playground/.hidden
      installed() { prefix/bin/sluice "$@"; }
      \(script)
      """, in: folder)
  }

  @Test func playgroundIsCopiedWithManifest() throws {
    let result = try sh("installed playground page && installed playground page && ls -A page")
    #expect(result.status == 0, "\(result.error)")
    let told = "page: the playground in 2 files\n"
    #expect(result.error == told + told && result.output == "index.html\nmanifest.json\nsluice.wasm\n")
    let manifest = try Manifest.read(folder.path("page/manifest.json"))
    #expect(manifest.playground?.map(\.name.description) == ["index.html", "sluice.wasm"])
    #expect(manifest.outputs.isEmpty)
    #expect(try manifest.describes(folder.path("page")))
    let json = try sh("installed playground page --format json")
    #expect(json.error.isEmpty)
    #expect(
      json.output
        == """
        {"output":"page","page":"index.html","files":[{"file":"index.html","bytes":32},{"file":"sluice.wasm","bytes":8}]}

        """)
  }

  @Test func playgroundReplacesOnlyFormerPlayground() throws {
    let result = try sh(
      """
      mkdir mine && echo mine > mine/index.html
      installed playground mine; installed conformance -q probes; installed playground probes
      cat mine/index.html
      installed playground -q page && echo old > prefix/share/sluice/playground/old.js
      installed playground -q page && rm prefix/share/sluice/playground/old.js
      echo mine > page/notes.txt && installed playground -q page && ls page
      mkdir page/rules.js && touch prefix/share/sluice/playground/rules.js && installed playground -q page
      """)
    #expect(result.status == 2)
    #expect(result.error.contains("has 'index.html' in it, and no playground was written there"))
    #expect(result.error.contains("has 'manifest.json' in it, and no playground was written there"))
    #expect(result.error.contains("rules.js: is not a file"), "\(result.error)")
    #expect(result.output == "mine\nindex.html\nmanifest.json\nnotes.txt\nsluice.wasm\n")
  }

  @Test func missingPlaygroundIsReportedWithRemedy() throws {
    let result = try sh("rm -r prefix/share; installed playground page; ls -d page")
    #expect(result.error.contains("the playground is not installed with this program"), "\(result.error)")
    #expect(result.error.contains("Sources/WebAssembly/build \(folder.path)/prefix/bin/share/sluice\n"))
    #expect(result.output.isEmpty)
    let incomplete = try sh("rm prefix/share/sluice/playground/sluice.wasm; installed playground page")
    #expect(incomplete.status == 2 && incomplete.error.contains("is not installed"))
    // Any user can create /tmp/share: the folder above is only trusted for a program in bin.
    let other = try sh("mv prefix/bin prefix/programs; prefix/programs/sluice playground page")
    #expect(other.status == 2 && other.error.contains("is not installed"))
  }

  // MARK: The server

  private func answer(_ path: String, _ playground: PlaygroundFiles?) throws -> HTTPResponse {
    let server = HTTPServer(
      directory: folder.path("public"), playground: playground,
      hosts: ServerHosts(address: "127.0.0.1", ports: [8080]), listeners: [], isShared: false
    ) { _ in }
    let response = try server.answer(to: HTTPRequest(Array("GET \(path) HTTP/1.0".utf8)))
    try response.file?.file.close()
    return response
  }

  private func header(_ name: String, _ response: HTTPResponse) -> String? {
    response.headers.first { $0.name == name }?.value
  }

  @Test func serverShowsInstalledPlayground() throws {
    _ = try sh("mkdir -p public/other; echo x > public/other/index.html")
    let playground = PlaygroundFiles(folder: folder.path("prefix/share/sluice/playground"))
    let page = try answer("/playground/", playground)
    #expect(page.status == .ok && page.size == 32)
    #expect(header("Content-Type", page) == "text/html; charset=utf-8")
    #expect(header("Content-Security-Policy", page) == ServedPage.playgroundPolicy)
    let module = try answer("/playground/sluice.wasm", playground)
    #expect(module.size == 8 && header("Content-Type", module) == "application/wasm")
    let moved = try answer("/playground", playground)
    #expect(moved.status == .movedPermanently && header("Location", moved) == "/playground/")
    for path in ["/playground/none.js", "/playground/folder", "/playground/folder/", "/other"] {
      #expect(throws: HTTPStatus.notFound, "\(path)") { try answer(path, playground) }
    }
    #expect(throws: HTTPStatus.notFound) { try answer("/playground/", nil) }
    #expect(try answer("/other/", playground).size == 2)
    // The files of the directory come first.
    _ = try sh("mkdir public/playground; echo own > public/playground/index.html")
    let own = try answer("/playground/", playground)
    #expect(own.size == 4 && header("Content-Security-Policy", own) == nil)
  }

  /// The policy in the page is for servers that send none.
  @Test func serverSendsPolicyOfPlaygroundPage() throws {
    let page = try Repository.text(of: "Sources/WebAssembly/Playground/index.html")
    let policy = try #require(ServedPage.playgroundPolicy.components(separatedBy: "; frame-ancestors").first)
    #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"\(policy)\""))
  }
}
