import ContentBlocker
import FilterSyntax

/// Converts network filters, one after the other, into rules by section.
struct NetworkConverter {
  private(set) var rules = NetworkRules()

  init(capacity: Int) { rules.reserveCapacity(capacity, of: .genericBlocks) }

  /// Adds the rules of a filter.
  ///
  /// Returns what is not exact about them, or nil. A filter that cannot be converted adds nothing.
  mutating func add(_ filter: NetworkFilter, at location: FilterLocation, in bytes: Span<UInt8>) -> Finding? {
    // Nine of ten filters are no more than `||host^`.
    if filter.options.isEmpty, !filter.isException,
      let host = PatternConverter.bareHostFilter(filter.pattern, in: bytes)
    {
      let rule = Rule(trigger: Trigger(urlFilter: host, isCaseSensitive: true), action: .block)
      rules.append(OriginatedRule(rule: rule, location: location), to: .genericBlocks)
      return nil
    }
    do throws(Finding) {
      return try convert(filter, location, bytes)
    } catch {
      return error
    }
  }

  /// Adds a block for each of these names of a hosts file; names of the machine itself are skipped.
  mutating func add(hosts: [ByteRange], at location: FilterLocation, in bytes: Span<UInt8>) -> Finding? {
    var finding: Finding?
    for range in hosts {
      guard let host = HostNames.ascii(bytes, range), let filter = PagePattern.host(host) else {
        finding = finding ?? .approximated(.unusableDomain, range)
        continue
      }
      if Self.localNames.contains(host) { continue }
      let rule = Rule(trigger: Trigger(urlFilter: filter, isCaseSensitive: true), action: .block)
      rules.append(OriginatedRule(rule: rule, location: location), to: .genericBlocks)
    }
    return finding
  }

  /// What hosts files have for the machine itself, besides what they block.
  private static let localNames: Set<[UInt8]> = Set(
    [
      "localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost", "ip6-loopback",
      "ip6-localnet", "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters", "ip6-allhosts", "0.0.0.0",
    ].map { Array($0.utf8) })

  private mutating func convert(
    _ filter: NetworkFilter, _ location: FilterLocation, _ bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    // What a `$badfilter` switches off is gone already, whatever else it says.
    if filter.options.contains(where: { $0.kind == .badfilter }) { return nil }
    let options = try FilterOptions(filter, in: bytes)
    var finding = options.findings.first
    if !options.pageScopes.isEmpty {
      let (pages, pagesFinding) = try PageException.pages(of: filter, options, in: bytes)
      finding = finding ?? pagesFinding
      if case .urls = pages, options.pageScopes.contains(.specifichide) {
        throw .dropped(.pageScope, options.range)
      }
      rules.pageExceptions.append(PageException(scopes: options.pageScopes, pages: pages, location: location))
      if options.types.isEmpty { return finding }
    }
    let (pattern, allowed) = try requests(of: filter, options, bytes)
    let conditions = try PageConditions(options.domains, in: bytes)
    finding = finding ?? pattern.finding ?? conditions.finding
    emit(filter, options, pattern, conditions, location)
    if !allowed.isEmpty {
      // Behind these blocks stand exceptions of their own, so important ones cannot be kept from others.
      if options.isImportant { finding = finding ?? .approximated(.overlappingExclusions, options.range) }
      emitAllowed(allowed, options, conditions, location)
    }
    return finding
  }

  /// The requests that the filter acts on, and url-filters of hosts on which it does not.
  private func requests(
    of filter: NetworkFilter, _ options: FilterOptions, _ bytes: Span<UInt8>
  ) throws(Finding) -> (PatternConverter.Result, allowed: [URLFilter]) {
    guard !options.requestDomains.isEmpty || !options.allowedRequestDomains.isEmpty else {
      let pattern = try PatternConverter.convert(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
      return (pattern, [])
    }
    var pattern: PatternConverter.Result?
    var allowed: [URLFilter] = []
    var finding: Finding?
    if !options.requestDomains.isEmpty {
      let hosts = try DomainSet(options.requestDomains, in: bytes)
      guard !hosts.hasRegexes else { throw .dropped(.requestDomains, hosts.range) }
      if !hosts.includesNothing {
        pattern = try RequestHosts.restrict(
          filter.pattern, to: hosts, isCaseSensitive: options.isCaseSensitive, in: bytes)
      }
      allowed += Self.allowed(hosts.excludedHosts, hosts.excludedEntities, filter, options, bytes)
      finding = hosts.finding
    }
    if !options.allowedRequestDomains.isEmpty {
      let hosts = try DomainSet(options.allowedRequestDomains, in: bytes)
      guard hosts.excludedHosts.isEmpty, hosts.excludedEntities.isEmpty, !hosts.includesNothing,
        !hosts.hasRegexes
      else {
        throw .dropped(.requestDomains, hosts.range)
      }
      allowed += Self.allowed(hosts.hosts, hosts.entities, filter, options, bytes)
      finding = finding ?? hosts.finding
    }
    // An exception to an exception would bring back blocks of other filters.
    if filter.isException, !allowed.isEmpty { throw .dropped(.requestDomains, options.range) }
    var requests: PatternConverter.Result
    if let pattern {
      requests = pattern
    } else {
      requests = try PatternConverter.convert(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
    }
    requests.finding = requests.finding ?? finding
    return (requests, allowed)
  }

  /// Url-filters for what the filter does not act on. They match no more than the filter itself where that
  /// can be told, so that they lift no other.
  private static func allowed(
    _ hosts: [[UInt8]], _ entities: [[UInt8]], _ filter: NetworkFilter, _ options: FilterOptions,
    _ bytes: Span<UInt8>
  ) -> [URLFilter] {
    var set = DomainSet()
    set.hosts = hosts
    if entities.isEmpty, !hosts.isEmpty, case .plain = filter.pattern,
      let narrow = try? RequestHosts.restrict(
        filter.pattern, to: set, isCaseSensitive: options.isCaseSensitive, in: bytes), narrow.finding == nil
    {
      return narrow.filters
    }
    return hosts.compactMap { PagePattern.host($0) } + entities.compactMap(PagePattern.anySuffix)
  }

  /// Adds exceptions for these hosts to the blocks just added.
  private mutating func emitAllowed(
    _ allowed: [URLFilter], _ options: FilterOptions, _ conditions: PageConditions, _ location: FilterLocation
  ) {
    for condition in conditions.alternatives {
      for filter in allowed {
        var trigger = Trigger(
          urlFilter: filter, isCaseSensitive: options.isCaseSensitive, loadTypes: Self.loadTypes(options),
          condition: condition)
        if !Self.isOnlyForPages(options) {
          trigger.resourceTypes = Self.resourceTypes(options)
          let rule = Rule(trigger: trigger, action: .ignorePreviousRules)
          rules.append(OriginatedRule(rule: rule, location: location), to: .blocksWithOwnExceptions)
        }
        let pageTypes = Self.pageTypes(options)
        if !pageTypes.isEmpty {
          trigger.resourceTypes = pageTypes
          let rule = Rule(trigger: trigger, action: .ignorePreviousRules)
          rules.append(OriginatedRule(rule: rule, location: location), to: .pageBlocksWithOwnExceptions)
        }
      }
    }
  }

  /// Both parties are any party.
  private static func loadTypes(_ options: FilterOptions) -> LoadTypes {
    options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
  }

  private static func isOnlyForPages(_ options: FilterOptions) -> Bool {
    !options.isForEverything && !options.types.isEmpty && options.types.isSubset(of: [.document, .popup])
  }

  private mutating func emit(
    _ filter: NetworkFilter, _ options: FilterOptions, _ pattern: PatternConverter.Result,
    _ conditions: PageConditions, _ location: FilterLocation
  ) {
    let loadTypes = Self.loadTypes(options)
    let isOnlyForPages = Self.isOnlyForPages(options)
    for condition in conditions.alternatives {
      for urlFilter in pattern.filters {
        var trigger = Trigger(
          urlFilter: urlFilter, isCaseSensitive: pattern.isCaseSensitive, loadTypes: loadTypes,
          condition: condition)
        if !isOnlyForPages {
          trigger.resourceTypes = Self.resourceTypes(options)
          append(trigger, filter, options, location)
        }
        let pageTypes = Self.pageTypes(options)
        if !pageTypes.isEmpty {
          trigger.resourceTypes = pageTypes
          appendToPages(trigger, filter, options, location)
        }
      }
    }
  }

  /// The types of requests in pages. None means any: rules of pages and windows are guarded from these.
  private static func resourceTypes(_ options: FilterOptions) -> ResourceTypes {
    if !options.types.isEmpty, !options.isForEverything { return options.types.resourceTypes }
    return options.excludedTypes.isDisjoint(with: .subresources.subtracting(.object))
      ? [] : options.excludedTypes.remainingResourceTypes
  }

  /// The page and the window among the types.
  private static func pageTypes(_ options: FilterOptions) -> ResourceTypes {
    let types = options.isForEverything ? [.document, .popup] : options.types
    var pageTypes: ResourceTypes = []
    if types.contains(.document), !options.excludedTypes.contains(.document) {
      pageTypes.insert(.topDocument)
    }
    if types.contains(.popup), !options.excludedTypes.contains(.popup) { pageTypes.insert(.popup) }
    return pageTypes
  }

  private mutating func append(
    _ trigger: Trigger, _ filter: NetworkFilter, _ options: FilterOptions, _ location: FilterLocation
  ) {
    let section: NetworkSection
    var action: Action = options.blocksCookies ? .blockCookies : .block
    switch (filter.isException, options.isImportant) {
    case (true, let isImportant):
      section = isImportant ? .importantExceptions : .exceptions
      action = .ignorePreviousRules
    case (false, _) where options.hasOwnExceptions: section = .blocksWithOwnExceptions
    case (false, _) where options.blocksCookies: section = .cookieBlocks
    case (false, true): section = .importantBlocks
    case (false, false):
      switch trigger.condition {
      case .ifDomain, .ifTopURL, .ifFrameURL: section = .specificBlocks
      default: section = .genericBlocks
      }
    }
    rules.append(
      OriginatedRule(rule: Rule(trigger: trigger, action: action), location: location), to: section)
  }

  private mutating func appendToPages(
    _ trigger: Trigger, _ filter: NetworkFilter, _ options: FilterOptions, _ location: FilterLocation
  ) {
    let section: NetworkSection =
      if filter.isException {
        options.isImportant ? .importantWindowExceptions : .windowExceptions
      } else if options.hasOwnExceptions {
        .pageBlocksWithOwnExceptions
      } else if options.isImportant { .importantPageBlocks } else { .pageBlocks }
    let action: Action = filter.isException ? .ignorePreviousRules : .block
    rules.append(
      OriginatedRule(rule: Rule(trigger: trigger, action: action), location: location), to: section)
  }
}
