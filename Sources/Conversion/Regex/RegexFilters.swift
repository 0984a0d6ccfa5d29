import ContentBlocker

/// Rewrites filters written as regular expressions into what WebKit's content blockers have.
///
/// A content blocker knows no alternatives, counts, `\d`, `\b` or look-around, but it takes many rules, of
/// which any may match. So a regex becomes one url-filter or several, which together match exactly the URLs
/// that the regex matches; if there is no such form, the regex is reported and not approximated.
public enum RegexFilters {
  /// How many url-filters a regex may become.
  public static let maximumFilters = 40
  /// How long a regex may be, in bytes. The longest in the lists of uBlock Origin, AdGuard and EasyList has
  /// 1.8 KB; at this length the worst that could be made up takes 0.2 s.
  public static let maximumLength = 4_096
  /// How deep groups may nest.
  public static let maximumDepth = 100
  /// The largest count that is told apart from larger ones: URLs are shorter.
  static let maximumCount = 16_384
  /// How many terms a url-filter may have.
  static let maximumTerms = 1_200
  /// How many states WebKit's compiler may need for a url-filter that gets an automaton of its own. Such a
  /// state costs WebKit some 10 us: a filter of 4,803 took 28 ms and one of 8,411 took 91 ms, while some that
  /// explode were not done after 200 s. Of the 1,583 filters made of EasyList's, EasyPrivacy's, AdGuard's and
  /// uBlock Origin's regexes, 4 have more than 1,022.
  static let maximumStates = 5_000
  /// The same for a url-filter that shares its automaton with others, with whose states its own multiply.
  /// The largest in these lists has 207.
  static let maximumSharedStates = 500
  /// The same for all the filters of a regex together.
  static let maximumTotalStates = 10_000

  /// How many terms in a row may match any character in a url-filter that may begin anywhere.
  static let maximumOpenRun = 90

  /// The url-filters for a regex, or for a part of its meaning.
  public struct Result: Sendable {
    /// The filters, any of which may match.
    public var urlFilters: [URLFilter]
    /// The same as trees.
    package var patterns: [URLFilterPattern]
    /// Whether the filters match only where the regex begins at the start of the URL, although it could be
    /// found further on: `https?://` could also stand in a query. That is done only where WebKit's compiler
    /// cannot take the regex otherwise.
    public var isNarrowed: Bool
    /// About how many states WebKit's compiler makes of the filters, each by itself: a measure for the budget
    /// of a list.
    public var states: Int
  }

  /// The url-filters for `body`, which is a JavaScript regex without its slashes and flags, found anywhere in
  /// a URL unless it says otherwise. They are to be used with the same case sensitivity.
  public static func urlFilters(
    for body: Span<UInt8>, isCaseSensitive: Bool
  ) throws(RegexFilterProblem) -> Result {
    let range = 0..<body.count
    var written = WrittenSequences(isCaseSensitive: isCaseSensitive, range: range)
    try RegexText.url.forEachSequence(of: body, isCaseSensitive: isCaseSensitive) {
      (sequence) throws(RegexFilterProblem) in try written.add(sequence)
    }
    return try written.result()
  }

  /// The url-filters for sequences that describe whole URLs, without regard to case. At most `limit` of them.
  /// `range` is what a problem is about.
  static func urlFilters(
    for sequences: [RegexSequence], limit: Int = maximumFilters, range: Range<Int> = 0..<0
  ) throws(RegexFilterProblem) -> Result {
    var written = WrittenSequences(isCaseSensitive: false, range: range, limit: limit)
    for sequence in sequences { try written.add(sequence) }
    return try written.result()
  }
}

/// Url-filters as they are made of sequences, each once, and checked for what WebKit can take.
private struct WrittenSequences {
  let isCaseSensitive: Bool
  /// The whole regex, to be reported.
  let range: Range<Int>
  var limit = RegexFilters.maximumFilters
  private var written: [RegexWriter.Written] = []

  init(isCaseSensitive: Bool, range: Range<Int>, limit: Int = RegexFilters.maximumFilters) {
    (self.isCaseSensitive, self.range, self.limit) = (isCaseSensitive, range, limit)
  }

  mutating func add(_ sequence: RegexSequence) throws(RegexFilterProblem) {
    let writer = RegexWriter(isCaseSensitive: isCaseSensitive, range: range)
    for new in try writer.patterns(for: sequence)
    where !written.contains(where: { $0.pattern == new.pattern }) {
      written.append(new)
    }
    guard written.count <= limit else { throw RegexFilterProblem(.tooManyAlternatives, range) }
  }

  func result() throws(RegexFilterProblem) -> RegexFilters.Result {
    if written.isEmpty { throw RegexFilterProblem(.neverMatches, range) }
    if written.contains(where: { $0.pattern == .any }) {
      return RegexFilters.Result(urlFilters: [.any], patterns: [.any], isNarrowed: false, states: 1)
    }
    return try checked()
  }

  /// The filters, if WebKit can take them.
  private func checked() throws(RegexFilterProblem) -> RegexFilters.Result {
    var result = RegexFilters.Result(urlFilters: [], patterns: [], isNarrowed: false, states: 0)
    for written in written {
      var pattern = written.pattern
      func affordableStates() -> Int? {
        let limit =
          pattern.sharesAutomaton ? RegexFilters.maximumSharedStates : RegexFilters.maximumStates
        if let states = written.states { return states <= limit ? states : nil }
        // Not worth counting: see `longestOpenRun`.
        if !pattern.isAnchoredAtStart, pattern.longestOpenRun >= RegexFilters.maximumOpenRun { return nil }
        return AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: limit)
      }
      var states = affordableStates()
      if states == nil, !pattern.isAnchoredAtStart, pattern.beginsWithScheme {
        pattern.isAnchoredAtStart = true
        result.isNarrowed = true
        states = affordableStates()
      }
      result.states += states ?? RegexFilters.maximumTotalStates + 1
      guard result.states <= RegexFilters.maximumTotalStates else {
        throw RegexFilterProblem(.tooExpensive, range)
      }
      pattern = pattern.isolated
      guard let filter = URLFilter(pattern) else { throw RegexFilterProblem(.tooDeep, range) }
      result.urlFilters.append(filter)
      // Where nothing is mandatory, that is what is written.
      result.patterns.append(filter == .any ? .any : pattern)
    }
    return result
  }
}

extension URLFilterPattern {
  /// Whether WebKit puts the pattern into one automaton with all other unanchored filters of the list.
  fileprivate var sharesAutomaton: Bool { !isAnchoredAtStart && terms.allSatisfy(\.hasFixedLength) }

  /// The pattern, with a `.?` before it if otherwise it would share an automaton with plain texts.
  ///
  /// WebKit makes one automaton of all filters that are alike up to their last term of variable length;
  /// without any such term that is the `.*` which all unanchored filters begin with. There a run of classes
  /// multiplies with the plain texts of a list: the texts differ in what they have seen of each other, the
  /// classes in how many of their characters have gone by. Where a filter may begin anywhere, `.?` before it
  /// changes nothing but that. Measured with the 6,450 plain texts of four lists: alone 1.9 s and 8.5 MB;
  /// with the regexes of uBlock Origin's lists 5.6 s and 25.3 MB; with 64 of them behind a `.?` 2.2 s and 9.6
  /// MB.
  fileprivate var isolated: URLFilterPattern {
    guard sharesAutomaton, !terms.allSatisfy(\.isLiteral) else { return self }
    var isolated = self
    isolated.terms.insert(Term(.any, .optional), at: 0)
    return isolated
  }

  /// The longest run of terms that match any character, once each.
  ///
  /// In a filter that may begin anywhere it can begin again at each of them, and the automaton remembers
  /// where it did: `x` and 20 of these are 2^20 states, `https://` and 100 of them some 10,000.
  fileprivate var longestOpenRun: Int {
    var longest = 0
    var run = 0
    for term in terms {
      run = term.atom == .any && term.repetition == .one ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

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

extension URLFilterPattern.Term {
  fileprivate var hasFixedLength: Bool {
    guard repetition == .one else { return false }
    guard case .group(let terms) = atom else { return true }
    return terms.allSatisfy(\.hasFixedLength)
  }

  fileprivate var isLiteral: Bool {
    if case .literal = atom { true } else { false }
  }
}
