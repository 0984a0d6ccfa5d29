import Testing
import TestSupport

@testable import SluicePageScript

/// Rows with codes for phrases, decoded by a plain reimplementation of the script's reader.
@Suite struct RowPhrasesTests {
  /// Returns a row with its phrases expanded.
  private func spelled(_ row: [UInt8], _ phrases: [[UInt8]]) throws -> [UInt8] {
    var text: [UInt8] = []
    var rest = row[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 1...8: text += try #require(phrases.dropFirst(Int(byte) - 1).first)
      case 14...22: text += try #require(phrases.dropFirst(Int(byte) - 6).first)
      case 23...29:
        let next = rest.popFirst()
        let second = try #require(next)
        #expect((33...94).contains(second))
        text += try #require(phrases.dropFirst(17 + Int(byte - 23) * 62 + Int(second) - 33).first)
      case 32...126: text.append(byte)
      default: Issue.record("the character \(byte)")
      }
    }
    return text
  }

  private func check(_ rows: [[UInt8]], isShorter: Bool = false) throws {
    let phrases = RowPhrases(rows)
    #expect(try phrases.rows.map { try spelled($0, phrases.phrases) } == rows)
    #expect(phrases.phrases.allSatisfy { $0.count > 1 && $0.allSatisfy { (32...126).contains($0) } })
    let length = (phrases.rows + phrases.phrases).reduce(0) { $0 + $1.count }
    #expect(length <= rows.reduce(0) { $0 + $1.count })
    if isShorter { #expect(2 * length < rows.reduce(0) { $0 + $1.count }) }
  }

  private static let tables: [[String]] = [
    [], [""], ["", ""], ["a"], ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    Array(repeating: "aaa", count: 40), Array(repeating: "abab", count: 40),
    Array(repeating: "", count: 40) + ["abc"],
    Array(repeating: #"["run",[],0,["\u043f\\","'`${}*/"]]"#, count: 100),
  ]

  @Test(arguments: tables)
  func rowPhrasesRoundTrip(_ rows: [String]) throws {
    try check(rows.map { Array($0.utf8) })
  }

  @Test func generatedRowPhrasesRoundTrip() throws {
    var random = SeededRandom(41)
    for words in [3, 40, 2_000] {
      let words = (0..<words).map { _ in
        String(
          (0..<Int.random(in: 1...12, using: &random)).map { _ in
            "abcdeé~_\\\"".randomElement(using: &random) ?? "a"
          })
      }
      for count in [1, 20, 3_000] {
        let rows = (0..<count).map { _ in
          let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
            words.randomElement(using: &random) ?? ""
          }
          return text.joined().utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "/") }
        }
        try check(rows, isShorter: count == 3_000 && words.count == 40)
      }
    }
  }

  /// There are more useful phrases than codes.
  @Test func phrasesAreLimitedToAvailableCodes() throws {
    let characters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<520).map { "item=\(characters[$0 / 26])\(characters[$0 % 26])" }
    let rows = (0..<20_000).map { Array((words[$0 % 520] + words[$0 * 7 % 520]).utf8) }
    #expect(RowPhrases(rows).phrases.count == 17 + 7 * 62)
    try check(rows, isShorter: true)
  }
}
