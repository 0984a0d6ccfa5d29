import SluiceRequestChanges
import SluiceRules
import SluiceSyntax

/// The requests that a filter changes, or to which an exception applies.
struct ChangeScope {
  /// The conditions; a request meets one of them.
  var conditions: [RequestChange.Condition]
  private(set) var types: DeclarativeTypes
  private var loadTypes: LoadTypes
  /// The host of all requests, with its subdomains; nil if the pattern does not name one.
  private(set) var host: [UInt8]?
  /// The text of URLs directly after the host, up to the first wildcard.
  private var path: [UInt8] = []
  /// The sites of all pages; empty for all.
  private(set) var sites: [[UInt8]] = []
  /// The patterns for the URLs of further pages of an exception, which ``conditions`` do not have.
  private(set) var pageURLs: [URLFilter] = []
  /// Whether the scope has all requests of these pages.
  private(set) var isOfWholePages = false
  /// The names before the suffixes of these pages: `name.*`.
  private(set) var entities: [[UInt8]] = []
  /// Whether the conditions have requests of other pages than those of the exception.
  private(set) var isOnOtherPages = false
  /// The reason why the conditions are not exact.
  var finding: Finding?

  /// Finds the requests of a filter without its change.
  ///
  /// - Parameters:
  ///   - kind: The kind of change, which decides the types of a filter without types; nil for blocks and redirects. Their
  ///     pages are those in the window, as in the rule list of a content blocker.
  ///   - suffixes: The number of names such as `name.*` that usual suffixes can still replace.
  init(
    _ filter: NetworkFilter, changing kind: ChangeAction.Kind?, dialect: ListDialect,
    without removed: RemovedDomains?, suffixes: inout Int, in bytes: Span<UInt8>
  ) throws(Finding) {
    let isException = filter.isException
    var filter = filter
    filter.isException = false
    filter.options.removeAll {
      ChangeAction.kind(of: $0.kind) != nil || $0.kind.redirects || $0.kind == .important
    }
    let options = try FilterOptions(filter, in: bytes)
    finding = options.findings.first
    types = Self.types(options, kind: kind, dialect: dialect, isException: isException)
    guard !types.isEmpty else { throw .unsupported(.noWebKitType, span: options.range) }
    filter.options.removeAll { $0.kind.meaning.effect.isType }
    let requests = try NetworkConverter.requests(of: filter, dialect, without: removed, in: bytes)
    finding = finding ?? requests?.finding
    loadTypes = options.loadTypes
    if let (host, path) = PageException.hostAndPath(of: filter.pattern, in: bytes) {
      (self.host, self.path) = (host, path)
    }
    conditions = []
    for condition in requests?.conditions ?? [] {
      let pages: (documents: RequestChange.Pages, frames: RequestChange.Pages)?
      switch condition {
      case nil: pages = nil
      case .ifDomain(let domains):
        pages = (kind == nil ? .pages(domains) : .initiators(domains), .pages(domains))
        sites += domains.elements.map { $0.host }
      case .unlessDomain(let domains):
        pages = (kind == nil ? .otherPages(domains) : .otherInitiators(domains), .otherPages(domains))
      case .ifTopURL(let urls) where isException && kind == nil:
        pageURLs += urls.elements
        continue
      case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL:
        let problem = Finding.approximated(.changeConditions, span: DomainEntry.range(of: options.domains))
        if isException {
          // The exception then applies on all pages, which says more than what the pages would have been.
          pages = nil
          isOnOtherPages = true
          finding = problem
        } else {
          let namesHosts = requests?.conditions.contains { $0?.namesOnlyHosts ?? true } ?? false
          let named = try options.pages(dialect, isException: false, in: bytes)
          if let domains = named?.usualSites(includesHosts: !namesHosts, &suffixes) {
            pages = (kind == nil ? .pages(domains) : .initiators(domains), .pages(domains))
            sites += domains.elements.map { $0.host }
            finding = problem
          } else {
            guard kind == nil, namesHosts else { throw .unsupported(.changeConditions, span: problem.span) }
            finding = finding ?? problem
            continue
          }
        }
        finding = finding ?? problem
      }
      for filter in requests?.filters ?? [] {
        guard kind != nil else {
          add(filter, isCaseSensitive: requests?.isCaseSensitive ?? false, types: types, pages: pages?.frames)
          continue
        }
        add(
          filter, isCaseSensitive: requests?.isCaseSensitive ?? false, types: types.subtracting(.subFrame),
          pages: pages?.documents)
        if types.contains(.subFrame), pages == nil || isException {
          add(
            filter, isCaseSensitive: requests?.isCaseSensitive ?? false, types: .subFrame,
            pages: pages?.frames)
        }
      }
      if kind != nil, pages != nil, types.contains(.subFrame), !isException {
        // Any page can claim to be one of the sites in WebKit's only other condition.
        let problem = Finding.approximated(.frameInitiators, span: DomainEntry.range(of: options.domains))
        if types == .subFrame { throw .unsupported(.frameInitiators, span: problem.span) }
        finding = finding ?? problem
      }
    }
    if !pageURLs.isEmpty, let pages = try options.pages(dialect, isException: true, in: bytes),
      pages.regexes.isEmpty
    {
      entities = pages.entities
    }
    if isOnOtherPages || entities.isEmpty && !pageURLs.isEmpty { sites = [] }
    joinTypes()
  }

  /// Creates the scope of all requests, apart from page loads, on pages with these URLs.
  ///
  /// - Parameter hosts: Hosts of all of these pages; empty if they are not known.
  init(pageURLs: [URLFilter], below hosts: [Domain]) {
    self.init(.any, pages: nil)
    conditions = []
    self.pageURLs = pageURLs
    isOfWholePages = true
    sites = hosts.map { $0.host }
  }

  private init(_ urlFilter: URLFilter, pages: RequestChange.Pages?) {
    (types, loadTypes) = (.all.subtracting(.mainFrame), [])
    conditions = [RequestChange.Condition(urlFilter, types: types, pages: pages)].compactMap { $0 }
  }

  /// Creates the scope of all requests on the pages of some sites, apart from page loads.
  init(pages domains: NonEmpty<Domain>) {
    self.init(.any, pages: .pages(domains))
    sites = domains.elements.map { $0.host }
  }

  /// Creates the scope of the responses of pages and frames whose URLs match one of these filters.
  init(documents filters: [URLFilter]) {
    (types, loadTypes) = ([.mainFrame, .subFrame], [])
    conditions = filters.compactMap {
      RequestChange.Condition($0, isCaseSensitive: true, types: [.mainFrame, .subFrame])
    }
  }

  private mutating func add(
    _ filter: URLFilter, isCaseSensitive: Bool, types: DeclarativeTypes, pages: RequestChange.Pages?
  ) {
    let condition = RequestChange.Condition(
      filter, isCaseSensitive: isCaseSensitive, types: types, loadTypes: loadTypes, pages: pages)
    if let condition { conditions.append(condition) }
  }

  /// Joins the conditions that differ only in the documents of frames.
  private mutating func joinTypes() {
    var joined: [RequestChange.Condition] = []
    for condition in conditions {
      if let last = joined.last, last.pages == nil, condition.pages == nil,
        last.urlFilter == condition.urlFilter,
        let both = RequestChange.Condition(
          last.urlFilter, isCaseSensitive: last.isCaseSensitive, types: last.types.union(condition.types),
          loadTypes: last.loadTypes)
      {
        joined[joined.count - 1] = both
      } else {
        joined.append(condition)
      }
    }
    conditions = joined
  }

  /// The maximum number of names such as `name.*` that usual suffixes replace in all filters.
  static let maximumSuffixes = 100
  /// The maximum number of pairs of sites to compare.
  private static let maximumPairs = 4_096

  /// Whether the only condition is about types.
  var isForAllURLs: Bool {
    conditions.count == 1
      && conditions.allSatisfy { $0.urlFilter == .any && $0.pages == nil && $0.loadTypes.isEmpty }
  }

  /// The sites of the pages, if the scope contains all of their requests with its types; nil for other scopes.
  var sitesOfPages: [Domain]? {
    var sites: [Domain] = []
    for condition in conditions {
      guard condition.urlFilter == .any, condition.loadTypes.isEmpty else { return nil }
      switch condition.pages {
      case .initiators(let domains), .pages(let domains): sites += domains.elements
      case .otherInitiators, .otherPages, nil: return nil
      }
    }
    return sites
  }

  /// The approximate size of the filter, in which a line counts as 128 bytes at least, and a site as 48.
  var size: Int { max(128, 48 * sites.count) }

  /// Returns the approximate size of ``conditions(outside:)``.
  func size(outside sites: NonEmpty<Domain>) -> Int {
    let once = sites.elements.reduce(64) { $0 + $1.host.count + 4 }
    return once.multipliedClamped(by: 2 * conditions.count)
  }

  /// Returns the conditions of the requests that are not those of some sites; nil if they already name pages.
  func conditions(outside sites: NonEmpty<Domain>) -> [RequestChange.Condition]? {
    guard conditions.allSatisfy({ $0.pages == nil }) else { return nil }
    return conditions.flatMap { condition in
      [
        (condition.types.subtracting(.subFrame), RequestChange.Pages.otherInitiators(sites)),
        (condition.types.intersection(.subFrame), .otherPages(sites)),
      ].compactMap { types, pages in
        RequestChange.Condition(
          condition.urlFilter, isCaseSensitive: condition.isCaseSensitive, types: types,
          loadTypes: condition.loadTypes, pages: pages)
      }
    }
  }

  /// Returns the conditions on pages in the window that are not those of some sites, and whether they have all of these
  /// pages. For scopes that compare pages in the window.
  func conditions(
    outsideTopPages sites: NonEmpty<Domain>
  ) -> (conditions: [RequestChange.Condition], isExact: Bool) {
    var isExact = true
    let remaining = conditions.compactMap { condition -> RequestChange.Condition? in
      let pages: RequestChange.Pages
      switch condition.pages {
      case nil: pages = .otherPages(sites)
      case .otherInitiators(let domains), .otherPages(let domains):
        pages = .otherPages(domains.appending(sites))
      case .initiators(let domains), .pages(let domains):
        let kept = domains.elements.filter { domain in
          !sites.elements.contains { site in
            if HostNames.isHost(domain.host, within: site.host) { return true }
            guard HostNames.isHost(site.host, within: domain.host) else { return false }
            isExact = false
            return true
          }
        }
        guard let kept = NonEmpty(kept) else { return nil }
        pages = .pages(kept)
      }
      return RequestChange.Condition(
        condition.urlFilter, isCaseSensitive: condition.isCaseSensitive, types: condition.types,
        loadTypes: condition.loadTypes, pages: pages)
    }
    return (remaining, isExact)
  }

  /// Returns the parts of conditions of the scope that have the requests to a host with some types; nil if rules cannot name
  /// them.
  func narrowed(
    _ conditions: [RequestChange.Condition], toHost host: [UInt8], types: DeclarativeTypes
  ) -> [RequestChange.Condition]? {
    var narrowed: [RequestChange.Condition] = []
    for condition in conditions {
      let filters: [URLFilter]
      if let own = self.host {
        guard HostNames.isHost(own, within: host) else { return nil }
        filters = [condition.urlFilter]
      } else {
        let found = condition.urlFilter.requests(
          toHost: host, isCaseSensitive: condition.isCaseSensitive)
        guard let found else { return nil }
        filters = found
      }
      narrowed += filters.compactMap {
        RequestChange.Condition(
          $0, isCaseSensitive: condition.isCaseSensitive, types: condition.types.intersection(types),
          loadTypes: condition.loadTypes, pages: condition.pages)
      }
    }
    return narrowed
  }

  /// Returns whether the scope has all requests of another scope, as far as types, parties and pages without conditions
  /// show.
  func coversBesideURLs(_ other: ChangeScope) -> Bool {
    includesTypes(of: other) && (loadTypes.isEmpty || loadTypes == other.loadTypes)
      && finding == nil && conditions.allSatisfy { $0.pages == nil }
  }

  /// Returns whether the scope has all requests of another scope, which has the same patterns.
  func covers(_ other: ChangeScope) -> Bool {
    coversBesideURLs(other)
      && other.conditions.allSatisfy { condition in
        conditions.contains {
          $0.urlFilter == condition.urlFilter && $0.isCaseSensitive == condition.isCaseSensitive
        }
      }
  }

  /// Returns whether the types include all of another scope.
  func includesTypes(of other: ChangeScope) -> Bool { types.isSuperset(of: other.types) }

  /// Returns whether a request may be in both scopes.
  ///
  /// - Parameter comparesPages: Whether the pages of both are those in the window.
  func mayMeet(_ other: ChangeScope, comparesPages: Bool = true) -> Bool {
    if types.isDisjoint(with: other.types) { return false }
    if !loadTypes.isEmpty, !other.loadTypes.isEmpty, loadTypes.isDisjoint(with: other.loadTypes) {
      return false
    }
    if let host, let otherHost = other.host {
      if !Self.areRelated(host, other: otherHost) { return false }
      // In both, the path begins at the end of the host.
      if !path.starts(with: other.path), !other.path.starts(with: path) { return false }
    }
    return !comparesPages || maySharePages(with: other)
  }

  /// Returns whether a page may be one of both scopes.
  func maySharePages(with other: ChangeScope) -> Bool {
    guard namesPages, other.namesPages, pairs(with: other) <= Self.maximumPairs else { return true }
    if !entities.isEmpty, !other.entities.isEmpty { return true }
    return sites.contains { site in
      other.sites.contains { Self.areRelated(site, other: $0) }
        || other.entities.contains { Self.isSite(site, ofEntity: $0) }
    } || other.sites.contains { site in entities.contains { Self.isSite(site, ofEntity: $0) } }
  }

  /// Whether all pages have known hosts or entities.
  private var namesPages: Bool { !sites.isEmpty || !entities.isEmpty }

  /// Whether ``sites`` has all pages.
  var namesOnlySites: Bool { !sites.isEmpty && pageURLs.isEmpty }

  /// Whether the pages are not limited to some.
  var includesUnnamedPages: Bool {
    conditions.allSatisfy { condition in
      switch condition.pages {
      case nil, .otherPages, .otherInitiators: true
      case .pages, .initiators: false
      }
    }
  }

  /// Returns whether a host consists of labels, those of an entity, and a suffix.
  private static func isSite(_ host: [UInt8], ofEntity entity: [UInt8]) -> Bool {
    host.indices.contains { start in
      (start == 0 || host[start - 1] == ASCII.dot) && host[start...].starts(with: entity + [ASCII.dot])
    }
  }

  /// Returns the number of steps in ``mayMeet(_:)``: one, or as many as there are pairs of sites if these are compared.
  func comparisons(with other: ChangeScope) -> Int {
    let pairs = pairs(with: other)
    return pairs > Self.maximumPairs ? 1 : max(pairs, 1)
  }

  /// Returns the number of pairs of pages that have known hosts or entities.
  private func pairs(with other: ChangeScope) -> Int {
    (sites.count + entities.count).multipliedClamped(by: other.sites.count + other.entities.count)
  }

  static func areRelated(_ host: [UInt8], other: [UInt8]) -> Bool {
    HostNames.isHost(host, within: other) || HostNames.isHost(other, within: host)
  }

  /// Returns the types that a filter applies to.
  private static func types(
    _ options: FilterOptions, kind: ChangeAction.Kind?, dialect: ListDialect, isException: Bool
  ) -> DeclarativeTypes {
    var types = DeclarativeTypes(options.types.resourceTypes)
    if options.types.contains(.document) { types.insert(.mainFrame) }
    if options.pageScopes.contains(.document) { types.insert(.mainFrame) }
    let excluded = DeclarativeTypes(options.excludedTypes.resourceTypes)
    if options.isForEverything {
      types = .all.subtracting(excluded)
      if options.excludedTypes.contains(.document) { types.remove(.mainFrame) }
    } else if options.types.isEmpty {
      types = .all.subtracting(excluded)
      switch (kind, dialect.changesOnlyPages(isException: isException)) {
      // AdGuard removes the parameters of pages alone, unless the filter names types.
      case (.parameters, true) where options.excludedTypes.isEmpty: types = .mainFrame
      case (.parameters, _), (.headers, _), (.referrer, _), (.policy, _), (nil, _): break
      }
      // uBlock Origin's other types than the excluded ones do not include pages.
      if !options.excludedTypes.isEmpty, !dialect.includesPagesInOtherTypes { types.remove(.mainFrame) }
    }
    switch kind {
    case .policy: return types.intersection([.mainFrame, .subFrame])
    case .parameters, .headers, .referrer: return types
    // Page loads are blocked, not redirected.
    case nil: return types.subtracting(.mainFrame)
    }
  }
}

extension DomainSet {
  /// Returns the hosts of names such as `name.*` with the usual suffixes; nil if other pages are included or excluded, or if
  /// there are too many names.
  ///
  /// - Parameters:
  ///   - includesHosts: Whether the result has the hosts that are named in full, too.
  ///   - remaining: The maximum number of names. Those of the result are subtracted.
  fileprivate func usualSites(includesHosts: Bool, _ remaining: inout Int) -> NonEmpty<Domain>? {
    guard !entities.isEmpty, entities.count <= remaining, regexes.isEmpty, addresses.isEmpty, paths.isEmpty,
      excludedHosts.isEmpty, excludedEntities.isEmpty, excludedRegexes.isEmpty, excludedAddresses.isEmpty,
      excludedPaths.isEmpty
    else { return nil }
    remaining -= entities.count
    let names = entities.flatMap { entity in HostSuffix.usual.map { entity + [ASCII.dot] + $0 } }
    return NonEmpty(
      ((includesHosts ? hosts : []) + names).compactMap { Domain($0, includesSubdomains: true) })
  }
}

extension Condition {
  /// Whether the condition names pages by their hosts.
  fileprivate var namesOnlyHosts: Bool {
    switch self {
    case .ifDomain, .unlessDomain: true
    case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL: false
    }
  }
}

extension OptionKind {
  /// Whether a filter with this option redirects requests to a resource.
  var redirects: Bool {
    switch meaning.effect {
    case .redirect, .redirectRule: true
    case .type, .objects, .missingType, .everything, .party, .strictThirdParty, .strictFirstParty, .pages,
      .topPages, .hosts, .allowedHosts, .matchCase, .important, .badfilter, .nothing, .pageScope, .cookies,
      .modification, .pageModification, .unsupported:
      false
    }
  }
}

extension ListDialect {
  /// Whether a filter without types only changes the requests of pages.
  fileprivate func changesOnlyPages(isException: Bool) -> Bool {
    switch certain {
    case .adGuard: true
    case .uBlockOrigin: false
    case .adblockPlus, .hosts, nil: !isException
    }
  }

  /// Whether a filter that only excludes types applies to pages.
  fileprivate var includesPagesInOtherTypes: Bool {
    switch certain {
    case .adGuard: true
    case .uBlockOrigin, .adblockPlus, .hosts, nil: false
    }
  }
}
