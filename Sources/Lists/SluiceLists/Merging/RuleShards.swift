import SluiceConversion
import SluiceRules

/// A split of rules into lists within a limit that together behave like the original list.
///
/// WebKit evaluates each list separately, and a request is blocked if any list blocks it. So each rule that
/// is not an exception is in exactly one list, together with all exceptions that could override it, in the
/// original order.
struct RuleShards {
  /// The maximum number of rules and bytes in a list.
  let limit: ListLimit

  /// Creates shards of the given rules within a limit.
  init(limit: ListLimit, of rules: [Rule]) { self.limit = limit.safe(for: rules) }

  /// An error: a rule does not fit into a list together with its exceptions.
  struct NoRoom: Error {
    /// The number of rules, including the exceptions.
    var rules: Int
    /// The size of these rules in bytes; nil if their number already exceeds the limit.
    var bytes: Int?
  }

  /// Returns the positions of the rules in each list.
  func shards(of rules: [Rule]) throws(NoRoom) -> [[Int]] {
    if limit.allows(limit.size(of: rules)) { return [Array(rules.indices)] }
    // `ignore-following-rules` rules can also disable exceptions. In that case, all exceptions are kept.
    let keepsAll = rules.contains { $0.action == .ignoreFollowingRules }
    let acting = rules.indices.filter { !rules[$0].action.overridesOthers }
    let overriding = size(of: rules, rules.indices.filter { rules[$0].action.overridesOthers })
    var shards: [[Int]] = []
    var start = 0
    while start < acting.count {
      // If all exceptions together leave enough space, they need not be counted for each shard.
      var most = leavesHalf(overriding) ? largestShard(of: rules, acting[start...], with: overriding) : 0
      if most == 0 {
        most = largestShard(of: rules, acting[start...].prefix(limit.rules), keepsAll: keepsAll)
      }
      guard most > 0 else {
        throw noRoom(for: shard(of: rules, acting[start...].prefix(1), keepsAll: keepsAll), in: rules)
      }
      shards.append(shard(of: rules, acting[start...].prefix(most), keepsAll: keepsAll))
      start += most
    }
    return shards
  }

  private func size(of rules: [Rule], _ positions: [Int]) -> ListLimit.Size {
    var size = ListLimit.Size()
    for position in positions { size.add(line: limit.line(of: rules[position])) }
    return size
  }

  /// Returns whether the exceptions take at most half of a shard.
  private func leavesHalf(_ overriding: ListLimit.Size) -> Bool {
    overriding.rules <= limit.rules / 2 && (limit.bytes.map { overriding.bytes <= $0 / 2 } ?? true)
  }

  private func noRoom(for positions: [Int], in rules: [Rule]) -> NoRoom {
    let size = size(of: rules, positions)
    return NoRoom(rules: size.rules, bytes: size.rules > limit.rules ? nil : size.bytes)
  }

  /// Returns how many of the first rules fit into a shard together with all exceptions.
  private func largestShard(
    of rules: [Rule], _ acting: ArraySlice<Int>, with overriding: ListLimit.Size
  ) -> Int {
    var size = overriding
    var count = 0
    for position in acting {
      size.add(line: limit.line(of: rules[position]))
      guard limit.allows(size) else { break }
      count += 1
    }
    return count
  }

  /// Returns how many of the first rules fit into a shard together with the exceptions that they need.
  ///
  /// The number of exceptions grows with the number of rules, so a binary search finds the result.
  private func largestShard(of rules: [Rule], _ acting: ArraySlice<Int>, keepsAll: Bool) -> Int {
    var (low, high) = (0, acting.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = limit.allows(size(of: rules, shard(of: rules, acting.prefix(middle), keepsAll: keepsAll)))
      if fits { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the positions of some rules and of the exceptions that could override them.
  private func shard(of rules: [Rule], _ acting: ArraySlice<Int>, keepsAll: Bool) -> [Int] {
    guard let first = acting.first, let last = acting.last else { return [] }
    return Self.subset(of: rules, keepsAll: keepsAll) { $0 >= first && $0 <= last }
  }

  /// Returns the positions of the wanted rules and of the exceptions that could override them.
  static func subset(of rules: [Rule], keepsAll: Bool, _ isWanted: (Int) -> Bool) -> [Int] {
    spread(rules, over: 1, keepsAll: keepsAll) { index, _ in isWanted(index) ? 0 : nil }[0]
  }

  /// Distributes rules over shards and returns the positions in each shard.
  ///
  /// Each rule goes into the shard that the closure returns, together with the exceptions that could override
  /// it. Rules without a shard are left out.
  static func spread(
    _ rules: [Rule], over count: Int, keepsAll: Bool, _ shard: (Int, RuleOverlap.Key) -> Int?
  ) -> [[Int]] {
    var overlaps = [RuleOverlap](repeating: RuleOverlap(), count: count)
    var shards = [[Int]](repeating: [], count: count)
    for index in rules.indices {
      let key = RuleOverlap.Key(rules[index])
      if !rules[index].action.overridesOthers {
        guard let number = shard(index, key) else { continue }
        shards[number].append(index)
        if !keepsAll { overlaps[number].insert(key, at: index) }
      } else {
        for number in shards.indices where keepsAll || overlaps[number].mayMatch(key) {
          shards[number].append(index)
        }
      }
    }
    return shards
  }
}
