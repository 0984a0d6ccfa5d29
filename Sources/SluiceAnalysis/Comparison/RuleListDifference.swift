import SluiceRules
import SluiceText

/// The differences between two versions of a rule list.
///
/// Rules are compared by their content, not by their position. Each selector of a hiding rule is compared
/// separately, because lists group selectors arbitrarily. Positions matter only if exceptions override other
/// rules than before.
package struct RuleListDifference: Hashable, Sendable {
  /// A rule, or some selectors of a hiding rule, that is only in one of the lists or has a different trigger.
  package struct Change: Hashable, Sendable {
    /// The index in the old list; nil for an added rule.
    package var old: Int?
    /// The index in the new list; nil for a removed rule.
    package var new: Int?
    /// The relation between the old and the new scope of the rule; ``ScopeChange/same`` for added and removed
    /// rules.
    package var extent: ScopeChange
    /// The selectors of a hiding rule that changed; empty for other rules.
    package var selectors: [CSSSelector]
  }

  /// A rule in both lists whose position changed, so that exceptions override other rules than before.
  package struct Move: Hashable, Sendable {
    /// The index in the old list.
    package var old: Int
    /// The index in the new list.
    package var new: Int
    /// The number of additional overrides. For an exception, these are rules that it now overrides. For other
    /// rules, these are exceptions that now override the rule.
    package var gained: Int
    /// The number of lost overrides, counted in the same way.
    package var lost: Int
  }

  /// The changes, in the order of the new list; removed rules come last.
  package private(set) var changes: [Change] = []
  /// The moves, in the order of the new list.
  package private(set) var moves: [Move] = []

  /// Whether the lists are equivalent.
  package var isEmpty: Bool { changes.isEmpty && moves.isEmpty }

  /// Compares two lists.
  package init(from old: RuleList, to new: RuleList) { self.init(NumberedRuleLists(old, new)) }

  /// Compares two lists.
  package init(_ lists: NumberedRuleLists) {
    let (old, new) = (lists.old, lists.new)
    let (oldUnits, newUnits) = (lists.oldUnits, lists.newUnits)
    let matching = EqualPairs(
      oldUnits.map { $0.number }, newUnits.map { $0.number }, count: lists.count)
    match(
      matching.removed.map { oldUnits[$0] }, added: matching.added.map { newUnits[$0] }, old: old, new: new)
    findMoves(
      matching.pairs.map { Pair(old: oldUnits[$0.old].rule, new: newUnits[$0.new].rule) }, old: old, new: new)
  }

  fileprivate struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  /// Pairs removed rules with added rules that have the same pattern and action.
  private mutating func match(_ removed: [RuleUnit], added: [RuleUnit], old: RuleList, new: RuleList) {
    var waiting: [PatternKey: [RuleUnit]] = [:]
    for unit in removed.reversed() { waiting[PatternKey(unit, list: old), default: []].append(unit) }
    var collector = ChangeCollector()
    // Thousands of selectors can belong to the same two rules.
    var extents: [Pair: ScopeChange] = [:]
    for unit in added {
      if let former = waiting[PatternKey(unit, list: new)]?.popLast() {
        let pair = Pair(old: former.rule, new: unit.rule)
        let extent =
          extents[pair] ?? ScopeChange(from: old.rules[pair.old].trigger, to: new.rules[pair.new].trigger)
        extents[pair] = extent
        collector.add(former.rule, new: unit.rule, extent: extent, selector: unit.selector(in: new))
      } else {
        collector.add(nil, new: unit.rule, extent: .same, selector: unit.selector(in: new))
      }
    }
    let gone = waiting.values.joined().sorted { ($0.rule, $0.position) < ($1.rule, $1.position) }
    for unit in gone { collector.add(unit.rule, new: nil, extent: .same, selector: unit.selector(in: old)) }
    changes = collector.changes
  }

  private mutating func findMoves(_ pairs: [Pair], old: RuleList, new: RuleList) {
    var seen: Set<Pair> = []
    let common = pairs.filter { seen.insert($0).inserted }
    // `ignore-previous-rules` overrides the rules before it, `ignore-following-rules` those after it.
    let lookingBack = common.filter { new.rules[$0.new].action == .ignorePreviousRules }
    let lookingAhead = common.filter { new.rules[$0.new].action == .ignoreFollowingRules }
    let others = common.filter { !new.rules[$0.new].action.isException }
    let moved =
      Self.moves(of: lookingBack, MoveCounter(of: lookingBack, with: others), gainsByPassing: true)
      + Self.moves(of: lookingAhead, MoveCounter(of: lookingAhead, with: others), gainsByPassing: false)
    let overridden =
      Self.moves(of: others, MoveCounter(of: others, with: lookingBack), gainsByPassing: false)
      + Self.moves(of: others, MoveCounter(of: others, with: lookingAhead), gainsByPassing: true)
    // A single moved rule crosses many rules that did not move. The smaller set is therefore reported as
    // moved.
    moves = (moved.count <= overridden.count ? moved : overridden).sorted {
      ($0.new, $0.old) < ($1.new, $1.old)
    }
  }

  /// Returns the rules that crossed others. If `gainsByPassing` is true, another rule that now precedes a
  /// rule means an additional override; otherwise it means a lost one.
  private static func moves(of rules: [Pair], _ crossings: MoveCounter, gainsByPassing: Bool) -> [Move] {
    rules.indices.compactMap { index in
      let (now, former) = (crossings.now[index], crossings.former[index])
      guard now + former > 0 else { return nil }
      return Move(
        old: rules[index].old, new: rules[index].new, gained: gainsByPassing ? now : former,
        lost: gainsByPassing ? former : now)
    }
  }
}

extension MoveCounter {
  fileprivate init(of rules: [RuleListDifference.Pair], with others: [RuleListDifference.Pair]) {
    self.init(of: rules.map { ($0.old, $0.new) }, with: others.map { ($0.old, $0.new) })
  }
}

/// The properties that two versions of the same unit share.
private struct PatternKey: Hashable {
  var pattern: URLFilter
  var action: String
  var selector: CSSSelector?

  init(_ unit: RuleUnit, list: RuleList) {
    pattern = list.rules[unit.rule].trigger.urlFilter
    action = list.rules[unit.rule].action.name
    selector = unit.selector(in: list)
  }
}

/// Collects changes. Changes to selectors of the same two rules become one change.
private struct ChangeCollector {
  private(set) var changes: [RuleListDifference.Change] = []
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    var old: Int?
    var new: Int?
  }

  mutating func add(_ old: Int?, new: Int?, extent: ScopeChange, selector: CSSSelector?) {
    guard let selector else {
      changes.append(.init(old: old, new: new, extent: extent, selectors: []))
      return
    }
    if let index = known[Key(old: old, new: new)] {
      changes[index].selectors.append(selector)
    } else {
      known[Key(old: old, new: new)] = changes.count
      changes.append(.init(old: old, new: new, extent: extent, selectors: [selector]))
    }
  }
}

extension Action {
  /// Whether the action overrides other rules.
  package var isException: Bool { self == .ignorePreviousRules || self == .ignoreFollowingRules }
}

/// A difference between two triggers.
package struct TriggerChange: Hashable, Sendable {
  /// WebKit's key for the changed part.
  package var key: String
  /// The removed entries; nil if the key was missing, which means "any".
  package var before: [String]?
  /// The added entries; nil if the key is missing now.
  package var after: [String]?

  /// Returns all differences between two triggers, except those of their patterns.
  package static func all(from old: Trigger, to new: Trigger) -> [TriggerChange] {
    var changes: [TriggerChange] = []
    func add(_ key: String, before: [String], after: [String]) {
      guard before != after else { return }
      let (gone, added) = (Set(before), Set(after))
      changes.append(
        TriggerChange(
          key: key, before: before.isEmpty ? nil : before.filter { !added.contains($0) },
          after: after.isEmpty ? nil : after.filter { !gone.contains($0) }))
    }
    func flag(_ value: Bool) -> [String] { value ? ["true"] : [] }
    add("url-filter-is-case-sensitive", before: flag(old.isCaseSensitive), after: flag(new.isCaseSensitive))
    add("resource-type", before: old.resourceTypes.descriptions, after: new.resourceTypes.descriptions)
    add("load-type", before: old.loadTypes.descriptions, after: new.loadTypes.descriptions)
    add("load-context", before: old.loadContexts.descriptions, after: new.loadContexts.descriptions)
    add(
      "request-method", before: old.requestMethod.map { [$0.rawValue] } ?? [],
      after: new.requestMethod.map { [$0.rawValue] } ?? [])
    if let before = old.condition, let after = new.condition, before.name == after.name {
      add(before.name, before: before.values, after: after.values)
    } else {
      if let before = old.condition { add(before.name, before: before.values, after: []) }
      if let after = new.condition { add(after.name, before: [], after: after.values) }
    }
    add(
      "condition-is-case-sensitive", before: flag(old.isConditionCaseSensitive),
      after: flag(new.isConditionCaseSensitive))
    return changes
  }
}

/// Counts crossings in a reordering: for each element of a sequence, the elements of another sequence that it
/// passed.
struct MoveCounter {
  /// For each element, the number of others that precede it now but did not before.
  private(set) var now: [Int] = []
  /// For each element, the number of others that preceded it before but do not now.
  private(set) var former: [Int] = []

  /// Counts the crossings from the old and new positions. This takes about as long as sorting the elements.
  init(of things: [(old: Int, new: Int)], with others: [(old: Int, new: Int)]) {
    now = Array(repeating: 0, count: things.count)
    former = now
    let byOld = things.indices.sorted { things[$0].old < things[$1].old }
    let othersByOld = others.sorted { $0.old < $1.old }
    let newPlaces = others.map { $0.new }.sorted()
    // The new positions of the others that preceded the current element before.
    var passed = Counts(count: (newPlaces.last ?? -1) + 1)
    var next = 0
    for index in byOld {
      while next < othersByOld.count, othersByOld[next].old < things[index].old {
        passed.add(othersByOld[next].new)
        next += 1
      }
      let both = passed.count(below: things[index].new)
      now[index] = newPlaces.firstIndex(ofAtLeast: things[index].new) - both
      former[index] = next - both
    }
  }

  /// A Fenwick tree that counts how often each number was added.
  private struct Counts {
    private var sums: [Int]

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    mutating func add(_ number: Int) {
      var index = number + 1
      while index < sums.count {
        sums[index] += 1
        index += index & -index
      }
    }

    func count(below limit: Int) -> Int {
      var index = min(limit, sums.count - 1)
      var total = 0
      while index > 0 {
        total += sums[index]
        index -= index & -index
      }
      return total
    }
  }
}
