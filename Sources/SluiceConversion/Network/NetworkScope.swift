import SluiceRules
import SluiceSyntax
import SluiceText

/// The scope of a network filter, without its pattern. It is used to check whether one filter does everything
/// that another one does.
package struct NetworkScope: Sendable {
  private var isException: Bool
  private var isImportant: Bool
  package var isCaseSensitive: Bool
  private var types: RequestTypes
  private var pageScopes: PageScopes
  /// The parties; empty for both.
  private var loadTypes: LoadTypes
  /// The hosts of the pages; empty for all pages except those of ``excludedHosts``.
  private var hosts: [[UInt8]]
  private var excludedHosts: [[UInt8]]

  /// Creates the scope of a blocking filter without options.
  package init() { self.init(isException: false) }

  private init(isException: Bool) {
    self.isException = isException
    (isImportant, isCaseSensitive, types, pageScopes) = (false, false, .subresources, [])
    (loadTypes, hosts, excludedHosts) = ([], [], [])
  }

  /// Creates the scope of a filter.
  ///
  /// Returns `nil` for filters that can only be compared for equality, because one of these holds:
  ///
  /// - WebKit's rules do not express the filter exactly.
  /// - The filter does more than block or allow.
  /// - The hosts of the filter are not plain names.
  /// - The filter includes a host and excludes a name above it, which dialects read differently.
  package init?(_ filter: NetworkFilter, in bytes: Span<UInt8>) {
    self.init(isException: filter.isException)
    guard !filter.options.isEmpty else { return }
    guard !filter.options.contains(where: { $0.kind == .badfilter }),
      let options = try? FilterOptions(filter, in: bytes),
      options.findings.isEmpty, options.strictParty == nil, options.subject == .requests,
      options.requestDomains.isEmpty,
      options.allowedRequestDomains.isEmpty, let domains = try? DomainSet(options.domains, in: bytes),
      domains.finding == nil, !domains.hasRegexes, domains.entities.isEmpty, domains.excludedEntities.isEmpty,
      !domains.hasInclusionsInExclusions
    else { return nil }
    isImportant = options.isImportant
    isCaseSensitive = options.isCaseSensitive
    pageScopes = options.pageScopes
    loadTypes = options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
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

  /// Whether the filter names pages. `$genericblock` only overrides filters that do not.
  package var isSpecific: Bool { !hosts.isEmpty }

  /// Returns whether this filter does everything that the other one does, provided that its pattern matches.
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
      isExcludedThere(excluded)
        || !other.hosts.isEmpty
          && other.hosts.allSatisfy {
            !HostNames.isHost($0, within: excluded) && !HostNames.isHost(excluded, within: $0)
          }
    }
  }

  /// Returns a function that checks whether a host equals one of these names or is below one. For a few
  /// names, a table is not necessary.
  private static func finder(_ names: [[UInt8]]) -> ([UInt8]) -> Bool {
    if names.count < 8 { return { host in names.contains { HostNames.isHost(host, within: $0) } } }
    let names = Set(names)
    return { HostNames.isHost($0, withinAny: names) }
  }

  /// Returns whether types and parties allow both filters to apply to the same request.
  package func meets(_ other: NetworkScope) -> Bool {
    guard !types.isDisjoint(with: other.types) else { return false }
    return loadTypes.isEmpty || other.loadTypes.isEmpty || loadTypes == other.loadTypes
  }

  /// Whether the filter turns off other filters on whole pages.
  package var isForPages: Bool { !pageScopes.isEmpty }
}
