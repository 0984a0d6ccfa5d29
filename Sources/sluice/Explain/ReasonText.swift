import ContentBlocker
import Conversion
import FilterSyntax

/// What is known of a reason, for people.
struct ReasonText {
  let style: TextStyle

  func render(_ reason: Reason) -> String { render(reason.id, reason.definition()) }

  func render(_ note: ConversionNote) -> String { render(note.id, note.definition()) }

  private func render(_ id: String, _ definition: ReasonDefinition) -> String {
    var text = style.bold(id) + "\n  " + definition.meaning + "\n\n  for example\n"
    for line in definition.example.split(separator: "\n") { text += "    " + style.dim(String(line)) + "\n" }
    if let instead = definition.instead { text += "\n  instead: " + instead + "\n" }
    return text
  }

  /// A reason of `check`, whose message is that of an example of it.
  func render(_ reason: RuleListFinding.Reason) -> String {
    var text = style.bold(reason.id) + "\n  sluice check, \(reason.severity.rawValue): \(reason.message)\n"
    if let words = reason.webKitMessage { text += "  WebKit: \(words)\n" }
    if let advice = reason.advice { text += "\n  instead: \(advice)\n" }
    return text
  }

  /// All ids with the first sentence of their meaning: those of conversion, then those of `check`.
  var list: String {
    let reasons =
      Reason.allCases.map { ($0.id, $0.definition().meaning) }
      + ConversionNote.allCases.map { ($0.id, $0.definition().meaning) }
    return table(reasons.map { ($0.0, String($0.1.prefix(upTo: Self.sentenceEnd($0.1)))) })
      + "\nof sluice check:\n\n" + table(RuleListFinding.Reason.examples.map { ($0.id, $0.message) })
  }

  private func table(_ rows: [(id: String, text: String)]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { row in
      style.bold(row.id) + String(repeating: " ", count: width - row.id.count + 2) + row.text + "\n"
    }.joined()
  }

  /// Behind the first full stop that a blank or nothing follows.
  private static func sentenceEnd(_ text: String) -> String.Index {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ".", next == text.endIndex || text[next] == " " { return next }
      index = next
    }
    return text.endIndex
  }
}
