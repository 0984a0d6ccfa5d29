/// Why a text is not a ``URLFilter``.
public struct URLFilterProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The byte of the text at which it is wrong.
  public var offset: Int

  /// What can be wrong with a url-filter.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Nothing at all.
    case empty
    /// A character outside ASCII, written out or as an escape.
    case notASCII
    /// `|`
    case alternatives
    /// `\d`, `\w`, `\s` or a negation of these.
    case classEscape
    /// The same inside of brackets.
    case classEscapeInBrackets
    /// `{n}`, `{n,m}`: anything that is not `?`, `*` or `+` in disguise.
    case counts
    /// `^` not at the start.
    case misplacedStart
    /// `$` (or NUL, which is the same to WebKit) not at the end.
    case misplacedEnd
    /// `\b`, `\B`
    case wordBoundary
    /// `(?=`, `(?!`, `(?<=`, `(?<!`
    case lookAround
    /// `\k<name>`. (`\1` is an octal escape in a url-filter.)
    case backreference
    /// `?`, `*`, `+` or `{n}` with nothing before that it could repeat.
    case nothingToRepeat
    /// `{2,1}`
    case invalidCount
    /// `(` without `)`, or the reverse.
    case unbalancedParenthesis
    /// `[` without `]`
    case unclosedBracket
    /// `[z-a]`
    case reversedRange
    /// A `\` at the very end.
    case trailingBackslash
    /// `(?` and something that is no kind of group.
    case invalidGroup
    /// A group name that is none, that is used twice or that is referred to by another escape.
    case invalidGroupName
    /// Longer than WebKit's regex parser goes, or than a url-filter makes sense.
    case tooLong
    /// Groups in groups deeper than ``URLFilterParser/maximumDepth``.
    case tooDeep
  }
}

extension URLFilterProblem {
  /// What WebKit logs about a list with such a filter; nil where WebKit has nothing to say, because it
  /// rejects the filter elsewhere or has no limit.
  public var webKitMessage: String? {
    switch reason {
    case .empty, .tooDeep: nil
    case .notASCII: "Only ASCII characters are supported in pattern."
    case .alternatives: "Disjunctions are not supported yet."
    case .classEscape: "Character class is not supported."
    case .classEscapeInBrackets: "Builtins character class atoms are not supported yet."
    case .counts: "Arbitrary atom repetitions are not supported."
    case .misplacedStart: "Start of line assertion can only appear as the first term in a filter."
    case .misplacedEnd: "The end of line assertion must be the last term in an expression."
    case .wordBoundary: "Word boundaries assertions are not supported yet."
    case .lookAround: "Groups are not supported yet."
    case .backreference: "Patterns cannot contain backreferences."
    case .nothingToRepeat, .invalidCount, .unbalancedParenthesis, .unclosedBracket, .reversedRange,
      .trailingBackslash, .invalidGroup, .invalidGroupName, .tooLong:
      "Internal error in YARR."
    }
  }
}

extension URLFilterProblem: CustomStringConvertible {
  /// The problem in plain words.
  public var description: String {
    switch reason {
    case .empty: "a url-filter must not be empty"
    case .notASCII: "a url-filter must be pure ASCII"
    case .alternatives: "alternatives (|) are not supported; make a rule of each"
    case .classEscape: "\\d, \\w and \\s are not supported; write a class such as [0-9]"
    case .classEscapeInBrackets: "\\d, \\w and \\s are not supported in brackets; write a range such as 0-9"
    case .counts: "counts such as {3} are not supported; only ?, * and + are"
    case .misplacedStart: "^ can only be the first character"
    case .misplacedEnd: "$ can only be the last character"
    case .wordBoundary: "word boundaries (\\b, \\B) are not supported"
    case .lookAround: "look-ahead and look-behind are not supported"
    case .backreference: "backreferences are not supported"
    case .nothingToRepeat: "there is nothing before this for it to repeat"
    case .invalidCount: "this count is the wrong way round"
    case .unbalancedParenthesis: "this parenthesis has no partner"
    case .unclosedBracket: "this [ has no ]"
    case .reversedRange: "this range is the wrong way round"
    case .trailingBackslash: "there is nothing after this backslash for it to escape"
    case .invalidGroup: "this is no kind of group"
    case .invalidGroupName: "this group name is malformed, used twice, or referred to by \\k without < >"
    case .tooLong: "the url-filter is too long"
    case .tooDeep: "groups are nested too deeply"
    }
  }
}
