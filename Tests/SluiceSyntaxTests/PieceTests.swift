import SluiceSyntax
import Testing
import TestSupport

/// Lists that are parsed in pieces.
@Suite struct PieceTests {
  static let lines =
    ["! Title: x", "||a.com^", "", "##.x", "  ", "a.com,b.com##.y", "! Key: value"]
    + Array(repeating: "! Key: value", count: 60) + [
      "@@", "0.0.0.0 a.com", "!", "||a.com^$script, \\", "    3p",
    ]
    + ["x \\", "    y \\", "    z", "    w", "x \\", "y"]

  @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "\n\r", "\r\r\n"], ["", "\u{feff}"])
  func piecesGiveSameLinesAsWhole(_ lineEnd: String, _ start: String) {
    for ending in ["", lineEnd] {
      check(Array((start + Self.lines.joined(separator: lineEnd) + ending).utf8))
    }
  }

  @Test(arguments: ["", "\n", "\r\n", "a", "\u{feff}", "\u{feff}\n", "\n\n\n\n", "a\nb", "\r\n\r\n"])
  func shortListsAreSplitIntoPieces(_ list: String) { check(Array(list.utf8)) }

  @Test(arguments: 0..<40) func mixedLineEndingsAreSplitIntoPieces(_ seed: UInt64) {
    var random = SeededRandom(seed)
    var list: [UInt8] = []
    for _ in 0..<Int.random(in: 0...80, using: &random) {
      list += Array(Self.lines[Int.random(in: 0..<Self.lines.count, using: &random)].utf8)
      list += Array(["\n", "\r\n", "\r", "\r\r"][Int.random(in: 0..<4, using: &random)].utf8)
    }
    check(list)
  }

  private func check(_ bytes: [UInt8]) {
    let whole = FilterList(parsing: bytes)
    for count in [-1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 64, bytes.count, bytes.count + 9] {
      let pieces = FilterList.pieces(of: bytes, kind: whole.kind, count: count)
      #expect(pieces.count <= max(count, 1))
      #expect(pieces.first?.lowerBound == FilterList.content(of: bytes).lowerBound)
      #expect(pieces.last?.upperBound == bytes.count)
      #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      let list = FilterList(
        joining: pieces.map { FilterList.Piece(parsing: $0, of: bytes, kind: whole.kind) }, of: bytes,
        kind: whole.kind, judgement: whole.judgement)
      #expect(list.lines == whole.lines && list.bytes == whole.bytes, "\(count) pieces")
    }
  }
}
