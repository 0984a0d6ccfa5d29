import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// The `$badfilter` filters of all inputs. Each one disables the filters that are identical to it except for
/// `$badfilter` itself.
package struct Badfilters {
  private var identities: Set<FilterIdentity> = []
  /// The hosts whose blocks are disabled, no matter how the filters are written.
  private var hosts: Set<[UInt8]> = []
  /// The hashes of the patterns of all ``identities``. Few filters share a pattern with a `$badfilter`, so
  /// most filters need no ``FilterIdentity``, which is slower than parsing.
  private var patterns: Set<UInt64> = []
  /// For each filter without its domains, the domains on which `$badfilter` disables filters with more
  /// domains.
  private var domains: [FilterIdentity: RemovedDomains] = [:]

  init() {}

  init(of sources: [ParsedSource], _ options: ConversionOptions) {
    let activeLines = ActiveLines(constants: options.constants)
    for source in sources {
      let active = activeLines.read(source.list)
      let dialect = ListDialect(of: source, options)
      for (index, line) in source.list.lines.enumerated() where active.isActive(index) {
        if case .network(let filter) = line.content {
          add(filter, dialect: dialect, in: source.list.bytes.span)
        }
      }
    }
    finish()
  }

  mutating func add(_ filter: NetworkFilter, dialect: ListDialect, in bytes: Span<UInt8>) {
    guard filter.options.contains(where: { $0.kind == .badfilter }) else { return }
    add(FilterIdentity(filter, for: dialect.dialect, in: bytes), filter: filter, dialect: dialect, in: bytes)
    guard dialect.certain == nil, !filter.isException else { return }
    // uBlock Origin also disables the block of a host by its name.
    let reading = FilterIdentity(filter, for: .uBlockOrigin, in: bytes)
    if reading.blockedHost != nil { add(reading, filter: filter, dialect: dialect, in: bytes) }
  }

  /// Prepares the filters for lookups. Call this after adding all of them.
  mutating func finish() {
    for identity in domains.keys { domains[identity]?.finish() }
  }

  private mutating func add(
    _ identity: FilterIdentity, filter: NetworkFilter, dialect: ListDialect, in bytes: Span<UInt8>
  ) {
    identities.insert(identity)
    if let removed = identity.includedDomains, let comparison = dialect.comparison(filter, in: bytes) {
      domains[identity.onAnyPages, default: RemovedDomains()].add(removed, comparison: comparison)
    }
    if let host = identity.blockedHost { hosts.insert(host) }
    patterns.insert(Self.hash(of: filter.pattern, in: bytes))
    // Another filter can have the same pattern without the characters that make this one unusual, or the
    // other way around.
    guard let text = identity.patternText else { return }
    patterns.insert(Self.hash(text.span))
    if text.hasPunycode { patterns.insert(Self.unusual) }
  }

  /// Returns whether a `$badfilter` disables this filter. A `$badfilter` itself is never disabled.
  func disables(_ filter: NetworkFilter, dialect: ListDialect, in bytes: Span<UInt8>) -> Bool {
    guard !identities.isEmpty, patterns.contains(Self.hash(of: filter.pattern, in: bytes)),
      !filter.options.contains(where: { $0.kind == .badfilter })
    else { return false }
    return identities.contains(FilterIdentity(filter, for: dialect.dialect, in: bytes))
  }

  func removedDomains(
    of filter: NetworkFilter, _ dialect: ListDialect, in bytes: Span<UInt8>
  ) -> RemovedDomains? {
    guard !domains.isEmpty, filter.options.contains(where: { $0.kind == .domain }),
      patterns.contains(Self.hash(of: filter.pattern, in: bytes))
    else { return nil }
    return domains[FilterIdentity(filter, for: dialect.dialect, in: bytes).onAnyPages]
  }

  func disables(host: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard !hosts.isEmpty, let name = HostNames.ascii(bytes, in: host) else { return false }
    return hosts.contains(name)
  }

  /// The hash of all patterns whose spelling can differ by more than case: by wildcards, escapes or scripts.
  private static let unusual: UInt64 = 0

  private static func hash(of pattern: Pattern, in bytes: Span<UInt8>) -> UInt64 {
    switch pattern {
    case .regex(let body): hash(bytes.extracting(body.indices), mayBeUnusual: false)
    case .plain(let plain): hash(bytes.extracting(plain.body.indices))
    }
  }

  private static func hash(_ text: Span<UInt8>, mayBeUnusual: Bool = true) -> UInt64 {
    var hash = FoldedHash()
    hash.mix(text)
    return mayBeUnusual && hash.isUnusual ? unusual : hash.value
  }
}

extension ListDialect {
  /// Returns how a `$badfilter` compares its domains with those of filters, or `nil` if it only disables filters
  /// with the same domains.
  package func comparison(
    _ badfilter: NetworkFilter, in bytes: Span<UInt8>
  ) -> RemovedDomains.Comparison? {
    let isOfPages = Self.isOfPagesAlone(badfilter, in: bytes)
    return switch certain {
    case .adGuard: .asNames
    case .uBlockOrigin, .adblockPlus: isOfPages ? .asEntries : nil
    // The filter then blocks less, or allows more.
    case .hosts, nil: badfilter.isException ? (isOfPages ? .asEntries : nil) : .asNames
    }
  }

  /// Returns whether uBlock Origin divides a filter by its domains: it matches any URL, and limits its requests
  /// only by types, party and names of pages.
  private static func isOfPagesAlone(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> Bool {
    guard case .plain(let plain) = filter.pattern, !plain.isEndAnchored else { return false }
    switch plain.start {
    case .anywhere: if !plain.body.isEmpty { return false }
    case .hostLabel: return false
    case .url:
      let schemes = ["http:", "https:", "http*:"].flatMap { [$0, $0 + "//"] }
      let text = bytes.lowercased(plain.body)
      guard schemes.contains(where: { text.elementsEqual($0.utf8) }) else { return false }
    }
    return filter.options.allSatisfy { option in
      switch option.kind.role {
      case .type, .pageScope: !option.isNegated
      case .party: !option.kind.traits.contains(.hosts)
      case .badfilter: true
      case .pages: !(option.domains(in: bytes)?.contains { $0.kind == .regex } ?? true)
      case .nothing: option.kind == .noop
      case .matchCase, .important, .redirect, .cookies, .modification, .other: false
      }
    }
  }
}

/// A hash of bytes that ignores ASCII case.
private struct FoldedHash {
  private var hash = ByteHash()
  /// Whether the bytes contain a `%`, a `*` or a non-ASCII byte.
  private(set) var isUnusual = false

  var value: UInt64 { hash.value }

  mutating func mix(_ bytes: Span<UInt8>) {
    bytes.forEachWord { add($0) }
    hash.mix(UInt64(bytes.count))
  }

  private mutating func add(_ word: UInt64) {
    hash.mix(word | Self.everyByte(0x20))
    if Self.has(ASCII.percent, word: word) || Self.has(ASCII.star, word: word)
      || word & Self.everyByte(0x80) != 0
    {
      isUnusual = true
    }
  }

  private static func everyByte(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Returns whether the word contains `byte`, with a bit trick that finds a zero among eight bytes.
  private static func has(_ byte: UInt8, word: UInt64) -> Bool {
    let difference = word ^ everyByte(byte)
    return (difference &- everyByte(0x01)) & ~difference & everyByte(0x80) != 0
  }
}

extension [UInt8] {
  /// Whether the text contains `xn--`, so that a label may be punycode.
  fileprivate var hasPunycode: Bool {
    indices.contains { self[$0...].starts(with: "xn--".utf8) }
  }
}

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

  mutating func add(_ domains: Set<FilterIdentity.Value>, comparison: Comparison) {
    switch comparison {
    case .asEntries: entriesOfNames.formUnion(domains)
    case .asNames:
      entries.formUnion(domains)
      collected += domains.compactMap { $0.pageName }
    }
  }

  /// Prepares the domains for lookups. Call this after adding all of them.
  mutating func finish() { names = PageNameSet(collected) }

  struct Remainder {
    var entries: [DomainEntry]
    /// The pages without the filter, within the remaining domains.
    var excluded: [PageName] = []
    var isNothing = false
  }

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
