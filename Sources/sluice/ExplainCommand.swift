import SluiceConversion
import SluiceLint
import SluiceLists
import SluicePageScript
import SluiceRules
import SluiceSyntax
import SluiceText
import SluiceTrackers

/// `sluice explain [FILTER|REASON]`
enum ExplainCommand {
  static let command = Command(
    name: .explain,
    summary: "Explain a filter or a reason",
    details: [
      """
      With the text of a filter: prints its parts and their meaning, the JSON that it becomes on its own, and the \
      parts that are not exact. With the id of a reason: prints its meaning, an example, and an alternative. \
      Without an operand: lists all reasons.
      """
    ],
    operands: "[FILTER|REASON]", maximumOperands: 1, completion: .words { KnownReason.ids },
    usualOptions: ["target", "split", "dialect", "format"],
    examples: [
      ("sluice explain '||ads.example^$script,third-party'", "a filter"),
      ("sluice explain procedural-selector", "a reason"),
    ])

  static func run(_ arguments: ExplainArguments, console: Console) throws(CommandError) -> ExitCode {
    switch try subject(arguments) {
    case .allReasons:
      switch console.reporting.objectFormat {
      case .text: try console.print(ReasonText(style: console.outputStyle).list)
      case .json: try console.writeObject { $0.add("reasons", of: KnownReason.all) }
      }
    case .reasons(let reasons):
      switch console.reporting.objectFormat {
      case .text:
        let text = ReasonText(style: console.outputStyle)
        try console.print(reasons.map(text.render).joined(separator: "\n"))
      case .json: try console.writeObject { $0.add("reasons", of: reasons) }
      }
    case .filter(let explanation):
      switch console.reporting.objectFormat {
      case .text:
        let text = FilterText(style: console.outputStyle, width: console.outputWidth)
        try console.print(text.render(explanation))
      case .json: try console.writeObject { $0.add(explanation) }
      }
    }
    return .success
  }

  private enum Subject {
    case allReasons
    /// One identifier can stand for the same reason in several commands.
    case reasons([KnownReason])
    case filter(FilterExplanation)
  }

  private static func subject(_ arguments: ExplainArguments) throws(CommandError) -> Subject {
    guard let text = arguments.text else { return .allReasons }
    let found = KnownReason.all.filter { $0.id == text }
    guard found.isEmpty else { return .reasons(found) }
    if looksLikeID(text), let near = Suggestion.nearest(to: text, among: KnownReason.all.map(\.id)) {
      throw .usage(
        "unknown reason '\(text)'", advice: "did you mean '\(near)'?",
        "for a filter with that text, write '*\(text)'",
        of: .explain)
    }
    let lines = FilterList(parsing: text).lines
    guard lines.dropFirst().allSatisfy({ $0.content == .continuation }) else {
      throw .usage("the text has more than one line", advice: "explain one filter at a time", of: .explain)
    }
    return .filter(try FilterExplanation(text, conversion: arguments.conversion))
  }

  /// Returns whether text looks like an identifier: lower-case words with hyphens.
  private static func looksLikeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == ASCII.dash || $0 &- UInt8(ascii: "a") < 26 }
  }
}

struct ExplainArguments: Sendable {
  /// A filter or the identifier of a reason; nil for all reasons.
  var text: String?
  var conversion = ConversionOptions()
}

struct KnownReason {
  let id: String
  let group: Group
  /// A one-sentence summary or, for some reasons, the message of an example.
  let summary: String
  /// The texts; nil for reasons that have only a message.
  var definition: ReasonDefinition?
  /// The default severity of a reason of `lint` or `check`.
  var severity: LintSeverity?
  /// The command that reports the reason; nil for reasons of several commands.
  var origin: String?
  var webKitMessage: String?
  /// How to avoid the reason.
  var instead: String?

  enum Group: String, CaseIterable {
    case filters
    case lint
    case pageScripts = "page-scripts"
    case check
    case trackerRadar = "tracker-radar"
  }

  static let all = filters + lint + pageScripts + check + trackerRadar

  /// All identifiers, without duplicates.
  static var ids: [String] {
    var seen: Set<String> = []
    return all.map(\.id).filter { seen.insert($0).inserted }
  }

  /// The reasons about filters or an entire list.
  private static var filters: [KnownReason] {
    let conversion = Reason.allCases.map { ($0.id, $0.definition()) }
    let notes = ConversionNote.allCases.map { ($0.id, $0.definition()) }
    let lists = ListFindingReason.allCases.map { ($0.rawValue, $0.definition()) }
    return (conversion + notes + lists).map { id, definition in
      KnownReason(
        id: id, group: .filters, summary: definition.summary(), definition: definition,
        instead: definition.instead)
    }
  }

  /// The rules that only `lint` has.
  private static var lint: [KnownReason] {
    LintRule.Own.allCases.map { own in
      let rule = LintRule.own(own)
      let definition = rule.definition()
      let off = rule.isOnByDefault ? "" : ", off by default"
      return KnownReason(
        id: rule.id, group: .lint, summary: definition.summary(), definition: definition,
        severity: rule.severity,
        origin: "found by sluice lint: \(rule.severity.rawValue), of the group \(rule.group.rawValue)\(off)",
        instead: definition.instead)
    }
  }

  private static var pageScripts: [KnownReason] {
    PageFilterProblem.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .pageScripts, summary: reason.message,
        origin: "unsupported by page scripts (sluice convert --page-script): \(reason.message)")
    }
  }

  private static var check: [KnownReason] {
    RuleListFinding.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .check, summary: reason.message, severity: reason.severity,
        origin: "sluice check, \(reason.severity.rawValue): \(reason.message)",
        webKitMessage: reason.webKitMessage, instead: reason.advice)
    }
  }

  /// The problems of `merge` with Tracker Radar files.
  private static var trackerRadar: [KnownReason] {
    TrackerDataProblem.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .trackerRadar, summary: reason.message,
        origin: "sluice merge, warning: \(reason.message)")
    }
  }
}

struct ReasonText {
  let style: TextStyle

  func render(_ reason: KnownReason) -> String {
    let id = style.bold(reason.id)
    let origin = reason.origin.map { "  \($0)\n" } ?? ""
    let instead = reason.instead.map { "\n  instead: \($0)\n" } ?? ""
    guard let definition = reason.definition else {
      return "\(id)\n\(origin)" + (reason.webKitMessage.map { "  WebKit: \($0)\n" } ?? "") + instead
    }
    let example = definition.example.split(separator: "\n").map { "    \(style.dim(String($0)))\n" }
    return "\(id)\n  \(definition.meaning)\n\n  for example\n\(example.joined())\(instead)\(origin)"
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
    case .pageScripts: "\nof page scripts:\n\n"
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

/// Explanations as JSON, described in `docs/reference/formats.md`.
extension JSONWriter {
  mutating func add(_ explanation: FilterExplanation) {
    add(explanation.meaning)
    guard explanation.meaning.outcome != nil else { return }
    add("pages", objects: explanation.outcomes) { json, outcome in
      json.add("text", text: FilterText.words(outcome))
      if case .notApplied(let problem) = outcome { json.add("reason", text: problem.reason.id) }
    }
    guard let changes = explanation.changes else { return }
    add("changes") { json in
      json.add("rules", objects: changes.rules) { json, rule in
        json.add("text", text: rule.effect)
        json.add("rule", text: rule.json)
      }
      if let reason = changes.diagnostic?.reason { json.add("reason", text: reason.id) }
    }
  }

  mutating func add(_ name: StaticString, of reasons: [KnownReason]) {
    add(name, objects: reasons) { json, reason in
      json.add("reason", text: reason.id)
      json.add("of", text: reason.group.rawValue)
      json.add("summary", text: reason.summary)
      if let severity = reason.severity { json.add("severity", text: severity.rawValue) }
      if let definition = reason.definition {
        json.add("meaning", text: definition.meaning)
        json.add("example", text: definition.example)
      }
      if let words = reason.webKitMessage { json.add("webkit", text: words) }
      if let instead = reason.instead { json.add("instead", text: instead) }
    }
  }
}
