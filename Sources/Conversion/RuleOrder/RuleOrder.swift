import ContentBlocker

/// The order of the rules: what acts before what.
///
/// WebKit takes the actions of a load from the last matching rule back to the first one that ignores
/// previous rules, and stops at the first that ignores following rules; either kind acts in its own list
/// only. There are three orders, for lists that are split and for targets with and without
/// `ignore-following-rules`; `Tests/WebKitTests` runs its cases in WebKit with each.
struct RuleOrder {
  private let network: NetworkRules
  private let hiding: HidingRules
  private let generics: GenericHiding
  private let cookies: CookieOrder
  private let document, urlblock, genericblock, generichide, elemhide, anyHiding: PageExceptionRules
  /// Pages without site-specific hiding. Generic hiding stays on, so no rule can ignore the one and not the
  /// other: the pages are taken out of the rules for their site.
  private let specifichide: PageNameSet

  init(_ network: NetworkRules, _ hiding: HidingRules, _ generics: GenericHiding) {
    self.network = network
    self.hiding = hiding
    self.generics = generics
    let exceptions = network.pageExceptions
    document = PageExceptionRules(exceptions, .document)
    urlblock = PageExceptionRules(exceptions, .urlblock)
    genericblock = PageExceptionRules(exceptions, .genericblock)
    generichide = PageExceptionRules(exceptions, .generichide)
    elemhide = PageExceptionRules(exceptions, .elemhide)
    specifichide = PageExceptionRules(exceptions, .specifichide).names
    anyHiding = PageExceptionRules(exceptions, [.generichide, .elemhide])
    cookies = CookieOrder(network)
  }

  /// Filters on cookies that take them off fewer requests than they mean.
  var approximatedCookieFilters: Set<FilterLocation> { cookies.approximated }

  /// Which lists the filters become.
  enum Arrangement {
    case split
    /// All in one list, in one of three orders.
    case mirrored, onlyHiding, combined
  }

  /// Which lists the filters become.
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
        && (!approximatedInCombinedList.isEmpty || unlimitedHiding >= Self.costlyGenerics)
    }
  }

  /// Fewer generic filters than this cost a document less than half a millisecond without a shared style sheet.
  private static let costlyGenerics = 1_000

  private var unlimitedHiding: Int {
    hiding.groups.lazy.filter(\.scope.isUnlimited).reduce(0) { $0 + $1.locations.count }
  }

  /// Whether there is nothing but hiding, so that ``cosmeticList()`` has everything for any target.
  var isOnlyHiding: Bool {
    network.count == 0 && urlblock.isEmpty && genericblock.isEmpty && !hiding.groups.isEmpty
  }

  /// The network filters as a list of their own.
  func networkList() -> RuleSequence {
    var list = RuleSequence(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    appendRequestRules(to: &list)
    appendGuard(.ignorePreviousRules, to: &list)
    appendPageBlocksWithOwnExceptions(to: &list)
    appendPageRules(to: &list)
    list.append(document.rules(.ignorePreviousRules))
    return list
  }

  /// The cosmetic filters as a list of their own.
  func cosmeticList() -> RuleSequence {
    var list = RuleSequence(capacity: hiding.groups.count + 64, isTraced: hiding.isTraced)
    appendCosmeticList(to: &list)
    return list
  }

  /// Everything in one list, for targets without `ignore-following-rules`.
  ///
  /// Ignoring previous rules would cancel blocks and hiding alike. So hiding comes after all blocks but
  /// those of pages themselves, and what switches it off acts on the load of the page only. In frames of
  /// such a page that does not hold: generic selectors are kept from its frames by a condition, those that
  /// have another condition already do not act in frames at all.
  ///
  /// No order keeps the style sheet that documents share. WebKit takes it for a load only where no rule of the list
  /// ignores others, and the guard does on each load of a page.
  func combinedList() -> RuleSequence {
    var list = RuleSequence(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    appendRequestRules(to: &list)
    appendGuard(.ignorePreviousRules, to: &list)
    appendPageBlocksWithOwnExceptions(to: &list)
    switch generics {
    case .everywhere:
      list.append(genericHiding(types: .document, condition: anyHiding.domains.map { .unlessDomain($0) }))
      list.append(hidingWithExclusions(types: anyHiding.isEmpty ? .document : .topDocument))
    case .pages:
      list.append(genericHiding(types: .topDocument))
      list.append(hidingWithExclusions(types: .topDocument))
    case .scripted:
      // What switches hiding off acts on the load of the page, and these on others.
      list.append(genericHiding(types: .script, condition: anyHiding.condition))
      list.append(hidingWithExclusions(types: anyHiding.isEmpty ? .document : .topDocument))
    }
    list.append(generichide.rules(.ignorePreviousRules, types: .topDocument))
    list.append(specificHiding())
    list.append(elemhide.rules(.ignorePreviousRules, types: .topDocument))
    appendPageRules(to: &list)
    list.append(document.rules(.ignorePreviousRules))
    return list
  }

  /// Blocks of pages which exceptions to hiding lift in ``combinedList()``. Other blocks of pages stand behind what
  /// hides; these have exceptions of their own behind them, which would lift the hiding, so they stand before it,
  /// where an exception to hiding lifts them too.
  var liftedInCombinedList: Set<FilterLocation> {
    guard !anyHiding.isEmpty else { return [] }
    let rules = network.pieces(of: .pageBlocksWithOwnExceptions).joined()
    return Set(rules.lazy.filter { $0.rule.trigger.resourceTypes.contains(.topDocument) }.map(\.location))
  }

  /// The filters that ``combinedList()`` approximates: exceptions which do not hold in frames, and generic
  /// filters with exclusions when there are such exceptions.
  var approximatedInCombinedList: Set<FilterLocation> {
    var locations: Set<FilterLocation> = []
    for exception in network.pageExceptions
    where !exception.scopes.isDisjoint(with: [.generichide, .elemhide]) {
      if generics != .everywhere, !exception.scopes.contains(.elemhide) { continue }
      if case .hosts = exception.pages, !exception.scopes.contains(.elemhide) { continue }
      locations.insert(exception.location)
    }
    guard !anyHiding.isEmpty, generics != .pages else { return locations }
    for group in hiding.groups
    where group.scope.isGeneric && !group.scope.isUnlimited {
      locations.formUnion(group.locations)
    }
    return locations
  }

  /// Generic filters that do less than they mean because that was asked for.
  var limitedGenericFilters: Set<FilterLocation> {
    var locations: Set<FilterLocation> = []
    for group in hiding.groups {
      let isLimited =
        switch generics {
        case .everywhere: false
        case .pages: group.scope.isGeneric
        case .scripted: group.scope.isUnlimited
        }
      if isLimited { locations.formUnion(group.locations) }
    }
    return locations
  }

  /// Everything in one list, for targets with `ignore-following-rules`: hiding first, which only looks
  /// back, then blocks in the reverse order, which only looks forward.
  func mirroredList() -> RuleSequence {
    let action = Action.ignoreFollowingRules
    var list = RuleSequence(capacity: network.count + hiding.groups.count + 64, isTraced: hiding.isTraced)
    appendCosmeticList(to: &list)
    // A rule that ignores previous rules is itself ignored behind one that ignores following rules. So an exception
    // for all of a page stands between hiding and blocks as two rules: the last of the cosmetic list lifts what
    // hides before it, this one the blocks that follow.
    list.append(document.rules(action))
    if !cookies.leavesPages { append(.pageCookieBlocks, to: &list) }
    append(.importantWindowExceptions, as: action, to: &list)
    append(.importantPageBlocks, to: &list)
    append(.windowExceptions, as: action, to: &list)
    append(.pageBlocks, to: &list)
    appendMirrored(.pageBlocksWithOwnExceptions, to: &list)
    appendGuard(action, to: &list)
    list.append(urlblock.rules(action))
    if !cookies.haveExceptions { for section in cookies.sections { append(section, to: &list) } }
    append(.importantExceptions, as: action, to: &list)
    append(.importantBlocks, to: &list)
    append(.exceptions, as: action, to: &list)
    append(.specificBlocks, to: &list)
    list.append(genericblock.rules(action))
    append(.genericBlocks, to: &list)
    appendMirrored(.blocksWithOwnExceptions, to: &list)
    if cookies.haveExceptions {
      for section in cookies.sections.reversed() {
        append(section, as: cookies.isException(section) ? action : nil, to: &list)
      }
    }
    return list
  }

  /// Blocks with their own exceptions, last to first, so that these come before what they lift.
  private func appendMirrored(_ section: NetworkSection, to list: inout RuleSequence) {
    for rule in OverlappingExclusions.ordered(network.pieces(of: section)).reversed() {
      let isException = rule.rule.action == .ignorePreviousRules
      list.append(
        Rule(trigger: rule.rule.trigger, action: isException ? .ignoreFollowingRules : rule.rule.action),
        from: rule.location)
    }
  }

  /// Rules for what pages load.
  private func appendRequestRules(to list: inout RuleSequence) {
    if cookies.haveExceptions { for section in cookies.sections { append(section, to: &list) } }
    list.append(OverlappingExclusions.ordered(network.pieces(of: .blocksWithOwnExceptions)))
    append(.genericBlocks, to: &list)
    list.append(genericblock.rules(.ignorePreviousRules))
    append(.specificBlocks, to: &list)
    append(.exceptions, to: &list)
    append(.importantBlocks, to: &list)
    append(.importantExceptions, to: &list)
    if !cookies.haveExceptions { for section in cookies.sections { append(section, to: &list) } }
    list.append(urlblock.rules(.ignorePreviousRules))
  }

  /// Rules for pages themselves and for windows.
  private func appendPageRules(to list: inout RuleSequence) {
    append(.pageBlocks, to: &list)
    append(.windowExceptions, to: &list)
    append(.importantPageBlocks, to: &list)
    append(.importantWindowExceptions, to: &list)
    if !cookies.leavesPages { append(.pageCookieBlocks, to: &list) }
  }

  /// One rule that lifts, for loads of pages and windows, all blocks of what pages load: a block without a type
  /// would also block visiting a page and opening a window, and a type for every block would be 15 MB more for
  /// EasyList and EasyPrivacy (measured).
  private func appendGuard(_ action: Action, to list: inout RuleSequence) {
    let blocks: [NetworkSection] = [
      .genericBlocks, .specificBlocks, .importantBlocks, .cookieBlocks, .importantCookieBlocks,
      .blocksWithOwnExceptions,
    ]
    guard let first = blocks.lazy.compactMap({ network.first(of: $0) }).first else { return }
    let trigger = Trigger(urlFilter: .any, resourceTypes: [.topDocument, .popup])
    list.appendGenerated(Rule(trigger: trigger, action: action), for: first.location)
  }

  /// Blocks of pages, each followed by the exceptions that belong to it alone (`denyallow`). Such an exception
  /// lifts everything that stands before it for the load of a page or window. So these rules come right behind the
  /// guard, before which nothing acts on such loads any more, and before all other rules for them.
  private func appendPageBlocksWithOwnExceptions(to list: inout RuleSequence) {
    list.append(OverlappingExclusions.ordered(network.pieces(of: .pageBlocksWithOwnExceptions)))
  }

  private func append(_ section: NetworkSection, as action: Action? = nil, to list: inout RuleSequence) {
    list.appendMerged(network.pieces(of: section), as: action)
  }

  /// What hides, and the exceptions to it. Generic selectors stand without a resource type before the first rule
  /// that ignores others: WebKit then makes one style sheet of them when it compiles, which saves 8 ms a page and
  /// frame (measured). A rule without a type acts on every load of the page, so those that ignore it have no type
  /// either: else the page's next load would hide the elements again.
  private func appendCosmeticList(to list: inout RuleSequence) {
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
    list.append(generichide.rules(.ignorePreviousRules))
    list.append(specificHiding())
    list.append(elemhide.rules(.ignorePreviousRules))
    list.append(document.rules(.ignorePreviousRules))
  }

  /// Those for all pages; with a condition, for all but those with exceptions to hiding.
  private func genericHiding(types: ResourceTypes, condition: Condition? = nil) -> SharedRules {
    var rules = hiding.rules({ $0.isUnlimited }) { _ in
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

  /// Generic filters which do not act everywhere: with excluded sites, or on some URLs of any site.
  private func hidingWithExclusions(types: ResourceTypes) -> SharedRules {
    hiding.rules({ $0.isGeneric && !$0.isUnlimited }) { scope in
      var filters = [URLFilter.any]
      if case .anySiteURLs(let urls, _) = scope.pages { filters = urls }
      return filters.map { Trigger(urlFilter: $0, resourceTypes: types, condition: scope.condition) }
    }
  }

  /// One rule for each site, found by the URL of the document: so it acts in frames of the site too, and in
  /// none of another.
  private func specificHiding() -> SharedRules {
    hiding.rules({ !$0.isGeneric }) { whole in
      guard let scope = whole.without(specifichide) else { return [] }
      var filters: [URLFilter] = []
      var isCaseSensitive = true
      switch scope.pages {
      case .everywhere, .anySiteURLs: break
      case .on(let name): filters = [PagePattern.requests(to: name, .included)].compactMap { $0 }
      case .urls(let urls, _): (filters, isCaseSensitive) = (urls, false)
      }
      return filters.map {
        Trigger(
          urlFilter: $0, isCaseSensitive: isCaseSensitive, resourceTypes: .document,
          condition: scope.condition)
      }
    }
  }
}
