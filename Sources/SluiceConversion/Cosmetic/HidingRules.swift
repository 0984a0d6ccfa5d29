import SluiceAnalysis
import SluiceRules
import SluiceText

/// The selectors, grouped by the pages on which they are hidden. Selectors with equal scopes share rules.
/// Each selector occurs once per scope.
struct HidingRules {
  struct Group {
    let scope: HidingScope
    let reach: HidingScope.Reach
    var selectors: [CSSSelector] = []
    var locations: [FilterPlace] = []
    var hasLoneSelectors = false

    init(scope: HidingScope) { (self.scope, reach) = (scope, scope.reach) }
  }

  /// The result of adding a selector.
  enum Addition {
    /// The budget does not suffice.
    case refused
    /// The scope already has the selector.
    case known
    case new(group: Int, position: Int)
  }

  /// The additional origins of the groups, or `nil` if origins are not traced.
  var trace: Trace?

  /// Whether all filters with a selector are traced, not only the first one.
  var isTraced: Bool { trace != nil }

  /// The features that some WebKit versions of the target lack. These versions drop a rule if one of its
  /// selectors needs a missing feature, so each selector of this kind gets a rule of its own.
  private let missing: SelectorFeatures

  /// The groups in the order in which their scopes first occur.
  private(set) var groups: [Group] = []
  private var indices = HashSlots()
  private var seen: HashSlots

  init(capacity: Int = 0, missing: SelectorFeatures = []) {
    seen = HashSlots(capacity: capacity)
    self.missing = missing
  }

  /// Adds a selector to the group of a scope. Does not add it if a new scope or the copies of the selector exceed the
  /// budget.
  ///
  /// - Parameters:
  ///   - specifichide: See ``HidingScope/cost(specifichide:)``.
  ///   - isRepeated: Whether the filter has already added the selector on another scope.
  mutating func add(
    _ selector: CSSSelector, on scope: HidingScope, isRepeated: Bool, from location: FilterPlace,
    budget: inout ExclusionBudget, without specifichide: PageNameSet
  ) -> Addition {
    let index: Int
    let hash = scope.hash
    if let known = indices.find(hash, where: { groups[$0].scope == scope }) {
      index = known
    } else {
      guard budget.spend(for: scope, without: specifichide) else { return .refused }
      index = groups.count
      indices.add(index, hash: hash)
      groups.append(Group(scope: scope))
    }
    let position = seen.find(Self.hash(selector, group: index), orAdd: groups[index].selectors.count) {
      position in
      // The slot may belong to another group with the same hash.
      position < groups[index].selectors.count && groups[index].selectors[position] == selector
    }
    if let position {
      trace?.add(location, to: position, ofGroup: index)
      return .known
    }
    let cost = Self.cost(ofCopies: selector, on: scope, isRepeated: isRepeated)
    guard cost == 0 || budget.spend(cost) else { return .refused }
    groups[index].selectors.append(selector)
    groups[index].locations.append(location)
    if isLone(selector) { groups[index].hasLoneSelectors = true }
    return .new(group: index, position: groups[index].selectors.count - 1)
  }

  /// Returns the size of the copies of a selector: one for each site of its filter, and for each url-filter of a scope.
  private static func cost(ofCopies selector: CSSSelector, on scope: HidingScope, isRepeated: Bool) -> Int {
    let count = selector.bytes.count
    return max(0, scope.filterCount - 1).multipliedClamped(by: count)
      .addingClamped(isRepeated ? max(0, count - freeSelectorSize) : 0)
  }

  /// The size of a selector that each site may repeat for free.
  private static let freeSelectorSize = 128

  private func isLone(_ selector: CSSSelector) -> Bool { selector.needs.requires(anyOf: missing) }

  private static func hash(_ selector: CSSSelector, group: Int) -> ByteHash {
    var hash = ByteHash()
    hash.mix(UInt64(group))
    hash.mix(selector.bytes)
    return hash
  }

  /// The maximum number of selectors per rule. Above about 50, the number no longer affects WebKit's cost
  /// (measured).
  static let selectorsPerRule = 1000

  /// Returns the maximum number of selectors per rule for a group. Each rule repeats the condition, so a
  /// large condition makes the number larger.
  private static func selectorsPerRule(of group: Group, _ condition: Condition?) -> Int {
    let rules = (group.selectors.count - 1) / selectorsPerRule + 1
    guard rules > 1, let size = condition?.size else { return selectorsPerRule }
    let bytes = group.selectors.reduce(0) { $0 + $1.bytes.count }
    let allowed = 4 * bytes + maximumConditions
    guard Int64(rules) * Int64(size) > Int64(allowed) else { return selectorsPerRule }
    return group.selectors.count / max(1, allowed / size) + 1
  }

  /// The maximum total size of a group's conditions in bytes, in addition to four times the size of its
  /// selectors.
  private static let maximumConditions = 1 << 18

  func rules(_ reach: HidingScope.Reach, triggers: (HidingScope) -> [Trigger]) -> SharedRules {
    var rules = SharedRules()
    for index in groups.indices where groups[index].reach == reach {
      let group = groups[index]
      for trigger in triggers(group.scope) {
        let size = Self.selectorsPerRule(of: group, trigger.condition)
        if group.hasLoneSelectors {
          for part in separateParts(of: group, size) {
            append(part, of: group, at: index, trigger: trigger, to: &rules)
          }
          continue
        }
        for start in stride(from: 0, to: group.selectors.count, by: size) {
          let end = min(start + size, group.selectors.count)
          append(start..<end, of: group, at: index, trigger: trigger, to: &rules)
        }
      }
    }
    return rules
  }

  private func append(
    _ part: some Collection<Int>, of group: Group, at index: Int, trigger: Trigger,
    to rules: inout SharedRules
  ) {
    // Most groups need a single rule, which shares the array of the group.
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
      rule, from: group.locations[first], of: trace.filters(part, of: group, at: index),
      limitedBy: trace.limits(part, ofGroup: index))
  }

  /// Returns the positions of the selectors for each rule. Selectors that need a rule of their own come last.
  private func separateParts(of group: Group, _ size: Int) -> [[Int]] {
    let shared = group.selectors.indices.filter { !isLone(group.selectors[$0]) }
    let lone = group.selectors.indices.filter { isLone(group.selectors[$0]) }
    return stride(from: 0, to: shared.count, by: size).map {
      Array(shared[$0..<min($0 + size, shared.count)])
    } + lone.map { [$0] }
  }
}

extension HidingRules {
  /// The origins of the groups, in addition to the first filter of each selector.
  struct Trace {
    private var repeats: [Int: [Int: [FilterPlace]]] = [:]
    /// For each group, the exceptions to the selectors at some positions.
    private var limits: [Int: [Int: [FilterPlace]]] = [:]
    /// A step for each exception that a rule of the source map names.
    private var budget: ExclusionBudget

    /// The size of an exception's number in the source map.
    private static let numberSize = 8

    init(budget: ExclusionBudget) {
      self.budget = ExclusionBudget(bytes: 0, steps: budget.rest / Self.numberSize)
    }

    mutating func add(_ location: FilterPlace, to position: Int, ofGroup group: Int) {
      repeats[group, default: [:]][position, default: []].append(location)
    }

    /// Whether exceptions can still be named.
    var hasRoom: Bool { budget.steps > 0 }

    /// Adds the exceptions to a new selector of a group. All filters with this selector have the same ones.
    ///
    /// - Parameter count: The number of rules that the selector is in.
    mutating func limit(
      _ position: Int, ofGroup group: Int, repeated count: Int, by exceptions: [FilterPlace]
    ) {
      guard !exceptions.isEmpty, budget.spend(steps: exceptions.count.multipliedClamped(by: count)) else {
        return
      }
      limits[group, default: [:]][position] = exceptions
    }

    func filters(_ positions: some Collection<Int>, of group: Group, at index: Int) -> [FilterPlace] {
      positions.flatMap { [group.locations[$0]] + (repeats[index]?[$0] ?? []) }
    }

    /// Returns the exceptions to the selectors at these positions of a group.
    func limits(_ positions: some Collection<Int>, ofGroup group: Int) -> [FilterPlace] {
      guard let limits = limits[group] else { return [] }
      return positions.flatMap { limits[$0] ?? [] }
    }
  }
}
