/// Why a text is not the JSON that WebKit reads, and where.
package struct JSONFault: Error, Hashable {
  package var reason: RuleListProblem.SyntaxReason
  /// The offset and the length of the faulty part, in bytes.
  package var offset: Int
  package var length: Int
}

extension RuleListProblem {
  /// What is wrong with a text that WebKit cannot read as JSON.
  public enum SyntaxReason: String, Hashable, Sendable, CaseIterable {
    /// The text ends where something must follow.
    case unexpectedEnd
    /// A character which has no place here.
    case unexpectedCharacter
    /// A comma before `]` or `}`.
    case trailingComma
    /// `//` or `/*`
    case comment
    /// U+FEFF at the start.
    case byteOrderMark
    /// Bytes which are not UTF-8.
    case invalidUTF8
    /// A backslash in a string with something after it that is no escape.
    case badEscape
    /// A string without its closing quote.
    case unclosedString
    /// Something like a number: `01`, `.5`, `+1`, `1e`.
    case badNumber
    /// A word other than `true`, `false` and `null`.
    case badWord
    /// A key which is not a string.
    case keyIsNotString
    /// A key without `:` after it.
    case missingColon
    /// Values in values deeper than WebKit goes.
    case tooDeep
    /// More after the end of the value.
    case trailingText
  }

  /// What WebKit reads in a string although JSON forbids it, so that other readers may not.
  public enum LooseSyntax: String, Hashable, Sendable, CaseIterable {
    /// A control character (below U+0020) which is not escaped.
    case controlCharacter
    /// The escape `\v`.
    case verticalTabEscape
    /// An escape such as `\x41`.
    case hexEscape
  }
}
