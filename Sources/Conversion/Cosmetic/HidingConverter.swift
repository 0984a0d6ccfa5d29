import ContentBlocker
import FilterSyntax

/// What becomes of one cosmetic filter.
struct HidingConverter {
  let exceptions: HidingExceptions

  /// A selector and the pages on which it hides.
  struct Hiding {
    var selector: Selector
    var scopes: [HidingScope]
    var finding: Finding?
  }

  /// Whether there are so many exceptions to the filter, or names in it, that those of all filters are counted
  /// together: such filters are converted one after the other.
  func isCostly(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> Bool {
    if filter.domains.count > Self.maximumSmall,
      !filter.modifiers.isEmpty || filter.domains.contains(where: \.isExcluded)
    {
      return true
    }
    return exceptions.exceptions(to: filter.body, in: bytes).map { $0.size > Self.maximumSmall } ?? false
  }

  private static let maximumSmall = 64

  /// The selector and pages of a filter; nil when exceptions leave no page for it.
  func convert(_ filter: CosmeticFilter, in bytes: Span<UInt8>) throws(Finding) -> Hiding? {
    var budget = ExclusionBudget.none
    return try convert(filter, sharer: nil, &budget, in: bytes)
  }

  /// The same for a filter that is costly.
  func convert(
    _ filter: CosmeticFilter, sharer: ExclusionSharer?, _ budget: inout ExclusionBudget,
    in bytes: Span<UInt8>
  ) throws(Finding) -> Hiding? {
    let selector = try SelectorText.selector(of: filter, in: bytes)
    let excepted = exceptions.exceptions(to: filter.body, in: bytes)
    if excepted?.isEverywhere ?? false { return nil }
    if filter.domains.isEmpty, filter.modifiers.isEmpty, excepted == nil {
      return Hiding(selector: selector, scopes: [HidingScope(pages: .everywhere)])
    }
    if let suffix = Self.splitDomain(filter.domains, in: bytes) { throw .dropped(.splitDomain, suffix) }
    let domains = filter.domains.isEmpty ? nil : try DomainSet(filter.domains, in: bytes)
    if let domains, excepted == nil, filter.modifiers.isEmpty, domains.onlyIncludesNames {
      // Most filters with domains are no more than that.
      let scopes =
        domains.hosts.map { HidingScope(pages: .on(.host($0))) }
        + domains.entities.map { HidingScope(pages: .on(.entity($0))) }
      return Hiding(selector: selector, scopes: scopes, finding: domains.finding)
    }
    var pages = try pages(of: filter, domains)
    for exception in excepted?.partial ?? [] {
      var left: [HidingPages] = []
      for part in pages {
        guard let parts = part.without(exception) else {
          throw .dropped(.mixedDomains, filter.domainsRange)
        }
        left += parts
      }
      pages = left
      guard budget.pay(pages.count > Self.maximumSmall ? pages.count * Self.partSize : 0) else {
        throw .dropped(.outOfProportion, filter.body)
      }
    }
    if sharer != nil { pages = pages.flatMap(\.bySite) }
    guard budget.pay(pages.count > Self.maximumSmall ? pages.count * Self.partSize : 0) else {
      throw .dropped(.outOfProportion, filter.body)
    }
    var hiding = Hiding(selector: selector, scopes: [], finding: domains?.finding)
    for part in pages {
      guard sharer == nil || budget.pay(part.unrelatedCount(excepted)) else {
        throw .dropped(.outOfProportion, filter.body)
      }
      let (scope, finding) = try part.scope(of: filter, without: excepted, sharer, in: bytes)
      hiding.finding = finding ?? hiding.finding
      if let scope { hiding.scopes.append(scope) }
    }
    return hiding
  }

  /// A word and a top-level domain with a comma between them, where a dot was meant: `example,org`.
  private static func splitDomain(_ domains: [DomainEntry], in bytes: Span<UInt8>) -> ByteRange? {
    guard domains.count > 1 else { return nil }
    for index in 1..<domains.count {
      let (word, suffix) = (domains[index - 1], domains[index])
      guard suffix.name.count <= 8, word.kind == .host, suffix.kind == .host, !word.isExcluded,
        !suffix.isExcluded,
        word.name.upperBound + 1 == suffix.name.lowerBound,
        bytes.firstIndex(of: UInt8(ascii: "."), in: suffix.name) == nil,
        bytes.firstIndex(of: UInt8(ascii: "."), in: word.name) == nil,
        TopLevelDomains.contains(bytes.lowercased(suffix.name)),
        !TopLevelDomains.contains(bytes.lowercased(word.name))
      else { continue }
      return ByteRange(word.name.lowerBound, suffix.name.upperBound)
    }
    return nil
  }

  /// What a part of the pages is to the budget, besides its exclusions.
  private static let partSize = 16

  /// The pages that a filter names, without those that it excludes.
  private func pages(
    of filter: CosmeticFilter, _ domains: DomainSet?
  ) throws(Finding) -> [HidingPages] {
    let excluded = PageNameSet(domains?.excludedNames ?? [])
    let isGeneric = domains?.includesNothing ?? true
    func pages(_ kind: HidingPages.Kind) -> HidingPages {
      HidingPages(kind, isGeneric: isGeneric, without: excluded, domains?.excludedRegexes ?? [])
    }
    if let modifier = filter.modifiers.first {
      if let domains, !domains.regexes.isEmpty { throw .dropped(.cosmeticModifier, modifier.value) }
      return [pages(.modified(of: domains?.names ?? []))]
    }
    guard let domains, !isGeneric else { return [pages(.everywhere)] }
    return domains.names.map { pages(.name($0)) }
      + (domains.regexes.isEmpty ? [] : [pages(.hosts(domains.regexes.flatMap(\.hosts)))])
  }

  /// Why filters of this kind need a script; nil for those that only hide, and for styles, which may.
  static func scriptReason(_ kind: CosmeticFilter.Kind) -> ConversionReason? {
    switch kind {
    case .hiding, .extendedHiding, .style, .extendedStyle: nil
    case .snippet: .snippet
    case .scriptlet: .scriptlet
    case .script: .script
    case .html: .htmlFilter
    case .responseHeader: .responseHeader
    }
  }
}
