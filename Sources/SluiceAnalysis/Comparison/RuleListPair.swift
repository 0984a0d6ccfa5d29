import SluiceRules
import SluiceText

/// Two versions of a rule list, prepared for a fast comparison of their effects on requests.
///
/// Whether a request is blocked depends on the rules that block it, the exceptions, and the order of these
/// two kinds. The result can therefore differ only for requests that match a changed or moved rule of these
/// kinds. Only these requests are evaluated in both lists.
///
/// Likewise, hiding on a page can differ only for selectors of changed rules, unless a changed exception
/// applies to the page.
package struct RuleListPair: Sendable {
  private let lists: NumberedRuleLists
  private let blocking: (old: PartialList, new: PartialList)
  /// Both lists with only the selectors whose hiding can differ.
  private var narrow: HidingLists
  /// Both lists with all selectors; created on demand.
  private var whole: HidingLists?
  /// The blocking rules and exceptions that the other list does not have, or has at another position.
  private let suspects: RuleListEvaluator

  /// Prepares two lists for comparisons.
  package init(_ lists: NumberedRuleLists) {
    let before = PlacedUnits(lists.oldUnits, list: lists.old)
    let after = PlacedUnits(lists.newUnits, list: lists.new)
    let (keptBefore, keptAfter) = PlacedUnits.keptOverriding(before, after, count: lists.count)
    let oldKeys = before.keys(kept: keptBefore)
    let newKeys = after.keys(kept: keptAfter)
    var selectors: Set<CSSSelector> = []
    var rules: [Rule] = []
    for (units, keys, others, list) in [
      (before.units, oldKeys, Set(newKeys), lists.old), (after.units, newKeys, Set(oldKeys), lists.new),
    ] {
      for (unit, key) in zip(units, keys) where key.isLoose || !others.contains(key) {
        if let selector = unit.selector(in: list) {
          selectors.insert(selector)
        } else if list.rules[unit.rule].action.decidesBlocking {
          rules.append(list.rules[unit.rule])
        }
      }
    }
    self.lists = lists
    suspects = RuleListEvaluator(RuleList(rules))
    blocking = (PartialList(blockingOf: lists.old), PartialList(blockingOf: lists.new))
    narrow = HidingLists(lists) { selectors.contains($0) }
  }

  /// Returns the decisions of both lists on a request; nil if they certainly agree.
  package func decide(_ request: Request) -> (old: Decision, new: Decision)? {
    guard !suspects.matching(request).isEmpty else { return nil }
    return (blocking.old.decide(request), blocking.new.decide(request))
  }

  /// Hidden selectors, and the index of the first rule that hides them. Equal selectors have equal numbers,
  /// so that callers can count without comparing them.
  package struct Hidden: Hashable, Sendable {
    /// A number that is equal for equal selectors.
    package var number: Int
    /// The selectors.
    package var selectors: [CSSSelector]
    /// The index of the rule in its list.
    package var rule: Int
  }

  /// Returns the selectors that only one of the lists hides in the document of a page.
  package mutating func hiding(on page: Request) -> (shown: [Hidden], hidden: [Hidden]) {
    let isOverridden = suspects.matching(page).contains { suspects.list.rules[$0].action.isException }
    guard isOverridden else { return narrow.hiding(on: page, firstNumber: 0) }
    var all = whole ?? HidingLists(lists) { _ in true }
    defer { whole = all }
    return all.hiding(on: page, firstNumber: narrow.groupCount)
  }
}

private struct PartialList: Sendable {
  let evaluator: RuleListEvaluator
  let positions: [Int]

  /// Creates a partial list. `left` returns the part of a rule to keep, or nil to leave the rule out.
  private init(_ list: RuleList, left: (Rule) -> Rule?) {
    let kept = list.rules.indices.compactMap { index in left(list.rules[index]).map { (index, $0) } }
    positions = kept.map { $0.0 }
    evaluator = RuleListEvaluator(RuleList(kept.map { $0.1 }))
  }

  init(blockingOf list: RuleList) { self.init(list) { $0.action.decidesBlocking ? $0 : nil } }

  /// Keeps the exceptions and the rules that hide these selectors, with only these selectors.
  init(hidingOf list: RuleList, where isWanted: (CSSSelector) -> Bool) {
    self.init(list) { rule in
      guard case .hide(let hidden) = rule.action else { return rule.action.isException ? rule : nil }
      return NonEmpty(hidden.elements.filter(isWanted)).map { Rule(trigger: rule.trigger, action: .hide($0)) }
    }
  }

  /// Evaluates a request. The decision identifies rules by their positions in the whole list.
  func decide(_ request: Request) -> Decision {
    var decision = evaluator.decide(request)
    decision.acting = decision.acting.map { positions[$0] }
    decision.overridden = decision.overridden.map {
      Decision.Overridden(rule: positions[$0.rule], by: positions[$0.by])
    }
    return decision
  }
}

private struct HidingLists: Sendable {
  private let old: PartialList
  private let new: PartialList
  private var groups: SelectorGroups

  init(_ lists: NumberedRuleLists, where isWanted: (CSSSelector) -> Bool) {
    old = PartialList(hidingOf: lists.old, where: isWanted)
    new = PartialList(hidingOf: lists.new, where: isWanted)
    groups = SelectorGroups(old.evaluator.list, new.evaluator.list)
  }

  var groupCount: Int { groups.count }

  mutating func hiding(
    on page: Request, firstNumber: Int
  ) -> (shown: [RuleListPair.Hidden], hidden: [RuleListPair.Hidden]) {
    let (shown, hidden) = groups.difference(
      old.evaluator.decide(page).acting, new.evaluator.decide(page).acting)
    func expanded(_ found: [SelectorGroups.Found], list: PartialList) -> [RuleListPair.Hidden] {
      found.map {
        RuleListPair.Hidden(
          number: firstNumber + $0.group, selectors: groups.selectors[$0.group], rule: list.positions[$0.rule]
        )
      }
    }
    return (expanded(shown, list: old), expanded(hidden, list: new))
  }
}

/// The selectors of two lists, grouped by the rules that contain them.
///
/// All selectors of a group are hidden on the same pages. Groups save time, because rules can have thousands
/// of selectors.
private struct SelectorGroups: Sendable {
  private(set) var selectors: [[CSSSelector]] = []
  /// The groups that each rule contains.
  private var ofOld: [[Int]]
  private var ofNew: [[Int]]
  /// For each group, the last page on which the list hid it. Pages are numbered.
  private var oldPage: [Int]
  private var newPage: [Int]
  private var page = 0

  var count: Int { selectors.count }

  init(_ old: RuleList, _ new: RuleList) {
    var rules: [CSSSelector: [Int]] = [:]
    var order: [CSSSelector] = []
    for (list, first) in [(old, 0), (new, old.rules.count)] {
      for (index, rule) in list.rules.enumerated() {
        guard case .hide(let hidden) = rule.action else { continue }
        for selector in hidden.elements {
          if rules[selector] == nil { order.append(selector) }
          rules[selector, default: []].append(first + index)
        }
      }
    }
    ofOld = Array(repeating: [], count: old.rules.count)
    ofNew = Array(repeating: [], count: new.rules.count)
    var groups: [[Int]: Int] = [:]
    for selector in order {
      let holders = rules[selector] ?? []
      if let group = groups[holders] {
        selectors[group].append(selector)
        continue
      }
      groups[holders] = selectors.count
      for holder in holders {
        if holder < ofOld.count {
          ofOld[holder].append(selectors.count)
        } else {
          ofNew[holder - ofOld.count].append(selectors.count)
        }
      }
      selectors.append([selector])
    }
    oldPage = Array(repeating: 0, count: selectors.count)
    newPage = oldPage
  }

  struct Found {
    var group: Int
    var rule: Int
  }

  /// Returns the groups that only the active rules of one of the lists contain.
  mutating func difference(_ old: [Int], _ new: [Int]) -> (shown: [Found], hidden: [Found]) {
    page += 1
    var before: [Found] = []
    var after: [Found] = []
    for rule in old {
      for group in ofOld[rule] where oldPage[group] != page {
        oldPage[group] = page
        before.append(Found(group: group, rule: rule))
      }
    }
    for rule in new {
      for group in ofNew[rule] where newPage[group] != page {
        newPage[group] = page
        if oldPage[group] != page { after.append(Found(group: group, rule: rule)) }
      }
    }
    return (before.filter { newPage[$0.group] != page }, after)
  }
}

private struct PlacedUnits {
  let units: [RuleUnit]
  /// The units that are exceptions.
  let overriding: [Int]

  init(_ units: [RuleUnit], list: RuleList) {
    self.units = units
    overriding = units.indices.filter { list.rules[units[$0].rule].action.isException }
  }

  struct Key: Hashable {
    var number: Int
    var rank: Int
    /// Whether the unit is an exception that the other list does not have at this position.
    var isLoose: Bool
  }

  /// Returns a maximal set of exceptions that both lists have in the same order.
  static func keptOverriding(
    _ before: PlacedUnits, _ after: PlacedUnits, count: Int
  ) -> (before: Set<Int>, after: Set<Int>) {
    let matching = EqualPairs(
      before.overriding.map { before.units[$0].number }, after.overriding.map { after.units[$0].number },
      count: count)
    let isKept = matching.pairs.map { $0.old }.isOfLongestRising
    let kept = zip(matching.pairs, isKept).filter { $0.1 }.map { $0.0 }
    return (Set(kept.map { before.overriding[$0.old] }), Set(kept.map { after.overriding[$0.new] }))
  }

  /// Returns the keys to compare units by. `kept` contains the indices of the exceptions that did not move.
  func keys(kept: Set<Int>) -> [Key] {
    let overrides = Set(overriding)
    var rank = 0
    return units.indices.map { index in
      let isKept = kept.contains(index)
      defer { rank += isKept ? 1 : 0 }
      return Key(number: units[index].number, rank: rank, isLoose: !isKept && overrides.contains(index))
    }
  }
}

extension Action {
  fileprivate var decidesBlocking: Bool { self == .block || isException }
}
