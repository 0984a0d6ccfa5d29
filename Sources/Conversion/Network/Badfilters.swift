import FilterSyntax

/// The `$badfilter` filters of all inputs: each switches off the filters which are the same but for that
/// option.
package struct Badfilters {
  private var identities: Set<FilterIdentity> = []
  /// Hosts whose blocks are switched off, however these are written.
  private var hosts: Set<[UInt8]> = []
  /// Of the patterns of all ``identities``. To identify a filter costs more than to parse it, and few filters
  /// have a pattern that some `$badfilter` has.
  private var patterns: Set<UInt64> = []
  /// The domains on which filters are switched off that name more of them, by the filters without domains.
  private var domains: [FilterIdentity: Set<FilterIdentity.Value>] = [:]

  init() {}

  /// Those of whole lists.
  init(of sources: [ParsedSource], _ options: ConversionOptions) {
    let activeLines = ActiveLines(constants: options.constants)
    for source in sources {
      let active = activeLines.read(source.list)
      let dialect = source.dialect ?? options.dialect ?? Dialect.detect(source.list)
      for (index, line) in source.list.lines.enumerated() where active.counts(index) {
        if case .network(let filter) = line.content { add(filter, dialect, in: source.list.bytes.span) }
      }
    }
  }

  mutating func add(_ filter: NetworkFilter, _ dialect: Dialect, in bytes: Span<UInt8>) {
    guard filter.options.contains(where: { $0.kind == .badfilter }) else { return }
    let identity = FilterIdentity(filter, in: bytes)
    identities.insert(identity)
    if let removed = identity.includedDomains, Self.mayBePartial(filter, dialect, in: bytes) {
      domains[identity.onAnyPages, default: []].formUnion(removed)
    }
    if let host = identity.blockedHost { hosts.insert(host) }
    patterns.insert(Self.hash(of: filter.pattern, in: bytes))
    // The same pattern written without what makes this one unusual, or the other way round.
    guard let text = identity.patternText else { return }
    patterns.insert(Self.hash(text.span))
    if text.hasPunycode { patterns.insert(Self.unusual) }
  }

  /// Whether a `$badfilter` switches this filter off; that filter itself is not.
  func disables(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> Bool {
    guard !identities.isEmpty, patterns.contains(Self.hash(of: filter.pattern, in: bytes)),
      !filter.options.contains(where: { $0.kind == .badfilter })
    else { return false }
    return identities.contains(FilterIdentity(filter, in: bytes))
  }

  /// Whether a `$badfilter` takes effect for some of the domains of a filter: AdGuard has that for all filters, uBlock Origin
  /// for those of any URL.
  package static func mayBePartial(
    _ filter: NetworkFilter, _ dialect: Dialect, in bytes: Span<UInt8>
  ) -> Bool {
    guard dialect != .adGuard else { return true }
    let pattern = filter.pattern.range
    return pattern.isEmpty || bytes.isText("*", pattern) || bytes.isText("|http://", pattern)
      || bytes.isText("|https://", pattern)
  }

  /// The domains on which a filter is switched off that names these among others.
  func removedDomains(of filter: NetworkFilter, in bytes: Span<UInt8>) -> Set<FilterIdentity.Value> {
    guard !domains.isEmpty, filter.options.contains(where: { $0.kind == .domain }),
      patterns.contains(Self.hash(of: filter.pattern, in: bytes))
    else { return [] }
    return domains[FilterIdentity(filter, in: bytes).onAnyPages] ?? []
  }

  /// Whether a `$badfilter` switches off the block of this host by a line of a hosts file.
  func disables(host: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard !hosts.isEmpty, let name = HostNames.ascii(bytes, host) else { return false }
    return hosts.contains(name)
  }

  /// What stands for patterns that can be written in more ways than in capitals and small letters: with other
  /// wildcards, escapes and scripts.
  private static let unusual: UInt64 = 0

  /// Equal for patterns that are the same, and for few others.
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

/// A hash of bytes in which capitals are the same as small letters.
private struct FoldedHash {
  private var hash = ByteHash()
  /// Whether there is a `%`, a `*` or a byte outside of ASCII.
  private(set) var isUnusual = false

  var value: UInt64 { hash.value }

  mutating func mix(_ bytes: Span<UInt8>) {
    bytes.forEachWord { add($0) }
    hash.mix(UInt64(bytes.count))
  }

  private mutating func add(_ word: UInt64) {
    hash.mix(word | Self.everyByte(0x20))
    if Self.has(UInt8(ascii: "%"), word) || Self.has(UInt8(ascii: "*"), word)
      || word & Self.everyByte(0x80) != 0
    {
      isUnusual = true
    }
  }

  private static func everyByte(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Whether one of the word's bytes is `byte`: the usual test for a zero among eight bytes.
  private static func has(_ byte: UInt8, _ word: UInt64) -> Bool {
    let difference = word ^ everyByte(byte)
    return (difference &- everyByte(0x01)) & ~difference & everyByte(0x80) != 0
  }
}

extension [UInt8] {
  /// Whether some label may be punycode.
  fileprivate var hasPunycode: Bool {
    indices.contains { self[$0...].starts(with: "xn--".utf8) }
  }
}
