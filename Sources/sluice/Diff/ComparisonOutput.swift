import SluiceAnalysis
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceText

/// A comparison as text, group by group, in the order of ``Comparison/Kind``.
struct ComparisonText {
  let style: TextStyle
  /// The maximum number of changes to print per group.
  let limit: Int

  func render(_ comparison: Comparison) -> String {
    guard !comparison.difference.isEmpty else { return "The rule lists do the same.\n" }
    var text = ""
    for group in comparison.groups {
      text += style.bold("\(group.action):") + " \(comparison.counts(of: group))\n"
      let sorted = Comparison.Kind.allCases.flatMap { kind in
        group.changes.filter { comparison.kind(of: $0) == kind }
      }
      for change in sorted.prefix(limit) { text += render(change, comparison: comparison) }
      for move in group.moves.prefix(max(limit - group.changes.count, 0)) {
        text += render(move, comparison: comparison)
      }
      let total = group.changes.count + group.moves.count
      if total > limit {
        text += "  " + ListingHint.showing(limit, of: Format.grouped(total))
      }
    }
    return text
  }

  private func render(_ change: RuleListDifference.Change, comparison: Comparison) -> String {
    let kind = comparison.kind(of: change)
    let rule = comparison.shownRule(of: change)
    var text = "  \(mark(kind)) \(place(change.old, change.new)): \(shortened(rule.summary()))\n"
    if let old = change.old, let new = change.new {
      let (before, after) = (comparison.old.list.rules[old].trigger, comparison.new.list.rules[new].trigger)
      for part in TriggerChange.all(from: before, to: after) {
        text += "      \(DisplayText.escaping(Self.text(part)))\n"
      }
    }
    return text + filters(change.old, new: change.new, comparison: comparison)
  }

  private func render(_ move: RuleListDifference.Move, comparison: Comparison) -> String {
    let rule = comparison.new.list.rules[move.new]
    var effects: [String] = []
    let noun = rule.action.isException ? "rule" : "exception"
    let (gained, lost) =
      rule.action.isException
      ? ("now overrides", "no longer overrides") : ("now overridden by", "no longer overridden by")
    if move.gained > 0 { effects.append("\(gained) \(Format.counted(move.gained, noun: noun))") }
    if move.lost > 0 { effects.append("\(lost) \(Format.counted(move.lost, noun: noun))") }
    return "  \(mark(.moved)) \(place(move.old, move.new)): \(shortened(rule.summary()))\n"
      + "      \(effects.joined(separator: ", ")), where both match\n"
      + filters(move.old, new: move.new, comparison: comparison)
  }

  /// Returns a rule or a filter as printed, cut unless all changes are printed.
  private func shortened(_ text: String) -> String {
    Excerpt.beginning(of: text, unless: limit == .max)
  }

  private func mark(_ kind: Comparison.Kind) -> String {
    switch kind {
    case .added: style.green("+")
    case .removed: style.red("-")
    case .widened: style.yellow("widened")
    case .narrowed: style.cyan("narrowed")
    case .changed: style.yellow("changed")
    case .moved: style.yellow("moved")
    }
  }

  private func place(_ old: Int?, _ new: Int?) -> String {
    switch (old, new) {
    case (let old?, let new?) where old != new: "rule \(old) → \(new)"
    case (let index?, _), (_, let index?): "rule \(index)"
    case (nil, nil): "rule"
    }
  }

  /// Returns text like `resource-type: -image +script` or `if-domain: any → news.example`.
  private static func text(_ change: TriggerChange) -> String {
    func list(_ entries: [String], sign: String) -> String {
      let rest = entries.count - 6
      return (entries.prefix(6).map { sign + $0 } + (rest > 0 ? ["and \(rest) more"] : [])).joined(
        separator: " ")
    }
    switch (change.before, change.after) {
    case (let before?, let after?):
      let parts = [list(before, sign: "-"), list(after, sign: "+")].filter { !$0.isEmpty }
      return "\(change.key): " + (parts.isEmpty ? "in another order" : parts.joined(separator: " "))
    case (let before?, nil): return "\(change.key): \(list(before, sign: "")) → any"
    case (nil, let after?): return "\(change.key): any → \(list(after, sign: ""))"
    case (nil, nil): return change.key
    }
  }

  private func filters(_ old: Int?, new: Int?, comparison: Comparison) -> String {
    var lines: [String] = []
    if let old { lines += Self.lines(comparison.old, rule: old, prefix: new == nil ? "" : "was ") }
    if let new { lines += Self.lines(comparison.new, rule: new, prefix: old == nil ? "" : "is ") }
    return lines.map { "      " + style.dim(shortened($0)) + "\n" }.joined()
  }

  private static func lines(_ list: ComparedList, rule: Int, prefix: String) -> [String] {
    guard let mapped = list.mapped else { return [] }
    let filters = mapped.origin(ofRule: rule).filters
    let shown = filters.prefix(3).map { "\(prefix)\(mapped.text(of: $0))" }
    return shown
      + (filters.count > 3 ? ["\(prefix)and \(Format.counted(filters.count - 3, noun: "more filter"))"] : [])
  }
}

/// A comparison as JSON, one object per line, the summary last. `docs/guide/diff.md` describes the objects.
struct ComparisonJSON {
  func write(_ comparison: Comparison, to console: Console) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for group in comparison.groups {
      for change in group.changes {
        append(change, comparison: comparison, to: &json)
        if let batch = json.takeBatch() { try console.write(batch) }
      }
      for move in group.moves { append(move, comparison: comparison, to: &json) }
    }
    append(summaryOf: comparison, to: &json)
    try console.write(json.bytes)
  }

  private func append(
    _ change: RuleListDifference.Change, comparison: Comparison, to json: inout JSONWriter
  ) {
    let rule = comparison.rule(of: change)
    json.line { json in
      json.add("change", text: comparison.kind(of: change).rawValue)
      json.add("action", text: rule.action.name)
      appendPlaces(change.old, new: change.new, comparison: comparison, to: &json)
      json.add("url-filter", text: rule.trigger.urlFilter.description)
      if !change.selectors.isEmpty {
        json.add("selectors", texts: change.selectors.lazy.map(\.description))
      }
      guard let old = change.old, let new = change.new else { return }
      let parts = TriggerChange.all(
        from: comparison.old.list.rules[old].trigger, to: comparison.new.list.rules[new].trigger)
      json.add("parts", objects: parts) { json, part in
        json.add("key", text: part.key)
        append("removed", texts: part.before, orAny: "wasAny", to: &json)
        append("added", texts: part.after, orAny: "isAny", to: &json)
      }
    }
  }

  private func append(_ move: RuleListDifference.Move, comparison: Comparison, to json: inout JSONWriter) {
    let rule = comparison.new.list.rules[move.new]
    json.line { json in
      json.add("change", text: Comparison.Kind.moved.rawValue)
      json.add("action", text: rule.action.name)
      appendPlaces(move.old, new: move.new, comparison: comparison, to: &json)
      json.add("url-filter", text: rule.trigger.urlFilter.description)
      json.add("gained", number: move.gained)
      json.add("lost", number: move.lost)
    }
  }

  private func appendPlaces(_ old: Int?, new: Int?, comparison: Comparison, to json: inout JSONWriter) {
    if let old { json.add("old", number: old) }
    if let new { json.add("new", number: new) }
    append("oldFilters", list: comparison.old, rule: old, to: &json)
    append("newFilters", list: comparison.new, rule: new, to: &json)
  }

  private func append(
    _ name: StaticString, list: ComparedList, rule: Int?, to json: inout JSONWriter
  ) {
    guard let rule, let mapped = list.mapped else { return }
    mapped.append(
      name, filters: mapped.origin(ofRule: rule, limit: MappedFilters.shownAsJSON).filters, to: &json)
  }

  private func append(summaryOf comparison: Comparison, to json: inout JSONWriter) {
    json.line("summary") { json in
      json.add("old", text: comparison.old.name)
      json.add("new", text: comparison.new.name)
      json.add("widened", flag: comparison.isWidened)
      json.add("groups", objects: comparison.groups) { json, group in
        json.add("action", text: group.action)
        for kind in Comparison.Kind.allCases {
          json.add(named: kind.rawValue, comparison.count(kind, in: group))
        }
      }
    }
  }

  /// Appends the values of a part of a trigger, or the key `any` if the part matches every value.
  private func append(
    _ name: StaticString, texts: [String]?, orAny any: StaticString, to json: inout JSONWriter
  ) {
    guard let texts else { return json.add(any, flag: true) }
    json.add(name, texts: texts)
  }
}
