import SluiceRules
import SluiceSyntax
import SluiceText

/// The requests that a filter changes, or to which an exception applies.
struct ChangeScope {
  /// The conditions; a request meets one of them.
  var conditions: [WebExtensionRule.Condition]
  private(set) var types: DeclarativeTypes
  private(set) var loadTypes: LoadTypes
  /// The host of all requests, with its subdomains; nil if the pattern does not name one.
  private(set) var host: [UInt8]?
  /// The text of URLs directly after the host, up to the first wildcard.
  private(set) var path: [UInt8] = []
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
  var finding: Finding?

  /// Finds the requests of a filter without its change.
  ///
  /// - Parameters:
  ///   - kind: The kind of change, which decides the types of a filter without types; nil for blocks and redirects. Their
  ///     pages are those in the window, as in the rule list of a content blocker.
  ///   - suffixes: The number of names such as `name.*` that usual suffixes can still replace.
  init(
    _ filter: NetworkFilter, changing kind: OptionChange.Kind?, dialect: ListDialect,
    without removed: RemovedDomains?, suffixes: inout Int, in bytes: Span<UInt8>
  ) throws(Finding) {
    let isException = filter.isException
    var filter = filter
    filter.isException = false
    filter.options.removeAll {
      OptionChange.kind(of: $0.kind) != nil || $0.kind.isRedirect || $0.kind == .important
    }
    let options = try FilterOptions(filter, in: bytes)
    finding = options.findings.first
    types = Self.types(options, kind: kind, dialect: dialect, isException: isException)
    guard !types.isEmpty else { throw .unsupported(.noWebKitType, span: options.range) }
    filter.options.removeAll { $0.kind.role == .type }
    let requests = try NetworkConverter.requests(of: filter, dialect, without: removed, in: bytes)
    finding = finding ?? requests?.finding
    loadTypes = options.loadTypes
    if let (host, path) = WholePageException.hostAndPath(of: filter.pattern, in: bytes) {
      (self.host, self.path) = (host, path)
    }
    conditions = []
    for condition in requests?.conditions ?? [] {
      let pages: (documents: WebExtensionRule.Pages, frames: WebExtensionRule.Pages)?
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
  /// - Parameter names: The names of all of these pages' hosts; empty if they are not known.
  init(pageURLs: [URLFilter], below names: (hosts: [[UInt8]], entities: [[UInt8]])) {
    self.init(.any, pages: nil)
    conditions = []
    self.pageURLs = pageURLs
    isOfWholePages = true
    (sites, entities) = (names.hosts, names.entities)
  }

  private init(_ urlFilter: URLFilter, pages: WebExtensionRule.Pages?) {
    (types, loadTypes) = (.all.subtracting(.mainFrame), [])
    conditions = [WebExtensionRule.Condition(urlFilter, types: types, pages: pages)].compactMap { $0 }
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
      WebExtensionRule.Condition($0, isCaseSensitive: true, types: [.mainFrame, .subFrame])
    }
  }

  private mutating func add(
    _ filter: URLFilter, isCaseSensitive: Bool, types: DeclarativeTypes, pages: WebExtensionRule.Pages?
  ) {
    let condition = WebExtensionRule.Condition(
      filter, isCaseSensitive: isCaseSensitive, types: types, loadTypes: loadTypes, pages: pages)
    if let condition { conditions.append(condition) }
  }

  /// Joins the conditions that differ only in the documents of frames.
  private mutating func joinTypes() {
    var joined: [WebExtensionRule.Condition] = []
    for condition in conditions {
      if let last = joined.last, last.pages == nil, condition.pages == nil,
        last.urlFilter == condition.urlFilter,
        let both = WebExtensionRule.Condition(
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
    let names = entities.flatMap { entity in KnownSuffixes.usual.map { entity + [ASCII.dot] + $0 } }
    return NonEmpty(
      ((includesHosts ? hosts : []) + names).compactMap { Domain($0, includesSubdomains: true) })
  }
}

extension Condition {
  fileprivate var namesOnlyHosts: Bool {
    switch self {
    case .ifDomain, .unlessDomain: true
    case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL: false
    }
  }
}
