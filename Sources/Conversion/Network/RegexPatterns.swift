import ContentBlocker
import FilterSyntax

/// Turns `/regex/` patterns into url-filters.
enum RegexPatterns {
  /// The url-filters, and the same as trees.
  static func convert(
    _ body: ByteRange, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> (PatternConverter.Result, patterns: [URLFilterPattern]) {
    do throws(RegexFilterProblem) {
      let result = try RegexFilters.urlFilters(
        for: bytes.extracting(body.indices), isCaseSensitive: isCaseSensitive)
      let converted = PatternConverter.Result(
        filters: result.urlFilters, isCaseSensitive: isCaseSensitive,
        finding: result.isNarrowed ? .approximated(.narrowedRegex, body) : nil)
      return (converted, result.patterns)
    } catch {
      throw finding(error, body)
    }
  }

  /// The finding for a problem of the regex `body`.
  static func finding(_ problem: RegexFilterProblem, _ body: ByteRange) -> Finding {
    let start = problem.place.lowerBound + body.lowerBound
    let end = min(problem.place.upperBound + body.lowerBound, body.upperBound)
    return .dropped(reason(problem.reason), ByteRange(start, end))
  }

  private static func reason(_ reason: RegexFilterProblem.Reason) -> ConversionReason {
    switch reason {
    case .lookAhead, .lookBehind: .regexLookAround
    case .backreference: .regexBackreference
    case .wordBoundary: .regexWordBoundary
    case .repeatedAnchor: .regexAnchor
    case .neverMatches: .regexNeverMatches
    case .tooManyAlternatives: .regexAlternatives
    case .tooLong, .tooExpensive: .expensiveRegex
    case .unbalancedParenthesis, .unclosedBracket, .reversedRange, .nothingToRepeat, .invalidCount,
      .invalidGroup, .trailingBackslash, .tooDeep, .empty:
      .invalidRegex
    }
  }
}
