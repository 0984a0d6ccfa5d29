import SluiceConversion
import SluiceLists
import SluiceRules

/// A renderer of messages for people: message, location, the line with a caret, and the remedy.
struct TextRenderer {
  let style: TextStyle
  /// The maximum number of columns of an excerpt.
  let width: Int
  /// Whether paragraphs are wrapped at the width. In files and pipes, each message is on one line, so that a
  /// text search finds it.
  var wraps = false

  func render(_ finding: LocatedDiagnostic) -> String {
    let place = "\(DisplayText.escaping(finding.file)):\(finding.location.line):\(finding.location.column):"
    let text = DisplayText.escaping(finding.message)
    let excerpt = Excerpt(of: finding.excerpt, around: finding.span, width: width - 2)
    let caret =
      String(repeating: " ", count: excerpt.caretOffset)
      + style.green(String(repeating: "^", count: excerpt.caretWidth))
    var lines = """
      \(style.bold(place)) \(label(of: finding.severity)) \(text) \(style.dim("[\(finding.reason)]"))
        \(excerpt.text)
        \(caret)

      """
    for note in finding.notes { lines += "  = \(note.label): \(DisplayText.escaping(note.text))\n" }
    return lines
  }

  func label(of severity: RuleListFinding.Severity) -> String {
    let text = "\(severity.rawValue):"
    return switch severity {
    case .error: style.red(text)
    case .warning: style.yellow(text)
    case .note: style.cyan(text)
    }
  }
}

extension TextRenderer {
  /// Creates a renderer for the width of a terminal.
  init(style: TextStyle, on terminal: Terminal) {
    self.init(
      style: style, width: terminal.width(otherwise: 100, atMost: 160), wraps: terminal.isInteractive)
  }
}
