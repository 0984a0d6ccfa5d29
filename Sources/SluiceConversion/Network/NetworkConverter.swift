import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Converts network filters, one at a time, into rules grouped by section.
struct NetworkConverter {
  var rules = NetworkRules()

  private let documents: DocumentConditions
  /// The bytes that rules of costly filters may have. Further ones wait until the budget of all lists is known.
  var room: Int
  private let purpose: Purpose

  enum Purpose {
    /// All filters are converted. Those with many patterns wait until they are paid for.
    case conversion
    /// Filters that waited are converted.
    case paid
    /// Only ``NetworkRules/pageExceptions`` are used.
    case pageExceptions
  }

  init(capacity: Int, _ documents: DocumentConditions, for purpose: Purpose = .conversion, room: Int) {
    (self.documents, self.purpose, self.room) = (documents, purpose, room)
    rules.reserveCapacity(capacity, of: .genericBlocks)
  }

  /// Adds the rules of a filter. A filter that cannot be converted adds nothing.
  ///
  /// - Parameter removedDomains: The domains on which a `$badfilter` disables the filter.
  /// - Returns: The reason why the filter is not exact, or `nil` if it is.
  mutating func add(
    _ filter: NetworkFilter, of dialect: ListDialect, at location: FilterPlace,
    without removedDomains: @autoclosure () -> RemovedDomains?, in bytes: Span<UInt8>
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
      return try convert(filter, dialect: dialect, at: location, without: removedDomains(), in: bytes)
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
      guard let host = HostNames.ascii(bytes, in: range),
        let filter = PagePattern.requests(to: host, line.scope)
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
    return unusable.map {
      usable > 0 ? .approximated(.unusableDomain, span: $0) : .unsupported(.unusableDomain, span: $0)
    }
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
    // All of these filters are unsupported, so their rules are not used.
    var converter = NetworkConverter(capacity: 1, documents, room: 0)
    return converter.add(
      rest, of: dialect, at: FilterPlace(source: 0, lineIndex: 0), without: nil, in: bytes)
  }

  /// The requests of a filter, for other rules than those of a content blocker.
  struct RequestScope {
    var filters: [URLFilter]
    var isCaseSensitive: Bool
    /// The alternative conditions on the page; nil for all pages.
    var conditions: [Condition?]
    var finding: Finding?
  }

  private static let maximumFilters = 64

  /// Returns the requests of a filter whose types do not matter; nil if a `$badfilter` disables it on all of its pages.
  static func requests(
    of filter: NetworkFilter, _ dialect: ListDialect, without removedDomains: RemovedDomains?,
    in bytes: Span<UInt8>
  ) throws(Finding) -> RequestScope? {
    var options = try FilterOptions(filter, in: bytes)
    try PatternFault.check(filter, options: options, in: bytes)
    if !options.remove(removedDomains, in: bytes) { return nil }
    let converter = NetworkConverter(
      capacity: 0, DocumentConditions(ConversionOptions()), for: .paid, room: .max)
    let requests = try converter.requests(of: filter, options, dialect: dialect, in: bytes)
    guard requests.allowed.isEmpty, requests.further == nil else {
      throw .unsupported(.requestDomains, span: options.range)
    }
    guard requests.pattern.filters.count <= maximumFilters else {
      throw .unsupported(.outOfProportion, span: filter.pattern.range)
    }
    return RequestScope(
      filters: requests.pattern.filters, isCaseSensitive: requests.pattern.isCaseSensitive,
      conditions: requests.conditions.alternatives, finding: requests.finding)
  }

  private mutating func convert(
    _ filter: NetworkFilter, dialect: ListDialect, at location: FilterPlace,
    without removedDomains: RemovedDomains?, in bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    // Each `$badfilter` was already applied, regardless of its other options.
    if filter.options.contains(where: { $0.kind == .badfilter }) { return nil }
    var options = try FilterOptions(filter, in: bytes)
    try PatternFault.check(filter, options: options, in: bytes)
    // In this case, the filter is disabled on all of its pages.
    if !options.remove(removedDomains, in: bytes) { return nil }
    var finding = options.findings.first
    let affectsRequests = Self.affectsRequests(options)
    // Rules for whole pages do not compare parties.
    if !affectsRequests { finding = finding ?? options.strictParty?.finding }
    // Page scopes and types are independent. If one of them cannot be converted, the other one is.
    var exception: WholePageException?
    if !options.pageScopes.isEmpty {
      do throws(Finding) {
        let (own, problem) = try WholePageException.exception(
          filter, options: options, dialect: dialect, at: location, in: bytes)
        exception = own
        finding = finding ?? problem
      } catch {
        guard affectsRequests || finding?.outcome == .needsScript else { throw error }
        finding = finding ?? error.ofOnePart
      }
    }
    if purpose == .pageExceptions {
      if let exception { rules.pageExceptions.append(exception) }
      return finding
    }
    var cost = RuleCost(filter, options: options, documents: documents)
    guard affectsRequests else {
      return affords(cost, isException: filter.isException, exception, at: location) ? finding : nil
    }
    let isCookieException = options.subject == .cookies && filter.isException
    if purpose != .paid, let estimate = cost.estimate(filter.pattern, options: options, in: bytes) {
      if isCookieException { rules.hasCookieExceptions = true }
      rules.costly.append(
        NetworkRules.CostlyFilter(
          location: location, bytes: estimate, isException: filter.isException, isWaiting: true))
      return nil
    }
    // Not optional: to destroy an optional value of this size takes as long as to convert a host.
    let requests: Requests
    do throws(Finding) {
      requests = try self.requests(of: filter, options, dialect: dialect, in: bytes)
    } catch {
      guard exception != nil else { throw error }
      finding = finding ?? error.ofOnePart
      return affords(cost, isException: filter.isException, exception, at: location) ? finding : nil
    }
    if isCookieException { rules.hasCookieExceptions = true }
    cost.add(
      requests.allowed.isEmpty ? requests.pattern.filters : requests.pattern.filters + requests.allowed,
      conditions: requests.conditions,
      action: requests.action, isCaseSensitive: requests.pattern.isCaseSensitive, types: requests.types)
    if let further = requests.further {
      cost.add(
        further.pattern.filters, conditions: further.conditions, action: requests.action,
        isCaseSensitive: further.pattern.isCaseSensitive, types: requests.types)
    }
    guard
      affords(
        cost, isException: filter.isException, exception,
        comparesPage: comparesPage(options, requests: requests),
        distinguishesObjects: options.distinguishesObjects, at: location)
    else { return nil }
    emit(requests, filter: filter, options: options, dialect: dialect, at: location)
    return finding ?? requests.finding
  }

  /// Pays for a filter from the room for rules, and adds its exception for whole pages. Returns false if there is too
  /// little room: the filter waits, and its finding is reported when it is converted.
  private mutating func affords(
    _ cost: consuming RuleCost, isException: Bool, _ exception: WholePageException?,
    comparesPage: Bool = false, distinguishesObjects: Bool = false, at location: FilterPlace
  ) -> Bool {
    if let exception { cost.add(exception.pages, scopes: exception.scopes.rawValue.nonzeroBitCount) }
    let comparesPage = comparesPage || exception != nil
    let excess = cost.excess
    if excess > 0 {
      let isWaiting = excess > room
      rules.costly.append(
        NetworkRules.CostlyFilter(
          location: location, bytes: excess, isException: isException, isWaiting: isWaiting,
          distinguishesObjects: distinguishesObjects, comparesPage: comparesPage))
      if isWaiting { return false }
      room -= excess
    }
    if distinguishesObjects { rules.objectLoads += 1 }
    if comparesPage { rules.pageComparisons += 1 }
    if let exception { rules.pageExceptions.append(exception) }
    return true
  }

  /// Returns whether a filter applies to requests or cookies, not only to whole pages.
  private static func affectsRequests(_ options: FilterOptions) -> Bool {
    switch options.subject {
    case .requests: options.pageScopes.isEmpty || !options.types.isEmpty || options.isForEverything
    case .cookies: true
    case .modifications: false
    }
  }

  /// The requests, page loads and popups that a filter applies to, from which its rules are made.
  private struct Requests {
    var action: Action
    var types: RuleTypes
    var pattern: PatternConverter.Result
    /// The url-filters for the hosts that the filter excludes.
    var allowed: [URLFilter]
    var conditions: PageConditions
    /// More requests, with conditions of their own: those that a cookie filter applies to because of their host, or
    /// those to other hosts than the pattern's.
    var further: (pattern: PatternConverter.Result, conditions: PageConditions)?
    /// Whether the conditions are about the host of the requests, not about pages that the filter names.
    var areOnPagesOfAnySite = false

    var finding: Finding? { pattern.finding ?? conditions.finding ?? further?.pattern.finding }
  }

  private func requests(
    of filter: NetworkFilter, _ options: FilterOptions, dialect: ListDialect, in bytes: Span<UInt8>
  ) throws(Finding) -> Requests {
    let action: Action =
      if filter.isException { .ignorePreviousRules } else {
        options.subject == .cookies ? .blockCookies : .block
      }
    let pages = try options.pages(dialect, isException: filter.isException, in: bytes)
    if let strict = options.strictParty {
      if let made = try strict.requests(of: filter, options, on: pages, in: bytes) {
        return Requests(
          action: action, types: RuleTypes(options), pattern: made.pattern, allowed: [],
          conditions: made.conditions, further: made.below,
          areOnPagesOfAnySite: pages?.includesNothing ?? true)
      }
      var compared = options
      try compared.compareSites(isException: filter.isException)
      var requests = try requests(of: filter, compared, dialect: dialect, in: bytes)
      requests.pattern.finding = requests.pattern.finding ?? strict.finding
      return requests
    }
    let (pattern, allowed) = try urlFilters(of: filter, options, in: bytes)
    let sent = try cookiesToDomains(of: filter, options, in: bytes)
    return Requests(
      action: action, types: RuleTypes(options), pattern: pattern, allowed: allowed,
      conditions: try PageConditions(pages), further: sent)
  }

  /// Returns the requests to the included domains of a cookie filter, from all pages that it does not exclude;
  /// `nil` for other filters. `$cookie,domain=x` applies to the requests from x and to x.
  ///
  /// The pattern has a finding, and no url-filters, if WebKit cannot express these requests.
  private func cookiesToDomains(
    of filter: NetworkFilter, _ options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> (pattern: PatternConverter.Result, conditions: PageConditions)? {
    guard options.subject == .cookies, !options.filterHasTop,
      options.domains.contains(where: { !$0.isExcluded })
    else { return nil }
    let excluded = options.domains.filter { $0.isExcluded }
    let conditions = try PageConditions(
      excluded.isEmpty ? nil : DomainSet(excluded, precedence: .excluded, in: bytes))
    var requests = options
    let inexpressible = Finding.approximated(.requestDomains, span: DomainEntry.range(of: options.domains))
    if !options.requestDomains.isEmpty || !options.removedPages.isEmpty {
      return (
        PatternConverter.Result(filters: [], isCaseSensitive: false, finding: inexpressible), conditions
      )
    }
    requests.requestDomains = options.domains
    do throws(Finding) {
      return (try urlFilters(of: filter, requests, in: bytes).0, conditions)
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
  private func comparesPage(_ options: FilterOptions, requests: Requests) -> Bool {
    guard let types = requests.types.requests else { return false }
    if !requests.types.parties.isEmpty { return true }
    guard !options.filterHasTop else { return false }
    return requests.conditions.alternatives.contains { documents.comparesPage($0, types: types) }
  }

  private func urlFilters(
    of filter: NetworkFilter, _ options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> (PatternConverter.Result, allowed: [URLFilter]) {
    guard !options.requestDomains.isEmpty || !options.allowedRequestDomains.isEmpty else {
      let pattern = try PatternConverter.convert(filter.pattern, for: options, in: bytes)
      return (pattern, [])
    }
    if case .plain(let plain) = filter.pattern { try PatternConverter.checkLength(of: plain, in: bytes) }
    var to =
      options.requestDomains.isEmpty
      ? nil : try DomainSet(options.requestDomains, precedence: .excluded, in: bytes)
    var denied =
      options.allowedRequestDomains.isEmpty
      ? nil : try DomainSet(options.allowedRequestDomains, precedence: .excluded, in: bytes)
    if let included = to?.hosts, !included.isEmpty, to?.entities.isEmpty ?? false {
      // Excluded hosts that have nothing in common with the included hosts make no difference.
      let above = Set(included.flatMap { HostNames.parents(of: $0) })
      let included = Set(included)
      to?.excludedHosts.removeAll { !HostNames.isHost($0, withinAny: included) }
      denied?.hosts.removeAll { !above.contains($0) && !HostNames.isHost($0, withinAny: included) }
    }
    if let to, to.hasOtherRegexes { throw .unsupported(.requestDomains, span: to.range) }
    if let denied,
      !denied.excludedHosts.isEmpty || !denied.excludedEntities.isEmpty || denied.includesNothing
        || denied.hasOtherRegexes || !denied.excludedAddresses.isEmpty
    {
      throw .unsupported(.requestDomains, span: denied.range)
    }
    if let pattern = try remaining(to, denied: denied, of: filter, options: options, in: bytes) {
      return (pattern, [])
    }

    var pattern: PatternConverter.Result?
    var allowed: [URLFilter] = []
    if let to {
      if !to.includesNothing {
        pattern = try RequestHosts.restrict(filter.pattern, to: to, for: options, in: bytes)
      }
      allowed += Self.allowed(
        to.excludedHosts, entities: to.excludedEntities, filter: filter, options: options, in: bytes)
      allowed += to.excludedAddresses.compactMap { PagePattern.address($0) }
    }
    if let denied {
      allowed += Self.allowed(
        denied.hosts, entities: denied.entities, filter: filter, options: options, in: bytes)
      allowed += denied.addresses.compactMap { PagePattern.address($0) }
    }
    // An exception to an exception would have to restore the blocks of other filters, which WebKit cannot do.
    // An exception to a cookie block would override other blocks.
    if !allowed.isEmpty, filter.isException || options.subject == .cookies {
      throw .unsupported(.requestDomains, span: options.range)
    }
    var whole: PatternConverter.Result
    if let pattern {
      whole = pattern
    } else {
      whole = try PatternConverter.convert(filter.pattern, for: options, in: bytes)
    }
    if !allowed.isEmpty, options.isImportant {
      whole.finding = whole.finding ?? .approximated(.importantExclusions, span: options.range)
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
    _ to: DomainSet?, denied: DomainSet?, of filter: NetworkFilter, options: FilterOptions,
    in bytes: Span<UInt8>
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
    if hosts.holdNone(of: filter.pattern, in: bytes) {
      throw .unsupported(.conflictingOptions, span: hosts.place)
    }
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
    _ hosts: [[UInt8]], entities: [[UInt8]], filter: NetworkFilter, options: FilterOptions,
    in bytes: Span<UInt8>
  ) -> [URLFilter] {
    var set = DomainSet()
    set.hosts = hosts
    if entities.isEmpty, !hosts.isEmpty, case .plain = filter.pattern,
      let narrow = try? RequestHosts.restrict(filter.pattern, to: set, for: options, in: bytes),
      narrow.finding == nil
    {
      return narrow.filters
    }
    return hosts.compactMap { PagePattern.host($0) }
      + entities.compactMap { PagePattern.requests(to: .entity($0), .excluded) }
  }

  private mutating func emit(
    _ requests: Requests, filter: NetworkFilter, options: FilterOptions, dialect: ListDialect,
    at location: FilterPlace
  ) {
    let hasOwnExceptions = !requests.allowed.isEmpty
    emit(
      requests.action, filters: requests.pattern.filters, isCaseSensitive: requests.pattern.isCaseSensitive,
      types: requests.types, conditions: requests.conditions, at: location,
      pages: NetworkSection(ofPages: filter, options, dialect: dialect, hasOwnExceptions: hasOwnExceptions)
    ) {
      NetworkSection(
        filter, options: options, dialect: dialect, condition: requests.areOnPagesOfAnySite ? nil : $0,
        hasOwnExceptions: hasOwnExceptions)
    }
    if hasOwnExceptions {
      // The exceptions for excluded hosts follow their blocks.
      emit(
        .ignorePreviousRules, filters: requests.allowed, isCaseSensitive: options.isCaseSensitive,
        types: requests.types,
        conditions: requests.conditions, at: location, pages: .pageBlocksWithOwnExceptions
      ) { _ in .blocksWithOwnExceptions }
    }
    if let further = requests.further {
      emit(
        requests.action, filters: further.pattern.filters, isCaseSensitive: further.pattern.isCaseSensitive,
        types: requests.types, conditions: further.conditions, at: location, pages: nil
      ) {
        NetworkSection(
          filter, options: options, dialect: dialect, condition: requests.areOnPagesOfAnySite ? nil : $0,
          hasOwnExceptions: false)
      }
    }
  }

  /// Adds rules with these url-filters and conditions: for requests of pages, and for page loads and popups.
  /// Without a section for page loads, there are no rules for them.
  private mutating func emit(
    _ action: Action, filters: [URLFilter], isCaseSensitive: Bool, types: RuleTypes,
    conditions: PageConditions, at location: FilterPlace, pages pageSection: NetworkSection?,
    requests section: (Condition?) -> NetworkSection
  ) {
    for condition in conditions.alternatives {
      let parts = types.requests.map { documents.parts(of: condition, $0) }
      for filter in filters {
        var trigger = Trigger(
          urlFilter: filter.withFewerStates(isException: action.overridesOthers),
          isCaseSensitive: isCaseSensitive, loadTypes: types.parties)
        if let parts {
          let section = section(condition)
          parts.forEach { part in
            (trigger.resourceTypes, trigger.condition) = (part.types, part.condition)
            let rule = Rule(trigger: trigger, action: action)
            rules.append(OriginatedRule(rule: rule, location: location), to: section)
          }
        }
        if !types.pages.isEmpty, let pageSection {
          (trigger.resourceTypes, trigger.condition) = (types.pages, condition)
          let rule = Rule(trigger: trigger, action: action)
          rules.append(OriginatedRule(rule: rule, location: location), to: pageSection)
        }
      }
    }
  }
}
