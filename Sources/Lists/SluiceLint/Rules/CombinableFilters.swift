import SluiceSyntax

extension OwnRule {
  static let combinableFilters = OwnRule(
    .style, .note, "this filter and \(.other) can be one filter with more domains",
    meaning:
      "Filters that differ only in their domains can be combined. The list gets shorter, and WebKit needs one rule.",
    example: "/banner.js$domain=a.example\n/banner.js$domain=b.example",
    instead:
      "write `/banner.js$domain=a.example|b.example`, `a.example,b.example##.ad` for hiding filters",
    advice: "write one filter with all domains",
    check: .comparison)
}

extension NetworkCoverage {
  /// Returns the first filter that differs only in its pages.
  mutating func combinable(with number: Int) -> Int? {
    // A cheap copy, because `identities` changes in the meantime.
    let entries = entries
    let (entry, texts) = (entries.entries[number], entries.texts.span)
    guard !entry.isBare else { return nil }
    var candidates: [Int] = []
    forEachCandidate(for: entry, texts) { other in
      let candidate = entries.entries[other]
      if other < number, candidate.location.source == entry.location.source,
        candidate.isException == entry.isException, isSame(entry, candidate, texts),
        lists.counts(candidate.location, whereverDoes: entry.location),
        lists.counts(entry.location, whereverDoes: candidate.location)
      {
        candidates.append(other)
      }
    }
    guard !candidates.isEmpty, let own = identity(of: number)?.onAnyPages else { return nil }
    var first: Int?
    var comparisons = 0
    for other in candidates where other < first ?? number {
      guard comparisons < Self.maximumComparisons else { break }
      comparisons += 1
      if identity(of: other)?.onAnyPages == own { first = other }
    }
    return first
  }
}

extension CosmeticCoverage {
  /// Finds filters that differ only in the hosts that they apply to.
  func checkCombinable(_ group: Group, _ found: inout LintFindingCollector) {
    var others: [CombinableKey: [Int]] = [:]
    for member in group.members.map(Int.init) {
      let entry = entries[member]
      guard entry.filter.modifiers.isEmpty, SectionFilter.areHosts(entry.filter.domains) else { continue }
      let key = CombinableKey(
        source: entry.location.source, kind: entry.filter.kind, isException: entry.filter.isException)
      let first = (others[key] ?? []).prefix(Self.limit).first { other in
        let location = entries[other].location
        return lists.counts(location, whereverDoes: entry.location)
          && lists.counts(entry.location, whereverDoes: location)
      }
      if let first {
        if lists.isLinted(entry.location) {
          found.add(
            .combinableFilters, at: entry.location, lists.line(at: entry.location).range,
            .filter(entries[first].location))
        }
      } else {
        others[key, default: []].append(member)
      }
    }
  }

  private struct CombinableKey: Hashable {
    let source: Int
    let kind: CosmeticFilter.Kind
    let isException: Bool
  }
}
