import SluiceRules
import SluiceText

extension PageCost {
  /// Estimates the cost of a list of these rules, and finds its `count` most expensive rules or filters.
  package init(of rules: [Rule], mostExpensive count: Int = 0, by unit: Unit = .rule) {
    self.init()
    var search = PageCostSearch()
    // A copy of a rule is expensive, and an element of a span is not copied.
    let all = rules.span
    var isBeforeIgnoring = true
    for index in all.indices {
      search.runs.add(
        all[index].trigger.urlFilter, isCaseSensitive: all[index].trigger.isCaseSensitive, at: index)
      switch all[index].action {
      case .hide: search.add(all[index], at: index, isBeforeIgnoring: isBeforeIgnoring)
      case .ignorePreviousRules, .ignoreFollowingRules:
        if isBeforeIgnoring { isBeforeIgnoring = all[index] == .noOperation }
      case .block, .blockCookies, .makeHTTPS, .redirect, .modifyHeaders: break
      }
    }
    selectors = search.selectors
    unsharedSelectors = search.unsharedSelectors
    sitesByCondition = search.sitesByCondition
    let groups = search.runs.groups()
    automata = search.runs.automata(of: groups)
    let runs = search.runs.costs(of: groups)
    microsecondsPerDocument = Self.microseconds(search.rules.lazy.map { $0.nanosecondsPerDocument })
    microsecondsSavedInTwoLists = Int(clamping: search.nanosecondsSavedInTwoLists / 1000)
    microsecondsPerRequest = Self.microseconds((search.rules + runs).lazy.map { $0.nanosecondsPerRequest })
    guard count > 0 else { return }
    var candidates = runs
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

  // Sums and products of nanoseconds have 64 bits: in WebAssembly, `Int` has 32, which are two seconds.
  private static func microseconds(_ nanoseconds: some Sequence<Int>) -> Int {
    Int(clamping: nanoseconds.reduce(Int64(0)) { $0 + Int64($1) } / 1000)
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
    guard case .hide = action, trigger.urlFilter.matchesEverything else { return false }
    return trigger.condition?.isNegated == false
  }
}

private struct PageCostSearch {
  var selectors = PageCost.Selectors()
  var unsharedSelectors = 0
  var sitesByCondition = 0
  var nanosecondsSavedInTwoLists: Int64 = 0
  var rules: [PageCost.RuleCost] = []
  var runs = PatternRuns()

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

  mutating func add(_ rule: Rule, at index: Int, isBeforeIgnoring: Bool) {
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
      var nanoseconds = Self.nanoseconds(own)
      let plain = Trigger(urlFilter: trigger.urlFilter, isCaseSensitive: trigger.isCaseSensitive)
      if !isBeforeIgnoring || trigger != plain {
        unsharedSelectors += own.count
        let shared = nanoseconds
        nanoseconds = shared * Self.unsharedPercent / 100
        if trigger.condition == nil { nanosecondsSavedInTwoLists += nanoseconds - shared }
      }
      cost.nanosecondsPerDocument = Int(clamping: nanoseconds)
    }
    rules.append(cost)
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

/// Estimates the number of automata that WebKit's compiler builds from patterns.
///
/// The compiler groups patterns that are equal up to their last repetition. It joins adjacent groups while
/// their automaton has at most 100 states before minimization. This was determined from compiled lists.
/// Most patterns have no repetition after their host or start, and all of these share a few automata.
struct PatternRuns {
  /// The start of a pattern up to and including its last repetition.
  private struct Beginning: Hashable {
    var terms: ArraySlice<URLFilterPattern.Term>
    var isAnchored: Bool

    // `Hasher` takes ten times the instructions for literals.
    func hash(into hasher: inout Hasher) {
      var text = ByteHash()
      for term in terms { Self.add(term, to: &text, hasher: &hasher) }
      hasher.combine(text.value)
    }

    private static func add(_ term: URLFilterPattern.Term, to text: inout ByteHash, hasher: inout Hasher) {
      switch term.atom {
      case .literal(let byte): text.add(byte)
      case .any: text.mix(1)
      case .characters(let characters):
        text.mix(2)
        hasher.combine(characters)
      case .group(let terms):
        text.mix(3)
        for term in terms { add(term, to: &text, hasher: &hasher) }
      }
      if term.repetition != .one { text.mix(UInt64(term.repetition.rawValue)) }
    }
  }

  struct Group {
    /// The first rule with each pattern.
    var rules: [(index: Int, urlFilter: URLFilter)]
    var states: Int
    var isAnchored: Bool
  }

  private var patterns: [(index: Int, urlFilter: URLFilter, isCaseSensitive: Bool)] = []
  /// The total length of all other patterns in bytes.
  private var plainBytes = 0

  /// The number of states up to which WebKit joins an automaton with others.
  private static let joined = 100
  /// The number of states for `||`, which joined automata share.
  private static let shared = 8
  /// The number of bytes of plain patterns in one automaton: 97,000 hosts result in eight automata.
  private static let plainBytesOfOne = 1 << 18
  // Nanoseconds per request for an automaton: the steps of WebKit's interpreter, at 5 ns each. For URLs of 50
  // characters, the interpreter takes 61 steps for patterns with a host anchor and 133 for unanchored ones.
  private static let ofAnchored = 300
  private static let ofOther = 670

  mutating func add(_ urlFilter: URLFilter, isCaseSensitive: Bool, at index: Int) {
    if urlFilter.mayRepeatBehindText {
      patterns.append((index, urlFilter, isCaseSensitive))
    } else {
      plainBytes += urlFilter.bytes.count
    }
  }

  /// Groups the patterns that have a repetition after their start, in the order of their first rules.
  func groups() -> [Group] {
    var numbers: [Beginning: Int] = [:]
    var seen = HashSlots(capacity: patterns.count)
    var groups: [Group] = []
    var samples = [Sample(), Sample()]
    for (number, (index, urlFilter, isCaseSensitive)) in patterns.enumerated() {
      var hash = ByteHash()
      hash.mix(urlFilter.bytes)
      guard seen.find(hash, orAdd: number, where: { patterns[$0].urlFilter == urlFilter }) == nil else {
        continue
      }
      var pattern = urlFilter.pattern
      // WebKit omits optional terms at the end.
      if !pattern.isAnchoredAtEnd {
        pattern.terms.removeLast(pattern.terms.count - 1 - (pattern.terms.lastIndex { $0.isMandatory } ?? -1))
      }
      guard let last = pattern.terms.lastIndex(where: { $0.repeats }), !pattern.endsAnchor(at: last) else {
        continue
      }
      let beginning = Beginning(terms: pattern.terms[...last], isAnchored: pattern.isAnchoredAtStart)
      if let number = numbers[beginning] {
        groups[number].rules.append((index, urlFilter))
        groups[number].states += pattern.terms.count - last - 1
      } else {
        let kind = pattern.isAnchoredAtStart ? 1 : 0
        numbers[beginning] = groups.count
        groups.append(
          Group(
            rules: [(index, urlFilter)], states: samples[kind].states(of: pattern, isCaseSensitive),
            isAnchored: pattern.isAnchoredAtStart))
      }
    }
    return groups
  }

  /// Counts the states of the first patterns and of every 24th pattern after them, and estimates the others
  /// from their length. Counting all would take a sixth of the time of a conversion.
  private struct Sample {
    private var patterns = 0
    private var terms = 0
    private var states = 0

    mutating func states(of pattern: URLFilterPattern, _ isCaseSensitive: Bool) -> Int {
      patterns += 1
      guard patterns <= 12 || patterns.isMultiple(of: 24) else {
        let estimate = Int64(pattern.terms.count) * Int64(states) / Int64(terms)
        return Int(min(estimate, Int64(PatternRuns.joined)))
      }
      let own =
        AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: PatternRuns.joined)
        ?? PatternRuns.joined
      terms += pattern.terms.count
      states += own
      return own
    }
  }

  func automata(of groups: [Group]) -> Int {
    var count = (plainBytes + Self.plainBytesOfOne - 1) / Self.plainBytesOfOne
    for isAnchored in [true, false] {
      var states = 0
      for group in groups where group.isAnchored == isAnchored {
        states += states == 0 ? group.states : max(group.states - Self.shared, 1)
        if states >= Self.joined {
          count += 1
          states = 0
        }
      }
      if states > 0 { count += 1 }
    }
    return count
  }

  /// Returns the cost that each pattern adds to a request: its share of the cost of an automaton.
  func costs(of groups: [Group]) -> [PageCost.RuleCost] {
    groups.flatMap { group in
      let own = group.states >= Self.joined ? Self.joined : max(group.states - Self.shared, 1)
      let whole = (group.isAnchored ? Self.ofAnchored : Self.ofOther) * own / Self.joined
      return group.rules.map { rule in
        PageCost.RuleCost(
          ruleIndex: rule.index, urlFilter: rule.urlFilter,
          nanosecondsPerRequest: max(whole / group.rules.count, 1), nanosecondsPerDocument: 0)
      }
    }
  }
}

extension URLFilterPattern {
  fileprivate func endsAnchor(at index: Int) -> Bool {
    isAnchoredAtStart && Self.anchors.contains { $0.elementsEqual(terms[...index]) }
  }

  private static let anchors: [[Term]] =
    [HostAnchor.label, .labelBeforePath, .host, .insideAuthority, .authority].map { $0.terms }
}
