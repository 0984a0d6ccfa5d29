import SluiceConversion
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
    // Only the findings that may be shown need locations and messages.
    var first = report
    first.findings = report.findings.filter { finding in
      let key = Key(severity: finding.severity, rule: finding.rule)
      counts[key, default: 0] += 1
      return counts[key, default: 0] <= FindingGroup.fewFindings
    }
    var located: [Key: [LocatedDiagnostic]] = [:]
    for (finding, diagnostic) in LocatedFindings(first) {
      located[Key(severity: finding.severity, rule: finding.rule), default: []].append(diagnostic)
    }
    groups = located.compactMap { key, diagnostics in
      let count = counts[key, default: 0]
      return FindingGroup(count, words: Format.counted(count, "finding"), diagnostics) {
        key.rule.definition(about: $0, $0).message
      }
    }.sorted { one, other in
      (other.severity, other.total, one.reason) < (one.severity, one.total, other.reason)
    }
    notes = counts.reduce(0) { $0 + ($1.key.severity == .note ? $1.value : 0) }
  }

  /// Returns the groups with the findings to show.
  func shown(withNotes: Bool) -> [FindingGroup] {
    FindingGroup.shown(withNotes ? groups : groups.filter { $0.severity != .note })
  }
}
