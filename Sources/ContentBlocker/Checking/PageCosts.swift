extension PageCost {
  /// The cost of a list of these rules, with the dearest of them or of their filters.
  public init(of rules: [Rule], dearest count: Int = 0, by unit: Unit = .rule) {
    self.init()
    var search = PageCostSearch()
    let firstIgnoring = rules.firstIndex { $0.action.liftsOthers && $0 != .noOperation } ?? rules.endIndex
    for index in rules.indices {
      search.runs.add(rules[index].trigger.urlFilter, rules[index].trigger.isCaseSensitive, index)
      // Rules are large, and most block.
      guard case .hide = rules[index].action else { continue }
      search.add(rules[index], index, isBeforeIgnoring: index < firstIgnoring)
    }
    selectors = search.selectors
    unsharedSelectors = search.unsharedSelectors
    sitesByCondition = search.sitesByCondition
    let groups = search.runs.groups()
    automata = search.runs.automata(of: groups)
    let runs = search.runs.costs(of: groups)
    microsecondsPerDocument = search.rules.reduce(0) { $0 + $1.nanosecondsPerDocument } / 1000
    microsecondsPerRequest =
      (search.rules + runs).reduce(0) { $0 + $1.nanosecondsPerRequest } / 1000
    guard count > 0 else { return }
    var candidates = runs
    switch unit {
    case .rule: candidates += search.rules
    case .filter: for cost in search.rules { candidates += search.filters(of: cost, rules[cost.ruleIndex]) }
    }
    // Those that cost the same are in the order of the list: the sort is not stable by promise.
    let ranked = candidates.enumerated().sorted {
      ($1.element.nanosecondsPerPage, $0.element.ruleIndex, $0.offset)
        < ($0.element.nanosecondsPerPage, $1.element.ruleIndex, $1.offset)
    }
    dearest = ranked.prefix(count).map(\.element)
  }
}

extension RuleList {
  /// What the list costs pages, with as many of its dearest rules or filters as are asked for.
  public func pageCost(dearest count: Int = 0, by unit: PageCost.Unit = .rule) -> PageCost {
    PageCost(of: rules, dearest: count, by: unit)
  }
}

extension Rule {
  /// Whether it hides on the pages of sites, and says so by a condition alone: WebKit then looks at it for every
  /// request.
  var isForSiteByCondition: Bool {
    guard case .hide = action, trigger.urlFilter.matchesEverything else { return false }
    switch trigger.condition {
    case .ifDomain, .ifTopURL, .ifFrameURL: return true
    case .unlessDomain, .unlessTopURL, .unlessFrameURL, nil: return false
    }
  }
}

/// Sorts out the rules that cost pages something.
private struct PageCostSearch {
  var selectors = PageCost.Selectors()
  var unsharedSelectors = 0
  var sitesByCondition = 0
  /// What hides.
  var rules: [PageCost.RuleCost] = []
  var runs = PatternRuns()

  // Nanoseconds a document for each selector (18 ms for 13,344 of them, 12.0 for 8,630 classes, 2.7 for 4,188 ids).
  private static let ofClass = 1400
  private static let ofID = 650
  private static let ofOther = 1900
  /// Without the shared style sheet it is 24 to 26 ms.
  private static let unsharedPercent = 140
  /// Nanoseconds a request for each hiding rule of a site with the pattern of every URL (433 and 727 us for those
  /// of EasyList, as two other converters write them).
  private static let ofSiteByCondition = 70

  mutating func add(_ rule: Rule, _ index: Int, isBeforeIgnoring: Bool) {
    let trigger = rule.trigger
    guard case .hide(let hidden) = rule.action, trigger.urlFilter.matchesEverything else { return }
    var cost = PageCost.RuleCost(
      ruleIndex: index, urlFilter: trigger.urlFilter, nanosecondsPerRequest: 0, nanosecondsPerDocument: 0)
    if rule.isForSiteByCondition {
      sitesByCondition += 1
      cost.nanosecondsPerRequest = Self.ofSiteByCondition
    } else {
      let own = Self.count(hidden)
      selectors.classes += own.classes
      selectors.ids += own.ids
      selectors.others += own.others
      cost.nanosecondsPerDocument = Self.nanoseconds(own)
      let plain = Trigger(urlFilter: trigger.urlFilter, isCaseSensitive: trigger.isCaseSensitive)
      if !isBeforeIgnoring || trigger != plain {
        unsharedSelectors += own.count
        cost.nanosecondsPerDocument = cost.nanosecondsPerDocument * Self.unsharedPercent / 100
      }
    }
    rules.append(cost)
  }

  /// The cost of a rule for each of its selectors. What is looked at for every request is the rule.
  func filters(of cost: PageCost.RuleCost, _ rule: Rule) -> [PageCost.RuleCost] {
    guard case .hide(let hidden) = rule.action, hidden.elements.count > 1, cost.nanosecondsPerDocument > 0
    else { return [cost] }
    let whole = Self.nanoseconds(Self.count(hidden))
    return hidden.elements.map { selector in
      var own = cost
      own.selector = selector
      own.nanosecondsPerDocument =
        Self.nanoseconds(Self.count(NonEmpty(selector))) * cost.nanosecondsPerDocument / whole
      return own
    }
  }

  private static func nanoseconds(_ selectors: PageCost.Selectors) -> Int {
    selectors.classes * ofClass + selectors.ids * ofID + selectors.others * ofOther
  }

  private static func count(_ hidden: NonEmpty<Selector>) -> PageCost.Selectors {
    var counts = PageCost.Selectors()
    for selector in hidden.elements {
      let span = selector.bytes.span
      if !Selector.isPlain(span) {
        counts.others += 1
      } else if span[0] == UInt8(ascii: "#") {
        counts.ids += 1
      } else {
        counts.classes += 1
      }
    }
    return counts
  }
}
