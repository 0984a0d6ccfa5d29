import Foundation
import SluiceConversion
import Testing

@testable import sluice

/// The responses of the language server.
@Suite struct LanguageServerTests {
  private var server = LanguageServer(ConversionOptions())

  /// Returns the response messages, as JSON objects.
  private mutating func send(_ message: String) throws -> [[String: Any]] {
    try Self.messages(server.answer(to: .message(Array(message.utf8))))
  }

  private static func messages(_ bytes: [UInt8]) throws -> [[String: Any]] {
    var reader = MessageReader()
    reader.add(bytes)
    var messages: [[String: Any]] = []
    while case .message(let body)? = reader.next() {
      messages.append(try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]))
    }
    return messages
  }

  private mutating func ask(_ method: String, _ params: String) throws -> Any? {
    let answer = try send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}")
    return answer.first?["result"]
  }

  private mutating func tell(_ method: String, _ params: String) throws {
    #expect(try send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}").isEmpty)
  }

  private mutating func open(_ text: String) throws -> [[String: Any]] {
    _ = try ask("initialize", "{\"capabilities\":{}}")
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    try tell(
      "textDocument/didOpen", "{\"textDocument\":{\"uri\":\"untitled:a\",\"version\":1,\"text\":\(quoted)}}")
    return try diagnostics(server.publishChanges())
  }

  private func diagnostics(_ bytes: [UInt8]) throws -> [[String: Any]] {
    let params = try Self.messages(bytes).last?["params"] as? [String: Any]
    return params?["diagnostics"] as? [[String: Any]] ?? []
  }

  private static func place(_ line: Int, _ character: Int) -> String {
    "{\"textDocument\":{\"uri\":\"untitled:a\"},\"position\":{\"line\":\(line),\"character\":\(character)}}"
  }

  @Test(arguments: [
    ("{", -32700), ("\u{0}", -32700), ("", -32700), ("[]", -32600), ("{}", -32600), ("1", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\"}", -32002),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":[]}", -32602),
  ])
  func malformedMessagesAreRejected(_ message: String, _ code: Int) throws {
    var copy = self
    let error = try copy.send(message).first?["error"] as? [String: Any]
    #expect(error?["code"] as? Int == code)
  }

  @Test(arguments: [
    ("<!DOCTYPE html>\n<html> \n||a.example^$scirpt\n", "error-page"), ("404: Not Found", "error-page"),
    ("||a.example^\n<<<<<<< x\n=======\n>>>>>>> y\n", "merge-conflict merge-conflict merge-conflict"),
    ("words", ""), ("", ""), ("! a new list\n", ""),
  ])
  func textThatIsNoListHasOneDiagnostic(_ text: String, _ codes: String) throws {
    var copy = self
    let found = try copy.open(text).filter { $0["severity"] as? Int == 1 }.compactMap {
      $0["code"] as? String
    }
    #expect(found.joined(separator: " ") == codes)
  }

  @Test func requestsAfterShutdownAreRejected() throws {
    var copy = self
    _ = try copy.open("")
    #expect(try copy.ask("no/such", "{}") == nil)
    #expect(try copy.ask("shutdown", "null") is NSNull)
    let error = try copy.send("{\"jsonrpc\":\"2.0\",\"id\":\"z\",\"method\":\"shutdown\"}").first?["error"]
    #expect((error as? [String: Any])?["code"] as? Int == -32600)
    #expect(copy.server.exit == nil)
    try copy.tell("exit", "null")
    #expect(copy.server.exit == true)
  }

  @Test func editsUpdateDiagnostics() throws {
    var copy = self
    let first = try copy.open("||a.example^\n##body\n||a.example^\n")
    #expect(first.map { $0["code"] as? String } == ["hides-page", "duplicate-filter"])
    let change =
      "{\"range\":{\"start\":{\"line\":0,\"character\":12},\"end\":{\"line\":0,\"character\":12}},\"text\":\"$scirpt\"}"
    try copy.tell(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"untitled:a\",\"version\":2},\"contentChanges\":[\(change)]}")
    let second = try copy.diagnostics(copy.server.publishChanges())
    #expect(
      Set(second.compactMap { $0["code"] as? String }) == [
        "unknown-option", "hides-page", "duplicate-filter",
      ])
    #expect(second.contains { ($0["message"] as? String)?.contains("did you mean 'script'") == true })
    #expect(copy.server.millisecondsToWait > 0)
  }

  /// Rows of a line with a cursor, a completion that is offered, and one that is not.
  @Test(arguments: [
    ("||a.example^$|", "third-party", "has-text"), ("||a.example^$script,~|", "3p", "has-text"),
    ("a.example##.ad:|", "has-text", "script"), ("a.example##.ad:has-t|", "upward", "script"),
    ("!#|", "include", "script"), ("!#if !env_|", "env_safari", "include"),
    ("! sluice-disable cov|", "covered-filter", "third-party"),
    ("! slu|", "sluice-disable-next-line", "script"),
  ])
  func completionOffersFittingItems(_ line: String, _ offered: String, _ other: String) throws {
    var copy = self
    let column = try #require(line.firstIndex(of: "|", atEndOf: line))
    _ = try copy.open(String(line.dropLast()))
    let items = try copy.ask("textDocument/completion", Self.place(0, column)) as? [[String: Any]] ?? []
    let labels = Set(items.compactMap { $0["label"] as? String })
    #expect(labels.contains(offered) && !labels.contains(other), "\(labels)")
  }

  @Test(arguments: [
    "||a.example/x|", "a.example##.ad|", "a.example##a::|", "! hello world|", "||a.example^$domain=a|",
  ])
  func completionOffersOnlyKeywordsElsewhere(_ line: String) throws {
    var copy = self
    _ = try copy.open(String(line.dropLast()))
    let place = Self.place(0, line.count - 1)
    let items = try copy.ask("textDocument/completion", place) as? [[String: Any]] ?? []
    #expect(items.allSatisfy { ($0["kind"] as? Int) == 14 }, "\(items.first ?? [:])")
  }

  @Test func hoverExplainsFilterParts() throws {
    var copy = self
    _ = try copy.open("||a.example^$3p\nb.example##.x:has-text(`a``)\n")
    func value(_ answer: Any?) -> String {
      ((answer as? [String: Any])?["contents"] as? [String: Any])?["value"] as? String ?? ""
    }
    let option = value(try copy.ask("textDocument/hover", Self.place(0, 14)))
    #expect(option.contains("**third-party**") && option.contains("network filter"))
    let selector = value(try copy.ask("textDocument/hover", Self.place(1, 16)))
    #expect(selector.contains("has-text") && selector.contains("```"))
    #expect(try copy.ask("textDocument/hover", Self.place(2, 0)) is NSNull)
    #expect(try copy.ask("textDocument/hover", Self.place(-7, 99)) != nil)
    #expect(try copy.ask("textDocument/hover", Self.place(99, -1)) is NSNull)
  }

  @Test func serverFindsDefinitionsFixesAndSymbols() throws {
    var copy = self
    _ = try copy.open(
      "! ---- One ----\n||a.example^\n!#if env_safari\n||a.example^ \n!#endif\n! *** Two ***\n")
    let places = try copy.ask("textDocument/definition", Self.place(3, 0)) as? [[String: Any]]
    let start = (places?.first?["range"] as? [String: Any])?["start"] as? [String: Int]
    #expect(start?["line"] == 1)
    let range = "{\"start\":{\"line\":3,\"character\":0},\"end\":{\"line\":3,\"character\":0}}"
    let params =
      "{\"textDocument\":{\"uri\":\"untitled:a\"},\"range\":\(range),\"context\":{\"diagnostics\":[]}}"
    let actions = try copy.ask("textDocument/codeAction", params) as? [[String: Any]] ?? []
    let titles = actions.compactMap { $0["title"] as? String }
    #expect(
      titles.contains { $0.hasSuffix("[trailing-blank]") }
        && titles.contains { $0.hasSuffix("[duplicate-filter]") })
    #expect(titles.contains("Turn duplicate-filter off for this line"))
    let symbols = try copy.ask("textDocument/documentSymbol", "{\"textDocument\":{\"uri\":\"untitled:a\"}}")
    let names = (symbols as? [[String: Any]])?.map {
      ($0["name"] as? String, ($0["children"] as? [Any])?.count)
    }
    #expect(names?.map(\.0) == ["One", "Two"] && names?.map(\.1) == [1, 0])
  }
}

extension String {
  /// Returns the column of a cursor at the end of the line.
  fileprivate func firstIndex(of cursor: Character, atEndOf line: String) -> Int? {
    line.last == cursor ? line.utf16.count - 1 : nil
  }
}
