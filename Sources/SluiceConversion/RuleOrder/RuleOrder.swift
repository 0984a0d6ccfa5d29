import SluiceAnalysis
import SluiceRules
import SluiceSyntax

/// The order of rules, which determines their precedence.
///
/// WebKit collects the actions for a request from the last matching rule back to the first one that ignores
/// previous rules. It stops at the first rule that ignores following rules. Both kinds only affect their own
/// list.
///
/// There are three orders: for split lists, and for targets with and without `ignore-following-rules`.
/// `Tests/WebKitTests` runs its cases in WebKit with each order.
struct RuleOrder {
  private let network: NetworkRules
  private let hiding: HidingRules
  private let generics: GenericHiding
  let cookies: CookieOrder
  private let document, urlblock, genericblock, generichide, elemhide, anyHiding: PageScopeRules
  /// The exceptions that turn off all blocks of a page except important ones: those for requests of the page,
  /// and those for page loads and popups. They are empty if no block applies on excepted pages.
  private let yieldingRequests, yieldingPages: PageScopeRules
  private let pageExceptions: [WholePageException]
  /// The pages on which exceptions turn off specific hiding. Generic hiding stays active there, and an
  /// exception rule cannot ignore one without the other. These pages are therefore excluded from the rules
  /// for their site.
  private let specifichide: PageNameSet

  init(_ network: NetworkRules, hiding: HidingRules, generics: GenericHiding) {
    self.network = network
    self.hiding = hiding
    self.generics = generics
    var exceptions = network.pageExceptions
    let yielding = Self.takeYielding(from: &exceptions, network)
    pageExceptions = exceptions
    yieldingRequests = PageScopeRules(yielding, scopes: [.document, .urlblock])
    yieldingPages = PageScopeRules(yielding, scopes: .document)
    document = PageScopeRules(exceptions, scopes: .document)
    urlblock = PageScopeRules(exceptions, scopes: .urlblock)
    genericblock = PageScopeRules(exceptions, scopes: .genericblock)
    generichide = PageScopeRules(exceptions, scopes: .generichide)
    elemhide = PageScopeRules(exceptions, scopes: .elemhide)
    specifichide = PageScopeRules(exceptions, scopes: .specifichide).names
    anyHiding = PageScopeRules(exceptions, scopes: [.generichide, .elemhide])
    cookies = CookieOrder(network, hasBlocksOnExceptedPages: !yielding.isEmpty)
  }

  /// Takes the exceptions from all blocks that important blocks override, and returns them. The scopes that
  /// remain turn off hiding.
  private static func takeYielding(
    from exceptions: inout [WholePageException], _ network: NetworkRules
  ) -> [WholePageException] {
    let sections = [
      NetworkSection.importantBlocksOnExceptedPages, .importantPageBlocksOnExceptedPages,
    ]
    guard sections.contains(where: { !network.isEmpty($0) }) else { return [] }
    var yielding: [WholePageException] = []
    for index in exceptions.indices where exceptions[index].yieldsToImportant {
      var exception = exceptions[index]
      exception.scopes.formIntersection([.document, .urlblock])
      if exception.scopes.isEmpty { continue }
      yielding.append(exception)
      exceptions[index].scopes.subtract(exception.scopes)
      if exception.scopes.contains(.document) { exceptions[index].scopes.insert(.elemhide) }
    }
    return yielding
  }

  enum Arrangement {
    case split
    /// A single list, in one of three orders.
    case mirrored, onlyHiding, combined
  }

  func arrangement(_ split: ListSplit, for target: Target) -> Arrangement {
    if isSplit(split, for: target) { return .split }
    if target.has(.ignoreFollowingRules) { return .mirrored }
    return isOnlyHiding ? .onlyHiding : .combined
  }

  private func isSplit(_ split: ListSplit, for target: Target) -> Bool {
    switch split {
    case .none: false
    case .action: true
    case .whereBetter:
      !target.has(.ignoreFollowingRules) && !isOnlyHiding && network.count > 0
        && (!approximatedInCombinedList.isEmpty || hiding.count(.everywhere) >= Self.costlyGenerics)
    }
  }

  /// Fewer generic filters than this cost a document less than 0.5 ms without a shared style sheet.
  private static let costlyGenerics = 1_000

  /// Whether there are only hiding rules, so that ``cosmeticList()`` is complete for all targets.
  var isOnlyHiding: Bool {
    network.count == 0 && urlblock.isEmpty && genericblock.isEmpty && !hiding.groups.isEmpty
  }

  func networkList() -> OrderedRules {
    var list = OrderedRules(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    for step in earlySteps + lateSteps { append(step, to: &list) }
    return list
  }

  func cosmeticList() -> OrderedRules {
    var list = OrderedRules(capacity: hiding.groups.count + 64, isTraced: hiding.isTraced)
    appendCosmeticList(to: &list)
    return list
  }

  /// Returns a single list for targets without `ignore-following-rules`.
  ///
  /// Ignoring previous rules would cancel both blocks and hiding. Therefore hiding follows all blocks except
  /// those of page loads, and exceptions to hiding only apply to the page load. They do not apply in frames
  /// of the excepted pages. A condition excludes these pages from generic selectors. Selectors with another
  /// condition do not apply in frames.
  ///
  /// No order of a single list lets documents share a style sheet. WebKit uses the shared style sheet for a
  /// request only if no rule of the list ignores others. The guard does so for each page load.
  func combinedList() -> OrderedRules {
    var list = OrderedRules(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    for step in earlySteps { append(step, to: &list) }
    switch generics {
    case .everywhere:
      list.append(genericHiding(types: .document, condition: anyHiding.domains.map { .unlessDomain($0) }))
      list.append(hidingWithExclusions(types: anyHiding.isEmpty ? .document : .topDocument))
    case .pages:
      list.append(genericHiding(types: .topDocument))
      list.append(hidingWithExclusions(types: .topDocument))
    case .scripted:
      // Exceptions to hiding apply only to the page load, but these rules apply to other requests. The
      // exceptions are therefore a condition of the rules.
      list.append(genericHiding(types: .script, condition: anyHiding.condition))
      list.append(hidingWithExclusions(types: anyHiding.isEmpty ? .document : .topDocument))
    }
    list.append(generichide.rules(.ignorePreviousRules, types: .topDocument))
    list.append(specificHiding())
    list.append(elemhide.rules(.ignorePreviousRules, types: .topDocument))
    for step in lateSteps { append(step, to: &list) }
    return list
  }

  /// The blocks of page loads that exceptions to hiding override in ``combinedList()``.
  ///
  /// Other blocks of page loads follow the hiding rules. The blocks listed here have exceptions of their own,
  /// which would also override hiding, so they precede the hiding rules. At that position, exceptions to
  /// hiding override the blocks too.
  var overriddenInCombinedList: Set<FilterPlace> {
    guard !anyHiding.isEmpty else { return [] }
    let rules = network.pieces(of: .pageBlocksWithOwnExceptions).joined()
    return Set(rules.lazy.filter { $0.rule.trigger.resourceTypes.contains(.topDocument) }.map { $0.location })
  }

  /// The filters that ``combinedList()`` approximates: exceptions to hiding, because they do not apply in
  /// frames. If there are any, generic filters with exclusions are approximated too.
  var approximatedInCombinedList: Set<FilterPlace> {
    var locations: Set<FilterPlace> = []
    for exception in pageExceptions
    where !exception.scopes.isDisjoint(with: [.generichide, .elemhide]) {
      if generics != .everywhere, !exception.scopes.contains(.elemhide) { continue }
      if case .hosts = exception.pages, !exception.scopes.contains(.elemhide) { continue }
      locations.insert(exception.location)
    }
    guard !anyHiding.isEmpty, generics != .pages else { return locations }
    return locations.union(hiding.locations([.anySite]))
  }

  /// The generic filters that apply in fewer documents than they specify because of the options.
  var limitedGenericFilters: Set<FilterPlace> {
    let limited: [HidingScope.Reach] =
      switch generics {
      case .everywhere: []
      case .pages: [.everywhere, .anySite]
      case .scripted: [.everywhere]
      }
    return hiding.locations(limited)
  }

  /// Returns a single list for targets with `ignore-following-rules`. Hiding rules come first and use
  /// `ignore-previous-rules`. Blocks follow in reverse order and use `ignore-following-rules`.
  func mirroredList() -> OrderedRules {
    var list = OrderedRules(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    // A rule that ignores previous rules is itself ignored after a rule that ignores following rules. An
    // exception for a whole page therefore needs two rules between hiding and blocks. The last rule of the
    // cosmetic list overrides hiding; the first one here overrides the blocks that follow.
    appendCosmeticList(to: &list)
    for step in (earlySteps + lateSteps).reversed() { append(step, isMirrored: true, to: &list) }
    return list
  }

  /// A step in the order of network rules. It overrides the steps before it.
  private enum Step {
    case section(NetworkSection)
    /// The cookie blocks of requests or page loads if nothing else overrides them.
    case cookieBlocks(ofPages: Bool)
    case exceptions(PageScopeRules, ResourceTypes = [])
    case guards, blobGuard
  }

  /// The steps for requests of pages, and the blocks of page loads that have exceptions of their own.
  ///
  /// For a page load or popup, an exception of this kind overrides everything before it. These rules
  /// therefore directly follow the guard, which overrides all earlier rules for page loads and popups. They
  /// precede all other rules for page loads and popups.
  private var earlySteps: [Step] {
    let first =
      cookies.haveExceptions ? NetworkSection.of(.cookieBlocks, .cookieExceptions).map(Step.section) : []
    return first
      + NetworkSection.of(.blocks, .blocksWithOwnExceptions, .exceptions).flatMap(steps)
      + cookieSteps(yieldingRequests.isEmpty)
      + [.exceptions(urlblock), .guards]
      + NetworkSection.of(.blocksWithOwnExceptions, ofPages: true).flatMap(steps)
  }

  /// The other steps for page loads and popups.
  private var lateSteps: [Step] {
    NetworkSection.of(.blocks, .exceptions, ofPages: true).flatMap(steps)
      + cookieSteps(yieldingPages.isEmpty, ofPages: true) + [.blobGuard, .exceptions(document)]
  }

  /// Returns a section after the rules that directly precede it.
  private func steps(_ section: NetworkSection) -> [Step] {
    let preceding: [Step] =
      switch section {
      case .specificBlocks: [.exceptions(genericblock)]
      case .importantBlocksOnExceptedPages:
        cookieSteps(!yieldingRequests.isEmpty) + [.exceptions(yieldingRequests)]
      case .importantPageBlocksOnExceptedPages:
        cookieSteps(!yieldingPages.isEmpty, ofPages: true) + [.exceptions(yieldingPages, Self.pageTypes)]
      case .blocksWithOwnExceptions, .pageBlocksWithOwnExceptions, .genericBlocks, .exceptions,
        .importantBlocks, .importantExceptions, .pageBlocks, .windowExceptions, .importantPageBlocks,
        .importantWindowExceptions, .cookieBlocks, .cookieExceptions, .importantCookieBlocks,
        .importantCookieExceptions, .pageCookieBlocks:
        []
      }
    return preceding + [.section(section)]
  }

  /// Returns the cookie blocks that no exceptions to cookie blocks override, if this is their place.
  private func cookieSteps(_ isPlace: Bool, ofPages: Bool = false) -> [Step] {
    isPlace && !(ofPages ? cookies.leavesPages : cookies.haveExceptions)
      ? [.cookieBlocks(ofPages: ofPages)] : []
  }

  /// Appends a step. In a mirrored list, the steps are in reverse order, and so are blocks with their own
  /// exceptions, so that exceptions precede blocks.
  private func append(_ step: Step, isMirrored: Bool = false, to list: inout OrderedRules) {
    let action: Action = isMirrored ? .ignoreFollowingRules : .ignorePreviousRules
    switch step {
    case .section(let section):
      let pieces = network.pieces(of: section)
      switch section.traits.kind {
      case .blocks, .cookieBlocks: list.appendMerged(pieces)
      case .exceptions, .cookieExceptions: list.appendMerged(pieces, as: isMirrored ? action : nil)
      case .blocksWithOwnExceptions where isMirrored:
        for rule in OverlappingExclusions.ordered(pieces).reversed() {
          let isException = rule.rule.action == .ignorePreviousRules
          list.append(
            Rule(trigger: rule.rule.trigger, action: isException ? action : rule.rule.action),
            from: rule.location)
        }
      case .blocksWithOwnExceptions: list.append(OverlappingExclusions.ordered(pieces))
      }
    case .cookieBlocks(let ofPages):
      for section in NetworkSection.of(.cookieBlocks, ofPages: ofPages) {
        list.appendMerged(network.pieces(of: section))
      }
    case .exceptions(let exceptions, let types): list.append(exceptions.rules(action, types: types))
    case .guards: appendGuards(action, to: &list)
    case .blobGuard:
      let blocks = NetworkSection.of(.blocks, .blocksWithOwnExceptions, ofPages: true)
      appendBlobGuard(action, of: blocks, types: .topDocument, to: &list)
    }
  }

  private static let pageTypes: ResourceTypes = [.topDocument, .popup]

  /// Appends rules that exempt page loads, popups and `blob:` URLs from all blocks of requests that pages
  /// make.
  ///
  /// A block without a type would also block page loads and popups. Adding types to every block would add 15
  /// MB to the JSON of EasyList and EasyPrivacy (measured).
  private func appendGuards(_ action: Action, to list: inout OrderedRules) {
    let kinds: [NetworkSection.Kind] = [.blocks, .cookieBlocks, .blocksWithOwnExceptions]
    let blocks = kinds.flatMap { NetworkSection.of($0) }
    guard let first = blocks.lazy.compactMap({ network.first(of: $0) }).first else { return }
    let trigger = Trigger(urlFilter: .any, resourceTypes: Self.pageTypes)
    list.appendGenerated(Rule(trigger: trigger, action: action), for: first.location)
    appendBlobGuard(action, of: blocks, to: &list)
  }

  /// Appends a rule that exempts `blob:` URLs from blocks in these sections, if one of them could match such
  /// a URL.
  ///
  /// WebKit compares rules with the addresses of data that pages make, such as `blob:https://ads.example/…`.
  /// Other blockers are only asked about them when a popup opens. A rule costs requests nothing. Blocks of
  /// all URLs that begin with `^[^:]+://` would make each request four times as expensive (measured).
  private func appendBlobGuard(
    _ action: Action, of blocks: [NetworkSection], types: ResourceTypes = [], to list: inout OrderedRules
  ) {
    guard let first = blocks.lazy.compactMap({ network.firstBlobBlock(of: $0, types) }).first else { return }
    list.appendGenerated(
      Rule(trigger: Trigger(urlFilter: .blob, resourceTypes: types), action: action), for: first)
  }

  /// Appends hiding rules and their exceptions.
  ///
  /// Generic selectors have no resource type and precede the first rule that ignores others. WebKit then
  /// compiles them into one style sheet, which saves 8 ms per page and frame (measured). A rule without a
  /// type applies to every request of the page, so the rules that ignore it have no type either. Otherwise,
  /// the next request of the page would hide the elements again.
  private func appendCosmeticList(to list: inout OrderedRules) {
    appendHidingOfAnySite(to: &list)
    list.append(generichide.rules(.ignorePreviousRules))
    list.append(specificHiding())
    list.append(elemhide.rules(.ignorePreviousRules))
    list.append(document.rules(.ignorePreviousRules))
  }

  private func appendHidingOfAnySite(to list: inout OrderedRules) {
    switch generics {
    case .everywhere:
      list.append(genericHiding(types: []))
      list.append(hidingWithExclusions(types: .document))
    case .pages:
      list.append(genericHiding(types: .topDocument))
      list.append(hidingWithExclusions(types: .topDocument))
    case .scripted:
      list.append(genericHiding(types: .script))
      list.append(hidingWithExclusions(types: .document))
    }
  }

  /// Returns the estimated time that a document takes in two lists, in microseconds. Only hiding rules that
  /// name no site take any.
  func microsecondsPerDocumentInTwoLists(for target: Target) -> Int {
    var list = OrderedRules(capacity: 64, isTraced: hiding.isTraced)
    appendHidingOfAnySite(to: &list)
    return PageCost(of: list.adapted(for: target).rules).microsecondsPerDocument
  }

  /// Returns the generic hiding rules for all pages or, with a condition, for all pages without exceptions to
  /// hiding.
  private func genericHiding(types: ResourceTypes, condition: Condition? = nil) -> SharedRules {
    var rules = hiding.rules(.everywhere) { _ in
      [Trigger(urlFilter: .any, resourceTypes: types, condition: condition)]
    }
    switch condition {
    case nil: break
    case .unlessDomain: rules.limit(by: anyHiding.locations)
    case .unlessTopURL, .unlessFrameURL, .ifDomain, .ifTopURL, .ifFrameURL:
      rules.limit(by: anyHiding.allLocations)
    }
    return rules
  }

  /// Returns the generic hiding rules with exclusions, or for certain URLs of any site.
  private func hidingWithExclusions(types: ResourceTypes) -> SharedRules {
    hiding.rules(.anySite) { scope in
      var filters = [URLFilter.any]
      if case .anySiteURLs(let urls, _) = scope.pages { filters = urls }
      return filters.map { Trigger(urlFilter: $0, resourceTypes: types, condition: scope.condition) }
    }
  }

  /// Returns one rule per site, which matches the URL of the document. The rules therefore also apply in
  /// frames of the site, but not in frames of other sites.
  private func specificHiding() -> SharedRules {
    hiding.rules(.namedSites) { whole in
      guard let scope = whole.without(specifichide) else { return [] }
      if let filters = scope.documentFilters, scope == whole {
        return filters.map { Trigger(urlFilter: $0, resourceTypes: .document) }
      }
      switch scope.pages {
      case .everywhere, .anySiteURLs: return []
      case .on(let name):
        guard let filter = PagePattern.requests(to: name, .included) else { return [] }
        return [
          Trigger(
            urlFilter: filter, isCaseSensitive: true, resourceTypes: .document, condition: scope.condition)
        ]
      case .urls(let urls, _):
        return urls.map { Trigger(urlFilter: $0, resourceTypes: .document, condition: scope.condition) }
      }
    }
  }
}
