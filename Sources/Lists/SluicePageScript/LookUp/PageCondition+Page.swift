extension PageCondition {
  /// Returns whether the condition is met on a page; nil if only a browser can tell.
  func holds(on page: ScriptedPage) -> Bool? {
    switch self {
    case .path(let operand): operand.isFound(in: page.path)
    case .url(let operand): operand.isFound(in: page.url)
    // Media queries depend on the window.
    case .media: nil
    }
  }
}

extension TextOperand {
  /// Returns whether a text contains the operand; nil if Swift cannot parse the regex.
  func isFound(in text: String) -> Bool? {
    switch self {
    case .any: true
    case .literal(let part): text.contains(part)
    case .regex(let source, let flags):
      Self.isFound(source, in: text, ignoresCase: flags.contains("i"))
    }
  }

  /// Returns whether a JavaScript regex matches a part of a text; nil if Swift cannot parse it.
  static func isFound(_ source: String, in text: String, ignoresCase: Bool = false) -> Bool? {
    guard let regex = try? Regex(source).ignoresCase(ignoresCase).matchingSemantics(.unicodeScalar) else {
      return nil
    }
    return text.contains(regex)
  }
}
