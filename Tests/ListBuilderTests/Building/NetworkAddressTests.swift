import Foundation
import TestSupport
import Testing

@testable import ListBuilder

/// Which addresses are of the public internet, and how URLs are read.
@Suite struct NetworkAddressTests {
  @Test(arguments: [
    // Loopback, unspecified, this network.
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::",
    // Private, of providers, link-local, unique local, site-local.
    "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.127.255.255",
    "169.254.169.254",
    "fe80::1", "febf::1", "fc00::1", "fd12:3456::1", "fec0::1",
    // Groups, reserved, broadcast, special purposes, documents.
    "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.0.8", "192.88.99.1", "198.18.0.1",
    "198.19.255.255", "192.0.2.1", "198.51.100.1", "203.0.113.1", "ff02::1", "ff0e::1", "2001:db8::1",
    "3fff:fff::1",
    "100::1", "4000::1", "2001::1", "2001:1ff::1",
    // IPv4 within IPv6: mapped, compatible, translated, 6to4, Teredo.
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1",
    "64:ff9b::192.168.0.1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::", "2002:c0a8:101::1",
    "2001:0:1:2:3:4:80ff:fffe",
  ])
  func areNotPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
  ])
  func arePublic(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.isPublic && address.description == NetworkAddress(address.description)?.description)
  }

  /// The system's resolver reads numbers in more ways than one, and so does libcurl.
  @Test(arguments: [
    "127.0.0.1", "127.1", "0x7f.1", "2130706433", "017700000001", "::1", "::ffff:127.0.0.1", "localhost",
  ])
  func everyWayToWriteThisMachineIsKnown(host: String) {
    let addresses = NetworkAddress.addresses(of: host)
    #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.isPublic }, "\(addresses)")
  }

  @Test(
    arguments: [
      ("HTTP://Lists.Example/A", "http://lists.example/A", "lists.example"),
      ("https://l.example:8443/a?b#c", "https://l.example:8443/a?b", "l.example"),
      ("http://l.example:/a", "http://l.example/a", "l.example"),
      ("http://%6cocalhost/", "http://localhost/", "localhost"),
      ("http://bücher.example/", "http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
      ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/", "fe80::1%eth0"),
      ("http://[::1]:80/", "http://[::1]:80/", "::1"),
      ("http://good.example@127.0.0.1/", "http://good.example@127.0.0.1/", "127.0.0.1"),
      ("http://127.0.0.1\\@l.example/", "http://127.0.0.1%5C@l.example/", "l.example"),
    ])
  func urlsAreReadOnce(text: String, url: String, host: String) throws {
    let read = try RemoteURL(text)
    #expect(read.text == url && read.host == host)
  }

  @Test(
    arguments: [
      ("http://l.example:99999/", .badPort), ("https://l.example:0/", .badPort), ("http:///a", .noHost),
      ("http://127.0.0.1%00.l.example/", .malformed), ("http://127%252e0.0.2/", .malformed),
      ("http://[l.example:1]/", .malformed), ("http://a;b/", .malformed),
      ("http://l.example:80:80/", .malformed),
      ("http://l example/", .malformed), ("file:///etc/passwd", .otherScheme),
      ("ftp://l.example/", .otherScheme),
      ("list.txt", .otherScheme), ("http:list.txt", .noHost),
    ] as [(String, RemoteURL.Problem)])
  func whatIsNoURL(text: String, problem: RemoteURL.Problem) {
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
  func foldersOfURLs(text: String, isInside: Bool) throws {
    #expect(try RemoteURL(text).isInFolder(of: RemoteURL("https://l.example/d/a.txt?x=/y/")) == isInside)
  }

  /// Whatever the text, what was read is read the same again: there is no second host to connect to. And what may
  /// be included is in the folder for a server too, however often it decodes and whatever it takes for a slash.
  @Test func randomURLsAreReadTheSameAgain() throws {
    let pieces = [
      "/", "//", "\\", ".", "..", "%2e", "%2E%2e", "%252e", "%2f", "%5c", "%00", "%", ":", "@", "?", "#", "[",
      "]", ";",
      "a", "é", " ", "\t", "\n", "\u{7f}", "127.0.0.1", "0x7f", "l.example", "d", ":80", ":99999", ":-1",
      "http:", "HTTPS:", "://",
      "fe80::1", "%25eth0", "①", "。", "user", "xn--", "xn--a", "\u{ad}", "\u{202e}", "😀",
    ]
    let base = try RemoteURL("https://l.example/d/a.txt")
    for seed in 0..<20_000 as Range<UInt64> {
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
