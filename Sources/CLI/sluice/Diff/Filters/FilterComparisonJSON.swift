import SluiceConversion
import SluiceLists
import SluiceRules

/// A comparison of filter lists as JSON, one object per line, the summary last. `docs/diff.md` describes the
/// objects.
struct FilterComparisonJSON {
  let comparison: FilterComparison

  /// The number of bytes to collect before a write.
  private static let batch = 1 << 16

  func write(to console: Console) throws(CommandError) {
    var json = JSONWriter(.hidden)
    func flush(ifMoreThan size: Int) throws(CommandError) {
      guard json.bytes.count > size else { return }
      try console.write(json.bytes)
      json.removeAll()
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
      try flush(ifMoreThan: Self.batch)
    }
    for change in filters.changed {
      append(change, to: &json)
      try flush(ifMoreThan: Self.batch)
    }
    for line in filters.added {
      append("added", line, comparison.new, to: &json)
      try flush(ifMoreThan: Self.batch)
    }
    appendSummary(to: &json)
    try flush(ifMoreThan: 0)
  }

  // MARK: Traffic

  private func append(_ kind: String, _ flow: Traffic.Flow, to json: inout JSONWriter) {
    for group in flow.groups {
      json.object { json in
        json.add("traffic", kind)
        json.add("requests", group.count)
        append("filter", flow.filter(of: group), to: &json)
        append("exception", flow.exception(of: group), to: &json)
        json.key("example")
        json.object { json in
          json.add("url", group.example.url)
          json.add("page", group.example.page)
          json.add("type", group.example.kind.rawValue)
        }
      }
      json.endLine()
    }
  }

  private func append(
    _ kind: String, _ hidden: Traffic.HiddenSelectors, _ version: ConvertedFilters, to json: inout JSONWriter
  ) {
    let entries = hidden.ranked
    for (entry, filter) in zip(entries, hidden.filters(of: entries, in: version.sources)) {
      json.object { json in
        json.add("hiding", kind)
        json.add("selector", entry.selector.bytes)
        json.add("sites", entry.sites)
        json.add("site", entry.site)
        append("filter", filter, to: &json)
      }
      json.endLine()
    }
  }

  // MARK: Filters

  private func append(
    _ kind: String, _ line: FilterPlace, _ version: ConvertedFilters, to json: inout JSONWriter
  ) {
    guard let filter = comparison.placed(line, in: version) else { return }
    json.object { json in
      json.add("filter", kind)
      json.add(filter)
    }
    json.endLine()
  }

  private func append(_ change: FilterChange, to json: inout JSONWriter) {
    json.object { json in
      json.add("filter", "changed")
      append("old", comparison.placed(change.old, in: comparison.old), to: &json)
      append("new", comparison.placed(change.new, in: comparison.new), to: &json)
      json.add("parts", objects: change.parts) { json, part in
        json.add("name", part.name)
        json.key("removed")
        json.array(part.removed)
        json.key("added")
        json.array(part.added)
      }
    }
    json.endLine()
  }

  private func append(_ name: StaticString, _ filter: PlacedFilter?, to json: inout JSONWriter) {
    guard let filter else { return }
    json.key(name)
    json.object { $0.add(filter) }
  }

  // MARK: Summary

  private func appendSummary(to json: inout JSONWriter) {
    let filters = comparison.filters
    json.line("summary") { json in
      json.add("old", comparison.old.list.name)
      json.add("new", comparison.new.list.name)
      json.add("widened", comparison.isWidened)
      json.key("filters")
      json.object { json in
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

  private func append(_ traffic: Traffic, to json: inout JSONWriter) {
    json.key("traffic")
    json.object { json in
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
    json.key(name)
    json.object { json in
      json.add("rules", costs.rules)
      json.add("bytes", costs.bytes)
      json.add("compileMilliseconds", costs.compile)
      json.add("pageCost", costs.page)
    }
  }
}
