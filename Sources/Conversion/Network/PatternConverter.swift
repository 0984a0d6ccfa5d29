import ContentBlocker
import FilterSyntax

/// Turns the pattern of a filter into url-filters.
package enum PatternConverter {
  /// One or more url-filters which together match what the pattern matches.
  struct Result {
    var filters: [URLFilter]
    /// Whether WebKit is told that case matters. For a bare host that is only cheaper (a quarter of the
    /// compiler's time, measured): WebKit lower-cases hosts before it matches.
    var isCaseSensitive: Bool
    var finding: Finding?
  }

  /// Longer patterns match no real URL, and WebKit would build automata of their size.
  static let maximumLength = 2048

  /// Each separator at the end makes a filter with all that is before it: a line of a thousand would make megabytes.
  static let maximumSeparatorsAtEnd = 16

  static func convert(
    _ pattern: Pattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    switch pattern {
    case .regex(let body):
      return try RegexPatterns.convert(body, isCaseSensitive: isCaseSensitive, in: bytes).0
    case .plain(let plain):
      return try convert(plain, isCaseSensitive: isCaseSensitive, in: bytes)
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

  /// The url-filters of a pattern whose hosts are as WebKit has them.
  private static func convertASCII(
    _ pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> Result {
    let body = pattern.body
    guard body.count <= maximumLength, separatorsAtEnd(of: body, in: bytes) <= maximumSeparatorsAtEnd else {
      throw .dropped(.patternTooLong, body)
    }
    var index = body.lowerBound
    var builder: URLFilterBuilder
    switch pattern.start {
    case .anywhere: builder = URLFilterBuilder(capacity: body.count + 24)
    case .url: builder = .atStart(capacity: body.count + 24)
    case .hostLabel:
      index = hostEnd(bytes, body)
      let host = ByteRange(body.lowerBound, index)
      let isBareHost =
        !host.isEmpty && index + 1 == body.upperBound && bytes[index] == UInt8(ascii: "^")
        && !pattern.isEndAnchored
      if isBareHost, let filter = bareHostFilter(.plain(pattern), in: bytes) {
        return Result(filters: [filter], isCaseSensitive: true)
      }
      builder = .atHostLabel(capacity: body.count + 12, variant: isBareHost ? .hosts : .paths)
      try appendHost(&builder, host, bytes)
      // A URL has `/` or `:` behind its host, so right there a separator is one of these.
      if !host.isEmpty, index < body.upperBound, bytes[index] == UInt8(ascii: "^") {
        builder.hostEnd()
        index += 1
      }
      if isBareHost { return Result(filters: [builder.finish()].compactMap { $0 }, isCaseSensitive: true) }
    }
    return Result(
      filters: finish(builder, pattern, from: index, isCaseSensitive: isCaseSensitive, bytes),
      isCaseSensitive: isCaseSensitive)
  }

  /// The url-filters of patterns any of which may match, with what is wrong at the place of `body`.
  private static func convert(
    _ texts: [[UInt8]], of body: ByteRange, isCaseSensitive: Bool
  ) throws(Finding) -> Result {
    var result = Result(filters: [], isCaseSensitive: isCaseSensitive)
    for text in texts {
      let span = text.span
      guard case .plain(let plain)? = try? Pattern(parsing: span, ByteRange(0, span.count)) else {
        throw .dropped(.invalidHostInPattern, body)
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

  /// Appends the rest of the pattern. A separator at the end may be the end of the URL, also before a `|`:
  /// instead of making it optional, which WebKit's compiler pays for dearly, there is one filter with it and
  /// one that ends.
  static func finish(
    _ start: URLFilterBuilder, _ pattern: PlainPattern, from: Int, isCaseSensitive: Bool, _ bytes: Span<UInt8>
  ) -> [URLFilter] {
    var builder = start
    var end = pattern.body.upperBound
    // What may match nothing at the end of the URL: separators, and wildcards between them.
    while end > from, bytes[end - 1] == UInt8(ascii: "^") || bytes[end - 1] == UInt8(ascii: "*") { end -= 1 }
    while end < pattern.body.upperBound, bytes[end] == UInt8(ascii: "*") { end += 1 }
    append(ByteRange(from, end), of: pattern, to: &builder, isCaseSensitive: isCaseSensitive, bytes)
    var filters: [URLFilter] = []
    var whole = builder
    append(
      ByteRange(end, pattern.body.upperBound), of: pattern, to: &whole, isCaseSensitive: isCaseSensitive,
      bytes)
    if let filter = whole.finish(atEnd: pattern.isEndAnchored) { filters.append(filter) }
    for index in stride(from: pattern.body.upperBound - 1, through: end, by: -1)
    where bytes[index] == UInt8(ascii: "^") {
      var ended = builder
      append(ByteRange(end, index), of: pattern, to: &ended, isCaseSensitive: isCaseSensitive, bytes)
      if let filter = ended.finish(atEnd: true) {
        filters.append(filter)
      } else if pattern.start == .anywhere {
        // There is nothing before the separator, and every URL has an end.
        return [.any]
      }
    }
    return filters
  }

  /// How many separators the pattern ends with, and wildcards between them.
  private static func separatorsAtEnd(of body: ByteRange, in bytes: Span<UInt8>) -> Int {
    var count = 0
    for index in body.indices.reversed() {
      switch bytes[index] {
      case UInt8(ascii: "^"): count += 1
      case UInt8(ascii: "*"): continue
      case _: return count
      }
    }
    return count
  }

  private static func append(
    _ range: ByteRange, of pattern: PlainPattern, to builder: inout URLFilterBuilder, isCaseSensitive: Bool,
    _ bytes: Span<UInt8>
  ) {
    for index in range.indices {
      switch bytes[index] {
      case UInt8(ascii: "*"):
        if index == pattern.body.lowerBound || bytes[index - 1] != UInt8(ascii: "*") { builder.anyRun() }
      case UInt8(ascii: "^"): builder.separator(isCaseSensitive: isCaseSensitive)
      case let byte: builder.literal(isCaseSensitive ? byte : byte.asciiLowercased)
      }
    }
  }

  /// The url-filter of a pattern that is no more than `||host^`, with a host in ASCII; nil for others.
  static func bareHostFilter(_ pattern: Pattern, in bytes: Span<UInt8>) -> URLFilter? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored,
      plain.body.count > 1, bytes[plain.body.upperBound - 1] == UInt8(ascii: "^")
    else { return nil }
    let host = ByteRange(plain.body.lowerBound, plain.body.upperBound - 1)
    // A host that ends in a number may be an address that no URL has.
    if HostNames.isBrokenAddress(host, in: bytes) { return nil }
    return URLFilter.host(bytes.extracting(host.indices))
  }

  /// Where the host at the start of the pattern ends.
  package static func hostEnd(_ bytes: Span<UInt8>, _ body: ByteRange) -> Int {
    var index = body.lowerBound
    while index < body.upperBound {
      let byte = bytes[index]
      let isHostCharacter =
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
      if !isHostCharacter { break }
      index += 1
    }
    return index
  }

  /// The host at the start of a pattern which names all of it, and where it ends.
  package static func wholeHost(of pattern: PlainPattern, in bytes: Span<UInt8>) -> (host: [UInt8], end: Int)?
  {
    let end = hostEnd(bytes, pattern.body)
    guard pattern.start == .hostLabel, end < pattern.body.upperBound, bytes[end] != UInt8(ascii: "*"),
      let host = HostNames.ascii(bytes, ByteRange(pattern.body.lowerBound, end))
    else { return nil }
    return (host, end)
  }

  private static func appendHost(
    _ builder: inout URLFilterBuilder, _ host: ByteRange, _ bytes: Span<UInt8>
  ) throws(Finding) {
    if host.indices.contains(where: { bytes[$0] >= 0x80 }) {
      guard let ascii = HostNames.ascii(bytes, host) else { throw .dropped(.invalidHostInPattern, host) }
      for byte in ascii { builder.literal(byte) }
    } else {
      for index in host.indices { builder.literal(bytes[index].asciiLowercased) }
    }
  }
}
