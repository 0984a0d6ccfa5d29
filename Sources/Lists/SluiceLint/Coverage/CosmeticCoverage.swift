import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// A check for redundant cosmetic filters, and for exceptions that match no filter.
struct CosmeticCoverage {
  private let lists: LintedLists
  private let entries: [CosmeticEntry]
  /// Whether a `$generichide` exception disables generic filters on some sites.
  private let hasGenerichide: Bool
  private let groups: [Group]

  /// The filters with the same kind and selector.
  private struct Group {
    let first: Int32
    /// The other filters. Most groups have none, and an empty array allocates no memory.
    var others: [Int32] = []
    var hasExceptions = false

    var members: [Int32] { [first] + others }
  }

  /// The maximum number of filters with equal selectors to compare with each other.
  private static let limit = 64

  init(_ lists: LintedLists, _ entries: [CosmeticEntry], hasGenerichide: Bool) {
    (self.lists, self.entries, self.hasGenerichide) = (lists, entries, hasGenerichide)
    groups = Self.groups(of: entries, lists)
  }

  private static func groups(of entries: [CosmeticEntry], _ lists: LintedLists) -> [Group] {
    var slots = HashSlots(capacity: entries.count)
    var groups: [Group] = []
    groups.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() {
      let bytes = lists.bytes(of: entry.location)
      let selector = bytes.span.extracting(entry.filter.body.indices)
      var hash = ByteHash()
      hash.mix(selector)
      let own = groups.count
      let group =
        slots.find(hash, orAdd: own) { group in
          let first = entries[Int(groups[group].first)]
          let others = lists.bytes(of: first.location)
          return first.filter.kind.family == entry.filter.kind.family
            && others.span.extracting(first.filter.body.indices).equals(selector)
        } ?? own
      if group == own {
        groups.append(Group(first: Int32(number)))
      } else {
        groups[group].others.append(Int32(number))
      }
      if entry.filter.isException { groups[group].hasExceptions = true }
    }
    return groups
  }

  func check(_ found: inout FindingCollector) {
    var sites: Set<UInt64> = []
    for group in groups where group.hasExceptions || (!group.others.isEmpty && mayMeet(group, &sites)) {
      check(group, &found)
    }
    if found.isOn(.combinableFilters) {
      for group in groups where !group.others.isEmpty { checkCombinable(group, &found) }
    }
    if found.isOn(.sameSelector) { checkOrder(&found) }
  }

  /// Returns whether two filters of a group could apply to the same page. They cannot if each names hosts and
  /// all hosts belong to different sites.
  ///
  /// This rules out most groups without reading their pages. `sites` is a buffer that is reused.
  private func mayMeet(_ group: Group, _ sites: inout Set<UInt64>) -> Bool {
    sites.removeAll(keepingCapacity: true)
    for member in group.members {
      let entry = entries[Int(member)]
      let bytes = lists.bytes(of: entry.location)
      guard entry.filter.modifiers.isEmpty else { return true }
      var isGeneric = true
      for domain in entry.filter.domains where !domain.isExcluded {
        guard domain.kind == .host, !domain.includesEmbedded,
          let site = Self.site(of: domain.name, bytes.span), sites.insert(site).inserted
        else { return true }
        isGeneric = false
      }
      if isGeneric { return true }
    }
    return false
  }

  /// Returns a hash of a host's last two labels.
  ///
  /// Returns nil for hosts with fewer labels, and for non-ASCII hosts, which can be written in several ways.
  private static func site(of host: ByteRange, _ bytes: Span<UInt8>) -> UInt64? {
    var hash = ByteHash()
    var dots = 0
    for index in host.indices.reversed() {
      let byte = bytes[index].asciiLowercased
      if byte >= 0x80 { return nil }
      if byte == UInt8(ascii: ".") {
        dots += 1
        if dots == 2 { break }
      }
      hash.add(byte)
    }
    return dots > 0 ? hash.value : nil
  }

  private func pages(_ number: Int) -> CosmeticPages {
    let bytes = lists.bytes(of: entries[number].location)
    return CosmeticPages(entries[number].filter, bytes.span)
  }

  private func check(_ group: Group, _ found: inout FindingCollector) {
    let members = group.members.map(Int.init)
    let pages = members.map { self.pages($0) }
    let index = CosmeticPagesIndex(
      zip(members, pages).map { (pages: $1, isException: entries[$0].filter.isException) })
    for (place, number) in members.enumerated() where lists.isLinted(entries[number].location) {
      let others = index.candidates(for: pages[place])
      if let cover = cover(of: place, among: others, members, pages, hasExceptions: group.hasExceptions) {
        let location = entries[members[cover.index]].location
        let line = lists.line(at: entries[number].location).range
        found.add(
          cover.isEqual ? .duplicateFilter : .coveredFilter, at: entries[number].location, line,
          .filter(location))
      } else if entries[number].filter.isException {
        checkException(entries[number], pages[place], index, &found)
      }
    }
  }

  /// Returns a filter of the group that covers the filter at `index`.
  private func cover(
    of index: Int, among candidates: [Int], _ members: [Int], _ pages: [CosmeticPages], hasExceptions: Bool
  ) -> (index: Int, isEqual: Bool)? {
    let entry = entries[members[index]]
    var best: (index: Int, isEqual: Bool)?
    for other in candidates where other != index {
      let candidate = entries[members[other]]
      guard candidate.filter.isException == entry.filter.isException,
        candidate.filter.kind == entry.filter.kind,
        lists.counts(candidate.location, whereverDoes: entry.location), pages[other].includes(pages[index])
      else { continue }
      let isEqual = pages[index].includes(pages[other])
      if isEqual, !lists.stays(candidate.location, insteadOf: entry.location) { continue }
      // On a page with a generic hiding exception, specific filters still apply. An exception for a page can
      // also affect a filter for all pages in the frames of that page.
      if pages[other].isGeneric, !pages[index].isGeneric, !entry.filter.isException,
        hasGenerichide || hasExceptions
      {
        continue
      }
      if best == nil || (isEqual && best?.isEqual == false) { best = (other, isEqual) }
    }
    return best
  }

  private func checkException(
    _ entry: CosmeticEntry, _ pages: CosmeticPages, _ others: CosmeticPagesIndex,
    _ found: inout FindingCollector
  ) {
    guard entry.filter.kind == .hiding || entry.filter.kind == .extendedHiding,
      !others.hides(on: pages)
    else { return }
    found.add(.idleHidingException, at: entry.location, lists.line(at: entry.location).range)
  }

  // MARK: Equal filters for other pages

  /// Finds filters that differ only in the hosts that they apply to.
  private func checkCombinable(_ group: Group, _ found: inout FindingCollector) {
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

  // MARK: Equal filters in another order

  /// Finds equivalent selectors whose parts are in another order. Only selectors that consist of the same
  /// bytes are parsed, which are few.
  private func checkOrder(_ found: inout FindingCollector) {
    var sums: [UInt64: [Int]] = [:]
    for (number, group) in groups.enumerated() where !group.hasExceptions {
      let entry = entries[Int(group.first)]
      guard entry.filter.kind == .hiding else { continue }
      let bytes = lists.bytes(of: entry.location)
      guard let sum = Self.sum(bytes.span, entry.filter.body) else { continue }
      sums[sum, default: []].append(number)
    }
    for groups in sums.values where groups.count > 1 {
      checkOrder(groups.prefix(Self.limit).map { self.groups[$0] }, &found)
    }
  }

  private func checkOrder(_ groups: [Group], _ found: inout FindingCollector) {
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
          lists.counts(entries[other].location, whereverDoes: entry.location) && !hasSameText(other, number)
        }
        guard let other else { continue }
        found.add(
          .sameSelector, at: entry.location, entry.filter.body, .filter(entries[other].location))
      }
    }
  }

  private func hasSameText(_ number: Int, _ other: Int) -> Bool {
    let (bytes, others) = (
      lists.bytes(of: entries[number].location), lists.bytes(of: entries[other].location)
    )
    return bytes.span.extracting(entries[number].filter.body.indices)
      .equals(others.span.extracting(entries[other].filter.body.indices))
  }

  /// Returns a hash that ignores spaces and the order of the bytes; nil for a single simple selector.
  private static func sum(_ bytes: Span<UInt8>, _ body: ByteRange) -> UInt64? {
    var sum: UInt64 = 0
    var parts = 0
    for index in body.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: " ") { continue }
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",")
        || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
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
