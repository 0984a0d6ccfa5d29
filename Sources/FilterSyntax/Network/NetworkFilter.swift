/// A filter on requests: a pattern of URLs and options that limit or change what it does.
public struct NetworkFilter: Hashable, Sendable {
  /// Whether it begins with `@@`: requests that match are allowed.
  public var isException: Bool
  /// Which URLs it matches.
  public var pattern: Pattern
  /// What follows the `$`, in the order of the line.
  public var options: [Option]
}

/// Which URLs a network filter matches.
public enum Pattern: Hashable, Sendable {
  /// The syntax with anchors, wildcards and separators.
  case plain(PlainPattern)
  /// `/regex/`: the bytes between the slashes.
  case regex(ByteRange)
}

extension Pattern {
  /// All of it, as it is written.
  public var range: ByteRange {
    switch self {
    case .plain(let plain): plain.range
    case .regex(let body): ByteRange(body.lowerBound - 1, body.upperBound + 1)
    }
  }

  /// Parses a pattern that stands alone, without options. `range` is the pattern in `bytes`.
  public init(parsing bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) {
    self = try NetworkFilterParser.pattern(bytes, range, mayHaveBlank: true)
  }
}

/// A pattern with its anchors taken off.
///
/// Wildcards at either end, which change nothing but to switch off an anchor next to them, are gone.
public struct PlainPattern: Hashable, Sendable {
  /// Where a match may begin.
  public enum Start: Hashable, Sendable {
    /// Anywhere in the URL.
    case anywhere
    /// `|`: where the URL begins.
    case url
    /// `||`: where the host or one of its labels begins.
    case hostLabel
  }

  /// Where a match may begin.
  public var start: Start
  /// Whether a match must end where the URL ends.
  public var isEndAnchored: Bool
  /// How much was taken off at either end. In a byte each, since every line of a list has room for a pattern.
  let before, after: UInt8
  /// What is left of the pattern; empty when it matches every URL.
  public let body: ByteRange

  /// All of the pattern, with its anchors and with the wildcards at its ends: of hundreds of wildcards some, which
  /// say the same.
  public var range: ByteRange {
    ByteRange(body.lowerBound - Int(before), body.upperBound + Int(after))
  }

  /// The parts of the pattern in order. `bytes` are those of the list.
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

/// A part of a pattern.
public enum PatternToken: Hashable, Sendable {
  /// These bytes, in either case.
  case literal(ByteRange)
  /// `*`: any run of characters, also none.
  case wildcard
  /// `^`: one character that is not a letter, a digit or one of `_ - . %`, or the end of the URL.
  case separator
}
