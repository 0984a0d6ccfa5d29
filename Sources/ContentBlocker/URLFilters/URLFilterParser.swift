extension URLFilter {
  /// Reads a url-filter as WebKit does: what WebKit accepts is accepted, and everything else is a problem.
  ///
  /// The two were compared on random texts; they differ only in that this stops at
  /// ``URLFilterParser/maximumDepth`` nested groups. Accepted are also counts in disguise (`{0,}` is `*`),
  /// octal escapes (`\1` is the character U+0001), and `]`, `{` and `}` as themselves.
  public init(parsing text: some InputBytes & ~Escapable) throws(URLFilterProblem) {
    let bytes = text.inputArray()
    _ = try URLFilterParser.parse(bytes)
    self.init(trusted: bytes)
  }

  /// The filter as a tree.
  ///
  /// A filter which WebKit takes for every URL, because nothing in it is mandatory, is
  /// ``URLFilterPattern/any`` even if its text says something else: `^a*$`.
  public var pattern: URLFilterPattern {
    // Every value was built or checked to be in the subset, so there always is a tree.
    (try? URLFilterParser.parse(bytes)) ?? .any
  }
}

/// WebKit's reading of url-filters: its regex parser, whose grammar is `RegexParser`'s, and what its compiler takes.
public enum URLFilterParser {
  /// How deep groups may nest. WebKit has no limit, but its compiler recurses.
  public static let maximumDepth = 200
  /// The limit of WebKit's regex parser.
  static let maximumLength = 1 << 20

  static func parse(_ bytes: [UInt8]) throws(URLFilterProblem) -> URLFilterPattern {
    if bytes.isEmpty { throw URLFilterProblem(reason: .empty, offset: 0) }
    if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
      throw URLFilterProblem(reason: .notASCII, offset: offset)
    }
    if bytes.count > maximumLength { throw URLFilterProblem(reason: .tooLong, offset: maximumLength) }
    var tree = try RegexParser.parse(bytes, into: URLFilterTreeBuilder())
    return try tree.finish()
  }
}

/// What WebKit's regex parser says of a text, and what of the grammar its compiler has not.
extension URLFilterTreeBuilder: RegexSink {
  typealias Problem = URLFilterProblem

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: endless, references: .toNamesBefore, names: .identifiers)
  }

  /// A number that is too large for WebKit's 32 bits is as good as infinite.
  private static var endless: Int { Int(UInt32.max) }

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
    // It has no group in the tree, of which nothing is made any more.
    case .look: fail(.lookAround, at: offset)
    }
    if depth > URLFilterParser.maximumDepth { throw URLFilterProblem(reason: .tooDeep, offset: offset) }
  }

  mutating func repeatLast(_ minimum: Int, _ maximum: Int?, at offset: Int) {
    switch (minimum, maximum ?? Self.endless) {
    case (0, 1): repeatLast(.optional)
    case (0, Self.endless): repeatLast(.zeroOrMore)
    case (1, Self.endless): repeatLast(.oneOrMore)
    default: fail(.counts, at: offset)
    }
  }
}
