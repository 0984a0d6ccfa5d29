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
  var estimate: Int {
    // The product has more than the 32 bits of WebAssembly.
    rules == 0 ? 0 : Int(clamping: Int64(counted.count) * Int64(rules) / Int64((rules + 15) / 16))
  }
}
