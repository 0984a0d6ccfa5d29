import ContentBlocker
import FilterSyntax

extension DeferredFilter.Modifier {
  /// What `url` asks for, as regexes of JavaScript: one of them is to be found in the page's URL without its fragment, in
  /// any case of letters. nil for another modifier, and for a value that is no pattern of URLs.
  public var urlRegexes: [String]? {
    guard kind == .url, !value.isEmpty else { return nil }
    let bytes = Array(value.utf8)
    return Self.urlRegexes(bytes.span)
  }

  // With the array in the same function the compiler of Swift 6.3.1 ends in an optimised build.
  private static func urlRegexes(_ bytes: Span<UInt8>) -> [String]? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return [bytes.text(body)]
    case .plain:
      let result = try? PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
      return result?.filters.map(\.description)
    }
  }
}
