import SluiceRules
import SluiceText

extension PageCost {
  /// Estimates the cost of a list of these rules, and finds its `count` most expensive rules or filters.
  package init(of rules: [Rule], mostExpensive count: Int = 0, by unit: Unit = .rule) {
    self.init()
    var search = PageCostSearch(keepsCosts: count > 0)
    var isBeforeIgnoring = true
    // For a span, the compiler would copy the whole rule.
    rules.withUnsafeBufferPointer { rules in
      for index in rules.indices {
        if rules[index].trigger.urlFilter.mayRepeatBehindText {
          search.runs.add(rules[index].trigger, at: index)
        } else {
          search.runs.plainBytes += rules[index].trigger.urlFilter.bytes.count
        }
        switch rules[index].action {
        case .hide(let hidden):
          if rules[index].trigger.namesSitesInCondition {
            search.addSite(rules[index].trigger.urlFilter, at: index)
          } else if rules[index].trigger.urlFilter.matchesEverything {
            search.add(
              hidden, of: rules[index].trigger.urlFilter, at: index,
              isShared: isBeforeIgnoring && rules[index].trigger.isPatternAlone,
              isOnAllPages: rules[index].trigger.condition == nil)
          }
        case .ignorePreviousRules, .ignoreFollowingRules:
          if isBeforeIgnoring { isBeforeIgnoring = rules[index] == .noOperation }
        case .block, .blockCookies, .makeHTTPS, .redirect, .modifyHeaders: break
        }
      }
    }
    selectors = search.selectors
    unsharedSelectors = search.unsharedSelectors
    sitesByCondition = search.sitesByCondition
    let groups = search.runs.groups(withRules: count > 0)
    automata = search.runs.automata(of: groups)
    microsecondsPerDocument = Int(clamping: search.nanosecondsPerDocument / 1000)
    microsecondsSavedInTwoLists = Int(clamping: search.nanosecondsSavedInTwoLists / 1000)
    let ofRuns = groups.reduce(Int64(0)) { $0 + Int64($1.nanosecondsOfRule) * Int64($1.count) }
    microsecondsPerRequest = Int(clamping: (search.nanosecondsPerRequest + ofRuns) / 1000)
    guard count > 0 else { return }
    var candidates = groups.flatMap { $0.costs }
    switch unit {
    case .rule: candidates += search.rules
    case .filter: for cost in search.rules { candidates += search.filters(of: cost, rules[cost.ruleIndex]) }
    }
    // Sorted by index for equal costs, because `sorted` does not guarantee stability.
    let ranked = candidates.enumerated().sorted {
      ($1.element.nanosecondsPerPage, $0.element.ruleIndex, $0.offset)
        < ($0.element.nanosecondsPerPage, $1.element.ruleIndex, $1.offset)
    }
    mostExpensive = ranked.prefix(count).map { $0.element }
  }
}

extension RuleList {
  /// Returns the cost that the list adds to pages, with its `count` most expensive rules or filters.
  package func pageCost(mostExpensive count: Int = 0, by unit: PageCost.Unit = .rule) -> PageCost {
    PageCost(of: rules, mostExpensive: count, by: unit)
  }
}

extension Rule {
  /// Whether the rule hides elements and names its sites only in the condition. WebKit evaluates rules of
  /// this kind for every request.
  var isForSiteByCondition: Bool {
    guard case .hide = action else { return false }
    return trigger.namesSitesInCondition
  }
}

extension Trigger {
  fileprivate var namesSitesInCondition: Bool {
    condition?.isNegated == false && urlFilter.matchesEverything
  }

  /// Whether the pattern alone decides.
  fileprivate var isPatternAlone: Bool {
    self == Trigger(urlFilter: urlFilter, isCaseSensitive: isCaseSensitive)
  }
}

private struct PageCostSearch {
  var selectors = PageCost.Selectors()
  var unsharedSelectors = 0
  var sitesByCondition = 0
  // Sums and products of nanoseconds have 64 bits: in WebAssembly, `Int` has 32, which are two seconds.
  var nanosecondsPerDocument: Int64 = 0
  var nanosecondsPerRequest: Int64 = 0
  var nanosecondsSavedInTwoLists: Int64 = 0
  /// The cost of each rule that hides; empty unless costs are kept, which takes a tenth of the estimate.
  var rules: [PageCost.RuleCost] = []
  var runs = PatternRuns()
  private let keepsCosts: Bool

  init(keepsCosts: Bool) { self.keepsCosts = keepsCosts }

  // Nanoseconds per document for each selector. Measured: 18 ms for 13,344 selectors, including 12.0 ms for
  // 8,630 classes and 2.7 ms for 4,188 IDs.
  private static let ofClass: Int64 = 1400
  private static let ofID: Int64 = 650
  private static let ofOther: Int64 = 1900
  /// Without the shared style sheet, the same selectors take 24 to 26 ms.
  private static let unsharedPercent: Int64 = 140
  /// Nanoseconds per request for each hiding rule that matches every URL and names its site in a condition.
  /// Measured: 433 and 727 µs for EasyList as converted by two other programs.
  private static let ofSiteByCondition = 70

  /// Adds a rule that names its sites only in the condition.
  mutating func addSite(_ urlFilter: URLFilter, at index: Int) {
    sitesByCondition += 1
    add(urlFilter, at: index, perRequest: Self.ofSiteByCondition, perDocument: 0)
  }

  /// Adds a rule that hides elements on all pages, or on all except some.
  mutating func add(
    _ hidden: NonEmpty<CSSSelector>, of urlFilter: URLFilter, at index: Int, isShared: Bool,
    isOnAllPages: Bool
  ) {
    let own = Self.count(hidden)
    selectors.classes += own.classes
    selectors.ids += own.ids
    selectors.others += own.others
    var nanoseconds = Self.nanoseconds(own)
    if !isShared {
      unsharedSelectors += own.count
      let shared = nanoseconds
      nanoseconds = shared * Self.unsharedPercent / 100
      if isOnAllPages { nanosecondsSavedInTwoLists += nanoseconds - shared }
    }
    add(urlFilter, at: index, perRequest: 0, perDocument: Int(clamping: nanoseconds))
  }

  private mutating func add(_ urlFilter: URLFilter, at index: Int, perRequest: Int, perDocument: Int) {
    nanosecondsPerRequest += Int64(perRequest)
    nanosecondsPerDocument += Int64(perDocument)
    guard keepsCosts else { return }
    rules.append(
      PageCost.RuleCost(
        ruleIndex: index, urlFilter: urlFilter, nanosecondsPerRequest: perRequest,
        nanosecondsPerDocument: perDocument))
  }

  /// Splits the cost per document of a rule among its selectors. A rule with a cost per request is not split.
  func filters(of cost: PageCost.RuleCost, _ rule: Rule) -> [PageCost.RuleCost] {
    guard case .hide(let hidden) = rule.action, hidden.elements.count > 1, cost.nanosecondsPerDocument > 0
    else { return [cost] }
    let whole = Self.nanoseconds(Self.count(hidden))
    return hidden.elements.map { selector in
      var own = cost
      own.selector = selector
      own.nanosecondsPerDocument = Int(
        clamping: Self.nanoseconds(Self.count(NonEmpty(selector))) * Int64(cost.nanosecondsPerDocument)
          / whole)
      return own
    }
  }

  private static func nanoseconds(_ selectors: PageCost.Selectors) -> Int64 {
    Int64(selectors.classes) * ofClass + Int64(selectors.ids) * ofID + Int64(selectors.others) * ofOther
  }

  private static func count(_ hidden: NonEmpty<CSSSelector>) -> PageCost.Selectors {
    var counts = PageCost.Selectors()
    for selector in hidden.elements {
      let span = selector.bytes.span
      if !CSSSelector.isPlain(span) {
        counts.others += 1
      } else if span[0] == ASCII.hash {
        counts.ids += 1
      } else {
        counts.classes += 1
      }
    }
    return counts
  }
}
