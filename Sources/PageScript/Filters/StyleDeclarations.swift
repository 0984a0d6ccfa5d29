/// What a list may give elements as their style.
enum StyleDeclarations {
  /// Whether the declarations load nothing, and do not reach beyond the rule that they are put into.
  static func areHarmless(_ text: String) -> Bool {
    let text = text.lowercased()
    guard !text.isEmpty, text.contains(":"), !text.contains(where: { "\\{}@<".contains($0) }) else {
      return false
    }
    return !["url(", "src(", "image(", "image-set(", "//", "/*", "expression("].contains { text.contains($0) }
  }

  /// Whether the text before a rule's braces is a condition on the window, and nothing else.
  static func isCondition(_ text: String) -> Bool {
    let text = text.lowercased()
    guard text.hasPrefix("@media") || text.hasPrefix("@supports"), text.count > 6 else { return false }
    return !text.dropFirst().contains { "{};\\@<\"'".contains($0) } && !text.contains("/*")
      && text.count { $0 == "(" } == text.count { $0 == ")" }
  }
}
