import Foundation
import SluiceLists
import Testing
import TestSupport

/// The hosts and paths that lists and servers may refer to: nothing in the local network, and no includes
/// outside the list's folder.
@Suite struct BuildRedirectTests {
  private static let list = "! Title: x\n||ads.example^\n"

  private let folder: TemporaryFolder
  private let server: FaultServer

  init() throws {
    folder = try TemporaryFolder()
    server = try FaultServer { _ in FaultServer.text(Self.list) }
  }

  private func build(_ path: String = "/sub/list.txt", besides others: [String] = []) throws -> Shell.Result {
    let sources = ([server.url(path)] + others).map { "\"\($0)\"" }.joined(separator: ", ")
    try folder.write(
      "{fetch: {retries: 0, totalTimeout: 20}, lists: [{name: \"ads\", sources: [\(sources)]}]}",
      to: "sluice.json")
    return try Shell.run("rm -rf cache public; sluice build --cache cache", in: folder)
  }

  /// Names and addresses of this machine and its neighbors that do not occur in the build file.
  static let hosts = [
    "localhost", "LocalHost", "127.0.0.2", "127.1.1.1", "127.2", "0x7f.0.0.2", "2130706434", "0.0.0.0", "0",
    "[::1]",
    "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:2]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[fe80::1]", "[fd00::1]", "[ff02::1]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1", "255.255.255.255", "%31%32%37.0.0.2", "user@127.0.0.2", "127.0.0.1@127.0.0.2",
  ]

  @Test(arguments: hosts)
  func serverRedirectsToLocalHostsAreRefused(host: String) throws {
    let port = server.port
    server.answer { request in
      request.path == "/sub/list.txt"
        ? FaultServer.answer("302 Found", headers: ["Location: http://\(host):\(port)/other.txt"])
        : FaultServer.text(Self.list)
    }
    let result = try build()
    #expect(result.status == 2, "\(result.error)")
    #expect(
      result.error.contains("is not public: only the build file may name non-public hosts"), "\(result.error)"
    )
  }

  @Test(arguments: ["localhost", "127.0.0.2", "[::ffff:127.0.0.1]", "2130706434"])
  func listRedirectsToLocalHostsAreRefused(host: String) throws {
    let port = server.port
    server.answer { request in
      FaultServer.text(
        request.path == "/sub/list.txt"
          ? "! Redirect: http://\(host):\(port)/other.txt\n||old.example^\n" : "||secret.example^\n")
    }
    let result = try build()
    // The list itself is used.
    #expect(result.status == 0 && result.error.contains("is not public"), "\(result.error)")
    let rules = try #require(folder.text(of: "public/ads.json"))
    #expect(rules.contains("old") && !rules.contains("secret"))
  }

  @Test func listWithOnlyLocalRedirectFails() throws {
    let port = server.port
    server.answer { _ in FaultServer.text("! Redirect: http://localhost:\(port)/other.txt\n") }
    let result = try build()
    #expect(
      result.status == 2 && result.error.contains("is not public") && result.error.contains("has no filter"))
  }

  @Test func localHostsNamedInBuildFileAreAllowed() throws {
    let port = server.port
    server.answer { request in
      request.path == "/sub/list.txt"
        ? FaultServer.answer("302 Found", headers: ["Location: http://LOCALHOST:\(port)/other.txt"])
        : FaultServer.text(Self.list)
    }
    let result = try build(besides: ["http://localhost:\(port)/mine.txt"])
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func uppercaseURLSchemeIsAccepted() throws {
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"HTTP://127.0.0.1:\(server.port)/sub/list.txt\"]}]}",
      to: "sluice.json")
    let result = try Shell.run("sluice build --cache cache", in: folder)
    #expect(
      result.status == 0 && folder.text(of: "public/ads.json")?.contains("ads") == true, "\(result.error)")
  }

  /// `$port` stands for the server's port.
  static let ways = [
    "/good", "/sub2/good", "../good", "x/../../good", "%2e%2e/good", "%2E%2E/good", "%252e%252e/good",
    "%zz/%2e%2e/good", "x%2f..%2f..%2fgood", "..\\good", "x\\..\\..\\good", "%2e%2e%5cgood", "..;/good",
    "//127.0.0.1:$port/good", "http://127.0.0.1:$port/good", "http://127.0.0.1:$port/sub/../good",
    "http://127.0.0.1:$port/sub/%2e%2e/good", "//localhost:$port/sub/good", "http://localhost:$port/sub/good",
    "https://127.0.0.1:$port/sub/good", "http://127.0.0.1:1/sub/good", "http://x@localhost:$port/sub/good",
    "to/good", "to/sub2/good", "to//localhost:$port/sub/good", "to/sub/../good", "to/sub/%2e%2e/good",
  ]

  /// `to/…` is inside the folder; the server redirects it to the rest of the path.
  @Test(arguments: ways)
  func includesOutsideListFolderAreRefused(way: String) throws {
    let target = way.replacingOccurrences(of: "$port", with: String(server.port))
    server.answer { request in
      switch request.path {
      case "/sub/list.txt": FaultServer.text("||ads.example^\n!#include \(target)\n")
      case let path where path.hasPrefix("/sub/to/"):
        FaultServer.answer("302 Found", headers: ["Location: \(path.dropFirst("/sub/to".count))"])
      default: FaultServer.text("||secret.example^\n")
      }
    }
    let result = try build(besides: ["http://localhost:\(server.port)/mine.txt"])
    #expect(result.status == 2, "\(result.error)")
    // Messages omit the user name of a URL.
    let shown = target.replacingOccurrences(of: "x@", with: "")
    #expect(result.error.contains("includes '\(shown)'"), "\(result.error)")
    #expect(folder.text(of: "public/ads.json") == nil)
  }

  @Test(arguments: [
    "good", "./good", "x/good", "/sub/good", "http://127.0.0.1:$port/sub/good",
    "//127.0.0.1:$port/sub/x/good",
    "HTTP://127.0.0.1:$port/sub/good", "to/sub/good", "good?x=../y", "a%20b/good",
  ])
  func includesInListFolderAreRead(way: String) throws {
    let target = way.replacingOccurrences(of: "$port", with: String(server.port))
    server.answer { request in
      switch request.path {
      case "/sub/list.txt": FaultServer.text("!#include \(target)\n")
      case "/sub/to/sub/good": FaultServer.answer("302 Found", headers: ["Location: /sub/good"])
      default: FaultServer.text("||part.example^\n")
      }
    }
    let result = try build()
    #expect(
      result.status == 0 && folder.text(of: "public/ads.json")?.contains("part") == true, "\(result.error)")
  }

  /// Parts may come from the location that the list was redirected to.
  ///
  /// Lists at github.com need this.
  @Test func includesFollowRedirectedList() throws {
    server.answer { request in
      switch request.path {
      case "/sub/list.txt", "/sub/part.txt":
        FaultServer.answer(
          "302 Found", headers: ["Location: /raw/main\(request.path.dropFirst("/sub".count))"])
      case "/raw/main/list.txt": FaultServer.text("! Expires: 1 day\n!#include part.txt\n")
      case "/raw/main/part.txt": FaultServer.text("||part.example^\n")
      default: FaultServer.answer("404 Not Found")
      }
    }
    let first = try build()
    #expect(
      first.status == 0 && folder.text(of: "public/ads.json")?.contains("part") == true, "\(first.error)")
    // The same applies to cached copies.
    let second = try Shell.run("sluice build --offline --cache cache", in: folder)
    #expect(second.status == 0 && second.error.contains("unchanged"), "\(second.error)")
  }

  /// A document that is a source of its own may come from anywhere, but not as part of another list.
  ///
  /// Parts are read relative to the URL in the build file, because a redirect may lead to the location of a
  /// single file.
  @Test func includesOfRedirectedListResolveAgainstOriginalURL() throws {
    server.answer { request in
      switch request.path {
      case "/sub/list.txt": FaultServer.answer("302 Found", headers: ["Location: /other/list.txt"])
      case "/other/list.txt": FaultServer.text("||ads.example^\n!#include part.txt\n")
      case "/sub/part.txt": FaultServer.text("||part.example^\n")
      default: FaultServer.answer("404 Not Found")
      }
    }
    let result = try build()
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/ads.json")?.contains("part") == true)
  }

  @Test func errorSuggestsRedirectedIncludeLocation() throws {
    let place = server.url("/other/list.txt")
    server.answer { request in
      switch request.path {
      case "/sub/list.txt": FaultServer.answer("302 Found", headers: ["Location: /other/list.txt"])
      case "/other/list.txt": FaultServer.text("||ads.example^\n!#include part.txt\n")
      case "/other/part.txt": FaultServer.text("||part.example^\n")
      default: FaultServer.answer("404 Not Found")
      }
    }
    let result = try build()
    #expect(result.status == 2)
    #expect(
      result.error.contains("line 2 includes 'part.txt', which cannot be read: the server answered 404"),
      "\(result.error)")
    #expect(result.error.contains("if these are at '\(place)', name that URL"), "\(result.error)")
    #expect(try build("/other/list.txt").status == 0)
  }

  @Test func sourceIncludedElsewhereMustStayInFolder() throws {
    server.answer { request in
      switch request.path {
      case "/sub/list.txt": FaultServer.text("||ads.example^\n!#include part.txt\n")
      case "/sub/part.txt": FaultServer.answer("302 Found", headers: ["Location: /elsewhere.txt"])
      default: FaultServer.text("||part.example^\n")
      }
    }
    let result = try build(besides: [server.url("/sub/part.txt")])
    #expect(result.status == 2 && result.error.contains("outside the list's folder"), "\(result.error)")
  }
}
