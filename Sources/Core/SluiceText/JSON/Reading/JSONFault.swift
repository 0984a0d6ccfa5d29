/// The reason why WebKit cannot read a text as JSON, and its place.
public struct JSONFault: TextProblem, Hashable, Sendable {
  /// The reason why WebKit cannot read the text.
  public var reason: Reason
  /// The offset of the invalid text in bytes.
  public var offset: Int
  /// The length of the invalid text in bytes.
  public var length: Int

  /// The bytes of the invalid text.
  public var place: Range<Int> { offset..<offset + length }

  /// Creates a fault with the `length` bytes from `offset` on.
  public init(reason: Reason, offset: Int, length: Int) {
    (self.reason, self.offset, self.length) = (reason, offset, length)
  }

  /// A reason why WebKit cannot read a text as JSON.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text ends too early.
    case unexpectedEnd
    /// A character is not allowed here.
    case unexpectedCharacter
    /// A comma precedes `]` or `}`.
    case trailingComma
    /// A comment: `//` or `/*`
    case comment
    /// The text starts with U+FEFF.
    case byteOrderMark
    /// The text is not UTF-8.
    case invalidUTF8
    /// A backslash in a string does not start a valid escape.
    case badEscape
    /// A string has no closing quote.
    case unclosedString
    /// A number is invalid: `01`, `.5`, `+1`, `1e`.
    case badNumber
    /// A word is not `true`, `false` or `null`.
    case badWord
    /// A key is not a string.
    case keyIsNotString
    /// No `:` follows a key.
    case missingColon
    /// Values are nested more deeply than WebKit allows.
    case tooDeep
    /// More text follows the end of the value.
    case trailingText
  }

  /// Text in a string that WebKit accepts although JSON forbids it. Other parsers may reject it.
  @nonexhaustive public enum Looseness: String, Hashable, Sendable, CaseIterable {
    /// A control character (below U+0020) that is not escaped.
    case controlCharacter
    /// The escape `\v`.
    case verticalTabEscape
    /// An escape such as `\x41`.
    case hexEscape
  }
}
