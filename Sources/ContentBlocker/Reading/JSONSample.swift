/// An estimate of the size of rules that measures one in sixteen of them.
struct JSONSample {
  /// The total size of the measured rules.
  var counted = JSONSize()
  private var rules = 0

  /// Counts a rule, and returns whether it is to be measured.
  @inline(__always)
  mutating func isNextCounted() -> Bool {
    rules += 1
    return rules & 15 == 1
  }

  /// The estimated size of all rules in bytes.
  var estimate: Int { rules == 0 ? 0 : counted.count * rules / ((rules + 15) / 16) }
}
