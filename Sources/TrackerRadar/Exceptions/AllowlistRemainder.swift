import ContentBlocker

/// Paths that begin with a text, but not with one of some longer texts.
enum AllowlistRemainder {
  typealias Term = URLFilterPattern.Term

  /// The patterns of paths that begin with `path` and with none of `longer`, which all begin with `path`.
  ///
  /// There is no look-ahead in WebKit's patterns, so the rest is spelled out: one pattern for each place where
  /// a path can leave all of the longer texts, or end.
  static func paths(of path: [UInt8], without longer: [[UInt8]]) -> [(terms: [Term], isAtEnd: Bool)] {
    guard !longer.isEmpty else { return [(RulePath(path, .allowlist).terms, false)] }
    var patterns: [(terms: [Term], isAtEnd: Bool)] = []
    let path = path.isEmpty ? [UInt8(ascii: "/")] : path
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
