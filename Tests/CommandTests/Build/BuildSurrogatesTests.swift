import Foundation
import SluiceConversion
import SluiceText
import TestSupport
import Testing

@testable import sluice

/// Surrogates from a folder at a URL: which scripts are requested, and what happens if they are unavailable.
@Suite struct BuildSurrogatesTests {
  private let folder: TemporaryFolder
  private let server: FaultServer
  private let asked = Asked()

  /// The paths that were requested from the server.
  private final class Asked: Sendable {
    private let paths = Locked<[String]>([])
    func add(_ path: String) { paths.withLock { $0.append(path) } }
    var all: [String] { paths.withLock { $0.sorted() } }
  }

  init() throws {
    folder = try TemporaryFolder()
    let place = folder.path("sur")
    server = try FaultServer { [asked] request in
      asked.add(request.path)
      guard let script = try? String(contentsOfFile: "\(place)\(request.path)", encoding: .utf8) else {
        return FaultServer.answer("404 Not Found")
      }
      if script.hasPrefix("http") {
        return FaultServer.answer("302 Found", headers: ["Location: \(script.split(separator: "\n")[0])"])
      }
      return FaultServer.text(script)
    }
    _ = try Shell.run("mkdir sur", in: folder)
    try folder.write("window.lib = 1;\n", to: "sur/s.js")
    try folder.write("||ads.example^\n", to: "ads.txt")
    try folder.write(#"["x.example"]"#, to: "config.json")
    try write(names: ["s.js"])
    try write(surrogates: server.url("/"))
  }

  private func write(names: [String]) throws {
    let rules = names.map { #"{"rule": "t\\.example\\/x", "surrogate": "\#($0)"}"# }.joined(separator: ", ")
    try folder.write(
      #"{"trackers": {"t.example": {"default": "block", "rules": [\#(rules)]}}}"#, to: "tds.json")
  }

  private func write(surrogates: String) throws {
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["ads.txt"], outputs: {pageScripts: true},
        trackerRadar: {blocklist: "tds.json", exceptions: ["config.json"], surrogates: "\(surrogates)"}}]}
      """, to: "sluice.json")
  }

  private func build(_ flags: String = "") throws -> Shell.Result {
    try Shell.run("timeout 60 \"$SLUICE\" build --cache cache \(flags)", in: folder)
  }

  @Test func surrogateScriptsAreFetchedAndCached() throws {
    #expect(try build().status == 0)
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 1;") == true)
    #expect(asked.all == ["/s.js"])
    // Scripts are cached like lists: they are updated when they change and available when the server is down.
    try folder.write("window.lib = 2;\n", to: "sur/s.js")
    #expect(try build("--refresh").status == 0)
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 2;") == true)
    _ = try Shell.run("rm sur/s.js public/ads.page.js", in: folder)
    let without = try build("--refresh")
    #expect(without.status == 0 && without.error.contains("its last good copy is used"), "\(without.error)")
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 2;") == true)
    #expect(try build("--offline").status == 0)
  }

  /// Cached scripts are used only as long as the server is faulty.
  @Test(arguments: [
    ("printf 'window.lib = function () {\\n' > sur/s.js", "the bracket that begins in line 1 has no end"),
    ("yes 1 | head -c 300000 > sur/s.js", "it has more than 262,144 bytes"),
    ("echo 1 > sur/s.js", "the script has shrunk from 16 to 2"),
  ])
  func brokenSurrogateFallsBackToLastGoodCopy(setup: String, message: String) throws {
    #expect(try build().status == 0)
    _ = try Shell.run(setup, in: folder)
    let broken = try build("--refresh")
    #expect(broken.status == 0 && broken.error.contains("\(message)"), "\(broken.error)")
    #expect(broken.error.contains("its last good copy is used"), "\(broken.error)")
    #expect(try build("--offline").status == 0)
    try folder.write("window.lib = 2;\n", to: "sur/s.js")
    let repaired = try build("--refresh")
    #expect(repaired.status == 0 && !repaired.error.contains("warning"), "\(repaired.error)")
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 2;") == true)
  }

  @Test(arguments: [
    ("rm sur/s.js", "/s.js: the server answered 404"),
    ("printf '<!DOCTYPE html><html><p>x' > sur/s.js", "the server sent an HTML page instead of a script"),
    (": > sur/s.js", "the server sent an empty script"),
    ("echo '}' > sur/s.js", "cannot be a surrogate: line 1 closes a bracket that is not open"),
    ("yes 1 | head -c 300000 > sur/s.js", "it has more than 262,144 bytes"),
  ])
  func invalidSurrogateResponseFailsBuild(setup: String, message: String) throws {
    _ = try Shell.run(setup, in: folder)
    let result = try build()
    #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
    #expect(!folder.names.contains("public"))
  }

  /// Nobody between this machine and a server may control the scripts that run in pages.
  @Test func surrogateRedirectsToPlainHTTPAreRefused() throws {
    try folder.write("\(server.url("/s.js"))\n", to: "sur/here.js")
    try folder.write("http://a.example/s.js\n", to: "sur/there.js")
    try write(names: ["here.js"])
    #expect(try build().status == 0)
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 1;") == true)
    try write(names: ["there.js"])
    let result = try build()
    #expect(
      result.status == 2
        && result.error.contains("the server redirects to 'http://a.example/s.js', which is not followed"),
      "\(result.error)")
  }

  @Test func unusedSurrogateMayBeMissing() throws {
    _ = try Shell.run("rm sur/s.js", in: folder)
    try folder.write(#"{"features": {"contentBlocking": {"state": "disabled"}}}"#, to: "config.json")
    let result = try build()
    #expect(result.status == 0 && asked.all == ["/s.js"], "\(result.error)")
  }

  @Test func surrogateNamesWithPathsAreNotRequested() throws {
    try write(names: ["../s.js", "a/s.js", "s.js?x", "%2e%2e", ".s.js", "s.js#x", ""])
    let result = try build()
    #expect(result.status == 2 && result.error.contains("has no surrogate '../s.js'"), "\(result.error)")
    #expect(asked.all.isEmpty)
  }

  @Test func surrogateDownloadsAreLimited() throws {
    try write(names: ["s.js", "t.js"])
    let text = try #require(folder.text(of: "sluice.json"))
    try folder.write("{fetch: {maximumIncludes: 1}, " + text.dropFirst(), to: "sluice.json")
    let result = try build()
    #expect(result.status == 2 && result.error.contains("names more than 1 surrogates"), "\(result.error)")
    #expect(asked.all.isEmpty)
  }

  @Test(arguments: [
    ("https://a.example/surrogates", "is not that of a folder"),
    ("https://a.example/?name=/", "is not that of a folder"),
    ("https://a.example/#/", "is not that of a folder"),
    ("http://a.example/surrogates/", "are not fetched over http"),
    ("http://127.0.0.1.a.example/", "are not fetched over http"),
    ("ftp://a.example/", "is neither an http or https URL nor a path"),
    ("https:///", "has no host"),
  ])
  func surrogateURLMustBeFolder(surrogates: String, message: String) throws {
    try write(surrogates: surrogates)
    let result = try build()
    #expect(
      result.status == 2 && result.error.contains("sluice.json:2:") && result.error.contains(message),
      "\(result.error)")
  }
}
