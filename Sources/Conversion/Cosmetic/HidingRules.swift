import ContentBlocker

/// Selectors by the pages on which they hide: equal scopes share rules, each selector once in a scope.
struct HidingRules {
  /// The selectors of one scope, in the order of the lists.
  struct Group {
    var scope: HidingScope
    var selectors: [Selector] = []
    var locations: [FilterLocation] = []
    /// Whether a selector needs a rule of its own.
    var hasLoneSelectors = false
  }

  /// What else the groups come from; nil when nobody asks.
  var trace: Trace?

  /// Whether all filters of a selector are kept, and not only the first.
  var isTraced: Bool { trace != nil }

  /// What some WebKit of the target does not know: with such a selector it leaves out the rule, so that none shares one.
  private let missing: SelectorFeatures

  /// In the order in which the scopes first occur.
  private(set) var groups: [Group] = []
  private var indices: [HidingScope: Int] = [:]
  /// Positions of selectors in their groups.
  private var seen: HashSlots

  /// No rules, with room for about so many selectors.
  init(capacity: Int = 0, missing: SelectorFeatures = []) {
    seen = HashSlots(capacity: capacity)
    self.missing = missing
  }

  /// Adds a selector, unless its scope is new and costs more than the budget has.
  ///
  /// - Parameters:
  ///   - specifichide: see ``ExclusionBudget/pay(for:without:)``.
  ///   - limits: the exceptions that take pages from the scope.
  /// - Returns: whether it was added.
  mutating func add(
    _ selector: Selector, on scope: HidingScope, from location: FilterLocation,
    _ budget: inout ExclusionBudget, without specifichide: PageNameSet,
    limitedBy limits: () -> [FilterLocation]
  ) -> Bool {
    let index: Int
    if let known = indices[scope] {
      index = known
    } else {
      guard budget.pay(for: scope, without: specifichide) else { return false }
      index = groups.count
      indices[scope] = index
      groups.append(Group(scope: scope))
    }
    let position = seen.find(Self.hash(selector, index), orAdd: groups[index].selectors.count) { position in
      // Of another group with the same hash it may be one that this group has not.
      position < groups[index].selectors.count && groups[index].selectors[position] == selector
    }
    if let position {
      trace?.add(location, to: position, ofGroup: index)
      return true
    }
    groups[index].selectors.append(selector)
    groups[index].locations.append(location)
    if isLone(selector) { groups[index].hasLoneSelectors = true }
    // Other filters with this selector have the same exceptions.
    if isTraced, scope.hasExclusions { trace?.limit(index, by: limits()) }
    return true
  }

  private func isLone(_ selector: Selector) -> Bool { !selector.needs.required.isDisjoint(with: missing) }

  /// The position of a selector in its group, by both.
  private static func hash(_ selector: Selector, _ group: Int) -> ByteHash {
    var hash = ByteHash()
    hash.mix(UInt64(group))
    hash.mix(selector.bytes)
    return hash
  }

  /// How many selectors stand in one rule: above some 50 WebKit's cost no longer depends on it (measured).
  static let selectorsPerRule = 1000

  /// The same for a group with a condition, which stands in each rule again: where it is large the rules are fewer.
  private static func selectorsPerRule(of group: Group, _ condition: Condition?) -> Int {
    let rules = (group.selectors.count - 1) / selectorsPerRule + 1
    guard rules > 1, let size = condition?.size else { return selectorsPerRule }
    let bytes = group.selectors.reduce(0) { $0 + $1.bytes.count }
    let allowed = 4 * bytes + maximumConditions
    guard rules * size > allowed else { return selectorsPerRule }
    return group.selectors.count / max(1, allowed / size) + 1
  }

  /// How many bytes conditions may have in all rules of a group, besides four times as many as its selectors have.
  private static let maximumConditions = 1 << 18

  /// The groups' rules for one part of the order.
  func rules(
    _ isIncluded: (HidingScope) -> Bool, _ triggers: (HidingScope) -> [Trigger]
  ) -> SharedRules {
    var rules = SharedRules()
    for (index, group) in groups.enumerated() where isIncluded(group.scope) {
      for trigger in triggers(group.scope) {
        let size = Self.selectorsPerRule(of: group, trigger.condition)
        if group.hasLoneSelectors {
          for part in separateParts(of: group, size) { append(part, of: group, index, trigger, to: &rules) }
          continue
        }
        for start in stride(from: 0, to: group.selectors.count, by: size) {
          let end = min(start + size, group.selectors.count)
          append(start..<end, of: group, index, trigger, to: &rules)
        }
      }
    }
    return rules
  }

  /// Adds a rule for the selectors at these positions.
  private func append(
    _ part: some Collection<Int>, of group: Group, _ index: Int, _ trigger: Trigger,
    to rules: inout SharedRules
  ) {
    // Most groups are one rule, which then has the group's array and no copy.
    let isWhole = part.count == group.selectors.count
    guard let first = part.first,
      let selectors = NonEmpty(isWhole ? group.selectors : part.map { group.selectors[$0] })
    else { return }
    let rule = Rule(trigger: trigger, action: .hide(selectors))
    guard let trace else {
      rules.append(rule, from: group.locations[first])
      return
    }
    rules.append(
      rule, from: group.locations[first], of: trace.filters(part, of: group, index),
      limitedBy: trace.limits(ofGroup: index))
  }

  /// The positions of selectors that share a rule, then those of lone selectors.
  private func separateParts(of group: Group, _ size: Int) -> [[Int]] {
    let shared = group.selectors.indices.filter { !isLone(group.selectors[$0]) }
    let lone = group.selectors.indices.filter { isLone(group.selectors[$0]) }
    return stride(from: 0, to: shared.count, by: size).map {
      Array(shared[$0..<min($0 + size, shared.count)])
    } + lone.map { [$0] }
  }
}

extension HidingRules {
  /// What groups come from besides the first filter of each selector.
  struct Trace {
    private var repeats: [Int: [Int: [FilterLocation]]] = [:]
    private var limits: [Int: [FilterLocation]] = [:]

    mutating func add(_ location: FilterLocation, to position: Int, ofGroup group: Int) {
      repeats[group, default: [:]][position, default: []].append(location)
    }

    mutating func limit(_ group: Int, by exceptions: [FilterLocation]) {
      guard !exceptions.isEmpty else { return }
      // One and the same array in most groups.
      if limits[group] == nil {
        limits[group] = exceptions
      } else {
        limits[group]?.append(contentsOf: exceptions)
      }
    }

    /// The filters of some of a group's selectors.
    func filters(_ positions: some Collection<Int>, of group: Group, _ index: Int) -> [FilterLocation] {
      positions.flatMap { [group.locations[$0]] + (repeats[index]?[$0] ?? []) }
    }

    func limits(ofGroup index: Int) -> [FilterLocation] { limits[index] ?? [] }
  }
}
