import SluiceAnalysis
import SluicePageInspection

/// A comparison as JSON, one object per line, the summary last. `docs/guide/diff.md` describes the objects.
struct ComparisonJSON {
  func write(_ comparison: Comparison, to console: Console) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for group in comparison.groups {
      for change in group.changes {
        append(change, comparison, to: &json)
        if let batch = json.takeBatch() { try console.write(batch) }
      }
      for move in group.moves { append(move, comparison, to: &json) }
    }
    append(summaryOf: comparison, to: &json)
    try console.write(json.bytes)
  }

  private func append(
    _ change: RuleListDifference.Change, _ comparison: Comparison, to json: inout JSONWriter
  ) {
    let rule = comparison.rule(of: change)
    json.line { json in
      json.add("change", comparison.kind(of: change).rawValue)
      json.add("action", rule.action.name)
      appendPlaces(change.old, change.new, comparison, to: &json)
      json.add("url-filter", rule.trigger.urlFilter.description)
      if !change.selectors.isEmpty {
        json.add("selectors", change.selectors.lazy.map(\.description))
      }
      guard let old = change.old, let new = change.new else { return }
      let parts = TriggerChange.all(
        from: comparison.old.list.rules[old].trigger, to: comparison.new.list.rules[new].trigger)
      json.add("parts", objects: parts) { json, part in
        json.add("key", part.key)
        append("removed", part.before, orAny: "wasAny", to: &json)
        append("added", part.after, orAny: "isAny", to: &json)
      }
    }
  }

  private func append(_ move: RuleListDifference.Move, _ comparison: Comparison, to json: inout JSONWriter) {
    let rule = comparison.new.list.rules[move.new]
    json.line { json in
      json.add("change", Comparison.Kind.moved.rawValue)
      json.add("action", rule.action.name)
      appendPlaces(move.old, move.new, comparison, to: &json)
      json.add("url-filter", rule.trigger.urlFilter.description)
      json.add("gained", move.gained)
      json.add("lost", move.lost)
    }
  }

  private func appendPlaces(_ old: Int?, _ new: Int?, _ comparison: Comparison, to json: inout JSONWriter) {
    if let old { json.add("old", old) }
    if let new { json.add("new", new) }
    append("oldFilters", comparison.old, old, to: &json)
    append("newFilters", comparison.new, new, to: &json)
  }

  private func append(
    _ name: StaticString, _ list: ComparedList, _ rule: Int?, to json: inout JSONWriter
  ) {
    guard let rule, let mapped = list.mapped else { return }
    mapped.append(
      name, mapped.origin(ofRule: rule, limit: MappedFilters.shownAsJSON).filters, to: &json)
  }

  private func append(summaryOf comparison: Comparison, to json: inout JSONWriter) {
    json.line("summary") { json in
      json.add("old", comparison.old.name)
      json.add("new", comparison.new.name)
      json.add("widened", comparison.isWidened)
      json.add("groups", objects: comparison.groups) { json, group in
        json.add("action", group.action)
        for kind in Comparison.Kind.allCases {
          json.add(named: kind.rawValue, comparison.count(kind, in: group))
        }
      }
    }
  }

  /// Appends the values of a part of a trigger, or the key `any` if the part matches every value.
  private func append(
    _ name: StaticString, _ texts: [String]?, orAny any: StaticString, to json: inout JSONWriter
  ) {
    guard let texts else { return json.add(any, true) }
    json.add(name, texts)
  }
}
