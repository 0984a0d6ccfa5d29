/// Suggestions for misspelled words.
package enum Suggestion {
  /// Returns the candidate that the word most likely means, or nil if no candidate is close.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    // Longer words are not misspellings, and computing the distance takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    // Allows one wrong letter in three, or one in a short word.
    let allowed = max(1, word.count(where: { $0 != "-" }) / 3)
    // `-x` differs by one letter from every short flag.
    let candidates = candidates.filter { $0.count > 2 && word.count > 2 || $0.lowercased() == word }
    if let longer = candidates.filter({ $0.lowercased().hasPrefix(word) }).min(by: { $0.count < $1.count }) {
      return longer
    }
    return candidates.filter { abs($0.count - word.count) <= allowed }
      .map { ($0, distance(word, $0.lowercased())) }
      .filter { $0.1 <= allowed }
      .min { $0.1 < $1.1 }?
      .0
  }

  /// Returns the number of letters to insert, delete, replace or swap to turn one word into the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
