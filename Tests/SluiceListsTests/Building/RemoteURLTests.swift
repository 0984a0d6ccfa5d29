import Foundation
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Parsing of URLs.
@Suite struct RemoteURLTests {
  @Test(
    arguments: [
      ("HTTP://Lists.Example/A", "http://lists.example/A", "lists.example"),
      ("https://l.example:8443/a?b#c", "https://l.example:8443/a?b", "l.example"),
      ("http://l.example:/a", "http://l.example/a", "l.example"),
      ("http://%6cocalhost/", "http://localhost/", "localhost"),
      ("http://bücher.example/", "http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
      (
        "https://u@BÜCHER.example:8443/ä?ä", "https://u@xn--bcher-kva.example:8443/%C3%A4?%C3%A4",
        "xn--bcher-kva.example"
      ),
      ("http://a。ｂ.example/", "http://a.b.example/", "a.b.example"),
      ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/", "fe80::1%eth0"),
      ("http://[::1]:80/", "http://[::1]:80/", "::1"),
      ("http://good.example@127.0.0.1/", "http://good.example@127.0.0.1/", "127.0.0.1"),
      ("http://127.0.0.1\\@l.example/", "http://127.0.0.1%5C@l.example/", "l.example"),
    ])
  func remoteURLsAreNormalized(text: String, url: String, host: String) throws {
    let read = try RemoteURL(text)
    #expect(read.text == url && read.host == host)
  }

  @Test(
    arguments: [
      ("http://l.example:99999/", .badPort), ("https://l.example:0/", .badPort), ("http:///a", .noHost),
      ("http://127.0.0.1%00.l.example/", .malformed), ("http://127%252e0.0.2/", .malformed),
      ("http://[l.example:1]/", .malformed), ("http://a;b/", .malformed), ("http://א1٠.example/", .malformed),
      ("http://l.example:80:80/", .malformed),
      ("http://l example/", .malformed), ("file:///etc/passwd", .otherScheme),
      ("ftp://l.example/", .otherScheme),
      ("list.txt", .otherScheme), ("http:list.txt", .noHost),
    ] as [(String, RemoteURL.Problem)])
  func invalidRemoteURLsAreRejected(text: String, problem: RemoteURL.Problem) {
    #expect(throws: problem) { try RemoteURL(text) }
  }

  @Test(arguments: [
    ("https://l.example/d/b.txt", true), ("https://l.example:443/d/b.txt", true),
    ("https://l.example/d/x/b.txt", true),
    ("https://l.example/b.txt", false), ("https://l.example/dd/b.txt", false), ("https://l.example/d", false),
    ("https://l.example/d/../b.txt", false), ("https://l.example/d/%2e%2e/b.txt", false),
    ("https://l.example/d/%252E./b.txt", false), ("https://l.example/d/..;x/b.txt", false),
    ("https://l.example/d/x%5c..%5c..%5cb.txt", false), ("http://l.example/d/b.txt", false),
    ("https://l.example:8443/d/b.txt", false), ("https://m.example/d/b.txt", false),
  ])
  func urlFolderContainmentIsDetermined(text: String, isInside: Bool) throws {
    #expect(try RemoteURL(text).isInFolder(of: RemoteURL("https://l.example/d/a.txt?x=/y/")) == isInside)
  }

  /// A parsed URL parses to the same URL again, whatever the text, so there is no second host to connect to.
  ///
  /// Includes are in the folder for servers too, however often they decode and whatever they treat as a
  /// slash.
  @Test(.slow(10)) func randomURLsNormalizeIdempotently() throws {
    let pieces = [
      "/", "//", "\\", ".", "..", "%2e", "%2E%2e", "%252e", "%2f", "%5c", "%00", "%", ":", "@", "?", "#", "[",
      "]", ";",
      "a", "é", " ", "\t", "\n", "\u{7f}", "127.0.0.1", "0x7f", "l.example", "d", ":80", ":99999", ":-1",
      "http:", "HTTPS:", "://",
      "fe80::1", "%25eth0", "①", "。", "user", "xn--", "xn--a", "\u{ad}", "\u{202e}", "😀",
    ]
    let base = try RemoteURL("https://l.example/d/a.txt")
    for seed in 0..<UInt64(size(20_000)) {
      var random = SeededRandom(seed)
      var text = random.chance(50) ? random.pick(["http://", "https://l.example/d/", "https://", "//"]) : ""
      for _ in 0..<random.below(8) { text += random.pick(pieces) }
      if let read = try? RemoteURL(text) {
        #expect((try? RemoteURL(read.text)) == read, "\(text)")
        #expect(read.url.host(percentEncoded: false)?.lowercased() == read.host, "\(text)")
      }
      guard let included = try? IncludeTarget.url(text, from: base.text) else { continue }
      var path = try #require(URL(string: included)).path(percentEncoded: true)
      for _ in 0..<4 {
        let steps = path.replacingOccurrences(of: "\\", with: "/").split(separator: "/").map {
          $0.prefix { $0 != ";" }
        }
        #expect(steps.first == "d" && !steps.contains(".."), "\(seed): \(text)")
        path = path.removingPercentEncoding ?? path
      }
    }
  }
}
