import SluiceRules

/// Converts simple regexes, which are the majority in a `tds.json` file, without a regex parser.
///
/// They consist of characters, escaped punctuation, `.` and `.*`. WebKit supports all of these.
enum PlainRegex {
  /// Returns the pattern of a simple regex, or `nil` for all others.
  static func pattern(of regex: [UInt8]) -> URLFilterPattern? {
    var terms: [URLFilterPattern.Term] = []
    terms.reserveCapacity(regex.count)
    var index = 0
    while index < regex.count {
      let byte = regex[index]
      index += 1
      switch byte {
      case ASCII.backslash:
        guard index < regex.count, isSign(regex[index]) else { return nil }
        terms.append(.init(.literal(regex[index])))
        index += 1
      case ASCII.dot:
        if index < regex.count, regex[index] == ASCII.star {
          index += 1
          // `.*?` matches the same URLs as `.*`.
          if index < regex.count, regex[index] == ASCII.question { index += 1 }
          terms.append(.init(.any, .zeroOrMore))
        } else {
          terms.append(.init(.any))
        }
      case ASCII.caret, ASCII.dollar, ASCII.pipe, ASCII.question, ASCII.star,
        ASCII.plus, ASCII.openParenthesis, ASCII.closeParenthesis, ASCII.openBracket, ASCII.closeBracket,
        ASCII.openBrace, ASCII.closeBrace, 0...0x20, 0x7F...0xFF:
        return nil
      default: terms.append(.init(.literal(byte)))
      }
    }
    while let first = terms.first, first.atom == .any, first.repetition == .zeroOrMore { terms.removeFirst() }
    // A trailing `.*` is redundant.
    while let last = terms.last, last.atom == .any, last.repetition == .zeroOrMore { terms.removeLast() }
    return terms.isEmpty ? nil : URLFilterPattern(terms)
  }

  /// Returns whether the byte, escaped with a backslash, is a literal in every regex dialect.
  private static func isSign(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !byte.isLetter && !byte.isDigit && byte != ASCII.underscore
  }
}
