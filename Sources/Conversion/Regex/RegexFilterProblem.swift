/// Why a filter written as a regular expression has no exact form in WebKit's subset.
public struct RegexFilterProblem: TextProblem, Hashable, Sendable {
  /// What is in the way.
  public var reason: Reason
  /// Where, in bytes of the regex without its slashes.
  public var place: Range<Int>

  /// What can be in the way.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// `(?=` or `(?!` that is not resolved in a few steps.
    case lookAhead
    /// `(?<=` or `(?<!` that is not resolved in a few steps.
    case lookBehind
    /// `\1`, `\k<name>`
    case backreference
    /// `\b` or `\B` where what stands beside it is not known.
    case wordBoundary
    /// `^` or `$` inside of a repetition.
    case repeatedAnchor
    /// The regex cannot match any URL.
    case neverMatches
    /// More alternatives than ``RegexFilters/maximumFilters``.
    case tooManyAlternatives
    /// Too long, by itself or once its counts are written out for WebKit.
    case tooLong
    /// WebKit's compiler would need too much time or memory for it.
    case tooExpensive
    /// `(` without `)`, or the reverse.
    case unbalancedParenthesis
    /// `[` without `]`
    case unclosedBracket
    /// `[z-a]`
    case reversedRange
    /// `*`, `+`, `?` or `{n}` with nothing before it.
    case nothingToRepeat
    /// `{2,1}`
    case invalidCount
    /// `(?` and something that is no kind of group, or a malformed or repeated name.
    case invalidGroup
    /// A `\` at the end.
    case trailingBackslash
    /// Groups in groups deeper than ``RegexFilters/maximumDepth``.
    case tooDeep
    /// Nothing between the slashes.
    case empty
  }

  init(_ reason: Reason, _ place: Range<Int>) {
    self.reason = reason
    self.place = place
  }
}

extension RegexFilterProblem: CustomStringConvertible {
  /// The problem in plain words.
  public var description: String {
    switch reason {
    case .lookAhead: "this look-ahead cannot be expressed in a content blocker"
    case .lookBehind: "this look-behind cannot be expressed in a content blocker"
    case .backreference: "backreferences cannot be expressed in a content blocker"
    case .wordBoundary: "this word boundary cannot be expressed in a content blocker"
    case .repeatedAnchor: "an anchor inside of a repetition cannot be expressed in a content blocker"
    case .neverMatches: "this regex matches no URL"
    case .tooManyAlternatives:
      "this takes more than \(RegexFilters.maximumFilters) rules, one per alternative"
    case .tooLong: "this is too long, by itself or once its counts are written out"
    case .tooExpensive: "WebKit would need too much time to compile this"
    case .unbalancedParenthesis: "this parenthesis has no partner"
    case .unclosedBracket: "this [ has no ]"
    case .reversedRange: "this range is the wrong way round"
    case .nothingToRepeat: "there is nothing before this for it to repeat"
    case .invalidCount: "this count is the wrong way round"
    case .invalidGroup: "this is no kind of group, or its name is malformed or used twice"
    case .trailingBackslash: "there is nothing after this backslash for it to escape"
    case .tooDeep: "groups are nested too deeply"
    case .empty: "there is nothing between the slashes"
    }
  }
}
