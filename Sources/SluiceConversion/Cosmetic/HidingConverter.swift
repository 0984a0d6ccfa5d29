import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

enum HidingConverter {
  struct Hiding {
    var selector: CSSSelector
    var scopes: [HidingScope]
    var finding: Finding?
  }

  /// Returns whether the filter must be paid for from the budget because of its own names or its exceptions.
  /// Filters of this kind are converted sequentially.
  static func isCostly(_ filter: CosmeticFilter, without excepted: UnhiddenPages?) -> Bool {
    if filter.domains.count > maximumSmall,
      !filter.modifiers.isEmpty || filter.domains.contains(where: { $0.isExcluded || $0.kind == .pages })
    {
      return true
    }
    return excepted.map { $0.size > maximumFree } ?? false
  }

  /// The maximum number of pages in the exceptions to a filter that is not paid for. Each exception with
  /// exclusions has at least two names and can double the number of parts.
  private static let maximumFree = 8
  /// The maximum number of domains of a filter that is not split by site. Splitting avoids excluding the
  /// pages of one site from all sites.
  private static let maximumSmall = 64

  /// The scopes of most filters without domains, as an array that they share.
  private static let everywhere = [HidingScope(pages: .everywhere)]

  /// Returns the selector and pages of a filter, or `nil` if exceptions leave no page.
  static func convert(
    _ filter: CosmeticFilter, dialect: ListDialect, without excepted: UnhiddenPages?,
    in bytes: Span<UInt8>
  ) throws(Finding) -> Hiding? {
    var budget = ExclusionBudget.none
    return try convert(filter, dialect: dialect, without: excepted, sharer: nil, budget: &budget, in: bytes)
  }

  /// Returns the finding about the domains and modifiers of a filter whose body prevents a conversion.
  static func finding(
    apartFromBodyOf filter: CosmeticFilter, of dialect: ListDialect, in bytes: Span<UInt8>
  ) -> Finding? {
    var budget = ExclusionBudget.none
    do throws(Finding) {
      return try scopes(of: filter, dialect, without: nil, sharer: nil, budget: &budget, in: bytes).finding
    } catch {
      return error
    }
  }

  /// Converts a filter that is paid for from the budget.
  static func convert(
    _ filter: CosmeticFilter, dialect: ListDialect, without excepted: UnhiddenPages?,
    sharer: ExclusionSharer?, budget: inout ExclusionBudget, in bytes: Span<UInt8>
  ) throws(Finding) -> Hiding? {
    let selector: CSSSelector
    do throws(Finding) {
      selector = try SelectorText.selector(of: filter, in: bytes)
    } catch {
      guard error.outcome == .needsScript, let path = filter.excludedPath else { throw error }
      throw .unsupported(.pathInDomains, span: path.name)
    }
    if excepted?.isEverywhere ?? false { return nil }
    let (scopes, finding) = try scopes(
      of: filter, dialect, without: excepted, sharer: sharer, budget: &budget, in: bytes)
    return Hiding(selector: selector, scopes: scopes, finding: finding)
  }

  /// Returns the pages of a filter that exceptions leave, and the reason why they are not exact.
  private static func scopes(
    of filter: CosmeticFilter, _ dialect: ListDialect, without excepted: UnhiddenPages?,
    sharer: ExclusionSharer?, budget: inout ExclusionBudget, in bytes: Span<UInt8>
  ) throws(Finding) -> (scopes: [HidingScope], finding: Finding?) {
    if filter.domains.isEmpty, filter.modifiers.isEmpty, excepted == nil { return (everywhere, nil) }
    if let suffix = splitDomain(filter.domains, in: bytes) { throw .unsupported(.splitDomain, span: suffix) }
    // Most filters with domains have no exceptions, modifiers or exclusions.
    let isPlain = excepted == nil && filter.modifiers.isEmpty
    if isPlain, let scopes = hosts(filter.domains, in: bytes) { return (scopes, nil) }
    let domains = filter.domains.isEmpty ? nil : try DomainSet(filter.domains, in: bytes)
    if let domains, isPlain, domains.onlyIncludesNames {
      let scopes =
        domains.hosts.map { HidingScope(pages: .on(.host($0))) }
        + domains.entities.map { HidingScope(pages: .on(.entity($0))) }
      return (scopes, domains.finding)
    }
    var pages = try pages(of: filter, domains, dialect: dialect, in: bytes)
    let isAnywhere = pages.contains { $0.sites.isEmpty }
    for exception in excepted?.partial(overlapping: isAnywhere ? [] : pages.flatMap({ $0.sites })) ?? [] {
      try take(exception, from: &pages, filter: filter, budget: &budget)
    }
    if sharer != nil, excepted?.size ?? 0 > maximumSmall || filter.domains.count > maximumSmall {
      pages = pages.flatMap { $0.bySite }
    }
    try spend(for: pages, filter, budget: &budget)
    var scopes: [HidingScope] = []
    var finding = domains?.finding
    for part in pages {
      guard sharer == nil || budget.spend(part.unrelatedCount(excepted).multipliedClamped(by: unrelatedSize))
      else {
        throw .unsupported(.outOfProportion, span: filter.body)
      }
      let (scope, problem) = try part.scope(of: filter, without: excepted, sharer, budget: &budget, in: bytes)
      finding = problem ?? finding
      if let scope { scopes.append(scope) }
    }
    return (scopes, finding)
  }

  /// Returns a scope for each domain, or `nil` if not all of them are included hosts.
  private static func hosts(_ domains: [DomainEntry], in bytes: Span<UInt8>) -> [HidingScope]? {
    var scopes: [HidingScope] = []
    scopes.reserveCapacity(domains.count)
    for entry in domains {
      guard entry.kind == .host, !entry.isExcluded, !entry.includesEmbedded,
        bytes[entry.name.lowerBound] != ASCII.openBracket, let host = HostNames.ascii(bytes, in: entry.name)
      else { return nil }
      scopes.append(HidingScope(pages: .on(.host(host))))
    }
    return scopes
  }

  /// Removes the pages of an exception with exclusions from each part of a filter's pages.
  private static func take(
    _ exception: PartialException, from pages: inout [HidingPages], filter: CosmeticFilter,
    budget: inout ExclusionBudget
  ) throws(Finding) {
    var left: [HidingPages] = []
    left.reserveCapacity(pages.count + 1)
    var steps = pages.count
    for index in pages.indices {
      // The part is moved out of the array to avoid copies.
      var part = HidingPages.none
      swap(&part, &pages[index])
      guard let kept = part.remove(exception, steps: &steps) else {
        throw .unsupported(.mixedDomains, span: filter.domainsRange)
      }
      if !part.isEmpty { left.append(part) }
      left += kept
    }
    pages = left
    guard budget.spend(steps: steps) else { throw .unsupported(.outOfProportion, span: filter.body) }
    try spend(for: pages, filter, budget: &budget)
  }

  private static func spend(
    for pages: [HidingPages], _ filter: CosmeticFilter, budget: inout ExclusionBudget
  ) throws(Finding) {
    guard budget.spend(pages.count > maximumSmall ? pages.count * partSize : 0) else {
      throw .unsupported(.outOfProportion, span: filter.body)
    }
  }

  /// Returns the range of a word and a top-level domain that are separated by a comma instead of a dot, such
  /// as `example,org`; `nil` if no two neighbors have this form.
  private static func splitDomain(_ domains: [DomainEntry], in bytes: Span<UInt8>) -> ByteRange? {
    guard domains.count > 1 else { return nil }
    for index in 1..<domains.count {
      let (word, suffix) = (domains[index - 1], domains[index])
      guard suffix.name.count <= 8, word.kind == .host, suffix.kind == .host, !word.isExcluded,
        !suffix.isExcluded,
        word.name.upperBound + 1 == suffix.name.lowerBound,
        bytes.firstIndex(of: ASCII.dot, in: suffix.name) == nil,
        bytes.firstIndex(of: ASCII.dot, in: word.name) == nil,
        KnownSuffixes.isTopLevel(bytes.lowercased(suffix.name)),
        !KnownSuffixes.isTopLevel(bytes.lowercased(word.name))
      else { continue }
      return ByteRange(word.name.lowerBound, suffix.name.upperBound)
    }
    return nil
  }

  /// The cost of one part of the pages, without its exclusions.
  private static let partSize = 16
  /// The cost of excluding a page that shares no label with the filter's pages. It is charged before the
  /// actual cost of the exclusion is known.
  private static let unrelatedSize = 32

  /// Returns the pages of a filter without its own exclusions.
  private static func pages(
    of filter: CosmeticFilter, _ domains: DomainSet?, dialect: ListDialect, in bytes: Span<UInt8>
  ) throws(Finding) -> [HidingPages] {
    let excluded = PageNameSet(domains?.excludedNames ?? [])
    let isGeneric = domains?.includesNothing ?? true
    var excludedURLs: [ExcludedURLs] = []
    // An exclusion that is read as more than it means hides less.
    for path in domains?.excludedPaths ?? [] { excludedURLs.append(try path.excluded(.anywhere, in: bytes)) }
    func pages(_ kind: HidingPages.Kind, isGeneric: Bool? = nil) -> HidingPages {
      var pages = HidingPages(
        kind, isGeneric: isGeneric ?? (domains?.includesNothing ?? true), without: excluded,
        regexes: domains?.excludedRegexes ?? [])
      pages.exclude(excludedURLs)
      return pages
    }
    if let modifier = filter.modifiers.first {
      if let domains, !domains.regexes.isEmpty { throw .unsupported(.cosmeticModifier, span: modifier.value) }
      return [pages(.modified(of: domains?.names ?? []))]
    }
    guard let domains, !isGeneric else { return [pages(.everywhere)] }
    var paths: [HidingPages] = []
    let reading = dialect.pathReading(isException: false) ?? .beginning
    for path in domains.paths {
      let urls = try path.filters(reading, form: .included, in: bytes)
      paths.append(pages(.urls(urls, of: path.site.map { [$0] } ?? []), isGeneric: path.site == nil))
    }
    return domains.names.map { pages(.name($0)) } + paths
      + (domains.regexes.isEmpty ? [] : [pages(.hosts(domains.regexes.flatMap { $0.hosts }, of: []))])
  }

  /// Returns the reason why filters of this kind need a script. Returns `nil` for hiding filters, and for
  /// styles, because a style may only hide elements.
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
