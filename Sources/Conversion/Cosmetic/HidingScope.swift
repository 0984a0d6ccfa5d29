import ContentBlocker

/// Where selectors are hidden.
struct HidingScope: Hashable {
  enum Pages: Hashable {
    case everywhere
    case on(PageName)
    /// Pages whose URL matches, of sites that the filter names.
    case urls([URLFilter])
    /// Pages whose URL matches, of any site: what switches off generic filters switches these off.
    case anySiteURLs([URLFilter])
  }

  /// Whether the filter names no site.
  var isGeneric: Bool {
    switch pages {
    case .everywhere, .anySiteURLs: true
    case .on, .urls: false
    }
  }

  var pages: Pages
  /// Where not, sorted; each is below `pages`.
  var exclusions: [PageName] = []

  /// What is left of the scope without pages of these names; nil if that is nothing.
  func without(_ names: PageNameSet) -> HidingScope? {
    guard case .on(let name) = pages, !names.names.isEmpty else { return self }
    if names.covers(name) { return nil }
    let inside = names.members(within: name)
    return HidingScope(pages: pages, exclusions: PageNameSet(exclusions + inside).sorted)
  }

  /// The condition for the exclusions. WebKit compares it with the top page, also in frames.
  var condition: Condition? {
    var domains: [Domain] = []
    var filters: [URLFilter] = []
    for exclusion in exclusions {
      switch exclusion {
      case .host(let host):
        if let domain = Domain(host, includesSubdomains: true) { domains.append(domain) }
        if let filter = PagePattern.host(host) { filters.append(filter) }
      case .entity(let name): if let filter = PagePattern.anySuffix(name) { filters.append(filter) }
      }
    }
    if domains.count == exclusions.count { return NonEmpty(domains).map { .unlessDomain($0) } }
    return NonEmpty(filters).map { .unlessTopURL($0) }
  }
}
