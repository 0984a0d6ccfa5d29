import ContentBlocker
import Conversion

/// Cuts rules into lists within a limit, so that the lists together do what the rules did in one.
///
/// WebKit judges each list for itself, and a load is blocked when any list blocks it. So a rule that acts stands
/// in exactly one list, with every rule that lifts it, in the order that they had.
struct RuleShards {
  /// The most rules and bytes in a list.
  let limit: ListLimit

  /// Shards of these rules within a limit.
  init(limit: ListLimit, of rules: [Rule]) { self.limit = limit.safe(for: rules) }

  /// A rule has no room beside those that lift it.
  struct NoRoom: Error {
    /// How many rules they are together.
    var rules: Int
    /// How many bytes, if there is room for the rules.
    var bytes: Int?
  }

  /// The lists, each as the positions of its rules.
  func shards(of rules: [Rule]) throws(NoRoom) -> [[Int]] {
    if limit.allows(limit.size(of: rules)) { return [Array(rules.indices)] }
    // Rules that ignore following rules also keep such that ignore previous ones from acting: all stay.
    let keepsAll = rules.contains { $0.action == .ignoreFollowingRules }
    let acting = rules.indices.filter { !rules[$0].action.liftsOthers }
    let lifting = size(of: rules, rules.indices.filter { rules[$0].action.liftsOthers })
    var shards: [[Int]] = []
    var start = 0
    while start < acting.count {
      // Where all that lift leave much room, they need not be counted for each shard.
      var most = leavesHalf(lifting) ? largestShard(of: rules, acting[start...], beside: lifting) : 0
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

  /// Whether the rules that lift others take no more than half of a shard.
  private func leavesHalf(_ lifting: ListLimit.Size) -> Bool {
    lifting.rules <= limit.rules / 2 && (limit.bytes.map { lifting.bytes <= $0 / 2 } ?? true)
  }

  private func noRoom(for positions: [Int], in rules: [Rule]) -> NoRoom {
    let size = size(of: rules, positions)
    return NoRoom(rules: size.rules, bytes: size.rules > limit.rules ? nil : size.bytes)
  }

  /// How many of the rules that act, from the first on, fit into a shard with all that lift any.
  private func largestShard(
    of rules: [Rule], _ acting: ArraySlice<Int>, beside lifting: ListLimit.Size
  ) -> Int {
    var size = lifting
    var count = 0
    for position in acting {
      size.add(line: limit.line(of: rules[position]))
      guard limit.allows(size) else { break }
      count += 1
    }
    return count
  }

  /// How many of the rules that act, from the first on, fit into a shard with those that lift them: the more
  /// there are, the more lift them.
  private func largestShard(of rules: [Rule], _ acting: ArraySlice<Int>, keepsAll: Bool) -> Int {
    var (low, high) = (0, acting.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = limit.allows(size(of: rules, shard(of: rules, acting.prefix(middle), keepsAll: keepsAll)))
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
    spread(rules, over: 1, keepsAll: keepsAll) { index, _ in isWanted(index) ? 0 : nil }[0]
  }

  /// The positions of rules that act, each in the shard that is given for it, and of those that lift any of these
  /// beside them. A rule for which no shard is given stands in none.
  static func spread(
    _ rules: [Rule], over count: Int, keepsAll: Bool, _ shard: (Int, RuleOverlap.Key) -> Int?
  ) -> [[Int]] {
    var overlaps = [RuleOverlap](repeating: RuleOverlap(), count: count)
    var shards = [[Int]](repeating: [], count: count)
    for index in rules.indices {
      let key = RuleOverlap.Key(rules[index])
      if !rules[index].action.liftsOthers {
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
