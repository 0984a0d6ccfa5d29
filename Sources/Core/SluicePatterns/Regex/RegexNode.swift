import SluiceRules

/// A parsed regular expression that contains only the information that determines which URLs it matches.
/// Captures, names and greediness are removed, and every class is a set of URL characters.
package indirect enum RegexNode: Hashable, Sendable {
  /// One character of the set. An empty set never matches.
  case set(ASCIISet)
  /// A sequence. An empty sequence matches the empty text.
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// A repetition; unlimited if `maximum` is `nil`.
  case repeated(RegexNode, minimum: Int, maximum: Int?)
  /// A condition on the position, which consumes no character.
  case edge(RegexEdge)

  static let empty = RegexNode.sequence([])
  static let never = RegexNode.set(ASCIISet())
}

/// A condition on the position between two characters.
package struct RegexEdge: Hashable, Sendable {
  var kind: Kind
  var range: Range<Int>

  package enum Kind: Hashable, Sendable {
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case look(isBehind: Bool, isNegated: Bool, RegexNode)
  }

  /// The reason to report if the edge cannot be resolved.
  var reason: RegexFilterProblem.Reason {
    switch kind {
    case .start, .end: .repeatedAnchor
    case .wordBoundary: .wordBoundary
    case .look(let isBehind, _, _): isBehind ? .lookBehind : .lookAhead
    }
  }

  var problem: RegexFilterProblem { RegexFilterProblem(reason, range) }
}

extension ASCIISet {
  /// The characters that a URL can contain.
  ///
  /// URL parsers percent-encode or remove control characters, and convert non-ASCII characters to
  /// percent-encoding or punycode. (`data:` URLs can contain spaces.)
  static let urlCharacters = ASCIISet(0x20...0x7e)

  /// The characters that `\w` matches.
  static let wordCharacters = letters.union(digits).union(ASCIISet(ASCII.underscore))

  /// The URL characters that `\s` matches.
  static let spaces = ASCIISet(ASCII.space)
}
