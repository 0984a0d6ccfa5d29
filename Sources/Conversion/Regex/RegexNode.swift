import ContentBlocker

/// A regular expression as parsed, reduced to what matters for which URLs it is found in: captures, names and
/// greediness are gone, and every class is a set of the characters that a URL can have.
indirect enum RegexNode: Hashable, Sendable {
  /// One character of the set; none at all if the set is empty.
  case set(ASCIISet)
  /// One after the other; empty: nothing.
  case sequence([RegexNode])
  /// Any one of these.
  case alternatives([RegexNode])
  /// So many times; no maximum: any number.
  case repeated(RegexNode, minimum: Int, maximum: Int?)
  /// A condition on the place, which takes up no character.
  case edge(RegexEdge)

  static let empty = RegexNode.sequence([])
  static let never = RegexNode.set(ASCIISet())
}

/// A condition on a place between two characters.
struct RegexEdge: Hashable, Sendable {
  var kind: Kind
  /// Where it stands in the regex.
  var range: Range<Int>

  enum Kind: Hashable, Sendable {
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
  /// The characters that a URL can have. Control characters are percent-encoded or removed by every URL
  /// parser, and everything outside ASCII is percent-encoded or punycode. (A space does stand in `data:`.)
  static let urlCharacters = ASCIISet(0x20...0x7e)

  /// What `\w` stands for.
  static let wordCharacters = letters.union(digits).union(ASCIISet(UInt8(ascii: "_")))

  /// What of `\s` can stand in a URL.
  static let spaces = ASCIISet(UInt8(ascii: " "))
}
