import SluiceRules

/// Patterns for paths that begin with a text, but not with certain longer texts.
enum AllowlistRemainder {
  typealias Term = URLFilterPattern.Term

  /// Returns the patterns of paths that begin with `path`, but not with an element of `longer`. All elements
  /// must begin with `path`.
  ///
  /// WebKit's patterns have no lookahead, so this returns one pattern for each position where a path can end
  /// or deviate from all longer texts.
  static func paths(of path: [UInt8], without longer: [[UInt8]]) -> [(terms: [Term], isAtEnd: Bool)] {
    guard !longer.isEmpty else { return [(RulePath(path, .allowlist).terms, false)] }
    var patterns: [(terms: [Term], isAtEnd: Bool)] = []
    let path = path.isEmpty ? [ASCII.slash] : path
    let longer = longer.map { $0.map(\.asciiLowercased) }
    var starts: [[UInt8]] = [path.map(\.asciiLowercased)]
    var seen: Set<[UInt8]> = Set(starts)
    while let start = starts.popLast() {
      let following = longer.filter { $0.count > start.count && $0.starts(with: start) }
      var next = ASCIISet()
      for text in following {
        next.insert(text[start.count])
        let longerStart = start + [text[start.count]]
        if !longer.contains(longerStart), seen.insert(longerStart).inserted { starts.append(longerStart) }
      }
      let terms = RulePath(start, .allowlist).terms
      patterns.append((terms + [Term(.characters(.init(next, isNegated: true)))], false))
      patterns.append((terms, true))
    }
    return patterns
  }
}
