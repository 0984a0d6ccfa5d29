import ContentBlocker
import Conversion
import FilterSyntax

/// What a document of findings says of a reason, once for all its findings.
struct FindingRule {
  let id: String
  /// One sentence.
  let summary: String
  /// All sentences.
  let meaning: String
  /// What to do, as plain text and as Markdown.
  let help: (text: String, markdown: String)

  init(id: String, summary: String, meaning: String, help: (text: String, markdown: String)) {
    (self.id, self.summary, self.meaning, self.help) = (id, summary, meaning, help)
  }

  init(id: String, _ definition: ReasonDefinition) {
    let text = "\(definition.meaning)\n\nFor example:\n\(definition.example)"
    self.init(
      id: id, summary: ReasonText.firstSentence(definition.meaning), meaning: definition.meaning,
      help: (
        definition.instead.map { "\(text)\n\nInstead: \($0)" } ?? text,
        // Without the heading: the id stands above it wherever it is shown.
        definition.documentation(of: id).dropFirst(2).joined(separator: "\n")
      ))
  }

  /// A reason for which a filter is not exact.
  init?(ofConversion id: String) {
    guard let reason = Reason(id: id) else { return nil }
    self.init(id: id, reason.definition())
  }

  /// A reason of `check`, whose message is that of an example of it.
  init?(ofCheck id: String) {
    guard let reason = RuleListFinding.Reason.examples.first(where: { $0.id == id }) else { return nil }
    let words = reason.webKitMessage.map { "\(reason.message)\n\nWebKit: \($0)" } ?? reason.message
    let help = reason.advice.map { "\(words)\n\nInstead: \($0)" } ?? words
    self.init(id: id, summary: reason.message, meaning: words, help: (help, help))
  }
}
