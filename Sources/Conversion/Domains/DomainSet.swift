import ContentBlocker
import FilterSyntax

/// A list of domains, sorted by kind, with hosts as WebKit sees them.
struct DomainSet {
  var hosts: [[UInt8]] = []
  var entities: [[UInt8]] = []
  var regexes: [HostRegex] = []
  var excludedHosts: [[UInt8]] = []
  var excludedEntities: [[UInt8]] = []
  var excludedRegexes: [HostRegex] = []
  /// Those of the regexes that are addresses of IPv6, in brackets.
  var addresses: [[UInt8]] = []
  var excludedAddresses: [[UInt8]] = []
  /// Whether no entry includes a page: the list then only excludes.
  var includesNothing = false
  /// All entries.
  var range: ByteRange
  /// What of the list is not held here.
  var finding: Finding?

  /// No domains.
  init() { range = ByteRange(0, 0) }

  /// Sorts the entries. One that cannot be used is left out when that only makes the filter act on fewer
  /// pages; otherwise the filter is dropped.
  init(_ entries: [DomainEntry], in bytes: Span<UInt8>) throws(Finding) {
    range = DomainEntry.range(of: entries)
    var isEverywhere = false
    var included = 0
    for entry in entries {
      if !entry.isExcluded { included += 1 }
      if entry.includesEmbedded {
        // What is embedded in the page is left out: a frame's rule cannot ask for the page's host too.
        if entry.isExcluded { throw .dropped(.embeddedPages, entry.name) }
        note(.approximated(.embeddedPages, entry.name))
      }
      switch entry.kind {
      case .any:
        if entry.isExcluded { throw .dropped(.mixedDomains, entry.name) } else { isEverywhere = true }
      case .regex:
        if let regex = HostRegex(entry.name, in: bytes) {
          if entry.isExcluded { excludedRegexes.append(regex) } else { regexes.append(regex) }
        } else if entry.isExcluded {
          throw .dropped(.regexDomain, entry.name)
        } else {
          note(.approximated(.regexDomain, entry.name))
        }
      case .host where entry.name.count > 2 && bytes[entry.name.lowerBound] == UInt8(ascii: "["):
        guard let address = HostAddress.ipv6(bytes.array(entry.name)[...]),
          let pages = HostRegex(address: address)
        else {
          if entry.isExcluded { throw .dropped(.unusableDomain, entry.name) }
          note(.approximated(.unusableDomain, entry.name))
          continue
        }
        if entry.isExcluded {
          excludedRegexes.append(pages)
          excludedAddresses.append(address)
        } else {
          regexes.append(pages)
          addresses.append(address)
        }
      case .host, .entity:
        guard let host = HostNames.ascii(bytes, entry.name) else {
          if entry.isExcluded { throw .dropped(.unusableDomain, entry.name) }
          note(.approximated(.unusableDomain, entry.name))
          continue
        }
        add(host, entry)
      }
    }
    includesNothing = included == 0 || isEverywhere
    if isEverywhere {
      (hosts, entities, regexes, addresses) = ([], [], [], [])
    } else if included > 0, hosts.isEmpty, entities.isEmpty, regexes.isEmpty, let finding {
      throw Finding(outcome: .dropped, reason: finding.reason, span: finding.span)
    }
    // Named on both sides: the exclusion wins.
    if addresses.contains(where: { excludedAddresses.contains($0) }) {
      throw .dropped(.conflictingOptions, range)
    }
    if !excludedHosts.isEmpty, !hosts.isEmpty {
      let excluded = Set(excludedHosts)
      hosts.removeAll { excluded.contains($0) }
      // Nothing is left: both say the same of a page.
      if hosts.isEmpty, entities.isEmpty, regexes.isEmpty { throw .dropped(.conflictingOptions, range) }
    }
  }

  private mutating func add(_ host: [UInt8], _ entry: DomainEntry) {
    switch (entry.kind, entry.isExcluded) {
    case (.entity, false):
      entities.append(host)
      note(.approximated(.entitySuffixes, entry.name))
    case (.entity, true):
      excludedEntities.append(host)
      note(.approximated(.entitySuffixes, entry.name))
    case (_, false): hosts.append(host)
    case (_, true): excludedHosts.append(host)
    }
  }

  /// Whether there are regexes on either side: not every use of a list can hold these.
  var hasRegexes: Bool { !regexes.isEmpty || !excludedRegexes.isEmpty }
  /// Whether there are regexes that are not addresses.
  var hasOtherRegexes: Bool {
    regexes.count > addresses.count || excludedRegexes.count > excludedAddresses.count
  }
  /// Whether something is excluded.
  var hasExclusions: Bool {
    !excludedHosts.isEmpty || !excludedEntities.isEmpty || !excludedRegexes.isEmpty
  }
  /// Whether there are no more than hosts and entities that are included.
  var onlyIncludesNames: Bool { !includesNothing && regexes.isEmpty && !hasExclusions }
  /// The hosts and entities that are included.
  var names: [PageName] { hosts.map { .host($0) } + entities.map { .entity($0) } }
  /// The hosts and entities that are excluded.
  var excludedNames: [PageName] { excludedHosts.map { .host($0) } + excludedEntities.map { .entity($0) } }

  private mutating func note(_ finding: Finding) {
    if self.finding == nil { self.finding = finding }
  }
}

extension DomainEntry {
  /// The range of a list of domains. Those of a modifier stand before those that are written behind it.
  static func range(of entries: [DomainEntry]) -> ByteRange {
    var range = entries.first?.name ?? ByteRange(0, 0)
    for entry in entries.dropFirst() {
      range = ByteRange(
        min(range.lowerBound, entry.name.lowerBound), max(range.upperBound, entry.name.upperBound))
    }
    return range
  }
}
