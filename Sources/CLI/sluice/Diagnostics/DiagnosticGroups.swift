import SluiceConversion
import SluiceLists
import SluiceRules

/// Diagnostics of conversions, grouped by reason.
struct DiagnosticGroups {
  fileprivate struct Row {
    /// The number of diagnostics of each outcome, by its rank.
    fileprivate var counts = Outcome.allCases.map { _ in 0 }
    /// The first diagnostics, those with the worst outcome first.
    fileprivate var first: [LocatedDiagnostic] = []
  }

  private var rows: [Reason: Row] = [:]
  private(set) var total = 0

  /// Adds the diagnostics of a conversion, except those for filters that its page scripts apply.
  mutating func add(_ diagnostics: [Diagnostic], of sources: [Source]) {
    // Only the diagnostics that may be shown need locations and messages.
    var first: [Reason: [Diagnostic]] = [:]
    for diagnostic in diagnostics where diagnostic.outcome != .inPage {
      total += 1
      // One access for each diagnostic: there can be a hundred thousand.
      if rows[diagnostic.reason, default: Row()].count(diagnostic.outcome) <= FindingGroup.fewFindings {
        first[diagnostic.reason, default: []].append(diagnostic)
      }
    }
    for (reason, diagnostics) in first { rows[reason]?.add(diagnostics.map { $0.located(in: sources) }) }
  }

  /// Returns the groups, sorted by severity and then by the number of filters, highest first.
  ///
  /// - Parameter withNotes: Whether to include groups whose worst outcome is that a filter needs a script.
  func groups(withNotes: Bool) -> [FindingGroup] {
    let shown = rows.filter { withNotes || !$0.value.isNote }
    let groups = shown.sorted { first, second in
      let (one, other) = (first.value, second.value)
      return (one.order, other.total, first.key.id) < (other.order, one.total, second.key.id)
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
  fileprivate var total: Int { counts.reduce(0, +) }
  fileprivate var isNote: Bool { worst.map { .init(of: $0) == RuleListFinding.Severity.note } ?? false }

  /// The worst outcome.
  private var worst: Outcome? { Outcome.worstFirst.first { counts[$0.order] > 0 } }

  /// The rank of the worst outcome.
  fileprivate var order: Int { worst?.order ?? counts.count }

  /// The counts as text, such as `2 unsupported, 6 approximated`.
  fileprivate var words: String {
    Outcome.worstFirst.filter { counts[$0.order] > 0 }
      .map { "\(Format.grouped(counts[$0.order])) \($0.words(counts[$0.order]))" }.joined(separator: ", ")
  }

  /// Counts a diagnostic, and returns the number of those with its outcome.
  fileprivate mutating func count(_ outcome: Outcome) -> Int {
    counts[outcome.order] += 1
    return counts[outcome.order]
  }

  /// Adds to the first diagnostics.
  fileprivate mutating func add(_ diagnostics: [LocatedDiagnostic]) {
    let all = first + diagnostics
    let sorted = Outcome.worstFirst.flatMap { outcome in all.filter { $0.outcome == outcome } }
    first = Array(sorted.prefix(FindingGroup.fewFindings))
  }
}

extension Outcome {
  fileprivate static let worstFirst = allCases.sorted { $0.order < $1.order }

  /// The rank of the outcome; 0 is the worst.
  fileprivate var order: Int {
    switch self {
    case .unsupported: 0
    case .approximated: 1
    case .needsScript: 2
    case .inPage: 3
    case .converted: 4
    }
  }
}
