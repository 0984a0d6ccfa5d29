import SluiceText

extension JSONWriter {
  /// Adds a filter, its parts and its rules.
  package mutating func add(_ meaning: FilterMeaning) {
    add("filter", meaning.text)
    add("parts", objects: meaning.parts) { json, part in
      json.add("name", part.name)
      json.add("text", part.text)
    }
    // A line that is not a filter has no outcome.
    guard let outcome = meaning.outcome else { return }
    add("outcome", outcome.rawValue)
    array("findings") { json in
      for diagnostic in meaning.diagnostics { json.append(diagnostic.located(in: [meaning.source])) }
    }
    add("notes", meaning.notes.map { $0.id })
    array("rules") { json in
      for rule in meaning.rules { json.append(written: Array(rule.utf8)) }
    }
  }
}
