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
  public init(parsing bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) {
    self = try NetworkFilterParser.pattern(bytes, range, mayHaveBlank: true)
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
  public func tokens(in bytes: Span<UInt8>) -> [PatternToken] {
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
@frozen public enum PatternToken: Hashable, Sendable {
  /// Literal text, compared case-insensitively unless the filter says otherwise.
  case literal(ByteRange)
  /// `*`: zero or more characters.
  case wildcard
  /// `^`: one character that is not a letter, a digit or one of `_ - . %`, or the end of the URL.
  case separator
}
