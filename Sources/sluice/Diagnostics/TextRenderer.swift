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
  /// Line and column from 1, the column in Unicode scalars.
  let line: Int
  let column: Int
  let severity: RuleListFinding.Severity
  let text: String
  /// The stable id.
  let reason: String
  /// The line without its end, or as much of it as is worth showing.
  let source: ArraySlice<UInt8>
  /// The faulty part, as indices of ``source``.
  let span: Range<Int>
  let notes: [Note]
}

/// Messages for people: what, where, the line with a caret, what to do.
struct TextRenderer {
  let style: TextStyle
  /// The most columns of the line that is shown.
  let width: Int

  func render(_ finding: LocatedDiagnostic) -> String {
    render(
      LocatedMessage(
        file: finding.file, line: finding.line, column: finding.column,
        severity: Self.severity(of: finding.outcome), text: finding.message, reason: finding.reason,
        source: finding.excerpt, span: finding.span,
        notes: finding.advice.map { [.init(label: "help", text: $0)] } ?? []))
  }

  func render(_ message: LocatedMessage) -> String {
    let place = "\(DisplayText.escaping(message.file)):\(message.line):\(message.column):"
    let text = DisplayText.escaping(message.text)
    let excerpt = Excerpt(of: message.source, around: message.span, width: width - 2)
    let caret =
      String(repeating: " ", count: excerpt.caretOffset)
      + style.green(String(repeating: "^", count: excerpt.caretWidth))
    var lines = """
      \(style.bold(place)) \(label(of: message.severity)) \(text) \(style.dim("[\(message.reason)]"))
        \(excerpt.text)
        \(caret)

      """
    for note in message.notes { lines += "  = \(note.label): \(DisplayText.escaping(note.text))\n" }
    return lines
  }

  private func label(of severity: RuleListFinding.Severity) -> String {
    switch severity {
    case .error: style.red("error:")
    case .warning: style.yellow("warning:")
    case .note: style.cyan("note:")
    }
  }

  /// A deferred filter is no defect of the list, and other software can give what it needs; a script may do it.
  private static func severity(of outcome: Outcome) -> RuleListFinding.Severity {
    switch outcome {
    case .dropped, .approximated: .warning
    case .deferred, .inPage, .exact: .note
    }
  }
}

extension TextRenderer {
  /// As wide as a stream.
  init(style: TextStyle, on terminal: Terminal) {
    self.init(style: style, width: terminal.width(otherwise: 100, atMost: 160))
  }
}
