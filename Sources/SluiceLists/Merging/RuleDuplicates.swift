import SluiceRules

enum RuleDuplicates {
  /// Removes duplicate rules from one list.
  ///
  /// The last duplicate stays: the fewest exceptions follow it, and an exception at the last position
  /// overrides all rules that the earlier ones override. Lists with `ignore-following-rules` are left
  /// unchanged.
  static func removed(from rules: [Rule]) -> [Rule] {
    guard !rules.contains(where: { $0.action == .ignoreFollowingRules }) else { return rules }
    var known: Set<Rule> = []
    known.reserveCapacity(rules.count)
    return Array(rules.reversed().filter { known.insert($0).inserted }.reversed())
  }

  /// Removes from each part the rules that another part repeats, if this does not change the behavior.
  ///
  /// A request is blocked if any part blocks it. So, of two equal rules, one is redundant if it is overridden
  /// only when the other one is too. This is decided by the exceptions that could override each rule. The number of
  /// steps for this is limited, and further duplicates stay.
  static func removed(from parts: [MergePart], freeSteps: Int) -> [MergePart] {
    var places: [Rule: [(part: Int, rule: Int)]] = [:]
    places.reserveCapacity(parts.reduce(0) { $0 + $1.rules.count })
    for (number, part) in parts.enumerated() {
      guard !part.rules.contains(where: { $0.action == .ignoreFollowingRules }) else { continue }
      for (index, rule) in part.rules.enumerated() where !rule.action.overridesOthers {
        places[rule, default: []].append((number, index))
      }
    }
    var triggers: [Trigger: Int] = [:]
    let overrides = parts.map { OverridingRules($0.rules, triggers: &triggers) }
    var removed = [Set<Int>](repeating: [], count: parts.count)
    var steps = freeSteps + 128 * parts.reduce(0) { $0 + $1.rules.count }
    // In order, so that the limit leaves the same duplicates each time.
    let duplicates = places.filter { $0.value.count > 1 }.sorted {
      ($0.value[0].part, $0.value[0].rule) < ($1.value[0].part, $1.value[0].rule)
    }
    for (rule, places) in duplicates {
      let key = RuleOverlap.Key(rule)
      for place in places {
        steps -= triggers.count / 64 + overrides[place.part].overlap.maximumPositions(meeting: key)
      }
      if steps < 0 { break }
      let overriding = places.map {
        overrides[$0.part].triggers(overriding: key, at: $0.rule, of: triggers.count)
      }
      var kept = 0
      for candidate in places.indices.dropFirst() {
        if overriding[candidate].isSuperset(of: overriding[kept]) {
          removed[places[candidate].part].insert(places[candidate].rule)
        } else if overriding[kept].isSuperset(of: overriding[candidate]) {
          removed[places[kept].part].insert(places[kept].rule)
          kept = candidate
        }
      }
    }
    return zip(parts, removed).map { part, removed in
      guard !removed.isEmpty else { return part }
      var part = part
      part.rules = part.rules.indices.filter { !removed.contains($0) }.map { part.rules[$0] }
      return part
    }
  }
}

/// The exceptions of a list, indexed to find those that could override a rule.
private struct OverridingRules {
  fileprivate private(set) var overlap = RuleOverlap()
  /// The numbers of the exceptions' triggers, by the exceptions' positions in the list.
  private var numbers: [Int: Int] = [:]

  /// Indexes the exceptions among some rules. Each trigger gets a number that all lists share.
  init(_ rules: [Rule], triggers: inout [Trigger: Int]) {
    for index in rules.indices where rules[index].action.overridesOthers {
      let next = triggers.count
      let number = triggers[rules[index].trigger, default: next]
      if number == next { triggers[rules[index].trigger] = next }
      numbers[index] = number
      overlap.insert(RuleOverlap.Key(rules[index]), at: index)
    }
  }

  /// Returns the trigger numbers of the exceptions that follow a rule and could override it. `count` is the
  /// number of all triggers.
  func triggers(overriding key: RuleOverlap.Key, at index: Int, of count: Int) -> NumberSet {
    var triggers = NumberSet(below: count)
    for position in overlap.positions(meeting: key, from: index) {
      if let number = numbers[position] { triggers.insert(number) }
    }
    return triggers
  }
}

/// A set of small numbers, stored as bits: a duplicate rule can have several thousand exceptions to compare.
private struct NumberSet {
  private var words: [UInt64]

  init(below count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  func isSuperset(of other: NumberSet) -> Bool {
    zip(words, other.words).allSatisfy { $0 & $1 == $1 }
  }
}
