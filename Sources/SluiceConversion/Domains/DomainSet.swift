import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// A list of domains, sorted by kind, with hosts in the form that WebKit uses.
struct DomainSet {
  var hosts: [[UInt8]] = []
  var entities: [[UInt8]] = []
  var regexes: [HostRegex] = []
  var excludedHosts: [[UInt8]] = []
  var excludedEntities: [[UInt8]] = []
  var excludedRegexes: [HostRegex] = []
  /// The addresses among the regexes: IPv6 addresses in brackets.
  var addresses: [[UInt8]] = []
  var excludedAddresses: [[UInt8]] = []
  var paths: [DomainPath] = []
  var excludedPaths: [DomainPath] = []
  /// Whether the list names no included domains, or includes every page.
  var includesNothing = false
  var range: ByteRange
  var finding: Finding?

  init() { range = ByteRange(0, 0) }

  /// Sorts the entries by kind. An entry that WebKit cannot match is omitted if the filter then only applies
  /// to fewer pages. Otherwise, throws a finding that drops the filter.
  init(_ entries: [DomainEntry], in bytes: Span<UInt8>) throws(Finding) {
    self.init()
    try read(entries, in: bytes)
  }

  private mutating func read(_ entries: [DomainEntry], in bytes: Span<UInt8>) throws(Finding) {
    range = DomainEntry.range(of: entries)
    var isEverywhere = false
    var included = 0
    for entry in entries {
      if !entry.isExcluded { included += 1 }
      if entry.includesEmbedded {
        // Embedded documents are not matched, because a rule for frames cannot also check the host of the
        // page.
        if entry.isExcluded { throw .unsupported(.embeddedPages, span: entry.name) }
        note(.approximated(.embeddedPages, span: entry.name))
      }
      switch entry.kind {
      case .any:
        if entry.isExcluded {
          throw .unsupported(.mixedDomains, span: entry.name)
        } else {
          isEverywhere = true
        }
      case .regex:
        if let regex = Self.regex(entry, in: bytes) {
          if entry.isExcluded { excludedRegexes.append(regex) } else { regexes.append(regex) }
        } else if entry.isExcluded {
          throw .unsupported(.regexDomain, span: entry.name)
        } else {
          note(.approximated(.regexDomain, span: entry.name))
        }
      case .pages:
        guard let path = DomainPath(entry, in: bytes) else {
          if entry.isExcluded { throw .unsupported(.unusableDomain, span: entry.name) }
          note(.approximated(.unusableDomain, span: entry.name))
          continue
        }
        if path.site?.isEntity ?? false { note(.approximated(.entitySuffixes, span: entry.name)) }
        if entry.isExcluded { excludedPaths.append(path) } else { paths.append(path) }
      case .host where entry.name.count > 2 && bytes[entry.name.lowerBound] == ASCII.openBracket:
        guard let address = HostAddress.ipv6(bytes.array(entry.name)[...]),
          let pages = HostRegex(address: address)
        else {
          if entry.isExcluded { throw .unsupported(.unusableDomain, span: entry.name) }
          note(.approximated(.unusableDomain, span: entry.name))
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
        guard let host = HostNames.ascii(bytes, in: entry.name) else {
          if entry.isExcluded { throw .unsupported(.unusableDomain, span: entry.name) }
          note(.approximated(.unusableDomain, span: entry.name))
          continue
        }
        add(host, entry: entry)
      }
    }
    includesNothing = included == 0 || isEverywhere
    if isEverywhere {
      (hosts, entities, regexes, addresses) = ([], [], [], [])
    } else if included > 0, hosts.isEmpty, entities.isEmpty, regexes.isEmpty, paths.isEmpty, let finding {
      throw Finding(outcome: .unsupported, reason: finding.reason, span: finding.span)
    }
    // If a name is both included and excluded, the exclusion wins.
    // A closure that captured the set would copy it.
    if !excludedAddresses.isEmpty, !Set(excludedAddresses).isDisjoint(with: addresses) {
      throw .unsupported(.conflictingOptions, span: range)
    }
    if !excludedHosts.isEmpty, !hosts.isEmpty {
      let excluded = Set(excludedHosts)
      hosts.removeAll { excluded.contains($0) }
      // No page remains.
      if hosts.isEmpty, entities.isEmpty, regexes.isEmpty, paths.isEmpty {
        throw .unsupported(.conflictingOptions, span: range)
      }
    }
  }

  /// Creates the set of a network filter. If it includes a host and excludes a name above it, the precedence
  /// decides.
  init(
    _ entries: [DomainEntry], precedence: DomainPrecedence, in bytes: Span<UInt8>
  ) throws(Finding) {
    try self.init(entries, in: bytes)
    switch precedence {
    case .longer: return
    case .excluded:
      guard !excludedHosts.isEmpty, !hosts.isEmpty else { return }
      let excluded = Set(excludedHosts)
      hosts.removeAll { HostNames.isHost($0, withinAny: excluded) }
      if hosts.isEmpty, entities.isEmpty, regexes.isEmpty {
        throw .unsupported(.conflictingOptions, span: range)
      }
    }
  }

  mutating func exclude(_ names: [PageName]) {
    for name in names {
      switch name {
      case .host(let host): excludedHosts.append(host)
      case .entity(let entity):
        excludedEntities.append(entity)
        note(.approximated(.entitySuffixes, span: range))
      }
    }
  }

  private mutating func add(_ host: [UInt8], entry: DomainEntry) {
    switch (entry.kind, entry.isExcluded) {
    case (.entity, false):
      entities.append(host)
      note(.approximated(.entitySuffixes, span: entry.name))
    case (.entity, true):
      excludedEntities.append(host)
      note(.approximated(.entitySuffixes, span: entry.name))
    case (_, false): hosts.append(host)
    case (_, true): excludedHosts.append(host)
    }
  }

  /// Whether the set contains regexes. Not every option supports them.
  var hasRegexes: Bool { !regexes.isEmpty || !excludedRegexes.isEmpty }
  /// Whether the set contains regexes that are not addresses.
  var hasOtherRegexes: Bool {
    regexes.count > addresses.count || excludedRegexes.count > excludedAddresses.count
  }
  var hasExclusions: Bool {
    !excludedHosts.isEmpty || !excludedEntities.isEmpty || !excludedRegexes.isEmpty
      || !excludedPaths.isEmpty
  }
  var hasInclusionsInExclusions: Bool {
    guard !excludedHosts.isEmpty, !hosts.isEmpty else { return false }
    let excluded = Set(excludedHosts)
    return hosts.contains { HostNames.isHost($0, withinAny: excluded) }
  }
  var onlyIncludesNames: Bool {
    !includesNothing && regexes.isEmpty && paths.isEmpty && !hasExclusions
  }
  var names: [PageName] { hosts.map { .host($0) } + entities.map { .entity($0) } }
  var excludedNames: [PageName] { excludedHosts.map { .host($0) } + excludedEntities.map { .entity($0) } }

  private static func regex(_ entry: DomainEntry, in bytes: Span<UInt8>) -> HostRegex? {
    let regex = entry.regex(in: bytes)
    return HostRegex(regex.span)
  }

  private mutating func note(_ finding: Finding) {
    if self.finding == nil { self.finding = finding }
  }
}

extension DomainEntry {
  /// Returns the range of all entries. The first entry is not always the first in the line, because the
  /// domains of a modifier precede the others in the list.
  static func range(of entries: [DomainEntry]) -> ByteRange {
    var range = entries.first?.name ?? ByteRange(0, 0)
    for entry in entries.dropFirst() {
      range = ByteRange(
        min(range.lowerBound, entry.name.lowerBound), max(range.upperBound, entry.name.upperBound))
    }
    return range
  }
}

/// The pages of an entry such as `a.com/path` in the domains of a cosmetic filter.
struct DomainPath {
  /// The host or entity; `nil` for all sites.
  let site: PageName?
  /// The path, from its `/` on.
  let path: ByteRange

  /// Creates the pages of an entry. Returns `nil` if the host is unusable.
  init?(_ entry: DomainEntry, in bytes: Span<UInt8>) {
    guard let (site, path) = entry.parts(in: bytes) else { return nil }
    self.path = path
    switch site.kind {
    case .any: self.site = nil
    case .host, .entity:
      guard let host = HostNames.ascii(bytes, in: site.name) else { return nil }
      self.site = site.kind == .host ? .host(host) : .entity(host)
    case .regex, .pages: return nil
    }
  }
}
