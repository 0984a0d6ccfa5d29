import ContentBlocker

/// Selectors by the pages on which they hide: equal scopes share rules, each selector once in a scope.
struct HidingRules {
  /// The selectors of one scope, in the order of the lists.
  struct Group {
    var scope: HidingScope
    var selectors: [Selector] = []
    var locations: [FilterLocation] = []
  }

  /// In the order in which the scopes first occur.
  private(set) var groups: [Group] = []
  private var indices: [HidingScope: Int] = [:]
  private var seen: Set<Member> = []

  private struct Member: Hashable {
    var group: Int
    var selector: Selector
  }

  mutating func add(_ selector: Selector, on scope: HidingScope, from location: FilterLocation) {
    let index: Int
    if let known = indices[scope] {
      index = known
    } else {
      index = groups.count
      indices[scope] = index
      groups.append(Group(scope: scope))
    }
    guard seen.insert(Member(group: index, selector: selector)).inserted else { return }
    groups[index].selectors.append(selector)
    groups[index].locations.append(location)
  }

  /// How many selectors stand in one rule: above some 50 WebKit's cost no longer depends on it (measured).
  static let selectorsPerRule = 1000

  /// The groups' rules for one part of the layout.
  func rules(_ isIncluded: (HidingScope) -> Bool, _ trigger: (HidingScope) -> Trigger?) -> [OriginatedRule] {
    var rules: [OriginatedRule] = []
    for group in groups where isIncluded(group.scope) {
      guard let trigger = trigger(group.scope) else { continue }
      for start in stride(from: 0, to: group.selectors.count, by: Self.selectorsPerRule) {
        let end = min(start + Self.selectorsPerRule, group.selectors.count)
        guard let selectors = NonEmpty(Array(group.selectors[start..<end])) else { continue }
        rules.append(
          OriginatedRule(
            rule: Rule(trigger: trigger, action: .hide(selectors)), location: group.locations[start]))
      }
    }
    return rules
  }
}
