/// The styles that lists may apply to elements.
enum StyleDeclarations {
  /// Returns whether declarations load nothing and do not extend beyond their rule.
  static func areHarmless(_ text: String) -> Bool {
    let text = text.lowercased()
    guard !text.isEmpty, text.contains(":"), !text.contains(where: { "\\{}@<".contains($0) }) else {
      return false
    }
    return !["url(", "src(", "image(", "image-set(", "//", "/*", "expression("].contains { text.contains($0) }
  }

  /// Returns whether a text is exactly one `@media` or `@supports` condition, as before the braces of a rule.
  static func isCondition(_ text: String) -> Bool {
    let text = text.lowercased()
    guard text.hasPrefix("@media") || text.hasPrefix("@supports"), text.count > 6 else { return false }
    return !text.dropFirst().contains { "{};\\@<\"'".contains($0) } && !text.contains("/*")
      && text.count { $0 == "(" } == text.count { $0 == ")" }
  }
}
