extension Span<UInt8> {
  /// Returns the text of a value of AdGuard's modifiers, in which `\[`, `\]`, `\,` and `\\` stand for their second
  /// characters. Other backslashes belong to the value.
  func unescapedModifier(_ value: ByteRange) -> [UInt8] {
    var text: [UInt8] = []
    var index = value.lowerBound
    while index < value.upperBound {
      if self[index] == ASCII.backslash, index + 1 < value.upperBound, Self.isEscapable(self[index + 1]) {
        index += 1
      }
      text.append(self[index])
      index += 1
    }
    return text
  }

  private static func isEscapable(_ byte: UInt8) -> Bool {
    byte == ASCII.openBracket || byte == ASCII.closeBracket || byte == ASCII.comma || byte == ASCII.backslash
  }
}
