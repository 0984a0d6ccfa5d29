/// Two versions of a rule list, which answers fast what they do differently with a load.
///
/// Whether a load is blocked depends on the rules that block it and on those that lift them, and on nothing in their
/// order but which stand on which side of which. So a load that no changed rule of these kinds matches, and none
/// that came to stand elsewhere among the lifting ones, fares alike under both, and only the others are judged
/// twice. Likewise of the selectors on a page only those can differ that some changed rule has, as long as
/// the page is one of no changed lifting rule.
public struct RuleListPair: Sendable {
  private let lists: NumberedRuleLists
  private let blocking: (old: PartialList, new: PartialList)
  /// What can differ of what is hidden.
  private var narrow: HidingLists
  /// All that is hidden, made when a page needs it.
  private var whole: HidingLists?
  /// Blocking and lifting rules of both lists that are not in the other one, or not in the same place.
  private let suspects: RuleListEvaluator

  /// Makes two lists ready.
  public init(_ lists: NumberedRuleLists) {
    let before = PlacedUnits(lists.oldUnits, lists.old)
    let after = PlacedUnits(lists.newUnits, lists.new)
    let (keptBefore, keptAfter) = PlacedUnits.keptLifting(before, after, count: lists.count)
    let oldKeys = before.keys(kept: keptBefore)
    let newKeys = after.keys(kept: keptAfter)
    var selectors: Set<Selector> = []
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

  /// What both lists do with a load, as far as blocking goes; nil where that is the same for certain.
  public func decide(_ request: Request) -> (old: Decision, new: Decision)? {
    guard !suspects.matching(request).isEmpty else { return nil }
    return (blocking.old.decide(request), blocking.new.decide(request))
  }

  /// Selectors that are hidden, and the first rule that does it, by its index in its list. The same selectors come
  /// with the same number, so that whoever counts need not look at each.
  public struct Hidden: Hashable, Sendable {
    /// What is equal for the same selectors.
    public var number: Int
    /// The selectors.
    public var selectors: [Selector]
    /// The index of the rule.
    public var rule: Int
  }

  /// The selectors that one list hides in the document of a page and the other does not.
  public mutating func hiding(on page: Request) -> (shown: [Hidden], hidden: [Hidden]) {
    let isLifted = suspects.matching(page).contains { suspects.list.rules[$0].action.isException }
    guard isLifted else { return narrow.hiding(on: page, firstNumber: 0) }
    var all = whole ?? HidingLists(lists) { _ in true }
    defer { whole = all }
    return all.hiding(on: page, firstNumber: narrow.groupCount)
  }
}

/// Some rules of a list, which still are where they stand in it.
private struct PartialList: Sendable {
  let evaluator: RuleListEvaluator
  let positions: [Int]

  /// The rules of which something is left.
  private init(_ list: RuleList, _ left: (Rule) -> Rule?) {
    var rules: [Rule] = []
    var positions: [Int] = []
    for index in list.rules.indices {
      guard let rule = left(list.rules[index]) else { continue }
      rules.append(rule)
      positions.append(index)
    }
    self.positions = positions
    evaluator = RuleListEvaluator(RuleList(rules))
  }

  /// The rules that block, and that lift others.
  init(blockingOf list: RuleList) { self.init(list) { $0.action.decidesBlocking ? $0 : nil } }

  /// The rules that hide these selectors, and that lift others.
  init(hidingOf list: RuleList, where isWanted: (Selector) -> Bool) {
    self.init(list) { rule in
      guard case .hide(let hidden) = rule.action else { return rule.action.isException ? rule : nil }
      return NonEmpty(hidden.elements.filter(isWanted)).map { Rule(trigger: rule.trigger, action: .hide($0)) }
    }
  }

  /// What the rules do, each by where it stands in the whole list.
  func decide(_ request: Request) -> Decision {
    var decision = evaluator.decide(request)
    decision.acting = decision.acting.map { positions[$0] }
    decision.overridden = decision.overridden.map {
      Decision.Overridden(rule: positions[$0.rule], by: positions[$0.by])
    }
    return decision
  }
}

/// The hiding rules of two lists, with some of their selectors.
private struct HidingLists: Sendable {
  private let old: PartialList
  private let new: PartialList
  private var groups: SelectorGroups

  init(_ lists: NumberedRuleLists, where isWanted: (Selector) -> Bool) {
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
    func expanded(_ found: [SelectorGroups.Found], _ list: PartialList) -> [RuleListPair.Hidden] {
      found.map {
        RuleListPair.Hidden(
          number: firstNumber + $0.group, selectors: groups.selectors[$0.group], rule: list.positions[$0.rule]
        )
      }
    }
    return (expanded(shown, old), expanded(hidden, new))
  }
}

/// The selectors of two lists, those together that the same rules have: they fare alike on every page, and lists
/// have thousands of them in a rule.
private struct SelectorGroups: Sendable {
  private(set) var selectors: [[Selector]] = []
  /// The groups of each rule.
  private var ofOld: [[Int]]
  private var ofNew: [[Int]]
  /// For each group the last page on which it was hidden.
  private var oldPage: [Int]
  private var newPage: [Int]
  private var page = 0

  var count: Int { selectors.count }

  init(_ old: RuleList, _ new: RuleList) {
    var rules: [Selector: [Int]] = [:]
    var order: [Selector] = []
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

  /// A group and the first rule with it.
  struct Found {
    var group: Int
    var rule: Int
  }

  /// The groups that the acting rules of one list have and those of the other do not.
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

/// The units of a list with the places that matter: among the rules that lift others.
private struct PlacedUnits {
  let units: [RuleUnit]
  /// The units that lift others.
  let lifting: [Int]

  init(_ units: [RuleUnit], _ list: RuleList) {
    self.units = units
    lifting = units.indices.filter { list.rules[units[$0].rule].action.isException }
  }

  /// What a unit says, and between which lifting units.
  struct Key: Hashable {
    var number: Int
    var rank: Int
    /// Whether it lifts others and the other list has not got it there.
    var isLoose: Bool
  }

  /// The lifting units that both lists have in the same order, as many as there are.
  static func keptLifting(
    _ before: PlacedUnits, _ after: PlacedUnits, count: Int
  ) -> (before: Set<Int>, after: Set<Int>) {
    let matching = RuleUnitPairs(
      before.lifting.map { before.units[$0] }, after.lifting.map { after.units[$0] }, count: count)
    let isKept = matching.pairs.map(\.old).isOfLongestRising
    let kept = zip(matching.pairs, isKept).filter(\.1).map(\.0)
    return (Set(kept.map { before.lifting[$0.old] }), Set(kept.map { after.lifting[$0.new] }))
  }

  /// The key of each unit.
  func keys(kept: Set<Int>) -> [Key] {
    let lifts = Set(lifting)
    var rank = 0
    return units.indices.map { index in
      let isKept = kept.contains(index)
      defer { rank += isKept ? 1 : 0 }
      return Key(number: units[index].number, rank: rank, isLoose: !isKept && lifts.contains(index))
    }
  }
}

extension Action {
  /// Whether a load is blocked or not because of it.
  fileprivate var decidesBlocking: Bool { self == .block || isException }
}
