import ContentBlocker
import Conversion
import FilterSyntax
import PageScript
import TrackerRadar

/// What is known of a reason, for people.
struct ReasonText {
  let style: TextStyle

  /// Those of filters, and what is said of whole lists.
  private static let definitions: [(id: String, definition: ReasonDefinition)] =
    Reason.allCases.map { ($0.id, $0.definition()) }
    + ConversionNote.allCases.map { ($0.id, $0.definition()) }
    + RemarkReason.allCases.map { ($0.rawValue, $0.definition()) }

  /// Every id that is explained.
  static var ids: [String] {
    definitions.map(\.id) + PageFilterProblem.Reason.examples.map(\.id)
      + RuleListFinding.Reason.examples.map(\.id)
      + TrackerDataProblem.Reason.examples.map(\.id)
  }

  /// What is known of an id; some are given by several commands, for what is the same.
  func texts(of id: String) -> [String] {
    Self.definitions.filter { $0.id == id }.map { render($0.id, $0.definition) }
      + PageFilterProblem.Reason.examples.filter { $0.id == id }.map(render)
      + RuleListFinding.Reason.examples.filter { $0.id == id }.map(render)
      + TrackerDataProblem.Reason.examples.filter { $0.id == id }.map(render)
  }

  private func render(_ id: String, _ definition: ReasonDefinition) -> String {
    var text = style.bold(id) + "\n  " + definition.meaning + "\n\n  for example\n"
    for line in definition.example.split(separator: "\n") { text += "    " + style.dim(String(line)) + "\n" }
    if let instead = definition.instead { text += "\n  instead: " + instead + "\n" }
    return text
  }

  /// A reason why the scripts for pages do not do a filter, whose message is that of an example of it.
  private func render(_ reason: PageFilterProblem.Reason) -> String {
    style.bold(reason.id) + "\n  not done in pages, by sluice convert --page-script: \(reason.message)\n"
  }

  /// A reason of `check`, whose message is that of an example of it.
  private func render(_ reason: RuleListFinding.Reason) -> String {
    var text = style.bold(reason.id) + "\n  sluice check, \(reason.severity.rawValue): \(reason.message)\n"
    if let words = reason.webKitMessage { text += "  WebKit: \(words)\n" }
    if let advice = reason.advice { text += "\n  instead: \(advice)\n" }
    return text
  }

  /// A reason of Tracker Radar's files, whose message is that of an example of it.
  private func render(_ reason: TrackerDataProblem.Reason) -> String {
    style.bold(reason.id) + "\n  sluice merge, warning: \(reason.message)\n"
  }

  /// All ids with the first sentence of their meaning, then those of scripts for pages, of `check` and of Tracker Radar's
  /// files.
  var list: String {
    table(Self.definitions.map { ($0.id, Self.firstSentence($0.definition.meaning)) })
      + "\nof scripts for pages:\n\n" + table(PageFilterProblem.Reason.examples.map { ($0.id, $0.message) })
      + "\nof sluice check:\n\n" + table(RuleListFinding.Reason.examples.map { ($0.id, $0.message) })
      + "\nof Tracker Radar's files:\n\n"
      + table(TrackerDataProblem.Reason.examples.map { ($0.id, $0.message) })
  }

  private func table(_ rows: [(id: String, text: String)]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { row in
      style.bold(row.id) + String(repeating: " ", count: width - row.id.count + 2) + row.text + "\n"
    }.joined()
  }

  /// Up to the first full stop that a blank or nothing follows.
  static func firstSentence(_ text: String) -> String {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ".", next == text.endIndex || text[next] == " " { return String(text[..<next]) }
      index = next
    }
    return text
  }
}
