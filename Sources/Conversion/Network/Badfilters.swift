import FilterSyntax

/// The `$badfilter` filters of all inputs: each switches off the filters which are the same but for that
/// option.
struct Badfilters {
  private var keys: Set<[UInt8]> = []
  /// Of the patterns of all ``keys``. Making a key costs more than parsing the filter, and few filters have
  /// a pattern that some `$badfilter` has.
  private var patterns: Set<UInt64> = []

  mutating func add(_ filter: NetworkFilter, in bytes: Span<UInt8>) {
    guard filter.options.contains(where: { $0.kind == .badfilter }) else { return }
    keys.insert(Self.key(of: filter, in: bytes))
    patterns.insert(Self.hash(of: filter.pattern, in: bytes))
  }

  /// Whether a `$badfilter` switches this filter off; that filter itself is not.
  func disables(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> Bool {
    guard !keys.isEmpty, patterns.contains(Self.hash(of: filter.pattern, in: bytes)),
      !filter.options.contains(where: { $0.kind == .badfilter })
    else { return false }
    return keys.contains(Self.key(of: filter, in: bytes))
  }

  /// What is equal for filters that mean the same: the pattern, and the options by their usual names in
  /// alphabetical order, lists of domains too.
  private static func key(of filter: NetworkFilter, in bytes: Span<UInt8>) -> [UInt8] {
    var key: [UInt8] = filter.isException ? Array("@@".utf8) : []
    switch filter.pattern {
    case .regex(let body):
      key.append(UInt8(ascii: "/"))
      append(body, to: &key, bytes)
    case .plain(let plain):
      switch plain.start {
      case .anywhere: break
      case .url: key.append(UInt8(ascii: "|"))
      case .hostLabel: key += Array("||".utf8)
      }
      append(plain.body, to: &key, bytes)
      if plain.isEndAnchored { key.append(UInt8(ascii: "|")) }
    }
    let options = filter.options.filter { $0.kind != .badfilter && $0.kind != .noop }.map { option in
      optionKey(option, bytes)
    }
    for option in options.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      key.append(UInt8(ascii: "$"))
      key += option
    }
    return key
  }

  private static func hash(of pattern: Pattern, in bytes: Span<UInt8>) -> UInt64 {
    var hash = ByteHash()
    let body: ByteRange
    switch pattern {
    case .regex(let range): body = range
    case .plain(let plain): body = plain.body
    }
    bytes.extracting(body.indices).withUnsafeBytes { hash.mix($0) }
    return hash.value
  }

  private static func optionKey(_ option: Option, _ bytes: Span<UInt8>) -> [UInt8] {
    // `~third-party` and `first-party` are one and the same.
    let (kind, isNegated): (OptionKind, Bool) =
      option.kind == .firstParty ? (.thirdParty, !option.isNegated) : (option.kind, option.isNegated)
    var key: [UInt8] = isNegated ? [UInt8(ascii: "~")] : []
    if kind == .unknown { append(option.name, to: &key, bytes) } else { key += Array(kind.rawValue.utf8) }
    guard let value = option.value else { return key }
    key.append(UInt8(ascii: "="))
    switch kind {
    case .domain, .to, .denyallow, .method:
      let entries = value.indices.map { bytes[$0] }.split(separator: UInt8(ascii: "|"))
      let sorted = entries.map(Array.init).sorted { $0.lexicographicallyPrecedes($1) }
      key += sorted.joined(separator: [UInt8(ascii: "|")])
    default: append(value, to: &key, bytes)
    }
    return key
  }

  private static func append(_ range: ByteRange, to key: inout [UInt8], _ bytes: Span<UInt8>) {
    for index in range.indices { key.append(bytes[index]) }
  }
}
