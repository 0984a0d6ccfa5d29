import SluiceSyntax

/// The domains on which `$badfilter` disables filters that have more domains.
package struct RemovedDomains {
  /// How a blocker compares the domains of a `$badfilter` with those of filters.
  package enum Comparison {
    /// AdGuard: an entity covers the hosts of its name.
    case asNames
    /// uBlock Origin: each entry is a filter of its own, which an equal entry disables.
    case asEntries
  }

  private var entries: Set<FilterIdentity.Value> = []
  /// The entries that only disable filters without regexes.
  private var entriesOfNames: Set<FilterIdentity.Value> = []
  private var collected: [PageName] = []
  private var names = PageNameSet([])

  init() {}

  mutating func add(_ domains: Set<FilterIdentity.Value>, _ comparison: Comparison) {
    switch comparison {
    case .asEntries: entriesOfNames.formUnion(domains)
    case .asNames:
      entries.formUnion(domains)
      collected += domains.compactMap { $0.pageName }
    }
  }

  /// Prepares the domains for lookups. Call this after adding all of them.
  mutating func finish() { names = PageNameSet(collected) }

  /// The domains of a filter that remain.
  struct Remainder {
    var entries: [DomainEntry]
    /// The pages without the filter, within the remaining domains.
    var excluded: [PageName] = []
    /// Whether the filter has no page left.
    var isNothing = false
  }

  /// Returns the part of a list of domains that remains.
  func remainder(of list: [DomainEntry], in bytes: Span<UInt8>) -> Remainder {
    var remainder = Remainder(entries: [])
    guard !list.isEmpty, !list.contains(where: { $0.isExcluded }) else {
      remainder.entries = list
      return remainder
    }
    let onlyNames = !list.contains { $0.kind == .regex }
    for entry in list {
      let value = FilterIdentity.domain(entry, in: bytes)
      if entries.contains(value) || onlyNames && entriesOfNames.contains(value) { continue }
      if let name = value.pageName, !names.isEmpty {
        // Hosts are compared as entries.
        let others = names.members(overlapping: name).filter { name.isEntity || $0.isEntity }
        if others.contains(where: { name.isPart(of: $0) }) { continue }
        remainder.excluded += others.filter { $0.isPart(of: name) }
      }
      remainder.entries.append(entry)
    }
    remainder.isNothing = remainder.entries.isEmpty
    return remainder
  }
}

extension FilterIdentity.Value {
  /// The host or entity of a domain; `nil` for other values.
  fileprivate var pageName: PageName? {
    switch self {
    case .domain(.host, _, includesEmbedded: false, .host(let host)): .host(host)
    case .domain(.entity, _, includesEmbedded: false, .host(let name)): .entity(name)
    case .domain, .name, .text: nil
    }
  }
}

extension PageName {
  /// Returns whether all hosts of this name are also hosts of another one, whose suffix is a known public
  /// suffix if it is an entity.
  fileprivate func isPart(of other: PageName) -> Bool {
    switch (self, other) {
    case (.host(let host), .host(let domain)): HostNames.isHost(host, within: domain)
    case (.entity(let inner), .entity(let name)): HostNames.isHost(inner, within: name)
    case (.entity, .host): false
    case (.host(let host), .entity(let name)): HostSuffix.isHost(host, withinAnyEntity: [name])
    }
  }
}
