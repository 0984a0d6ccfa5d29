import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

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
      if error.reason == .neverMatches { throw neverMatches(body, in: bytes) }
      throw finding(error, body: body)
    }
    for index in result.patterns.indices.reversed()
    where !result.patterns[index].canMatchURL(isCaseSensitive: isCaseSensitive, schemes: schemes) {
      result.patterns.remove(at: index)
      result.urlFilters.remove(at: index)
    }
    if result.patterns.isEmpty { throw neverMatches(body, in: bytes) }
    let converted = PatternConverter.Result(
      filters: result.urlFilters, isCaseSensitive: isCaseSensitive,
      finding: result.isNarrowed ? .approximated(.narrowedRegex, span: body) : nil)
    return (converted, result.patterns)
  }

  /// Returns the finding about a regex that matches no URL. Only WebKit matches URLs without their fragment.
  private static func neverMatches(_ body: ByteRange, in bytes: Span<UInt8>) -> Finding {
    let culprit = culprit(body, in: bytes)
    return .unsupported(
      bytes[culprit.lowerBound] == ASCII.hash ? .fragment : .regexNeverMatches, span: culprit)
  }

  /// Returns the range of the text that prevents a regex from matching: the first character that URLs never
  /// contain, or else the whole regex.
  private static func culprit(_ body: ByteRange, in bytes: Span<UInt8>) -> ByteRange {
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

  static func finding(_ problem: RegexFilterProblem, body: ByteRange) -> Finding {
    let start = problem.place.lowerBound + body.lowerBound
    let end = min(problem.place.upperBound + body.lowerBound, body.upperBound)
    return .unsupported(reason(problem.reason), span: ByteRange(start, end))
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

/// Converts patterns with non-ASCII characters in the host. In the URLs that WebKit matches, hosts are in
/// punycode and everything after the host is percent-encoded.
enum InternationalPattern {
  /// Returns the pattern in the form that occurs in URLs. Returns two forms if the characters may be in the
  /// host or after it, and `nil` if nothing changes.
  static func alternatives(
    of plain: PlainPattern, in bytes: Span<UInt8>
  ) throws(Finding) -> [[UInt8]]? {
    let body = plain.body
    var bits: UInt64 = 0
    bytes.extracting(body.indices).forEachWord { bits |= $0 }
    guard bits & 0x8080_8080_8080_8080 != 0 else { return nil }
    let zone = hostZone(of: plain, in: bytes)
    guard zone.range.indices.contains(where: { bytes[$0] >= 0x80 }) else { return nil }
    var text = bytes.array(ByteRange(plain.range.lowerBound, zone.range.lowerBound))
    var start = zone.range.lowerBound
    while start < zone.range.upperBound {
      let end = bytes.endOfRun(from: start, to: zone.range.upperBound) { isOfLabel($0) }
      let label = ByteRange(start, end)
      if label.indices.contains(where: { bytes[$0] >= 0x80 }) {
        // A part of a label cannot be converted to punycode.
        let isWhole =
          (start == body.lowerBound || bytes[start - 1] != ASCII.star)
          && (end == body.upperBound || bytes[end] != ASCII.star)
        guard isWhole, let ascii = HostNames.ascii(bytes, in: label) else {
          if zone.isCertain { throw .unsupported(.invalidHostInPattern, span: label) }
          return nil
        }
        text += ascii
      } else {
        text += bytes.array(label)
      }
      if end < zone.range.upperBound { text.append(bytes[end]) }
      start = end + 1
    }
    text += bytes.array(ByteRange(zone.range.upperBound, plain.range.upperBound))
    return zone.isCertain ? [text] : [text, bytes.array(plain.range)]
  }

  /// Returns the range of a pattern that may match the host, and whether that range can match only the host.
  private static func hostZone(
    of plain: PlainPattern, in bytes: Span<UInt8>
  ) -> (range: ByteRange, isCertain: Bool) {
    let body = plain.body
    var start = body.lowerBound
    var isCertain = false
    switch plain.start {
    // `||*.рф^` also begins with a label of a host, although the `*` matches any text.
    case .hostLabel: isCertain = true
    case .url, .anywhere:
      if bytes.hasPrefix("||", in: plain.range) { isCertain = true }
      for index in body.indices where bytes.hasText("://", at: index, in: body) {
        (start, isCertain) = (index + 3, true)
        break
      }
    }
    // Skip the separators before the host in `^host^` and `/host/`.
    if !isCertain {
      while start < body.upperBound, "/^".utf8.contains(bytes[start]) { start += 1 }
    }
    let end =
      ByteRange(start, body.upperBound).indices.first { index in
        "/?^:".utf8.contains(bytes[index])
      } ?? body.upperBound
    let zone = ByteRange(start, end)
    // A text that is not a host name can match only after the host.
    guard
      isCertain
        || zone.indices.allSatisfy({
          isOfLabel(bytes[$0]) || bytes[$0] == ASCII.dot || bytes[$0] == ASCII.star
        }),
      isCertain || bytes.firstIndex(of: ASCII.dot, in: zone) != nil
    else { return (ByteRange(start, start), false) }
    return (zone, isCertain)
  }

  private static func isOfLabel(_ byte: UInt8) -> Bool {
    byte.isNameByte || byte >= 0x80
  }
}
