/// Parses AdGuard's modifiers: the text between `[$` and `]`.
enum CosmeticModifierParser {
  static func parse(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> [CosmeticModifier] {
    var modifiers: [CosmeticModifier] = []
    var start = range.lowerBound
    while true {
      var end = bytes.endOfRun(from: start, to: range.upperBound) { $0 != ASCII.equals && $0 != ASCII.comma }
      let name = bytes.trimmed(ByteRange(start, end))
      // The error points to the `$` or the comma before the missing modifier.
      if name.isEmpty { throw SyntaxProblem(.emptyOption, ByteRange(start - 1, start)) }
      guard let kind = kind(bytes, name) else { throw SyntaxProblem(.unknownModifier, name) }
      var value = ByteRange(end, end)
      if end < range.upperBound, bytes[end] == ASCII.equals {
        start = end + 1
        end = valueEnd(bytes, start, range.upperBound)
        value = bytes.trimmed(ByteRange(start, end))
      }
      // `path` without a value is the path `/`.
      if value.isEmpty, kind != .path { throw SyntaxProblem(.optionNeedsValue, name) }
      modifiers.append(CosmeticModifier(kind: kind, value: value))
      if end >= range.upperBound { return modifiers }
      start = end + 1
    }
  }

  /// Returns the offset of the comma before the next modifier. Other commas are part of the value.
  private static func valueEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      if bytes[index] == ASCII.comma, startsModifier(bytes, index + 1, end) { return index }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return end
  }

  private static func startsModifier(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let index = bytes.endOfRun(from: start, to: end) { $0 != ASCII.equals && $0 != ASCII.comma }
    return kind(bytes, bytes.trimmed(ByteRange(start, index))) != nil
  }

  private static func kind(_ bytes: Span<UInt8>, _ name: ByteRange) -> CosmeticModifier.Kind? {
    for (kind, text) in kinds where bytes.isText(text, name) { return kind }
    return nil
  }

  private static let kinds: [(CosmeticModifier.Kind, StaticString)] = [
    (.domain, "domain"), (.path, "path"), (.url, "url"), (.app, "app"),
  ]
}
