import Testing

@testable import SluicePageInspection

/// A HAR as a saved page, with its responses.
@Suite struct SavedArchiveTests: ArchiveReading {
  private let url = "https://a.example/x"

  /// Returns the response for a URL in one line: status, headers and body.
  private func answer(_ url: String, in entries: [String]) throws -> String? {
    try archive(entries).answer(to: Array(url.utf8)).map { answer in
      let headers = answer.headers.map { "\($0.name): \($0.value)" }
      return (["\(answer.status)"] + headers + [Self.text(answer.body)]).joined(separator: " | ")
    }
  }

  private func answered(_ response: String, method: String = "GET", url: String? = nil) -> String {
    "{\"request\":{\"url\":\"\(url ?? self.url)\",\"method\":\"\(method)\"},\"response\":\(response)}"
  }

  private static let responses: [(response: String, expected: String?)] = [
    (#"{"status":200,"content":{"text":"a\nb"}}"#, "200 | a\nb"),
    (#"{"status":404,"content":{"text":"no","mimeType":"text/html"}}"#, "404 | Content-Type: text/html | no"),
    (
      #"{"status":200,"headers":[{"name":"content-type","value":"text/css"}],"content":{"text":"x","mimeType":"text/html"}}"#,
      "200 | content-type: text/css | x"
    ),
    (#"{"status":200,"content":{"text":"aGVsbG8=","encoding":"base64"}}"#, "200 | hello"),
    (#"{"status":200,"content":{"text":" aGVs\nbG8=","encoding":"BASE64"}}"#, "200 | hello"),
    // Headers about the connection do not apply here.
    (
      #"{"status":200,"headers":[{"name":"Content-Length","value":"9"},{"name":"content-encoding","value":"br"},"#
        + #"{"name":"Transfer-Encoding","value":"chunked"},{"name":"Connection","value":"close"},{"name":"X-A","value":"1"}],"#
        + #""content":{"text":"x"}}"#, "200 | X-A: 1 | x"
    ),
    (#"{"status":302,"redirectURL":"/y"}"#, "302 | Location: /y | "),
    (
      #"{"status":301,"redirectURL":"/z","headers":[{"name":"location","value":"/y"}]}"#,
      "301 | location: /y | "
    ),
    // Text is in UTF-8, whatever its original encoding.
    (
      #"{"status":200,"content":{"text":"\u00fc","mimeType":"text/html; charset=iso-8859-1"}}"#,
      "200 | Content-Type: text/html; charset=utf-8 | ü"
    ),
    (
      #"{"status":200,"content":{"text":"u","mimeType":"text/html; charset=iso-8859-1"}}"#,
      "200 | Content-Type: text/html; charset=iso-8859-1 | u"
    ),
    (#"{"status":304,"content":{"text":"x"}}"#, "200 | x"), (#"{"status":304}"#, nil),
    (#"{"status":0,"_error":"net::ERR_FAILED"}"#, nil),
    (#"{"status":0,"_error":"","content":{"text":"x"}}"#, "200 | x"),
    (#"{"status":200,"_error":"net::ERR_ABORTED","content":{"text":"half"}}"#, nil),
    (#"{"status":204}"#, "204 | "), (#"{"status":101}"#, nil),
    // Hostile input.
    (#"{"status":200,"content":{"text":"*&^","encoding":"base64"}}"#, "200 | "),
    (#"{"status":200,"content":{"text":7,"encoding":7,"mimeType":7}}"#, "200 | "),
    (#"{"status":"200","content":{"text":"x"}}"#, "200 | x"), (#"{"status":1e99}"#, nil),
    (#"{"status":-5}"#, nil),
    (#"[]"#, nil), (#"{"status":200,"content":[],"headers":{}}"#, "200 | "), (#"{}"#, nil),
    (
      #"{"status":200,"headers":[1,{"name":"A"},{"name":"a b","value":"1"},{"name":"","value":"1"},{"name":":status","value":"2"},"#
        + #"{"name":"B","value":"1\r\nC: 2"},{"name":"D","value":"a\u0000b"},{"name":"E","value":"e\rf"}]}"#,
      "200 | B: 1 | B: C: 2 | "
    ),
    (#"{"status":200,"content":{"mimeType":"text/html\nX: 1","text":"x"}}"#, "200 | x"),
  ]

  @Test(arguments: responses)
  func archivedResponsesAreAnswered(_ response: String, _ expected: String?) throws {
    #expect(try answer(url, in: [answered(response)]) == expected)
  }

  @Test(arguments: ["https://a.example/x", "https://a.example:443/x", "https://A.example/x#part"])
  func archivedURLsAreComparedNormalized(_ asked: String) throws {
    let entry = answered(#"{"status":200,"content":{"text":"1"}}"#, url: "https://a.example:443/x#other")
    #expect(try answer(asked, in: [entry]) == "200 | 1")
    #expect(try answer("https://a.example/", in: [entry]) == nil)
    #expect(try answer("x", in: [entry]) == nil && answer("", in: [entry]) == nil)
  }

  @Test func bestArchivedResponseIsChosen() throws {
    let failed = answered(#"{"status":0,"_error":"net::ERR_FAILED"}"#)
    let empty = answered(#"{"status":204}"#)
    let first = answered(#"{"status":200,"content":{"text":"1"}}"#)
    let second = answered(#"{"status":200,"content":{"text":"2"}}"#)
    let asked = answered(#"{"status":200,"content":{"text":"3"}}"#, method: "options")
    #expect(try answer(url, in: [failed, asked, empty, first, second]) == "200 | 1")
    #expect(try answer(url, in: [failed, empty, failed]) == "204 | ")
    #expect(try answer(url, in: [failed, asked]) == nil)
  }

  @Test func archiveAddressIsFirstDocument() throws {
    let document = "\"_resourceType\":\"document\""
    func address(_ entries: [String]) throws -> String { Self.text(try archive(entries).address) }
    let hop = "\(document),\"response\":{\"status\":302,\"redirectURL\":\"/b#part\"}"
    #expect(
      try address([
        entry("https://x.example/", ["Referer: https://lost.example/"], typed("image")),
        entry("https://A.example/a#part", [], hop), entry("https://a.example/b#part", [], document),
        entry("https://c.example/", [], document),
      ]) == "https://a.example/b")
    #expect(
      try address([entry("https://x.example/", ["Referer: https://lost.example:443/#x"], typed("image"))])
        == "https://lost.example/")
    #expect(try address([]) == "")
  }

  /// Locations and responses are correct after leading bytes that do not belong to the HAR.
  @Test func harAfterByteOrderMarkIsRead() throws {
    let har = #"{"log":{"entries":[\#(answered(#"{"status":200,"content":{"text":"1"}}"#))]}}"#
    let bytes = [0xEF, 0xBB, 0xBF] + Array(har.utf8)
    #expect(
      try PageArchive(decodingJSON: bytes, from: 3).answer(to: Array(url.utf8))?.body == Array("1".utf8))
    #expect(throws: RequestFault.self) { try PageArchive(decodingJSON: bytes) }
    for start in [-1, 1, bytes.count, bytes.count + 1] {
      #expect(throws: RequestFault.self) { try PageArchive(decodingJSON: bytes, from: start) }
    }
  }
}
