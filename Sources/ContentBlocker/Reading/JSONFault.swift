/// Why a text is not the JSON that WebKit reads, and where.
package struct JSONFault: Error, Hashable {
  package var reason: JSONSyntaxReason
  /// The offset and the length of the faulty part, in bytes.
  package var offset: Int
  package var length: Int
}

/// What is wrong with a text that WebKit cannot read as JSON.
public enum JSONSyntaxReason: String, Hashable, Sendable, CaseIterable {
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

  /// What is wrong, in plain words.
  package var message: String { texts.message }

  /// What to do about it, or nil where the message says it.
  package var advice: String? { texts.advice }

  private var texts: (message: String, advice: String?) {
    switch self {
    case .unexpectedEnd:
      ("the text ends too early", "the file may have been cut off: write or fetch it again")
    case .unexpectedCharacter:
      ("this character has no meaning here", "check brackets and commas before this place")
    case .trailingComma: ("JSON allows no comma before the closing bracket", "remove it")
    case .comment: ("JSON has no comments", "remove it")
    case .byteOrderMark: ("WebKit does not read JSON with a byte order mark", "remove it")
    case .invalidUTF8: ("this is not valid UTF-8", "save the file as UTF-8")
    case .badEscape:
      (
        "this is no escape; a backslash itself is written as two",
        #"in a pattern each backslash is written twice: "example\\.com""#
      )
    case .unclosedString: ("this string is never closed", "close it with a double quote")
    case .badNumber: ("this is not how JSON writes a number", nil)
    case .badWord: ("the only words in JSON are true, false and null", nil)
    case .keyIsNotString: ("a key must be a string in double quotes", "put the key in double quotes")
    case .missingColon: ("after a key there must be a colon", nil)
    case .tooDeep: ("values are nested deeper than WebKit reads (\(JSONChecker.maximumDepth))", nil)
    case .trailingText:
      ("there is more text after the end of the list", "check brackets and commas before this place")
    }
  }
}

/// What WebKit reads in a string although JSON forbids it, so that other readers may not.
public enum LooseJSONSyntax: String, Hashable, Sendable, CaseIterable {
  /// A control character (below U+0020) which is not escaped.
  case controlCharacter
  /// The escape `\v`.
  case verticalTabEscape
  /// An escape such as `\x41`.
  case hexEscape

  /// What is wrong, in plain words.
  package var message: String {
    switch self {
    case .controlCharacter: "JSON wants control characters escaped; WebKit reads this, others may not"
    case .verticalTabEscape: "JSON has no such escape; WebKit reads this, others may not"
    case .hexEscape: "JSON has no such escape; WebKit reads this, others may not"
    }
  }
}
