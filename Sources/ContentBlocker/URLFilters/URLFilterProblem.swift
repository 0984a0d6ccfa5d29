/// Why a text is not a ``URLFilter``.
public struct URLFilterProblem: TextProblem, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The byte of the text at which it is wrong.
  public var offset: Int

  /// ``offset``, as a place where something is missing.
  public var place: Range<Int> { offset..<offset }

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

extension URLFilterProblem.Reason {
  /// A description of the problem.
  public var message: String { texts.message }

  /// What WebKit logs about a list with such a filter; nil where WebKit has nothing to say, because it
  /// rejects the filter elsewhere or has no limit.
  public var webKitMessage: String? { texts.webKit }

  /// The advice, or nil if the message contains it.
  var advice: String? { texts.advice }

  private var texts: (message: String, webKit: String?, advice: String?) {
    switch self {
    case .empty: ("a url-filter must not be empty", nil, #"the pattern for every URL is ".*""#)
    case .notASCII:
      (
        "a url-filter must be ASCII", "Only ASCII characters are supported in pattern.",
        "write hosts in punycode (xn--) and other characters percent-encoded as UTF-8 (%XX)"
      )
    case .alternatives:
      (
        "alternatives (|) are not supported; write a rule for each", "Disjunctions are not supported yet.",
        nil
      )
    case .classEscape:
      (
        "\\d, \\w and \\s are not supported; write a class such as [0-9]",
        "Character class is not supported.",
        nil
      )
    case .classEscapeInBrackets:
      (
        "\\d, \\w and \\s are not supported in brackets; write a range such as 0-9",
        "Builtins character class atoms are not supported yet.",
        nil
      )
    case .counts:
      (
        "counts such as {3} are not supported; use ?, * or +",
        "Arbitrary atom repetitions are not supported.",
        "repeat the part: [0-9][0-9][0-9]"
      )
    case .misplacedStart:
      (
        "^ can only be the first character",
        "Start of line assertion can only appear as the first term in a filter.",
        #"for the character itself write \^ (in JSON "\\^")"#
      )
    case .misplacedEnd:
      (
        "$ can only be the last character",
        "The end of line assertion must be the last term in an expression.",
        #"for the character itself write \$ (in JSON "\\$")"#
      )
    case .wordBoundary:
      (
        "word boundaries (\\b, \\B) are not supported", "Word boundaries assertions are not supported yet.",
        "write the characters that may be there: [^a-z0-9]"
      )
    case .lookAround:
      (
        "look-ahead and look-behind are not supported", "Groups are not supported yet.",
        "write a rule for each case; write exceptions with ignore-previous-rules"
      )
    case .backreference:
      (
        "backreferences are not supported", "Patterns cannot contain backreferences.",
        "write a rule for each case; write exceptions with ignore-previous-rules"
      )
    case .nothingToRepeat:
      (
        "nothing precedes this quantifier", Self.yarr,
        #"for the character itself write \* (in JSON "\\*"); for any text write .*"#
      )
    case .invalidCount: ("the minimum of this count is larger than its maximum", Self.yarr, nil)
    case .unbalancedParenthesis:
      (
        "unbalanced parenthesis", Self.yarr,
        #"for the character itself write \\ before it"#
      )
    case .unclosedBracket: ("missing closing ]", Self.yarr, #"for the character itself write \\ before it"#)
    case .reversedRange: ("the start of this range is after its end", Self.yarr, nil)
    case .trailingBackslash:
      (
        "a backslash at the end escapes nothing", Self.yarr,
        #"for a backslash write four: "\\\\""#
      )
    case .invalidGroup: ("unknown kind of group", Self.yarr, nil)
    case .invalidGroupName:
      (
        "this group name is invalid, used twice, or referenced by \\k without < >", Self.yarr,
        nil
      )
    case .tooLong: ("the url-filter is too long", Self.yarr, nil)
    case .tooDeep: ("groups are nested too deeply", nil, nil)
    }
  }

  /// What WebKit says of what its regex parser does not take.
  private static let yarr = "Internal error in YARR."
}

extension URLFilterProblem: CustomStringConvertible {
  /// The problem in plain words.
  public var description: String { reason.message }
}
