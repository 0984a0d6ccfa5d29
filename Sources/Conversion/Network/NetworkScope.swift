import ContentBlocker
import FilterSyntax

/// What a network filter acts on besides its pattern, so that two filters can be compared: whether one does all that
/// the other does.
package struct NetworkScope: Sendable {
  private var isException: Bool
  private var isImportant: Bool
  /// Whether letters in the pattern have a case.
  package var isCaseSensitive: Bool
  private var types: RequestTypes
  private var pageScopes: FilterOptions.PageScopes
  /// Empty for either.
  private var loadTypes: LoadTypes
  /// Empty for all pages, but for those in ``excludedHosts``.
  private var hosts: [[UInt8]]
  private var excludedHosts: [[UInt8]]

  /// The scope of a filter that blocks and has no option.
  package init() { self.init(isException: false) }

  private init(isException: Bool) {
    self.isException = isException
    (isImportant, isCaseSensitive, types, pageScopes) = (false, false, .subresources, [])
    (loadTypes, hosts, excludedHosts) = ([], [], [])
  }

  /// The scope of a filter; nil where WebKit's rules do not say exactly what it means, where it does more than to block
  /// or to allow, and where hosts are not told by name: these are compared with equals alone.
  package init?(_ filter: NetworkFilter, in bytes: Span<UInt8>) {
    self.init(isException: filter.isException)
    guard !filter.options.isEmpty else { return }
    guard !filter.options.contains(where: { $0.kind == .badfilter }),
      let options = try? FilterOptions(filter, in: bytes),
      options.findings.isEmpty, options.subject == .requests, options.requestDomains.isEmpty,
      options.allowedRequestDomains.isEmpty, let domains = try? DomainSet(options.domains, in: bytes),
      domains.finding == nil, !domains.hasRegexes, domains.entities.isEmpty, domains.excludedEntities.isEmpty
    else { return nil }
    isImportant = options.isImportant
    isCaseSensitive = options.isCaseSensitive
    pageScopes = options.pageScopes
    loadTypes = options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
    // Of an exception with a scope it is not clear what `all` adds.
    if options.isForEverything, filter.isException, !pageScopes.isEmpty { return nil }
    if options.isForEverything {
      types = RequestTypes.subresources.union([.document, .popup]).subtracting(options.excludedTypes)
    } else if options.types.isEmpty {
      types = pageScopes.isEmpty ? .subresources.subtracting(options.excludedTypes) : []
    } else {
      types = options.types
    }
    hosts = domains.includesNothing ? [] : domains.hosts
    excludedHosts = domains.excludedHosts
  }

  /// Whether pages are named on which the filter acts: `$genericblock` lifts the others alone.
  package var isSpecific: Bool { !hosts.isEmpty }

  /// Whether this does wherever its pattern matches all that the other one does.
  package func includes(_ other: NetworkScope) -> Bool {
    isException == other.isException && isImportant == other.isImportant
      && types.isSuperset(of: other.types) && pageScopes.isSuperset(of: other.pageScopes)
      && (loadTypes.isEmpty || loadTypes == other.loadTypes) && includesPages(of: other)
  }

  private func includesPages(of other: NetworkScope) -> Bool {
    if !hosts.isEmpty {
      guard !other.hosts.isEmpty else { return false }
      let isOwn = Self.finder(hosts)
      guard other.hosts.allSatisfy(isOwn) else { return false }
    }
    guard !excludedHosts.isEmpty else { return true }
    let isExcludedThere = Self.finder(other.excludedHosts)
    return excludedHosts.allSatisfy { excluded in
      if isExcludedThere(excluded) {
        // The most specific domain decides: the other may include what is below.
        return !other.hosts.contains { HostNames.isHost($0, within: excluded) }
      }
      return !other.hosts.isEmpty
        && other.hosts.allSatisfy {
          !HostNames.isHost($0, within: excluded) && !HostNames.isHost(excluded, within: $0)
        }
    }
  }

  /// Whether a host is one of these, or below one: few of them need no table.
  private static func finder(_ names: [[UInt8]]) -> ([UInt8]) -> Bool {
    if names.count < 8 { return { host in names.contains { HostNames.isHost(host, within: $0) } } }
    let names = Set(names)
    return { HostNames.isHost($0, withinAny: names) }
  }

  /// Whether there are loads on which both could act, as far as types, parties and pages tell.
  package func meets(_ other: NetworkScope) -> Bool {
    guard !types.isDisjoint(with: other.types) else { return false }
    return loadTypes.isEmpty || other.loadTypes.isEmpty || loadTypes == other.loadTypes
  }

  /// Whether the filter switches something off for whole pages.
  package var isForPages: Bool { !pageScopes.isEmpty }
}
