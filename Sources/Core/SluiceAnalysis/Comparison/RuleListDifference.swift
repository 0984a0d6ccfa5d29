/// The differences between two versions of a rule list.
///
/// Rules are compared by their content, not by their position. Each selector of a hiding rule is compared
/// separately, because lists group selectors arbitrarily. Positions matter only if exceptions override other
/// rules than before.
public struct RuleListDifference: Hashable, Sendable {
  /// A rule, or some selectors of a hiding rule, that is only in one of the lists or has a different trigger.
  public struct Change: Hashable, Sendable {
    /// The index in the old list; nil for an added rule.
    public var old: Int?
    /// The index in the new list; nil for a removed rule.
    public var new: Int?
    /// The relation between the old and the new scope of the rule; ``ScopeChange/same`` for added and removed
    /// rules.
    public var extent: ScopeChange
    /// The selectors of a hiding rule that changed; empty for other rules.
    public var selectors: [CSSSelector]
  }

  /// A rule in both lists whose position changed, so that exceptions override other rules than before.
  public struct Move: Hashable, Sendable {
    /// The index in the old list.
    public var old: Int
    /// The index in the new list.
    public var new: Int
    /// The number of additional overrides. For an exception, these are rules that it now overrides. For other
    /// rules, these are exceptions that now override the rule.
    public var gained: Int
    /// The number of lost overrides, counted in the same way.
    public var lost: Int
  }

  /// The changes, in the order of the new list; removed rules come last.
  public private(set) var changes: [Change] = []
  /// The moves, in the order of the new list.
  public private(set) var moves: [Move] = []

  /// Whether the lists are equivalent.
  public var isEmpty: Bool { changes.isEmpty && moves.isEmpty }

  /// Compares two lists.
  public init(from old: RuleList, to new: RuleList) { self.init(NumberedRuleLists(old, new)) }

  /// Compares two lists.
  public init(_ lists: NumberedRuleLists) {
    let (old, new) = (lists.old, lists.new)
    let (oldUnits, newUnits) = (lists.oldUnits, lists.newUnits)
    let matching = RuleUnitPairs(oldUnits, newUnits, count: lists.count)
    match(matching.removed.map { oldUnits[$0] }, matching.added.map { newUnits[$0] }, old, new)
    findMoves(
      matching.pairs.map { Pair(old: oldUnits[$0.old].rule, new: newUnits[$0.new].rule) }, old, new)
  }

  fileprivate struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  /// Pairs removed rules with added rules that have the same pattern and action.
  private mutating func match(_ removed: [RuleUnit], _ added: [RuleUnit], _ old: RuleList, _ new: RuleList) {
    var waiting: [PatternKey: [RuleUnit]] = [:]
    for unit in removed.reversed() { waiting[PatternKey(unit, old), default: []].append(unit) }
    var collector = ChangeCollector()
    // Thousands of selectors can belong to the same two rules.
    var extents: [Pair: ScopeChange] = [:]
    for unit in added {
      if let former = waiting[PatternKey(unit, new)]?.popLast() {
        let pair = Pair(old: former.rule, new: unit.rule)
        let extent =
          extents[pair] ?? ScopeChange(from: old.rules[pair.old].trigger, to: new.rules[pair.new].trigger)
        extents[pair] = extent
        collector.add(former.rule, unit.rule, extent, unit.selector(in: new))
      } else {
        collector.add(nil, unit.rule, .same, unit.selector(in: new))
      }
    }
    let gone = waiting.values.joined().sorted { ($0.rule, $0.position) < ($1.rule, $1.position) }
    for unit in gone { collector.add(unit.rule, nil, .same, unit.selector(in: old)) }
    changes = collector.changes
  }

  private mutating func findMoves(_ pairs: [Pair], _ old: RuleList, _ new: RuleList) {
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

  init(_ unit: RuleUnit, _ list: RuleList) {
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

  mutating func add(_ old: Int?, _ new: Int?, _ extent: ScopeChange, _ selector: CSSSelector?) {
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
  public var isException: Bool { self == .ignorePreviousRules || self == .ignoreFollowingRules }
}
