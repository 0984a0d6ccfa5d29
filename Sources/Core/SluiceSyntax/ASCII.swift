/// Names for the ASCII bytes that have a meaning in filter syntax.
enum ASCII {
  static let tab = UInt8(ascii: "\t"), space = UInt8(ascii: " ")
  static let lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
  static let bang = UInt8(ascii: "!"), hash = UInt8(ascii: "#"), dollar = UInt8(ascii: "$")
  static let percent = UInt8(ascii: "%"), plus = UInt8(ascii: "+"), comma = UInt8(ascii: ",")
  static let dash = UInt8(ascii: "-"), dot = UInt8(ascii: "."), slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":"), equals = UInt8(ascii: "="), question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@"), backslash = UInt8(ascii: "\\"), caret = UInt8(ascii: "^")
  static let underscore = UInt8(ascii: "_"), pipe = UInt8(ascii: "|"), tilde = UInt8(ascii: "~")
  static let star = UInt8(ascii: "*"), quote = UInt8(ascii: "\""), apostrophe = UInt8(ascii: "'")
  static let backtick = UInt8(ascii: "`"), semicolon = UInt8(ascii: ";"), greater = UInt8(ascii: ">")
  static let openBrace = UInt8(ascii: "{"), closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "["), closeBracket = UInt8(ascii: "]")
}

extension UInt8 {
  /// Whether the byte can occur in a host name in a filter list. Non-ASCII bytes can: lists also contain
  /// internationalized names before their IDNA conversion.
  var isHostCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.dot || self == ASCII.underscore || self >= 0x80
  }
  var isOptionNameCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.underscore
  }
}
