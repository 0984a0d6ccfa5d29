/// Why a text is not the JSON that WebKit reads, and where.
public struct JSONFault: TextProblem, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The offset of the faulty part, in bytes.
  public var offset: Int
  /// The length of the faulty part, in bytes.
  public var length: Int

  /// The bytes of the faulty part.
  public var place: Range<Int> { offset..<offset + length }

  /// A fault of the `length` bytes from `offset`.
  public init(reason: Reason, offset: Int, length: Int) {
    (self.reason, self.offset, self.length) = (reason, offset, length)
  }

  /// What is wrong with a text that WebKit cannot read as JSON.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
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
  public enum Looseness: String, Hashable, Sendable, CaseIterable {
    /// A control character (below U+0020) which is not escaped.
    case controlCharacter
    /// The escape `\v`.
    case verticalTabEscape
    /// An escape such as `\x41`.
    case hexEscape
  }
}
