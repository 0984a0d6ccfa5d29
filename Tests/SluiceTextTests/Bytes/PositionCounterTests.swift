import SluiceText
import Testing
import TestSupport

@Suite struct PositionCounterTests {
  @Test(arguments: [
    ("a\nb\nc", [0: 1, 1: 1, 2: 2, 4: 3]),
    ("a\r\nb\rc\n\nd", [2: 1, 3: 2, 5: 3, 7: 4, 8: 5]),
    ("\r\r\n\n", [0: 1, 1: 2, 3: 3, 4: 4]),
  ])
  func positionCounterHandlesAllLineEndings(text: String, expected: [Int: Int]) {
    let bytes = Array(text.utf8)
    var position = PositionCounter()
    for (offset, line) in expected.sorted(by: { $0.key < $1.key }) {
      position.move(to: offset, in: bytes)
      #expect(position.line == line)
    }
    // Moves in arbitrary order as well.
    for (offset, line) in expected.sorted(by: { $0.key > $1.key }) {
      position.move(to: offset, in: bytes)
      #expect(position.line == line)
    }
  }

  /// Compares with counting byte by byte.
  ///
  /// Line ends and multibyte characters occur at every position of the eight bytes that are read at once.
  @Test(arguments: 0..<20 as Range<UInt64>) func positionCounterAgreesWithByteByByteCount(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = ["a", "a", "bcdefgh", "ä", "中", "🙂", "\n", "\r\n", "\r", "\u{8A}", "\u{10D}"]
    let bytes = (0..<200).flatMap { _ in Array(random.pick(parts).utf8) }
    var position = PositionCounter()
    var (line, column, lineStart) = (1, 1, 0)
    for offset in 0...bytes.count {
      if offset > 0 {
        let byte = bytes[offset - 1]
        let isBeforeLineFeed = offset < bytes.count && bytes[offset] == 0x0A
        if byte == 0x0A || byte == 0x0D && !isBeforeLineFeed {
          (line, column, lineStart) = (line + 1, 1, offset)
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      guard random.chance(15) || offset == bytes.count else { continue }
      position.move(to: offset, in: bytes)
      #expect(
        [position.line, position.column, position.lineStart] == [line, column, lineStart], "\(offset)")
    }
  }
}
