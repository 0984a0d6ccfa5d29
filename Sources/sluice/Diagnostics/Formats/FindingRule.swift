import ContentBlocker
import Conversion
import FilterSyntax

/// The description of a reason in a document of findings, shared by all its findings.
struct FindingRule {
  let id: String
  /// One sentence.
  let summary: String
  /// All sentences.
  let meaning: String
  /// The remedy, as plain text and as Markdown.
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
        // Without the heading, because the identifier is shown above it.
        definition.documentation(of: id).dropFirst(2).joined(separator: "\n")
      ))
  }

  /// Creates a rule from a reason for which a filter is not exact.
  init?(ofConversion id: String) {
    guard let reason = Reason(id: id) else { return nil }
    self.init(id: id, reason.definition())
  }

  /// Creates a rule from a reason of `check`, with the message of an example.
  init?(ofCheck id: String) {
    guard let reason = RuleListFinding.Reason.examples.first(where: { $0.id == id }) else { return nil }
    let words = reason.webKitMessage.map { "\(reason.message)\n\nWebKit: \($0)" } ?? reason.message
    let help = reason.advice.map { "\(words)\n\nInstead: \($0)" } ?? words
    self.init(id: id, summary: reason.message, meaning: words, help: (help, help))
  }
}
