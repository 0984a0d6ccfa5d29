import SluiceAnalysis
import SluiceRules
import SluiceSyntax

/// Converts `/regex/` patterns into url-filters.
enum RegexPatterns {
  /// Returns the url-filters that can match a URL of these schemes, and their patterns as trees.
  static func convert(
    _ body: ByteRange, isCaseSensitive: Bool, schemes: RequestSchemes, in bytes: Span<UInt8>
  ) throws(Finding) -> (PatternConverter.Result, patterns: [URLFilterPattern]) {
    var result: RegexFilters.Result
    do throws(RegexFilterProblem) {
      result = try RegexFilters.urlFilters(
        for: bytes.extracting(body.indices), isCaseSensitive: isCaseSensitive)
    } catch {
      if error.reason == .neverMatches { throw neverMatches(body, bytes) }
      throw finding(error, body)
    }
    for index in result.patterns.indices.reversed()
    where !result.patterns[index].canMatchURL(isCaseSensitive: isCaseSensitive, schemes: schemes) {
      result.patterns.remove(at: index)
      result.urlFilters.remove(at: index)
    }
    if result.patterns.isEmpty { throw neverMatches(body, bytes) }
    let converted = PatternConverter.Result(
      filters: result.urlFilters, isCaseSensitive: isCaseSensitive,
      finding: result.isNarrowed ? .approximated(.narrowedRegex, body) : nil)
    return (converted, result.patterns)
  }

  /// Returns the finding about a regex that matches no URL. Only WebKit matches URLs without their fragment.
  private static func neverMatches(_ body: ByteRange, _ bytes: Span<UInt8>) -> Finding {
    let culprit = culprit(body, bytes)
    return .unsupported(bytes[culprit.lowerBound] == ASCII.hash ? .fragment : .regexNeverMatches, culprit)
  }

  /// Returns the range of the text that prevents a regex from matching: the first character that URLs never
  /// contain, or else the whole regex.
  private static func culprit(_ body: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
    for index in body.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        let end = bytes.endOfRun(from: index + 1, to: body.upperBound) { $0 & 0xC0 == 0x80 }
        return ByteRange(index, end)
      }
      let isEscaped = index > body.lowerBound && bytes[index - 1] == ASCII.backslash
      if byte == ASCII.hash || byte == ASCII.space && !isEscaped {
        return ByteRange(index, index + 1)
      }
    }
    return body
  }

  /// Returns the finding for a problem of the regex `body`.
  static func finding(_ problem: RegexFilterProblem, _ body: ByteRange) -> Finding {
    let start = problem.place.lowerBound + body.lowerBound
    let end = min(problem.place.upperBound + body.lowerBound, body.upperBound)
    return .unsupported(reason(problem.reason), ByteRange(start, end))
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
