import SluiceSyntax

/// The meaning of filters, implemented as directly as possible.
struct ReferenceMatcher {
  private(set) var filters: [ReferenceFilter] = []
  private var hidings: [ReferenceHiding] = []
  private let reading: Reading
  private let dialect: Dialect?

  /// The reading of excluded entities.
  enum Reading {
    /// The reading that blocks and hides most.
    case most
    /// The reading that blocks and hides least.
    case least
  }

  /// Creates a matcher for the list, without the lines that are left out, given by index.
  ///
  /// - Parameter dialect: The dialect; nil if it is not certain, in a list with the header of Adblock Plus.
  init(
    _ list: FilterList, _ reading: Reading = .most, _ dialect: Dialect? = .adblockPlus,
    leavingOut isLeftOut: (Int) -> Bool
  ) {
    (self.reading, self.dialect) = (reading, dialect)
    let bytes = list.bytes
    let disabled = ReferenceBadfilters(list, dialect, leavingOut: isLeftOut)
    for (index, line) in list.lines.enumerated() where !isLeftOut(index) {
      switch line.content {
      case .network(let filter) where !disabled.disables(filter):
        guard var reference = ReferenceFilter(filter, reading, dialect, in: bytes) else { continue }
        if let host = disabled.hostName(of: filter) { reference = ReferenceFilter(host: host) }
        if disabled.removeDomains(of: filter, from: &reference.domains) { filters.append(reference) }
      case .cosmetic(let filter):
        if let hiding = ReferenceHiding(filter, in: bytes) { hidings.append(hiding) }
      case .hosts(let hosts):
        for host in hosts.hosts.map({ bytes[$0.indices] }) where !disabled.disables(host: host) {
          filters.append(ReferenceFilter(host: host))
        }
      default: break
      }
    }
  }

  func blocks(_ request: ReferenceRequest) -> Bool {
    if request.url.isBlob { return false }
    let isOfPage = ReferenceFilter.subresources.contains(request.kind)
    let exempting = filters.filter { filter in
      filter.isException
        && (filter.excepts(request.page, from: .document)
          || isOfPage && filter.excepts(request.page, from: .urlblock))
    }
    if !exempting.isEmpty {
      // In AdGuard, an important filter acts there too.
      let important = filters.filter { !$0.isAboutCookies && $0.isImportant && $0.matches(request) }
      return dialect == .adGuard && !exempting.contains(where: \.isImportant) && !important.isEmpty
        && !important.contains(where: \.isException)
    }
    let matching = filters.filter { !$0.isAboutCookies && $0.matches(request) }
    if matching.contains(where: { !$0.isException && $0.isImportant }) {
      return !matching.contains { $0.isException && $0.isImportant }
    }
    let isWithoutGeneric = isOfPage && excepts(request.page, from: .genericblock)
    return matching.contains { !$0.isException && ($0.isSpecific || !isWithoutGeneric) }
      && !matching.contains(where: \.isException)
  }

  /// Returns whether the request is made without cookies.
  ///
  /// Exceptions for requests do not affect cookies.
  func blocksCookies(_ request: ReferenceRequest) -> Bool {
    if excepts(request.page, from: .document) || excepts(request.page, from: .urlblock) { return false }
    let matching = filters.filter { $0.isAboutCookies && $0.matches(request) }
    if matching.contains(where: { !$0.isException && $0.isImportant }) {
      return !matching.contains { $0.isException && $0.isImportant }
    }
    return matching.contains { !$0.isException } && !matching.contains(where: \.isException)
  }

  /// Returns the selectors that are hidden on a page.
  func hidden(on page: ReferenceURL) -> Set<[UInt8]> {
    if excepts(page, from: .document) || excepts(page, from: .elemhide) { return [] }
    let isWithoutGeneric = excepts(page, from: .generichide)
    let isWithoutSpecific = excepts(page, from: .specifichide)
    var hidden: Set<[UInt8]> = []
    let acting = hidings.filter { $0.acts(on: page, reading == .most ? .few : .many) }
    for hiding in acting where !hiding.isException {
      let isSwitchedOff = hiding.isSpecific ? isWithoutSpecific : isWithoutGeneric
      if !isSwitchedOff { hidden.insert(hiding.selector) }
    }
    for hiding in acting where hiding.isException { hidden.remove(hiding.selector) }
    return hidden
  }

  private func excepts(_ page: ReferenceURL, from scope: OptionKind) -> Bool {
    filters.contains { $0.isException && $0.excepts(page, from: scope) }
  }
}
