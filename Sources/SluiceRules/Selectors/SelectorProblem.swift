import SluiceText

/// The reason why WebKit would drop a `css-display-none` rule with this selector, with its position.
public struct SelectorProblem: TextProblem, Hashable, Sendable {
  /// Why WebKit would drop the rule.
  public var reason: Reason
  /// The offset of the problem, in bytes from the start of the checked text.
  package var offset: Int
  /// The length of the problem in bytes; 0 if something is missing at `offset`.
  package var length: Int

  /// The byte range of the problem.
  public var place: Range<Int> { offset..<offset + length }

  /// Creates a problem with the `length` bytes from `offset` on.
  package init(_ reason: Reason, offset: Int, length: Int) {
    self.reason = reason
    self.offset = offset
    self.length = length
  }
}

extension SelectorProblem {
  /// A reason why a selector is invalid.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The selector contains only white space and comments.
    case empty
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The selector contains a NUL, which CSS does not allow.
    case nullCharacter
    /// A character is not allowed here.
    case unexpectedCharacter
    /// A comma has no selector on one side.
    case strayComma
    /// A combinator has no compound selector on one side.
    case danglingCombinator
    /// `||`, `>>>` or `/deep/`, which WebKit does not support.
    case unknownCombinator
    /// `.`, `#`, `:` or an attribute selector has no valid name.
    case badIdentifier
    /// A backslash precedes a line break or the end.
    case badEscape
    /// A type selector or `*` is not at the start of its compound selector.
    case misplacedTypeSelector
    /// A namespace prefix is not declared. Only `*|` and `|` need no declaration.
    case unknownNamespace
    /// `{...}`: selectors cannot contain declarations.
    case declarationBlock
    /// An attribute selector does not have the form `[name operator value flag]`.
    case badAttribute
    /// A `[` has no `]`.
    case unclosedBracket
    /// A `(` has no `)`.
    case unclosedParenthesis
    /// A `{` has no `}`, in text that CSS would ignore.
    case unclosedBrace
    /// A `)`, `]` or `}` has no opening bracket.
    case unmatchedBracket
    /// A string has no closing quote.
    case unclosedString
    /// A string contains a line break.
    case lineBreakInString
    /// A `/*` has no `*/`.
    case unclosedComment
    /// WebKit does not know the pseudo-class. All procedural operators are in this category.
    case unknownPseudoClass
    /// WebKit does not know the pseudo-element.
    case unknownPseudoElement
    /// A functional pseudo-class or pseudo-element has no argument.
    case missingArgument
    /// A pseudo-class or pseudo-element does not take an argument.
    case unexpectedArgument
    /// The argument of a function has the wrong form.
    case badArgument
    /// The argument of an `:nth-...()` is not `odd`, `even` or `An+B`.
    case badNth
    /// `:has()` is inside `:has()`.
    case nestedHas
    /// A pseudo-element is inside a function that does not allow one.
    case pseudoElementNotAllowed
    /// A pseudo-element is followed by something that is not allowed there.
    case notAllowedAfterPseudoElement
    /// Brackets and functions are nested too deeply.
    case tooDeep
  }

  /// The message for the user.
  public var message: String { reason.message }

  /// The problem without the bytes from `end` on, which were appended to the text.
  func limited(to end: Int) -> Self {
    let start = min(offset, end)
    return Self(reason, offset: start, length: min(offset + length, end) - start)
  }
}

extension SelectorProblem.Reason {
  /// The message for the user.
  public var message: String { texts.message }

  /// The advice for the user; nil if only general advice applies.
  var advice: String? { texts.advice }

  var consequence: Consequence { texts.consequence }

  enum Consequence {
    case dropped
    /// CSS closes everything that is open.
    case repaired
    /// WebKit may accept the rule, but ``CSSSelector`` cannot represent it.
    case unread
  }

  private var texts: (message: String, consequence: Consequence, advice: String?) {
    switch self {
    case .empty:
      ("a selector is missing", .dropped, "write the missing selector, or remove the comma or combinator")
    case .invalidUTF8: ("invalid UTF-8", .repaired, nil)
    case .nullCharacter: ("a selector cannot contain a NUL character", .repaired, nil)
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
    case .unclosedBracket: ("missing closing ']'", .repaired, nil)
    case .unclosedParenthesis: ("missing closing ')'", .repaired, nil)
    case .unclosedBrace: ("missing closing '}'", .repaired, nil)
    case .unmatchedBracket: ("closing bracket without an opening one", .dropped, nil)
    case .unclosedString: ("unclosed string", .repaired, nil)
    case .lineBreakInString: ("a string cannot contain a line break", .dropped, nil)
    case .unclosedComment: ("unclosed comment", .repaired, nil)
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
    case .nestedHas:
      (
        "':has()' cannot be used inside ':has()'", .dropped,
        "write a combinator instead of the inner one: :has(a b) for :has(a:has(b))"
      )
    case .pseudoElementNotAllowed: ("a pseudo-element cannot be used here", .dropped, nil)
    case .notAllowedAfterPseudoElement: ("this cannot follow a pseudo-element", .dropped, nil)
    case .tooDeep: ("brackets and functions are nested too deeply", .unread, nil)
    }
  }
}

extension SelectorProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}
