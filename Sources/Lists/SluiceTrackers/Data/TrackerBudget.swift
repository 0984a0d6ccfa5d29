import SluicePatterns

/// A budget for the rules of Tracker Radar's data, in bytes of JSON.
///
/// Each request pattern repeats the condition on its pages. With n trackers of an owner with n domains, and with
/// n aliases of a tracker with n rules, a small file could take gigabytes. Parts of the data beyond the budget
/// have no rules and are reported. Real data needs a tenth of the budget.
struct TrackerBudget {
  private var budget: ExclusionBudget
  /// The bytes that the rules of the current part of the data may have without being counted.
  private(set) var free = 0

  /// Creates the budget for data of a size, with some bytes for small data.
  init(size: Int, free: Int = freeBytes) { budget = ExclusionBudget(inputBytes: size, free: free) }

  static let freeBytes = 1 << 18

  /// Begins a part of the data. Its rules may have a multiple of its size without being counted.
  mutating func begin(size: Int) { free = 4 * size }

  /// Continues a part with the free bytes that were left of it.
  mutating func resume(free: Int) { self.free = free }

  /// Takes bytes from the budget. Returns `false` if fewer are left.
  mutating func spend(_ bytes: Int) -> Bool {
    let own = min(free, bytes)
    free -= own
    return own == bytes || budget.spend(bytes - own)
  }

  /// Takes steps of a comparison from the budget. Returns `false` if fewer are left.
  mutating func spend(steps: Int) -> Bool { budget.spend(steps: steps) }

  /// The size of a rule without its pattern and condition.
  static let ruleSize = 120
}

// The approximate sizes of the parts of the data in its file.

extension TrackerData {
  var size: Int {
    trackers.reduce(0) { $0 + $1.size }
      + entities.reduce(0) { $0 + $1.name.utf8.count + $1.domains.size }
      + cnames.reduce(0) { $0 + $1.size }
  }
}

extension Tracker {
  var size: Int { rules.reduce(64 + domain.count) { $0 + $1.size } }
}

extension TrackerRule {
  var size: Int { 48 + regex.count + (options?.size ?? 0) + (exceptions?.size ?? 0) }
}

extension TrackerRule.Scope {
  var size: Int { (domains?.size ?? 0) + 12 * (types?.count ?? 0) }
}

extension TrackerData.Cname {
  var size: Int { 8 + host.count + target.count }
}

extension [[UInt8]] {
  /// The size of names with their quotes and commas.
  var size: Int { reduce(0) { $0 + $1.count + 3 } }
}
