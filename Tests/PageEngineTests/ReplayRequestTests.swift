import SluiceRules
import SluiceSystem
import Testing

@testable import sluice

/// The kind of a request, according to the headers that browsers send.
@Suite struct ReplayRequestTests {
  @Test(
    arguments: [
      ("GET", ["Sec-Fetch-Dest: script"], "script"),
      ("GET", ["Sec-Fetch-Dest: empty", "Sec-Fetch-Mode: no-cors"], "xmlhttprequest"),
      ("POST", ["Sec-Fetch-Dest: empty", "Sec-Fetch-Mode: cors"], "xmlhttprequest"),
      ("POST", ["Sec-Fetch-Dest: empty", "Sec-Fetch-Mode: no-cors"], "beacon"),
      ("POST", ["Sec-Fetch-Dest: image", "Sec-Fetch-Mode: no-cors"], "image"),
      ("POST", ["Sec-Fetch-Dest: empty", "Ping-To: https://a.example/"], "ping"),
      ("GET", ["Sec-Fetch-Dest: empty", "Accept: text/event-stream"], "other"),
      ("GET", ["Upgrade: WebSocket"], "websocket"), ("GET", ["Accept: image/png"], "image"), ("GET", [], nil),
    ] as [(String, [String], String?)])
  func headersTellKindOfRequest(method: String, fields: [String], kind: String?) throws {
    let lines = ["\(method) /x HTTP/1.1"] + fields + ["", ""]
    let head = try #require(HTTPHead(Array(lines.joined(separator: "\r\n").utf8)))
    #expect(ReplayRequest(head, origin: "https://a.example").kind?.rawValue == kind)
  }
}
