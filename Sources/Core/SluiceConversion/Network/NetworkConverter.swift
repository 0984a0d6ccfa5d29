import SluiceRules
import SluiceSyntax

/// Converts network filters, one at a time, into rules grouped by section.
struct NetworkConverter {
  private(set) var rules = NetworkRules()

  private let documents: DocumentConditions

  init(capacity: Int, _ documents: DocumentConditions) {
    self.documents = documents
    rules.reserveCapacity(capacity, of: .genericBlocks)
  }

  /// Adds the rules of a filter. A filter that cannot be converted adds nothing.
  ///
  /// - Parameter removedDomains: The domains on which a `$badfilter` disables the filter.
  /// - Returns: The reason why the filter is not exact, or `nil` if it is.
  mutating func add(
    _ filter: NetworkFilter, of dialect: ListDialect, at location: FilterPlace,
    without removedDomains: RemovedDomains?, in bytes: Span<UInt8>
  ) -> Finding? {
    // Nine of ten filters have the form `||host^`.
    if filter.options.isEmpty, !filter.isException,
      let host = PatternConverter.bareHostFilter(filter.pattern, in: bytes)
    {
      let rule = Rule(trigger: Trigger(urlFilter: host, isCaseSensitive: true), action: .block)
      rules.append(OriginatedRule(rule: rule, location: location), to: .genericBlocks)
      return nil
    }
    do throws(Finding) {
      return try convert(filter, dialect, location, without: removedDomains, bytes)
    } catch {
      return error
    }
  }

  /// Adds a block or an exception for each name in a line of a hosts file. Names that a `$badfilter`
  /// disables, and names of the local machine, are skipped.
  mutating func add(
    _ line: HostsLine, but badfilters: Badfilters, at location: FilterPlace, in bytes: Span<UInt8>
  ) -> Finding? {
    var unusable: ByteRange?
    var usable = 0
    for range in line.hosts {
      if line.scope == .hostAndBelow, line.isBlock, badfilters.disables(host: range, in: bytes) {
        usable += 1
        continue
      }
      guard let host = HostNames.ascii(bytes, range), let filter = PagePattern.requests(to: host, line.scope)
      else {
        unusable = unusable ?? range
        continue
      }
      usable += 1
      if HostNames.isOfThisMachine(host) { continue }
      let action: Action = line.isBlock ? .block : .ignorePreviousRules
      let rule = Rule(trigger: Trigger(urlFilter: filter, isCaseSensitive: true), action: action)
      rules.append(
        OriginatedRule(rule: rule, location: location), to: line.isBlock ? .genericBlocks : .exceptions)
    }
    // The other names of the line are still blocked.
    return unusable.map { usable > 0 ? .approximated(.unusableDomain, $0) : .dropped(.unusableDomain, $0) }
  }

  /// Returns the finding about a filter without its options that rules cannot express. These options prevent a
  /// conversion, so other mistakes in the filter are not found.
  static func finding(
    apartFromOptionsOfOthers filter: NetworkFilter, of dialect: ListDialect, _ documents: DocumentConditions,
    in bytes: Span<UInt8>
  ) -> Finding? {
    var rest = filter
    rest.options.removeAll { $0.isOfOthers }
    guard rest.options.count < filter.options.count else { return nil }
    var converter = NetworkConverter(capacity: 1, documents)
    return converter.add(
      rest, of: dialect, at: FilterPlace(source: 0, lineIndex: 0), without: nil, in: bytes)
  }

  private mutating func convert(
    _ filter: NetworkFilter, _ dialect: ListDialect, _ location: FilterPlace,
    without removedDomains: RemovedDomains?, _ bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    // Each `$badfilter` was already applied, regardless of its other options.
    if filter.options.contains(where: { $0.kind == .badfilter }) { return nil }
    var options = try FilterOptions(filter, in: bytes)
    try PatternFault.check(filter, options, in: bytes)
    // In this case, the filter is disabled on all of its pages.
    if !options.remove(removedDomains, in: bytes) { return nil }
    var finding = options.findings.first
    let affectsRequests = Self.affectsRequests(options)
    // Page scopes and types are independent. If one of them cannot be converted, the other one is.
    var exception: PageException?
    if !options.pageScopes.isEmpty {
      do throws(Finding) {
        let (own, problem) = try PageException.exception(
          filter, options, dialect, at: location, in: bytes)
        exception = own
        finding = finding ?? problem
      } catch {
        guard affectsRequests || finding?.outcome == .deferred else { throw error }
        finding = finding ?? error.ofOnePart
      }
    }
    if affectsRequests {
      do throws(Finding) {
        let problem = try addRequests(
          of: filter, options, dialect, location, isForPages: exception != nil, bytes)
        finding = finding ?? problem
      } catch {
        guard exception != nil else { throw error }
        finding = finding ?? error.ofOnePart
      }
    }
    if let exception {
      rules.pageExceptions.append(exception)
      if case .urls(let urls, _) = exception.pages { note(urls, .none, filter, location, bytes) }
      rules.pageComparisons += 1
    }
    return finding
  }

  /// Returns whether a filter applies to requests or cookies, not only to whole pages.
  private static func affectsRequests(_ options: FilterOptions) -> Bool {
    switch options.subject {
    case .requests: options.pageScopes.isEmpty || !options.types.isEmpty || options.isForEverything
    case .cookies: true
    case .modifications: false
    }
  }

  /// Adds the rules for requests, page loads and popups. Returns the reason why they are not exact, or `nil` if
  /// they are.
  private mutating func addRequests(
    of filter: NetworkFilter, _ options: FilterOptions, _ dialect: ListDialect, _ location: FilterPlace,
    isForPages: Bool, _ bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    let (pattern, allowed) = try requests(of: filter, options, bytes)
    let sent = try cookiesToDomains(of: filter, options, bytes)
    let conditions = try PageConditions(
      options.pages(dialect, isException: filter.isException, in: bytes))
    // The conversion cannot fail after this point.
    if options.subject == .cookies, filter.isException { rules.hasCookieExceptions = true }
    if options.distinguishesObjects { rules.objectLoads += 1 }
    if !isForPages, comparesPage(options, conditions) { rules.pageComparisons += 1 }
    let action: Action =
      if filter.isException { .ignorePreviousRules } else {
        options.subject == .cookies ? .blockCookies : .block
      }
    let hasOwnExceptions = !allowed.isEmpty
    emit(
      action, pattern.filters, isCaseSensitive: pattern.isCaseSensitive, options, conditions, location,
      pages: NetworkSection(ofPages: filter, options, dialect, hasOwnExceptions: hasOwnExceptions)
    ) { NetworkSection(filter, options, dialect, $0, hasOwnExceptions: hasOwnExceptions) }
    // The exceptions for excluded hosts follow their blocks.
    emit(
      .ignorePreviousRules, allowed, isCaseSensitive: options.isCaseSensitive, options, conditions, location,
      pages: .pageBlocksWithOwnExceptions
    ) { _ in .blocksWithOwnExceptions }
    note(pattern.filters + allowed, conditions, filter, location, bytes)
    if let sent {
      emit(
        action, sent.pattern.filters, isCaseSensitive: sent.pattern.isCaseSensitive, options,
        sent.conditions, location, pages: nil
      ) { NetworkSection(filter, options, dialect, $0, hasOwnExceptions: false) }
      note(sent.pattern.filters, sent.conditions, filter, location, bytes)
    }
    return pattern.finding ?? conditions.finding ?? sent?.pattern.finding
  }

  /// Returns the requests to the included domains of a cookie filter, from all pages that it does not exclude;
  /// `nil` for other filters. `$cookie,domain=x` applies to the requests from x and to x.
  ///
  /// The pattern has a finding, and no url-filters, if WebKit cannot express these requests.
  private func cookiesToDomains(
    of filter: NetworkFilter, _ options: FilterOptions, _ bytes: Span<UInt8>
  ) throws(Finding) -> (pattern: PatternConverter.Result, conditions: PageConditions)? {
    guard options.subject == .cookies, !options.filterHasTop,
      options.domains.contains(where: { !$0.isExcluded })
    else { return nil }
    let excluded = options.domains.filter { $0.isExcluded }
    let conditions = try PageConditions(
      excluded.isEmpty ? nil : DomainSet(excluded, .excluded, in: bytes))
    var requests = options
    let inexpressible = Finding.approximated(.requestDomains, DomainEntry.range(of: options.domains))
    if !options.requestDomains.isEmpty || !options.removedPages.isEmpty {
      return (
        PatternConverter.Result(filters: [], isCaseSensitive: false, finding: inexpressible), conditions
      )
    }
    requests.requestDomains = options.domains
    do throws(Finding) {
      return (try self.requests(of: filter, requests, bytes).0, conditions)
    } catch {
      // The pattern may have another host, so that no request remains.
      let isNothing = error.reason == .conversion(.conflictingOptions)
      return (
        PatternConverter.Result(
          filters: [], isCaseSensitive: false, finding: isNothing ? nil : inexpressible), conditions
      )
    }
  }

  /// Returns whether WebKit compares the party or the domains of a filter with the page, although the filter
  /// refers to the document that makes the request.
  ///
  /// Page loads and popups do not belong to a frame, and `top=` refers to the page.
  private func comparesPage(_ options: FilterOptions, _ conditions: PageConditions) -> Bool {
    if Self.isOnlyForPages(options) { return false }
    if !Self.loadTypes(options).isEmpty { return true }
    guard !options.filterHasTop else { return false }
    let types = Self.resourceTypes(options)
    return conditions.alternatives.contains { documents.comparesPage($0, types) }
  }

  /// Records a filter if its rules are many times as large as the filter itself. This happens because each
  /// pattern repeats all conditions.
  private mutating func note(
    _ patterns: [URLFilter], _ conditions: PageConditions, _ filter: NetworkFilter,
    _ location: FilterPlace, _ bytes: Span<UInt8>
  ) {
    let urls = conditions.alternatives.reduce(0) { $0 + ($1?.urlFilterCount ?? 0) }
    guard patterns.count > Self.fewPatterns || urls > Self.fewPatterns else { return }
    let condition = conditions.alternatives.reduce(0) { $0 + ($1?.size ?? 0) }
    let pattern = patterns.reduce(0) { $0 + $1.bytes.count + Self.ruleSize }
    let length = filter.options.reduce(filter.pattern.range.count) { $0 + ($1.value?.count ?? 0) + 8 }
    let cost = patterns.count.multipliedClamped(by: condition).addingClamped(
      conditions.alternatives.count.multipliedClamped(by: pattern))
    guard cost > Self.freeFactor * length + Self.freeSize else { return }
    rules.costly.append(
      NetworkRules.CostlyFilter(
        location: location, bytes: cost - Self.freeFactor * length, isException: filter.isException))
  }

  private static let fewPatterns = 2
  /// The part of the size of rules that is not counted: a multiple of the filter's size, plus a constant for
  /// short filters.
  private static let (freeFactor, freeSize) = (4, 512)
  private static let ruleSize = 100

  /// Returns the requests that the filter applies to, and url-filters for the hosts that it excludes.
  private func requests(
    of filter: NetworkFilter, _ options: FilterOptions, _ bytes: Span<UInt8>
  ) throws(Finding) -> (PatternConverter.Result, allowed: [URLFilter]) {
    guard !options.requestDomains.isEmpty || !options.allowedRequestDomains.isEmpty else {
      let pattern = try PatternConverter.convert(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
      return (pattern, [])
    }
    var to =
      options.requestDomains.isEmpty ? nil : try DomainSet(options.requestDomains, .excluded, in: bytes)
    var denied =
      options.allowedRequestDomains.isEmpty
      ? nil : try DomainSet(options.allowedRequestDomains, .excluded, in: bytes)
    if let included = to?.hosts, !included.isEmpty, to?.entities.isEmpty ?? false {
      // Excluded hosts that have nothing in common with the included hosts make no difference.
      let included = Set(included)
      to?.excludedHosts.removeAll { !HostNames.isHost($0, withinAny: included) }
      denied?.hosts.removeAll { host in
        !HostNames.isHost(host, withinAny: included)
          && !included.contains { HostNames.isHost($0, within: host) }
      }
    }
    if let to, to.hasOtherRegexes { throw .dropped(.requestDomains, to.range) }
    if let denied,
      !denied.excludedHosts.isEmpty || !denied.excludedEntities.isEmpty || denied.includesNothing
        || denied.hasOtherRegexes || !denied.excludedAddresses.isEmpty
    {
      throw .dropped(.requestDomains, denied.range)
    }
    if let pattern = try remaining(to, denied, of: filter, options, bytes) { return (pattern, []) }

    var pattern: PatternConverter.Result?
    var allowed: [URLFilter] = []
    if let to {
      if !to.includesNothing {
        pattern = try RequestHosts.restrict(
          filter.pattern, to: to, isCaseSensitive: options.isCaseSensitive, in: bytes)
      }
      allowed += Self.allowed(to.excludedHosts, to.excludedEntities, filter, options, bytes)
      allowed += to.excludedAddresses.compactMap { PagePattern.address($0) }
    }
    if let denied {
      allowed += Self.allowed(denied.hosts, denied.entities, filter, options, bytes)
      allowed += denied.addresses.compactMap { PagePattern.address($0) }
    }
    // An exception to an exception would have to restore the blocks of other filters, which WebKit cannot do.
    // An exception to a cookie block would override other blocks.
    if !allowed.isEmpty, filter.isException || options.subject == .cookies {
      throw .dropped(.requestDomains, options.range)
    }
    var whole: PatternConverter.Result
    if let pattern {
      whole = pattern
    } else {
      whole = try PatternConverter.convert(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
    }
    if !allowed.isEmpty, options.isImportant {
      whole.finding = whole.finding ?? .approximated(.importantExclusions, options.range)
    }
    whole.finding = whole.finding ?? to?.finding ?? denied?.finding
    return (whole, allowed)
  }

  /// Returns the pattern restricted to the hosts that are not excluded.
  ///
  /// The restriction is used if the pattern matches none of the excluded hosts, or if exceptions would
  /// override too much or too little. Returns `nil` if exceptions are suitable, or if the pattern cannot be
  /// restricted.
  private func remaining(
    _ to: DomainSet?, _ denied: DomainSet?, of filter: NetworkFilter, _ options: FilterOptions,
    _ bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result? {
    let hosts = RemainingHosts(
      included: to.flatMap { $0.includesNothing ? nil : $0.hosts },
      excluded: (to?.excludedHosts ?? []) + (denied?.hosts ?? []),
      excludedEntities: (to?.excludedEntities ?? []) + (denied?.entities ?? []),
      place: (denied ?? to)?.range ?? options.range)
    // Addresses have no parent domains.
    if to.map({ !($0.addresses + $0.excludedAddresses).isEmpty }) ?? false { return nil }
    if denied.map({ !$0.addresses.isEmpty }) ?? false { return nil }
    guard to?.entities.isEmpty ?? true else { return nil }
    if hosts.holdNone(of: filter.pattern, in: bytes) { throw .dropped(.conflictingOptions, hosts.place) }
    guard hosts.excludedEntities.isEmpty, !hosts.excluded.isEmpty else { return nil }
    guard
      filter.isException || options.isImportant || options.subject == .cookies
        || hosts.holdAll(of: filter.pattern, in: bytes),
      var pattern = try hosts.restrict(
        filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
    else { return nil }
    pattern.finding = pattern.finding ?? to?.finding ?? denied?.finding
    return pattern
  }

  /// Returns url-filters for the hosts that the filter excludes. If possible, they match only URLs that the
  /// filter matches, so that they do not override other filters.
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
    return hosts.compactMap { PagePattern.host($0) }
      + entities.compactMap { PagePattern.requests(to: .entity($0), .excluded) }
  }

  /// Returns the parties of a filter. Both parties together are the same as no party.
  private static func loadTypes(_ options: FilterOptions) -> LoadTypes {
    options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
  }

  private static func isOnlyForPages(_ options: FilterOptions) -> Bool {
    !options.isForEverything && !options.types.isEmpty && options.types.isSubset(of: [.document, .popup])
  }

  /// Adds rules with these url-filters and conditions: for requests of pages, and for page loads and popups.
  /// Without a section for page loads, there are no rules for them.
  private mutating func emit(
    _ action: Action, _ filters: [URLFilter], isCaseSensitive: Bool, _ options: FilterOptions,
    _ conditions: PageConditions, _ location: FilterPlace, pages pageSection: NetworkSection?,
    requests section: (Condition?) -> NetworkSection
  ) {
    let documents = documents
    let isOnlyForPages = Self.isOnlyForPages(options)
    let pageTypes = Self.pageTypes(options)
    for condition in conditions.alternatives {
      for filter in filters {
        var trigger = Trigger(
          urlFilter: filter.withFewerStates(isException: action.overridesOthers),
          isCaseSensitive: isCaseSensitive, loadTypes: Self.loadTypes(options), condition: condition)
        if !isOnlyForPages {
          trigger.resourceTypes = Self.resourceTypes(options)
          let section = section(condition)
          documents.forEachTrigger(of: trigger) { trigger in
            let rule = Rule(trigger: trigger, action: action)
            rules.append(OriginatedRule(rule: rule, location: location), to: section)
          }
        }
        if !pageTypes.isEmpty, let pageSection {
          trigger.resourceTypes = pageTypes
          let rule = Rule(trigger: trigger, action: action)
          rules.append(OriginatedRule(rule: rule, location: location), to: pageSection)
        }
      }
    }
  }

  /// Returns the types for requests of pages. An empty set means all types; a guard rule protects page loads
  /// and popups from rules without types.
  private static func resourceTypes(_ options: FilterOptions) -> ResourceTypes {
    if !options.types.isEmpty, !options.isForEverything { return options.types.resourceTypes }
    return options.excludedTypes.isDisjoint(with: .subresources.subtracting(.object))
      ? [] : options.excludedTypes.remainingResourceTypes
  }

  /// Returns the types for page loads and popups.
  private static func pageTypes(_ options: FilterOptions) -> ResourceTypes {
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
