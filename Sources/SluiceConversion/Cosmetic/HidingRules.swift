import SluiceAnalysis
import SluiceRules
import SluiceText

/// The selectors, grouped by the pages on which they are hidden. Selectors with equal scopes share rules.
/// Each selector occurs once per scope.
struct HidingRules {
  struct Group {
    let scope: HidingScope
    let reach: HidingScope.Reach
    var hasLoneSelectors = false
    fileprivate(set) var count = 0
    /// The indices of the first and the last selector of the group.
    fileprivate var first = 0
    fileprivate var last = 0

    init(scope: HidingScope) { (self.scope, reach) = (scope, scope.reach) }
  }

  /// A selector of a group. One array has the selectors of all groups, because most groups have a few.
  private struct Member {
    let selector: CSSSelector
    let location: FilterPlace
    let group: Int32
    let position: Int32
    /// The index of the next selector of the group.
    var next: Int32 = 0
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
  private var members: [Member] = []
  private var indices = HashSlots()
  private var seen: HashSlots

  init(capacity: Int = 0, missing: SelectorFeatures = []) {
    seen = HashSlots(capacity: capacity)
    members.reserveCapacity(capacity)
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
    let known = seen.find(Self.hash(selector, group: index), orAdd: members.count) {
      // The slot may belong to another group with the same hash, or to a selector that was refused.
      $0 < members.count && Int(members[$0].group) == index && members[$0].selector == selector
    }
    if let known {
      trace?.add(location, to: Int(members[known].position), ofGroup: index)
      return .known
    }
    let cost = Self.cost(ofCopies: selector, on: scope, isRepeated: isRepeated)
    guard cost == 0 || budget.spend(cost) else { return .refused }
    let position = groups[index].count
    if position == 0 {
      groups[index].first = members.count
    } else {
      members[groups[index].last].next = Int32(members.count)
    }
    groups[index].last = members.count
    groups[index].count += 1
    members.append(
      Member(selector: selector, location: location, group: Int32(index), position: Int32(position)))
    if isLone(selector) { groups[index].hasLoneSelectors = true }
    return .new(group: index, position: position)
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
  private static func selectorsPerRule(of selectors: [CSSSelector], _ condition: Condition?) -> Int {
    let rules = (selectors.count - 1) / selectorsPerRule + 1
    guard rules > 1, let size = condition?.size else { return selectorsPerRule }
    let bytes = selectors.reduce(0) { $0 + $1.bytes.count }
    let allowed = 4 * bytes + maximumConditions
    guard Int64(rules) * Int64(size) > Int64(allowed) else { return selectorsPerRule }
    return selectors.count / max(1, allowed / size) + 1
  }

  /// The maximum total size of a group's conditions in bytes, in addition to four times the size of its
  /// selectors.
  private static let maximumConditions = 1 << 18

  /// The number of selectors that are hidden on pages of this kind.
  func count(_ reach: HidingScope.Reach) -> Int {
    groups.indices.reduce(0) { groups[$1].reach == reach ? $0 + groups[$1].count : $0 }
  }

  /// Returns the first filter of each selector that is hidden on pages of these kinds.
  func locations(_ reaches: [HidingScope.Reach]) -> Set<FilterPlace> {
    if reaches.isEmpty { return [] }
    var locations: Set<FilterPlace> = []
    for index in members.indices where reaches.contains(groups[Int(members[index].group)].reach) {
      locations.insert(members[index].location)
    }
    return locations
  }

  func rules(_ reach: HidingScope.Reach, triggers: (HidingScope) -> [Trigger]) -> SharedRules {
    var rules = SharedRules()
    for index in groups.indices where groups[index].reach == reach {
      let group = Content(of: groups[index], at: index, members)
      for trigger in triggers(groups[index].scope) {
        let size = Self.selectorsPerRule(of: group.selectors, trigger.condition)
        if groups[index].hasLoneSelectors {
          for part in separateParts(of: group.selectors, size) {
            append(part, of: group, trigger: trigger, to: &rules)
          }
          continue
        }
        for start in stride(from: 0, to: group.selectors.count, by: size) {
          append(start..<min(start + size, group.selectors.count), of: group, trigger: trigger, to: &rules)
        }
      }
    }
    return rules
  }

  /// The selectors of a group, and the first filter of each.
  private struct Content {
    let index: Int
    var selectors: [CSSSelector] = []
    var locations: [FilterPlace] = []

    init(of group: Group, at index: Int, _ members: [Member]) {
      self.index = index
      selectors.reserveCapacity(group.count)
      locations.reserveCapacity(group.count)
      var next = group.first
      for _ in 0..<group.count {
        selectors.append(members[next].selector)
        locations.append(members[next].location)
        next = Int(members[next].next)
      }
    }
  }

  private func append(
    _ part: some Collection<Int>, of group: Content, trigger: Trigger, to rules: inout SharedRules
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
      rule, from: group.locations[first],
      of: trace.filters(part, ofGroup: group.index, locations: group.locations),
      limitedBy: trace.limits(part, ofGroup: group.index))
  }

  /// Returns the positions of the selectors for each rule. Selectors that need a rule of their own come last.
  private func separateParts(of selectors: [CSSSelector], _ size: Int) -> [[Int]] {
    let shared = selectors.indices.filter { !isLone(selectors[$0]) }
    let lone = selectors.indices.filter { isLone(selectors[$0]) }
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

    /// Returns the filters of the selectors at these positions of a group. The locations are the first ones.
    func filters(
      _ positions: some Collection<Int>, ofGroup group: Int, locations: [FilterPlace]
    ) -> [FilterPlace] {
      positions.flatMap { [locations[$0]] + (repeats[group]?[$0] ?? []) }
    }

    /// Returns the exceptions to the selectors at these positions of a group.
    func limits(_ positions: some Collection<Int>, ofGroup group: Int) -> [FilterPlace] {
      guard let limits = limits[group] else { return [] }
      return positions.flatMap { limits[$0] ?? [] }
    }
  }
}
