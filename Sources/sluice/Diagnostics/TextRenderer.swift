import Conversion
import ListBuilder

/// Findings for people: what, where, the line with a caret, what to do.
struct TextRenderer {
  let style: TextStyle
  /// The most columns of the line that is shown.
  let width: Int

  func render(_ finding: Finding) -> String {
    let place = "\(DisplayText.escaping(finding.file)):\(finding.line):\(finding.column):"
    let message = DisplayText.escaping(finding.message)
    let excerpt = Excerpt(of: finding.filter, around: finding.span, width: width - 2)
    let caret =
      String(repeating: " ", count: excerpt.caretOffset)
      + style.green(String(repeating: "^", count: excerpt.caretWidth))
    var text = """
      \(style.bold(place)) \(severity(of: finding.outcome)) \(message) \(style.dim("[\(finding.reason)]"))
        \(excerpt.text)
        \(caret)

      """
    if let advice = finding.advice { text += "  = help: \(DisplayText.escaping(advice))\n" }
    return text
  }

  /// A deferred filter is no defect of the list, and other software can give what it needs.
  private func severity(of outcome: Outcome) -> String {
    switch outcome {
    case .dropped, .approximated: style.yellow("warning:")
    case .deferred, .exact: style.cyan("note:")
    }
  }
}
