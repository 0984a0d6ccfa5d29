import Conversion

/// What is known of a reason, for people.
struct ReasonText {
  let style: TextStyle

  func render(_ reason: Reason) -> String {
    let explanation = reason.explanation
    var text = style.bold(reason.id) + "\n  " + explanation.meaning + "\n\n  for example\n"
    for line in explanation.example.split(separator: "\n") { text += "    " + style.dim(String(line)) + "\n" }
    if let instead = explanation.instead { text += "\n  instead: " + instead + "\n" }
    return text
  }

  /// All ids with the first sentence of their meaning.
  var list: String {
    let width = Reason.allCases.map(\.id.count).max() ?? 0
    return Reason.allCases.map { reason in
      let meaning = reason.explanation.meaning
      let sentence = meaning.prefix(upTo: Self.sentenceEnd(meaning))
      return style.bold(reason.id) + String(repeating: " ", count: width - reason.id.count + 2) + sentence
        + "\n"
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
