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
    if let reason = Self.scriptReason(filter.kind) { throw .deferred(reason, filter.body) }
    if let modifier = filter.modifiers.first { throw .dropped(.cosmeticModifier, modifier.value) }
    let selector = try SelectorText.selector(of: filter, in: bytes)
    let excepted = exceptions.exceptions(to: filter.body, in: bytes)
    if excepted?.isEverywhere ?? false { return nil }
    guard !filter.domains.isEmpty else {
      let scope = HidingScope(pages: .everywhere, exclusions: excepted?.names.sorted ?? [])
      return Hiding(selector: selector, scopes: [scope])
    }
    let domains = try DomainSet(filter.domains, in: bytes)
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
    return scopes.isEmpty ? nil : Hiding(selector: selector, scopes: scopes, finding: domains.finding)
  }

  /// Why filters of this kind need a script; nil for those that only hide.
  static func scriptReason(_ kind: CosmeticFilter.Kind) -> ConversionReason? {
    switch kind {
    case .hiding, .extendedHiding: nil
    case .style, .extendedStyle: .styleInjection
    case .snippet: .snippet
    case .scriptlet: .scriptlet
    case .script: .script
    case .html: .htmlFilter
    case .responseHeader: .responseHeader
    }
  }
}
