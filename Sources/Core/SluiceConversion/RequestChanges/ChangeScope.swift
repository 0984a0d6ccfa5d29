import SluiceRequestChanges
import SluiceRules
import SluiceSyntax

/// The requests that a filter changes, or to which an exception applies.
struct ChangeScope {
  /// The conditions; a request meets one of them.
  var conditions: [RequestChange.Condition]
  private var types: DeclarativeTypes
  private var loadTypes: LoadTypes
  /// The host of all requests, with its subdomains; nil if the pattern does not name one.
  private(set) var host: [UInt8]?
  /// The sites of all pages; empty for all.
  private var sites: [[UInt8]] = []
  /// The reason why the conditions are not exact.
  var finding: Finding?

  /// Finds the requests of a filter without its change.
  ///
  /// - Parameter kind: The kind of change, which decides the types of a filter without types.
  init(
    _ filter: NetworkFilter, changing kind: ChangeAction.Kind, _ dialect: ListDialect,
    without removed: RemovedDomains?, in bytes: Span<UInt8>
  ) throws(Finding) {
    let isException = filter.isException
    var filter = filter
    filter.isException = false
    filter.options.removeAll { ChangeAction.kind(of: $0.kind) != nil || $0.kind == .important }
    let options = try FilterOptions(filter, in: bytes)
    finding = options.findings.first
    types = Self.types(options, kind, dialect, isException: isException)
    guard !types.isEmpty else { throw .dropped(.noWebKitType, options.range) }
    filter.options.removeAll { $0.kind.meaning.effect.isType }
    let requests = try NetworkConverter.requests(of: filter, dialect, without: removed, in: bytes)
    finding = finding ?? requests?.finding
    loadTypes = options.loadTypes
    host = Self.host(of: filter.pattern, in: bytes)
    conditions = []
    for condition in requests?.conditions ?? [] {
      let pages: (documents: RequestChange.Pages, frames: RequestChange.Pages)?
      switch condition {
      case nil: pages = nil
      case .ifDomain(let domains):
        pages = (.initiators(domains), .pages(domains))
        sites += domains.elements.map { $0.host }
      case .unlessDomain(let domains): pages = (.otherInitiators(domains), .otherPages(domains))
      case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL:
        // An exception then applies on all pages.
        guard isException else {
          throw .dropped(.changeConditions, DomainEntry.range(of: options.domains))
        }
        finding = finding ?? .approximated(.changeConditions, DomainEntry.range(of: options.domains))
        pages = nil
      }
      for filter in requests?.filters ?? [] {
        add(filter, requests?.isCaseSensitive ?? false, types.subtracting(.subFrame), pages?.documents)
        if types.contains(.subFrame), pages == nil || isException {
          add(filter, requests?.isCaseSensitive ?? false, .subFrame, pages?.frames)
        }
      }
      if pages != nil, types.contains(.subFrame), !isException {
        // Any page can claim to be one of the sites in WebKit's only other condition.
        let problem = Finding.approximated(.frameInitiators, DomainEntry.range(of: options.domains))
        if types == .subFrame { throw .dropped(.frameInitiators, problem.span) }
        finding = finding ?? problem
      }
    }
    joinTypes()
  }

  private mutating func add(
    _ filter: URLFilter, _ isCaseSensitive: Bool, _ types: DeclarativeTypes, _ pages: RequestChange.Pages?
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

  /// Returns whether the types include all of another scope.
  func includesTypes(of other: ChangeScope) -> Bool { types.isSuperset(of: other.types) }

  /// Returns whether a request may be in both scopes.
  func mayMeet(_ other: ChangeScope) -> Bool {
    if types.isDisjoint(with: other.types) { return false }
    if !loadTypes.isEmpty, !other.loadTypes.isEmpty, loadTypes.isDisjoint(with: other.loadTypes) {
      return false
    }
    if let host, let other = other.host, !Self.areRelated(host, other) { return false }
    if sites.isEmpty || other.sites.isEmpty { return true }
    if sites.count.multipliedClamped(by: other.sites.count) > Self.maximumPairs { return true }
    return sites.contains { site in other.sites.contains { Self.areRelated(site, $0) } }
  }

  /// Returns the number of steps in ``mayMeet(_:)``: one, or as many as there are pairs of sites if these are compared.
  func comparisons(with other: ChangeScope) -> Int {
    let pairs = sites.count.multipliedClamped(by: other.sites.count)
    return pairs > Self.maximumPairs ? 1 : max(pairs, 1)
  }

  private static func areRelated(_ host: [UInt8], _ other: [UInt8]) -> Bool {
    HostNames.isHost(host, within: other) || HostNames.isHost(other, within: host)
  }

  /// Returns the types that a filter applies to.
  private static func types(
    _ options: FilterOptions, _ kind: ChangeAction.Kind, _ dialect: ListDialect, isException: Bool
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
      case (.parameters, _), (.headers, _), (.referrer, _), (.policy, _): break
      }
      // uBlock Origin's other types than the excluded ones do not include pages.
      if !options.excludedTypes.isEmpty, !dialect.includesPagesInOtherTypes { types.remove(.mainFrame) }
    }
    switch kind {
    case .policy: return types.intersection([.mainFrame, .subFrame])
    case .parameters, .headers, .referrer: return types
    }
  }

  /// Returns the host that a pattern requires, up to its end.
  private static func host(of pattern: Pattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard case .plain(let plain) = pattern else { return nil }
    var start = plain.body.lowerBound
    switch plain.start {
    case .anywhere: return nil
    case .hostLabel: break
    case .url:
      guard let colon = bytes.firstIndex(of: ASCII.colon, in: plain.body),
        bytes.hasText("://", at: colon, in: plain.body)
      else { return nil }
      start = colon + 3
    }
    let end = bytes.endOfRun(from: start, to: plain.body.upperBound) { $0.isHostCharacter }
    guard end < plain.body.upperBound, bytes[end] == ASCII.caret || bytes[end] == ASCII.slash else {
      return nil
    }
    let host = bytes.lowercased(ByteRange(start, end))
    return Domain.isHost(host) ? host : nil
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
