import ContentBlocker

/// Removes rules that stand several times.
enum RuleDuplicates {
  /// The rules of one list, each once.
  ///
  /// The last of equal rules stays: fewer rules behind it can lift it, and what lifts others reaches all that
  /// the earlier ones reach. Lists in which rules ignore following ones are left as they are.
  static func removed(from rules: [Rule]) -> [Rule] {
    guard !rules.contains(where: { $0.action == .ignoreFollowingRules }) else { return rules }
    var known: Set<Rule> = []
    known.reserveCapacity(rules.count)
    return Array(rules.reversed().filter { known.insert($0).inserted }.reversed())
  }

  /// Removes from each part the rules that another part has too, where that changes nothing.
  ///
  /// A load is blocked when any part blocks it, so of two equal rules the one that is lifted in all cases in
  /// which the other one is can go. That is compared by the rules that could lift each.
  static func removed(from parts: [MergePart]) -> [MergePart] {
    var places: [Rule: [(part: Int, rule: Int)]] = [:]
    for (number, part) in parts.enumerated() {
      guard !part.rules.contains(where: { $0.action == .ignoreFollowingRules }) else { continue }
      for (index, rule) in part.rules.enumerated() where !rule.action.liftsOthers {
        places[rule, default: []].append((number, index))
      }
    }
    let lifts = parts.map { LiftingRules($0.rules) }
    var removed = [Set<Int>](repeating: [], count: parts.count)
    for (rule, places) in places where places.count > 1 {
      let lifting = places.map { lifts[$0.part].triggers(lifting: rule, at: $0.rule) }
      var kept = 0
      for candidate in places.indices.dropFirst() {
        if lifting[candidate].isSuperset(of: lifting[kept]) {
          removed[places[candidate].part].insert(places[candidate].rule)
        } else if lifting[kept].isSuperset(of: lifting[candidate]) {
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

/// The rules of a list that lift others, to be asked for those that could lift one.
private struct LiftingRules {
  private let rules: [Rule]
  private let keys: [(index: Int, key: RuleOverlap.Key)]

  init(_ rules: [Rule]) {
    self.rules = rules
    keys = rules.indices.filter { rules[$0].action.liftsOthers }.map { ($0, RuleOverlap.Key(rules[$0])) }
  }

  /// The triggers of those behind a rule that could match what it matches.
  func triggers(lifting rule: Rule, at index: Int) -> Set<Trigger> {
    let own = RuleOverlap.Key(rule)
    var triggers: Set<Trigger> = []
    for (position, key) in keys where position > index && own.mayMeet(key) {
      triggers.insert(rules[position].trigger)
    }
    return triggers
  }
}
