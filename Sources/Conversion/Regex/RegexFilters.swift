import ContentBlocker

/// Rewrites filters written as regular expressions into what WebKit's content blockers have.
///
/// A content blocker knows no alternatives, counts, `\d`, `\b` or look-around, but it takes many rules, of which
/// any may match. So a regex becomes one url-filter or several, which together match exactly the URLs that
/// the regex matches; if there is no such form, the regex is reported and not approximated.
public enum RegexFilters {
  /// How many url-filters a regex may become.
  public static let maximumFilters = 40
  /// How deep groups may nest.
  public static let maximumDepth = 100
  /// The largest count that is told apart from larger ones: URLs are shorter.
  static let maximumCount = 16_384
  /// How many terms a url-filter may have.
  static let maximumTerms = 1_000
  /// How many states WebKit's compiler may need for a url-filter.
  static let maximumStates = 1_000

  /// The url-filters for a regex, or for a part of its meaning.
  public struct Result: Sendable {
    /// The filters, any of which may match.
    public var urlFilters: [URLFilter]
    /// Whether the filters match only where the regex begins at the start of the URL, although it could be
    /// found further on: `https?://` could also stand in a query. That is done only where WebKit's compiler
    /// cannot take the regex otherwise.
    public var isNarrowed: Bool
  }

  /// The url-filters for `body`, which is a JavaScript regex without its slashes and flags, found anywhere in
  /// a URL unless it says otherwise. They are to be used with the same case sensitivity.
  public static func urlFilters(
    for body: Span<UInt8>, isCaseSensitive: Bool
  ) throws(RegexFilterProblem) -> Result {
    let bytes = body.withUnsafeBufferPointer { Array($0) }
    let range = 0..<bytes.count
    if bytes.isEmpty { throw RegexFilterProblem(.empty, range) }
    let node = try RegexParser.parse(bytes, isCaseSensitive: isCaseSensitive).simplified()
    let resolver = RegexEdgeResolver(range: range)
    let writer = RegexWriter(isCaseSensitive: isCaseSensitive, range: range)
    var patterns: [URLFilterPattern] = []
    var seen: Set<URLFilterPattern> = []
    for sequence in try RegexExpander(range: range).expand(node) {
      let whole = [.piece(.anything)] + sequence + [.piece(.anything)]
      for resolved in try resolver.resolve(whole) {
        for pattern in try writer.patterns(for: resolved) where seen.insert(pattern).inserted {
          patterns.append(pattern)
        }
        guard patterns.count <= maximumFilters else { throw RegexFilterProblem(.tooManyAlternatives, range) }
      }
    }
    if patterns.isEmpty { throw RegexFilterProblem(.neverMatches, range) }
    if patterns.contains(.any) { patterns = [.any] }
    return try checkedCost(patterns, isCaseSensitive: isCaseSensitive, range: range)
  }

  private static func checkedCost(
    _ patterns: [URLFilterPattern], isCaseSensitive: Bool, range: Range<Int>
  ) throws(RegexFilterProblem) -> Result {
    var result = Result(urlFilters: [], isNarrowed: false)
    for var pattern in patterns {
      if AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: maximumStates) == nil {
        guard !pattern.isAnchoredAtStart, pattern.beginsWithScheme else {
          throw RegexFilterProblem(.tooExpensive, range)
        }
        pattern.isAnchoredAtStart = true
        result.isNarrowed = true
        guard
          AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: maximumStates) != nil
        else { throw RegexFilterProblem(.tooExpensive, range) }
      }
      if let filter = URLFilter(pattern) { result.urlFilters.append(filter) }
    }
    return result
  }
}

extension URLFilterPattern {
  /// Whether the pattern begins with `http` and can go on to `://`.
  fileprivate var beginsWithScheme: Bool {
    var expected = Array("http".utf8)[...]
    for term in terms {
      guard case .literal(let byte) = term.atom, term.repetition == .one || byte == UInt8(ascii: "s") else {
        return false
      }
      if byte == UInt8(ascii: "s"), expected == Array("://".utf8)[...] { continue }
      guard let next = expected.first, byte | 0x20 == next | 0x20 else { return false }
      expected.removeFirst()
      if expected.isEmpty {
        if byte == UInt8(ascii: "/") { return true }
        expected = Array("://".utf8)[...]
      }
    }
    return false
  }
}
