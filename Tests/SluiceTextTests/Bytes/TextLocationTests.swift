import SluiceText
import Testing
import TestSupport

@Suite struct TextLocationTests {
  @Test(arguments: [
    ("abc", 0..<1, "1:1-2"), ("abc", 2..<3, "1:3-4"), ("abc", 1..<1, "1:2-2"),
    // Past the end.
    ("abc", 3..<3, "1:4-4"), ("abc", 7..<9, "1:4-4"), ("", 0..<0, "1:1-1"), ("a\n", 2..<2, "2:1-1"),
    // A range over several lines ends with the first line.
    ("ab\ncd\n", 1..<5, "1:2-3"), ("ab\r\ncd", 1..<5, "1:2-3"), ("ab\ncd", 3..<5, "2:1-3"),
    // Columns count Unicode scalars, neither bytes nor graphemes.
    ("ä中🙂x", 9..<10, "1:4-5"), ("ä中🙂x", 2..<9, "1:2-4"), ("e\u{301}x", 3..<4, "1:3-4"),
    // A byte order mark does not count as a column.
    ("\u{FEFF}ab\ncd", 3..<4, "1:1-2"), ("\u{FEFF}ab\ncd", 0..<3, "1:1-2"),
    ("\u{FEFF}ab\ncd", 6..<8, "2:1-3"), ("\u{FEFF}ab\ncd", 0..<5, "1:1-3"),
    ("\u{FEFF}ab\ncd", 0..<7, "1:1-3"),
    ("\u{FEFF}\ncd", 0..<5, "1:1-2"), ("\u{FEFF}", 3..<9, "1:1-1"),
    // Before the start.
    ("ab", -3 ..< -1, "1:1-1"), ("ab", -3..<1, "1:1-2"),
  ]) func textLocationCountsColumnsLikeEditors(text: String, range: Range<Int>, expected: String) {
    let location = TextLocation(of: range, in: text)
    #expect("\(location.line):\(location.column)-\(location.endColumn)" == expected)
    #expect(location == TextLocation(of: range, in: Array(text.utf8)))
  }

  @Test func textLocationDescriptionIncludesFileName() {
    let location = TextLocation(file: "lists/ads.txt", line: 3, column: 5, endColumn: 5)
    #expect(location.description == "lists/ads.txt:3:5")
    #expect(TextLocation(of: 2..<3, in: "a\nb").description == "2:1")
  }

  /// A counter that continues gives the same result as one that starts from the beginning, for any text and
  /// any order of positions.
  @Test(arguments: 0..<20 as Range<UInt64>) func continuedPositionCounterAgreesWithFreshOne(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = ["a", "bcdefgh", "ä", "中", "🙂", "\n", "\r\n", "\r", "\u{FEFF}"]
    let bytes = (0..<100).flatMap { _ in Array(random.pick(parts).utf8) }
    var counter = PositionCounter()
    for _ in 0..<50 {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let range = start..<start + Int.random(in: 0...9, using: &random)
      #expect(
        counter.location(of: range, in: bytes.span, file: nil) == TextLocation(of: range, in: bytes))
    }
  }

  /// Positions in any order, in lines shorter and longer than the chunks in which the text is read.
  @Test(arguments: seeds(20, oneIn: 10) as Range<UInt64>) func textPlacesAgreeWithTextLocation(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = ["a", "bcdefgh", "ä", "中", "🙂", "\u{FEFF}"] + (seed % 2 == 0 ? ["\n", "\r\n", "\r"] : [])
    var bytes = (0..<6000).flatMap { _ in Array(random.pick(parts).utf8) }
    if seed % 4 == 1 { bytes[bytes.count / 2] = 0x0A }
    let places = TextPlaces(bytes.span, file: "x")
    for _ in 0..<100 {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let range = start..<start + random.pick([0, 1, 9, 5000, 20000])
      var expected = TextLocation(of: range, in: bytes)
      expected.file = "x"
      #expect(places.location(of: range, in: bytes.span) == expected, "\(seed) \(range)")
    }
  }

  /// Compares the location of every range of a text with a count scalar by scalar.
  @Test(arguments: 0..<40 as Range<UInt64>) func textPlacesAgreeWithScalarByScalarCount(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = ["a", "ä", "中", "🙂", "e\u{301}", "\n", "\r\n", "\r", "\n\r", "\u{FEFF}"]
    let text = (seed % 2 == 0 ? "\u{FEFF}" : "") + (0..<12).map { _ in random.pick(parts) }.joined()
    let scalars = Array(text.unicodeScalars)
    let starts = scalars.reduce(into: [0]) { $0.append(($0.last ?? 0) + UTF8.width($1)) }
    let places = TextPlaces(Array(text.utf8).span, file: nil)
    let mark = scalars.first == "\u{FEFF}" ? 1 : 0
    for first in 0...scalars.count {
      var (line, lineStart) = (1, mark)
      for index in 0..<first where scalars[index] == "\n" || scalars[index] == "\r" {
        if scalars[index] == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
        (line, lineStart) = (line + 1, index + 1)
      }
      for last in first...scalars.count {
        let shown = scalars[first..<last].prefix { $0 != "\n" && $0 != "\r" }.count
        let isMark = first < mark && shown == mark
        let column = max(1, 1 + first - lineStart)
        let expected = TextLocation(
          line: line, column: column,
          endColumn: column + shown - (first < mark && shown > 0 && !isMark ? mark : 0))
        let range = starts[first]..<starts[last]
        #expect(TextLocation(of: range, in: text) == expected, "\(seed) \(range)")
        #expect(places.location(of: range, in: Array(text.utf8).span) == expected, "\(seed) \(range)")
      }
    }
  }
}
