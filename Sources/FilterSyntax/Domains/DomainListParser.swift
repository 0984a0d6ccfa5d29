/// Parses lists of domains: of `$domain`, `$to` and `$denyallow` with `|` between the entries, of cosmetic
/// filters with `,`.
public enum DomainListParser {
  /// The entries of the list in `range` of `bytes`. Blanks around entries and empty entries are skipped.
  public static func parse(
    _ bytes: Span<UInt8>, _ range: ByteRange, separator: UInt8
  ) throws(SyntaxProblem) -> [DomainEntry] {
    var entries: [DomainEntry] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = entryEnd(bytes, start, range.upperBound, separator)
      let text = bytes.trimmed(ByteRange(start, end))
      if !text.isEmpty { entries.append(try entry(bytes, text)) }
      start = end + 1
    }
    guard !entries.isEmpty else { throw SyntaxProblem(.emptyDomainList, range) }
    return entries
  }

  /// Where the entry at `start` ends; a separator inside of a `/regex/` does not end it.
  private static func entryEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ separator: UInt8) -> Int {
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
      return end
    }
    while index < end, bytes[index] != separator { index += 1 }
    return index
  }

  private static func entry(_ bytes: Span<UInt8>, _ text: ByteRange) throws(SyntaxProblem) -> DomainEntry {
    let isExcluded = bytes[text.lowerBound] == ASCII.tilde
    let range = ByteRange(text.lowerBound + (isExcluded ? 1 : 0), text.upperBound)
    guard !range.isEmpty else { throw SyntaxProblem(.invalidDomain, text) }
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
    guard isHost(bytes, name) else { throw SyntaxProblem(.invalidDomain, range) }
    return DomainEntry(kind: isEntity ? .entity : .host, isExcluded: isExcluded, name: name)
  }

  /// Whether these are labels joined by single dots; an IPv6 address in brackets is none.
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
