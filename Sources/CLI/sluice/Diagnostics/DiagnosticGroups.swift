import SluiceConversion
import SluiceLists
import SluiceRules

/// Diagnostics of conversions, grouped by reason.
struct DiagnosticGroups {
  fileprivate struct Row {
    var counts: [Outcome: Int] = [:]
    /// The worst outcome. ``example`` is the first diagnostic with it.
    var worst: Outcome
    var example: LocatedDiagnostic?
  }

  private var rows: [Reason: Row] = [:]
  private(set) var total = 0

  /// Adds the diagnostics of a conversion, except those for filters that its page scripts apply.
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
    // Only the examples need locations and messages.
    for (reason, diagnostic) in examples {
      rows[reason]?.example = diagnostic.located(in: sources)
    }
  }

  /// Returns the groups, sorted by severity and then by the number of filters, highest first.
  ///
  /// - Parameter withNotes: Whether to include groups whose worst outcome is that a filter needs a script.
  func groups(withNotes: Bool) -> [FindingGroup] {
    let shown = rows.filter { withNotes || !$0.value.isNote }
    return shown.sorted { first, second in
      let (one, other) = (first.value, second.value)
      return (one.worst.order, other.total, first.key.id) < (other.worst.order, one.total, second.key.id)
    }.compactMap { _, row in
      row.example.map { FindingGroup(count: row.words, example: $0) }
    }
  }

  /// Returns a hint about the options that show more than these groups.
  ///
  /// - Parameters:
  ///   - withNotes: Whether groups of notes are shown.
  ///   - otherNotes: The number of notes that concern many filters each.
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

  /// The counts as text, such as `2 unsupported, 6 approximated`.
  fileprivate var words: String {
    counts.sorted { $0.key.order < $1.key.order }
      .map { "\(Format.grouped($0.value)) \($0.key.words($0.value))" }.joined(separator: ", ")
  }
}

extension Outcome {
  /// The rank of the outcome; 0 is the worst.
  fileprivate var order: Int {
    switch self {
    case .dropped: 0
    case .approximated: 1
    case .deferred: 2
    case .inPage: 3
    case .exact: 4
    }
  }
}
