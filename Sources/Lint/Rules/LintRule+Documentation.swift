extension LintRule {
  /// All rules as Markdown, by group: a table, and then each with what, why, an example and what to write instead.
  public static var documentation: String {
    var lines: [String] = []
    for group in LintGroup.allCases {
      let rules = allCases.filter { $0.group == group }
      lines += [
        "## \(group.rawValue)", "", group.meaning, "", "| rule | severity | finds |", "|---|---|---|",
      ]
      for rule in rules {
        let off = rule.isOnByDefault ? "" : ", off"
        lines.append("| [`\(rule.id)`](#\(rule.id)) | \(rule.severity.rawValue)\(off) | \(rule.summary) |")
      }
      lines.append("")
      lines += rules.flatMap { $0.definition().documentation(of: $0.id) }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// The first sentence of what it means.
  private var summary: String {
    let meaning = definition().meaning
    let end = meaning.indices.first { index in
      guard meaning[index] == "." || meaning[index] == ":" else { return false }
      let next = meaning.index(after: index)
      return next == meaning.endIndex || meaning[next] == " "
    }
    let text = end.map { String(meaning[..<$0]) } ?? meaning
    // A bar would end the cell.
    return text.replacing("|", with: "\\|")
  }
}
