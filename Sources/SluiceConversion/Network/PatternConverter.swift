import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Converts the pattern of a filter into url-filters.
package enum PatternConverter {
  struct Result {
    var filters: [URLFilter]
    /// Whether the url-filters are case-sensitive. For a bare host this makes no difference, because WebKit
    /// converts hosts to lowercase before matching. Case-sensitive filters save a quarter of the compile time
    /// (measured).
    var isCaseSensitive: Bool
    var finding: Finding?
  }

  /// The maximum length of a pattern. Longer patterns match no real URL, and WebKit's automata would grow
  /// with their length.
  static let maximumLength = 2048

  /// The maximum number of separators at the end. Each of them needs a url-filter of its own that repeats
  /// everything before it, so a line of a thousand separators would take megabytes.
  static let maximumSeparatorsAtEnd = 16

  static func convert(
    _ pattern: Pattern, for options: borrowing FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    switch pattern {
    case .regex(let body):
      try RegexPatterns.convert(
        body, isCaseSensitive: options.isCaseSensitive, schemes: options.schemes, in: bytes
      ).0
    case .plain(let plain): try convert(plain, isCaseSensitive: options.isCaseSensitive, in: bytes)
    }
  }

  /// Returns the url-filters of a pattern that does not depend on options.
  static func convert(
    _ pattern: Pattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    switch pattern {
    case .regex(let body):
      try RegexPatterns.convert(body, isCaseSensitive: isCaseSensitive, schemes: .all, in: bytes).0
    case .plain(let plain): try convert(plain, isCaseSensitive: isCaseSensitive, in: bytes)
    }
  }

  private static func convert(
    _ pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    let body = pattern.body
    if body.isEmpty { return Result(filters: [.any], isCaseSensitive: false) }
    if let texts = try InternationalPattern.alternatives(of: pattern, in: bytes) {
      return try convert(texts, of: body, isCaseSensitive: isCaseSensitive)
    }
    return try convertASCII(pattern, isCaseSensitive: isCaseSensitive, in: bytes)
  }

  /// Returns the url-filters of a pattern whose hosts are already in the form that WebKit uses.
  private static func convertASCII(
    _ pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    try checkLength(of: pattern, in: bytes)
    let body = pattern.body
    var index = body.lowerBound
    var builder: URLFilterBuilder
    switch pattern.start {
    case .anywhere:
      builder = URLFilterBuilder(capacity: body.count + 24)
      if beginsAmongSeparators(body, in: bytes) {
        builder.oneOrMore(bytes[index])
        index += 1
      }
    case .url: builder = .atStart(capacity: body.count + 24)
    case .hostLabel:
      index = hostEnd(bytes, body: body)
      let host = ByteRange(body.lowerBound, index)
      let isBareHost =
        !host.isEmpty && index + 1 == body.upperBound && bytes[index] == ASCII.caret
        && !pattern.isEndAnchored
      if isBareHost, let filter = bareHostFilter(.plain(pattern), in: bytes) {
        return Result(filters: [filter], isCaseSensitive: true)
      }
      builder = URLFilterBuilder(isBareHost ? .label : .labelBeforePath, capacity: body.count + 12)
      try appendHost(&builder, host: host, in: bytes)
      // In a URL, a `/` or `:` follows the host. A separator directly after the host therefore matches only
      // these.
      if !host.isEmpty, index < body.upperBound, bytes[index] == ASCII.caret {
        builder.hostEnd()
        index += 1
      }
      if isBareHost { return Result(filters: [builder.finish()].compactMap { $0 }, isCaseSensitive: true) }
    }
    return Result(
      filters: finish(builder, pattern: pattern, from: index, isCaseSensitive: isCaseSensitive, in: bytes),
      isCaseSensitive: isCaseSensitive)
  }

  /// Throws a finding if a pattern is too long, or has too many separators at its end or in a row.
  static func checkLength(of pattern: PlainPattern, in bytes: Span<UInt8>) throws(Finding) {
    guard pattern.body.count <= maximumLength,
      separatorsAtEnd(of: pattern.body, in: bytes) <= maximumSeparatorsAtEnd,
      hasAffordableSeparators(pattern, in: bytes)
    else { throw .unsupported(.patternTooLong, span: pattern.body) }
  }

  /// The number of separators in a pattern up to which WebKit's automaton is small.
  private static let cheapSeparators = 7
  /// The maximum number of states for a pattern with more separators, in addition to one for each character. Eight
  /// separators after a `$` need 2⁸. With fourteen, WebKit compiled one pattern for over a second.
  private static let maximumSeparatorStates = 300

  /// Returns whether WebKit can compile the separators of a pattern.
  ///
  /// A character such as `$` can be the first of `$^^^^`, and also any of the separators after an earlier one. A state
  /// of the automaton is a set of such places.
  private static func hasAffordableSeparators(_ pattern: PlainPattern, in bytes: Span<UInt8>) -> Bool {
    let body = pattern.body
    guard separators(of: body, upTo: cheapSeparators + 1, in: bytes) > cheapSeparators else { return true }
    var builder =
      pattern.start == .anywhere ? URLFilterBuilder(capacity: body.count) : .atStart(capacity: body.count)
    append(body, of: pattern, to: &builder, isCaseSensitive: true, in: bytes)
    guard let filter = builder.finish() else { return true }
    let limit = body.count + maximumSeparatorStates
    return AutomatonEstimate.states(of: filter.pattern, isCaseSensitive: true, limit: limit) != nil
  }

  /// Returns whether a pattern with several separators begins with a character that separators match, too.
  ///
  /// WebKit compiles all unanchored patterns of a list in one automaton up to their last repetition, in which the states
  /// of such patterns multiply. `$+` instead of the first `$` has the same meaning, and an automaton of its own.
  private static func beginsAmongSeparators(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    let first = bytes[body.lowerBound]
    // Control characters become several bytes.
    switch first {
    case ASCII.caret, ASCII.star, ASCII.percent, 0...ASCII.space, 0x7f...: return false
    case _ where first.isHostCharacter: return false
    default: return separators(of: body, upTo: 3, in: bytes) == 3
    }
  }

  private static func separators(of body: ByteRange, upTo limit: Int, in bytes: Span<UInt8>) -> Int {
    guard body.count >= limit else { return 0 }
    var (count, rest) = (0, body)
    while count < limit, let found = bytes.firstIndex(of: ASCII.caret, in: rest) {
      count += 1
      rest = ByteRange(found + 1, body.upperBound)
    }
    return count
  }

  /// Returns the url-filters of several alternative patterns. Findings refer to `body`.
  private static func convert(
    _ texts: [[UInt8]], of body: ByteRange, isCaseSensitive: Bool
  ) throws(Finding) -> Result {
    var result = Result(filters: [], isCaseSensitive: isCaseSensitive)
    for text in texts {
      let span = text.span
      guard case .plain(let plain)? = try? Pattern(parsing: span, ByteRange(0, span.count)) else {
        throw .unsupported(.invalidHostInPattern, span: body)
      }
      do throws(Finding) {
        let converted = try convertASCII(plain, isCaseSensitive: isCaseSensitive, in: span)
        if texts.count == 1 { return converted }
        result.filters += converted.filters.filter { !result.filters.contains($0) }
      } catch {
        throw Finding(outcome: error.outcome, reason: error.reason, span: body)
      }
    }
    return result
  }

  /// Appends the rest of the pattern.
  ///
  /// A separator at the end of a pattern can match the end of the URL, even before a `|`. An optional
  /// separator would be expensive for WebKit's compiler. There is therefore one filter with the separator,
  /// and one that ends without it.
  static func finish(
    _ builder: consuming URLFilterBuilder, pattern: PlainPattern, from: Int, isCaseSensitive: Bool,
    in bytes: Span<UInt8>
  ) -> [URLFilter] {
    var end = pattern.body.upperBound
    // Separators, and the wildcards between them, may match nothing at the end of the URL.
    while end > from, bytes[end - 1] == ASCII.caret || bytes[end - 1] == ASCII.star { end -= 1 }
    while end < pattern.body.upperBound, bytes[end] == ASCII.star { end += 1 }
    append(ByteRange(from, end), of: pattern, to: &builder, isCaseSensitive: isCaseSensitive, in: bytes)
    var filters: [URLFilter] = []
    var whole = copy builder
    append(
      ByteRange(end, pattern.body.upperBound), of: pattern, to: &whole, isCaseSensitive: isCaseSensitive,
      in: bytes)
    if let filter = whole.finish(atEnd: pattern.isEndAnchored) { filters.append(filter) }
    for index in stride(from: pattern.body.upperBound - 1, through: end, by: -1)
    where bytes[index] == ASCII.caret && canEndURL(pattern, before: index, in: bytes) {
      var ended = copy builder
      append(ByteRange(end, index), of: pattern, to: &ended, isCaseSensitive: isCaseSensitive, in: bytes)
      if let filter = ended.finish(atEnd: true) {
        filters.append(filter)
      } else if pattern.start == .anywhere {
        // Nothing precedes the separator, and every URL has an end.
        return [.any]
      }
    }
    return filters
  }

  /// Returns whether a URL can end before the separator at `index`. The host of a URL is never its end, because a
  /// slash follows.
  private static func canEndURL(_ pattern: PlainPattern, before index: Int, in bytes: Span<UInt8>) -> Bool {
    var start = pattern.body.lowerBound
    switch pattern.start {
    case .anywhere: return true
    case .hostLabel: break
    case .url:
      guard let colon = bytes.firstIndex(of: ASCII.colon, in: ByteRange(start, index)),
        bytes.hasText("://", at: colon, in: ByteRange(start, index))
      else { return true }
      start = colon + 3
    }
    return (start..<index).contains { "/*^".utf8.contains(bytes[$0]) }
  }

  /// Returns the number of separators at the end of the pattern, ignoring wildcards between them.
  static func separatorsAtEnd(of body: ByteRange, in bytes: Span<UInt8>) -> Int {
    var count = 0
    for index in body.indices.reversed() {
      switch bytes[index] {
      case ASCII.caret: count += 1
      case ASCII.star: continue
      case _: return count
      }
    }
    return count
  }

  private static func append(
    _ range: ByteRange, of pattern: PlainPattern, to builder: inout URLFilterBuilder, isCaseSensitive: Bool,
    in bytes: Span<UInt8>
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = bytes.endOfRun(from: index, to: range.upperBound) { $0 != ASCII.star && $0 != ASCII.caret }
      builder.literals(bytes.extracting(index..<end), isCaseSensitive: isCaseSensitive)
      index = end + 1
      guard end < range.upperBound else { break }
      if bytes[end] == ASCII.caret {
        builder.separator(isCaseSensitive: isCaseSensitive)
      } else if end == pattern.body.lowerBound || bytes[end - 1] != ASCII.star {
        builder.anyRun()
      }
    }
  }

  /// Returns the url-filter of a pattern of the form `||host^` with an ASCII host, or `nil` for other
  /// patterns.
  static func bareHostFilter(_ pattern: Pattern, in bytes: Span<UInt8>) -> URLFilter? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored,
      plain.body.count > 1, bytes[plain.body.upperBound - 1] == ASCII.caret
    else { return nil }
    let host = ByteRange(plain.body.lowerBound, plain.body.upperBound - 1)
    let name = bytes.extracting(host.indices)
    // A host that ends in a number may be an address in a form that never occurs in URLs.
    if HostAddress.isBroken(name) { return nil }
    return URLFilter.host(name)
  }

  /// Returns the end of the host with which the pattern starts.
  package static func hostEnd(_ bytes: Span<UInt8>, body: ByteRange) -> Int {
    bytes.endOfHost(from: body.lowerBound, to: body.upperBound)
  }

  /// Returns the host at the start of a pattern, and its end. Returns `nil` if the pattern does not contain
  /// the complete host.
  package static func wholeHost(of pattern: PlainPattern, in bytes: Span<UInt8>) -> (host: [UInt8], end: Int)?
  {
    let end = hostEnd(bytes, body: pattern.body)
    guard pattern.start == .hostLabel, end < pattern.body.upperBound, bytes[end] != ASCII.star,
      let host = HostNames.ascii(bytes, in: ByteRange(pattern.body.lowerBound, end))
    else { return nil }
    return (host, end)
  }

  /// Returns the host of all URLs that a pattern matches, if the pattern begins with a scheme and that host.
  static func exactHost(of pattern: PlainPattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard pattern.start == .url else { return nil }
    let body = pattern.body
    guard let colon = bytes.firstIndex(of: ASCII.colon, in: body),
      ByteRange(body.lowerBound, colon).indices.allSatisfy({ bytes[$0].isLetter }),
      bytes.hasPrefix("://", in: ByteRange(colon, body.upperBound))
    else { return nil }
    let start = colon + 3
    let end = hostEnd(bytes, body: ByteRange(start, body.upperBound))
    guard end < body.upperBound, bytes[end] == ASCII.slash || bytes[end] == ASCII.caret else {
      return nil
    }
    return HostNames.ascii(bytes, in: ByteRange(start, end))
  }

  private static func appendHost(
    _ builder: inout URLFilterBuilder, host: ByteRange, in bytes: Span<UInt8>
  ) throws(Finding) {
    if host.indices.contains(where: { bytes[$0] >= 0x80 }) {
      guard let ascii = HostNames.ascii(bytes, in: host) else {
        throw .unsupported(.invalidHostInPattern, span: host)
      }
      builder.literals(ascii)
    } else {
      builder.literals(bytes.extracting(host.indices), isCaseSensitive: false)
    }
  }
}
