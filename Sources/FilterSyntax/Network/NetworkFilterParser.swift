/// Parses network filters and exceptions to them.
enum NetworkFilterParser {
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> NetworkFilter {
    var start = line.lowerBound
    let isException = bytes.hasText("@@", at: start, in: line)
    if isException { start += 2 }
    var patternRange = ByteRange(start, line.upperBound)
    var options: [Option] = []
    if let dollar = try OptionsParser.dollar(bytes, patternRange) {
      options = try OptionsParser.parse(bytes, ByteRange(dollar + 1, line.upperBound))
      patternRange = ByteRange(start, dollar)
    } else {
      patternRange = withoutComment(bytes, patternRange)
    }
    let pattern = try pattern(bytes, patternRange)
    if case .plain(let plain) = pattern, patternRange.isEmpty, plain.body.isEmpty, options.isEmpty {
      throw SyntaxProblem(.emptyFilter, line)
    }
    return NetworkFilter(isException: isException, pattern: pattern, options: options)
  }

  /// Hosts-style lists put `# comment` behind a name.
  private static func withoutComment(_ bytes: Span<UInt8>, _ range: ByteRange) -> ByteRange {
    guard let hash = bytes.firstIndex(of: ASCII.hash, in: range), hash > range.lowerBound,
      bytes[hash - 1].isBlank
    else { return range }
    return bytes.trimmed(ByteRange(range.lowerBound, hash))
  }

  private static func pattern(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> Pattern {
    if range.count > 2, bytes[range.lowerBound] == ASCII.slash, bytes[range.upperBound - 1] == ASCII.slash {
      return .regex(ByteRange(range.lowerBound + 1, range.upperBound - 1))
    }
    var start = range.lowerBound
    var end = range.upperBound
    var anchor = PlainPattern.Start.anywhere
    if bytes.hasText("||", at: start, in: range) {
      anchor = .hostLabel
      start += 2
    } else if start < end, bytes[start] == ASCII.pipe {
      anchor = .url
      start += 1
    }
    let isEndAnchored = end > start && bytes[end - 1] == ASCII.pipe
    if isEndAnchored { end -= 1 }
    let anchoredStart = start
    let anchoredEnd = end
    while start < end, bytes[start] == ASCII.star { start += 1 }
    while end > start, bytes[end - 1] == ASCII.star { end -= 1 }
    for index in start..<end where bytes[index].isBlank {
      throw SyntaxProblem(.blankInPattern, ByteRange(index, index + 1))
    }
    // `||*x` is anywhere after the scheme in theory; every engine reads it as anywhere.
    return .plain(
      PlainPattern(
        start: start == anchoredStart && start < end ? anchor : .anywhere,
        isEndAnchored: isEndAnchored && end == anchoredEnd && start < end, body: ByteRange(start, end)))
  }
}
