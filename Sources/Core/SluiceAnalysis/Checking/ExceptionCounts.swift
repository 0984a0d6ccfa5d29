/// The exceptions before each rule, which decide whether one rule can stand in for another.
struct ExceptionCounts {
  /// For each index, the number of earlier rules that ignore previous or following rules.
  private var ignoringPrevious: [Int32] = [0]
  private var ignoringFollowing: [Int32] = [0]

  init() {}

  /// Adds the next rule.
  mutating func add(_ action: Action) {
    ignoringPrevious.append(
      ignoringPrevious[ignoringPrevious.count - 1] + (action == .ignorePreviousRules ? 1 : 0))
    ignoringFollowing.append(
      ignoringFollowing[ignoringFollowing.count - 1] + (action == .ignoreFollowingRules ? 1 : 0))
  }

  /// Returns whether the other rule can stand in for the rule. No exception may apply to only one of them,
  /// and the rule itself may not be an exception that applies to rules between them.
  func canReplace(_ rule: Int, by other: Int, in rules: [Rule]) -> Bool {
    if other > rule {
      // Fewer exceptions follow the other rule.
      return rules[rule].action != .ignoreFollowingRules
        && ignoringFollowing[other] == ignoringFollowing[rule + 1]
    }
    return rules[rule].action != .ignorePreviousRules && ignoringPrevious[rule] == ignoringPrevious[other + 1]
  }
}
