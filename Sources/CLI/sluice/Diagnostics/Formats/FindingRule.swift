import SluiceConversion
import SluiceRules
import SluiceSyntax

/// The description of a reason in a document, shared by all findings with that reason.
struct FindingRule {
  let id: String
  /// The meaning in one sentence.
  let summary: String
  /// The full meaning.
  let meaning: String
  /// The remedy, as plain text and as Markdown.
  let help: (text: String, markdown: String)

  init(id: String, summary: String, meaning: String, help: (text: String, markdown: String)) {
    (self.id, self.summary, self.meaning, self.help) = (id, summary, meaning, help)
  }

  init(id: String, _ definition: ReasonDefinition) {
    let instead = definition.instead.map { "\n\nInstead: \($0)" } ?? ""
    self.init(
      id: id, summary: definition.summary(), meaning: definition.meaning,
      help: (
        "\(definition.meaning)\n\nFor example:\n\(definition.example)\(instead)",
        "\(definition.meaning)\n\n```\n\(definition.example)\n```\(instead)\n"
      ))
  }

  /// Creates a rule from a reason of a conversion.
  init?(ofConversion id: String) {
    guard let reason = Reason(id: id) else { return nil }
    self.init(id: id, reason.definition())
  }

  /// Creates a rule from a reason of `check`. The message is an example.
  init?(ofCheck id: String) {
    guard let reason = RuleListFinding.Reason.examples.first(where: { $0.id == id }) else { return nil }
    let words = reason.webKitMessage.map { "\(reason.message)\n\nWebKit: \($0)" } ?? reason.message
    let help = reason.advice.map { "\(words)\n\nInstead: \($0)" } ?? words
    self.init(id: id, summary: reason.message, meaning: words, help: (help, help))
  }
}
