/// Why WebKit would leave out a `css-display-none` rule with this selector, and where the fault is.
public struct SelectorProblem: TextProblem, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The offset of the faulty part, in bytes from the start of what was checked.
  public var offset: Int
  /// The length of the faulty part in bytes; 0 when something is missing at `offset`.
  public var length: Int

  /// The bytes of the faulty part.
  public var place: Range<Int> { offset..<offset + length }

  /// A problem of the `length` bytes from `offset`.
  public init(_ reason: Reason, offset: Int, length: Int) {
    self.reason = reason
    self.offset = offset
    self.length = length
  }
}

extension SelectorProblem {
  /// The kinds of faults.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Nothing but white space and comments.
    case empty
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A NUL, which CSS cannot hold.
    case nullCharacter
    /// A character which has no place here.
    case unexpectedCharacter
    /// A comma without a selector on either side.
    case strayComma
    /// A combinator without a compound selector on either side.
    case danglingCombinator
    /// `||`, `>>>` and `/deep/`, which WebKit does not know.
    case unknownCombinator
    /// `.`, `#`, `:` or an attribute without a proper name.
    case badIdentifier
    /// A backslash at the end or before a line break.
    case badEscape
    /// A type selector or `*` which is not at the start of its compound selector.
    case misplacedTypeSelector
    /// A namespace prefix; only `*|` and `|` need no declaration.
    case unknownNamespace
    /// `{...}`: a selector carries no declarations.
    case declarationBlock
    /// An attribute selector which is not `[name operator value flag]`.
    case badAttribute
    /// A `[` without its `]`.
    case unclosedBracket
    /// A `(` without its `)`.
    case unclosedParenthesis
    /// A `{` without its `}`, where CSS ignores what it does not understand.
    case unclosedBrace
    /// A `)`, `]` or `}` which nothing opened.
    case unmatchedBracket
    /// A string without its closing quote.
    case unclosedString
    /// A line break in a string.
    case lineBreakInString
    /// A `/*` without its `*/`.
    case unclosedComment
    /// A pseudo-class which WebKit does not know; all procedural operators are such.
    case unknownPseudoClass
    /// A pseudo-element which WebKit does not know.
    case unknownPseudoElement
    /// A functional pseudo-class or pseudo-element without its argument.
    case missingArgument
    /// An argument for a pseudo-class or pseudo-element which takes none.
    case unexpectedArgument
    /// An argument of a form which this function does not take.
    case badArgument
    /// An argument of an `:nth-...()` which is not `odd`, `even` or `An+B`.
    case badNth
    /// `:has()` inside `:has()`.
    case nestedHas
    /// A pseudo-element inside a function which takes none.
    case pseudoElementNotAllowed
    /// Something after a pseudo-element which must not follow it.
    case notAllowedAfterPseudoElement
    /// Brackets and functions nested too deep.
    case tooDeep
  }

  /// A description of the problem.
  public var message: String { reason.message }
}

extension SelectorProblem.Reason {
  /// A description of the problem.
  public var message: String { texts.message }

  /// The advice, or nil if only the advice for all selectors applies.
  var advice: String? { texts.advice }

  /// The consequence for a rule with such a selector.
  var consequence: Consequence { texts.consequence }

  /// The consequence for a rule.
  enum Consequence {
    /// WebKit drops it.
    case dropped
    /// CSS closes the open bracket, string or comment.
    case mended
    /// WebKit may accept it, but ``Selector`` does not parse it.
    case unread
  }

  private var texts: (message: String, consequence: Consequence, advice: String?) {
    switch self {
    case .empty:
      ("a selector is missing", .dropped, "write the missing selector, or remove the comma or combinator")
    case .invalidUTF8: ("invalid UTF-8", .mended, nil)
    case .nullCharacter: ("a selector cannot contain a NUL character", .mended, nil)
    case .unexpectedCharacter: ("unexpected character", .dropped, nil)
    case .strayComma:
      (
        "a comma must have a selector on both sides", .dropped,
        "write the missing selector, or remove the comma or combinator"
      )
    case .danglingCombinator:
      (
        "a combinator must have a selector on both sides", .dropped,
        "write the missing selector, or remove the comma or combinator"
      )
    case .unknownCombinator: ("unknown combinator", .dropped, nil)
    case .badIdentifier:
      (
        "a name is missing, or starts with a character that must be escaped", .dropped,
        #"a name that begins with a digit: #\31 23 for the id 123 (in JSON two backslashes)"#
      )
    case .badEscape: ("a backslash must be followed by a character", .dropped, nil)
    case .misplacedTypeSelector:
      ("an element name or '*' must come first in its compound selector", .dropped, nil)
    case .unknownNamespace: ("the only namespace prefixes are '*|' and '|'", .dropped, nil)
    case .declarationBlock:
      (
        "a content blocker can only hide: '{...}' is not part of a selector", .dropped,
        "remove the block: the rule always hides"
      )
    case .badAttribute:
      ("an attribute selector has the form [name], [name=value] or [name=\"value\" i]", .dropped, nil)
    case .unclosedBracket: ("missing closing ']'", .mended, nil)
    case .unclosedParenthesis: ("missing closing ')'", .mended, nil)
    case .unclosedBrace: ("missing closing '}'", .mended, nil)
    case .unmatchedBracket: ("closing bracket without an opening one", .dropped, nil)
    case .unclosedString: ("unclosed string", .mended, nil)
    case .lineBreakInString: ("a string cannot contain a line break", .dropped, nil)
    case .unclosedComment: ("unclosed comment", .mended, nil)
    case .unknownPseudoClass:
      (
        "unknown pseudo-class", .dropped,
        "operators such as :has-text() and :upward() need a script: content blockers do not support them"
      )
    case .unknownPseudoElement: ("unknown pseudo-element", .dropped, nil)
    case .missingArgument: ("missing argument in parentheses", .dropped, nil)
    case .unexpectedArgument: ("unexpected argument", .dropped, nil)
    case .badArgument: ("invalid argument for this function", .dropped, nil)
    case .badNth: ("the argument must be 'odd', 'even' or of the form 2n+1", .dropped, nil)
    case .nestedHas: ("':has()' cannot be used inside ':has()'", .dropped, nil)
    case .pseudoElementNotAllowed: ("a pseudo-element cannot be used here", .dropped, nil)
    case .notAllowedAfterPseudoElement: ("this cannot follow a pseudo-element", .dropped, nil)
    case .tooDeep: ("brackets and functions are nested too deeply", .unread, nil)
    }
  }
}
