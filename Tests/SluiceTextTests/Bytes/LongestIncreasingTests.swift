import SluiceText
import Testing
import TestSupport

/// Compares the longest increasing subsequence with all subsequences.
struct LongestIncreasingTests {
  @Test(arguments: 0..<100) func longestIncreasingSubsequenceAgreesWithBruteForce(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let numbers = (0..<random.below(10)).map { $0 * 3 }.shuffled(using: &random)
    let kept = zip(numbers, numbers.isOfLongestRising).filter(\.1).map(\.0)
    #expect(kept == kept.sorted())
    var longest = 0
    for mask in 0..<(1 << numbers.count) {
      let row = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
      if row == row.sorted() { longest = max(longest, row.count) }
    }
    #expect(kept.count == longest)
  }
}
