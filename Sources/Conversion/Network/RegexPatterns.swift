import ContentBlocker
import FilterSyntax

/// Turns `/regex/` patterns into url-filters.
enum RegexPatterns {
  static func convert(
    _ body: ByteRange, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    throw .dropped(.unsupportedRegex, body)
  }
}
