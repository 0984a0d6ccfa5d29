import SluiceRules
import SluiceText

/// A check for redundant cosmetic filters, and for exceptions that match no filter.
struct CosmeticCoverage {
  let lists: LintedLists
  let entries: [CosmeticEntry]
  /// Whether a `$generichide` exception disables generic filters on some sites.
  private let hasGenerichide: Bool
  let groups: [Group]

  struct Group {
    let first: Int32
    /// The other filters. Most groups have none, and an empty array allocates no memory.
    var others: [Int32] = []
    var hasExceptions = false

    var members: [Int32] { [first] + others }
  }

  /// The maximum number of filters with equal selectors to compare with each other.
  static let limit = 64

  init(_ lists: LintedLists, entries: [CosmeticEntry], hasGenerichide: Bool) {
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

  func check(_ found: inout LintFindingCollector) {
    var sites: Set<UInt64> = []
    for group in groups where group.hasExceptions || (!group.others.isEmpty && mayMeet(group, sites: &sites))
    {
      check(group, found: &found)
    }
    if found.isOn(.combinableFilters) {
      for group in groups where !group.others.isEmpty { checkCombinable(group, found: &found) }
    }
    if found.isOn(.sameSelector) { checkOrder(&found) }
  }

  /// Returns whether two filters of a group could apply to the same page. They cannot if each names hosts and
  /// all hosts belong to different sites.
  ///
  /// This rules out most groups without reading their pages. `sites` is a buffer that is reused.
  private func mayMeet(_ group: Group, sites: inout Set<UInt64>) -> Bool {
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
      if byte == ASCII.dot {
        dots += 1
        if dots == 2 { break }
      }
      hash.add(byte)
    }
    return dots > 0 ? hash.value : nil
  }

  func pages(_ number: Int) -> CosmeticPages {
    let bytes = lists.bytes(of: entries[number].location)
    return CosmeticPages(entries[number].filter, in: bytes.span)
  }

  private func check(_ group: Group, found: inout LintFindingCollector) {
    let members = group.members.map(Int.init)
    let pages = members.map { self.pages($0) }
    let index = CosmeticPagesIndex(
      zip(members, pages).map { (pages: $1, isException: entries[$0].filter.isException) })
    for (place, number) in members.enumerated() where lists.isLinted(entries[number].location) {
      let others = index.candidates(for: pages[place])
      if let cover = cover(
        of: place, among: others, members, pages: pages, hasExceptions: group.hasExceptions)
      {
        let location = entries[members[cover.index]].location
        let line = lists.line(at: entries[number].location).range
        found.add(
          cover.isEqual ? .duplicateFilter : .coveredFilter, at: entries[number].location, span: line,
          detail: .filter(location))
      } else if entries[number].filter.isException {
        checkException(entries[number], pages: pages[place], others: index, found: &found)
      }
    }
  }

  private func cover(
    of index: Int, among candidates: [Int], _ members: [Int], pages: [CosmeticPages], hasExceptions: Bool
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
}

/// An index of the pages of filters with the same selector, so that a filter is compared with only some of
/// them.
struct CosmeticPagesIndex {
  /// The maximum number of filters to compare a filter with.
  private static let limit = 64

  private var generic: [Int] = []
  private var byHost: [HostKey: [Int]] = [:]
  /// The filters whose domains are not only hosts. They only cover filters with the same pages.
  private var others: [CosmeticPages: [Int]] = [:]
  /// The hosts of filters that are not exceptions, and their parents, if there are exceptions.
  private var hiding: Set<HostKey> = []
  private var above: Set<HostKey> = []
  /// Whether a filter that is not an exception could apply to any page.
  private var hidesAnywhere = false

  init(_ filters: [(pages: CosmeticPages, isException: Bool)]) {
    let hasExceptions = filters.contains { $0.isException }
    for (index, (pages, isException)) in filters.enumerated() {
      let hosts = pages.onlyHosts
      if let hosts {
        if hosts.isEmpty { generic.append(index) }
        for host in hosts { byHost[HostKey(host), default: []].append(index) }
      } else {
        others[pages, default: []].append(index)
      }
      guard hasExceptions, !isException else { continue }
      if hosts?.isEmpty ?? true { hidesAnywhere = true }
      for host in hosts ?? [] {
        hiding.insert(HostKey(host))
        for parent in HostNames.parents(of: host) { above.insert(HostKey(parent)) }
      }
    }
  }

  /// Returns the filters that could apply to all of the given pages, in order. One that names a host and its parent can
  /// occur twice.
  func candidates(for pages: CosmeticPages) -> [Int] {
    guard let hosts = pages.onlyHosts else { return Array((others[pages] ?? []).prefix(Self.limit)) }
    var found = Array(generic.prefix(Self.limit))
    // A filter that covers all these hosts names the first one or one of its parents, so only these are
    // looked up.
    if let host = hosts.first {
      for name in [host] + HostNames.parents(of: host) {
        found += (byHost[HostKey(name)] ?? []).prefix(Self.limit)
      }
    }
    return found.sorted()
  }

  /// Returns whether a filter that is not an exception could apply to one of these pages.
  func hides(on pages: CosmeticPages) -> Bool {
    if hidesAnywhere { return true }
    guard let hosts = pages.onlyHosts, !hosts.isEmpty else { return !hiding.isEmpty }
    return hosts.contains { host in
      above.contains(HostKey(host)) || HostNames.nearest(host) { hiding.contains($0) ? true : nil } != nil
    }
  }
}
