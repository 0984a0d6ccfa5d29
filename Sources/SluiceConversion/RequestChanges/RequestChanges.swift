import SluiceRules
import SluiceSyntax
import SluiceText

/// The rules for a web extension that change requests and responses as filters ask for, which a content blocker cannot.
///
/// ``ConversionResult/requestChanges()`` makes those of a conversion.
public struct RequestChanges: Sendable {
  /// The rules, in the order of their priorities.
  package internal(set) var rules: [WebExtensionRule] = []
  /// The filters of each rule.
  package internal(set) var origins: [[FilterPlace]] = []
  /// The number of filters with a rule.
  public var filterCount: Int { Set(origins.flatMap { $0 }).count }

  /// Returns the JSON of a ruleset, one rule per line.
  public func encodedJSON() -> [UInt8] { rules.encodedJSON() }

  /// The files that the rules redirect to.
  public private(set) var resources: [RedirectResource] = []
  /// The names of the parameters that each filter removes, where these are not all.
  package private(set) var parameters: [FilterPlace: [[UInt8]]] = [:]
  /// How each rule changes the rule list of the content blocker, nil for a rule whose requests another one redirects too;
  /// empty if there are no redirects.
  private var ignoring: [Ignoring?] = []
  /// The exceptions for whole pages that exempt more pages.
  fileprivate var widened: Set<FilterPlace> = []
  /// The outcome of each filter that asks for a change that rules can make; nil for an exact one.
  private var findings: [FilterPlace: Finding?] = [:]

  /// How the rule list of a content blocker ignores the requests of a redirect.
  private struct Ignoring {
    /// The pattern as in the rule list, where it may have another automaton than in the rules.
    var urlFilter: URLFilter
    var excludedPages: [URLFilter]
    /// Whether important filters block the requests.
    var yieldsToImportant: Bool
  }

  init(_ sources: [ParsedSource], options: ConversionOptions) {
    let lists = ChangedLists(sources, options: options)
    var order = ChangeOrder()
    var redirects = options.redirectRuleset.map { RedirectCollection(lists, ruleset: $0) }
    var findings: [FilterPlace: Finding?] = [:]
    var suffixes = ChangeScope.maximumSuffixes
    lists.forEachFilter(where: { !$0.options.isEmpty }) { filter, dialect, place, bytes in
      let changes = filter.options.filter {
        (OptionChange.kind(of: $0.kind) != nil || $0.kind.isRedirect) && !$0.isNegated
      }
      guard let option = changes.first else { return }
      do throws(Finding) {
        guard let kind = OptionChange.kind(of: option.kind) else {
          guard redirects != nil else { return }
          findings[place] = .some(nil)
          let finding = try redirects?.add(
            filter, option: option, isAlone: changes.count == 1, dialect: dialect, suffixes: &suffixes,
            at: place, in: bytes)
          if let finding { findings[place] = .some(finding) }
          return
        }
        guard changes.count == 1 else { throw .unsupported(.conflictingOptions, span: option.range) }
        let scope = try ChangeScope(
          filter, changing: kind, dialect: dialect,
          without: lists.badfilters.removedDomains(of: filter, dialect, in: bytes), suffixes: &suffixes,
          in: bytes)
        findings[place] = .some(scope.finding)
        if filter.isException {
          order.add(exceptionTo: kind, option, scope: scope, at: place, in: bytes)
        } else {
          let action = try OptionChange(kind, option: option, in: bytes)
          if case .removeParameters(let names) = action { parameters[place] = names }
          if kind == .policy {
            findings[place] = .some(scope.finding ?? .approximated(.mergedPolicy, span: option.range))
          }
          order.add(
            kind, action: action, scope: scope,
            isImportant: filter.options.contains { $0.kind == .important }, at: place)
        }
      } catch {
        findings[place] = .some(error)
      }
    }
    var headers = ResponseHeaderFilters()
    lists.forEachLine { content, _, place, bytes in
      guard case .cosmetic(let filter) = content, filter.kind == .responseHeader else { return }
      do throws(Finding) {
        findings[place] = .some(nil)
        try headers.add(filter, at: place, in: bytes)
      } catch {
        findings[place] = .some(error)
      }
    }
    for (place, finding) in headers.finish(in: &order) { findings[place] = .some(finding) }
    // In an exception to changes, `document` is only a type.
    let exempt = ExemptPages.all(in: sources, but: lists.badfilters, options).filter { exemption in
      findings[exemption.place] == nil && !Self.isAboutSkippedURLs(exemption, sources: sources)
    }
    order.finish(excepting: exempt)
    (rules, origins, widened) = (order.rules, order.origins, order.widened)
    for place in order.limited {
      if findings[place] == .some(nil) {
        findings[place] = .some(.approximated(.changeExceptions, span: ByteRange(0, 0)))
      }
    }
    for place in order.undone {
      findings[place] = .some(.unsupported(.changeExceptions, span: ByteRange(0, 0)))
    }
    self.findings = findings
    if let redirected = redirects?.finish(after: order) { add(redirected) }
    // Exceptions alone change nothing.
    if !rules.contains(where: { $0.action.changesRequests }) { (rules, origins) = ([], []) }
    rules.separateAutomata()
  }

  private mutating func add(_ redirects: RedirectCollection.Result) {
    for (place, finding) in redirects.findings { findings[place] = .some(finding) }
    for place in redirects.widened {
      findings[place] = .some(.approximated(.changeExceptions, span: ByteRange(0, 0)))
    }
    resources = redirects.resources
    guard !redirects.rules.isEmpty else { return }
    let all = zip(rules, origins).map { RedirectOrder.Rule(rule: $0, places: $1) } + redirects.rules
    let byPriority = all.indices.sorted { left, right in
      (all[right].rule.priority, left) < (all[left].rule.priority, right)
    }
    (rules, origins) = (byPriority.map { all[$0].rule }, byPriority.map { all[$0].places })
    ignoring = byPriority.map { number in
      let rule = all[number]
      return rule.isRepeated
        ? nil
        : Ignoring(
          urlFilter: rule.rule.condition.urlFilter, excludedPages: rule.excludedPages,
          yieldsToImportant: rule.yieldsToImportant)
    }
  }

  /// The exceptions that a content blocker needs because rules redirect requests that it would block.
  var ignoredRequests: NetworkRules {
    var ignored = NetworkRules()
    let redirects = ignoring.indices.filter { index in
      if case .redirect = rules[index].action { !origins[index].isEmpty } else { false }
    }
    // Rules of a section are in the order of the list.
    for index in redirects.sorted(by: { origins[$0][0] < origins[$1][0] }) {
      guard let ignoring = ignoring[index] else { continue }
      let (rule, place) = (rules[index], origins[index][0])
      let condition: Condition?
      switch rule.condition.pages {
      case .initiators(let domains), .pages(let domains): condition = .ifDomain(domains)
      case .otherInitiators(let domains), .otherPages(let domains):
        condition =
          NonEmpty(ignoring.excludedPages).map { pages in
            .unlessTopURL(domains.map { URLFilter.page($0) }.appending(pages))
          } ?? .unlessDomain(domains)
      case nil: condition = NonEmpty(ignoring.excludedPages).map { .unlessTopURL($0) }
      }
      let trigger = Trigger(
        urlFilter: ignoring.urlFilter, isCaseSensitive: rule.condition.isCaseSensitive,
        resourceTypes: rule.condition.types.resourceTypes, loadTypes: rule.condition.loadTypes,
        condition: condition)
      ignored.append(
        OriginatedRule(rule: Rule(trigger: trigger, action: .ignorePreviousRules), location: place),
        to: ignoring.yieldsToImportant ? .exceptions : .importantExceptions)
    }
    return ignored
  }

  private static func isAboutSkippedURLs(_ exemption: ExemptPages, sources: [ParsedSource]) -> Bool {
    let line = sources[exemption.place.source].list.lines[exemption.place.lineIndex]
    guard case .network(let filter) = line.content else { return false }
    return filter.options.contains { $0.kind == .urlskip }
  }

  /// Returns the finding about a filter, nil in it if the filter is exact; nil if the filter changes no requests.
  func finding(at place: FilterPlace) -> Finding?? { findings[place] }

  /// Returns why the rules for a filter are not exact or do not exist, nil in it if they are exact; nil if the filter
  /// changes no requests.
  package func reason(at place: FilterPlace) -> Reason?? { findings[place].map { $0?.reason } }
}

extension ConversionReport {
  /// Changes the outcome of filters that rules of a web extension apply.
  package mutating func settle(in changes: RequestChanges, _ sources: [ParsedSource]) {
    mark(changes.widened.sorted(), outcome: .approximated, reason: .changeExceptions, sources: sources)
    diagnostics = diagnostics.compactMap { diagnostic in
      guard diagnostic.outcome == .needsScript, let finding = changes.finding(at: diagnostic.place) else {
        return diagnostic
      }
      guard let finding else {
        converted += 1
        return nil
      }
      var diagnostic = diagnostic
      (diagnostic.outcome, diagnostic.reason) = (finding.outcome, finding.reason)
      return diagnostic
    }
  }
}

/// The active network filters of parsed lists that no `$badfilter` disables.
struct ChangedLists {
  let sources: [ParsedSource]
  let badfilters: Badfilters
  private let active: [ActiveLines.Reading]
  private let dialects: [ListDialect]

  init(_ sources: [ParsedSource], options: ConversionOptions) {
    self.sources = sources
    badfilters = Badfilters(of: sources, options)
    dialects = sources.map { ListDialect(of: $0, options) }
    let activeLines = ActiveLines(constants: options.constants)
    active = sources.map { activeLines.read($0.list) }
  }

  func forEachLine(_ body: (Line.Content, ListDialect, FilterPlace, Span<UInt8>) -> Void) {
    for (number, source) in sources.enumerated() {
      let lines = source.list.lines.span
      for index in lines.indices where active[number].isActive(index) {
        body(
          lines[index].content, dialects[number], FilterPlace(source: number, lineIndex: index),
          source.list.bytes.span)
      }
    }
  }

  /// Calls a function for each network filter that is suitable and that no `$badfilter` disables.
  func forEachFilter(
    where isSuitable: (NetworkFilter) -> Bool,
    _ body: (NetworkFilter, ListDialect, FilterPlace, Span<UInt8>) -> Void
  ) {
    forEachLine { content, dialect, place, bytes in
      guard case .network(let filter) = content, isSuitable(filter),
        !filter.options.contains(where: { $0.kind == .badfilter }),
        !badfilters.disables(filter, dialect: dialect, in: bytes)
      else { return }
      body(filter, dialect, place, bytes)
    }
  }
}

/// uBlock Origin's filters that remove headers from the responses of pages and frames: `site.example##^responseheader(name)`.
struct ResponseHeaderFilters {
  private var filters: [(name: [UInt8], pages: DomainSet, place: FilterPlace)] = []
  /// The exceptions by the name of the header.
  private var exceptions: [[UInt8]: Exceptions] = [:]

  /// The pages of all exceptions for a header.
  private struct Exceptions {
    var hosts: Set<[UInt8]> = []
    /// The hosts above those.
    var parents: Set<[UInt8]> = []
    /// Whether exceptions apply to more than hosts.
    var hasOthers = false

    mutating func add(_ pages: DomainSet) {
      hosts.formUnion(pages.hosts)
      for host in pages.hosts { parents.formUnion(HostNames.parents(of: host)) }
      if pages.includesNothing || !pages.regexes.isEmpty || !pages.paths.isEmpty || !pages.entities.isEmpty {
        hasOthers = true
      }
    }

    /// Returns the hosts to which no exception applies, or nil if rules cannot name the remaining pages.
    func remainder(of pages: DomainSet) -> [[UInt8]]? {
      guard !hasOthers, pages.entities.isEmpty, !pages.hosts.contains(where: parents.contains) else {
        return nil
      }
      return pages.hosts.filter { !HostNames.isHost($0, withinAny: hosts) }
    }
  }

  /// Adds a filter. Throws a finding if WebKit cannot remove the header on these pages.
  mutating func add(_ filter: CosmeticFilter, at place: FilterPlace, in bytes: Span<UInt8>) throws(Finding) {
    guard case .removeResponseHeader(let text) = AdvancedFilterReader.action(of: filter, in: bytes) else {
      throw .needsScript(.responseHeader, span: filter.body)
    }
    let name = Array(text.utf8)
    guard WebExtensionRule.canChange(header: name) else {
      throw .unsupported(.unknownHeader, span: filter.body)
    }
    let pages = try DomainSet(filter.domains, in: bytes)
    if filter.isException {
      exceptions[name, default: Exceptions()].add(pages)
      return
    }
    guard !pages.includesNothing, pages.regexes.isEmpty, pages.paths.isEmpty, pages.excludedNames.isEmpty,
      filter.modifiers.isEmpty
    else { throw .unsupported(.changeConditions, span: pages.range) }
    filters.append((name, pages, place))
  }

  /// Adds the changes to those of network filters, and returns the outcomes of their filters.
  func finish(in order: inout ChangeOrder) -> [(FilterPlace, Finding?)] {
    var findings: [(FilterPlace, Finding?)] = []
    for filter in filters {
      let hosts = exceptions[filter.name].map { $0.remainder(of: filter.pages) } ?? filter.pages.hosts
      let urls =
        (hosts ?? []).compactMap { PagePattern.host($0) }
        + filter.pages.entities.compactMap { PagePattern.requests(to: .entity($0), .included) }
      guard hosts != nil, !urls.isEmpty else {
        findings.append((filter.place, .unsupported(.changeExceptions, span: filter.pages.range)))
        continue
      }
      let action = OptionChange.changeHeader(HeaderChange(filter.name, operation: .remove), ofRequest: false)
      order.add(
        .headers, action: action, scope: ChangeScope(documents: urls), isImportant: false, at: filter.place)
      findings.append((filter.place, filter.pages.finding))
    }
    return findings
  }
}
