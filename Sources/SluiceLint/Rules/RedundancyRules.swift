import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let duplicateFilter = OwnRule(
    .notNeeded, severity: .warning, message: "the same filter is in \(.other)",
    meaning:
      "The list has the filter twice. The order of options and domains, aliases of options and letter case make no"
      + " difference.",
    example: "||ads.example^$script,third-party\n||ADS.example^$3p,script", instead: "remove one of them",
    advice: "remove it",
    check: .comparison,
    fix: .removal { finding, line, list in
      // A line with several hosts cannot be removed because of one of them.
      if case .hosts(let hosts) = line.content, hosts.hosts.count > 1 { return TextEdits() }
      guard !isAnnounced(finding.place.lineIndex, in: list) else { return TextEdits() }
      return TextEdits(TextEdit.removingLine(line.range, in: list.bytes.span))
    })
}

/// Returns whether a hint, or a comment that disables rules, applies to a filter. If the filter were
/// removed, the hint or comment would apply to the next one.
private func isAnnounced(_ line: Int, in list: FilterList) -> Bool {
  for index in stride(from: line - 1, through: 0, by: -1) {
    switch list.lines[index].content {
    case .hint: return index == line - 1
    case .comment, .metadata:
      if DisableComment(list.lines[index], in: list.bytes.span)?.scope == .nextLine { return true }
    case .blank: break
    case .header, .directive, .network, .cosmetic, .hosts, .continuation, .rejected: return false
    }
  }
  return false
}

extension LintIndex {
  /// Finds regexes that are there twice. ``NetworkCoverage`` compares other patterns.
  func checkRegexes(_ found: inout LintFindingCollector) {
    var first: [FilterIdentity: FilterPlace] = [:]
    for location in regexes.sorted(by: { lists.isBefore($0, $1) }) {
      guard let identity = identity(location) else { continue }
      if let other = first[identity], lists.counts(other, whereverDoes: location) {
        if lists.isLinted(location) {
          found.add(
            .duplicateFilter, at: location, span: lists.line(at: location).range, detail: .filter(other))
        }
      } else {
        first[identity] = location
      }
    }
  }
}

extension OwnRule {
  static let coveredFilter = OwnRule(
    .notNeeded, severity: .warning, message: "redundant: \(.other) does the same and more",
    meaning:
      "Another filter does everything that this one does: it blocks a parent host, or has a shorter pattern, fewer options"
      + " or more pages. Removing this filter changes nothing.",
    example: "||ads.example^\n||cdn.ads.example^$third-party", instead: "remove it",
    check: .comparison)

  static let sameSelector = OwnRule(
    .notNeeded, severity: .warning, message: "the same selector, in a different order, is in \(.other)",
    meaning:
      "Both selectors match the same elements: only the order of classes, attributes or alternatives differs.",
    example: "##.banner.ad\n##.ad.banner", instead: "remove one of them", advice: "remove it",
    check: .comparison)
}

extension CosmeticCoverage {
  /// Finds equivalent selectors whose parts are in another order. Only selectors that consist of the same
  /// bytes are parsed, which are few.
  func checkOrder(_ found: inout LintFindingCollector) {
    var sums: [UInt64: [Int]] = [:]
    for (number, group) in groups.enumerated() where !group.hasExceptions {
      let entry = entries[Int(group.first)]
      guard entry.filter.kind == .hiding else { continue }
      let bytes = lists.bytes(of: entry.location)
      guard let sum = Self.sum(bytes.span, body: entry.filter.body) else { continue }
      sums[sum, default: []].append(number)
    }
    for groups in sums.values where groups.count > 1 {
      checkOrder(groups.prefix(Self.limit).map { self.groups[$0] }, found: &found)
    }
  }

  private func checkOrder(_ groups: [Group], found: inout LintFindingCollector) {
    var first: [SelectorNormalForm: [Int]] = [:]
    for group in groups {
      for member in group.members.prefix(Self.limit) {
        let entry = entries[Int(member)]
        let list = lists.bytes(of: entry.location)
        let selector = [UInt8](list.span.extracting(entry.filter.body.indices))
        guard let form = ParsedSelector(of: selector.span).flatMap(SelectorNormalForm.init) else { break }
        first[form, default: []].append(Int(member))
      }
    }
    for members in first.values where members.count > 1 {
      let sorted = members.sorted { lists.isBefore(entries[$0].location, entries[$1].location) }
      var former: [CosmeticPages: [Int]] = [:]
      for number in sorted {
        let (entry, pages) = (entries[number], self.pages(number))
        let others = former[pages] ?? []
        if others.count < Self.limit { former[pages, default: []].append(number) }
        guard !others.isEmpty, lists.isLinted(entry.location) else { continue }
        let other = others.first { other in
          lists.counts(entries[other].location, whereverDoes: entry.location)
            && !hasSameText(other, other: number)
        }
        guard let other else { continue }
        found.add(
          .sameSelector, at: entry.location, span: entry.filter.body, detail: .filter(entries[other].location)
        )
      }
    }
  }

  private func hasSameText(_ number: Int, other: Int) -> Bool {
    let (bytes, others) = (
      lists.bytes(of: entries[number].location), lists.bytes(of: entries[other].location)
    )
    return bytes.span.extracting(entries[number].filter.body.indices)
      .equals(others.span.extracting(entries[other].filter.body.indices))
  }

  /// Returns a hash that ignores spaces and the order of the bytes; nil for a single simple selector.
  private static func sum(_ bytes: Span<UInt8>, body: ByteRange) -> UInt64? {
    var sum: UInt64 = 0
    var parts = 0
    for index in body.indices {
      let byte = bytes[index]
      if byte == ASCII.space { continue }
      if byte == ASCII.dot || byte == ASCII.openBracket || byte == ASCII.comma
        || byte == ASCII.hash || byte == ASCII.colon
      {
        parts += 1
      }
      var word = UInt64(byte) &* 0x9E37_79B9_7F4A_7C15
      word ^= word >> 29
      sum &+= word &* 0xBF58_476D_1CE4_E5B9
    }
    return parts > 1 ? sum : nil
  }
}

extension OwnRule {
  static let combinableFilters = OwnRule(
    .style, severity: .note, message: "this filter and \(.other) can be one filter with more domains",
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
        candidate.isException == entry.isException, isSame(entry, other: candidate, in: texts),
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
  func checkCombinable(_ group: Group, found: inout LintFindingCollector) {
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
            .combinableFilters, at: entry.location, span: lists.line(at: entry.location).range,
            detail: .filter(entries[first].location))
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
