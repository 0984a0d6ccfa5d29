import Conversion
import Lint
import ListBuilding
import PageScript

/// Explanations as JSON, described in `docs/formats.md`.
extension JSONWriter {
  /// Adds a filter, its parts and its rules.
  mutating func add(_ explanation: FilterExplanation) {
    add("filter", explanation.text)
    add("parts", objects: explanation.parts) { json, part in
      json.add("name", part.name)
      json.add("text", part.text)
    }
    // A line that is not a filter has no outcome.
    guard let outcome = explanation.outcome else { return }
    add("outcome", outcome.rawValue)
    key("findings")
    array { json in
      for finding in DiagnosticReader(explanation.diagnostics[...], of: [explanation.source]) {
        json.append(finding)
      }
    }
    key("notes")
    array(explanation.notes.map(\.id))
    key("rules")
    array { json in
      for rule in explanation.rules { json.append(written: Array(rule.utf8)) }
    }
    add("pages", objects: explanation.outcomes) { json, outcome in
      json.add("text", FilterText.words(outcome))
      if case .notApplied(let problem) = outcome { json.add("reason", problem.reason.id) }
    }
  }

  mutating func add(_ name: StaticString, of reasons: [KnownReason]) {
    add(name, objects: reasons) { json, reason in
      json.add("reason", reason.id)
      json.add("of", reason.group.rawValue)
      json.add("summary", reason.summary)
      switch reason {
      case .filters(_, let definition):
        json.add("meaning", definition.meaning)
        json.add("example", definition.example)
        if let instead = definition.instead { json.add("instead", instead) }
      case .lint(let own):
        let rule = LintRule.own(own)
        let definition = rule.definition()
        json.add("severity", rule.severity.rawValue)
        json.add("meaning", definition.meaning)
        json.add("example", definition.example)
        if let instead = definition.instead { json.add("instead", instead) }
      case .check(let reason):
        json.add("severity", reason.severity.rawValue)
        if let words = reason.webKitMessage { json.add("webkit", words) }
        if let advice = reason.advice { json.add("instead", advice) }
      case .pageScripts, .trackerRadar: break
      }
    }
  }
}
