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
    do throws(Finding) {
      return try convert(filter, location, bytes)
    } catch {
      return error
    }
  }

  /// Adds a block for each name of a line of a hosts file; names of the machine itself are skipped.
  mutating func add(_ hosts: HostsLine, at location: FilterLocation, in bytes: Span<UInt8>) -> Finding? {
    var finding: Finding?
    for range in hosts.hosts {
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
    let options = try FilterOptions(filter, in: bytes)
    // What it switches off is gone already.
    if options.isBadfilter { return nil }
    var finding = options.findings.first
    if !options.pageScopes.isEmpty {
      let pages = try PageException.pages(of: filter, options, in: bytes)
      rules.pageExceptions.append(PageException(scopes: options.pageScopes, pages: pages, location: location))
      if options.types.isEmpty { return finding }
    }
    let pattern = try PatternConverter.convert(
      filter.pattern, isCaseSensitive: options.isCaseSensitive, in: bytes)
    let conditions = try PageConditions(options.domains, in: bytes)
    guard options.requestDomains.isEmpty, options.allowedRequestDomains.isEmpty else {
      throw .dropped(.unsupportedOption, filter.options[0].range)
    }
    finding = finding ?? pattern.finding ?? conditions.finding
    emit(filter, options, pattern, conditions, location)
    return finding
  }

  private mutating func emit(
    _ filter: NetworkFilter, _ options: FilterOptions, _ pattern: PatternConverter.Result,
    _ conditions: PageConditions, _ location: FilterLocation
  ) {
    // Both parties are any party.
    let loadTypes = options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
    let isOnlyForPages =
      !options.isForEverything && !options.types.isEmpty
      && options.types.isSubset(of: [.document, .popup])
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
    var action = Action.block
    switch (filter.isException, options.isImportant) {
    case (true, let isImportant):
      section = isImportant ? .importantExceptions : .exceptions
      action = .ignorePreviousRules
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
      filter.isException ? .windowExceptions : options.isImportant ? .importantPageBlocks : .pageBlocks
    let action: Action = filter.isException ? .ignorePreviousRules : .block
    rules.append(
      OriginatedRule(rule: Rule(trigger: trigger, action: action), location: location), to: section)
  }
}
