/// Parses network filters and exceptions to them.
enum NetworkFilterParser {
  static func parse(
    _ bytes: Span<UInt8>, _ line: ByteRange, _ traits: LineTraits
  ) throws(SyntaxProblem) -> NetworkFilter {
    let isException = bytes.hasText("@@", at: line.lowerBound, in: line)
    let start = line.lowerBound + (isException ? 2 : 0)
    let range = ByteRange(start, line.upperBound)
    var options: [Option] = []
    var patternRange = range
    if traits.hasDollar, let dollar = try OptionForm.dollar(bytes, range) {
      patternRange = ByteRange(start, dollar)
      options = try OptionsParser.parse(
        bytes, ByteRange(dollar + 1, line.upperBound), isException: isException)
    } else if traits.hasBlank, traits.hasHash, let comment = commentStart(bytes, range) {
      return try parse(bytes, bytes.trimmed(ByteRange(line.lowerBound, comment)), traits)
    }
    if traits.hasHash, options.isEmpty, !isException, let domains = domains(bytes, patternRange) {
      throw SyntaxProblem(.singleHash, ByteRange(domains.lowerBound, line.upperBound))
    }
    let pattern = try pattern(bytes, patternRange, mayHaveBlank: traits.hasBlank)
    if options.isEmpty, case .plain(let plain) = pattern, plain.body.isEmpty,
      bytes.firstIndex(of: ASCII.star, in: patternRange) == nil
    {
      // This includes a single `|` or `||`: nobody writes them to match every URL.
      throw SyntaxProblem(.emptyFilter, line)
    }
    return NetworkFilter(isException: isException, pattern: pattern, options: options)
  }

  /// Returns the offset of the first `#` after a space: hosts-style lists put a `# comment` after a name.
  private static func commentStart(_ bytes: Span<UInt8>, _ range: ByteRange) -> Int? {
    if isRegex(bytes, range) { return nil }
    var wasBlank = false
    for index in range.indices {
      if wasBlank, bytes[index] == ASCII.hash { return index }
      wasBlank = bytes[index].isBlank
    }
    return nil
  }

  /// Returns the text before the first `#` if it is a list of domains. The line is then a cosmetic filter
  /// that lost a `#`.
  private static func domains(_ bytes: Span<UInt8>, _ range: ByteRange) -> ByteRange? {
    guard let hash = bytes.firstIndex(of: ASCII.hash, in: range), hash > range.lowerBound,
      hash + 1 < range.upperBound
    else { return nil }
    let domains = ByteRange(range.lowerBound, hash)
    let areNames = domains.indices.allSatisfy { index in
      let byte = bytes[index]
      return byte.isHostCharacter || byte == ASCII.comma || byte == ASCII.tilde || byte == ASCII.star
    }
    return areNames && bytes.firstIndex(of: ASCII.dot, in: domains) != nil ? domains : nil
  }

  private static func isRegex(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    range.count > 2 && bytes[range.lowerBound] == ASCII.slash && bytes[range.upperBound - 1] == ASCII.slash
  }

  static func pattern(
    _ bytes: Span<UInt8>, _ range: ByteRange, mayHaveBlank: Bool
  ) throws(SyntaxProblem) -> Pattern {
    if isRegex(bytes, range) { return .regex(ByteRange(range.lowerBound + 1, range.upperBound - 1)) }
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
    if mayHaveBlank {
      for index in start..<end where bytes[index].isBlank {
        throw SyntaxProblem(.blankInPattern, ByteRange(index, index + 1))
      }
    }
    // In theory `||*x` only matches after the scheme, but every ad blocker reads it as a match anywhere.
    return .plain(
      PlainPattern(
        start: start == anchoredStart && start < end ? anchor : .anywhere,
        isEndAnchored: isEndAnchored && end == anchoredEnd && start < end,
        before: UInt8(clamping: start - range.lowerBound), after: UInt8(clamping: range.upperBound - end),
        body: ByteRange(start, end)))
  }
}
