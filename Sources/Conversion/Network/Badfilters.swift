import FilterSyntax

/// The `$badfilter` filters of all inputs. Each disables the filters that are identical to it except for that
/// option.
package struct Badfilters {
  private var identities: Set<FilterIdentity> = []
  /// The hosts whose blocks are disabled, regardless of how the filters are written.
  private var hosts: Set<[UInt8]> = []
  /// The hashes of the patterns of all ``identities``. They avoid most identifications, which are slower than
  /// parsing: few filters share a pattern with a `$badfilter`.
  private var patterns: Set<UInt64> = []
  /// The domains on which filters with more domains are disabled, by the filter without its domains.
  private var domains: [FilterIdentity: Set<FilterIdentity.Value>] = [:]

  init() {}

  /// Collects the `$badfilter` filters of complete lists.
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
    // The same pattern may be written without the part that makes this one unusual, or the other way around.
    guard let text = identity.patternText else { return }
    patterns.insert(Self.hash(text.span))
    if text.hasPunycode { patterns.insert(Self.unusual) }
  }

  /// Returns whether a `$badfilter` disables this filter. A `$badfilter` itself is never disabled.
  func disables(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> Bool {
    guard !identities.isEmpty, patterns.contains(Self.hash(of: filter.pattern, in: bytes)),
      !filter.options.contains(where: { $0.kind == .badfilter })
    else { return false }
    return identities.contains(FilterIdentity(filter, in: bytes))
  }

  /// Returns whether a `$badfilter` can apply to some domains of a filter only. AdGuard supports this for all
  /// filters, uBlock Origin only for filters that match any URL.
  package static func mayBePartial(
    _ filter: NetworkFilter, _ dialect: Dialect, in bytes: Span<UInt8>
  ) -> Bool {
    guard dialect != .adGuard else { return true }
    let pattern = filter.pattern.range
    return pattern.isEmpty || bytes.isText("*", pattern) || bytes.isText("|http://", pattern)
      || bytes.isText("|https://", pattern)
  }

  /// Returns the domains of a filter on which it is disabled.
  func removedDomains(of filter: NetworkFilter, in bytes: Span<UInt8>) -> Set<FilterIdentity.Value> {
    guard !domains.isEmpty, filter.options.contains(where: { $0.kind == .domain }),
      patterns.contains(Self.hash(of: filter.pattern, in: bytes))
    else { return [] }
    return domains[FilterIdentity(filter, in: bytes).onAnyPages] ?? []
  }

  /// Returns whether a `$badfilter` disables the block of this host by a line of a hosts file.
  func disables(host: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard !hosts.isEmpty, let name = HostNames.ascii(bytes, host) else { return false }
    return hosts.contains(name)
  }

  /// The hash of all patterns that can be written in ways that differ by more than case: with other
  /// wildcards, escapes or scripts.
  private static let unusual: UInt64 = 0

  /// Returns a hash that is equal for equal patterns.
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
    if Self.has(UInt8(ascii: "%"), word) || Self.has(UInt8(ascii: "*"), word)
      || word & Self.everyByte(0x80) != 0
    {
      isUnusual = true
    }
  }

  private static func everyByte(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Returns whether the word contains `byte`, with the usual bit test for a zero among eight bytes.
  private static func has(_ byte: UInt8, _ word: UInt64) -> Bool {
    let difference = word ^ everyByte(byte)
    return (difference &- everyByte(0x01)) & ~difference & everyByte(0x80) != 0
  }
}

extension [UInt8] {
  /// Whether a label may be punycode.
  fileprivate var hasPunycode: Bool {
    indices.contains { self[$0...].starts(with: "xn--".utf8) }
  }
}
