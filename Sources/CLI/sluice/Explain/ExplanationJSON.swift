import SluiceLists
import SluicePageScript

/// Explanations as JSON, described in `docs/reference/formats.md`.
extension JSONWriter {
  /// Adds a filter, its parts and its rules.
  mutating func add(_ explanation: FilterExplanation) {
    add(explanation.meaning)
    guard explanation.meaning.outcome != nil else { return }
    add("pages", objects: explanation.outcomes) { json, outcome in
      json.add("text", FilterText.words(outcome))
      if case .notApplied(let problem) = outcome { json.add("reason", problem.reason.id) }
    }
    guard let changes = explanation.changes else { return }
    add("changes") { json in
      json.add("rules", objects: changes.rules) { json, rule in
        json.add("text", rule.effect)
        json.add("rule", rule.json)
      }
      if let reason = changes.diagnostic?.reason { json.add("reason", reason.id) }
    }
  }

  mutating func add(_ name: StaticString, of reasons: [KnownReason]) {
    add(name, objects: reasons) { json, reason in
      json.add("reason", reason.id)
      json.add("of", reason.group.rawValue)
      json.add("summary", reason.summary)
      if let severity = reason.severity { json.add("severity", severity.rawValue) }
      if let definition = reason.definition {
        json.add("meaning", definition.meaning)
        json.add("example", definition.example)
      }
      if let words = reason.webKitMessage { json.add("webkit", words) }
      if let instead = reason.instead { json.add("instead", instead) }
    }
  }
}
