extension JSONFault.Reason {
  /// The message for the user.
  package var message: String { texts.message }

  /// The message for JSON that is not a rule list and that WebKit therefore never reads.
  package var messageOfAnyText: String {
    switch self {
    case .byteOrderMark: "JSON has no byte order mark"
    case .tooDeep: "values are nested deeper than \(JSONChecker.maximumDepth)"
    case .trailingText: "unexpected text after the end"
    case .unexpectedEnd, .unexpectedCharacter, .trailingComma, .comment, .invalidUTF8, .badEscape,
      .unclosedString, .badNumber, .badWord, .keyIsNotString, .missingColon:
      message
    }
  }

  /// The advice for the user; nil if the message already contains it.
  var advice: String? { texts.advice }

  private var texts: (message: String, advice: String?) {
    switch self {
    case .unexpectedEnd:
      ("unexpected end of the text", "the file may be cut off: write or fetch it again")
    case .unexpectedCharacter:
      ("unexpected character", "check brackets and commas before this place")
    case .trailingComma: ("JSON allows no comma before the closing bracket", "remove it")
    case .comment: ("JSON has no comments", "remove it")
    case .byteOrderMark: ("WebKit does not read JSON with a byte order mark", "remove it")
    case .invalidUTF8: ("invalid UTF-8", "save the file as UTF-8")
    case .badEscape:
      (
        "invalid escape; write a backslash as two",
        #"in a pattern each backslash is written twice: "example\\.com""#
      )
    case .unclosedString: ("unclosed string", "close it with a double quote")
    case .badNumber: ("invalid number", nil)
    case .badWord: ("the only words in JSON are true, false and null", nil)
    case .keyIsNotString: ("a key must be a string in double quotes", "put the key in double quotes")
    case .missingColon: ("a colon must follow a key", nil)
    case .tooDeep: ("values are nested deeper than WebKit reads (\(JSONChecker.maximumDepth))", nil)
    case .trailingText:
      ("unexpected text after the end of the JSON", "check brackets and commas before this place")
    }
  }
}

extension JSONFault.Looseness {
  /// The message for the user.
  var message: String {
    switch self {
    case .controlCharacter:
      "JSON requires control characters to be escaped; WebKit accepts this, other programs may not"
    case .verticalTabEscape: "JSON has no such escape; WebKit accepts this, other programs may not"
    case .hexEscape: "JSON has no such escape; WebKit accepts this, other programs may not"
    }
  }
}

extension JSONFault: CustomStringConvertible {
  /// The message for the user, for JSON of any kind.
  public var description: String { reason.messageOfAnyText }
}
