import ContentBlocker
import Conversion
import ListBuilding

/// The diagnostics of conversions by reason.
struct DiagnosticGroups {
  fileprivate struct Row {
    var counts: [Outcome: Int] = [:]
    /// The worst outcome, and the first diagnostic that has it.
    var worst: Outcome
    var example: LocatedDiagnostic?
  }

  private var rows: [Reason: Row] = [:]
  /// How many diagnostics there are.
  private(set) var total = 0

  /// Adds the diagnostics of a conversion. Its scripts for pages do what filters mean, so that these are not counted.
  mutating func add(_ diagnostics: [Diagnostic], of sources: [Source]) {
    var examples: [Reason: Diagnostic] = [:]
    for diagnostic in diagnostics where diagnostic.outcome != .inPage {
      let (reason, outcome) = (diagnostic.reason, diagnostic.outcome)
      total += 1
      if let worst = rows[reason]?.worst, worst.order <= outcome.order {
        rows[reason]?.counts[outcome, default: 0] += 1
      } else {
        rows[reason, default: Row(worst: outcome)].counts[outcome, default: 0] += 1
        rows[reason]?.worst = outcome
        examples[reason] = diagnostic
      }
    }
    // Places and messages are made for the few that are shown.
    for (reason, diagnostic) in examples {
      rows[reason]?.example = DiagnosticReader([diagnostic], of: sources).first { _ in true }
    }
  }

  /// The groups, the worst first, and among these those with most filters.
  ///
  /// - Parameter withNotes: Whether those are among them that hold nothing worse than a filter that needs a script.
  func groups(withNotes: Bool) -> [FindingGroup] {
    let shown = rows.filter { withNotes || !$0.value.isNote }
    return shown.sorted { first, second in
      let (one, other) = (first.value, second.value)
      return (one.worst.order, other.total, first.key.id) < (other.worst.order, one.total, second.key.id)
    }.compactMap { _, row in
      row.example.map { FindingGroup(count: row.words, example: LocatedMessage($0)) }
    }
  }

  /// What to type to see more than these groups; nil where every filter is converted.
  ///
  /// - Parameters:
  ///   - withNotes: Whether groups of notes are shown.
  ///   - otherNotes: How many notes there are that are about many filters each.
  func hint(withNotes: Bool, otherNotes: Int) -> String? {
    guard total > 0 else { return nil }
    let hasNotes = otherNotes > 0 || rows.values.contains(where: \.isNote)
    return ListingHint.text(
      total, hidesNotes: hasNotes && !withNotes,
      showsReasons: rows.values.contains { withNotes || !$0.isNote })
  }
}

extension DiagnosticGroups.Row {
  fileprivate var total: Int { counts.values.reduce(0, +) }
  fileprivate var isNote: Bool { .init(of: worst) == RuleListFinding.Severity.note }

  /// `2 unsupported, 6 approximated`
  fileprivate var words: String {
    counts.sorted { $0.key.order < $1.key.order }
      .map { "\(Format.grouped($0.value)) \($0.key.words($0.value))" }.joined(separator: ", ")
  }
}

extension Outcome {
  /// The place among the outcomes, the worst first.
  fileprivate var order: Int {
    switch self {
    case .dropped: 0
    case .approximated: 1
    case .deferred: 2
    case .inPage: 3
    case .exact: 4
    }
  }

  /// What filters are, as the end of "2 filters …".
  func words(_ count: Int) -> String {
    switch self {
    case .exact: "converted"
    case .approximated: "approximated"
    case .inPage: "done in pages"
    case .deferred: count == 1 ? "needs a script" : "need a script"
    case .dropped: "unsupported"
    }
  }
}
