import FilterSyntax

/// The filters that `$badfilter` switches off: those that are the same but for that option, in whatever order
/// the options stand.
struct ReferenceBadfilters {
  private struct Key: Hashable {
    var isException: Bool
    var pattern: ReferencePattern
    var isRegex: Bool
    /// Each option by its usual name with its values in order.
    var options: Set<[String]>
  }

  private let bytes: [UInt8]
  private var keys: Set<Key> = []

  init(_ list: FilterList) {
    bytes = list.bytes
    for line in list.lines {
      guard case .network(let filter) = line.content, Self.isBadfilter(filter) else { continue }
      if let key = key(filter) { keys.insert(key) }
    }
  }

  func disables(_ filter: NetworkFilter) -> Bool {
    if Self.isBadfilter(filter) { return true }
    return key(filter).map(keys.contains) ?? false
  }

  private static func isBadfilter(_ filter: NetworkFilter) -> Bool {
    filter.options.contains { $0.kind == .badfilter }
  }

  private func key(_ filter: NetworkFilter) -> Key? {
    guard let pattern = ReferencePattern(filter.pattern, in: bytes) else { return nil }
    let options = filter.options.filter { $0.kind != .badfilter }.map { option in
      let values = option.value.map { bytes[$0.indices].split(separator: UInt8(ascii: "|")) } ?? []
      let isFirstParty = option.kind == .firstParty
      let name = isFirstParty ? OptionKind.thirdParty.rawValue : option.kind.rawValue
      return [(option.isNegated != isFirstParty ? "~" : "") + name]
        + values.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
    var isRegex = false
    if case .regex = filter.pattern { isRegex = true }
    return Key(isException: filter.isException, pattern: pattern, isRegex: isRegex, options: Set(options))
  }
}
