import SluiceSyntax
import SluiceText
import TestSupport
import Testing

/// Filters that continue over several lines.
@Suite struct ContinuationTests {
  @Test(
    arguments: [
      ("||a.com^$script, \\\n    3p", ["block || a.com ^ $ script, third-party", "continuation"]),
      (
        "||a.com^$domain=b.com| \\\n    c.com| \\\n        d.com\n    ||e.com^",
        ["block || a.com ^ $ domain=⟦b.com|c.com|d.com⟧", "continuation", "continuation", "block || e.com ^"]
      ),
      ("a.com, \\\n    b.com##.x", ["hiding on a.com b.com: ⟦.x⟧", "continuation"]),
      ("! comment \\\n    ||a.com^", ["comment", "continuation"]),
      ("! Title: a \\\n    b", ["metadata ⟦Title⟧ ⟦ab⟧", "continuation"]),
      ("!#if (a || \\\n    b)", ["directive if ⟦(a ||b)⟧", "continuation"]),
      ("  ||a.com \\\n      ^  ", ["block || a.com ^", "continuation"]),
      (" \\\n    ||a.com^", ["block || a.com ^", "continuation"]),
      ("aaaa \\\n    \nbbbb", ["block aaaa", "continuation", "block bbbb"]),
      ("aaaa \\\n     \\\n    bbbb", ["block aaaabbbb", "continuation", "continuation"]),
      ("aaaa   \\\n    bbbb", ["block aaaabbbb", "continuation"]),
      // Each of the two signs has no meaning without the other.
      ("||a.com^\\\n    3party", ["block || a.com ^ \\", "block 3party"]),
      ("aaaa \\\n   bbbb", ["blank-in-pattern: aaaa⟦ ⟧\\", "block bbbb"]),
      ("aaaa \\\n\tbbbb", ["blank-in-pattern: aaaa⟦ ⟧\\", "block bbbb"]),
      ("aaaa \\ \n    bbbb", ["blank-in-pattern: aaaa⟦ ⟧\\", "block bbbb"]),
      ("aaaa\t\\\n    bbbb", ["blank-in-pattern: aaaa⟦\t⟧\\", "block bbbb"]),
      ("aaaa \\\n\n    bbbb", ["blank-in-pattern: aaaa⟦ ⟧\\", "blank", "block bbbb"]),
      ("aaaa \\", ["blank-in-pattern: aaaa⟦ ⟧\\"]), ("aaaa \\\n", ["blank-in-pattern: aaaa⟦ ⟧\\"]),
      ("aaaa \\\n   ", ["blank-in-pattern: aaaa⟦ ⟧\\", "blank"]),
      ("/x\\\n    bbbb", ["block /x\\", "block bbbb"]),
      // A line that ends one filter does not start another.
      ("aaaa \\\n    bbbb\n    cccc", ["block aaaabbbb", "continuation", "block cccc"]),
      (
        "aaaa \\\n    bbbb\ncccc \\\n    dddd",
        ["block aaaabbbb", "continuation", "block ccccdddd", "continuation"]
      ),
    ] as [(String, [String])])
  func continuedFilterLinesAreJoined(_ list: String, _ expected: [String]) {
    for end in ["\n", "\r\n", "\r"] {
      let bytes = Array(list.replacing("\n", with: end).utf8)
      #expect(describe(list: bytes) == expected, "with \(Array(end.utf8))")
      #expect(describe(list: [0xef, 0xbb, 0xbf] + bytes) == expected)
      #expect(coverageProblem(of: FilterList(parsing: bytes), read: bytes) == nil)
    }
  }

  /// The bytes of a joined filter have the locations at which they were read.
  @Test func bytesOfJoinedLinesKeepLocations() {
    let text = "! x\n||a.com^$ \\\r\n    script, \\\r\n      3p \\\r\n    ,frob\nb \\\n    c"
    let bytes = Array(text.utf8)
    let list = FilterList(parsing: bytes)
    func place(_ part: String, in line: Int) -> String {
      let text = String(decoding: list.bytes[list.lines[line].range.indices], as: UTF8.self)
      guard let range = text.firstRange(of: part) else { return "not there" }
      let start =
        list.lines[line].range.lowerBound + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let place = list.place(of: ByteRange(start, start + part.utf8.count))
      return String(decoding: bytes[place.indices], as: UTF8.self)
    }
    for part in ["||a.com^$", "script", "3p", "frob", ",frob"] { #expect(place(part, in: 1) == part) }
    #expect(place("script,3p", in: 1) == "script, \\\r\n      3p")
    #expect(place("c", in: 5) == "c" && place("bc", in: 5) == "b \\\n    c")
    #expect(list.place(of: list.lines[0].range) == list.lines[0].range)
    // An empty range at the end is at the end of that filter, not at the start of the next.
    let end = list.lines[1].range.upperBound
    #expect(list.place(of: ByteRange(end, end)).lowerBound == text.utf8.count - "\nb \\\n    c".utf8.count)
  }

  @Test(.slow) func joinedLineLengthIsLimited() {
    let half = String(repeating: "a", count: 3 << 20)
    let list = FilterList(parsing: "\(half) \\\n    \(half)\nb")
    guard case .rejected(let problem) = list.lines[0].content else {
      Issue.record("not rejected")
      return
    }
    #expect(problem.reason == .lineTooLong && list.lines.count == 3)
  }

  @Test func metadataMayContinuePastFiftiethLine() {
    let text = String(repeating: "!\n", count: 49) + "! Title: a \\\n    b \\\n    c\n! Version: 1\n"
    let lines = describe(list: Array(text.utf8))
    #expect(lines.suffix(4) == ["metadata ⟦Title⟧ ⟦abc⟧", "continuation", "continuation", "comment"])
    let head = FilterList(parsingHeadOf: Array(text.utf8))
    #expect(head.lines.count == 52)
    #expect(LineDescription(bytes: head.bytes).text(of: head.lines[49]) == "metadata ⟦Title⟧ ⟦abc⟧")
  }

  @Test func continuedDirectivesAreParsed() {
    let text = "||a.com^\n!#if x\nb \\\n    !#endif\n!#include a/ \\\n    b.txt\n%include x%\n!#endif\n! x"
    let bytes = Array(text.utf8)
    let list = FilterList(parsingInstructionsOf: bytes)
    let described = list.lines.map { LineDescription(bytes: list.bytes).text(of: $0) }
    #expect(
      described == [
        "comment", "directive if ⟦x⟧", "comment", "continuation", "directive include ⟦a/b.txt⟧",
        "continuation", "template-instruction: ⟦%include x%⟧", "directive endif ⟦⟧", "comment",
      ])
  }

  /// Copying the list in each step would take hours.
  @Test(.slow(5)) func hundredThousandLinesAreJoinedInTime() {
    let pairs = FilterList(parsing: String(repeating: "a \\\n    b\n", count: size(100_000)))
    #expect(
      pairs.lines.count == 2 * size(100_000)
        && pairs.lines.count { $0.content == .continuation } == size(100_000))
    let one = FilterList(parsing: "a" + String(repeating: " \\\n    b", count: 2 * size(100_000)))
    #expect(one.lines.count == 2 * size(100_000) + 1 && one.lines[0].range.count == 2 * size(100_000) + 1)
    let last = ByteRange(one.lines[0].range.upperBound - 1, one.lines[0].range.upperBound)
    #expect(one.place(of: last).upperBound == 1 + 8 * 2 * size(100_000))
  }
}
