import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules

/// Findings with the same reason: their number, and some of them.
struct FindingGroup {
  let total: Int
  /// The number of findings with their outcome: `312 approximated`.
  let words: String
  let severity: RuleListFinding.Severity
  let reason: String
  /// The message of all findings. If they have different ones, `…` stands for what differs.
  let message: String
  /// The findings to show, the most severe first.
  private(set) var shown: [LocatedDiagnostic]

  /// Creates a group; returns nil without a finding.
  ///
  /// - Parameters:
  ///   - total: The number of findings.
  ///   - words: The number of findings with their outcome.
  ///   - first: The first findings, the most severe first, at most ``fewFindings``.
  ///   - message: Returns the message of the reason about a text.
  init?(_ total: Int, words: String, first: [LocatedDiagnostic], message: (String) -> String) {
    guard let example = first.first else { return nil }
    (self.total, self.words, shown) = (total, words, first)
    (severity, reason) = (example.severity, example.reason)
    let isSame = first.count == total && first.allSatisfy { $0.message == example.message }
    self.message = isSame ? example.message : Self.withoutPlaceholder(atEndOf: message("..."))
  }

  /// The maximum number of findings that are all shown.
  static let fewFindings = 20

  /// Returns groups with the findings to show: all of few findings, otherwise one or two of each group.
  static func shown(_ groups: [FindingGroup]) -> [FindingGroup] {
    guard groups.reduce(0, { $0 + $1.total }) > fewFindings else { return groups }
    return groups.map { group in
      var group = group
      group.shown = Array(group.shown.prefix(group.total == 2 ? 2 : 1))
      return group
    }
  }

  /// Returns a message with `…` for the text of a finding. A placeholder for details at the end is removed.
  private static func withoutPlaceholder(atEndOf message: String) -> String {
    let text = message.replacing("...", with: "…")
    if text.hasSuffix(": …") { return String(text.dropLast(3)) }
    return text.hasSuffix("…") && !text.hasSuffix(" …") ? String(text.dropLast()) : text
  }
}

extension TextRenderer {
  /// Returns a line like `warning: 312 approximated: WebKit has no … [id]`, followed by the shown findings with
  /// their locations and the remedies.
  func render(_ group: FindingGroup) -> String {
    var text = paragraph(
      [
        (label(of: group.severity), "\(group.severity.rawValue):"), (nil, "\(group.words):"),
        (nil, DisplayText.escaping(group.message)), (style.dim("[\(group.reason)]"), "[\(group.reason)]"),
      ], indent: 2)
    // Advice that all findings share follows the last of them.
    let advice = group.shown.first?.advice
    let isShared = group.shown.allSatisfy { $0.advice == advice }
    for (index, finding) in group.shown.enumerated() {
      let isLast = index == group.shown.count - 1
      text += render(
        finding, notes: finding.notes.filter { isLast || !isShared || $0.text != advice })
    }
    return text
  }

  private func render(_ finding: LocatedDiagnostic, notes: [LocatedDiagnostic.Note]) -> String {
    let place = "\(DisplayText.escaping(finding.file)):\(finding.location.line):\(finding.location.column):"
    let room = width - 3 - DisplayText.columns(of: place[...])
    // A filter that does not fit next to its location gets its own line.
    let isOnPlaceLine = room >= 24
    let excerpt = Excerpt(of: finding.excerpt, around: finding.span, width: isOnPlaceLine ? room : width - 4)
    var text = "  \(style.bold(place))\(isOnPlaceLine ? " " : "\n    ")\(excerpt.text)\n"
    for note in notes {
      text +=
        "  "
        + paragraph([(nil, "= \(note.label):"), (nil, DisplayText.escaping(note.text))], from: 2, indent: 4)
    }
    return text
  }

  /// Returns words in wrapped lines. All lines except the first are indented.
  ///
  /// - Parameters:
  ///   - pieces: The texts, each with its colored form, if any.
  ///   - start: The column in which the first line begins.
  ///   - indent: The column in which the other lines begin.
  func paragraph(_ pieces: [(styled: String?, plain: String)], from start: Int = 0, indent: Int = 0) -> String
  {
    var (text, column) = ("", start)
    for piece in pieces {
      let words = piece.plain.split(separator: " ", omittingEmptySubsequences: false)
      for word in words {
        let columns = DisplayText.columns(of: word)
        if wraps, column > indent, column + 1 + columns > width {
          text += "\n" + String(repeating: " ", count: indent)
          column = indent
        } else if !text.isEmpty {
          text += " "
          column += 1
        }
        text += words.count == 1 ? piece.styled ?? String(word) : String(word)
        column += columns
      }
    }
    return text + "\n"
  }
}

struct DiagnosticGroups {
  fileprivate struct Row {
    /// The number of diagnostics of each outcome, by its rank.
    fileprivate var counts = Outcome.allCases.map { _ in 0 }
    /// The first diagnostics of each outcome, by its rank.
    fileprivate var first = Outcome.allCases.map { _ in [(diagnostic: Diagnostic, sources: [Source])]() }
  }

  private var rows: [Reason: Row] = [:]
  private(set) var total = 0

  /// Adds the diagnostics of a conversion, except those for filters that its page scripts apply.
  mutating func add(_ diagnostics: [Diagnostic], of sources: [Source]) {
    for diagnostic in diagnostics where diagnostic.outcome != .inPage {
      total += 1
      // One access for each diagnostic: there can be a hundred thousand.
      rows[diagnostic.reason, default: Row()].add(diagnostic, of: sources)
    }
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
      FindingGroup(row.total, words: row.words, first: row.worstFirst) {
        reason.definition(about: $0).message
      }
    }
    return FindingGroup.shown(groups)
  }

  /// Returns a hint about the options that show more than these groups.
  ///
  /// - Parameters:
  ///   - shown: The groups, as ``groups(withNotes:)`` returned them.
  ///   - withNotes: Whether groups of notes are shown.
  ///   - otherNotes: The number of notes that apply to many filters each.
  func hint(about shown: [FindingGroup], withNotes: Bool, otherNotes: Int) -> String? {
    guard total > 0 else { return nil }
    let hasNotes = otherNotes > 0 || rows.values.contains(where: \.isNote)
    return ListingHint.text(
      total, groups: shown, hidesNotes: hasNotes && !withNotes,
      showsReasons: rows.values.contains { withNotes || !$0.isNote })
  }
}

extension DiagnosticGroups.Row {
  fileprivate var total: Int { counts.reduce(0, +) }
  fileprivate var isNote: Bool { worst.map { .init(of: $0) == RuleListFinding.Severity.note } ?? false }

  private var worst: Outcome? { Outcome.worstFirst.first { counts[$0.order] > 0 } }

  fileprivate var order: Int { worst?.order ?? counts.count }

  /// The counts as text, such as `2 unsupported, 6 approximated`.
  fileprivate var words: String {
    Outcome.worstFirst.filter { counts[$0.order] > 0 }
      .map { "\(Format.grouped(counts[$0.order])) \($0.words(counts[$0.order]))" }.joined(separator: ", ")
  }

  /// The diagnostics that may be shown, the worst first. Only these need locations and messages.
  fileprivate var worstFirst: [LocatedDiagnostic] {
    let count = total > FindingGroup.fewFindings ? 1 : total
    return first.reduce([], +).prefix(count).map { $0.diagnostic.located(in: $0.sources) }
  }

  fileprivate mutating func add(_ diagnostic: Diagnostic, of sources: [Source]) {
    let order = diagnostic.outcome.order
    counts[order] += 1
    if counts[order] <= FindingGroup.fewFindings { first[order].append((diagnostic, sources)) }
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

/// A hint about the options that show more than the groups of findings.
enum ListingHint {
  /// Returns text like `--max-diagnostics 0 lists all 952; -v adds notes; 'sluice explain ID' explains a reason`.
  ///
  /// - Parameters:
  ///   - total: The number of findings.
  ///   - groups: The groups that are shown.
  ///   - hidesNotes: Whether there are notes that only `--verbose` shows.
  ///   - showsReasons: Whether a reason is shown that `explain` can explain.
  static func text(
    _ total: Int, groups: [FindingGroup], hidesNotes: Bool, showsReasons: Bool
  ) -> String? {
    var parts: [String] = []
    if groups.contains(where: { $0.shown.count < $0.total }) {
      parts.append("--max-diagnostics 0 lists all \(Format.grouped(total))")
    }
    if hidesNotes { parts.append("-v adds notes") }
    if showsReasons { parts.append("'sluice explain ID' explains a reason") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a line like `showing 50 of 952; --max-diagnostics 0 shows all`.
  static func showing(_ count: Int, of total: String) -> String {
    "showing \(Format.grouped(count)) of \(total); --max-diagnostics 0 shows all\n"
  }
}
