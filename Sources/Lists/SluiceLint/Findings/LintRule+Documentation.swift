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
        lines.append("| [`\(rule.id)`](#\(rule.id)) | \(rule.severity.rawValue)\(off) | \(rule.summary) |")
      }
      lines.append("")
      lines += rules.flatMap { $0.definition().documentation(of: $0.id) }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// The first sentence of the meaning.
  private var summary: String {
    let meaning = definition().meaning
    let end = meaning.indices.first { index in
      guard meaning[index] == "." || meaning[index] == ":" else { return false }
      let next = meaning.index(after: index)
      return next == meaning.endIndex || meaning[next] == " "
    }
    let text = end.map { String(meaning[..<$0]) } ?? meaning
    // A vertical bar would end the table cell.
    return text.replacing("|", with: "\\|")
  }
}
