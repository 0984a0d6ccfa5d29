/// Estimates the size of many rules from one in sixteen of them.
struct JSONSample {
  /// The total size of the measured rules.
  var counted = JSONSize()
  private var rules = 0

  /// Counts a rule. Returns whether its size must be added to ``counted``.
  @inline(__always)
  mutating func isNextCounted() -> Bool {
    rules += 1
    return rules & 15 == 1
  }

  /// The estimated size of all rules in bytes.
  var estimate: Int { rules == 0 ? 0 : counted.count * rules / ((rules + 15) / 16) }
}
