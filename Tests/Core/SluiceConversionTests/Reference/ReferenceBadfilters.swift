import SluiceSyntax

/// The filters that `$badfilter` disables: those that are equal except for that option, whatever the order,
/// case and aliases of options and their values.
struct ReferenceBadfilters {
  private struct Key: Hashable {
    var isException: Bool
    var pattern: ReferencePattern
    var isRegex: Bool
    /// The values of each option, by its canonical name.
    var options: [String: Set<String>]
  }

  private let bytes: [UInt8]
  private var keys: Set<Key> = []
  private var partial: [Key: Set<String>] = [:]

  init(_ list: FilterList) {
    bytes = list.bytes
    for line in list.lines {
      guard case .network(let filter) = line.content, Self.isBadfilter(filter) else { continue }
      guard var key = key(filter) else { continue }
      keys.insert(key)
      // uBlock Origin: disables a filter for some of its domains if its pattern matches any URL.
      guard let domains = key.options.removeValue(forKey: OptionKind.domain.rawValue),
        domains.allSatisfy({ !$0.hasPrefix("~") }), Self.isOfAnyURL(key.pattern)
      else { continue }
      partial[key, default: []].formUnion(domains)
    }
  }

  private static func isOfAnyURL(_ pattern: ReferencePattern) -> Bool {
    let text = pattern.tokens.map { token in
      if case .byte(let byte) = token { String(decoding: [byte], as: UTF8.self) } else { "*" }
    }.joined()
    return text.isEmpty || pattern.start == .url && ["http://", "https://"].contains(text)
  }

  /// Returns the domains for which the filter is disabled.
  func removedDomains(of filter: NetworkFilter) -> Set<String> {
    guard !Self.isBadfilter(filter), var key = key(filter) else { return [] }
    key.options[OptionKind.domain.rawValue] = nil
    return partial[key] ?? []
  }

  func disables(_ filter: NetworkFilter) -> Bool {
    if Self.isBadfilter(filter) { return true }
    return key(filter).map(keys.contains) ?? false
  }

  /// Returns whether the block of a host by a line of a hosts file is disabled.
  func disables(host: ArraySlice<UInt8>) -> Bool {
    keys.contains(
      Key(isException: false, pattern: ReferencePattern(host: host), isRegex: false, options: [:]))
  }

  private static func isBadfilter(_ filter: NetworkFilter) -> Bool {
    filter.options.contains { $0.kind == .badfilter }
  }

  private func key(_ filter: NetworkFilter) -> Key? {
    guard var pattern = ReferencePattern(filter.pattern, in: bytes) else { return nil }
    var options: [String: Set<String>] = [:]
    var isCaseSensitive = false
    for option in filter.options {
      if option.kind == .badfilter || option.kind == .noop { continue }
      if option.kind == .matchCase { isCaseSensitive = true }
      let isFirstParty = option.kind == .firstParty
      let name = isFirstParty ? OptionKind.thirdParty.rawValue : option.kind.rawValue
      let values = option.value.map { bytes[$0.indices].split(separator: UInt8(ascii: "|")) } ?? []
      options[(option.isNegated != isFirstParty ? "~" : "") + name, default: []]
        .formUnion(values.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }
    if !isCaseSensitive { pattern = pattern.lowercased }
    var isRegex = false
    if case .regex = filter.pattern { isRegex = true }
    return Key(isException: filter.isException, pattern: pattern, isRegex: isRegex, options: options)
  }
}
