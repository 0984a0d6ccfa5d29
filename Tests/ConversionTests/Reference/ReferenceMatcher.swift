import FilterSyntax

/// What filters mean, written down as directly as can be: `filter-semantics.md` in code.
struct ReferenceMatcher {
  private(set) var filters: [ReferenceFilter] = []
  private var hidings: [(filter: CosmeticFilter, selector: [UInt8], domains: ReferenceDomains)] = []

  /// The filters in those lines of the list that are not left out, by their index.
  init(_ list: FilterList, leavingOut isLeftOut: (Int) -> Bool) {
    let bytes = list.bytes
    let disabled = ReferenceBadfilters(list)
    for (index, line) in list.lines.enumerated() where !isLeftOut(index) {
      switch line.content {
      case .network(let filter) where !disabled.disables(filter):
        if let filter = ReferenceFilter(filter, in: bytes) { filters.append(filter) }
      case .cosmetic(let filter):
        var domains = ReferenceDomains()
        domains.add(filter.domains, in: bytes)
        hidings.append((filter, Array(bytes[filter.body.indices]), domains))
      case .hosts(let hosts):
        for host in hosts.hosts.map({ bytes[$0.indices] }) where !disabled.disables(host: host) {
          filters.append(ReferenceFilter(host: host))
        }
      default: break
      }
    }
  }

  func blocks(_ request: ReferenceRequest) -> Bool {
    if excepts(request.page, from: .document) { return false }
    let isOfPage = ReferenceFilter.subresources.contains(request.kind)
    if isOfPage, excepts(request.page, from: .urlblock) { return false }
    let matching = filters.filter { !$0.isAboutCookies && $0.matches(request) }
    if matching.contains(where: { !$0.isException && $0.isImportant }) {
      return !matching.contains { $0.isException && $0.isImportant }
    }
    let isWithoutGeneric = isOfPage && excepts(request.page, from: .genericblock)
    return matching.contains { !$0.isException && ($0.isSpecific || !isWithoutGeneric) }
      && !matching.contains(where: \.isException)
  }

  /// Whether the request is made without cookies. Exceptions to requests do not matter for that.
  func blocksCookies(_ request: ReferenceRequest) -> Bool {
    if excepts(request.page, from: .document) || excepts(request.page, from: .urlblock) { return false }
    let matching = filters.filter { $0.isAboutCookies && $0.matches(request) }
    if matching.contains(where: { !$0.isException && $0.isImportant }) {
      return !matching.contains { $0.isException && $0.isImportant }
    }
    return matching.contains { !$0.isException } && !matching.contains(where: \.isException)
  }

  /// The selectors that are hidden on a page.
  func hidden(on page: ReferenceURL) -> Set<[UInt8]> {
    if excepts(page, from: .document) || excepts(page, from: .elemhide) { return [] }
    let isWithoutGeneric = excepts(page, from: .generichide)
    let isWithoutSpecific = excepts(page, from: .specifichide)
    var hidden: Set<[UInt8]> = []
    let acting = hidings.filter { $0.domains.includesUnlessExcluded(page.host) }
    for hiding in acting where !hiding.filter.isException {
      let isSwitchedOff = hiding.domains.hasIncluded ? isWithoutSpecific : isWithoutGeneric
      if !isSwitchedOff { hidden.insert(hiding.selector) }
    }
    for hiding in acting where hiding.filter.isException { hidden.remove(hiding.selector) }
    return hidden
  }

  private func excepts(_ page: ReferenceURL, from scope: OptionKind) -> Bool {
    filters.contains { $0.isException && $0.excepts(page, from: scope) }
  }
}
