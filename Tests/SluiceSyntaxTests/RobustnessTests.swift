import SluiceText
import SluiceSyntax
import Testing
import TestSupport

/// Hostile input, and properties that hold for all input.
@Suite struct RobustnessTests {
  static let lines = [
    "||ads.example^$script,third-party,domain=a.com|~b.a.com", "@@||a.example^$generichide", "/ads/*$~image",
    "/^https:\\/\\/[a-z]{2,5}\\.example\\/$/$xhr,match-case", "|https://a.example/|", "^ad^*x|", "*$popup",
    "||a.example^$replace=/a\\,b/c/g,script", "||a^$csp=a 'b',domain=/x,y/|z.*", "||a^$reason=\"b, c\"",
    "||a^$urlskip=/x{1,2}/ -base64", "##.ad", "a.com,~b.com#@##x > y", "c.*,/d[ef]/#?#.x:has-text(/y/i)",
    "a.com#$#body { x: y }", "a.com#$#snippet x", "a.com##+js(set, x, 1)", "a.com#@%#//scriptlet('x')",
    "a.com$$script[x=\"y\"]", "a.com$@$div", "a.com##^responseheader(x)",
    "[$path=/a[b]/,domain=a.com|b.*]##.x",
    "*>>##.x", "0.0.0.0 a.com b.com # c", "fe80::1%lo0 a", "address=/a.com/b/0.0.0.0", "! Title: x",
    "!#if (a && !b)", "!+ NOT_OPTIMIZED", "[Adblock Plus 2.0]", "# comment", "%include x%", "é.com##.ü",
  ].map { Array($0.utf8) }

  @Test(.slow(8), arguments: 0..<4) func mutatedLinesAreParsedOrRejected(_ seed: UInt64) {
    var mutator = Mutator(random: SeededRandom(seed))
    var rejected = 0
    for number in 0..<size(5_000) {
      let line = Self.lines[Int.random(in: 0..<Self.lines.count, using: &mutator.random)]
      let other = Self.lines[Int.random(in: 0..<Self.lines.count, using: &mutator.random)]
      let bytes = mutator.mutated(line, with: other)
      let list = FilterList(parsing: bytes)
      let place = "seed \(seed), line \(number): \(bytes)"
      if let problem = coverageProblem(of: list, read: bytes) { Issue.record("\(problem); \(place)") }
      for line in list.lines {
        let stray = strayRanges(of: line)
        if !stray.isEmpty { Issue.record("\(stray) not in \(line.range); \(place)") }
        _ = LineDescription(bytes: list.bytes).text(of: line)
        if case .rejected = line.content { rejected += 1 }
      }
    }
    // Some lines are rejected, but not all.
    #expect((size(500)..<size(4_500)).contains(rejected))
  }

  private static let parts = [
    "$", ",", "#", "]", "a=/,", "|", "[", "\\", "/", "/,", "~", "*", "^", " ", "=", "$a", "$script", "#@",
    "@",
    "]#", "]/", "/a,", "/#", "\"", "a$replace=/", ",a=\"", ",a='x", ",domain=/x", "a #", "a.com,", "##", "$$",
    "é", "path=", ",path=", "0.0.0.0 ", "::", "%", "_", "a", "{",
  ]
  private static let starts = [
    "", "||x^$", "||x^$replace=/", "[$", "[$path=", "##", "a.com,/", "0.0.0.0 ", "address=/", "! ",
  ]

  @Test(.slow(20), arguments: parts) func repetitiveLinesAreParsedOrRejected(_ part: String) {
    let body = String(repeating: part, count: size(1 << 13) / part.utf8.count)
    for start in Self.starts {
      for end in ["", "##.x", "$script", "/"] { checkOneLine(start + body + end) }
    }
  }

  /// A step that is quadratic in the length of the line would take hours.
  @Test(.slow(16), arguments: ["$", ",", "#", "]", "a=/,", "|", "||x^$domain=/,", "[$", "/a,", ",a='"])
  func longLinesAreParsedInLinearTime(_ part: String) {
    checkOneLine(String(repeating: part, count: size(1 << 20) / part.utf8.count))
  }

  private func checkOneLine(_ line: String) {
    let list = FilterList(parsing: line)
    #expect(list.lines.count == 1 && list.lines.allSatisfy { strayRanges(of: $0).isEmpty })
  }

  @Test(.slow(10)) func filterMayHaveHundredThousandDomains() {
    let names = (0..<size(100_000)).map { "\($0).co" }
    let cosmetic = FilterList(parsing: names.joined(separator: ",") + "##.x")
    guard case .cosmetic(let filter) = cosmetic.lines[0].content else {
      Issue.record("not a cosmetic filter")
      return
    }
    #expect(filter.domains.count == names.count)
    let network = FilterList(parsing: "||x^$domain=" + names.joined(separator: "|"))
    guard case .network(let filter) = network.lines[0].content, let value = filter.options.first?.value else {
      Issue.record("not a network filter with a value")
      return
    }
    let bytes = network.bytes.span
    #expect((try? [DomainEntry](parsing: bytes, value, separator: UInt8(ascii: "|")))?.count == names.count)
  }
}
