extension [DomainEntry] {
  /// Parses a list of domains, which is `range` of `bytes`: of `$domain`, `$to` and `$denyallow` with `|` between the
  /// entries, of cosmetic filters with `,`. Blanks around entries and empty entries are skipped.
  public init(parsing bytes: Span<UInt8>, _ range: ByteRange, separator: UInt8) throws(SyntaxProblem) {
    self = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = DomainListParser.entryEnd(bytes, start, range.upperBound, separator)
      let text = bytes.trimmed(ByteRange(start, end))
      if !text.isEmpty { append(try DomainListParser.entry(bytes, text)) }
      start = end + 1
    }
    guard !isEmpty else { throw SyntaxProblem(.emptyDomainList, range) }
  }
}

/// What entries of lists of domains are.
enum DomainListParser {
  /// Where the entry at `start` ends; a separator inside of a `/regex/` does not end it.
  static func entryEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ separator: UInt8) -> Int {
    var index = start
    while index < end, bytes[index].isBlank || bytes[index] == ASCII.tilde { index += 1 }
    if index < end, bytes[index] == ASCII.slash {
      index += 1
      while index < end {
        if bytes[index] == ASCII.backslash {
          index += 2
          continue
        }
        if bytes[index] == ASCII.slash, index + 1 == end || bytes[index + 1] == separator { return index + 1 }
        index += 1
      }
      // The regex is never closed: the entry is not a domain, whatever its end.
      return end
    }
    while index < end, bytes[index] != separator { index += 1 }
    return index
  }

  static func entry(_ bytes: Span<UInt8>, _ text: ByteRange) throws(SyntaxProblem) -> DomainEntry {
    let isExcluded = bytes[text.lowerBound] == ASCII.tilde
    let includesEmbedded = text.count > 2 && bytes.hasText(">>", at: text.upperBound - 2, in: text)
    let range = ByteRange(
      text.lowerBound + (isExcluded ? 1 : 0), text.upperBound - (includesEmbedded ? 2 : 0))
    guard !range.isEmpty else { throw SyntaxProblem(.invalidDomain, text) }
    var entry = try self.entry(bytes, range, isExcluded)
    entry.includesEmbedded = includesEmbedded
    return entry
  }

  /// The entry without the signs around it.
  private static func entry(
    _ bytes: Span<UInt8>, _ range: ByteRange, _ isExcluded: Bool
  ) throws(SyntaxProblem) -> DomainEntry {
    if range.count == 1, bytes[range.lowerBound] == ASCII.star {
      return DomainEntry(kind: .any, isExcluded: isExcluded, name: range)
    }
    if bytes[range.lowerBound] == ASCII.slash {
      guard range.count > 2, bytes[range.upperBound - 1] == ASCII.slash else {
        throw SyntaxProblem(.invalidDomain, range)
      }
      let regex = ByteRange(range.lowerBound + 1, range.upperBound - 1)
      return DomainEntry(kind: .regex, isExcluded: isExcluded, name: regex)
    }
    let isEntity = range.count > 2 && bytes.hasText(".*", at: range.upperBound - 2, in: range)
    let name = isEntity ? ByteRange(range.lowerBound, range.upperBound - 2) : range
    guard isHost(bytes, name) || (!isEntity && isIPv6(bytes, name)) else {
      throw SyntaxProblem(.invalidDomain, range)
    }
    return DomainEntry(kind: isEntity ? .entity : .host, isExcluded: isExcluded, name: name)
  }

  /// Whether this looks like an IPv6 address in brackets, as URLs have it.
  private static func isIPv6(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    guard range.count > 3, bytes[range.lowerBound] == ASCII.openBracket,
      bytes[range.upperBound - 1] == ASCII.closeBracket
    else { return false }
    var colons = 0
    for index in range.lowerBound + 1..<range.upperBound - 1 {
      switch bytes[index] {
      case ASCII.colon: colons += 1
      case ASCII.dot: break
      case let byte where byte.isHexDigit: break
      default: return false
      }
    }
    return colons >= 2
  }

  /// Whether these are labels joined by single dots.
  static func isHost(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    var previous = ASCII.dot
    for index in range.indices {
      let byte = bytes[index]
      guard byte.isHostCharacter else { return false }
      if byte == ASCII.dot, previous == ASCII.dot { return false }
      previous = byte
    }
    return previous != ASCII.dot
  }
}
