import SluiceSyntax

/// A text pattern: the argument of operators such as `:has-text()`.
enum TextOperand: Hashable, Sendable {
  /// Any text, even an empty one.
  case any
  /// A text that the value must contain or equal, depending on the operator.
  case literal(String)
  /// A JavaScript regex that must match a part of the value.
  case regex(String, flags: String)

  /// Parses a text without surrounding spaces: `/re/flags` or a literal, optionally in quotes. Returns nil if
  /// the dialect does not support the flags.
  static func read(
    _ text: String, dialect: Dialect, areStarsWildcards: Bool = false, keepsQuotes: Bool = false
  ) -> TextOperand? {
    let text = keepsQuotes ? text : unquoted(text)
    if text.isEmpty { return .any }
    if let regex = readRegex(text, flags: dialect == .uBlockOrigin ? "imu" : "imsu") { return regex }
    // In uBlock Origin, a text like `/re/x` is a literal, such as a path.
    if dialect != .uBlockOrigin, isRegexWithOtherFlags(text) { return nil }
    guard areStarsWildcards, text.contains("*") || text.contains("?") else { return .literal(text) }
    // As in AdGuard, the entire text, ignoring case.
    return .regex("^\(regex(ofWildcards: text))$", flags: "is")
  }

  /// Returns the text without enclosing quotes, and with quotes inside unescaped.
  static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
      return text
    }
    var inner = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if isEscaped {
        if character != quote { inner.append("\\") }
        inner.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        return text
      } else {
        inner.append(character)
      }
    }
    return isEscaped ? text : inner
  }

  private static func readRegex(_ text: String, flags known: String) -> TextOperand? {
    guard let (source, flags) = parts(ofRegex: text), !source.isEmpty,
      flags.allSatisfy({ known.contains($0) }), Set(flags).count == flags.count
    else {
      return nil
    }
    return .regex(String(source), flags: String(flags))
  }

  private static func parts(ofRegex text: String) -> (source: Substring, flags: Substring)? {
    guard text.first == "/", let end = text.lastIndex(of: "/"), end > text.startIndex else { return nil }
    return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
  }

  /// Returns whether the text looks like a regex with unknown flags.
  private static func isRegexWithOtherFlags(_ text: String) -> Bool {
    guard let (_, flags) = parts(ofRegex: text) else { return false }
    return !flags.isEmpty && flags.count <= 3 && flags.allSatisfy { "dgimsuvy".contains($0) }
  }

  /// Returns a regex for a text in which `*` matches any characters.
  static func regex(ofWildcards text: String) -> String {
    text.split(separator: "*", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
      separator: ".*")
  }

  /// Returns a regex for a literal text.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { source, character in
      switch character {
      case "\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "/":
        source += "\\\(character)"
      default: source.append(character)
      }
    }
  }
}
