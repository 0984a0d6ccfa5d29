import SluiceSyntax
import SluiceText
import Testing

/// Bytes that are not text.
@Suite struct EncodingTests {
  @Test(arguments: invalidSequences)
  func linesWithInvalidUTF8AreRejected(_ line: [UInt8], _ offset: Int) {
    let content = FilterList(parsing: line).lines.first?.content
    #expect(content == .rejected(SyntaxProblem(.invalidUTF8, span: ByteRange(offset, offset + 1))))
  }

  private static let invalidSequences: [([UInt8], Int)] = [
    ([0xff], 0),
    ([0x61, 0x80], 1),
    ([0xc0, 0xaf], 0),
    ([0xe2, 0x82], 0),
    ([0xed, 0xa0, 0x80], 0),
    ([0xe0, 0x80, 0x80], 0),
    ([0xf0, 0x8f, 0x80, 0x80], 0),
    ([0xf4, 0x90, 0x80, 0x80], 0),
    ([0x7c, 0x7c, 0x61, 0xf0, 0x9f, 0x98], 3),
    ([0xc3, 0xa9, 0xe9, 0x2e], 2),
  ]

  @Test func onlyLineWithInvalidUTF8IsRejected() {
    let list = Array("||a.com^\n##.\u{e9}\n".utf8) + [0x7c, 0xff, 0x0a] + Array("! ".utf8) + [0xff, 0x0a]
    #expect(
      describe(list: list).map { $0.prefix(12) } == [
        "block || a.c", "hiding: ⟦.\u{e9}⟧", "invalid-utf8", "comment",
      ])
  }

  @Test(arguments: ["é", "ü.de", "日本", "😀", "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10ffff}"])
  func multibyteSequencesAreText(_ text: String) { #expect(describe("||" + text) == "block || " + text) }

  @Test(arguments: [
    ("a\0b", "control-character: a⟦\0⟧b"),
    ("||a.com^\u{1}", "control-character: ||a.com^⟦\u{1}⟧"),
    ("##.x\u{1b}[0m", "control-character: ##.x⟦\u{1b}⟧[0m"),
    ("\u{c}", "blank"), ("a\u{c}b", "control-character: a⟦\u{c}⟧b"), ("##.a\u{a0}\u{c}", "hiding: ⟦.a⟧"),
    ("! \0", "comment"),
    ("##.a\tb", "hiding: ⟦.a\tb⟧"),
  ])
  func controlCharactersAreRejected(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }

  @Test func overlongLinesAreRejectedUnlessComments() {
    let long = String(repeating: "a", count: (4 << 20) + 1)
    let list = FilterList(parsing: "\(long)\n! \(long)\n||b.com^")
    #expect(list.lines.count == 3)
    #expect(
      list.lines[0].content == .rejected(SyntaxProblem(.lineTooLong, span: ByteRange(0, long.utf8.count))))
    #expect(list.lines[1].content == .comment)
    #expect(LineDescription(bytes: list.bytes).text(of: list.lines[2]) == "block || b.com ^")
  }

  @Test func lineOfOneMebibyteIsAccepted() {
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    guard case .network = FilterList(parsing: line).lines.first?.content else {
      Issue.record("rejected")
      return
    }
  }
}
