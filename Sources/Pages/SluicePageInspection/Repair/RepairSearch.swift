/// Finds a minimal set of candidates that satisfies a condition. Adding candidates must never invalidate the
/// condition.
///
/// The shortest sufficient prefix ends with a required candidate. That candidate is kept, and the next one is
/// searched among the candidates before it, until the kept ones suffice. For k of n candidates this takes
/// about k·(log₂(n) + 1) trials: log₂(n) to find each, and one to check whether the kept ones suffice.
package struct RepairSearch {
  /// The trials so far, with their results.
  package private(set) var results: [Set<Int>: Bool] = [:]

  /// - Parameter known: Results that are already known.
  package init(_ known: [Set<Int>: Bool]) { results = known }

  /// Returns the minimal set in ascending order, or `nil` if all candidates together are not sufficient. The
  /// set of all candidates is tested last.
  package mutating func smallest<Failure: Error>(
    of count: Int, _ holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> [Int]? {
    var kept: Set<Int> = []
    var limit = count
    while try !ask(kept, holds) {
      guard limit > 0 else { return nil }
      // The condition fails without the candidate at `high - 1` and holds with it.
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

  /// Returns whether all elements of a set are required.
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
