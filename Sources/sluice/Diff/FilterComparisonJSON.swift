import SluiceConversion
import SluiceLists
import SluiceText

/// A comparison of filter lists as JSON, one object per line, the summary last. `docs/guide/diff.md` describes the
/// objects.
struct FilterComparisonJSON {
  let comparison: FilterComparison

  func write(to console: Console) throws(CommandError) {
    var json = JSONWriter(.hidden)
    func writeBatch() throws(CommandError) {
      if let batch = json.takeBatch() { try console.write(batch) }
    }
    if let traffic = comparison.traffic {
      append("passed", flow: traffic.passed, to: &json)
      append("blocked", flow: traffic.blocked, to: &json)
      append("shown", hidden: traffic.shown, version: comparison.old, to: &json)
      append("hidden", hidden: traffic.hidden, version: comparison.new, to: &json)
    }
    let filters = comparison.filters
    for line in filters.removed {
      append("removed", line: line, version: comparison.old, to: &json)
      try writeBatch()
    }
    for change in filters.changed {
      append(change, to: &json)
      try writeBatch()
    }
    for line in filters.added {
      append("added", line: line, version: comparison.new, to: &json)
      try writeBatch()
    }
    appendSummary(to: &json)
    try console.write(json.bytes)
  }

  // MARK: RequestComparison

  private func append(_ kind: String, flow: RequestComparison.Flow, to json: inout JSONWriter) {
    for group in flow.groups {
      json.line { json in
        json.add("traffic", text: kind)
        json.add("requests", number: group.count)
        json.add("filter", filter: flow.filter(of: group))
        json.add("exception", filter: flow.exception(of: group))
        json.add("example") { json in
          json.add("url", utf8: group.example.url)
          json.add("page", utf8: group.example.page)
          json.add("type", text: group.example.kind.rawValue)
        }
      }
    }
  }

  private func append(
    _ kind: String, hidden: RequestComparison.HiddenSelectors, version: ConvertedFilters,
    to json: inout JSONWriter
  ) {
    for (entry, filter) in hidden.placed(hidden.ranked, in: version.sources) {
      json.line { json in
        json.add("hiding", text: kind)
        json.add("selector", utf8: entry.selector.bytes)
        json.add("sites", number: entry.sites)
        json.add("site", text: entry.site)
        json.add("filter", filter: filter)
      }
    }
  }

  // MARK: Filters

  private func append(
    _ kind: String, line: FilterPlace, version: ConvertedFilters, to json: inout JSONWriter
  ) {
    guard let filter = PlacedFilter(line, in: version.sources) else { return }
    json.line { json in
      json.add("filter", text: kind)
      json.add(filter)
    }
  }

  private func append(_ change: FilterChange, to json: inout JSONWriter) {
    json.line { json in
      json.add("filter", text: "changed")
      json.add("old", filter: PlacedFilter(change.old, in: comparison.old.sources))
      json.add("new", filter: PlacedFilter(change.new, in: comparison.new.sources))
      json.add("parts", objects: change.parts) { json, part in
        json.add("name", text: part.name)
        json.add("removed", texts: part.removed)
        json.add("added", texts: part.added)
      }
    }
  }

  // MARK: Summary

  private func appendSummary(to json: inout JSONWriter) {
    let filters = comparison.filters
    json.line("summary") { json in
      json.add("old", text: comparison.old.list.name)
      json.add("new", text: comparison.new.list.name)
      json.add("widened", flag: comparison.isWidened)
      json.add("filters") { json in
        json.add("added", number: filters.added.count)
        json.add("removed", number: filters.removed.count)
        json.add("changed", number: filters.changed.count)
        json.add("moved", number: filters.moved)
        json.add("kept", number: filters.kept)
      }
      json.add("rules", objects: comparison.rules.groups) { json, group in
        json.add("action", text: group.action)
        for kind in Comparison.Kind.allCases {
          json.add(named: kind.rawValue, comparison.rules.count(kind, in: group))
        }
      }
      json.add("reasons", objects: comparison.reasons) { json, reason in
        json.add("outcome", text: reason.outcome.rawValue)
        json.add("reason", text: reason.id)
        json.add("before", number: reason.before)
        json.add("after", number: reason.after)
      }
      if let traffic = comparison.traffic { append(traffic, to: &json) }
      append("before", costs: comparison.costs.old, to: &json)
      append("after", costs: comparison.costs.new, to: &json)
    }
  }

  private func append(_ traffic: RequestComparison, to json: inout JSONWriter) {
    json.add("traffic") { json in
      json.add("requests", number: traffic.requests)
      json.add("sites", number: traffic.sites)
      json.add("passed", number: traffic.passed.count)
      json.add("blocked", number: traffic.blocked.count)
      append("passedByHost", hosts: traffic.passed.byHost, to: &json)
      append("passedByPage", hosts: traffic.passed.byPage, to: &json)
      append("blockedByHost", hosts: traffic.blocked.byHost, to: &json)
      append("blockedByPage", hosts: traffic.blocked.byPage, to: &json)
      append("shownBySite", hosts: traffic.shown.bySite, to: &json)
      append("hiddenBySite", hosts: traffic.hidden.bySite, to: &json)
    }
  }

  private func append(_ name: StaticString, hosts: [(host: String, count: Int)], to json: inout JSONWriter) {
    json.add(name, objects: hosts) { json, row in
      json.add("host", text: row.host)
      json.add("count", number: row.count)
    }
  }

  private func append(_ name: StaticString, costs: ListCosts, to json: inout JSONWriter) {
    json.add(name) { json in
      json.add("rules", number: costs.rules)
      json.add("bytes", number: costs.bytes)
      json.add("compileMilliseconds", number: costs.compile)
      json.add("pageCost", cost: costs.page)
    }
  }
}
