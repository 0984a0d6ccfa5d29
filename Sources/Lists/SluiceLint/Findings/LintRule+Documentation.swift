import SluiceSyntax

extension LintRule {
  /// The documentation of all rules as Markdown. Each group has a table, followed by a section for each rule
  /// with an explanation, an example and a fix.
  public static var documentation: String {
    var lines: [String] = []
    for group in LintGroup.allCases {
      let rules = allCases.filter { $0.group == group }
      lines += [
        "## \(group.rawValue)", "", group.meaning, "", "| rule | severity | finds |", "|---|---|---|",
      ]
      for rule in rules {
        let off = rule.isOnByDefault ? "" : ", off"
        // A vertical bar would end the table cell.
        let summary = rule.definition().summary(upTo: ".:").dropLast().replacing("|", with: "\\|")
        lines.append("| [`\(rule.id)`](#\(rule.id)) | \(rule.severity.rawValue)\(off) | \(summary) |")
      }
      lines.append("")
      lines += rules.flatMap { $0.definition().documentation(of: $0.id) }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}

extension ReasonDefinition {
  /// Returns the first sentence of the meaning, with the mark at its end, which is one of `marks`.
  package func summary(upTo marks: String = ".") -> String {
    let end = meaning.indices.first { index in
      guard marks.contains(meaning[index]) else { return false }
      let next = meaning.index(after: index)
      return next == meaning.endIndex || meaning[next] == " "
    }
    return end.map { String(meaning[...$0]) } ?? meaning
  }
}
