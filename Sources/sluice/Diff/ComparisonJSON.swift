import ContentBlocker

/// A comparison for programs: a JSON object a line, the last of them the summary. `docs/match.md` describes them.
struct ComparisonJSON {
  /// How many lines are gathered for one write.
  private static let batch = 1 << 16

  func write(_ comparison: Comparison, to console: Console) throws(CommandError) {
    var line = JSONLine()
    for group in comparison.groups {
      for change in group.changes {
        append(change, comparison, to: &line)
        if line.bytes.count >= Self.batch {
          try console.write(line.bytes)
          line.removeAll()
        }
      }
      for move in group.moves { append(move, comparison, to: &line) }
    }
    append(summaryOf: comparison, to: &line)
    try console.write(line.bytes)
  }

  private func append(
    _ change: RuleListDifference.Change, _ comparison: Comparison, to line: inout JSONLine
  ) {
    let rule = comparison.rule(of: change)
    line.object { line in
      line.add("change", comparison.kind(of: change).rawValue)
      line.add("action", rule.action.name)
      appendPlaces(change.old, change.new, comparison, to: &line)
      line.add("url-filter", rule.trigger.urlFilter.description)
      if !change.selectors.isEmpty { line.add("selectors", change.selectors.map(\.description)) }
      guard let old = change.old, let new = change.new else { return }
      let parts = TriggerChange.all(
        from: comparison.old.list.rules[old].trigger, to: comparison.new.list.rules[new].trigger)
      line.add("parts", parts) { line, part in
        line.object { line in
          line.add("key", part.key)
          if let before = part.before { line.add("removed", before) } else { line.add("wasAny", true) }
          if let after = part.after { line.add("added", after) } else { line.add("isAny", true) }
        }
      }
    }
    line.end()
  }

  private func append(_ move: RuleListDifference.Move, _ comparison: Comparison, to line: inout JSONLine) {
    let rule = comparison.new.list.rules[move.new]
    line.object { line in
      line.add("change", Comparison.Kind.moved.rawValue)
      line.add("action", rule.action.name)
      appendPlaces(move.old, move.new, comparison, to: &line)
      line.add("url-filter", rule.trigger.urlFilter.description)
      line.add("gained", move.gained)
      line.add("lost", move.lost)
    }
    line.end()
  }

  private func appendPlaces(_ old: Int?, _ new: Int?, _ comparison: Comparison, to line: inout JSONLine) {
    if let old { line.add("old", old) }
    if let new { line.add("new", new) }
    append("oldFilters", comparison.old, old, to: &line)
    append("newFilters", comparison.new, new, to: &line)
  }

  private func append(
    _ name: StaticString, _ list: ComparedList, _ rule: Int?, to line: inout JSONLine
  ) {
    guard let rule, let mapped = list.mapped else { return }
    mapped.append(
      name, mapped.origin(ofRule: rule, limit: MappedFilters.shownAsJSON).filters, to: &line)
  }

  private func append(summaryOf comparison: Comparison, to line: inout JSONLine) {
    line.object { line in
      line.key("summary")
      line.object { line in
        line.add("old", comparison.old.name)
        line.add("new", comparison.new.name)
        line.add("widened", comparison.isWidened)
        line.add("groups", comparison.groups) { line, group in
          line.object { line in
            line.add("action", group.action)
            func count(_ kind: Comparison.Kind) -> Int {
              group.changes.filter { comparison.kind(of: $0) == kind }
                .reduce(0) { $0 + max($1.selectors.count, 1) }
            }
            line.add("added", count(.added))
            line.add("removed", count(.removed))
            line.add("widened", count(.widened))
            line.add("narrowed", count(.narrowed))
            line.add("changed", count(.changed))
            line.add("moved", group.moves.count)
          }
        }
      }
    }
    line.end()
  }
}
