import SluiceRules
import SluiceSyntax
import SluiceText

/// The filters of lists that redirect blocked requests, with the blocks and exceptions that decide about these requests.
struct RedirectCollection {
  struct Result {
    var rules: [RedirectOrder.Rule] = []
    var resources: [RedirectResource] = []
    var findings: [(FilterPlace, Finding?)] = []
    /// The exceptions to parameters that apply to all requests to their host.
    var widened: Set<FilterPlace> = []
  }

  private let lists: ChangedLists
  private var order: RedirectOrder
  /// The redirects that only apply to requests that other filters block.
  private var ofOthers: [OfOthers] = []
  private var names: [FilterPlace: ByteRange] = [:]
  /// The filters that block their requests too.
  private var blocking: Set<FilterPlace> = []

  private struct OfOthers {
    var resource: RedirectResource
    var priority: Int
    var scope: ChangeScope
    var place: FilterPlace
  }

  init(_ lists: ChangedLists, ruleset: String) {
    self.lists = lists
    order = RedirectOrder(ruleset: ruleset)
  }

  /// Adds a filter with the option `redirect` or one like it, and returns why it is not exact. Throws a finding if it
  /// redirects nothing.
  mutating func add(
    _ filter: NetworkFilter, option: Option, isAlone: Bool, dialect: ListDialect, suffixes: inout Int,
    at place: FilterPlace, in bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    let name = option.value ?? option.name
    guard isAlone, case .redirect(let resource) = option.kind.role else {
      throw .unsupported(.conflictingOptions, span: option.range)
    }
    let redirect = AdvancedFilterReader.redirect(option, to: resource, in: bytes)
    let blocks = option.kind != .redirectRule
    if blocks { blocking.insert(place) }
    names[place] = name
    var scope: ChangeScope
    do throws(Finding) {
      scope = try ChangeScope(
        filter, changing: nil, dialect: dialect,
        without: lists.badfilters.removedDomains(of: filter, dialect, in: bytes), suffixes: &suffixes,
        in: bytes)
    } catch {
      throw notRedirected(error, at: place)
    }
    if filter.isException {
      order.add(
        RedirectOrder.Exception(
          subject: .redirects(redirect.resource), scope: scope, isExact: !scope.isOnOtherPages, place: place))
      return scope.finding
    }
    guard let resource = redirect.resource.flatMap({ RedirectResource(named: $0) }) else {
      throw notRedirected(.unsupported(.redirectResource, span: name), at: place)
    }
    guard !scope.conditions.isEmpty else {
      throw notRedirected(.unsupported(.changeConditions, span: name), at: place)
    }
    let priority = redirect.priority ?? 0
    if blocks {
      order.add(
        resource, priority: priority, scope: scope,
        isImportant: filter.options.contains { $0.kind == .important }, at: place)
    } else {
      guard scope.host != nil else { throw .unsupported(.redirectOfBlocks, span: name) }
      ofOthers.append(OfOthers(resource: resource, priority: priority, scope: scope, place: place))
    }
    return scope.finding
  }

  mutating func finish(after changes: ChangeOrder) -> Result {
    var result = Result()
    for place in addBlockedRedirects() {
      result.findings.append((place, .unsupported(.redirectOfBlocks, span: names[place] ?? ByteRange(0, 0))))
    }
    guard !order.isEmpty else { return result }
    addExceptions()
    addImportantBlocks()
    order.finish(among: changes)
    result.widened = order.widened
    for place in order.yielding {
      result.findings.append(
        (place, .approximated(.redirectOfImportant, span: names[place] ?? ByteRange(0, 0))))
    }
    for place in order.limited {
      result.findings.append((place, .approximated(.changeExceptions, span: names[place] ?? ByteRange(0, 0))))
    }
    for place in order.undone {
      let problem = Finding.unsupported(.changeExceptions, span: names[place] ?? ByteRange(0, 0))
      result.findings.append((place, notRedirected(problem, at: place)))
    }
    result.rules = order.rules
    let paths = Set(
      order.rules.compactMap { rule in
        if case .redirect(let path) = rule.rule.action { path } else { nil }
      })
    result.resources = RedirectResource.allCases.filter { paths.contains($0.path(of: order.ruleset)) }
    return result
  }

  /// Returns the finding about a filter that redirects nothing. The rule list blocks its requests, or leaves them to
  /// other filters.
  private func notRedirected(_ finding: Finding, at place: FilterPlace) -> Finding {
    var finding = finding
    finding.outcome = blocking.contains(place) ? .needsScript : .unsupported
    return finding
  }

  /// Adds the redirects of requests that other filters block entirely. Returns the filters whose requests may not be
  /// blocked.
  private mutating func addBlockedRedirects() -> [FilterPlace] {
    guard !ofOthers.isEmpty else { return [] }
    var hosts: Set<[UInt8]> = []
    for redirect in ofOthers {
      guard let host = redirect.scope.host else { continue }
      hosts.formUnion([host] + HostNames.parents(of: host))
    }
    var blocks: [[UInt8]: [ChangeScope]] = [:]
    var none = 0
    lists.forEachLine { content, dialect, _, bytes in
      switch content {
      case .network(let filter):
        guard !filter.isException, let host = WholePageException.bareHost(of: filter.pattern, in: bytes),
          hosts.contains(host),
          !filter.options.contains(where: {
            OptionChange.kind(of: $0.kind) != nil || $0.kind == .redirectRule || $0.kind == .badfilter
          }), !lists.badfilters.disables(filter, dialect: dialect, in: bytes),
          let options = try? FilterOptions(filter, in: bytes), options.blocksRequests,
          let scope = try? ChangeScope(
            filter, changing: nil, dialect: dialect,
            without: lists.badfilters.removedDomains(of: filter, dialect, in: bytes), suffixes: &none,
            in: bytes)
        else { return }
        blocks[host, default: []].append(scope)
      case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected,
        .cosmetic:
        break
      }
    }
    var others: [FilterPlace] = []
    for redirect in ofOthers {
      let above = redirect.scope.host.map { [$0] + HostNames.parents(of: $0) } ?? []
      let isBlocked = above.contains { blocks[$0]?.contains { $0.coversBesideURLs(redirect.scope) } ?? false }
      if isBlocked {
        order.add(
          redirect.resource, priority: redirect.priority, scope: redirect.scope, isImportant: false,
          at: redirect.place)
      } else {
        others.append(redirect.place)
      }
    }
    return others
  }

  private mutating func addExceptions() {
    var exceptions: [RedirectOrder.Exception] = []
    var none = 0
    lists.forEachFilter(where: { $0.isException }) { filter, dialect, place, bytes in
      guard let options = try? FilterOptions(filter, in: bytes) else { return }
      let removed = lists.badfilters.removedDomains(of: filter, dialect, in: bytes)
      if !options.pageScopes.isDisjoint(with: [.document, .urlblock, .genericblock]),
        let exception = Self.exception(ofPages: filter, options, dialect: dialect, at: place, in: bytes)
      {
        exceptions.append(exception)
      }
      guard options.allowsRequests else { return }
      if let scope = try? ChangeScope(
        filter, changing: nil, dialect: dialect, without: removed, suffixes: &none, in: bytes)
      {
        exceptions.append(
          RedirectOrder.Exception(
            subject: .blocks, scope: scope, isExact: !scope.isOnOtherPages, isImportant: options.isImportant,
            place: place))
        return
      }
      let scope = Self.widerScope(of: filter, dialect, in: bytes)
      guard let scope else { return }
      exceptions.append(
        RedirectOrder.Exception(
          subject: .blocks, scope: scope, isExact: false, isImportant: options.isImportant, place: place))
    }
    for exception in exceptions { order.add(exception) }
  }

  /// Adds the important blocks, which exceptions to redirects do not undo.
  private mutating func addImportantBlocks() {
    var scopes: [ChangeScope] = []
    lists.forEachFilter(where: { !$0.isException && $0.options.contains { $0.kind == .important } }) {
      filter, dialect, _, bytes in
      guard let options = try? FilterOptions(filter, in: bytes), options.blocksRequests,
        !filter.options.contains(where: { $0.kind == .redirectRule })
      else { return }
      if let scope = Self.widerScope(of: filter, dialect, in: bytes) { scopes.append(scope) }
    }
    for scope in scopes { order.add(importantBlock: scope) }
  }

  private static func widerScope(
    of filter: NetworkFilter, _ dialect: ListDialect, in bytes: Span<UInt8>
  ) -> ChangeScope? {
    var none = 0
    var wider = filter
    wider.options.removeAll { $0.kind.traits.contains(.hosts) }
    let scope = try? ChangeScope(
      wider, changing: nil, dialect: dialect, without: nil, suffixes: &none, in: bytes)
    if scope != nil || filter.isException { return scope }
    // The pages of a block may have no hosts.
    wider.options.removeAll { $0.kind == .domain || $0.kind == .top }
    return try? ChangeScope(wider, changing: nil, dialect: dialect, without: nil, suffixes: &none, in: bytes)
  }

  private static func exception(
    ofPages filter: NetworkFilter, _ options: FilterOptions, dialect: ListDialect, at place: FilterPlace,
    in bytes: Span<UInt8>
  ) -> RedirectOrder.Exception? {
    let endsChanges = options.pageScopes.contains(.document)
    let exception = try? WholePageException.exception(
      filter, options: options, dialect: dialect, at: place, in: bytes
    ).0
    // If rules cannot name the pages, those of the extension exempt more, and the rule list none.
    let pages =
      exception?.pages
      ?? (endsChanges ? ExemptPages.widerPages(of: filter, dialect: dialect, in: bytes) : nil)
    let scope: ChangeScope
    switch pages {
    case nil: return nil
    case .hosts(let hosts):
      guard let hosts = NonEmpty(hosts) else { return nil }
      scope = ChangeScope(pages: hosts)
    case .urls(let urls, _):
      scope = ChangeScope(pageURLs: urls, below: ExemptPages.names(of: filter, in: bytes))
    }
    return RedirectOrder.Exception(
      subject: .pages(yieldsToImportant: exception?.yieldsToImportant ?? false), scope: scope,
      isExact: exception != nil, endsChanges: endsChanges && !scope.pageURLs.isEmpty, place: place)
  }
}

extension FilterOptions {
  /// Whether a filter with these options blocks requests, not only page loads or cookies.
  fileprivate var blocksRequests: Bool {
    switch subject {
    case .requests: pageScopes.isEmpty
    case .cookies, .modifications: false
    }
  }

  /// Whether an exception with these options allows requests, not only pages or cookies.
  fileprivate var allowsRequests: Bool {
    switch subject {
    case .requests: pageScopes.isEmpty || !types.isEmpty || isForEverything
    case .cookies, .modifications: false
    }
  }
}
