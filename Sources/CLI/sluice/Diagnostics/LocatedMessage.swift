import SluiceConversion
import SluiceLists
import SluiceRules

/// A message about a location in an input, with everything needed to print it.
struct LocatedMessage {
  /// A line below the excerpt, such as `= help: ...`.
  struct Note {
    let label: String
    let text: String
  }

  let file: String
  let location: TextLocation
  let severity: RuleListFinding.Severity
  let text: String
  /// The stable identifier of the reason.
  let reason: String
  /// The text that the message is about. It distinguishes findings with the same reason, even if lines move.
  let subject: ArraySlice<UInt8>
  /// The line without its line break, or the part of a long line that is worth printing.
  let source: ArraySlice<UInt8>
  /// The part of the line that the message is about, as indices of ``source``.
  let span: Range<Int>
  let notes: [Note]
}

extension LocatedMessage {
  /// Creates a message from a diagnostic.
  init(_ finding: LocatedDiagnostic) {
    self.init(
      file: finding.file, location: finding.location,
      severity: .init(of: finding.outcome), text: finding.message, reason: finding.reason,
      subject: finding.filter, source: finding.excerpt, span: finding.span,
      notes: finding.advice.map { [.init(label: "help", text: $0)] } ?? [])
  }

  /// Creates a message about a filter.
  init(
    _ filter: PlacedFilter, _ severity: RuleListFinding.Severity, _ text: String, reason: String,
    notes: [Note] = []
  ) {
    let line = Array(filter.text.utf8)[...]
    self.init(
      file: filter.file,
      location: TextLocation(
        file: filter.file, line: filter.line, column: 1, endColumn: 1 + filter.text.unicodeScalars.count),
      severity: severity, text: text, reason: reason, subject: line, source: line, span: line.indices,
      notes: notes)
  }

  /// The message and its notes, one per line, safe to print.
  var lines: [String] {
    ([text] + notes.map { "\($0.label): \($0.text)" }).map(DisplayText.escaping)
  }
}

extension RuleListFinding.Severity {
  /// Creates the severity for an outcome. A filter that needs a script is not a mistake in the list: other
  /// software can apply it.
  init(of outcome: Outcome) {
    switch outcome {
    case .dropped, .approximated: self = .warning
    case .deferred, .inPage, .exact: self = .note
    }
  }
}
