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
    places.reserveCapacity(parts.reduce(0) { $0 + $1.rules.count })
    for (number, part) in parts.enumerated() {
      guard !part.rules.contains(where: { $0.action == .ignoreFollowingRules }) else { continue }
      for (index, rule) in part.rules.enumerated() where !rule.action.liftsOthers {
        places[rule, default: []].append((number, index))
      }
    }
    var triggers: [Trigger: Int] = [:]
    let lifts = parts.map { LiftingRules($0.rules, &triggers) }
    var removed = [Set<Int>](repeating: [], count: parts.count)
    for (rule, places) in places where places.count > 1 {
      let lifting = places.map { lifts[$0.part].triggers(lifting: rule, at: $0.rule, of: triggers.count) }
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
  private var overlap = RuleOverlap()
  /// The numbers of their triggers, by their positions in the list.
  private var numbers: [Int: Int] = [:]

  /// Those of some rules. Each trigger has a number, which lists share.
  init(_ rules: [Rule], _ triggers: inout [Trigger: Int]) {
    for index in rules.indices where rules[index].action.liftsOthers {
      let next = triggers.count
      let number = triggers[rules[index].trigger, default: next]
      if number == next { triggers[rules[index].trigger] = next }
      numbers[index] = number
      overlap.insert(RuleOverlap.Key(rules[index]), at: index)
    }
  }

  /// The triggers of those behind a rule that could match what it matches, by their numbers below a count.
  func triggers(lifting rule: Rule, at index: Int, of count: Int) -> NumberSet {
    var triggers = NumberSet(below: count)
    for position in overlap.positions(meeting: RuleOverlap.Key(rule), from: index) {
      if let number = numbers[position] { triggers.insert(number) }
    }
    return triggers
  }
}

/// Small numbers, a bit for each: a rule of which there are two has up to some thousand exceptions to compare.
private struct NumberSet {
  private var words: [UInt64]

  init(below count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  func isSuperset(of other: NumberSet) -> Bool {
    zip(words, other.words).allSatisfy { $0 & $1 == $1 }
  }
}
