import SluiceRules
import SluiceText
import Testing

@testable import SluicePageInspection

/// Files of expectations.
@Suite struct ExpectationsTests {
  @Test func expectationKeysAreRead() throws {
    let text = """
      {
        "page": "https://news.example/", "visible": ["#player", ".a, .b > i"],
        "hidden": [".ad"], "loads": ["https://CDN.example"], "blocked": ["https://ads.example/x*"],
        "noErrors": true
      }
      """
    let expectations = try Expectations(decodingJSON: text)
    #expect(expectations.page == Array("https://news.example/".utf8))
    #expect(
      expectations.all.map(\.expectation.words) == [
        "#player is visible", ".a, .b > i is visible", ".ad is hidden", "https://cdn.example/ is loaded",
        "https://ads.example/x* is blocked", "no script fails",
      ])
    #expect(
      expectations.all.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == [
        "\"#player\"", "\".a, .b > i\"", "\".ad\"", "\"https://CDN.example\"", "\"https://ads.example/x*\"",
        "true",
      ])
  }

  @Test(arguments: ["{}", "{\"noErrors\":false}", "{\"visible\":[]}"])
  func emptyExpectationsAreRead(_ text: String) throws {
    #expect(try Expectations(decodingJSON: text).all.isEmpty)
  }

  /// The errors, with the offset of each.
  @Test(arguments: [
    ("", 0, "unexpected end"), ("[]", 0, "object"), ("{\"visible\":[\"a\"]", 16, "unexpected end"),
    ("{\"visble\":[]}", 1, "unknown key 'visble'"),
    ("{\"visible\":\"a\"}", 11, "array"), ("{\"visible\":[1]}", 12, "array"),
    ("{\"hidden\":[\"a\",\"b:has-text(x)\"]}", 15, "WebKit"),
    ("{\"hidden\":[\"\"]}", 11, "selector"), ("{\"loads\":[\"x.js\"]}", 10, "not a URL"),
    ("{\"loads\":[\"*\"]}", 10, "not a URL"),
    ("{\"blocked\":[\"https://*.example/\"]}", 12, "not a URL"),
    ("{\"blocked\":[\"file:///etc\"]}", 12, "not a URL"),
    ("{\"noErrors\":1}", 12, "true or false"), ("{\"page\":7}", 8, "page"), ("{\"page\":\"x\"}", 8, "page"),
    ("{\"visible\":[],\"visible\":[]}", 1, "duplicate key 'visible'"), ("{\"page\":null}", 8, "page"),
    ("{\"visible\":null}", 11, "array"),
    ("{\"visible\":[\"\\u0000\"]}", 12, "WebKit"),
  ])
  func invalidExpectationsAreLocated(_ text: String, _ offset: Int, _ message: String) {
    let error = #expect(throws: RequestFault.self) { try Expectations(decodingJSON: text) }
    #expect(error?.offset == offset, "\(error?.offset ?? -1)")
    #expect(error?.location == TextLocation(of: offset..<offset, in: text))
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x", true),
    ("https://a.example/x", "https://a.example/x?y", false),
    ("https://a.example", "https://a.example/", true), ("HTTPS://A.example/X#y", "https://a.example/X", true),
    ("https://a.example/x*", "https://a.example/xyz?q", true),
    ("https://a.example/*", "https://a.example.b/", false),
    ("https://a.*", "https://a.example/", true), ("https://a.example/x*y", "https://a.example/x*y", true),
  ])
  func expectedURLPatternsMatch(_ pattern: String, _ url: String, _ expected: Bool) throws {
    let pattern = try #require(ExpectedURL(parsing: pattern))
    #expect(pattern.matches(Array(url.utf8)) == expected)
  }
}
