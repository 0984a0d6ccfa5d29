extension URLFilter {
  /// Parses a url-filter as WebKit does. Throws the problem if WebKit rejects the filter.
  ///
  /// The parser was compared with WebKit on random texts. The only difference is the limit of
  /// ``URLFilterParser/maximumDepth`` nested groups. Valid patterns include counts that are equivalent to a
  /// repetition (`{0,}` is `*`), octal escapes (`\1` is the character U+0001), and literal `]`, `{` and `}`.
  public init(parsing text: some InputBytes & ~Escapable) throws(URLFilterProblem) {
    let bytes = text.inputArray()
    _ = try URLFilterParser.parse(bytes)
    self.init(trusted: bytes)
  }

  /// The filter as a tree.
  ///
  /// WebKit treats a filter without mandatory terms as one that matches every URL. For these filters, the
  /// tree is ``URLFilterPattern/any``, even if their text looks different: `^a*$`.
  public var pattern: URLFilterPattern {
    // Every value was built or checked to be in the subset, so parsing always succeeds.
    (try? URLFilterParser.parse(bytes)) ?? .any
  }
}

/// A parser of url-filters that follows WebKit: the grammar of its regex parser (`RegexParser`) and the
/// limits of its compiler.
@frozen public enum URLFilterParser {
  /// The maximum nesting depth of groups. WebKit has no limit, but its compiler is recursive.
  public static let maximumDepth = 200
  /// The maximum length of a pattern in WebKit's regex parser, in bytes.
  static let maximumLength = 1 << 20

  static func parse(_ bytes: [UInt8]) throws(URLFilterProblem) -> URLFilterPattern {
    if bytes.isEmpty { throw URLFilterProblem(reason: .empty, offset: 0) }
    if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
      throw URLFilterProblem(reason: .notASCII, offset: offset)
    }
    if bytes.count > maximumLength { throw URLFilterProblem(reason: .tooLong, offset: maximumLength) }
    var tree = try RegexParser.parse(bytes, into: URLFilterTreeBuilder(length: bytes.count))
    return try tree.finish()
  }
}

/// The errors of WebKit's regex parser, and the parts of the grammar that its compiler does not support.
extension URLFilterTreeBuilder: RegexSink {
  typealias Problem = URLFilterProblem

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: endless, references: .toNamesBefore, names: .identifiers)
  }

  /// Numbers that exceed WebKit's 32 bits are equivalent to infinity.
  private static var endless: Int64 { Int64(UInt32.max) }

  static func problem(_ fault: RegexFault, _ range: Range<Int>) -> URLFilterProblem {
    let offset = range.lowerBound
    return switch fault {
    case .unbalancedParenthesis: URLFilterProblem(reason: .unbalancedParenthesis, offset: offset)
    case .unclosedBracket: URLFilterProblem(reason: .unclosedBracket, offset: offset)
    case .reversedRange: URLFilterProblem(reason: .reversedRange, offset: offset + 1)
    case .nothingToRepeat: URLFilterProblem(reason: .nothingToRepeat, offset: offset)
    case .invalidCount: URLFilterProblem(reason: .invalidCount, offset: offset)
    case .invalidGroup: URLFilterProblem(reason: .invalidGroup, offset: offset)
    case .invalidGroupName: URLFilterProblem(reason: .invalidGroupName, offset: offset)
    case .trailingBackslash: URLFilterProblem(reason: .trailingBackslash, offset: offset)
    }
  }

  mutating func nextAlternative(at offset: Int) { fail(.alternatives, at: offset) }
  mutating func wordBoundary(isNegated: Bool, at offset: Int) { fail(.wordBoundary, at: offset) }
  mutating func reference(_ range: Range<Int>) { fail(.backreference, at: range.lowerBound) }

  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) {
    beginAtom()
    fail(.classEscape, at: offset)
  }

  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) {
    fail(.classEscapeInBrackets, at: offset)
  }

  mutating func enterGroup(depth: Int, at offset: Int) {}

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) throws(URLFilterProblem) {
    switch kind {
    case .plain: openGroup()
    // No group is added to the tree, because the tree is no longer needed.
    case .look: fail(.lookAround, at: offset)
    }
    if depth > URLFilterParser.maximumDepth { throw URLFilterProblem(reason: .tooDeep, offset: offset) }
  }

  mutating func repeatLast(_ minimum: Int64, _ maximum: Int64?, at offset: Int) {
    switch (minimum, maximum ?? Self.endless) {
    case (0, 1): repeatLast(.optional)
    case (0, Self.endless): repeatLast(.zeroOrMore)
    case (1, Self.endless): repeatLast(.oneOrMore)
    default: fail(.counts, at: offset)
    }
  }
}
