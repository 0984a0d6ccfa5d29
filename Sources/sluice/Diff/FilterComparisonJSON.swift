import SluiceConversion
import SluiceLists

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
      append("passed", traffic.passed, to: &json)
      append("blocked", traffic.blocked, to: &json)
      append("shown", traffic.shown, comparison.old, to: &json)
      append("hidden", traffic.hidden, comparison.new, to: &json)
    }
    let filters = comparison.filters
    for line in filters.removed {
      append("removed", line, comparison.old, to: &json)
      try writeBatch()
    }
    for change in filters.changed {
      append(change, to: &json)
      try writeBatch()
    }
    for line in filters.added {
      append("added", line, comparison.new, to: &json)
      try writeBatch()
    }
    appendSummary(to: &json)
    try console.write(json.bytes)
  }

  // MARK: RequestComparison

  private func append(_ kind: String, _ flow: RequestComparison.Flow, to json: inout JSONWriter) {
    for group in flow.groups {
      json.line { json in
        json.add("traffic", kind)
        json.add("requests", group.count)
        json.add("filter", flow.filter(of: group))
        json.add("exception", flow.exception(of: group))
        json.add("example") { json in
          json.add("url", group.example.url)
          json.add("page", group.example.page)
          json.add("type", group.example.kind.rawValue)
        }
      }
    }
  }

  private func append(
    _ kind: String, _ hidden: RequestComparison.HiddenSelectors, _ version: ConvertedFilters,
    to json: inout JSONWriter
  ) {
    for (entry, filter) in hidden.placed(hidden.ranked, in: version.sources) {
      json.line { json in
        json.add("hiding", kind)
        json.add("selector", entry.selector.bytes)
        json.add("sites", entry.sites)
        json.add("site", entry.site)
        json.add("filter", filter)
      }
    }
  }

  // MARK: Filters

  private func append(
    _ kind: String, _ line: FilterPlace, _ version: ConvertedFilters, to json: inout JSONWriter
  ) {
    guard let filter = PlacedFilter(line, in: version.sources) else { return }
    json.line { json in
      json.add("filter", kind)
      json.add(filter)
    }
  }

  private func append(_ change: FilterChange, to json: inout JSONWriter) {
    json.line { json in
      json.add("filter", "changed")
      json.add("old", PlacedFilter(change.old, in: comparison.old.sources))
      json.add("new", PlacedFilter(change.new, in: comparison.new.sources))
      json.add("parts", objects: change.parts) { json, part in
        json.add("name", part.name)
        json.add("removed", part.removed)
        json.add("added", part.added)
      }
    }
  }

  // MARK: Summary

  private func appendSummary(to json: inout JSONWriter) {
    let filters = comparison.filters
    json.line("summary") { json in
      json.add("old", comparison.old.list.name)
      json.add("new", comparison.new.list.name)
      json.add("widened", comparison.isWidened)
      json.add("filters") { json in
        json.add("added", filters.added.count)
        json.add("removed", filters.removed.count)
        json.add("changed", filters.changed.count)
        json.add("moved", filters.moved)
        json.add("kept", filters.kept)
      }
      json.add("rules", objects: comparison.rules.groups) { json, group in
        json.add("action", group.action)
        for kind in Comparison.Kind.allCases {
          json.add(named: kind.rawValue, comparison.rules.count(kind, in: group))
        }
      }
      json.add("reasons", objects: comparison.reasons) { json, reason in
        json.add("outcome", reason.outcome.rawValue)
        json.add("reason", reason.id)
        json.add("before", reason.before)
        json.add("after", reason.after)
      }
      if let traffic = comparison.traffic { append(traffic, to: &json) }
      append("before", comparison.costs.old, to: &json)
      append("after", comparison.costs.new, to: &json)
    }
  }

  private func append(_ traffic: RequestComparison, to json: inout JSONWriter) {
    json.add("traffic") { json in
      json.add("requests", traffic.requests)
      json.add("sites", traffic.sites)
      json.add("passed", traffic.passed.count)
      json.add("blocked", traffic.blocked.count)
      append("passedByHost", traffic.passed.byHost, to: &json)
      append("passedByPage", traffic.passed.byPage, to: &json)
      append("blockedByHost", traffic.blocked.byHost, to: &json)
      append("blockedByPage", traffic.blocked.byPage, to: &json)
      append("shownBySite", traffic.shown.bySite, to: &json)
      append("hiddenBySite", traffic.hidden.bySite, to: &json)
    }
  }

  private func append(_ name: StaticString, _ hosts: [(host: String, count: Int)], to json: inout JSONWriter)
  {
    json.add(name, objects: hosts) { json, row in
      json.add("host", row.host)
      json.add("count", row.count)
    }
  }

  private func append(_ name: StaticString, _ costs: ListCosts, to json: inout JSONWriter) {
    json.add(name) { json in
      json.add("rules", costs.rules)
      json.add("bytes", costs.bytes)
      json.add("compileMilliseconds", costs.compile)
      json.add("pageCost", costs.page)
    }
  }
}
