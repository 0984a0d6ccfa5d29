import SluicePageInspection
import Testing
import TestSupport

@Suite struct RepairSearchTests {
  private struct Nothing: Error {}

  /// Searches for the smallest sufficient set of candidates.
  ///
  /// A set is sufficient if it contains one of the groups.
  private func search(
    _ count: Int, needs groups: [Set<Int>]
  ) throws -> (found: [Int]?, trials: Int, isMinimal: Bool) {
    var trials = 0
    func holds(_ set: Set<Int>) throws(Nothing) -> Bool {
      trials += 1
      return groups.contains { $0.isSubset(of: set) }
    }
    var search = RepairSearch([[]: false])
    let found = try search.smallest(of: count, holds)
    let isMinimal = try found.map { (set) throws(Nothing) in try search.isMinimal(set, holds: holds) }
    return (found, trials, isMinimal ?? true)
  }

  @Test(arguments: seeds(40, oneIn: 4)) func repairSearchFindsSmallestSet(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<200 {
      let count = 1 + random.below(200)
      let needed = Set((0...random.below(4)).map { _ in random.below(count) })
      let answer = try search(count, needs: [needed])
      #expect(answer.found == needed.sorted())
      #expect(answer.isMinimal)
      // For each candidate, a binary search with one extra step, and one trial without it.
      let bits = max(1, Int.bitWidth - (count - 1).leadingZeroBitCount)
      #expect(answer.trials <= needed.count * (bits + 2), "\(answer.trials) of \(count) for \(needed)")
    }
  }

  /// If several sets suffice, the search finds one of them without extra candidates.
  @Test(arguments: 0..<40) func repairSearchFindsOneOfSeveralSets(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<100 {
      let count = 4 + random.below(60)
      let groups = (0..<3).map { _ in Set((0...random.below(3)).map { _ in random.below(count) }) }
      let answer = try search(count, needs: groups)
      let found = Set(try #require(answer.found))
      #expect(groups.contains { $0.isSubset(of: found) })
      #expect(answer.isMinimal)
    }
  }

  @Test(arguments: [0, 1, 2, 7]) func repairSearchReportsNoSolution(_ count: Int) throws {
    let answer = try search(count, needs: [])
    #expect(answer.found == nil)
  }
}
