import SluiceRules
import SluiceSyntax
import SluiceText

/// The request types of the filter syntax.
struct RequestTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let script = Self(rawValue: 1 << 0)
  static let image = Self(rawValue: 1 << 1)
  static let stylesheet = Self(rawValue: 1 << 2)
  static let font = Self(rawValue: 1 << 3)
  static let media = Self(rawValue: 1 << 4)
  static let object = Self(rawValue: 1 << 5)
  static let subdocument = Self(rawValue: 1 << 6)
  static let xmlhttprequest = Self(rawValue: 1 << 7)
  static let websocket = Self(rawValue: 1 << 8)
  static let ping = Self(rawValue: 1 << 9)
  static let other = Self(rawValue: 1 << 10)
  static let document = Self(rawValue: 1 << 11)
  static let popup = Self(rawValue: 1 << 12)

  /// The types that a filter without types applies to.
  static let subresources = Self(rawValue: (1 << 11) - 1)

  /// The corresponding WebKit types, except for page loads and popups.
  ///
  /// `ping` does not include WebKit's `other`, although WebKit assigns `other` to sendBeacon(): the filter
  /// would also block workers and event sources. WebKit assigns `other` to pings of links as well, so this
  /// type is never added for `ping`.
  var resourceTypes: ResourceTypes {
    var types: ResourceTypes = []
    for (requestType, resourceType) in Self.counterparts where contains(requestType) {
      types.formUnion(resourceType)
    }
    return types
  }

  /// The WebKit types that remain for a filter that excludes these types and includes none.
  ///
  /// WebKit also assigns `other` to pings of links, so excluding `ping` excludes `other` too.
  var remainingResourceTypes: ResourceTypes {
    var types: ResourceTypes = [
      .childDocument, .cspReport, .fetch, .font, .image, .media, .other, .ping, .script, .styleSheet,
      .svgDocument, .webSocket,
    ]
    types.subtract(resourceTypes)
    if contains(.image) { types.remove(.svgDocument) }
    if contains(.ping) { types.remove(.other) }
    return types
  }

  private static let counterparts: [(RequestTypes, ResourceTypes)] = [
    (.script, .script), (.image, .image), (.stylesheet, .styleSheet), (.font, .font),
    (.media, .media), (.subdocument, .childDocument), (.xmlhttprequest, .fetch), (.websocket, .webSocket),
    (.ping, .ping), (.other, [.other, .cspReport]),
  ]
}

/// The requests that the rules of a filter apply to, for requests of pages and for page loads and popups.
struct RuleTypes {
  /// The types for requests of pages. An empty set means all types; a guard rule protects page loads and popups from
  /// rules without types. `nil` if the filter is only for page loads and popups.
  let requests: ResourceTypes?
  /// The types for page loads and popups.
  let pages: ResourceTypes
  /// The parties. Both parties together are the same as no party.
  let parties: LoadTypes

  init(_ options: borrowing FilterOptions) {
    parties = options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
    let isOnlyForPages =
      !options.isForEverything && !options.types.isEmpty && options.types.isSubset(of: [.document, .popup])
    requests = isOnlyForPages ? nil : Self.requestTypes(options)
    pages = Self.pageTypes(options)
  }

  private static func requestTypes(_ options: borrowing FilterOptions) -> ResourceTypes {
    if !options.types.isEmpty, !options.isForEverything { return options.types.resourceTypes }
    return options.excludedTypes.isDisjoint(with: .subresources.subtracting(.object))
      ? [] : options.excludedTypes.remainingResourceTypes
  }

  private static func pageTypes(_ options: borrowing FilterOptions) -> ResourceTypes {
    var types: RequestTypes = options.isForEverything ? [.document, .popup] : options.types
    if options.subject == .cookies {
      // Cookies are also blocked for page loads. A page load is never a third-party request.
      if types.isEmpty { types = .document }
      types.remove(options.loadTypes == .thirdParty ? [.document, .popup] : .popup)
    }
    types.subtract(options.excludedTypes)
    var pageTypes: ResourceTypes = []
    if types.contains(.document) { pageTypes.insert(.topDocument) }
    if types.contains(.popup) { pageTypes.insert(.popup) }
    return pageTypes
  }
}

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
