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

  /// The selector and pages of a filter; nil when exceptions leave no page for it.
  func convert(_ filter: CosmeticFilter, in bytes: Span<UInt8>) throws(Finding) -> Hiding? {
    let selector = try SelectorText.selector(of: filter, in: bytes)
    let excepted = exceptions.exceptions(to: filter.body, in: bytes)
    if excepted?.isEverywhere ?? false { return nil }
    guard filter.modifiers.isEmpty else { return try convert(filter, selector, excepted, bytes) }
    guard !filter.domains.isEmpty else {
      let scope = HidingScope(pages: .everywhere, exclusions: excepted?.names.sorted ?? [])
      return Hiding(selector: selector, scopes: [scope])
    }
    let domains = try DomainSet(filter.domains, in: bytes)
    if !domains.excludedURLs.isEmpty { throw .dropped(.regexDomain, domains.range) }
    let excluded = PageNameSet(
      domains.excludedHosts.map { .host($0) } + domains.excludedEntities.map { .entity($0) })
    if domains.includesNothing {
      let names = PageNameSet(excluded.names + (excepted?.names.names ?? []))
      let scope = HidingScope(pages: .everywhere, exclusions: names.sorted)
      return Hiding(selector: selector, scopes: [scope], finding: domains.finding)
    }
    var scopes: [HidingScope] = []
    for name in domains.hosts.map({ PageName.host($0) }) + domains.entities.map({ .entity($0) }) {
      // An exclusion that covers the name wins over it.
      if excluded.covers(name) || excepted?.names.covers(name) ?? false { continue }
      let exclusions = PageNameSet(
        excluded.members(within: name) + (excepted?.names.members(within: name) ?? []))
      scopes.append(HidingScope(pages: .on(name), exclusions: exclusions.sorted))
    }
    if !domains.urls.isEmpty {
      let names = PageNameSet(excluded.names + (excepted?.names.names ?? []))
      scopes.append(HidingScope(pages: .urls(domains.urls), exclusions: names.sorted))
    }
    return Hiding(selector: selector, scopes: scopes, finding: domains.finding)
  }

  /// A filter whose pages a modifier names.
  private func convert(
    _ filter: CosmeticFilter, _ selector: Selector, _ excepted: HidingExceptions.Pages?, _ bytes: Span<UInt8>
  ) throws(Finding) -> Hiding {
    let domains = filter.domains.isEmpty ? nil : try DomainSet(filter.domains, in: bytes)
    let hosts = domains.flatMap { $0.includesNothing ? nil : $0 }
    if let domains, domains.hasRegexes || !domains.excludedEntities.isEmpty {
      throw .dropped(.cosmeticModifier, filter.modifiers[0].value)
    }
    let pages = try PageModifiers.filters(of: filter, on: hosts, in: bytes)
    let exclusions = PageNameSet(
      (domains?.excludedHosts ?? []).map { .host($0) } + (excepted?.names.names ?? []))
    let scope = HidingScope(
      pages: hosts == nil ? .anySiteURLs(pages.filters) : .urls(pages.filters), exclusions: exclusions.sorted)
    return Hiding(selector: selector, scopes: [scope], finding: pages.finding ?? domains?.finding)
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
