import SluiceLint
import Testing
import TestSupport

@testable import sluice

@Suite struct PositionTests {
  @Test func columnsFollowPositionEncoding() {
    let line = LintedText(Array("aé\u{1F600}z\r\n".utf8)).lines[0]
    let rows: [(PositionEncoding, [Int])] = [
      (.utf8, [0, 1, 1, 3, 3, 3, 3, 7, 8, 8]), (.utf16, [0, 1, 3, 3, 7, 8, 8]), (.utf32, [0, 1, 3, 7, 8, 8]),
    ]
    for (encoding, bytes) in rows {
      #expect(bytes.indices.map { encoding.byte(ofColumn: $0, in: line) } == bytes, "\(encoding)")
      #expect(encoding.byte(ofColumn: -1, in: line) == 0)
      for byte in [0, 1, 3, 7, 8] {
        #expect(encoding.byte(ofColumn: encoding.column(ofByte: byte, in: line), in: line) == byte)
      }
    }
    #expect(PositionEncoding.utf16.column(ofByte: 8, in: line) == 5)
  }

  @Test func positionEncodingIsNegotiated() {
    #expect(PositionEncoding(amongThose: nil) == .utf16)
    #expect(PositionEncoding(amongThose: ["utf-16", "utf-8"]) == .utf8)
    #expect(PositionEncoding(amongThose: ["utf-32", "utf-16"]) == .utf32)
    #expect(PositionEncoding(amongThose: ["x"]) == .utf16)
  }

  /// Applies edits of an editor that counts in UTF-16, and compares with an array of UTF-16 code units.
  @Test(arguments: 0..<20) func incrementalEditsAgreeWithEditor(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let pieces = ["a", "é", "\u{1F600}", "\n", "\r\n", "\r", "||x^", ""]
    let linter = TextLinter(Linter(), name: "a", settings: LintSettings())
    var document = OpenDocument(
      .init(uri: "file:///a", version: 1, text: ""), name: "a", linter: linter, encoding: .utf16)
    var reference: [UInt16] = []
    for _ in 0..<150 {
      let places = Self.positions(reference)
      var (start, end) = (random.pick(places), random.pick(places))
      if end.offset < start.offset { (start, end) = (end, start) }
      let new = (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
      reference.replaceSubrange(start.offset..<end.offset, with: Array(new.utf16))
      document.apply(.init(range: TextRange(start: start.position, end: end.position), text: new))
      #expect(document.text.bytes == Array(String(decoding: reference, as: UTF16.self).utf8))
    }
  }

  /// Returns all positions that an editor can refer to: before line ends, and not within a scalar.
  private static func positions(_ text: [UInt16]) -> [(position: Position, offset: Int)] {
    var positions: [(position: Position, offset: Int)] = []
    var position = Position(line: 0, character: 0)
    for index in 0...text.count {
      let unit = index < text.count ? text[index] : 0
      let previous = index > 0 ? text[index - 1] : 0
      if previous == 0x0A || previous == 0x0D && unit != 0x0A {
        position = Position(line: position.line + 1, character: 0)
      }
      if unit & 0xFC00 != 0xDC00, !(unit == 0x0A && previous == 0x0D) { positions.append((position, index)) }
      position.character += 1
    }
    return positions
  }
}
