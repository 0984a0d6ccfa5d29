import SluiceConversion
import SluiceLists

/// The outline of a comparison of filter lists: the outcomes of requests and pages first, then the filters,
/// then the converted rules.
struct FilterComparisonReport {
  let comparison: FilterComparison
  /// The maximum number of examples per section.
  let limit: Int

  /// The maximum number of hosts to name with their counts.
  private static let maximumHosts = 5

  func outline() -> ComparisonReport {
    guard !comparison.isEmpty || comparison.filters.moved > 0 else {
      return ComparisonReport(headline: [.words("The filter lists do the same.")])
    }
    var outline = ComparisonReport(headline: headline)
    if let traffic = comparison.traffic {
      outline.add(section(traffic))
      outline.add(flow("Newly allowed", flow: traffic.passed, mark: .removed))
      outline.add(flow("Newly blocked", flow: traffic.blocked, mark: .added))
      outline.add(hiding("No longer hidden", hidden: traffic.shown, version: comparison.old, mark: .removed))
      outline.add(hiding("Newly hidden", hidden: traffic.hidden, version: comparison.new, mark: .added))
    }
    outline.add(
      filters("Filters removed", lines: comparison.filters.removed, version: comparison.old, mark: .removed))
    outline.add(changes)
    outline.add(
      filters("Filters added", lines: comparison.filters.added, version: comparison.new, mark: .added))
    outline.add(rules)
    outline.add(reasons)
    outline.add(costs)
    return outline
  }

  private var headline: [ComparisonReport.Piece] {
    let filters = comparison.filters
    return [
      .foreign(comparison.old.list.name), .words(" → "), .foreign(comparison.new.list.name),
      .words(
        ": \(Format.counted(filters.added.count, noun: "filter")) added,"
          + " \(Format.grouped(filters.removed.count)) removed, \(Format.grouped(filters.changed.count)) changed,"
          + " \(Format.grouped(filters.moved)) moved" + (filters.moved > 0 ? " (same meaning)" : "")),
    ]
  }

  // MARK: RequestComparison

  private func section(_ traffic: RequestComparison) -> ComparisonReport.Section {
    let pages = "\(Format.counted(traffic.sites, noun: "site"))"
    let fact =
      "\(Format.counted(traffic.requests, noun: "request")): \(Format.grouped(traffic.passed.count)) newly allowed,"
      + " \(Format.grouped(traffic.blocked.count)) newly blocked"
    let hiding =
      "\(pages): \(Format.counted(traffic.shown.ranked.count, noun: "selector")) no longer hidden,"
      + " \(Format.grouped(traffic.hidden.ranked.count)) newly hidden"
    return ComparisonReport.Section(title: "RequestComparison", facts: [[.words(fact)], [.words(hiding)]])
  }

  private func flow(_ title: String, flow: RequestComparison.Flow, mark: ComparisonReport.Mark)
    -> ComparisonReport.Section
  {
    guard flow.count > 0 else { return ComparisonReport.Section(title: title) }
    let groups = flow.groups
    let items = groups.prefix(limit).map { group in
      var details: [[ComparisonReport.Piece]] = [
        [
          .words("\(group.example.kind.rawValue) "), .url(Self.text(group.example.url)), .words(" on "),
          .url(Self.text(group.example.page)),
        ]
      ]
      if let exception = flow.exception(of: group) {
        let words = mark == .added ? "was allowed by " : "now allowed by "
        details.append([.words(words)] + Self.pieces(exception))
      }
      return ComparisonReport.Item(
        mark: mark,
        line: [.words("\(Format.counted(group.count, noun: "request")): ")]
          + Self.pieces(flow.filter(of: group), rule: group.rule), details: details)
    }
    return ComparisonReport.Section(
      title: title,
      facts: [
        Self.hosts("requests to ", hosts: flow.byHost), Self.hosts("on pages of ", hosts: flow.byPage),
      ], items: items, total: groups.count)
  }

  private func hiding(
    _ title: String, hidden: RequestComparison.HiddenSelectors, version: ConvertedFilters,
    mark: ComparisonReport.Mark
  ) -> ComparisonReport.Section {
    guard !hidden.isEmpty else { return ComparisonReport.Section(title: title) }
    let ranked = hidden.ranked
    let items = hidden.placed(ranked.prefix(limit), in: version.sources).map { entry, filter in
      ComparisonReport.Item(
        mark: mark,
        line: [
          .foreign(entry.selector.description),
          .words(" on \(Format.counted(entry.sites, noun: "site")), such as "),
          .foreign(entry.site),
        ], details: filter.map { [Self.pieces($0)] } ?? [])
    }
    return ComparisonReport.Section(
      title: title, facts: [Self.hosts("selectors on ", hosts: hidden.bySite)], items: items,
      total: ranked.count)
  }

  /// Returns text like `requests to a.example 12, b.example 3 and 4 more hosts`.
  private static func hosts(_ words: String, hosts: [(host: String, count: Int)]) -> [ComparisonReport
    .Piece]
  {
    var pieces: [ComparisonReport.Piece] = [.words(words)]
    for (index, row) in hosts.prefix(maximumHosts).enumerated() {
      if index > 0 { pieces.append(.words(", ")) }
      pieces += [.foreign(row.host), .words(" \(Format.grouped(row.count))")]
    }
    let rest = hosts.count - maximumHosts
    if rest > 0 { pieces.append(.words(" and \(Format.counted(rest, noun: "more host"))")) }
    return pieces
  }

  // MARK: Filters

  private func filters(
    _ title: String, lines: [FilterPlace], version: ConvertedFilters, mark: ComparisonReport.Mark
  ) -> ComparisonReport.Section {
    let items = lines.prefix(limit).compactMap { line in
      PlacedFilter(line, in: version.sources).map { ComparisonReport.Item(mark: mark, line: Self.pieces($0)) }
    }
    return ComparisonReport.Section(title: title, items: Array(items), total: lines.count)
  }

  private var changes: ComparisonReport.Section {
    let changed = comparison.filters.changed
    let items = changed.prefix(limit).compactMap { change -> ComparisonReport.Item? in
      guard let old = PlacedFilter(change.old, in: comparison.old.sources),
        let new = PlacedFilter(change.new, in: comparison.new.sources)
      else { return nil }
      var details: [[ComparisonReport.Piece]] = [[.words("was ")] + Self.pieces(old)]
      for part in change.parts {
        details.append(
          [.words("\(Self.isWord(part.name) ? part.name : "option"):")]
            + Self.entries(part.removed, sign: "-") + Self.entries(part.added, sign: "+"))
      }
      return ComparisonReport.Item(mark: .changed, line: Self.pieces(new), details: details)
    }
    return ComparisonReport.Section(title: "Filters changed", items: Array(items), total: changed.count)
  }

  /// Returns whether a name is a plain word. Names of options come from lists and can be any text.
  private static func isWord(_ name: String) -> Bool {
    name.utf8.count <= 40
      && name.unicodeScalars.allSatisfy {
        "abcdefghijklmnopqrstuvwxyz0123456789-~[]$".unicodeScalars.contains($0)
      } && !name.hasPrefix("-")
  }

  private static func entries(_ entries: [String], sign: String) -> [ComparisonReport.Piece] {
    let limit = 6
    var pieces = entries.prefix(limit).flatMap { [.words(" "), ComparisonReport.Piece.foreign(sign + $0)] }
    if entries.count > limit { pieces.append(.words(" and \(Format.grouped(entries.count - limit)) more")) }
    return pieces
  }

  // MARK: Converted rules

  private var rulesPerAction: Int { min(max(limit / 3, 1), 3) }

  private var rules: ComparisonReport.Section {
    let compared = comparison.rules
    var section = ComparisonReport.Section(title: "WebKit rules")
    for group in compared.groups {
      section.facts.append([.words("\(group.action): \(compared.counts(of: group))")])
      for change in group.changes.prefix(rulesPerAction) {
        section.items.append(
          ComparisonReport.Item(
            mark: change.new == nil ? .removed : change.old == nil ? .added : .changed,
            line: [.foreign(compared.shownRule(of: change).summary(limit: 2))]))
      }
    }
    section.total = section.items.count
    if !section.facts.isEmpty { section.facts.append([.words("--rules shows them one by one")]) }
    return section
  }

  private var reasons: ComparisonReport.Section {
    ComparisonReport.Section(
      title: "Filters that are not exact",
      facts: comparison.reasons.map {
        [
          .words(
            "\($0.outcome.words(1)), \($0.id): \(Format.grouped($0.before)) → \(Format.grouped($0.after))")
        ]
      })
  }

  private var costs: ComparisonReport.Section {
    let (old, new) = comparison.costs
    var facts = [
      "rules: \(Format.grouped(old.rules)) → \(Format.grouped(new.rules))",
      "JSON: \(Format.size(old.bytes)) → \(Format.size(new.bytes))",
      "WebKit compiles it in about \(Format.grouped(old.compile)) ms → \(Format.grouped(new.compile)) ms",
    ]
    let pages = [old.page, new.page].map { PageCostText.summary([$0]) }
    if pages[0] != nil || pages[1] != nil {
      facts.append("pages before: \(pages[0] ?? "next to nothing")")
      facts.append("pages after: \(pages[1] ?? "next to nothing")")
    }
    return ComparisonReport.Section(title: "Costs", facts: facts.map { [.words($0)] })
  }

  // MARK: Pieces

  private static func text(_ url: [UInt8]) -> String { String(decoding: url, as: UTF8.self) }

  private static func pieces(_ filter: PlacedFilter) -> [ComparisonReport.Piece] {
    [.foreign("\(filter.file):\(filter.line)"), .words(": "), .foreign(filter.text)]
  }

  private static func pieces(_ filter: PlacedFilter?, rule: Int) -> [ComparisonReport.Piece] {
    filter.map(pieces) ?? [.words("rule \(rule), which comes from no filter")]
  }
}
