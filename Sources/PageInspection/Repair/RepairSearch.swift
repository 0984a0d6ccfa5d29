/// Finds the smallest set of candidates with which something holds, where more of them never make it fail.
///
/// A prefix that is just long enough ends with a candidate that is needed. With this one kept the next is looked for among
/// those before it, until the kept ones do. Each takes log2(n) trials, and one that says whether they do: for k of n candidates
/// that is about k·(log2(n) + 1).
package struct RepairSearch {
  /// The trials that were made, with what came of them.
  package private(set) var results: [Set<Int>: Bool] = [:]

  /// - Parameters:
  ///   - count: How many candidates there are.
  ///   - known: Sets of which it is known already.
  package init(_ known: [Set<Int>: Bool]) { results = known }

  /// The set, in order; nil when not even all candidates do. Of all of them it is believed that they do until the end.
  package mutating func smallest<Failure: Error>(
    of count: Int, _ holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> [Int]? {
    var kept: Set<Int> = []
    var limit = count
    while try !ask(kept, holds) {
      guard limit > 0 else { return nil }
      // Without the candidate at `high - 1` it fails, with it, it holds.
      var (low, high) = (0, limit)
      while high - low > 1 {
        let middle = (low + high) / 2
        if try ask(kept.union(0..<middle), holds) { high = middle } else { low = middle }
      }
      kept.insert(high - 1)
      limit = high - 1
    }
    return kept.sorted()
  }

  /// Whether each of a set is needed: without any one of them it fails.
  package mutating func isMinimal<Failure: Error>(
    _ set: [Int], _ holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    for one in set {
      if try ask(Set(set).subtracting([one]), holds) { return false }
    }
    return true
  }

  private mutating func ask<Failure: Error>(
    _ set: Set<Int>, _ holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    if let known = results[set] { return known }
    let result = try holds(set)
    results[set] = result
    return result
  }
}
