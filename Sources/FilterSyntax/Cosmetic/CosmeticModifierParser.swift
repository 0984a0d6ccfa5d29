/// Parses what stands between `[$` and `]`.
enum CosmeticModifierParser {
  static func parse(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> [CosmeticModifier] {
    var modifiers: [CosmeticModifier] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != ASCII.equals, bytes[end] != ASCII.comma { end += 1 }
      let name = bytes.trimmed(ByteRange(start, end))
      guard let kind = kind(bytes, name) else { throw SyntaxProblem(.unknownModifier, name) }
      guard end < range.upperBound, bytes[end] == ASCII.equals else {
        throw SyntaxProblem(.optionNeedsValue, name)
      }
      start = end + 1
      end = start
      while end < range.upperBound, !startsModifier(bytes, end, range) {
        end += bytes[end] == ASCII.backslash && end + 1 < range.upperBound ? 2 : 1
      }
      modifiers.append(CosmeticModifier(kind: kind, value: bytes.trimmed(ByteRange(start, end))))
      start = end + 1
    }
    return modifiers
  }

  /// Whether a comma at `index` is followed by the name of a modifier and `=`: other commas are part of a
  /// value.
  private static func startsModifier(_ bytes: Span<UInt8>, _ index: Int, _ range: ByteRange) -> Bool {
    guard bytes[index] == ASCII.comma else { return false }
    var end = index + 1
    while end < range.upperBound, bytes[end].isOptionNameCharacter { end += 1 }
    return end < range.upperBound && bytes[end] == ASCII.equals
      && kind(bytes, ByteRange(index + 1, end)) != nil
  }

  private static func kind(_ bytes: Span<UInt8>, _ name: ByteRange) -> CosmeticModifier.Kind? {
    for (kind, text) in kinds where bytes.isText(text, name) { return kind }
    return nil
  }

  private static let kinds: [(CosmeticModifier.Kind, StaticString)] = [
    (.domain, "domain"), (.path, "path"), (.url, "url"), (.app, "app"),
  ]
}
