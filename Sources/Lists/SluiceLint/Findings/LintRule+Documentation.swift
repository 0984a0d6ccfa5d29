import SluiceSyntax

extension LintRule {
  /// The documentation of all rules as Markdown: a list for each group.
  public static var documentation: String {
    var lines: [String] = []
    for group in LintGroup.allCases {
      lines += ["## \(group.rawValue)", "", group.meaning, ""]
      for rule in allCases where rule.group == group {
        let off = rule.isOnByDefault ? "" : ", off"
        let summary = rule.definition().summary(upTo: ".:").dropLast()
        lines.append("- `\(rule.id)` (\(rule.severity.rawValue)\(off)): \(summary)")
      }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
