import Testing

@testable import sluice

@Suite struct ConsoleLogTests {
  /// Lines of WebKitGTK 2.50.6 and others.
  @Test func webKitConsoleLogIsParsed() {
    let text = """
      (process:2): Gtk-WARNING **: Unable to acquire session bus
      https://news.example/:1:243: CONSOLE ERROR mine: CONSOLE JS ERROR
      https://news.example/:1:263: CONSOLE LOG l
      CONSOLE JS ERROR Unhandled Promise Rejection: Error: rej
      https://news.example/a.js:1:290: CONSOLE JS ERROR ReferenceError: Can't find variable: player
      https://news.example/:1:9: CONSOLE WARN careful
      CONSOLE NETWORK ERROR Failed to load resource: the server responded with a status of 404 (Saved)
      https://f.example/:1:62: CONSOLE CONTENTBLOCKER INFO Content blocker prevented frame displaying https://news.example/ from loading a resource from wss://ws.example/a b
      CONSOLE CONTENTBLOCKER INFO Content blocker prevented frame displaying https://news.example/ from
      a CONSOLE JS ERROR in the middle
      CONSOLE
      """
    let log = ConsoleLog(Array(text.utf8))
    #expect(log.blocked == [BlockedLoad(url: "wss://ws.example/a b", page: "https://news.example/")])
    #expect(
      log.errors == [
        "https://news.example/:1:243: mine: CONSOLE JS ERROR", "Unhandled Promise Rejection: Error: rej",
        "https://news.example/a.js:1:290: ReferenceError: Can't find variable: player",
        "Failed to load resource: the server responded with a status of 404 (Saved)",
      ])
  }

  /// The output of a page that writes endlessly is truncated and still parsed quickly.
  @Test(.ends) func longConsoleLogIsTruncated() {
    let line =
      "CONSOLE CONTENTBLOCKER INFO Content blocker prevented frame displaying https://a.example/ from loading a resource from "
    let blocked = (0..<60_000).map { "\(line)https://p.example/\($0)\nCONSOLE JS ERROR e\($0)\n" }.joined()
    let log = ConsoleLog(Array((blocked + String(repeating: "x", count: 1 << 24)).utf8))
    #expect(log.blocked.count == 10_000 && log.errors.count == 200)
  }
}
