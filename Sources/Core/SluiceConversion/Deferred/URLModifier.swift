import SluiceRules
import SluiceSyntax

extension DeferredFilter.Modifier {
  /// The value of a `url` modifier as JavaScript regexes. At least one of them must match the page's URL
  /// without its fragment, ignoring case.
  ///
  /// This is `nil` for other modifiers and for values that are not URL patterns.
  public var urlRegexes: [String]? {
    guard kind == .url, !value.isEmpty else { return nil }
    let bytes = Array(value.utf8)
    return Self.urlRegexes(bytes.span)
  }

  // A separate function, because Swift 6.3.1 crashes in an optimized build if the array is in the same
  // function.
  private static func urlRegexes(_ bytes: Span<UInt8>) -> [String]? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return [bytes.text(body)]
    case .plain:
      let result = try? PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
      return result?.filters.map { $0.description }
    }
  }
}
