import SluiceConversion
import SluiceLint
import SluicePageScript
import SluiceRules
import SluiceSyntax
import SluiceTrackers

struct ReasonText {
  let style: TextStyle

  func render(_ reason: KnownReason) -> String {
    switch reason {
    case .filters(let id, let definition): render(id, definition)
    case .lint(let rule): render(rule)
    case .pageScripts(let reason): render(reason)
    case .check(let reason): render(reason)
    case .trackerRadar(let reason): render(reason)
    }
  }

  private func render(_ id: String, _ definition: ReasonDefinition) -> String {
    var text = style.bold(id) + "\n  " + definition.meaning + "\n\n  for example\n"
    for line in definition.example.split(separator: "\n") { text += "    " + style.dim(String(line)) + "\n" }
    if let instead = definition.instead { text += "\n  instead: " + instead + "\n" }
    return text
  }

  /// Renders a rule that only `lint` has.
  private func render(_ rule: LintRule.Own) -> String {
    let rule = LintRule.own(rule)
    let off = rule.isOnByDefault ? "" : ", off unless asked for"
    return render(rule.id, rule.definition())
      + "  found by sluice lint: \(rule.severity.rawValue), of the group \(rule.group.rawValue)\(off)\n"
  }

  /// Renders a reason why page scripts do not apply a filter. The message is an example.
  private func render(_ reason: PageFilterProblem.Reason) -> String {
    style.bold(reason.id) + "\n  not done in pages, by sluice convert --page-script: \(reason.message)\n"
  }

  /// Renders a reason of `check`. The message is an example.
  private func render(_ reason: RuleListFinding.Reason) -> String {
    var text = style.bold(reason.id) + "\n  sluice check, \(reason.severity.rawValue): \(reason.message)\n"
    if let words = reason.webKitMessage { text += "  WebKit: \(words)\n" }
    if let advice = reason.advice { text += "\n  instead: \(advice)\n" }
    return text
  }

  /// Renders a problem with Tracker Radar files. The message is an example.
  private func render(_ reason: TrackerDataProblem.Reason) -> String {
    style.bold(reason.id) + "\n  sluice merge, warning: \(reason.message)\n"
  }

  /// All identifiers by group, each with its summary, as text.
  var list: String {
    KnownReason.Group.allCases.map { group in
      let rows = KnownReason.all.filter { $0.group == group }.map { ($0.id, $0.summary) }
      return Self.title(of: group) + table(rows)
    }.joined()
  }

  private static func title(of group: KnownReason.Group) -> String {
    switch group {
    case .filters: ""
    case .lint: "\nof sluice lint alone:\n\n"
    case .pageScripts: "\nof scripts for pages:\n\n"
    case .check: "\nof sluice check:\n\n"
    case .trackerRadar: "\nof Tracker Radar's files:\n\n"
    }
  }

  private func table(_ rows: [(id: String, text: String)]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { row in
      style.bold(row.id) + String(repeating: " ", count: width - row.id.count + 2) + row.text + "\n"
    }.joined()
  }
}
