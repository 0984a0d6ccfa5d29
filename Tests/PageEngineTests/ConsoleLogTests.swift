import Testing

@testable import PageEngine

@Suite struct ConsoleLogTests {
  /// Lines of WebKitGTK 2.50.6, and others.
  @Test func whatWebKitWritesIsRead() {
    let log = ConsoleLog(
      """
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
      """)
    #expect(log.blocked == [BlockedLoad(url: "wss://ws.example/a b", page: "https://news.example/")])
    #expect(
      log.errors == [
        "https://news.example/:1:243: mine: CONSOLE JS ERROR", "Unhandled Promise Rejection: Error: rej",
        "https://news.example/a.js:1:290: ReferenceError: Can't find variable: player",
        "Failed to load resource: the server responded with a status of 404 (Saved)",
      ])
  }
}
