import SluiceSyntax
import SluiceText
import TestSupport
import Testing

/// The locations of lines and their parts in the original list.
@Suite struct LocationTests {
  /// Returns the location of each line that is neither blank nor part of another.
  private func locations(_ text: String) -> [String] {
    let list = FilterList(parsing: text)
    return list.lines.indices.compactMap { index in
      let line = list.lines[index]
      switch line.content {
      case .blank, .continuation: return nil
      case .rejected(let problem): return "\(list.location(of: problem.span, inLine: index, file: "l"))"
      case .comment, .header, .metadata, .directive, .hint, .network, .cosmetic, .hosts:
        let location = list.location(of: line.range, inLine: index, file: "l")
        return "\(location)-\(location.endColumn)"
      }
    }
  }

  @Test(arguments: [
    ("a.example##.x", ["l:1:1-14"]), ("\n\n  ||a^  \r\n\r||b^", ["l:3:3-7", "l:5:1-5"]),
    ("\u{FEFF}||a^\n||b^", ["l:1:1-5", "l:2:1-5"]), ("ä.example##.x", ["l:1:1-14"]),
    // The malformed option, after multibyte characters.
    ("||ä中^$scr ipt", ["l:1:10"]),
    // A filter on several lines: the complete filter up to the end of its first line, and a problem in its
    // second line.
    ("/x\n||a^$script, \\\n    image\n/y", ["l:1:1-3", "l:2:1-15", "l:4:1-3"]),
    ("||a^$script, \\\r\n    im@ge\r\n/y", ["l:2:5", "l:3:1-3"]),
  ])
  func filterPartsAreLocated(text: String, expected: [String]) {
    #expect(locations(text) == expected)
  }

  /// A location computed from the line is the same as one computed from the start of the text.
  @Test(arguments: 0..<50 as Range<UInt64>) func lineLocationsAgreeWithTextLocations(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = [
      "||a.example^", "##.ä", "$script,", " \\\n    ", "\\", "\n", "\r\n", "\r", " ", "\t", "中", "🙂",
      "\u{FEFF}",
      "!#if x", "\u{1}",
    ]
    let text = (0..<60).map { _ in random.pick(parts) }.joined()
    let list = FilterList(parsing: text)
    for index in list.lines.indices where list.lines[index].content != .continuation {
      let range = list.lines[index].range
      let start = Int.random(in: range.lowerBound...range.upperBound, using: &random)
      let part = ByteRange(start, Int.random(in: start...range.upperBound, using: &random))
      for range in [range, part] {
        #expect(
          list.location(of: range, inLine: index)
            == TextLocation(of: list.place(of: range).indices, in: text),
          "\(seed) \(index) \(range)")
      }
    }
  }

  @Test func problemIsLocatedInFragment() {
    let text = Array("$script,im@ge".utf8)
    let problem = SyntaxProblem(.malformedOption, span: ByteRange(8, 13))
    let location = problem.location(in: text)
    #expect(location == TextLocation(line: 1, column: 9, endColumn: 14))
  }
}
