/// A url-filter as a tree.
///
/// WebKit's subset has no alternatives. A pattern is therefore a sequence of terms, which can match anywhere
/// in the URL unless it is anchored.
public struct URLFilterPattern: Hashable, Sendable {
  /// Whether the pattern must match at the start of the URL.
  public var isAnchoredAtStart: Bool
  /// The terms, in order.
  public var terms: [Term]
  /// Whether the pattern must match up to the end of the URL, including the query.
  public var isAnchoredAtEnd: Bool

  /// Creates a pattern from these terms.
  public init(_ terms: [Term], isAnchoredAtStart: Bool = false, isAnchoredAtEnd: Bool = false) {
    self.isAnchoredAtStart = isAnchoredAtStart
    self.terms = terms
    self.isAnchoredAtEnd = isAnchoredAtEnd
  }

  /// A pattern that matches every URL.
  public static let any = URLFilterPattern([Term(.any, .zeroOrMore)])

  /// An atom with its repetition.
  public struct Term: Hashable, Sendable {
    /// The atom.
    public var atom: Atom
    /// The repetition.
    public var repetition: Repetition

    /// Creates a term from an atom and its repetition.
    public init(_ atom: Atom, _ repetition: Repetition = .one) {
      self.atom = atom
      self.repetition = repetition
    }
  }

  /// The unit that a term matches once.
  @frozen public enum Atom: Hashable, Sendable {
    /// A single byte. In a case-insensitive filter, a letter matches both cases. A non-ASCII byte never
    /// matches.
    case literal(UInt8)
    /// Any single byte: `.`
    case any
    /// A single byte of a class.
    case characters(CharacterClass)
    /// A sequence of terms.
    case group([Term])
  }

  /// The number of times that an atom can occur. WebKit does not support counts.
  @frozen public enum Repetition: UInt8, Hashable, Sendable {
    /// Exactly once.
    case one
    /// `?`
    case optional
    /// `*`
    case zeroOrMore
    /// `+`
    case oneOrMore
  }

  /// A character class in brackets.
  ///
  /// Negation is stored and not resolved, because a case-insensitive filter adds the other case to the
  /// members before it negates them: `[^a]` excludes `A` too.
  public struct CharacterClass: Hashable, Sendable {
    /// The members in the brackets. NUL stands for the end of the URL, as in WebKit.
    public var members: ASCIISet
    /// Whether the class is negated with `^`.
    public var isNegated: Bool

    /// Creates a class of `members` or of all other characters.
    public init(_ members: ASCIISet, isNegated: Bool = false) {
      self.members = members
      self.isNegated = isNegated
    }

    /// Returns all bytes that the class matches.
    public func matched(isCaseSensitive: Bool) -> ASCIISet {
      let closed = isCaseSensitive ? members : members.caseFolded
      return isNegated ? closed.inverted : closed
    }
  }
}

extension URLFilterPattern.Atom {
  /// Returns the bytes that the atom matches; the set is empty for a group.
  package func matched(isCaseSensitive: Bool) -> ASCIISet {
    switch self {
    case .literal(let byte): isCaseSensitive ? ASCIISet(byte) : ASCIISet(byte).caseFolded
    case .any: .all
    case .characters(let characters): characters.matched(isCaseSensitive: isCaseSensitive)
    case .group: ASCIISet()
    }
  }
}

extension URLFilterPattern.Term {
  /// The byte of a literal; nil for other atoms.
  package var literal: UInt8? { if case .literal(let byte) = atom { byte } else { nil } }

  /// Whether every match of the term contains text, by the purely syntactic rule of WebKit's compiler.
  package var isMandatory: Bool {
    guard repetition == .one || repetition == .oneOrMore else { return false }
    guard case .group(let terms) = atom else { return true }
    return terms.contains { $0.isMandatory }
  }

  /// Whether the term can match texts of different lengths.
  package var repeats: Bool {
    guard repetition == .one, case .group(let terms) = atom else { return repetition != .one }
    return terms.contains(where: { $0.repeats })
  }
}

extension URLFilterPattern {
  /// Returns the nesting depth of groups in the terms.
  static func depth(of terms: [Term]) -> Int {
    var deepest = 0
    for case .group(let inner) in terms.lazy.map({ $0.atom }) { deepest = max(deepest, 1 + depth(of: inner)) }
    return deepest
  }
}
