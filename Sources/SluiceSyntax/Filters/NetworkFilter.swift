import SluiceText

/// A filter for requests: a URL pattern with options that restrict or change its effect.
public struct NetworkFilter: Hashable, Sendable {
  /// Whether the filter is an exception: it starts with `@@` and allows the requests that it matches.
  public var isException: Bool
  /// The pattern of the URLs.
  public var pattern: Pattern
  /// The options after the `$`, in order.
  public var options: [Option]
}

/// The URL pattern of a network filter.
@frozen public enum Pattern: Hashable, Sendable {
  /// A pattern with anchors, wildcards and separators.
  case plain(PlainPattern)
  /// `/regex/`, with the text between the slashes.
  case regex(ByteRange)
}

extension Pattern {
  /// The range of the whole pattern as written.
  public var range: ByteRange {
    switch self {
    case .plain(let plain): plain.range
    case .regex(let body): ByteRange(body.lowerBound - 1, body.upperBound + 1)
    }
  }

  /// Parses a pattern that stands alone, without options, in a range of `bytes`.
  package init(parsing bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) {
    self = try NetworkFilterParser.pattern(bytes, in: range, mayHaveBlank: true)
  }
}

/// A pattern without its anchors.
///
/// Wildcards at its ends are removed too, because their only effect is to disable an anchor next to them.
public struct PlainPattern: Hashable, Sendable {
  /// A position where a match can start.
  @frozen public enum Start: Hashable, Sendable {
    /// Anywhere in the URL.
    case anywhere
    /// `|`: at the start of the URL.
    case url
    /// `||`: at the start of the host or of one of its labels.
    case hostLabel
  }

  /// The position where a match can start.
  public var start: Start
  /// Whether a match must end at the end of the URL.
  public var isEndAnchored: Bool
  /// The number of bytes removed from each end. The type is `UInt8` because every line of a list reserves
  /// memory for a pattern.
  let before, after: UInt8
  /// The remaining pattern; empty if it matches every URL.
  public let body: ByteRange

  /// The whole pattern with its anchors and the wildcards at its ends. A run of hundreds of wildcards is cut
  /// to an equivalent shorter one.
  public var range: ByteRange {
    ByteRange(body.lowerBound - Int(before), body.upperBound + Int(after))
  }

  /// Returns the parts of the pattern in order. `bytes` are the bytes of the list.
  package func tokens(in bytes: Span<UInt8>) -> [PatternToken] {
    var tokens: [PatternToken] = []
    var literalStart = body.lowerBound
    for index in body.indices {
      let byte = bytes[index]
      guard byte == ASCII.star || byte == ASCII.caret else { continue }
      if literalStart < index { tokens.append(.literal(ByteRange(literalStart, index))) }
      literalStart = index + 1
      if byte == ASCII.caret {
        tokens.append(.separator)
      } else if tokens.last != .wildcard {
        tokens.append(.wildcard)
      }
    }
    if literalStart < body.upperBound { tokens.append(.literal(ByteRange(literalStart, body.upperBound))) }
    return tokens
  }
}

extension PlainPattern {
  /// Creates a pattern for a path, at its beginning or anywhere in it.
  package init(path: ByteRange, isAtStart: Bool) {
    (start, isEndAnchored) = (isAtStart ? .url : .anywhere, false)
    (before, after, body) = (0, 0, path)
  }
}

/// A part of a pattern.
package enum PatternToken: Hashable, Sendable {
  /// Literal text, compared case-insensitively unless the filter says otherwise.
  case literal(ByteRange)
  /// `*`: zero or more characters.
  case wildcard
  /// `^`: one character that is not a letter, a digit or one of `_ - . %`, or the end of the URL.
  case separator
}

extension NetworkFilter {
  /// Returns the host if the filter is only a host name that the dialect applies to the host and its
  /// subdomains. Domain lists also accept `.h`, `*.h` and `h.`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the list.
  ///   - dialect: The dialect of the list.
  package func hostName(in bytes: Span<UInt8>, for dialect: Dialect) -> ByteRange? {
    options.isEmpty && !isException ? namedHost(in: bytes, for: dialect) : nil
  }

  /// Returns the host if the pattern is only a host name that the dialect applies to the host and its
  /// subdomains, which can depend on the options.
  func namedHost(in bytes: Span<UInt8>, for dialect: Dialect) -> ByteRange? {
    guard dialect.readsHostNamesAsHosts, case .plain(let plain) = pattern, plain.start == .anywhere,
      !plain.isEndAnchored, !plain.body.isEmpty
    else { return nil }
    guard dialect == .hosts else {
      return plain.range == plain.body && DomainListParser.isUBlockOriginHost(bytes, in: plain.body)
        && options.allSatisfy { $0.keepsHostName } ? plain.body : nil
    }
    // The only wildcard that may have been removed is the `*` of `*.h`.
    guard plain.range.upperBound == plain.body.upperBound,
      plain.range.lowerBound == plain.body.lowerBound
        || plain.range.count == plain.body.count + 1 && bytes[plain.range.lowerBound] == ASCII.star
          && bytes[plain.body.lowerBound] == ASCII.dot
    else { return nil }
    let name = DomainListParser.name(bytes, word: plain.range)
    return DomainListParser.isHost(bytes, in: name) ? name : nil
  }

  /// Returns whether the filter only acts on requests to a host that it names, so that it can be in a list of
  /// hosts: a host name, or a pattern that begins with `||` or a scheme, and a host.
  func namesHost(in bytes: Span<UInt8>) -> Bool {
    guard case .plain(let plain) = pattern else { return false }
    if plain.start == .anywhere { return namedHost(in: bytes, for: .hosts) != nil }
    return plain.hostAtStart(in: bytes).map { DomainListParser.isHost(bytes, in: $0) } ?? false
  }

  /// Returns the host if the pattern is `||host^`, which matches that host and its subdomains; nil for any
  /// other pattern.
  ///
  /// - Parameter bytes: the bytes of the list.
  package func hostAndBelow(in bytes: Span<UInt8>) -> ByteRange? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored,
      !plain.body.isEmpty,
      bytes[plain.body.upperBound - 1] == ASCII.caret
    else { return nil }
    let host = ByteRange(plain.body.lowerBound, plain.body.upperBound - 1)
    return DomainListParser.isHost(bytes, in: host) ? host : nil
  }
}

extension PlainPattern {
  /// Returns the characters of hosts after `||` or a scheme, which need not be a host; nil if the pattern begins with
  /// neither.
  package func hostAtStart(in bytes: Span<UInt8>) -> ByteRange? {
    var first = body.lowerBound
    switch start {
    case .anywhere: return nil
    case .hostLabel: break
    case .url:
      guard let colon = bytes.firstIndex(of: ASCII.colon, in: body), bytes.hasText("://", at: colon, in: body)
      else { return nil }
      first = colon + 3
    }
    return ByteRange(first, bytes.endOfHost(from: first, to: body.upperBound))
  }
}

extension Option {
  /// Whether a host name in a list for uBlock Origin is still one next to this option (measured). Next to
  /// others, it is text that can match anywhere in a URL.
  fileprivate var keepsHostName: Bool {
    switch kind.row.role {
    case .requestType, .pageType: !isNegated
    case .party: kind == .thirdParty || kind == .firstParty
    case .pageException: [.elemhide, .generichide, .specifichide].contains(kind)
    case .modifier: kind == .noop || kind == .badfilter
    case .effect: [.redirect, .empty, .mp4].contains(kind)
    case .domains, .condition, .unknown: false
    }
  }
}

enum NetworkFilterParser {
  static func parse(
    _ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits
  ) throws(SyntaxProblem) -> NetworkFilter {
    let isException = bytes.hasText("@@", at: line.lowerBound, in: line)
    let start = line.lowerBound + (isException ? 2 : 0)
    let range = ByteRange(start, line.upperBound)
    var options: [Option] = []
    var patternRange = range
    if traits.hasDollar, let dollar = try OptionForm.dollar(bytes, in: range) {
      patternRange = ByteRange(start, dollar)
      options = try OptionsParser.parse(
        bytes, in: ByteRange(dollar + 1, line.upperBound), isException: isException)
    } else if traits.hasBlank, traits.hasHash, let comment = commentStart(bytes, in: range) {
      return try parse(bytes, line: bytes.trimmed(ByteRange(line.lowerBound, comment)), traits: traits)
    }
    if traits.hasHash, options.isEmpty, !isException, let domains = domains(bytes, in: patternRange) {
      throw SyntaxProblem(.singleHash, span: ByteRange(domains.lowerBound, line.upperBound))
    }
    let pattern = try pattern(bytes, in: patternRange, mayHaveBlank: traits.hasBlank)
    if options.isEmpty, case .plain(let plain) = pattern, plain.body.isEmpty,
      bytes.firstIndex(of: ASCII.star, in: patternRange) == nil
    {
      // This includes a single `|` or `||`: nobody writes them to match every URL.
      throw SyntaxProblem(.emptyFilter, span: line)
    }
    return NetworkFilter(isException: isException, pattern: pattern, options: options)
  }

  /// Returns the offset of the first `#` after a space: hosts-style lists put a `# comment` after a name.
  private static func commentStart(_ bytes: Span<UInt8>, in range: ByteRange) -> Int? {
    if isRegex(bytes, in: range) { return nil }
    var wasBlank = false
    for index in range.indices {
      if wasBlank, bytes[index] == ASCII.hash { return index }
      wasBlank = bytes[index].isBlank
    }
    return nil
  }

  /// Returns the text before the first `#` if it is a list of domains. The line is then a cosmetic filter
  /// that lost a `#`.
  private static func domains(_ bytes: Span<UInt8>, in range: ByteRange) -> ByteRange? {
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

  private static func isRegex(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    range.count > 2 && bytes[range.lowerBound] == ASCII.slash && bytes[range.upperBound - 1] == ASCII.slash
  }

  static func pattern(
    _ bytes: Span<UInt8>, in range: ByteRange, mayHaveBlank: Bool
  ) throws(SyntaxProblem) -> Pattern {
    if isRegex(bytes, in: range) { return .regex(ByteRange(range.lowerBound + 1, range.upperBound - 1)) }
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
        throw SyntaxProblem(.blankInPattern, span: ByteRange(index, index + 1))
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
