import ContentBlocker

/// Cuts rules into lists within a limit, so that the lists together do what the rules did in one.
///
/// WebKit judges each list for itself, and a load is blocked when any list blocks it. So a rule that acts stands
/// in exactly one list, with every rule that lifts it, in the order that they had.
struct RuleShards {
  /// The most rules in a list.
  let limit: Int

  /// The lists; nil when some rule has no room beside the rules that lift it.
  func shards(of rules: [Rule]) -> [[Rule]]? {
    if rules.count <= limit { return [rules] }
    // Rules that ignore following rules also keep such that ignore previous ones from acting: all stay.
    let keepsAll = rules.contains { $0.action == .ignoreFollowingRules }
    let acting = rules.indices.filter { !rules[$0].liftsOthers }
    var shards: [[Rule]] = []
    var start = 0
    while start < acting.count {
      var low = 1
      // As many as fit, with what lifts them; the more there are, the more lift them.
      var high = min(limit, acting.count - start)
      guard let first = shard(of: rules, Set(acting[start..<start + 1]), keepsAll), first.count <= limit
      else {
        return nil
      }
      var best = first
      while low < high {
        let middle = (low + high + 1) / 2
        if let candidate = shard(of: rules, Set(acting[start..<start + middle]), keepsAll),
          candidate.count <= limit
        {
          best = candidate
          low = middle
        } else {
          high = middle - 1
        }
      }
      shards.append(best)
      start += low
    }
    return shards
  }

  /// Some of the rules that act, and those that lift any of them.
  private func shard(of rules: [Rule], _ chosen: Set<Int>, _ keepsAll: Bool) -> [Rule]? {
    Self.subset(of: rules, keepsAll: keepsAll) { chosen.contains($0) }
  }

  /// The rules that act and are wanted, and those that lift any of them, in their order.
  static func subset(of rules: [Rule], keepsAll: Bool, _ isWanted: (Int) -> Bool) -> [Rule] {
    var overlap = RuleOverlap()
    var subset: [Rule] = []
    for index in rules.indices {
      if !rules[index].liftsOthers {
        guard isWanted(index) else { continue }
        subset.append(rules[index])
        if !keepsAll { overlap.insert(rules[index]) }
      } else if keepsAll || overlap.mayMatch(rules[index]) {
        subset.append(rules[index])
      }
    }
    return subset
  }
}
