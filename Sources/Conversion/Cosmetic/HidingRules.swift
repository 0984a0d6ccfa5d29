import ContentBlocker

/// Selectors by the pages on which they hide: equal scopes share rules, each selector once in a scope.
struct HidingRules {
  /// The selectors of one scope, in the order of the lists.
  struct Group {
    var scope: HidingScope
    var selectors: [Selector] = []
    var locations: [FilterLocation] = []
  }

  /// What else the groups come from; nil when nobody asks.
  var trace: Trace?

  /// Whether all filters of a selector are kept, and not only the first.
  var isTraced: Bool { trace != nil }

  /// In the order in which the scopes first occur.
  private(set) var groups: [Group] = []
  private var indices: [HidingScope: Int] = [:]
  private var seen: Members

  /// No rules, with room for about so many selectors.
  init(capacity: Int = 0) { seen = Members(capacity: capacity) }

  mutating func add(_ selector: Selector, on scope: HidingScope, from location: FilterLocation) {
    let index: Int
    if let known = indices[scope] {
      index = known
    } else {
      index = groups.count
      indices[scope] = index
      groups.append(Group(scope: scope))
    }
    if let position = seen.position(of: selector, group: index, in: groups) {
      trace?.add(location, to: position, ofGroup: index)
      return
    }
    groups[index].selectors.append(selector)
    groups[index].locations.append(location)
  }

  /// Which selectors are in which group: a hash table with open addressing.
  private struct Members {
    private struct Entry {
      /// One more than the index of the group, 0 in an empty slot.
      var group: UInt32 = 0
      var position: UInt32 = 0
    }

    private var table: [Entry]
    private var count = 0

    init(capacity: Int) {
      var size = 64
      while size < capacity * 2 { size *= 2 }
      table = [Entry](repeating: Entry(), count: size)
    }

    /// Where the group has the selector; nil if it has not, and then the caller appends it to the group.
    mutating func position(of selector: Selector, group: Int, in groups: [Group]) -> Int? {
      if count * 2 >= table.count { grow(groups) }
      let entry = Entry(group: UInt32(group + 1), position: UInt32(groups[group].selectors.count))
      var slot = Self.hash(selector, group).slot(of: table.count)
      while table[slot].group != 0 {
        if table[slot].group == entry.group,
          groups[group].selectors[Int(table[slot].position)] == selector
        {
          return Int(table[slot].position)
        }
        slot = (slot + 1) & (table.count - 1)
      }
      table[slot] = entry
      count += 1
      return nil
    }

    private mutating func grow(_ groups: [Group]) {
      let old = table
      table = [Entry](repeating: Entry(), count: old.count * 4)
      for entry in old where entry.group != 0 {
        let group = Int(entry.group) - 1
        var slot = Self.hash(groups[group].selectors[Int(entry.position)], group).slot(of: table.count)
        while table[slot].group != 0 { slot = (slot + 1) & (table.count - 1) }
        table[slot] = entry
      }
    }

    private static func hash(_ selector: Selector, _ group: Int) -> ByteHash {
      var hash = ByteHash()
      hash.mix(UInt64(group))
      selector.bytes.withUnsafeBytes { hash.mix($0) }
      return hash
    }
  }

  /// How many selectors stand in one rule: above some 50 WebKit's cost no longer depends on it (measured).
  static let selectorsPerRule = 1000

  /// The groups' rules for one part of the order.
  func rules(
    _ isIncluded: (HidingScope) -> Bool, _ triggers: (HidingScope) -> [Trigger]
  ) -> SharedRules {
    var rules = SharedRules()
    for (index, group) in groups.enumerated() where isIncluded(group.scope) {
      for trigger in triggers(group.scope) {
        for start in stride(from: 0, to: group.selectors.count, by: Self.selectorsPerRule) {
          let end = min(start + Self.selectorsPerRule, group.selectors.count)
          // Most groups are one rule, which then has the group's array and no copy.
          let isWhole = end - start == group.selectors.count
          guard let selectors = NonEmpty(isWhole ? group.selectors : Array(group.selectors[start..<end]))
          else { continue }
          let rule = Rule(trigger: trigger, action: .hide(selectors))
          guard let trace else {
            rules.append(rule, from: group.locations[start])
            continue
          }
          rules.append(
            rule, from: group.locations[start], of: trace.filters(start..<end, of: group, index),
            limitedBy: trace.limits(ofGroup: index))
        }
      }
    }
    return rules
  }
}

extension HidingRules {
  /// Notes the exceptions because of which a scope has exclusions.
  mutating func limit(_ scope: HidingScope, by exceptions: ExceptedPages) {
    guard exceptions.limits(scope), let index = indices[scope] else { return }
    trace?.limit(index, by: exceptions.locations)
  }

  /// What groups come from besides the first filter of each selector.
  struct Trace {
    private var repeats: [Int: [Int: [FilterLocation]]] = [:]
    private var limits: [Int: Set<FilterLocation>] = [:]

    mutating func add(_ location: FilterLocation, to position: Int, ofGroup group: Int) {
      repeats[group, default: [:]][position, default: []].append(location)
    }

    mutating func limit(_ group: Int, by exceptions: [FilterLocation]) {
      limits[group, default: []].formUnion(exceptions)
    }

    /// The filters of some of a group's selectors.
    func filters(_ positions: Range<Int>, of group: Group, _ index: Int) -> [FilterLocation] {
      positions.flatMap { [group.locations[$0]] + (repeats[index]?[$0] ?? []) }
    }

    func limits(ofGroup index: Int) -> Set<FilterLocation> { limits[index] ?? [] }
  }
}
