import SluiceText
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
  private let dialect: Dialect?
  private var keys: Set<Key> = []
  /// The domains of each filter without domains, and whether entities stand for hosts.
  private var partial: [Key: [(domains: ReferenceDomains, hasEntities: Bool)]] = [:]

  init(_ list: FilterList, _ dialect: Dialect?, leavingOut isLeftOut: (Int) -> Bool) {
    (bytes, self.dialect) = (list.bytes, dialect)
    for (index, line) in list.lines.enumerated() where !isLeftOut(index) {
      guard case .network(let filter) = line.content, Self.isBadfilter(filter) else { continue }
      guard var key = key(filter) else { continue }
      keys.insert(key)
      if dialect == nil, !filter.isException, let host = hostName(of: filter, for: .uBlockOrigin) {
        keys.insert(
          Key(isException: false, pattern: ReferencePattern(host: host), isRegex: false, options: [:]))
      }
      let hasEntities = dialect == .adGuard || dialect == nil && !filter.isException
      let domains = Self.domains(filter, bytes)
      guard key.options.removeValue(forKey: OptionKind.domain.rawValue) != nil, !domains.hasExclusions,
        hasEntities || Self.isOfPagesAlone(filter, key.pattern) && !domains.hasRegexes
      else { continue }
      partial[key, default: []].append((domains, hasEntities))
    }
  }

  /// Returns whether uBlock Origin reads the filter as one filter for each domain.
  private static func isOfPagesAlone(_ filter: NetworkFilter, _ pattern: ReferencePattern) -> Bool {
    let text = pattern.tokens.map { token in
      if case .byte(let byte) = token { String(decoding: [byte], as: UTF8.self) } else { "*" }
    }.joined()
    let schemes = ["http:", "https:", "http*:", "http://", "https://", "http*://"]
    guard text.isEmpty || pattern.start == .url && !pattern.isEndAnchored && schemes.contains(text) else {
      return false
    }
    let limiting: Set<OptionKind> = [.important, .to, .denyallow, .matchCase, .cookie]
    let parties: Set<OptionKind> = [.thirdParty, .firstParty]
    return !filter.options.contains {
      limiting.contains($0.kind) || $0.isNegated && !parties.contains($0.kind)
    }
  }

  private static func domains(_ filter: NetworkFilter, _ bytes: [UInt8]) -> ReferenceDomains {
    var domains = ReferenceDomains()
    for option in filter.options where option.kind == .domain {
      domains.add(option.domains(in: bytes.span) ?? [], in: bytes)
    }
    return domains
  }

  /// Removes the domains for which the filter is disabled.
  ///
  /// Returns false if no page is left.
  func removeDomains(of filter: NetworkFilter, from domains: inout ReferenceDomains) -> Bool {
    guard !Self.isBadfilter(filter), var key = key(filter) else { return true }
    key.options[OptionKind.domain.rawValue] = nil
    let hadRegexes = domains.hasRegexes
    // Exclusions made by one `$badfilter` do not protect the filter from another one.
    var removed = ReferenceDomains()
    var removedEntries = ReferenceDomains()
    for (own, hasEntities) in partial[key] ?? [] {
      if hasEntities { removed.add(own) } else if !hadRegexes { removedEntries.add(own) }
    }
    guard !(removed.isEmpty && removedEntries.isEmpty) else { return true }
    return domains.remove(removedEntries, hasEntities: false) && domains.remove(removed, hasEntities: true)
  }

  /// Returns the host that the dialect reads in a filter without options, apart from `badfilter`.
  func hostName(of filter: NetworkFilter) -> ArraySlice<UInt8>? {
    dialect.flatMap { hostName(of: filter, for: $0) }
  }

  private func hostName(of filter: NetworkFilter, for dialect: Dialect) -> ArraySlice<UInt8>? {
    guard dialect == .uBlockOrigin, !filter.isException, case .plain(let pattern) = filter.pattern,
      filter.options.allSatisfy({ $0.kind == .badfilter }), pattern.start == .anywhere,
      pattern.range == pattern.body
    else { return nil }
    let text = bytes[pattern.body.indices]
    let isName = text.allSatisfy { $0 >= 0x80 || $0.isASCIILetterDigitDotOrHyphen }
    return isName && text.contains(UInt8(ascii: ".")) && text.first != UInt8(ascii: ".") ? text : nil
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

  /// Returns the values of an option, in lowercase.
  private func values(of option: Option) -> [String] {
    if let domains = option.domains(in: bytes.span) {
      return domains.map { ($0.isExcluded ? "~" : "") + ReferenceDomains.text(of: $0, in: bytes) }
    }
    let values = option.value.map { bytes[$0.indices].split(separator: UInt8(ascii: "|")) } ?? []
    return values.map { String(decoding: $0, as: UTF8.self).lowercased() }
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
      options[(option.isNegated != isFirstParty ? "~" : "") + name, default: []].formUnion(values(of: option))
    }
    if !isCaseSensitive { pattern = pattern.lowercased }
    if let host = hostName(of: filter) { pattern = ReferencePattern(host: host).lowercased }
    var isRegex = false
    if case .regex = filter.pattern { isRegex = true }
    return Key(isException: filter.isException, pattern: pattern, isRegex: isRegex, options: options)
  }
}

extension UInt8 {
  fileprivate var isASCIILetterDigitDotOrHyphen: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-")
  }
}
