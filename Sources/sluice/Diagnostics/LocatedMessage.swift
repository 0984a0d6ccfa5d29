import ContentBlocker
import Conversion
import ListBuilding

/// A message on a place of an input, with everything that people are shown.
struct LocatedMessage {
  /// A line below the excerpt: `= help: ...`
  struct Note {
    let label: String
    let text: String
  }

  let file: String
  let location: TextLocation
  let severity: RuleListFinding.Severity
  let text: String
  /// The stable id.
  let reason: String
  /// What the message is about, wherever in the file it stands: it tells a finding from others of one reason.
  let subject: ArraySlice<UInt8>
  /// The line without its end, or as much of it as is worth showing.
  let source: ArraySlice<UInt8>
  /// The faulty part, as indices of ``source``.
  let span: Range<Int>
  let notes: [Note]
}

extension LocatedMessage {
  /// What became of a filter.
  init(_ finding: LocatedDiagnostic) {
    self.init(
      file: finding.file, location: finding.location,
      severity: .init(of: finding.outcome), text: finding.message, reason: finding.reason,
      subject: finding.filter, source: finding.excerpt, span: finding.span,
      notes: finding.advice.map { [.init(label: "help", text: $0)] } ?? [])
  }

  /// Something about a filter.
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

  /// The message and its notes, a line each, as text that can be shown.
  var lines: [String] {
    ([text] + notes.map { "\($0.label): \($0.text)" }).map(DisplayText.escaping)
  }
}

extension RuleListFinding.Severity {
  /// A deferred filter is no defect of the list, and other software can give what it needs; a script may do it.
  init(of outcome: Outcome) {
    switch outcome {
    case .dropped, .approximated: self = .warning
    case .deferred, .inPage, .exact: self = .note
    }
  }
}
