/// What is different between two versions of a rule list.
///
/// Rules are compared by what they say, not by where they stand; of hiding rules each selector is compared by
/// itself, since lists group them as they like. Where rules stand is compared only in so far as exceptions lift
/// other rules than before.
public struct RuleListDifference: Hashable, Sendable {
  /// A rule, or some selectors of a hiding rule, that is in one of the lists only, or has another trigger.
  public struct Change: Hashable, Sendable {
    /// Its index in the old list; nil when it is new.
    public var old: Int?
    /// Its index in the new list; nil when it is gone.
    public var new: Int?
    /// How its loads relate to those before; ``Extent/same`` where it was not there before, or is gone.
    public var extent: Extent
    /// The selectors of a hiding rule that the change is about; none for other rules.
    public var selectors: [Selector]
  }

  /// An exception that lifts other rules than before although both are in both lists.
  public struct Move: Hashable, Sendable {
    /// Its index in the old list, and in the new one.
    public var old: Int
    /// See ``old``.
    public var new: Int
    /// How many rules are overridden now that were not: by it, if it is an exception, else how many
    /// exceptions override it now that did not.
    public var gained: Int
    /// How many rules are no longer overridden, or how many exceptions no longer override it.
    public var lost: Int
  }

  /// In the order of the new list, those that are gone last.
  public private(set) var changes: [Change] = []
  /// In the order of the new list.
  public private(set) var moves: [Move] = []

  /// Whether there is none.
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

  /// Joins what is gone and what is new where pattern and action are the same.
  private mutating func match(_ removed: [RuleUnit], _ added: [RuleUnit], _ old: RuleList, _ new: RuleList) {
    var waiting: [PatternKey: [RuleUnit]] = [:]
    for unit in removed.reversed() { waiting[PatternKey(unit, old), default: []].append(unit) }
    var collector = ChangeCollector()
    // Thousands of selectors can be of the same two rules.
    var extents: [Pair: Extent] = [:]
    for unit in added {
      if let former = waiting[PatternKey(unit, new)]?.popLast() {
        let pair = Pair(old: former.rule, new: unit.rule)
        let extent =
          extents[pair] ?? Extent(from: old.rules[pair.old].trigger, to: new.rules[pair.new].trigger)
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
    // What ignores previous rules lifts what is before it, what ignores following rules what is behind it.
    let lookingBack = common.filter { new.rules[$0.new].action == .ignorePreviousRules }
    let lookingAhead = common.filter { new.rules[$0.new].action == .ignoreFollowingRules }
    let others = common.filter { !new.rules[$0.new].action.isException }
    let moved =
      Self.moves(of: lookingBack, Crossings(of: lookingBack, with: others), gainsByPassing: true)
      + Self.moves(of: lookingAhead, Crossings(of: lookingAhead, with: others), gainsByPassing: false)
    let lifted =
      Self.moves(of: others, Crossings(of: others, with: lookingBack), gainsByPassing: false)
      + Self.moves(of: others, Crossings(of: others, with: lookingAhead), gainsByPassing: true)
    // One rule that moved crosses many that did not: the fewer ones are to blame.
    moves = (moved.count <= lifted.count ? moved : lifted).sorted { ($0.new, $0.old) < ($1.new, $1.old) }
  }

  /// The rules that crossed others; with `gainsByPassing` one more is overridden for each other rule that
  /// stands before it now, without it one less.
  private static func moves(of rules: [Pair], _ crossings: Crossings, gainsByPassing: Bool) -> [Move] {
    rules.indices.compactMap { index in
      let (now, former) = (crossings.now[index], crossings.former[index])
      guard now + former > 0 else { return nil }
      return Move(
        old: rules[index].old, new: rules[index].new, gained: gainsByPassing ? now : former,
        lost: gainsByPassing ? former : now)
    }
  }
}

extension Crossings {
  fileprivate init(of rules: [RuleListDifference.Pair], with others: [RuleListDifference.Pair]) {
    self.init(of: rules.map { ($0.old, $0.new) }, with: others.map { ($0.old, $0.new) })
  }
}

/// What is equal for units that are versions of one another.
private struct PatternKey: Hashable {
  var pattern: URLFilter
  var action: String
  var selector: Selector?

  init(_ unit: RuleUnit, _ list: RuleList) {
    pattern = list.rules[unit.rule].trigger.urlFilter
    action = list.rules[unit.rule].action.name
    selector = unit.selector(in: list)
  }
}

/// Gathers changes, those of selectors of the same rules in one.
private struct ChangeCollector {
  private(set) var changes: [RuleListDifference.Change] = []
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    var old: Int?
    var new: Int?
  }

  mutating func add(_ old: Int?, _ new: Int?, _ extent: Extent, _ selector: Selector?) {
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
  /// Whether the action keeps other rules from acting.
  public var isException: Bool { self == .ignorePreviousRules || self == .ignoreFollowingRules }
}
