/// A pattern of network filters as a regex: AdGuard's modifier `url`.
enum URLPattern {
  /// The operand, or nil for a pattern of nothing.
  static func operand(_ pattern: String) -> TextOperand? {
    if pattern.hasPrefix("/"), pattern.count > 1 {
      if case .regex(let source, let flags)? = TextOperand.read(pattern) {
        return .regex(source, flags: flags.contains("i") ? flags : flags + "i")
      }
    }
    var text = pattern[...]
    var source = ""
    if text.hasPrefix("||") {
      source = "^[a-z][a-z0-9+.-]*://(?:[^/?#]*\\.)?"
      text.removeFirst(2)
    } else if text.hasPrefix("|") {
      source = "^"
      text.removeFirst()
    }
    let isEnd = text.hasSuffix("|")
    if isEnd { text.removeLast() }
    guard !text.isEmpty else { return nil }
    for character in text {
      switch character {
      case "*": source += ".*"
      case "^": source += "(?:[^a-z0-9_.%-]|$)"
      case "\\", "$", ".", "|", "?", "+", "(", ")", "[", "]", "{", "}", "/": source += "\\\(character)"
      default: source.append(character)
      }
    }
    return .regex(source + (isEnd ? "$" : ""), flags: "i")
  }
}
