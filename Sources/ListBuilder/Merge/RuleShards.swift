import ContentBlocker

/// Cuts rules into lists within a limit, so that the lists together do what the rules did in one.
///
/// WebKit judges each list for itself, and a load is blocked when any list blocks it. So a rule that acts stands
/// in exactly one list, with every rule that lifts it, in the order that they had.
struct RuleShards {
  /// The most rules in a list.
  let limit: Int

  /// A rule has no room beside those that lift it.
  struct NoRoom: Error {
    /// How many rules they are together.
    var rules: Int
  }

  /// The lists, each as the positions of its rules.
  func shards(of rules: [Rule]) throws(NoRoom) -> [[Int]] {
    if rules.count <= limit { return [Array(rules.indices)] }
    // Rules that ignore following rules also keep such that ignore previous ones from acting: all stay.
    let keepsAll = rules.contains { $0.action == .ignoreFollowingRules }
    let acting = rules.indices.filter { !rules[$0].liftsOthers }
    let room = limit - (rules.count - acting.count)
    var shards: [[Int]] = []
    var start = 0
    while start < acting.count {
      // Where all that lift leave much room, they need not be counted for each shard.
      let most =
        room >= limit / 2 ? room : largestShard(of: rules, acting[start...].prefix(limit), keepsAll: keepsAll)
      guard most > 0 else {
        throw NoRoom(rules: shard(of: rules, acting[start...].prefix(1), keepsAll: keepsAll).count)
      }
      shards.append(shard(of: rules, acting[start...].prefix(most), keepsAll: keepsAll))
      start += most
    }
    return shards
  }

  /// How many of the rules that act, from the first on, fit into a shard with those that lift them: the more
  /// there are, the more lift them.
  private func largestShard(of rules: [Rule], _ acting: ArraySlice<Int>, keepsAll: Bool) -> Int {
    var (low, high) = (0, acting.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = shard(of: rules, acting.prefix(middle), keepsAll: keepsAll).count <= limit
      if fits { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Some of the rules that act, and those that lift any of them.
  private func shard(of rules: [Rule], _ acting: ArraySlice<Int>, keepsAll: Bool) -> [Int] {
    guard let first = acting.first, let last = acting.last else { return [] }
    return Self.subset(of: rules, keepsAll: keepsAll) { $0 >= first && $0 <= last }
  }

  /// The positions of rules that act and are wanted, and of those that lift any of them.
  static func subset(of rules: [Rule], keepsAll: Bool, _ isWanted: (Int) -> Bool) -> [Int] {
    var overlap = RuleOverlap()
    var subset: [Int] = []
    for index in rules.indices {
      if !rules[index].liftsOthers {
        guard isWanted(index) else { continue }
        subset.append(index)
        if !keepsAll { overlap.insert(rules[index]) }
      } else if keepsAll || overlap.mayMatch(rules[index]) {
        subset.append(index)
      }
    }
    return subset
  }
}
