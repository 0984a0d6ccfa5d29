import SluiceConversion
import SluiceRules

/// A split of rules into lists within a limit that together behave like the original list.
///
/// WebKit evaluates each list separately, and a request is blocked if any list blocks it. So each rule that
/// is not an exception is in exactly one list, together with all exceptions that could override it, in the
/// original order.
struct RuleShards {
  let limit: ListLimit
  /// The number of comparisons of lists with exceptions, in addition to a share of the rules.
  var freeSteps = 1 << 22

  init(limit: ListLimit, of rules: [Rule]) { self.limit = limit.safe(for: rules) }

  enum NoRoom: Error, Equatable {
    /// A rule and the exceptions that it needs are more rules than a list may have.
    case rules(Int)
    /// A rule and the exceptions that it needs are more bytes than a list may have.
    case bytes(Int)
    /// So many lists, or more, would repeat the exceptions.
    case lists(Int)
  }

  /// The budget for exceptions that several lists repeat, in bytes: the size of the original list, or 512 KiB. Shards of
  /// real lists need a tenth of it.
  struct Budget {
    private let sizes: [Int]
    private var rest: Int
    private var lists = 0

    init(for rules: [Rule]) {
      sizes = rules.map { $0.encodedLineSize }
      let all = sizes.reduce(0, +)
      rest = all + max(all, 1 << 19)
    }

    mutating func spend(for list: [Int]) throws(NoRoom) {
      lists += 1
      rest -= list.reduce(0) { $0 + sizes[$1] }
      if rest < 0 { throw .lists(lists) }
    }
  }

  /// Returns the positions of the rules in each list.
  func shards(of rules: [Rule]) throws(NoRoom) -> [[Int]] {
    if limit.allows(limit.size(of: rules)) { return [Array(rules.indices)] }
    let split = Split(rules)
    let overriding = size(of: rules, split.overriding)
    var shards: [[Int]] = []
    var start = 0
    var budget = Budget(for: rules)
    var steps = 0
    while start < split.acting.count {
      // If all exceptions together leave enough space, they need not be counted for each shard.
      var most =
        leavesHalf(overriding) ? largestShard(of: rules, split.acting[start...], with: overriding) : 0
      if most == 0 {
        most = largestShard(of: rules, split, acting: split.acting[start...].prefix(limit.rules))
      }
      guard most > 0 else {
        throw noRoom(for: split.shard(split.acting[start...].prefix(1)), in: rules)
      }
      let shard = split.shard(split.acting[start...].prefix(most))
      try budget.spend(for: shard)
      // Each list is compared with all exceptions.
      steps += split.overriding.count
      if steps > 32 * rules.count + freeSteps { throw .lists(shards.count + 1) }
      shards.append(shard)
      start += most
    }
    return shards
  }

  private struct Split {
    let keys: [RuleOverlap.Key]
    /// The positions of rules that are not exceptions, and of exceptions.
    let acting: [Int], overriding: [Int]
    /// Whether each shard has all exceptions, because `ignore-following-rules` rules can also disable exceptions.
    let keepsAll: Bool

    init(_ rules: [Rule]) {
      keys = rules.map(RuleOverlap.Key.init)
      acting = rules.indices.filter { !rules[$0].action.overridesOthers }
      overriding = rules.indices.filter { rules[$0].action.overridesOthers }
      keepsAll = rules.contains { $0.action == .ignoreFollowingRules }
    }

    /// Returns the positions of some rules and of the exceptions that could override them.
    func shard(_ acting: ArraySlice<Int>) -> [Int] {
      var shard: [Int] = []
      var overlap = RuleOverlap()
      var next = acting.startIndex
      func takeRules(before position: Int) {
        while next < acting.endIndex, acting[next] < position {
          shard.append(acting[next])
          if !keepsAll { overlap.insert(keys[acting[next]], at: acting[next]) }
          next += 1
        }
      }
      for position in overriding {
        takeRules(before: position)
        if keepsAll || overlap.mayMatch(keys[position]) { shard.append(position) }
      }
      takeRules(before: .max)
      return shard
    }
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
    return size.rules > limit.rules ? .rules(size.rules) : .bytes(size.bytes)
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
  private func largestShard(of rules: [Rule], _ split: Split, acting: ArraySlice<Int>) -> Int {
    var (low, high) = (0, acting.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = limit.allows(size(of: rules, split.shard(acting.prefix(middle))))
      if fits { low = middle } else { high = middle - 1 }
    }
    return low
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
    _ rules: [Rule], over count: Int, keepsAll: Bool, shard: (Int, RuleOverlap.Key) -> Int?
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
