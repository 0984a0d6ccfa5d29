import SluiceAnalysis
import Testing

/// Requests as JSON, with types by name.
struct RequestDescriptionTests {
  private func read(_ json: String) throws(RequestProblem) -> RequestDescription {
    try RequestDescription(decodingJSON: json)
  }

  @Test func requestKeysAreReadAndOthersIgnored() throws {
    let request = try read(
      #" {"type":"xhr","url":"https://a.com/\u00e9","page":"https://b.com/","frame":"https://c.com/","x":[1]} "#
    )
    #expect(request.kind == .xmlhttprequest && !request.isKindGuessed)
    #expect(request.url == Array("https://a.com/é".utf8))
    #expect(request.page == Array("https://b.com/".utf8))
    #expect(request.frame == Array("https://c.com/".utf8))
  }

  @Test func documentRequestsNeedNoPageKey() throws {
    for json in [
      #"{"page":"https://a.com/"}"#, #"{"url":"https://a.com/","type":"document"}"#,
      #"{"page":"https://a.com/","type":"doc","url":null}"#,
    ] {
      let request = try read(json)
      #expect(request.kind == .document && request.url == Array("https://a.com/".utf8), "\(json)")
      #expect(!request.isKindGuessed)
    }
  }

  @Test(arguments: [
    ("{", "unexpectedEnd 1"), ("[]", "notAnObject 0"), ("{}", "page missing 0"),
    (#"{"page":1}"#, "page notAString 8"), (#"{"page":"a.com"}"#, "page notAURL 8"),
    (#"{"url":"https://a.com/","type":"script"}"#, "page missing 0"),
    (#"{"page":"https://a.com/","type":"script"}"#, "url missing 0"),
    (#"{"page":"https://a.com/","type":"scirpt"}"#, "unknownType scirpt 32"),
    (#"{"page":"https://a.com/","frame":"x"}"#, "frame notAURL 33"),
    (#"{"page":"https://a.com/"} x"#, "trailingText 26"),
  ])
  func invalidRequestsAreLocated(json: String, expected: String) {
    do throws(RequestProblem) {
      _ = try read(json)
      Issue.record("\(json) is read")
    } catch {
      let reason =
        switch error.reason {
        case .syntax(let reason): "\(reason)"
        case .notAnObject: "notAnObject"
        case .missing(let key): "\(key) missing"
        case .notAString(let key): "\(key) notAString"
        case .notAURL(let key): "\(key) notAURL"
        case .unknownType(let name): "unknownType \(name)"
        }
      #expect("\(reason) \(error.offset)" == expected)
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: [
    ("https://a.com/x.js?y.css", Request.Kind.script), ("https://a.com/X.PNG", .image),
    ("wss://a.com/x.js", .websocket), ("https://a.com/", .other), ("https://a.com/x.woff2#y", .font),
    ("https://a.com/x.css", .stylesheet), ("https://a.com/x.mp4", .media), ("https://a.js/x", .other),
    ("https://a.com/x.html", .subdocument),
  ])
  func requestTypeIsGuessedFromURL(url: String, kind: Request.Kind) {
    let description = RequestDescription(url: Array(url.utf8), page: Array("https://b.com/".utf8))
    #expect(description.kind == kind && description.isKindGuessed)
  }

  @Test func requestTypeNamesRoundTrip() {
    for kind in Request.Kind.allCases { #expect(Request.Kind(name: kind.rawValue) == kind) }
    #expect(Request.Kind(name: "xhr") == .xmlhttprequest)
    #expect(Request.Kind(name: "Script") == nil)
  }
}
