/// Suggestions for misspelled words.
package enum Suggestion {
  /// Returns the candidate that the word most likely means, or nil if no candidate is close.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    // Longer words are not misspellings, and computing the distance takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    let word = letters(of: word)
    // Allows one wrong letter in three, or one in a short word.
    let allowed = max(1, word.count(where: { $0 != UInt32(ASCII.dash) }) / 3)
    var longer: (name: String, count: Int)?
    var nearest: (name: String, distance: Int)?
    for name in candidates {
      let letters = letters(of: name)
      // `-x` differs by one letter from every short flag.
      guard letters.count > 2 && word.count > 2 || letters == word else { continue }
      if letters.starts(with: word), letters.count < longer?.count ?? .max { longer = (name, letters.count) }
      guard longer == nil, abs(letters.count - word.count) <= allowed else { continue }
      let distance = distance(letters, word)
      if distance <= allowed, distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    return longer?.name ?? nearest?.name
  }

  private static func letters(of word: String) -> [UInt32] {
    word.asciiLowercased.unicodeScalars.map { $0.value }
  }

  /// Returns the number of letters to insert, delete, replace or swap to turn one word into the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    distance(letters(of: first), letters(of: second))
  }

  private static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
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
