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

  /// Whether there are more exceptions to the filter, or names in it, than are free, so that those of all filters are
  /// counted together: such filters are converted one after the other.
  func isCostly(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> Bool {
    if filter.domains.count > Self.maximumSmall,
      !filter.modifiers.isEmpty || filter.domains.contains(where: \.isExcluded)
    {
      return true
    }
    return exceptions.exceptions(to: filter.body, in: bytes).map { $0.size > Self.maximumFree } ?? false
  }

  /// How many pages the exceptions to a filter may name, so that what they take from each filter need not be counted. Parts
  /// of pages may double with each exception that spares something, which has two names at least.
  private static let maximumFree = 8
  /// Beyond how many pages a filter is taken apart by its sites, so that what is excluded from one is not from all.
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
    let isAnywhere = pages.contains { $0.sites.isEmpty }
    for exception in excepted?.partial(concerning: isAnywhere ? [] : pages.flatMap(\.sites)) ?? [] {
      try Self.take(exception, from: &pages, filter, &budget)
    }
    if sharer != nil, excepted?.size ?? 0 > Self.maximumSmall || filter.domains.count > Self.maximumSmall {
      pages = pages.flatMap(\.bySite)
    }
    try Self.pay(for: pages, filter, &budget)
    var hiding = Hiding(selector: selector, scopes: [], finding: domains?.finding)
    for part in pages {
      guard sharer == nil || budget.pay(part.unrelatedCount(excepted) * Self.unrelatedSize) else {
        throw .dropped(.outOfProportion, filter.body)
      }
      let (scope, finding) = try part.scope(of: filter, without: excepted, sharer, &budget, in: bytes)
      hiding.finding = finding ?? hiding.finding
      if let scope { hiding.scopes.append(scope) }
    }
    return hiding
  }

  /// Takes an exception that spares something from the parts of a filter's pages.
  private static func take(
    _ exception: PartialException, from pages: inout [HidingPages], _ filter: CosmeticFilter,
    _ budget: inout ExclusionBudget
  ) throws(Finding) {
    var left: [HidingPages] = []
    left.reserveCapacity(pages.count + 1)
    var steps = pages.count
    for index in pages.indices {
      // Taken out, so that what is known of the part need not be copied.
      var part = HidingPages.none
      swap(&part, &pages[index])
      guard let kept = part.remove(exception, &steps) else {
        throw .dropped(.mixedDomains, filter.domainsRange)
      }
      if !part.isEmpty { left.append(part) }
      left += kept
    }
    pages = left
    guard budget.spend(steps: steps) else { throw .dropped(.outOfProportion, filter.body) }
    try pay(for: pages, filter, &budget)
  }

  private static func pay(
    for pages: [HidingPages], _ filter: CosmeticFilter, _ budget: inout ExclusionBudget
  ) throws(Finding) {
    guard budget.pay(pages.count > maximumSmall ? pages.count * partSize : 0) else {
      throw .dropped(.outOfProportion, filter.body)
    }
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
  /// The same for a page that is excluded from pages with which it has no label in common: it is looked at before it is
  /// known what its exclusion costs.
  private static let unrelatedSize = 32

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
      + (domains.regexes.isEmpty ? [] : [pages(.hosts(domains.regexes.flatMap(\.hosts), of: []))])
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
