import SluiceConversion
import Testing
import TestSupport

@testable import SluiceLint

/// Lists during editing.
@Suite struct LintedTextTests {
  private static let pieces = [
    "||a.example^", "||a.example^$script,~image", "##.ad ", "##body", "a.example,a.example##.x", "com",
    "||x.example^$match-case", "||c^$scirpt", "||d.example^$object", "! comment", "", "||1.2.3.256^",
    "x##.a:has-text(b)", "\u{1F600}##.é ", "||b.example^$method=fetch", "||y.example^$script, \\",
    "    domain=a.example", "@@||z.example^$popup", "/x{1,300}(?=y)/",
  ]
  /// Lines that affect other lines.
  ///
  /// The test does not edit them, because only a full run updates their effects.
  private static let controls = [
    "!#if env_chromium", "!#if env_safari", "!#else", "!#endif", "!+ PLATFORM(windows)",
    "! sluice-disable trailing-blank", "! sluice-enable", "! sluice-disable-next-line hides-page",
    "||a.example^$script,~image,badfilter", "!#include other.txt",
  ]

  private static let linter = {
    var linter = Linter()
    linter.countsRequests = false
    return TextLinter(
      linter, name: "a.txt", settings: LintSettings(select: [.all], ignore: [], severities: [:]))
  }()

  /// Returns the findings of single-line rules, by line.
  private static func found(_ text: LintedText) -> [[String]] {
    text.lines.map { line in
      line.findings.filter(\.rule.isAboutOneLine).map { "\($0.rule.id) \($0.range)" }.sorted()
    }
  }

  @Test(arguments: seeds(30, oneIn: 5)) func incrementalLintAgreesWithFullLint(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let ends = ["\n", "\n", "\r\n", "\r"]
    let lines = (0..<90).map { _ in random.pick(random.chance(15) ? Self.controls : Self.pieces) }
    var text = LintedText(Array(lines.map { $0 + random.pick(ends) }.joined().utf8))
    Self.linter.lint(&text)
    for _ in 0..<25 {
      let first = random.below(text.lines.count)
      let last = min(first + random.below(3), text.lines.count - 1)
      guard !(first...last).contains(where: { Self.isControl(text.lines[$0]) }) else { continue }
      let new = (0..<random.below(3)).map { _ in random.pick(Self.pieces) }.joined(separator: "\n")
      text.replace(from: (first, 0), to: (last, text.lines[last].contentCount), with: Array(new.utf8))
      if random.chance(70) { Self.linter.lintChanges(of: &text) }
    }
    Self.linter.lintChanges(of: &text)
    var whole = LintedText(text.bytes)
    Self.linter.lint(&whole)
    #expect(text.lines.map(\.bytes) == whole.lines.map(\.bytes))
    for (index, (left, right)) in zip(Self.found(text), Self.found(whole)).enumerated() {
      #expect(left == right, "line \(index): \(String(decoding: text.lines[index].bytes, as: UTF8.self))")
    }
  }

  private static func isControl(_ line: LintedText.Line) -> Bool {
    let content = String(decoding: line.bytes[..<line.contentCount], as: UTF8.self)
    return controls.contains(content)
  }

  @Test(arguments: 0..<50) func textEditsAgreeWithStringEdits(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let signs: [UInt8] = Array("ab\r\n\r\n \\".utf8)
    var reference: [UInt8] = []
    var text = LintedText([])
    for _ in 0..<200 {
      var (start, end) = (random.below(text.lines.count), random.below(text.lines.count))
      if end < start { (start, end) = (end, start) }
      var from = random.below(text.lines[start].contentCount + 1)
      var to = random.below(text.lines[end].contentCount + 1)
      if start == end, to < from { (from, to) = (to, from) }
      let new = (0..<random.below(5)).map { _ in random.pick(signs) }
      let offsets = text.lines.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.bytes.count) }
      reference.replaceSubrange(offsets[start] + from..<offsets[end] + to, with: new)
      text.replace(from: (start, from), to: (end, to), with: new)
      #expect(text.bytes == reference)
      #expect(text.lines.map(\.bytes) == LintedText(reference).lines.map(\.bytes))
    }
  }

  /// Editors offer a quick fix for each mistake that has one right answer.
  @Test func mistakesHaveQuickFixes() {
    var text = LintedText(Array("||a.example^third-party\n||b.example^$script;image\n||c^com\n".utf8))
    Self.linter.lint(&text)
    let fixes = Self.linter.fixes(in: 0..<3, of: text)
    #expect(fixes.map(\.rule.id) == ["missing-dollar", "misplaced-options"])
    #expect(
      fixes.flatMap(\.edits).map { String(decoding: $0.text, as: UTF8.self) } == [
        "$third-party", "$script,image",
      ])
  }

  @Test func findingsMoveWithLines() {
    var text = LintedText(Array("##body\n||a.example^\n||a.example^\n".utf8))
    let report = Self.linter.lint(&text)
    #expect(text.lines[2].findings.map(\.rule.id) == ["duplicate-filter"])
    #expect(text.lines[2].findings.first?.other?.line == 2)
    #expect(LineFix.fixes(report, in: 2..<3) { $0 }.map(\.edits.count) == [1])
    text.replace(from: (0, 0), to: (0, 0), with: Array("! x\n".utf8))
    Self.linter.lintChanges(of: &text)
    #expect(
      text.lines.map { $0.findings.map(\.rule.id) } == [[], ["hides-page"], [], ["duplicate-filter"], []])
  }
}
