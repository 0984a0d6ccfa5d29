import SluiceLint

/// The findings of a review, grouped by severity and rule.
struct LintGroups {
  private struct Key: Hashable {
    let severity: LintSeverity
    let rule: LintRule
  }

  /// The groups, sorted by severity and then by the number of findings, highest first.
  private let groups: [FindingGroup]
  let notes: Int

  init(_ report: LintReport) {
    var counts: [Key: Int] = [:]
    // Only the examples need locations and messages.
    var examples = report
    examples.findings = report.findings.filter { finding in
      let key = Key(severity: finding.severity, rule: finding.rule)
      counts[key, default: 0] += 1
      return counts[key] == 1
    }
    groups = LocatedFindings(examples).map { finding, diagnostic in
      (diagnostic, counts[Key(severity: finding.severity, rule: finding.rule)] ?? 0)
    }.sorted { one, other in
      (other.0.severity, other.1, one.0.reason) < (one.0.severity, one.1, other.0.reason)
    }.map { diagnostic, count in
      FindingGroup(count: Format.counted(count, "finding"), example: diagnostic)
    }
    notes = counts.reduce(0) { $0 + ($1.key.severity == .note ? $1.value : 0) }
  }

  func shown(withNotes: Bool) -> [FindingGroup] {
    withNotes ? groups : groups.filter { $0.example.severity != .note }
  }
}
