import SluiceConversion
import SluiceLists
import SluiceRules

/// Diagnostics of conversions, grouped by reason.
struct DiagnosticGroups {
  fileprivate struct Row {
    var counts: [Outcome: Int] = [:]
    /// The worst outcome.
    var worst: Outcome
    /// The first diagnostics, those with the worst outcome first.
    var first: [LocatedDiagnostic] = []
  }

  private var rows: [Reason: Row] = [:]
  private(set) var total = 0

  /// Adds the diagnostics of a conversion, except those for filters that its page scripts apply.
  mutating func add(_ diagnostics: [Diagnostic], of sources: [Source]) {
    var first: [Reason: [Outcome: [Diagnostic]]] = [:]
    for diagnostic in diagnostics where diagnostic.outcome != .inPage {
      let (reason, outcome) = (diagnostic.reason, diagnostic.outcome)
      total += 1
      rows[reason, default: Row(worst: outcome)].counts[outcome, default: 0] += 1
      if let worst = rows[reason]?.worst, outcome.order < worst.order { rows[reason]?.worst = outcome }
      if rows[reason]?.counts[outcome] ?? 0 <= FindingGroup.fewFindings {
        first[reason, default: [:]][outcome, default: []].append(diagnostic)
      }
    }
    // Only the diagnostics that may be shown need locations and messages.
    for (reason, diagnostics) in first {
      let located = diagnostics.values.joined().map { $0.located(in: sources) }
      let all = (rows[reason]?.first ?? []) + located
      let sorted = Outcome.allCases.sorted { $0.order < $1.order }.flatMap { outcome in
        all.filter { $0.outcome == outcome }
      }
      rows[reason]?.first = Array(sorted.prefix(FindingGroup.fewFindings))
    }
  }

  /// Returns the groups, sorted by severity and then by the number of filters, highest first.
  ///
  /// - Parameter withNotes: Whether to include groups whose worst outcome is that a filter needs a script.
  func groups(withNotes: Bool) -> [FindingGroup] {
    let shown = rows.filter { withNotes || !$0.value.isNote }
    let groups = shown.sorted { first, second in
      let (one, other) = (first.value, second.value)
      return (one.worst.order, other.total, first.key.id) < (other.worst.order, one.total, second.key.id)
    }.compactMap { reason, row in
      FindingGroup(row.total, words: row.words, row.first) { reason.definition(about: $0).message }
    }
    return FindingGroup.shown(groups)
  }

  /// Returns a hint about the options that show more than these groups.
  ///
  /// - Parameters:
  ///   - withNotes: Whether groups of notes are shown.
  ///   - otherNotes: The number of notes that apply to many filters each.
  func hint(withNotes: Bool, otherNotes: Int) -> String? {
    guard total > 0 else { return nil }
    let hasNotes = otherNotes > 0 || rows.values.contains(where: \.isNote)
    return ListingHint.text(
      total, groups(withNotes: withNotes), hidesNotes: hasNotes && !withNotes,
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
