/// The size of rules of which one of sixteen is counted.
struct JSONSample {
  /// The size of those that are.
  var counted = JSONSize()
  private var rules = 0

  /// Takes note of a rule; whether it is one to be counted.
  @inline(__always)
  mutating func isNextCounted() -> Bool {
    rules += 1
    return rules & 15 == 1
  }

  /// About how many bytes all of them have.
  var estimate: Int { rules == 0 ? 0 : counted.count * rules / ((rules + 15) / 16) }
}
