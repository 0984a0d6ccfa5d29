import Conversion

/// What is known of a reason, for people.
struct ReasonText {
  let style: TextStyle

  func render(_ reason: Reason) -> String { render(reason.id, reason.explanation) }

  func render(_ note: ConversionNote) -> String { render(note.id, note.explanation) }

  private func render(_ id: String, _ explanation: ReasonExplanation) -> String {
    var text = style.bold(id) + "\n  " + explanation.meaning + "\n\n  for example\n"
    for line in explanation.example.split(separator: "\n") { text += "    " + style.dim(String(line)) + "\n" }
    if let instead = explanation.instead { text += "\n  instead: " + instead + "\n" }
    return text
  }

  /// All ids with the first sentence of their meaning.
  var list: String {
    let rows =
      Reason.allCases.map { ($0.id, $0.explanation.meaning) }
      + ConversionNote.allCases.map { ($0.id, $0.explanation.meaning) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { id, meaning in
      let sentence = meaning.prefix(upTo: Self.sentenceEnd(meaning))
      return style.bold(id) + String(repeating: " ", count: width - id.count + 2) + sentence + "\n"
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
