import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let unknownLintRule = OwnRule(
    .syntax, .warning,
    check: .line { line, _, found in
      guard let comment = DisableComment(line.line, in: line.bytes.span) else { return }
      for word in comment.words where LintRule(id: line.bytes.span.text(word)) == nil {
        found.add(.unknownLintRule, at: line.location, word)
      }
    },
    nearest: { text, _ in Suggestion.nearest(to: text, among: LintRule.allCases.map(\.id)) }
  ) { text, _ in
    .init(
      "unknown rule '\(text)'",
      meaning: "A comment turns off a rule that does not exist, so it has no effect.",
      example: "! sluice-disable duplicated-filter\n||ads.example^",
      instead: "check the id: `duplicate-filter`",
      advice: "check the id; docs/lint.md lists all rules")
  }
}
