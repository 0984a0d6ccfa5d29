import SluiceText

extension OwnRule {
  static let unknownLintRule = OwnRule(
    .syntax, .warning, "unknown rule '\(.text)'",
    meaning: "A comment turns off a rule that does not exist, so it has no effect.",
    example: "! sluice-disable duplicated-filter\n||ads.example^",
    instead: "check the id: `duplicate-filter`",
    advice: "check the id; 'sluice explain' lists all rules",
    check: .line { line, found in
      guard let comment = DisableComment(line.line, in: line.bytes.span), !comment.isForAGLint else { return }
      for word in comment.words where LintRule(id: line.bytes.span.text(word)) == nil {
        found.add(.unknownLintRule, at: line.location, word)
      }
    },
    nearest: { text, _ in Suggestion.nearest(to: text, among: LintRule.allCases.map(\.id)) })
}
