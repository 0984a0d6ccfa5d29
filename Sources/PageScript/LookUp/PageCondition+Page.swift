extension PageCondition {
  /// Whether it holds for a page; nil where only a browser can say that.
  func holds(on page: ScriptedPage) -> Bool? {
    switch self {
    case .path(let operand): operand.isFound(in: page.path)
    case .url(let operand): operand.isFound(in: page.url)
    // That is of the window.
    case .media: nil
    }
  }
}

extension TextOperand {
  /// Whether a text has it; nil for a regex that is none to Swift.
  func isFound(in text: String) -> Bool? {
    switch self {
    case .any: true
    case .literal(let part): text.contains(part)
    case .regex(let source, let flags):
      Self.isFound(source, in: text, ignoresCase: flags.contains("i"))
    }
  }

  /// Whether a regex of JavaScript is found; nil for one that is none to Swift.
  static func isFound(_ source: String, in text: String, ignoresCase: Bool = false) -> Bool? {
    guard let regex = try? Regex(source).ignoresCase(ignoresCase).matchingSemantics(.unicodeScalar) else {
      return nil
    }
    return text.contains(regex)
  }
}
