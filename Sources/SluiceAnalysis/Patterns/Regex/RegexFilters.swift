import SluiceRules
import SluiceText

/// Converts regular expressions into the subset that WebKit's content blockers support.
///
/// Content blockers do not support alternatives, counts, `\d`, `\b` or lookaround. However, they accept many
/// rules, and one match is enough. A regex is therefore converted into one or more url-filters that together
/// match exactly the same URLs. A regex that has no exact form is reported and not approximated.
package enum RegexFilters {
  /// The maximum number of url-filters per regex.
  package static let maximumFilters = 40
  /// The maximum length of a regex in bytes. The longest one in the lists of uBlock Origin, AdGuard and
  /// EasyList has 1.8 KB. Converting the worst constructed regex of this length takes 0.2 s.
  package static let maximumLength = 4_096
  /// The maximum nesting depth of groups.
  package static let maximumDepth = 100
  /// The maximum count. Larger counts are equivalent, because URLs are shorter.
  static let maximumCount = 16_384
  static let maximumTerms = 1_200
  /// The maximum number of states that WebKit's compiler may need for a url-filter with its own automaton.
  ///
  /// Each state costs WebKit about 10 µs: a filter with 4,803 states took 28 ms, one with 8,411 took 91 ms.
  /// Some filters with exponentially many states were not compiled after 200 s. The regexes of EasyList,
  /// EasyPrivacy, AdGuard and uBlock Origin make 1,583 filters; 4 of them have more than 1,022 states.
  static let maximumStates = 5_000
  /// The maximum number of states of a url-filter that shares its automaton with others. In a shared
  /// automaton, the numbers of states multiply. In the lists named above, the largest number is 207.
  static let maximumSharedStates = 500
  static let maximumTotalStates = 10_000

  /// The maximum number of consecutive terms that match any character, in a url-filter without an anchor at
  /// the start.
  static let maximumOpenRun = 90

  /// The url-filters for a regex, possibly narrowed.
  package struct Result: Sendable {
    /// The url-filters. A URL matches if it matches one of them.
    package var urlFilters: [URLFilter]
    /// The patterns of the url-filters as trees.
    package var patterns: [URLFilterPattern]
    /// Whether the filters match only if the regex matches at the start of the URL.
    ///
    /// Without an anchor, a regex such as `https?://` can also match in a query. It is narrowed only if it
    /// would otherwise be too expensive for WebKit's compiler.
    package var isNarrowed: Bool
    /// The approximate number of states that the filters would have if WebKit compiled each of them
    /// separately. It counts toward the budget of a list.
    package var states: Int
  }

  /// Returns the url-filters for `body`, a JavaScript regex without its slashes and flags. It can match
  /// anywhere in a URL unless it is anchored.
  ///
  /// Use the filters with the same case sensitivity.
  package static func urlFilters(
    for body: Span<UInt8>, isCaseSensitive: Bool
  ) throws(RegexFilterProblem) -> Result {
    let range = 0..<body.count
    var written = WrittenSequences(isCaseSensitive: isCaseSensitive, range: range)
    try RegexText.url.forEachSequence(of: body, isCaseSensitive: isCaseSensitive) {
      (sequence) throws(RegexFilterProblem) in try written.add(sequence)
    }
    return try written.result()
  }

  /// Returns at most `limit` url-filters for sequences that describe complete URLs, ignoring case. `range` is
  /// used for errors.
  package static func urlFilters(
    for sequences: [RegexSequence], limit: Int = maximumFilters, range: Range<Int> = 0..<0
  ) throws(RegexFilterProblem) -> Result {
    var written = WrittenSequences(isCaseSensitive: false, range: range, limit: limit)
    for sequence in sequences { try written.add(sequence) }
    return try written.result()
  }
}

private struct WrittenSequences {
  let isCaseSensitive: Bool
  /// The range of the whole regex, for errors.
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
    guard written.count <= limit else { throw RegexFilterProblem(.tooManyAlternatives, at: range) }
  }

  func result() throws(RegexFilterProblem) -> RegexFilters.Result {
    if written.isEmpty { throw RegexFilterProblem(.neverMatches, at: range) }
    if written.contains(where: { $0.pattern == .any }) {
      return RegexFilters.Result(urlFilters: [.any], patterns: [.any], isNarrowed: false, states: 1)
    }
    return try checked()
  }

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
        throw RegexFilterProblem(.tooExpensive, at: range)
      }
      pattern = pattern.isolated
      guard let filter = URLFilter(pattern) else { throw RegexFilterProblem(.tooDeep, at: range) }
      result.urlFilters.append(filter)
      // A filter without mandatory terms is written as `.any`.
      result.patterns.append(filter == .any ? .any : pattern)
    }
    return result
  }
}

extension URLFilterPattern {
  /// Whether WebKit combines the pattern with all other unanchored filters of the list in one automaton.
  fileprivate var sharesAutomaton: Bool { !isAnchoredAtStart && terms.allSatisfy { $0.hasFixedLength } }

  /// The pattern, preceded by a `.?` if it would otherwise share an automaton with plain texts.
  ///
  /// WebKit combines all filters that are identical up to their last term of variable length. If a filter has
  /// no such term, its common part with all other unanchored filters is the implicit `.*` at the start. In
  /// that automaton, the states of a run of classes multiply with those of the plain texts of a list. A `.?`
  /// at the start of an unanchored filter does not change its meaning.
  ///
  /// Measured with the 6,450 plain texts of four lists:
  ///
  /// - alone: 1.9 s and 8.5 MB
  /// - with the regexes of uBlock Origin's lists: 5.6 s and 25.3 MB
  /// - with 64 of these regexes preceded by `.?`: 2.2 s and 9.6 MB
  fileprivate var isolated: URLFilterPattern {
    guard sharesAutomaton, !terms.allSatisfy({ $0.literal != nil }) else { return self }
    var isolated = self
    isolated.terms.insert(Term(.any, repetition: .optional), at: 0)
    return isolated
  }

  /// The length of the longest run of terms that match any single character.
  ///
  /// An unanchored filter can begin again at each of these terms, and the automaton must remember where it
  /// did. `x` followed by 20 of these terms makes 2²⁰ states; `https://` followed by 100 of them makes about
  /// 10,000.
  fileprivate var longestOpenRun: Int {
    var longest = 0
    var run = 0
    for term in terms {
      run = term.atom == .any && term.repetition == .one ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Whether the pattern begins with `http` and can continue to `://`.
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
        if byte == ASCII.slash { return true }
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
    return terms.allSatisfy { $0.hasFixedLength }
  }
}

/// The reason why a regular expression is not converted: it is invalid, has no exact form in WebKit's subset, or
/// exceeds a limit.
package struct RegexFilterProblem: TextProblem, Hashable, Sendable {
  /// The kind of problem.
  package var reason: Reason
  /// The position of the problem, in bytes of the regex without its slashes.
  package var place: Range<Int>

  /// The kind of problem with a regular expression.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A `(?=` or `(?!` that cannot be resolved in a few steps.
    case lookAhead
    /// A `(?<=` or `(?<!` that cannot be resolved in a few steps.
    case lookBehind
    /// A backreference, such as `\1` or `\k<name>`.
    case backreference
    /// A `\b` or `\B` whose adjacent characters are unknown.
    case wordBoundary
    /// A `^` or `$` inside a repetition.
    case repeatedAnchor
    /// The regex matches no URL.
    case neverMatches
    /// The regex needs more url-filters than ``RegexFilters/maximumFilters``. Alternatives, repetitions and
    /// lookaround multiply them.
    case tooManyAlternatives
    /// The regex is too long, by itself or after its counts are expanded for WebKit.
    case tooLong
    /// The regex would need too much time or memory in WebKit's compiler.
    case tooExpensive
    /// A `(` without `)`, or the reverse.
    case unbalancedParenthesis
    /// A `[` without `]`.
    case unclosedBracket
    /// A range in reverse order, such as `[z-a]`.
    case reversedRange
    /// A `*`, `+`, `?` or `{n}` with nothing before it.
    case nothingToRepeat
    /// A count in reverse order, such as `{2,1}`.
    case invalidCount
    /// A `(?` without a valid group type, or with an invalid or duplicate name.
    case invalidGroup
    /// A `\` at the end.
    case trailingBackslash
    /// Groups are nested deeper than ``RegexFilters/maximumDepth``.
    case tooDeep
    /// The regex is empty.
    case empty
  }

  package init(_ reason: Reason, at place: Range<Int>) {
    self.reason = reason
    self.place = place
  }
}

extension RegexFilterProblem: CustomStringConvertible {
  /// A description of the problem.
  package var description: String {
    switch reason {
    case .lookAhead: "this look-ahead is too complex for a content blocker"
    case .lookBehind: "this look-behind is too complex for a content blocker"
    case .backreference: "backreferences cannot be expressed in a content blocker"
    case .wordBoundary: "this word boundary cannot be expressed in a content blocker"
    case .repeatedAnchor: "an anchor inside of a repetition cannot be expressed in a content blocker"
    case .neverMatches: "this regex matches no URL"
    case .tooManyAlternatives:
      "this takes more than \(RegexFilters.maximumFilters) rules: alternatives, repetitions and look-around multiply"
    case .tooLong: "this is too long, by itself or after its counts are written out"
    case .tooExpensive: "WebKit would take too long to compile this"
    case .unbalancedParenthesis: "this parenthesis has no partner"
    case .unclosedBracket: "this [ has no ]"
    case .reversedRange: "this range is the wrong way round"
    case .nothingToRepeat: "there is nothing before this for it to repeat"
    case .invalidCount: "this count is the wrong way round"
    case .invalidGroup: "this is an invalid group, or its name is malformed or used twice"
    case .trailingBackslash: "there is nothing after this backslash for it to escape"
    case .tooDeep: "groups are nested too deeply"
    case .empty: "there is nothing between the slashes"
    }
  }
}
