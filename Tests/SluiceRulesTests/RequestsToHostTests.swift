import Testing

@testable import SluiceRules

/// The part of a url-filter that has the requests to a host, compared with both filters on URLs.
@Suite struct RequestsToHostTests {
  private static let host = "a.b-c.org"

  /// URLs of the host, of hosts with texts of the filters before or around it, and of others.
  private static var urls: [String] {
    let texts = [
      "", "gtm.js", "gtm.", "pre-roll", "pre-roll.a", "x.", "ads", "b-c", "org", "a", "t",
    ]
    let hosts = texts.flatMap { text in
      [
        "\(host)", "\(text).\(host)", "\(text)\(host)", "\(text)x.\(host)", "x.\(text).\(host)",
        "\(text).com", "\(host).\(text)",
      ]
    }
    let paths = [
      "", "gtm.js", "gtm.js?a", "x/gtm.js", "pre-roll", "a/pre-roll.mp4", "x?expire=1", "recaptcha/",
      "ads/x.mp4",
      "?u=https://gtm.js/", "x/ads/",
    ]
    return Set(hosts).flatMap { host in
      [host, "\(host):80"].flatMap { host in paths.map { "https://\(host)/\($0)" } }
    }
  }

  private static func regex(_ filter: URLFilter) throws -> Regex<AnyRegexOutput> {
    try Regex(filter.description.replacing("\\x01", with: "\u{1}")).ignoresCase()
  }

  @Test(arguments: [
    ".*", "/gtm\\.js", "/gtm\\.js$", "/gtm\\.js[^a-z0-9_.%-]", "\\.mp4", "\\.mp4$", "pre-roll", "expire=",
    "&token",
    "/ads/.*\\.mp4", "ads/", "b-c", "b-c\\.org/gtm", "org/", "x\\.a\\.b-c\\.org/", "/a\\.b-c\\.org/", "//a",
    "-roll\\.",
    #"^[^:]+://([^/]+\.)?gtm\.[^\x01]*/recaptcha/"#, #"^[^:]+://([^/]+\.)?x\.[^\x01]*[^a-z0-9_.%-]"#,
    #"^[^:]+://([^/]+\.)?gtm[^\x01]*\.[^\x01]*[^a-z0-9_.%-]"#,
    #"^[^:]+://([^/]+\.)?gtm[^\x01]*\.[^\x01]*/ads/"#,
    #"^[^:]+://([^/]+\.)?gtm[^\x01]*\.org/gtm"#, #"^[^:]+://([^/]+\.)?x[^\x01]*\.b-c\.org[^a-z0-9_.%-]"#,
    #"^[^:]+://([^/]+\.)?gtm[^\x01]*\.stream[^a-z0-9_.%-]"#, #"^[^:]+://([^/]+\.)?gtm[^\x01]*\.mp4$"#,
    #"^[^:]+://([^/]+\.)?ads\."#, #"^[^:]+://([^/]+\.)?a\.b-c\.org/gtm"#, #"^[^:]+://([^/]+\.)?b-c\.org[:/]"#,
    #"^[^:]+://([^/]+\.)?x\.com[:/]"#, #"^[^:]+://([^/]+\.)?a\."#, "ttps", "/@a/x.*y",
  ])
  func requestsToHostAreThoseOfBothFilters(pattern: String) throws {
    let filter = try URLFilter(parsing: pattern)
    let hostFilter = try URLFilter(parsing: #"^[^:]+://([^/]+\.)?a\.b-c\.org[:/]"#)
    guard let parts = filter.requests(toHost: Array(Self.host.utf8), isCaseSensitive: false) else {
      #expect(["//a", "ttps"].contains(pattern))
      return
    }
    let both = try [filter, hostFilter].map { try Self.regex($0) }
    let ofParts = try parts.map { try Self.regex($0) }
    for url in Self.urls {
      let isInBoth = both.allSatisfy { url.firstMatch(of: $0) != nil }
      #expect(ofParts.contains { url.firstMatch(of: $0) != nil } == isInBoth, "\(url) \(parts)")
    }
  }

  @Test(arguments: ["^https://x/", "[a-z]x", "a.*b", "^[^:]+://([^/]*@)?x"])
  func otherFiltersHaveNoParts(pattern: String) throws {
    let filter = try URLFilter(parsing: pattern)
    #expect(filter.requests(toHost: Array(Self.host.utf8), isCaseSensitive: false) == nil)
  }
}
