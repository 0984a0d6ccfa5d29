import SluiceText

extension URLFilter {
  /// Parses a url-filter as WebKit does. Throws the problem if WebKit rejects the filter.
  ///
  /// The parser was compared with WebKit on random texts. The only difference is the limit of
  /// `URLFilterParser.maximumDepth` nested groups. Valid patterns include counts that are equivalent to a
  /// repetition (`{0,}` is `*`), octal escapes (`\1` is the character U+0001), and literal `]`, `{` and `}`.
  public init(parsing text: some InputBytes & ~Escapable) throws(URLFilterProblem) {
    let bytes = text.inputArray()
    _ = try URLFilterParser.parse(bytes)
    self.init(trusted: bytes)
  }

  /// The filter as a tree.
  ///
  /// WebKit treats a filter without mandatory terms as one that matches every URL. For these filters, the
  /// tree is ``URLFilterPattern/any``, even if their text looks different: `^a*$`.
  package var pattern: URLFilterPattern {
    // Every value was built or checked to be in the subset, so parsing always succeeds.
    (try? URLFilterParser.parse(bytes)) ?? .any
  }
}

/// A parser of url-filters that follows WebKit: the grammar of its regex parser (`RegexParser`) and the
/// limits of its compiler.
package enum URLFilterParser {
  /// The maximum nesting depth of groups. WebKit has no limit, but its compiler is recursive.
  package static let maximumDepth = 200
  /// The maximum length of a pattern in WebKit's regex parser, in bytes.
  static let maximumLength = 1 << 20

  static func parse(_ bytes: [UInt8]) throws(URLFilterProblem) -> URLFilterPattern {
    if bytes.isEmpty { throw URLFilterProblem(reason: .empty, offset: 0) }
    if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
      throw URLFilterProblem(reason: .notASCII, offset: offset)
    }
    if bytes.count > maximumLength { throw URLFilterProblem(reason: .tooLong, offset: maximumLength) }
    var tree = try RegexParser.parse(bytes, into: URLFilterTreeBuilder(length: bytes.count))
    return try tree.finish()
  }
}

/// The errors of WebKit's regex parser, and the parts of the grammar that its compiler does not support.
extension URLFilterTreeBuilder: RegexSink {
  typealias Problem = URLFilterProblem

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: endless, references: .toNamesBefore, names: .identifiers)
  }

  /// Numbers that exceed WebKit's 32 bits are equivalent to infinity.
  private static var endless: Int64 { Int64(UInt32.max) }

  static func problem(_ fault: RegexFault, range: Range<Int>) -> URLFilterProblem {
    let offset = range.lowerBound
    return switch fault {
    case .unbalancedParenthesis: URLFilterProblem(reason: .unbalancedParenthesis, offset: offset)
    case .unclosedBracket: URLFilterProblem(reason: .unclosedBracket, offset: offset)
    case .reversedRange: URLFilterProblem(reason: .reversedRange, offset: offset + 1)
    case .nothingToRepeat: URLFilterProblem(reason: .nothingToRepeat, offset: offset)
    case .invalidCount: URLFilterProblem(reason: .invalidCount, offset: offset)
    case .invalidGroup: URLFilterProblem(reason: .invalidGroup, offset: offset)
    case .invalidGroupName: URLFilterProblem(reason: .invalidGroupName, offset: offset)
    case .trailingBackslash: URLFilterProblem(reason: .trailingBackslash, offset: offset)
    }
  }

  mutating func nextAlternative(at offset: Int) { fail(.alternatives, at: offset) }
  mutating func wordBoundary(isNegated: Bool, at offset: Int) { fail(.wordBoundary, at: offset) }
  mutating func reference(_ range: Range<Int>) { fail(.backreference, at: range.lowerBound) }

  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) {
    beginAtom()
    fail(.classEscape, at: offset)
  }

  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) {
    fail(.classEscapeInBrackets, at: offset)
  }

  mutating func enterGroup(depth: Int, at offset: Int) {}

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) throws(URLFilterProblem) {
    switch kind {
    case .plain: openGroup()
    // No group is added to the tree, because the tree is no longer needed.
    case .look: fail(.lookAround, at: offset)
    }
    if depth > URLFilterParser.maximumDepth { throw URLFilterProblem(reason: .tooDeep, offset: offset) }
  }

  mutating func repeatLast(_ minimum: Int64, maximum: Int64?, at offset: Int) {
    switch (minimum, maximum ?? Self.endless) {
    case (0, 1): repeatLast(.optional)
    case (0, Self.endless): repeatLast(.zeroOrMore)
    case (1, Self.endless): repeatLast(.oneOrMore)
    default: fail(.counts, at: offset)
    }
  }
}

/// The reason why a text is not a valid ``URLFilter``.
public struct URLFilterProblem: TextProblem, Hashable, Sendable {
  /// Why the text is not valid.
  public var reason: Reason
  /// The offset of the problem in the text, in bytes.
  package var offset: Int

  /// The position of the problem: an empty range.
  public var place: Range<Int> { offset..<offset }

  /// A reason why a url-filter is invalid.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text is empty.
    case empty
    /// A non-ASCII character, written literally or as an escape.
    case notASCII
    /// An alternative: `|`
    case alternatives
    /// `\d`, `\w`, `\s` or one of their negations.
    case classEscape
    /// One of these escapes in brackets.
    case classEscapeInBrackets
    /// `{n}` or `{n,m}`, unless it is equivalent to `?`, `*` or `+`.
    case counts
    /// `^` after the start.
    case misplacedStart
    /// `$` (or NUL, which is equivalent in WebKit) before the end.
    case misplacedEnd
    /// A word boundary: `\b` or `\B`
    case wordBoundary
    /// Lookaround: `(?=`, `(?!`, `(?<=`, `(?<!`
    case lookAround
    /// `\k<name>`. In a url-filter, `\1` is an octal escape.
    case backreference
    /// `?`, `*`, `+` or `{n}` without anything to repeat.
    case nothingToRepeat
    /// An invalid count: `{2,1}`
    case invalidCount
    /// An unbalanced `(` or `)`.
    case unbalancedParenthesis
    /// `[` without `]`
    case unclosedBracket
    /// A range in descending order: `[z-a]`
    case reversedRange
    /// A `\` at the end.
    case trailingBackslash
    /// `(?` before text that no kind of group starts with.
    case invalidGroup
    /// A group name that is invalid or duplicate, or any group name if the filter contains a `\k` without a
    /// name.
    case invalidGroupName
    /// A text that is longer than WebKit's regex parser allows.
    case tooLong
    /// Groups that are nested more deeply than `URLFilterParser.maximumDepth`.
    case tooDeep
  }
}

extension URLFilterProblem.Reason {
  /// The message for the user.
  public var message: String { texts.message }

  /// The message in WebKit's log; nil for ``empty``, which WebKit rejects before it parses the filter, and
  /// for ``tooDeep``, because WebKit does not limit the depth.
  package var webKitMessage: String? { texts.webKit }

  /// The advice for the user; nil if the message already contains it.
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

  /// The message of WebKit for texts that its regex parser rejects.
  private static let yarr = "Internal error in YARR."
}

extension URLFilterProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { reason.message }
}
