/// The reason why a regular expression is not converted: it is invalid, has no exact form in WebKit's subset, or
/// exceeds a limit.
public struct RegexFilterProblem: TextProblem, Hashable, Sendable {
  /// The kind of problem.
  public var reason: Reason
  /// The position of the problem, in bytes of the regex without its slashes.
  public var place: Range<Int>

  /// The kind of problem with a regular expression.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
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

  package init(_ reason: Reason, _ place: Range<Int>) {
    self.reason = reason
    self.place = place
  }
}

extension RegexFilterProblem: CustomStringConvertible {
  /// A description of the problem.
  public var description: String {
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
