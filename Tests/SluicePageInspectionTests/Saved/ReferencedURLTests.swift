import Testing

@testable import SluicePageInspection

/// References in documents, resolved as browsers do.
@Suite struct ReferencedURLTests {
  private static let references: [(reference: String, expected: String)] = [
    ("a.js", "https://news.example/dir/a.js"), ("/a.js", "https://news.example/a.js"),
    ("//cdn.example/a.js", "https://cdn.example/a.js"), ("https://CDN.example", "https://cdn.example/"),
    ("../a.js", "https://news.example/a.js"), ("../../../a.js", "https://news.example/a.js"),
    ("./x/./y/../a.js", "https://news.example/dir/x/a.js"), ("x/..", "https://news.example/dir/"),
    ("%2e%2E/a.js", "https://news.example/a.js"),
    ("https://cdn.example/x/../a.js", "https://cdn.example/a.js"),
    ("?q=../x", "https://news.example/dir/page?q=../x"), ("#part", "https://news.example/dir/page?p=1"),
    ("a.js?b=c#d", "https://news.example/dir/a.js?b=c"), (" a.js\n", "https://news.example/dir/a.js"),
    ("a\tb\nc.js", "https://news.example/dir/abc.js"), ("a b.js", "https://news.example/dir/a%20b.js"),
    ("\\\\cdn.example\\a.js?x\\y", "https://cdn.example/a.js?x\\y"),
    ("dir\\a.js", "https://news.example/dir/dir/a.js"),
    ("https:a.js", "https://news.example/dir/a.js"), ("http:a.js", "http://a.js/"),
    ("https:\\\\cdn.example/", "https://cdn.example/"), ("http:////cdn.example/x", "http://cdn.example/x"),
    ("https://user:pw@cdn.example:8443/a", "https://user:pw@cdn.example:8443/a"),
    ("wss://live.example/s", "wss://live.example/s"), ("https://cdn.example?x", "https://cdn.example/?x"),
    ("/ü.js", "https://news.example/%C3%BC.js"),
    // URLs with other schemes stay unchanged.
    ("data:text/css,x", "data:text/css,x"), ("javascript:void(0)", "javascript:void(0)"),
  ]

  @Test(arguments: references)
  func referencesAreResolved(_ reference: String, _ expected: String) {
    let base = Array("https://news.example/dir/page?p=1#top".utf8)
    let url = ReferencedURL.resolve(Array(reference.utf8), against: base)
    #expect(url.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: ["", " \n", "//", "https://", "https:///", "https://?x", "https://#"])
  func emptyReferencesAreRejected(_ reference: String) {
    #expect(ReferencedURL.resolve(Array(reference.utf8), against: Array("https://news.example/".utf8)) == nil)
  }

  /// No input crashes the process.
  @Test func anyReferenceIsResolvedSafely() {
    let pieces = ["", "/", "//", "\\", "..", "%2e", ":", "?", "#", "@", "https:", "\u{0}", "é", "[", "a"]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = Array((first + second + third).utf8)
          if let url = ReferencedURL.resolve(text, against: Array("https://news.example/a/b".utf8)) {
            #expect(!url.isEmpty)
          }
        }
      }
    }
  }
}
