import Conversion
import ListBuilding

/// An explained filter, for people.
struct FilterText {
  let style: TextStyle
  let width: Int

  func render(_ explanation: FilterExplanation) -> String {
    var text = ""
    let column = explanation.parts.map(\.name.count).max() ?? 0
    for part in explanation.parts {
      let name = part.name + String(repeating: " ", count: column - part.name.count)
      text += "\(style.bold(name))  \(DisplayText.escaping(part.text))\n"
    }
    guard explanation.isFilter else { return text + "\nIt is no filter, so it becomes nothing.\n" }
    text += "\n" + style.bold(Self.headline(explanation)) + "\n"
    let renderer = TextRenderer(style: style, width: width)
    for finding in DiagnosticReader(explanation.diagnostics[...], of: [explanation.source]) {
      text += renderer.render(finding)
      text += "  = 'sluice explain \(finding.reason)' tells more\n"
    }
    for note in explanation.notes {
      text += NoteText.line(note, about: "this filter", style: style)
      text += "  = 'sluice explain \(note.id)' tells more\n"
    }
    for rule in explanation.rules { text += rule + "\n" }
    return text
  }

  private static func headline(_ explanation: FilterExplanation) -> String {
    let rules = explanation.rules.count
    switch explanation.diagnostics.first?.outcome ?? .exact {
    case .exact where rules == 0:
      return "exact: by itself it needs no rule; it acts on other filters"
    case .exact:
      return "exact: \(Format.counted(rules, "rule")) of WebKit \(rules == 1 ? "says" : "say") what it means"
    case .approximated: return "approximated: \(Format.counted(rules, "rule")), not quite what it means"
    case .deferred where rules > 0: return "deferred in part: it needs a script or a style sheet in the page"
    case .deferred: return "deferred: it needs a script or a style sheet in the page"
    case .dropped: return "dropped: it is not in the output"
    }
  }
}
